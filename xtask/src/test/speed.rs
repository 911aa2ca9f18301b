//! How fast the command line and the arithmetic are, in an optimised build.

use super::{Outcome, counted};
use crate::exec;

/// 100,000 scenarios in two seconds, a million estimates in one; processor time of one core.
pub(super) fn gates() -> Outcome {
    counted(exec::cargo().args([
        "test",
        "--locked",
        "--profile",
        "native",
        "--package",
        "bpt",
        "--test",
        "speed",
        "--",
        "--ignored",
        "--test-threads=1",
        "--nocapture",
    ]))
}
