//! Sentences with live numbers and coloured letters.

use crate::prelude::*;
use bpt_words::{Slot, Span};

use crate::components::number::{number, renew_name};
use crate::dom;

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
        Span::Text(text) => dom::text_node(&text),
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

/// A live sentence. While its pieces stay what they are, only what they say is changed in place:
/// building them anew costs the page's style and layout too, for each of its sentences.
pub(crate) fn sentence(list: Memo<Vec<Span>>) -> impl IntoView {
    let shape =
        Memo::new(move |_| list.with(|list| list.iter().map(Shape::of).collect::<Vec<_>>()));
    move || {
        // Read, not only tracked: a memo that nobody has read yet follows nothing.
        shape.with(|_| ());
        let mut shown = list.get_untracked();
        let pieces: Vec<AnyView> = shown.iter().cloned().map(span).collect();
        let places: Vec<AnyView> = pieces.clone();
        dom::follow(Box::new(move || {
            list.with(|list| {
                // Of another shape: it is about to be built anew.
                if list.len() != shown.len() {
                    return;
                }
                for ((place, shown), now) in places.iter().zip(&mut shown).zip(list) {
                    if shown != now && Shape::of(shown) == Shape::of(now) {
                        renew(place, now);
                        shown.clone_from(now);
                    }
                }
            });
        }));
        pieces
    }
}

/// What of a piece cannot be changed in place.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Text,
    Model(Slot),
    Number(bool, Option<(&'static str, Slot)>),
}

impl Shape {
    const fn of(span: &Span) -> Self {
        match span {
            Span::Text(_) => Self::Text,
            Span::Model(slot) => Self::Model(*slot),
            Span::Number {
                strong, quantity, ..
            } => Self::Number(*strong, *quantity),
        }
    }
}

fn renew(place: &AnyView, span: &Span) {
    match span {
        Span::Text(text) => place.say(text),
        Span::Model(_) => {}
        Span::Number {
            text,
            value,
            quantity,
            ..
        } => {
            place.say(text);
            place.put("data-raw", &raw(*value));
            if quantity.is_some() {
                renew_name(place, text);
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
