//! What a language has to say around the figures of the story, and the numbers it is given.
//!
//! Titles, lines and takeaways of the figures themselves are in [`crate::figures`].

mod facts;
mod guess;
mod language;
mod names;

pub use facts::{Actor, Held, Scene};
pub use guess::choices;
pub use language::StoryLanguage;
pub use names::{Chapter, StoryText, Term, Trouble};

use std::borrow::Cow;

use crate::span::{Slot, Span};

/// A piece of prose.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Words, a number or a letter.
    Span(Span),
    /// A model's name, in its hue.
    Name(Slot, String),
    /// A word that the glossary explains.
    Term(Term, Cow<'static, str>),
}

impl Piece {
    /// Its words.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Self::Span(span) => span.words(),
            Self::Name(_, name) => name,
            Self::Term(_, words) => words,
        }
    }
}

/// Prose as plain text.
#[must_use]
pub fn plain(pieces: &[Piece]) -> String {
    pieces.iter().map(Piece::words).collect()
}
