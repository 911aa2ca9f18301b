//! A figure of the lab as the whole page of an embed.

use bpt_catalog::Catalog;
use bpt_charts::figures::LAB;
use bpt_story::{Control, here};
use bpt_words::Quantity;

use crate::choices;
use crate::components::actions::Open;
use crate::components::slider::{Kind, Slider};
use crate::figures::drawn::Drawn;
use crate::figures::lab;
use crate::prelude::*;
use crate::state::Page;
use crate::story::foot::Foot;
use crate::story::frame::here_line;

/// What its readers can change.
const SLIDERS: [(Quantity, &[f64]); 4] = [
    (Quantity::Bandwidth, choices::BANDWIDTH_MARKS),
    (Quantity::Bits, choices::BITS_MARKS),
    (Quantity::Context, &[]),
    (Quantity::Users, &[]),
];

/// The figure that the link names, else the first, with the sliders that the link keeps.
#[component]
pub(crate) fn Embedded() -> impl IntoView {
    let page = Page::get();
    let name = page.state.with_untracked(|state| state.embed.clone());
    let kind = name.as_deref().and_then(lab::named).unwrap_or(LAB[0]);
    let sliders: Vec<_> = SLIDERS
        .into_iter()
        .filter(|(quantity, _)| !page.fixes(Control::Slide(*quantity).key()))
        .map(|(quantity, marks)| view! { <Slider kind=Kind::of(quantity, marks) /> })
        .collect();
    let began = StoredValue::new(page.state.get_untracked());
    let changed = Memo::new(move |_| began.with_value(|began| page.state.with(|now| now != began)));
    let line = move || {
        let (a, b) = (page.row_a.get(), page.row_b.get());
        let solved = page.a.get();
        let scenario = solved.as_ref().map(|solved| &solved.0.scenario);
        let named: Vec<Quantity> = SLIDERS.iter().map(|(quantity, _)| *quantity).collect();
        here(
            Catalog::embedded(),
            [Some(&a), b.as_ref()],
            scenario,
            &named,
            page.words(),
        )
    };
    let back = move || page.state.set(began.get_value());
    view! {
        {here_line(line, changed.into(), back)}
        <Drawn kind />
        <div class="controls">{sliders.into_iter().collect_view()}</div>
        <Foot name=kind.name open=RwSignal::new(Open::Nothing) />
    }
}
