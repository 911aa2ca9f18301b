//! Prose with live numbers, model names in their hue, and words that explain themselves.

use crate::prelude::*;
use bpt_words::story::{Piece, Term};

use crate::components::sentence::{hue, spans};
use crate::state::Page;

/// A text's pieces; `place` keeps the ids of its terms apart from those of other texts.
pub(crate) fn pieces(list: Vec<Piece>, place: &str) -> impl IntoView + use<> {
    list.into_iter()
        .enumerate()
        .map(|(at, piece)| match piece {
            Piece::Span(span) => spans(vec![span]).into_any(),
            Piece::Name(slot, name) => {
                view! { <span class=format!("model {}", hue(slot))>{name}</span> }.into_any()
            }
            Piece::Term(term, text) => explained(term, text.into_owned(), format!("{place}-{at}")),
        })
        .collect_view()
}

/// A technical word: what it means stands beside it on hover and on focus.
fn explained(term: Term, text: String, id: String) -> AnyView {
    let [_, meaning] = Page::get().words().story().term(term);
    let described = id.clone();
    view! {
        <span class="term" tabindex="0" aria-describedby=described>
            {text}
            <span class="meaning" role="tooltip" id=id>{meaning}</span>
        </span>
    }
    .into_any()
}
