//! What the tests of several files share.
#![allow(dead_code, unreachable_pub)]

use bpt_words::grammar::{self, Checked, Grammar};
use bpt_words::{LANGUAGES, Language};

/// All languages.
pub fn languages() -> impl Iterator<Item = &'static dyn Language> {
    LANGUAGES.iter().map(|listed| listed.words)
}

/// How a language is written.
pub fn rules(words: &dyn Language) -> &'static dyn Grammar {
    grammar::of(words.tag())
}

/// Nothing is badly said.
#[track_caller]
pub fn good(checked: Checked) {
    if let Err(wrong) = checked {
        panic!("{wrong}");
    }
}
