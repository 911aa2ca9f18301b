//! Components: they show what they are given and compute nothing about models.

pub mod actions;
pub mod chart;
pub mod chooser;
pub mod data_table;
pub mod header;
pub mod headline;
pub mod number_field;
pub mod segments;
pub mod sentence;
pub mod slider;
pub mod theme_toggle;
