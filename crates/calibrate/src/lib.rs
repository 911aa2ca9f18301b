//! Fits the coefficients of the time model to measured rows and says how far they are off.
//!
//! Native only: the page reads the result, `data/calibration.json`.

#![deny(missing_docs)]

pub mod evaluate;
pub mod fit;
pub mod form;
pub mod gaps;
pub mod ranges;
pub mod rows;
pub mod statistics;
pub mod validate;
pub mod write;
