//! What figure `bits` says, and the numbers it is given.

use super::fixed::texts;
use super::{Compared, FigureWords};
use crate::language::Room;
use crate::span::Slot;

texts! {
    /// Fixed texts of figure `bits`.
    BitsTexts { axis_bits, axis_loss, quality_drops, column_bits, }
}

/// What a language says of it. Every function is pure.
pub trait BitsLanguage {
    /// Its fixed texts.
    fn bits_texts(&self) -> &'static BitsTexts;
    /// Where a line ends: "A does not fit above 5.2".
    fn full_bits(&self, slot: Slot, bits: f64) -> String;
    /// A line: "A, if only bytes counted".
    fn only_bytes(&self, slot: Slot) -> String;
    /// Words of figure `bits`.
    fn bits(&self, facts: &Compared<OverBits>, room: Room) -> FigureWords;
}

/// Speed along bits per weight.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OverBits {
    /// Bits that the sentence starts from.
    pub from: f64,
    /// Whether the model fits there.
    pub from_fits: bool,
    /// Speed there, tok/s.
    pub from_speed: f64,
    /// Bits that it ends at.
    pub to: f64,
    /// Speed there, tok/s.
    pub to_speed: f64,
    /// Weight bytes read at `from` over those at `to`.
    pub fewer_bytes: f64,
    /// Speed at half the present bits over the present speed.
    pub halved: f64,
}
