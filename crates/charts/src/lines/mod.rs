//! Line charts: speeds with their ranges over one quantity.

mod extras;
mod labels;
mod layout;
mod stack;

pub use extras::{Bracket, Extras, Gauge, Mark, Rule, Zone};
pub use stack::StackChart;

use bpt_words::Slot;

use crate::axis::Axis;

/// A chart of one or two models' lines.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// The quantity that is varied.
    pub x: Axis,
    /// What comes of it.
    pub y: Axis,
    /// The lines, A first.
    pub series: Vec<Series>,
    /// The present value of the quantity: a vertical rule.
    pub now: Option<f64>,
    /// Measured runs: hollow diamonds.
    pub measured: Vec<Sample>,
    /// What there is beside the lines.
    pub extras: Box<Extras>,
}

impl LineChart {
    /// Puts the values on a logarithmic axis; what is next to nothing lies on its low end.
    pub fn logarithmic(&mut self, words: &dyn bpt_words::Language) {
        if self.y.scale == crate::axis::Scale::Log {
            return;
        }
        let values = |series: &Series| -> Vec<f64> {
            let each = |sample: &Sample| [sample.value, sample.high];
            series.points.iter().flat_map(each).collect()
        };
        let all: Vec<f64> = self
            .series
            .iter()
            .flat_map(values)
            .chain(self.measured.iter().map(|run| run.value))
            .collect();
        let most = all.iter().copied().fold(0.0, f64::max);
        let seen = all.into_iter().filter(|value| *value >= most / 1e4);
        self.y = crate::figures::decades(seen, &self.y.name, words);
    }
}

/// One point of a line: the value and its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The varied quantity.
    pub x: f64,
    /// The value (P50).
    pub value: f64,
    /// Low end of its range (P10).
    pub low: f64,
    /// High end of its range (P90).
    pub high: f64,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// The estimate: a strong line with its band.
    Estimate,
    /// What would be if something were otherwise: thin dashes, no band.
    WhatIf,
    /// Another case of the same model: a thin line, no band.
    Thin,
    /// What was before a change: thin and grey.
    Ghost,
}

/// One model's line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Whose it is.
    pub slot: Slot,
    /// How it is drawn.
    pub stroke: Stroke,
    /// Its points, from left to right; it ends where the model no longer fits.
    pub points: Vec<Sample>,
    /// From here on it is extrapolated: dotted.
    pub dotted_from: Option<f64>,
    /// Where memory is full.
    pub limit: Option<Limit>,
    /// Where KV bytes pass weight bytes.
    pub crossing: Option<Crossing>,
    /// The value at the rule, worded; `None` where there is none.
    pub value: Option<(f64, String)>,
    /// Where that value is, if not at the rule.
    pub at: Option<f64>,
    /// Where its letter stands.
    pub letter_at: Option<f64>,
    /// Its name along the line, if it is not known by its letter.
    pub name: Option<String>,
}

impl Series {
    /// A line with nothing on it.
    #[must_use]
    pub const fn plain(slot: Slot, stroke: Stroke, points: Vec<Sample>) -> Self {
        Self {
            slot,
            stroke,
            points,
            dotted_from: None,
            limit: None,
            crossing: None,
            value: None,
            at: None,
            letter_at: None,
            name: None,
        }
    }
}

impl Sample {
    /// A point without a range.
    #[must_use]
    pub const fn exact(x: f64, value: f64) -> Self {
        Self {
            x,
            value,
            low: value,
            high: value,
        }
    }
}

/// The end of a line: memory is full.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// Where; left of the chart if the model never fits.
    pub x: f64,
    /// "A full at 14,336".
    pub long: String,
    /// "A full".
    pub short: String,
}

/// A point of a line that deserves a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// Where.
    pub x: f64,
    /// "KV = weights at 19,500".
    pub long: String,
    /// The same on two lines.
    pub lines: [String; 2],
    /// "at 19,500", for the second model.
    pub short: String,
}
