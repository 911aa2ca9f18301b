//! What figure `spill` says, and the numbers it is given.

use super::fixed::texts;
use super::{Compared, FigureWords};
use crate::language::Room;
use crate::span::Slot;

texts! {
    /// Fixed texts of figure `spill`.
    SpillTexts { axis_in_ram, column_in_ram, column_layers_in_ram, column_experts_in_ram, }
}

/// What a language says of it. Every function is pure.
pub trait SpillLanguage {
    /// Its fixed texts.
    fn spill_texts(&self) -> &'static SpillTexts;
    /// A ground: "A does not fit with less in RAM".
    fn must_spill(&self, slot: Slot) -> String;
    /// A reference line: "A in one unified pool", and shorter.
    fn one_pool(&self, slot: Slot) -> [String; 2];
    /// A line: "B, experts only".
    fn only_experts(&self, slot: Slot) -> String;
    /// Words of figure `spill`.
    fn spill(&self, facts: &Compared<Spilling>, room: Room) -> FigureWords;
}

/// Weights in RAM.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Spilling {
    /// Share of the weights in RAM that the sentence speaks of, %.
    pub share: f64,
    /// Share of the speed that is left there.
    pub keeps: f64,
    /// Speed with all experts in RAM, tok/s; `None` if dense.
    pub all_experts: Option<f64>,
    /// Speed with nothing in RAM, tok/s.
    pub whole: f64,
    /// Share that must lie in RAM because the device is too small, %.
    pub forced: f64,
    /// Speed on one unified pool, tok/s.
    pub pool: Option<f64>,
    /// Device bandwidth over RAM bandwidth.
    pub slower: f64,
}
