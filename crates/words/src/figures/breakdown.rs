//! What figure `breakdown` says, and the numbers it is given.

use super::fixed::texts;
use super::{Compared, FigureWords};
use crate::language::Room;

texts! {
    /// Fixed texts of figure `breakdown`.
    BreakdownTexts { axis_share, }
}

/// What a language says of it. Every function is pure.
pub trait BreakdownLanguage {
    /// Its fixed texts.
    fn breakdown_texts(&self) -> &'static BreakdownTexts;
    /// A part and its milliseconds: "attention 27.7".
    fn part(&self, name: &str, value: f64, decimals: usize) -> String;
    /// A bar's total: "162.3 ms".
    fn milliseconds(&self, value: f64, decimals: usize) -> String;
    /// Routed experts that a step reads in a layer: "8 of 128 experts".
    fn experts(&self, touched: f64, all: f64) -> String;
    /// Words of figure `breakdown`.
    fn breakdown(&self, facts: &Compared<Breakdown>, room: Room) -> FigureWords;
}

/// Milliseconds of one step, rounded so that they add up to the printed total.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Breakdown {
    /// The whole step, ms.
    pub total: f64,
    /// Reading weights, ms.
    pub weights: f64,
    /// Reading cache and state, ms.
    pub kv: f64,
    /// What arithmetic adds, ms.
    pub compute: f64,
    /// Fixed work, ms.
    pub fixed: f64,
    /// Waiting for links between devices, ms.
    pub link: f64,
    /// RAM and its processor, ms.
    pub host: f64,
    /// Decimals that are printed.
    pub decimals: usize,
    /// Tokens that a step yields each user; above 1 with speculation.
    pub tokens: f64,
}
