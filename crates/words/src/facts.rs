//! What sentences are made of: plain numbers, already computed.

use crate::span::Slot;

/// One model's numbers at the present scenario and at the ends of the context chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Which of the two it is.
    pub slot: Slot,
    /// Speed for one user, tok/s.
    pub speed: f64,
    /// Low end of its range, tok/s.
    pub low: f64,
    /// High end of its range, tok/s.
    pub high: f64,
    /// Weight bytes read in a step.
    pub reads: f64,
    /// What its fullest device has to hold, GiB.
    pub need: f64,
    /// What that device can give, GiB.
    pub usable: f64,
    /// Whether everything fits.
    pub fits: bool,
    /// What is missing where it does not, on the fullest device or the host, GiB.
    pub over: f64,
    /// Weights alone on that device, GiB.
    pub weights: f64,
    /// Longest context that fits, tokens; `None` if none does.
    pub full_at: Option<f64>,
    /// Context at which KV bytes pass weight bytes, if it does within the chart and its memory.
    pub crossing: Option<f64>,
    /// Speed at the chart's left end, tok/s.
    pub first_speed: f64,
    /// Right end of its line: the chart's or its memory's, tokens.
    pub last_at: f64,
    /// Speed there, tok/s.
    pub last_speed: f64,
    /// What it needs at the chart's right end, GiB.
    pub last_need: f64,
    /// The machine's name.
    pub device: String,
    /// Memory bandwidth of one of its devices, GB/s.
    pub bandwidth: f64,
}

impl Side {
    /// Free memory, GiB; below zero where it does not fit.
    #[must_use]
    pub fn spare(&self) -> f64 {
        self.usable - self.need
    }

    /// Share of its first speed that it keeps to the end of its line.
    #[must_use]
    pub fn keeps(&self) -> f64 {
        self.last_speed / self.first_speed
    }

    /// Whether weights alone are too large.
    #[must_use]
    pub fn never_fits(&self) -> bool {
        self.full_at.is_none()
    }

    /// Longest context that fits, if that is inside the chart.
    #[must_use]
    pub fn full_within(&self, right: f64) -> Option<f64> {
        self.full_at.filter(|full| *full < right)
    }
}

/// Both models' numbers, or one's.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Model A.
    pub a: Side,
    /// Model B, if there is one.
    pub b: Option<Side>,
    /// Whether both are the same in everything.
    pub same: bool,
    /// Context, tokens.
    pub context: f64,
    /// Users at once.
    pub users: f64,
    /// Right end of the context chart, tokens.
    pub right: f64,
}

impl Facts {
    /// The sides that exist.
    pub fn sides(&self) -> impl Iterator<Item = &Side> {
        core::iter::once(&self.a).chain(&self.b)
    }
}

/// What one model shows at one context, for the readout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Whose it is.
    pub slot: Slot,
    /// Speed for one user with its range, tok/s; `None` where it does not fit.
    pub speed: Option<[f64; 3]>,
    /// What it needs, GiB.
    pub need: f64,
    /// What its device gives, GiB.
    pub usable: f64,
}

/// A way to make it fit.
#[derive(Clone, Debug, PartialEq)]
pub enum Fix {
    /// A shorter context, tokens.
    Context(f64),
    /// Fewer users.
    Users(f64),
    /// A smaller element type of the KV cache.
    Kv(String),
    /// A smaller weight format.
    Format(String),
}
