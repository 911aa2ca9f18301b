//! Building sentences from pieces, with a blank wherever Chinese meets Latin letters or digits.

use super::N;
use crate::format::THIN;
use crate::span::{Slot, Span};
use crate::story::{Actor, Piece, Term};

/// Whether a character is Chinese writing; its punctuation has its blank within.
fn han(character: char) -> bool {
    matches!(u32::from(character), 0x3400..=0x9fff)
}

/// Whether a character belongs to Latin words or numbers.
fn latin(character: char) -> bool {
    character.is_ascii_alphanumeric() || "%+<>()±µ\u{2212}".contains(character)
}

/// Whether a blank belongs between two characters.
fn apart(left: Option<char>, right: Option<char>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => han(left) && latin(right) || latin(left) && han(right),
        _ => false,
    }
}

/// Texts in a row.
pub(super) fn joined(parts: &[&str]) -> String {
    let mut text = String::new();
    for part in parts {
        if apart(text.chars().last(), part.chars().next()) {
            text.push(' ');
        }
        text.push_str(part);
    }
    text
}

/// A value with a Latin unit in a sentence: "4.4 GiB".
pub(super) fn unit(number: &str, unit: &str) -> String {
    format!("{number}\u{a0}{unit}")
}

/// The same in a label, where room is short.
pub(super) fn tight(number: &str, unit: &str) -> String {
    format!("{number}{THIN}{unit}")
}

/// A multiple: "5.9 倍".
pub(super) fn times(value: f64) -> String {
    format!("{}\u{a0}倍", N.ratio(value))
}

/// A share as it is read; one digit below two percent, so that little is not nothing.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent > 0.0 && percent < 0.1 {
        format!("<{}%", N.decimals(0.1, 1))
    } else if percent < 1.95 && percent > 0.0 {
        format!("{}%", N.decimals(percent, 1))
    } else {
        format!("{}%", N.whole(percent))
    }
}

/// Users with their measure word.
pub(super) fn users(users: f64) -> String {
    format!("{}\u{a0}个用户", N.trimmed(users, 2))
}

/// Tokens with their measure word.
pub(super) fn tokens(tokens: f64) -> String {
    format!("{}\u{a0}个 token", N.whole(tokens))
}

/// Milliseconds with one decimal, none from a hundred on.
pub(super) fn ms(value: f64) -> String {
    unit(&N.decimals(value, usize::from(value.abs() < 99.95)), "ms")
}

/// Bytes in GB.
pub(super) fn gb(bytes: f64) -> String {
    unit(&N.exact(bytes / 1e9), "GB")
}

/// A sentence in the making.
#[derive(Debug, Default)]
pub(super) struct Say(Vec<Span>);

impl Say {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    fn add(mut self, span: Span) -> Self {
        if span.words().is_empty() {
            return self;
        }
        let last = self.0.last().and_then(|last| last.words().chars().last());
        if apart(last, span.words().chars().next()) {
            self.0.push(Span::text(" "));
        }
        self.0.push(span);
        self
    }

    /// Fixed words.
    pub(super) fn w(self, words: &'static str) -> Self {
        self.add(Span::text(words))
    }

    /// Words made of a name or a setting.
    pub(super) fn own(self, words: String) -> Self {
        self.add(Span::Text(words.into()))
    }

    /// A model's letter.
    pub(super) fn m(self, slot: Slot) -> Self {
        self.add(Span::Model(slot))
    }

    /// A number that stands out.
    pub(super) fn n(self, value: f64, text: String) -> Self {
        self.add(Span::strong(value, text))
    }

    /// A number in the running text: a setting.
    pub(super) fn p(self, value: f64, text: String) -> Self {
        self.add(Span::plain(value, text))
    }

    /// A computed quantity in the running text.
    pub(super) fn quantity(self, path: &'static str, slot: Slot, value: f64, text: String) -> Self {
        self.add(Span::Number {
            text,
            value,
            strong: false,
            quantity: Some((path, slot)),
        })
    }

    /// A number of tokens in the running text.
    pub(super) fn tokens(self, value: f64) -> Self {
        self.p(value, tokens(value))
    }

    /// A speed for one user, without its unit.
    pub(super) fn speed(self, slot: Slot, value: f64) -> Self {
        self.add(Span::quantity(
            "decode.tok_s_per_user",
            slot,
            value,
            N.forecast(value),
        ))
    }

    /// A multiple with its word.
    pub(super) fn times(self, value: f64) -> Self {
        self.n(value, times(value))
    }

    /// A share.
    pub(super) fn percent(self, share: f64) -> Self {
        self.n(share, percent(share))
    }

    /// Memory that is left or missing.
    pub(super) fn gib(self, value: f64) -> Self {
        self.n(value, unit(&N.spare(value), "GiB"))
    }

    /// Another sentence or half of one.
    pub(super) fn then(self, more: Self) -> Self {
        more.0.into_iter().fold(self, Self::add)
    }

    pub(super) fn done(self) -> Vec<Span> {
        self.0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A paragraph in the making.
#[derive(Debug, Default)]
pub(super) struct Tell(Vec<Piece>);

impl Tell {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    fn add(mut self, piece: Piece) -> Self {
        let last = self.0.last().and_then(|last| last.words().chars().last());
        if apart(last, piece.words().chars().next()) {
            self.0.push(Piece::Span(Span::text(" ")));
        }
        self.0.push(piece);
        self
    }

    /// Fixed words.
    pub(super) fn w(self, words: &'static str) -> Self {
        self.add(Piece::Span(Span::text(words)))
    }

    /// A word that the glossary explains.
    pub(super) fn t(self, term: Term, words: &'static str) -> Self {
        self.add(Piece::Term(term, words.into()))
    }

    /// Words made of a name or a setting.
    pub(super) fn own(self, words: String) -> Self {
        self.add(Piece::Span(Span::Text(words.into())))
    }

    /// A model by its name.
    pub(super) fn name(self, actor: &Actor) -> Self {
        self.add(Piece::Name(actor.slot, actor.name.clone()))
    }

    /// A number in the running text.
    pub(super) fn n(self, value: f64, text: String) -> Self {
        self.add(Piece::Span(Span::plain(value, text)))
    }

    /// Bytes in GB.
    pub(super) fn gb(self, bytes: f64) -> Self {
        self.n(bytes, gb(bytes))
    }

    /// A speed without its unit.
    pub(super) fn speed(self, actor: &Actor) -> Self {
        self.add(Piece::Span(Span::quantity(
            "decode.tok_s_per_user",
            actor.slot,
            actor.speed,
            N.forecast(actor.speed),
        )))
    }

    pub(super) fn done(self) -> Vec<Piece> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::plain;

    #[test]
    fn chinese_and_latin_stand_apart() {
        assert_eq!(joined(&["B", "最多", "276"]), "B 最多 276");
        assert_eq!(joined(&["对话", "（KV）", "8"]), "对话（KV）8");
        let said = Say::new().m(Slot::A).w("保留").percent(0.77).w("的速度。");
        assert_eq!(plain(&said.done()), "A 保留 77% 的速度。");
    }
}
