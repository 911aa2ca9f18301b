//! What the tests of several files share.
#![allow(dead_code, unreachable_pub)]

pub mod chinese;

use bpt_words::{LANGUAGES, Language};

/// All languages, with their words.
pub fn languages() -> impl Iterator<Item = &'static dyn Language> {
    LANGUAGES.iter().map(|listed| {
        listed
            .words
            .unwrap_or_else(|| panic!("the tests run with {}", listed.tag))
    })
}
