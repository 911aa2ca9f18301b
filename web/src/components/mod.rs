//! Components that several views have: what is chosen, what is moved, how a number is shown.

pub(crate) mod actions;
pub(crate) mod chart;
pub(crate) mod chooser;
pub(crate) mod code;
pub(crate) mod data_table;
pub(crate) mod explain;
pub(crate) mod header;
pub(crate) mod headline;
pub(crate) mod number;
pub(crate) mod number_field;
pub(crate) mod painted;
pub(crate) mod pickers;
pub(crate) mod picks;
pub(crate) mod question;
pub(crate) mod segments;
pub(crate) mod sentence;
pub(crate) mod slider;
pub(crate) mod theme_toggle;
pub(crate) mod yours;
