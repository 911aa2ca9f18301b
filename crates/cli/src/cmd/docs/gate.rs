//! Fails when errors grow past their limits, or when fewer held-out speeds lie in their ranges.

use std::process::ExitCode;

use serde_json::Value;

use super::accuracy::{HELD_OUT, group, held, load};
use crate::cmd::evaluate::Report;
use crate::{Failure, Outcome};

/// The limits: kept by hand, a little above what the document says.
const LIMITS: &str = "docs/accuracy_limits.json";
/// A limit for each group with enough rows, of those whose name begins with `of`.
const EACH: &str = "each";

pub(super) fn run() -> Outcome {
    let limits: Value = serde_json::from_str(&super::read(LIMITS)?)?;
    let kept: Value = serde_json::from_str(&super::read(HELD_OUT)?)?;
    let (rows, skipped) = load()?;
    let report = Report::new(&rows, &skipped).json();
    let mut good = true;
    let skipped = report["rows_skipped"].as_array().map_or(0, Vec::len);
    if skipped > 0 {
        eprintln!("bpt: {skipped} rows skipped; all should be used");
        good = false;
    }
    for limit in limits["limits"].as_array().into_iter().flatten() {
        let text = |key: &str| limit[key].as_str().unwrap_or_default();
        let (metric, by, name) = (text("metric"), text("by"), text("group"));
        let groups = if by == "fitted" {
            &report["metrics"][metric]
        } else {
            &held(&kept, by, metric)["groups"]
        };
        if name == EACH {
            let least = limit["rows"].as_u64().unwrap_or(1);
            let of = |one: &Value| {
                let found = one["group"].as_str();
                found.is_some_and(|found| found.starts_with(text("of")))
            };
            for one in groups.as_array().into_iter().flatten() {
                if one["rows"].as_u64().is_some_and(|rows| rows >= least)
                    && of(one)
                    && !context_only(one)
                {
                    good &= holds(limit, one)?;
                }
            }
        } else {
            good &= holds(limit, group(groups, name))?;
        }
    }
    Ok(if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Rows of quality C are shown as context and judge nothing.
fn context_only(group: &Value) -> bool {
    group["group"] == "quality: C"
}

/// Whether a group's number lies within a limit; prints which it is.
fn holds(limit: &Value, group: &Value) -> Result<bool, Failure> {
    let text = |key: &str| limit[key].as_str().unwrap_or_default();
    let (metric, by, number) = (text("metric"), text("by"), text("number"));
    let name = group["group"].as_str().unwrap_or_else(|| text("group"));
    let found = group[number].as_f64();
    let found = found.ok_or_else(|| Failure(format!("{LIMITS}: no {by} {metric} {name}")))?;
    let bound = |key: &str| limit[key].as_f64();
    let size = if number == "bias_ln" {
        found.abs()
    } else {
        found
    };
    let good = bound("most").is_none_or(|most| size <= most)
        && bound("least").is_none_or(|least| size >= least);
    let mark = if good { "ok" } else { "WORSE" };
    println!("{mark:5} {metric} {by}: {name}: {number} {found:.3}");
    Ok(good)
}
