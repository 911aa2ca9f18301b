//! What a language has to say about the figures of story and lab, and the numbers it is given.
//!
//! Each figure has a file: its facts, its fixed texts (axes, heads of columns, labels), and a trait
//! with a function that turns the facts into [`FigureWords`]. What several figures say is [`Fixed`].

mod bandwidth;
mod bits;
mod breakdown;
mod bytes;
mod context;
mod fixed;
mod language;
mod measure;
mod memory;
mod prefill;
mod rightsize;
mod speculation;
mod spill;
mod two;
mod users;

pub use bandwidth::*;
pub use bits::*;
pub use breakdown::*;
pub use bytes::*;
pub use context::*;
pub use fixed::Fixed;
pub use language::FigureLanguage;
pub use measure::*;
pub use memory::*;
pub use prefill::*;
pub use rightsize::*;
pub use speculation::*;
pub use spill::*;
pub use two::*;
pub use users::*;

use crate::span::{Slot, Span, plain};

/// Everything a figure says around its picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FigureWords {
    /// The finding, without a full stop.
    pub title: Vec<Span>,
    /// One sentence under the title.
    pub line: Vec<Span>,
    /// What to remember, in one to three sentences.
    pub takeaway: Vec<Span>,
    /// The key in words, below the picture.
    pub note: String,
}

impl FigureWords {
    /// What a screen reader says for the picture: title and takeaway.
    #[must_use]
    pub fn aria_label(&self) -> String {
        let (title, takeaway) = (plain(&self.title), plain(&self.takeaway));
        match takeaway.chars().last() {
            // A full-width stop has its blank within.
            Some(stop) if !stop.is_ascii() => format!("{title}{stop}{takeaway}"),
            _ => format!("{title}. {takeaway}"),
        }
    }
}

/// One model at a figure's scenario, with what the figure shows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown<T> {
    /// Which of the two it is.
    pub slot: Slot,
    /// Speed for one user, tok/s.
    pub speed: f64,
    /// Whether everything fits.
    pub fits: bool,
    /// What is missing where it does not, GiB.
    pub over: f64,
    /// The figure's own numbers.
    pub own: T,
}

/// Both models, or one, at a figure's scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared<T> {
    /// A, then B if there is one.
    pub sides: Vec<Shown<T>>,
    /// Whether both are the same in everything.
    pub same: bool,
    /// Users at once.
    pub users: f64,
    /// Context, tokens.
    pub context: f64,
}

impl<T> Compared<T> {
    /// The models that fit.
    #[must_use]
    pub fn fitting(&self) -> Vec<&Shown<T>> {
        self.sides.iter().filter(|side| side.fits).collect()
    }

    /// The models that do not.
    #[must_use]
    pub fn misfits(&self) -> Vec<&Shown<T>> {
        self.sides.iter().filter(|side| !side.fits).collect()
    }
}
