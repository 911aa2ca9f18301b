//! The story: which chapters there are, what each shows, and what its figure is made of.
//!
//! Everything here is a pure function of scenarios and a language. The page draws it, and
//! `bpt-bake` writes the same into the static page, so that both say the same.
//!
//! To add a chapter: an entry in [`CHAPTERS`], its scenarios in `data/story.json`, its words in
//! `bpt-words`.

#![deny(missing_docs)]

mod chapters;
mod control;
mod figure;
mod here;
mod preset;
pub mod right;
mod scene;

pub use chapters::{CHAPTERS, Entry, entry};
pub use control::{Control, LEAST};
pub use figure::{Given, Models, devices, formats, largest};
pub use here::{Here, here, model_names, said};
pub use preset::{Story, chapter_state, claim_state, is_default};
pub use scene::{holds, scene};

/// The file of the page that is built in a language, in the page's folder; none for the first one,
/// which is the folder's own.
#[must_use]
pub fn page_file(tag: &str) -> String {
    if tag == bpt_words::NAMES[0].0 {
        return String::new();
    }
    let primary = tag.split('-').next().unwrap_or(tag);
    format!("{primary}.html")
}

/// A source's address as it is read: without its scheme, cut where it would be long.
#[must_use]
pub fn source_name(address: &str) -> String {
    let plain = address.split("://").last().unwrap_or(address);
    let mut parts = plain.split('/');
    let host = parts.next().unwrap_or_default();
    let first: Vec<&str> = parts.take(2).collect();
    format!("{host}/{}", first.join("/"))
}

/// The token whose experts are lit before another is asked for.
pub const FIRST_TOKEN: u64 = 7;
