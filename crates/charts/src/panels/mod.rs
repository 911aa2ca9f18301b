//! Memory against one quantity: one panel per model, all on one horizontal axis.
//!
//! Physical capacity always lies at the same height of a panel, so the line stands still and the
//! bytes move.

mod layout;

use bpt_words::Slot;

use crate::axis::{Axis, Tick};

/// A chart of what memory holds.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelChart {
    /// The quantity that is varied.
    pub x: Axis,
    /// One panel per model, A first.
    pub panels: Vec<Panel>,
    /// The present value of the quantity: a vertical rule.
    pub now: Option<f64>,
}

/// What memory holds at one value of the quantity, GiB.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stack {
    /// The varied quantity.
    pub x: f64,
    /// Weights.
    pub weights: f64,
    /// Cache and state as the engine reserves them, all users.
    pub kv: f64,
    /// Compute buffers and runtime.
    pub buffers: f64,
}

impl Stack {
    /// All of it.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.weights + self.kv + self.buffers
    }
}

/// One model's memory on its fullest device.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Whose it is.
    pub slot: Slot,
    /// What the device can give, GiB.
    pub usable: f64,
    /// What the device has, GiB.
    pub physical: f64,
    /// Round values on the vertical axis, GiB.
    pub ticks: Vec<Tick>,
    /// What it holds, from left to right.
    pub stacks: Vec<Stack>,
    /// What it needs at the rule, GiB.
    pub need: f64,
    /// Where it is full; left of the chart if the model never fits.
    pub limit: Option<f64>,
    /// "needs 21.1 GiB".
    pub head: String,
    /// "fullest of 2, ", between letter and head.
    pub which: String,
    /// "full at 14,336", "83.1 at 256k" or "does not fit".
    pub end: String,
    /// "114.7 GiB usable"; empty where the panel above says it already.
    pub capacity: String,
    /// "weights 18.4".
    pub weights: String,
    /// "conversation (KV)" and "KV"; empty where another panel says it already.
    pub kv: [String; 2],
    /// "93.6 GiB free" and "93.6 free".
    pub free: [String; 2],
}

impl Panel {
    /// Whether it fits at the rule.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.need <= self.usable
    }
}
