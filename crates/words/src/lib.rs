//! Every sentence, label and number format of page, command line and baked pictures, by language.
//!
//! A language is one implementation of [`Language`]; sentences come as [`Span`]s, so that letters
//! get their hue and numbers their values. Here nothing is computed about models.
//!
//! A program holds the words of the languages that it names: one that names a type, such as
//! [`English`], holds only that one's; [`language()`] and [`LANGUAGES`] bring all.

#![deny(missing_docs)]

mod commands;
mod en;
pub mod facts;
pub mod figures;
pub mod format;
pub mod grammar;
mod language;
mod languages;
pub mod scenario;
mod span;
pub mod story;
mod ui;
pub mod views;
mod zh;

pub use commands::CommandNote;
pub use language::{Chart, LabLanguage, Language, Quantity, Room};
pub use languages::{Listed, lab_language, language, listed};
pub use span::{Slot, Span, gap, plain};
pub use ui::Ui;

// Folder, tag, own name, the same short, words. A new language is a folder, its `mod` above, and
// a line here.
languages::languages! {
    en: "en", "English", "EN", English;
    zh: "zh-Hans", "简体中文", "中文", Chinese;
}
