//! Figures: one question each.

pub(crate) mod drawn;
pub(crate) mod lab;
pub(crate) mod numbers;
pub(crate) mod together;
