//! Figures: one question each.

pub mod together;
