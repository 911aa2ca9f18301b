//! The figures of story and lab in Chinese.

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
mod shared;
mod speculation;
mod spill;
mod two;
mod users;

use crate::figures::{FigureLanguage, Fixed};

impl FigureLanguage for super::Chinese {
    fn together_name(&self) -> &'static str {
        "全部合在一起"
    }

    fn fixed(&self, fixed: Fixed) -> &'static str {
        fixed::text(fixed)
    }
}
