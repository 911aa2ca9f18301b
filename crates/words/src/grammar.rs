//! How a language is written: what tests hold its texts against, in thousands of states.

use core::ops::RangeInclusive;

use crate::figures::FigureWords;
use crate::{GRAMMARS, listed, plain};

/// Nothing is wrong, or what is.
pub type Checked = Result<(), String>;

/// The rules of a language: each language brings its own, in its folder.
pub trait Grammar: Sync {
    /// Texts that may stand as in English: names, signs of units. `None` lets all: in English
    /// itself, and in a translation that is not finished.
    fn same(&self) -> Option<&'static [&'static str]>;

    /// How long texts may be.
    fn lengths(&self) -> Lengths;

    /// The length of a text in words, or in signs of writing where words are not divided.
    fn length(&self, said: &str) -> usize;

    /// The sentences of a text.
    fn split<'a>(&self, said: &'a str) -> Vec<&'a str>;

    /// Any text: a label, a title, a sentence.
    ///
    /// # Errors
    /// What is badly said.
    fn text(&self, said: &str) -> Checked;

    /// Whole sentences, to the last stop.
    ///
    /// # Errors
    /// What is badly said.
    fn sentences(&self, said: &str) -> Checked;

    /// A title: no stop at its end.
    ///
    /// # Errors
    /// What is badly said.
    fn title(&self, said: &str) -> Checked;

    /// Everything that a figure says.
    ///
    /// # Errors
    /// What is badly said.
    fn figure(&self, words: &FigureWords) -> Checked {
        self.title(&plain(&words.title))?;
        self.sentences(&plain(&words.line))?;
        self.sentences(&plain(&words.takeaway))?;
        self.sentences(&words.note)?;
        self.sentences(&words.aria_label())
    }

    /// No sentence longer than that.
    ///
    /// # Errors
    /// The one that is.
    fn short(&self, said: &str, most: usize) -> Checked {
        let long = |sentence: &&str| self.length(sentence) > most;
        match self.split(said).into_iter().find(long) {
            Some(long) => Err(format!(
                "{} is more than {most}: {long:?}",
                self.length(long)
            )),
            None => Ok(()),
        }
    }
}

/// Most that texts of the story hold, counted by [`Grammar::length`].
#[derive(Clone, Debug)]
pub struct Lengths {
    /// Each half of the first title.
    pub headline: usize,
    /// A sentence of the lead.
    pub lead: usize,
    /// A chapter's prose.
    pub prose: RangeInclusive<usize>,
    /// A sentence of it.
    pub sentence: usize,
    /// A sentence of a figure's takeaway.
    pub takeaway: usize,
}

/// With plain blanks.
#[must_use]
pub fn read(said: &str) -> String {
    said.replace(['\u{a0}', '\u{202f}'], " ")
}

/// The rules of the language of a tag.
#[must_use]
pub fn of(tag: &str) -> &'static dyn Grammar {
    let tag = listed(tag).tag;
    let found = GRAMMARS.iter().find(|(of, _)| *of == tag);
    found.map_or(GRAMMARS[0].1, |(_, rules)| *rules)
}

/// Nothing if it holds, else what is wrong.
pub(crate) fn unless(wrong: bool, what: impl FnOnce() -> String) -> Checked {
    if wrong { Err(what()) } else { Ok(()) }
}
