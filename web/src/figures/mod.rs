//! Figures: one question each.

pub(crate) mod together;
