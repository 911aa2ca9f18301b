//! What figure `prefill` says, and the numbers it is given.

use super::fixed::texts;
use super::{Compared, FigureWords};
use crate::language::Room;
use crate::span::Slot;

texts! {
    /// Fixed texts of figure `prefill`.
    PrefillTexts { axis_prompt, axis_first_token, axis_prefill, feels_instant, look_away, nothing_cached, column_prompt, column_seconds, }
}

/// What a language says of it. Every function is pure.
pub trait PrefillLanguage {
    /// Its fixed texts.
    fn prefill_texts(&self) -> &'static PrefillTexts;
    /// A time: "2.7 s".
    fn seconds(&self, seconds: f64) -> String;
    /// A floor: "A: one full read of the weights" and shorter.
    fn one_read(&self, slot: Slot) -> [String; 2];
    /// Words of figure `prefill`.
    fn prefill(&self, facts: &Compared<FirstToken>, prompt: f64, room: Room) -> FigureWords;
}

/// The wait for the first token.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct FirstToken {
    /// Seconds; `None` where requests arrive faster than they finish.
    pub seconds: Option<f64>,
    /// Share of it that twice the compute takes away.
    pub twice_compute: f64,
    /// Share of it that twice the bandwidth takes away.
    pub twice_bandwidth: f64,
    /// Tokens of the prompt that are cached.
    pub cached: f64,
}
