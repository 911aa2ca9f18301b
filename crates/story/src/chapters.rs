//! The chapters, in reading order.

use bpt_charts::figures::{self, Figure};
use bpt_words::story::Chapter;
use bpt_words::{Language, Quantity};

use crate::figure::{self, Given};

/// A chapter's figure.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Which chapter.
    pub chapter: Chapter,
    /// The quantity along the horizontal axis, where it is one that the reader can set: then the
    /// chart is a slider too.
    pub over: Option<Quantity>,
    /// Makes the figure.
    pub make: fn(&Given<'_>, &dyn Language) -> Figure,
}

impl core::fmt::Debug for Entry {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Entry").field(&self.chapter).finish()
    }
}

const fn of(
    chapter: Chapter,
    over: Option<Quantity>,
    make: fn(&Given<'_>, &dyn Language) -> Figure,
) -> Entry {
    Entry {
        chapter,
        over,
        make,
    }
}

/// All of them.
pub const CHAPTERS: [Entry; 11] = [
    of(Chapter::Bytes, None, figure::bytes),
    of(Chapter::Bits, Some(Quantity::Bits), figure::bits),
    of(Chapter::Context, Some(Quantity::Context), |given, words| {
        figures::context::figure(&given.inputs, words)
    }),
    of(Chapter::Prefill, Some(Quantity::Prompt), |given, words| {
        figures::prefill::figure(&given.inputs, words)
    }),
    of(
        Chapter::Bandwidth,
        Some(Quantity::Bandwidth),
        figure::bandwidth,
    ),
    of(Chapter::Users, Some(Quantity::Users), |given, words| {
        figures::users::figure(&given.inputs, words)
    }),
    of(Chapter::Two, None, |given, words| {
        figures::two::figure(&given.inputs, words)
    }),
    of(Chapter::Spill, None, figure::spill),
    of(
        Chapter::Speculation,
        Some(Quantity::Acceptance),
        |given, words| figures::speculation::figure(&given.inputs, words),
    ),
    of(Chapter::Measure, None, figure::measure),
    of(Chapter::Rightsize, None, figure::rightsize),
];

/// The chapter of this name.
#[must_use]
pub fn entry(id: &str) -> Option<&'static Entry> {
    CHAPTERS.iter().find(|entry| entry.chapter.id() == id)
}
