//! The figures of story and lab in English.

mod bandwidth;
mod bits;
mod breakdown;
mod bytes;
mod context;
mod fixed;
mod gains;
mod measure;
mod memory;
mod prefill;
mod rightsize;
pub(super) mod say;
mod speculation;
mod spill;
mod two;
mod users;

use crate::figures::{FigureLanguage, Fixed};

impl FigureLanguage for super::English {
    fn together_name(&self) -> &'static str {
        "Everything together"
    }

    fn fixed(&self, fixed: Fixed) -> &'static str {
        fixed::text(fixed)
    }
}
