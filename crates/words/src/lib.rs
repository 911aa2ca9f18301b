//! Every sentence, label and number format of page, command line and baked pictures, by language.
//!
//! A language is one implementation of [`Language`]; sentences come as [`Span`]s, so that letters
//! get their hue and numbers their values. Here nothing is computed about models.

#![deny(missing_docs)]

mod commands;
mod en;
pub mod facts;
pub mod figures;
pub mod format;
mod language;
mod notes;
pub mod scenario;
mod span;
pub mod story;
mod ui;

pub use commands::{CommandNote, command_note};
pub use en::English;
pub use language::{Chart, Language, Quantity, Room};
pub use notes::note;
pub use span::{Slot, Span, plain};
pub use ui::Ui;

/// The language for a tag; English where it is not known.
#[must_use]
pub fn language(_tag: &str) -> &'static dyn Language {
    &English
}
