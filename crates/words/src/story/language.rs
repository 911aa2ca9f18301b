//! The story's part of a language.

use super::{Chapter, Held, Piece, Scene, StoryText, Term, Trouble};
use crate::span::{Slot, Span};

/// The words between the figures. Every function is pure.
pub trait StoryLanguage: Sync {
    /// A fixed text.
    fn text(&self, text: StoryText) -> &'static str;

    /// What went wrong, in one sentence.
    fn trouble(&self, what: Trouble) -> &'static str;

    /// The page's title: two sentences.
    fn title(&self, scene: &Scene) -> [Vec<Span>; 2];
    /// The paragraph below it.
    fn lead(&self, scene: &Scene) -> Vec<Piece>;
    /// The folded contents: "11 chapters".
    fn chapters(&self, count: usize) -> String;
    /// Above a heading: "Chapter 1 of 11".
    fn chapter_of(&self, at: usize, count: usize) -> String;

    /// A chapter's heading: its finding.
    fn heading(&self, chapter: Chapter) -> &'static str;
    /// Its name in the contents.
    fn short(&self, chapter: Chapter) -> &'static str;
    /// What stands above its figure, 40 to 90 words.
    fn prose(&self, chapter: Chapter, scene: &Scene) -> Vec<Piece>;
    /// The measured case, after "Does it hold?"; empty where `runs` are not the chapter's.
    fn holds(&self, chapter: Chapter, runs: &[Held]) -> Vec<Span>;
    /// Where a measured case is from.
    fn source(&self, source: &str, date: &str) -> String;

    /// What the reader is asked before the figure.
    fn guess_question(&self, slot: Slot) -> Vec<Span>;
    /// A button with a gain.
    fn guess(&self, gain: f64) -> String;
    /// What the figure says to the choice.
    fn guessed(&self, slot: Slot, chosen: f64, right: f64) -> Vec<Span>;

    /// A technical word, and one sentence that explains it.
    fn term(&self, term: Term) -> [&'static str; 2];
}
