//! Group Work: how long, how many.

use crate::prelude::*;
use bpt_words::Quantity;

use crate::components::slider::{Kind, Slider};

const SLIDERS: [Quantity; 5] = [
    Quantity::Context,
    Quantity::Prompt,
    Quantity::Cached,
    Quantity::Output,
    Quantity::Users,
];

#[component]
pub(crate) fn Work() -> impl IntoView {
    SLIDERS
        .map(|quantity| view! { <Slider kind=Kind::of(quantity, &[]) /> })
        .collect_view()
}
