//! Building prose from pieces.

use super::super::N;
use crate::span::Span;
use crate::story::{Actor, Piece, Term};

/// A paragraph in the making.
#[derive(Debug, Default)]
pub(super) struct Tell(Vec<Piece>);

impl Tell {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Fixed words.
    pub(super) fn w(mut self, words: &'static str) -> Self {
        self.0.push(Piece::Span(Span::text(words)));
        self
    }

    /// A word that the glossary explains.
    pub(super) fn t(mut self, term: Term, words: &'static str) -> Self {
        self.0.push(Piece::Term(term, words.into()));
        self
    }

    /// Words made of a name or a setting.
    pub(super) fn own(mut self, words: String) -> Self {
        self.0.push(Piece::Span(Span::Text(words.into())));
        self
    }

    /// A model by its name.
    pub(super) fn name(mut self, actor: &Actor) -> Self {
        self.0.push(Piece::Name(actor.slot, actor.name.clone()));
        self
    }

    /// A number in the running text.
    pub(super) fn n(mut self, value: f64, text: String) -> Self {
        self.0.push(Piece::Span(Span::plain(value, text)));
        self
    }

    /// Bytes in GB.
    pub(super) fn gb(self, bytes: f64) -> Self {
        self.n(bytes, format!("{}\u{a0}GB", N.exact(bytes / 1e9)))
    }

    /// A speed: "11".
    pub(super) fn speed(mut self, actor: &Actor) -> Self {
        self.0.push(Piece::Span(Span::quantity(
            "decode.tok_s_per_user",
            actor.slot,
            actor.speed,
            N.forecast(actor.speed),
        )));
        self
    }

    pub(super) fn done(self) -> Vec<Piece> {
        self.0
    }
}
