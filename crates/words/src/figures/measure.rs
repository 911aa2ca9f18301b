//! What figure `measure` says, and the numbers it is given.

use super::FigureWords;
use super::fixed::texts;
use crate::language::Room;
use crate::span::Slot;

texts! {
    /// Fixed texts of figure `measure`.
    MeasureTexts { axis_measured, axis_predicted, your_run, all_runs, dense_runs, mixture_runs, column_group, column_runs, column_p10, column_p50, column_p90, column_within, }
}

/// What a language says of it. Every function is pure.
pub trait MeasureLanguage {
    /// Its fixed texts.
    fn measure_texts(&self) -> &'static MeasureTexts;
    /// The guides beside the diagonal: "±20 %".
    fn guide(&self, share: f64) -> String;
    /// Words of figure `measure`.
    fn measure(&self, facts: &Measured, room: Room) -> FigureWords;
}

/// Errors of some runs: predicted over measured, less 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// Runs.
    pub count: usize,
    /// P10 of the error.
    pub low: f64,
    /// P50 of the error.
    pub middle: f64,
    /// P90 of the error.
    pub high: f64,
    /// P50 of its size.
    pub size: f64,
    /// P90 of its size.
    pub size_high: f64,
    /// Share of the runs within 20 %.
    pub within: f64,
}

/// What the reader saw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// With which model.
    pub slot: Slot,
    /// Speed, tok/s.
    pub speed: f64,
    /// What is predicted, tok/s.
    pub predicted: f64,
    /// Share of the ceiling.
    pub of_ceiling: f64,
    /// What to make of it.
    pub verdict: Verdict,
}

/// What to make of a measured speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should be.
    Plausible,
    /// Something costs speed.
    Slow,
    /// Faster than memory can be read.
    AbovePhysics,
}

/// Figure `measure` in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Whether the predictions were made without the runs.
    pub held_out: bool,
    /// All runs.
    pub all: Option<Errors>,
    /// Runs of dense models.
    pub dense: Option<Errors>,
    /// Runs of mixtures of experts.
    pub mixture: Option<Errors>,
    /// The reader's own.
    pub claim: Option<Claim>,
}
