//! Figures: one question each.

pub(crate) mod drawn;
pub(crate) mod lab;
pub(crate) mod numbers;
pub(crate) mod together;

/// Below this width a chart has no room for its long labels, CSS px.
pub(crate) const NARROW: f64 = 440.0;
