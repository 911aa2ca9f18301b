//! Every sentence, label and number format of page, command line and baked pictures, by language.
//!
//! Sentences are made from the core's values; here nothing is computed about models.

#![deny(missing_docs)]

pub mod format;
mod span;

pub use span::{Slot, Span, plain};
