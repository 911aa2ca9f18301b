//! Groups Models and Format.

use crate::prelude::*;
use bpt_words::{Quantity, Room, Slot, Ui};

use crate::choices;
use crate::components::picks::{FormatPick, KvPick, ModelPick};
use crate::components::slider::{Kind, Slider};
use crate::lab::history;
use crate::state::Page;

#[component]
pub(crate) fn Models() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    view! {
        <div class="pick"><ModelPick of=Slot::A /></div>
        <div class="pick"><ModelPick of=Slot::B /></div>
        <button
            type="button"
            class="quiet slim"
            disabled=move || page.row_b.with(Option::is_none)
            on:click=move |_| history::swap(page)
        >
            {words.ui(Ui::Swap)}
        </button>
    }
}

#[component]
pub(crate) fn Format() -> impl IntoView {
    let room = Signal::derive(|| Room::Narrow);
    view! {
        <FormatPick room />
        <Slider kind=Kind::of(Quantity::Bits, choices::BITS_MARKS) />
        <KvPick />
    }
}
