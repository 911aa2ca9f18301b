//! What is likely behind a row that is far off.

use bpt_calibrate::evaluate::Judged;
use bpt_calibrate::rows::Observed;
use bpt_core::scenario::{ParallelKind, Placement};

/// Two rows read the same weights if their bytes agree this closely.
const SAME_BYTES: f64 = 0.02;
/// Measured speeds of one configuration that differ by more than this tell of the noise.
const DISAGREE: f64 = 1.3;

/// A sentence from what sets the row apart, the most telling first.
pub(super) fn diagnosis(rows: &[Observed], judged: &[Judged], one: &Judged) -> String {
    let row = &rows[one.row];
    let s = &row.scenario;
    if let Some(words) = other_source(rows, judged, one) {
        return words;
    }
    if row.quality != "C" && !row.fits() {
        // Such rows are judged, but no coefficient is fitted to them.
        return "the caches of so many users do not fit beside the weights: they shared a \
                prompt's cache, or waited for one another"
            .to_owned();
    }
    let slower = one.residual > 0.0;
    let words = if s.speculation.is_some() {
        if slower {
            "drafting or verifying leaves the engine's fast path; the unfused factor is not given"
        } else {
            "accepts more than its stated acceptance gives, or drafts in parallel"
        }
    } else if s.placement == Placement::CpuOnly || row.backend == "cpu" {
        if slower {
            "CPU: format without a fast kernel there, or threads and NUMA not at their best"
        } else {
            "CPU: repacked weights and tiled kernels beat the assumed vector rate"
        }
    } else if s.placement != Placement::AllGpu {
        "offload: what the host reaches is assumed"
    } else if s.users > 64.0 {
        "many users: scheduling and other users' prefill inside the rate"
    } else if s.parallel.kind == ParallelKind::LayerSplit {
        "layer split: batches in flight and waiting between devices are not in the row"
    } else if s.device_count() > 1 {
        "tensor parallel: the all-reduce over this link is assumed"
    } else if s.age > 1.0 {
        "a build over a year older than the newest; kernels have changed since"
    } else if row.moe {
        "mixture of experts on kernels that this group has few rows of"
    } else {
        "this device or engine has few rows; it takes the numbers of its class"
    };
    words.to_owned()
}

/// The same configuration measured by another source at another speed.
fn other_source(rows: &[Observed], judged: &[Judged], one: &Judged) -> Option<String> {
    let row = &rows[one.row];
    let bytes = |row: &Observed| row.scenario.model.weights.stored.total().get();
    let same = |other: &&Judged| {
        let o = &rows[other.row];
        o.source_group != row.source_group
            && o.device == row.device
            && o.model == row.model
            && o.backend == row.backend
            && o.scenario.device_count() == row.scenario.device_count()
            && o.scenario.users == row.scenario.users
            && (bytes(o) / bytes(row) - 1.0).abs() < SAME_BYTES
            && o.scenario.speculation.is_some() == row.scenario.speculation.is_some()
    };
    let other = judged.iter().find(same)?;
    let times = other.measured / one.measured;
    (!(1.0 / DISAGREE..=DISAGREE).contains(&times)).then(|| {
        format!(
            "another source ({}) measured {times:.1} times this speed on the same machine and model",
            rows[other.row].id
        )
    })
}
