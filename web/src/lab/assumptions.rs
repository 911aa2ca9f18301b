//! Group Assumptions: the coefficients that a reader may doubt.

use crate::prelude::*;
use bpt_words::{Quantity, Ui};

use crate::components::slider::{Kind, Slider};
use crate::state::Page;

const SLIDERS: [Quantity; 9] = [
    Quantity::WeightShare,
    Quantity::KvShare,
    Quantity::LayerTime,
    Quantity::MoeLayerTime,
    Quantity::StepTime,
    Quantity::PrefillShare,
    Quantity::Routing,
    Quantity::Reserve,
    Quantity::Margin,
];

#[component]
pub(crate) fn Assumptions() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let back = move |_| {
        page.edit(|row| {
            row.assume.clear();
            row.reserve_gib = None;
            row.margin_gib = None;
        });
    };
    view! {
        <p class="hint">{words.ui(Ui::AssumeHint)}</p>
        {SLIDERS
            .map(|quantity| view! { <Slider kind=Kind::of(quantity, &[]) /> })
            .collect_view()}
        <button type="button" class="quiet slim" on:click=back>
            {words.ui(Ui::Defaults)}
        </button>
    }
}
