//! What a language has to say about the figures.

use super::{Breakdown, Compared, FigureWords, Fixed, Held};
use crate::language::Room;

/// The figures' part of a language. Every function is pure.
pub trait FigureLanguage: Sync {
    /// A fixed text.
    fn fixed(&self, fixed: Fixed) -> &'static str;

    /// A part and its milliseconds: "attention 27.7".
    fn part(&self, name: &str, value: f64, decimals: usize) -> String;
    /// A bar's total: "162.3 ms".
    fn milliseconds(&self, value: f64, decimals: usize) -> String;
    /// Routed experts that a step reads in a layer: "8 of 128 experts".
    fn experts(&self, touched: f64, all: f64) -> String;
    /// Words of figure `breakdown`.
    fn breakdown(&self, facts: &Compared<Breakdown>, room: Room) -> FigureWords;

    /// Free memory, and who could use it: long, short, shortest.
    fn free_for(&self, gib: f64, users: Option<f64>, context: f64) -> [String; 3];
    /// Kept for the system: "system 7".
    fn system(&self, gib: f64) -> String;
    /// Which devices a bar stands for.
    fn devices(&self, count: u32, all: u32) -> String;
    /// Missing memory: "4.4 GiB over".
    fn over_by(&self, gib: f64) -> String;
    /// Words of figure `memory`.
    fn memory(&self, facts: &Compared<Held>, room: Room) -> FigureWords;
}
