//! Sentences with live numbers and coloured letters.

use crate::prelude::*;
use bpt_words::{Slot, Span};

use crate::components::number::number;

/// The class that gives a model its hue.
pub(crate) const fn hue(slot: Slot) -> &'static str {
    match slot {
        Slot::A => "hue-a",
        Slot::B => "hue-b",
    }
}

/// A sentence's pieces.
pub(crate) fn spans(list: Vec<Span>) -> impl IntoView {
    list.into_iter().map(span).collect_view()
}

fn span(span: Span) -> AnyView {
    match span {
        Span::Text(text) => text.into_owned().into_any(),
        Span::Model(slot) => view! { <span class=hue(slot)>{slot.letter()}</span> }.into_any(),
        Span::Number {
            text,
            value,
            strong,
            quantity,
        } => {
            let class = if strong { "number strong" } else { "number" };
            match quantity {
                Some((path, slot)) => number(path, slot, value, text, class),
                None => view! { <span class=class data-raw=raw(value)>{text}</span> }.into_any(),
            }
        }
    }
}

/// A number as `data-raw` carries it: unrounded.
pub(crate) fn raw(value: f64) -> String {
    if value.is_finite() {
        bpt_core::decimal::shortest(value)
    } else {
        String::new()
    }
}
