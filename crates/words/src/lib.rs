//! Every sentence, label and number format of page, command line and baked pictures, by language.
//!
//! A language is one implementation of [`Language`]; sentences come as [`Span`]s, so that letters
//! get their hue and numbers their values. Here nothing is computed about models.
//!
//! Each language has a cargo feature. A build holds the words of those it turns on, or English
//! where it turns on none, and of the others only their names.

#![deny(missing_docs)]

mod commands;
#[cfg(any(feature = "en", not(feature = "zh")))]
mod en;
pub mod facts;
pub mod figures;
pub mod format;
mod language;
mod languages;
pub mod scenario;
mod span;
pub mod story;
mod ui;
pub mod views;
#[cfg(feature = "zh")]
mod zh;

pub use commands::CommandNote;
#[cfg(any(feature = "en", not(feature = "zh")))]
pub use en::English;
pub use language::{Chart, LabLanguage, Language, Quantity, Room};
pub use languages::{LANGUAGES, Listed, NAMES, lab_language, language, listed};
pub use span::{Slot, Span, gap, plain};
pub use ui::Ui;
#[cfg(feature = "zh")]
pub use zh::Chinese;
