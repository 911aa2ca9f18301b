//! What figure `rightsize` says, and the numbers it is given.

use super::FigureWords;
use super::fixed::texts;
use crate::language::Room;
use crate::span::Span;

texts! {
    /// Fixed texts of figure `rightsize`.
    RightsizeTexts {  }
}

/// What a language says of it. Every function is pure.
pub trait RightsizeLanguage {
    /// Its fixed texts.
    fn rightsize_texts(&self) -> &'static RightsizeTexts;
    /// A cell of `rightsize` as it is seen: "150", "13", "12 s", "23.6 over".
    fn right_cell(&self, state: CellState, speed: f64) -> String;
    /// The same as it is spoken: "GLM-4.5-Air on M4 Max: 26 tokens a second, passes".
    fn right_cell_name(&self, cell: &RightCellName<'_>) -> String;
    /// What is read off a cell: range and bytes.
    fn right_readout(&self, cell: &RightCellName<'_>) -> Vec<Span>;
    /// Words of figure `rightsize`.
    fn rightsize(&self, facts: &RightSizing, room: Room) -> FigureWords;
}

/// What a cell of `rightsize` shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellState {
    /// Meets the bar: 1 to 4 for 1 to 2, 2 to 4, 4 to 8, 8 or more times the least speed.
    Passes(u8),
    /// Slower than the least speed.
    Below,
    /// Fast enough, but the first token comes too late, s; `None` if it never comes.
    Waits(Option<f64>),
    /// Does not fit: what is missing, GiB.
    Over(f64),
}

/// A cell of `rightsize` with everything that is said of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RightCellName<'a> {
    /// The model.
    pub model: &'a str,
    /// The machine.
    pub machine: &'a str,
    /// What the cell shows.
    pub state: CellState,
    /// Speed for one user with its range, tok/s.
    pub speed: [f64; 3],
    /// Weights and cache read in a step, GB.
    pub read: [f64; 2],
    /// Whether it is the largest that passes there.
    pub largest: bool,
    /// Whether it is an extrapolation.
    pub extrapolated: bool,
    /// Least speed, tok/s.
    pub least: f64,
    /// Longest wait, s.
    pub wait: Option<f64>,
}

/// A machine with how many models pass on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// Its name.
    pub machine: String,
    /// Whether the name says a number of devices.
    pub several: bool,
    /// Models that pass.
    pub passing: usize,
}

/// A model that passes, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Winner {
    /// The model.
    pub model: String,
    /// The machine.
    pub machine: String,
    /// Speed for one user, tok/s.
    pub speed: f64,
    /// Weights read in a step, GB.
    pub read_gb: f64,
}

/// Why a model does not pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WhyNot {
    /// Too slow, tok/s.
    Below(f64),
    /// The first token comes after so long, s.
    Waits(f64),
    /// Missing memory, GiB.
    Over(f64),
}

/// The model that comes nearest, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// The model.
    pub model: String,
    /// The machine.
    pub machine: String,
    /// Why it does not pass.
    pub why: WhyNot,
}

/// Figure `rightsize` in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct RightSizing {
    /// Models that the reader accepts.
    pub accepted: usize,
    /// Of them, those that pass on at least one machine.
    pub anywhere: usize,
    /// The machines with the least and the most memory, or the only one.
    pub machines: Vec<Count>,
    /// The fastest that passes.
    pub fastest: Option<Winner>,
    /// The largest that passes.
    pub largest: Option<Winner>,
    /// The nearest that does not.
    pub nearest: Option<Nearest>,
    /// Least speed, tok/s.
    pub least: f64,
    /// Longest wait, s.
    pub wait: Option<f64>,
    /// Context, tokens.
    pub context: f64,
    /// Users at once.
    pub users: f64,
}
