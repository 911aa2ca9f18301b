//! Calibration, its error and the documents made from both: `bpt` itself checks them.

use super::{Outcome, gate};
use crate::exec;

/// `bpt` as the native tests built it.
fn bpt(arguments: &[&str]) -> Outcome {
    let run = ["run", "--locked", "--quiet", "--package", "bpt", "--"];
    gate(exec::run(exec::cargo().args(run).args(arguments)))
}

/// The file is what the rows give.
pub(super) fn calibration() -> Outcome {
    bpt(&["calibrate", "data/measurements.json", "--check"])
}

/// Errors stay within `docs/accuracy_limits.json`.
pub(super) fn limits() -> Outcome {
    bpt(&["docs", "gate"])
}

/// Generated documents are what the data gives.
pub(super) fn documents() -> Outcome {
    bpt(&["docs", "check"])
}

/// `cargo xtask docs`: writes them; a minute or so.
pub(crate) fn write_documents() -> Result<(), String> {
    bpt(&["docs", "write"]).map(|_| ()).map_err(|(_, why)| why)
}
