//! An estimate as JSON, and any number of it by its path: both from one table, so that page and
//! command line cannot disagree.

mod json;
mod table;

pub use json::{Extra, write};
pub use table::{paths, quantity, text};
