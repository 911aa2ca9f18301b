//! What figure `bandwidth` says, and the numbers it is given.

use super::fixed::texts;
use super::{Compared, FigureWords};
use crate::language::Room;
use crate::span::Slot;

texts! {
    /// Fixed texts of figure `bandwidth`.
    BandwidthTexts { axis_bandwidth, column_bandwidth, }
}

/// What a language says of it. Every function is pure.
pub trait BandwidthLanguage {
    /// Its fixed texts.
    fn bandwidth_texts(&self) -> &'static BandwidthTexts;
    /// A line without fixed work: "B, no fixed work".
    fn no_fixed_work(&self, slot: Slot) -> String;
    /// A speed that more bandwidth does not pass: "B cannot pass 276".
    fn cannot_pass(&self, slot: Slot, speed: f64) -> String;
    /// Words of figure `bandwidth`.
    fn bandwidth(&self, facts: &Compared<OverBandwidth>, room: Room) -> FigureWords;
}

/// Speed along memory bandwidth.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OverBandwidth {
    /// Speed with twice the bandwidth over the present speed.
    pub doubled: f64,
    /// Speed with infinite bandwidth, tok/s.
    pub floor: f64,
    /// Fixed work of one step, ms.
    pub fixed_ms: f64,
    /// Speed without fixed work, tok/s.
    pub ideal: f64,
}
