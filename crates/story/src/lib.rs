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
pub use figure::{Given, Models, largest};
pub use here::{Here, here, model_names, said};
pub use preset::{Story, chapter_state, claim_state, is_default};
pub use scene::{holds, scene};

/// The token whose experts are lit before another is asked for.
pub const FIRST_TOKEN: u64 = 7;
