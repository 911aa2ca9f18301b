//! What figure `speculation` says, and the numbers it is given.

use super::fixed::texts;
use super::{Compared, FigureWords};
use crate::language::Room;

texts! {
    /// Fixed texts of figure `speculation`.
    SpeculationTexts { axis_acceptance, axis_speedup, slower_than_without, column_acceptance, }
}

/// What a language says of it. Every function is pure.
pub trait SpeculationLanguage {
    /// Its fixed texts.
    fn speculation_texts(&self) -> &'static SpeculationTexts;
    /// A line: "1 draft", "4 drafts".
    fn drafts(&self, drafts: f64) -> String;
    /// A point: "breaks even at 0.45".
    fn breaks_even(&self, acceptance: f64) -> String;
    /// Words of figure `speculation`.
    fn speculation(&self, facts: &Compared<Speculating>, room: Room) -> FigureWords;
}

/// What speculation does.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Speculating {
    /// Drafted tokens per cycle.
    pub drafts: f64,
    /// Acceptance per drafted token.
    pub acceptance: f64,
    /// How much slower draft and verify run than fused.
    pub unfused: f64,
    /// Speed over speed without.
    pub speedup: f64,
    /// The same if draft and verify ran fused.
    pub fused: f64,
    /// Acceptance at which it breaks even; `None` if none does.
    pub break_even: Option<f64>,
    /// Speed without, tok/s.
    pub before: f64,
    /// Speed with, tok/s.
    pub after: f64,
    /// Tokens of context that the draft displaces.
    pub context_lost: Option<f64>,
}
