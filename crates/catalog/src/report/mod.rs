//! An estimate as JSON, and any number of it by its path: both from one table, so that page and
//! command line cannot disagree.

mod derived;
mod json;
mod table;

pub use derived::{derived_json, derived_quantity, elasticities};
pub use json::{Extra, string, write};
pub use table::{paths, quantity, text};
