//! Pieces of a sentence.

use std::borrow::Cow;

/// One of the two models that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The first, in the warm hue, with a square.
    A,
    /// The second, in the cool hue, with a disc.
    B,
}

impl Slot {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Its letter on the page.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }

    /// Its name in attributes and links.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Span {
    /// Plain words.
    Text(Cow<'static, str>),
    /// A live number with the words that belong to it ("5.9 times faster").
    Number {
        /// As it is read.
        text: String,
        /// Unrounded.
        value: f64,
        /// Whether it stands out.
        strong: bool,
        /// Path of the computed quantity and whose it is, where it is one.
        quantity: Option<(&'static str, Slot)>,
    },
    /// A model's letter, in its hue.
    Model(Slot),
}

impl Span {
    /// Plain words.
    #[must_use]
    pub const fn text(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }

    /// A number that stands out.
    #[must_use]
    pub const fn strong(value: f64, text: String) -> Self {
        Self::Number {
            text,
            value,
            strong: true,
            quantity: None,
        }
    }

    /// A number in the running text.
    #[must_use]
    pub const fn plain(value: f64, text: String) -> Self {
        Self::Number {
            text,
            value,
            strong: false,
            quantity: None,
        }
    }

    /// A computed quantity that stands out.
    #[must_use]
    pub const fn quantity(path: &'static str, slot: Slot, value: f64, text: String) -> Self {
        Self::Number {
            text,
            value,
            strong: true,
            quantity: Some((path, slot)),
        }
    }

    /// Its words.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Number { text, .. } => text,
            Self::Model(slot) => slot.letter(),
        }
    }
}

/// A sentence as plain text.
#[must_use]
pub fn plain(spans: &[Span]) -> String {
    spans.iter().map(Span::words).collect()
}

/// What stands between a sentence and the next: a blank, or nothing after a full-width stop.
#[must_use]
pub fn gap(sentence: &str) -> &'static str {
    if sentence.ends_with(|last: char| !last.is_ascii()) {
        ""
    } else {
        " "
    }
}
