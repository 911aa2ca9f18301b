//! Measured runs with what is predicted for them: of one device and one user, all on the device,
//! without speculation, of the better sources (as the headline rows of `docs/ACCURACY.md`).

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::figures::measure::Run;
use bpt_core::decode::decode;
use serde_json::{Value, json};

use crate::Failed;

/// Tags of runs that are no plain ones.
const NOT_PLAIN: [&str; 2] = ["spec-decode", "offload"];

/// The runs.
pub(crate) fn runs() -> Result<Vec<Run>, Failed> {
    let file: Value = serde_json::from_str(include_str!("../../../data/measurements.json"))?;
    Ok(file["rows"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(run)
        .collect())
}

fn run(row: &Value) -> Option<Run> {
    let measured = row["decode_tok_s_per_user"].as_f64()?;
    let good = matches!(row["quality"].as_str(), Some("A" | "B"));
    let tagged = row["tags"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .any(|tag| NOT_PLAIN.contains(&tag));
    let row = ScenarioRow::from_json(row).ok()?;
    let one = row.users.unwrap_or(1.0) <= 1.0 && row.device_count.unwrap_or(1.0) <= 1.0;
    if !good || tagged || !one || row.devices.len() > 1 {
        return None;
    }
    let scenario = Catalog::embedded().resolve(&row).ok()?;
    Some(Run {
        measured,
        predicted: decode(&scenario).per_user.get(),
        mixture: scenario.model.counts.moe > 0.0,
        slot: None,
    })
}

/// Three significant digits: enough for a picture and its quantiles.
fn short(value: f64) -> f64 {
    let digits = 3 - value.abs().log10().ceil() as i32;
    let factor = 10_f64.powi(digits);
    (value * factor).round() / factor
}

/// As the page fetches them.
pub(crate) fn as_json(runs: &[Run]) -> String {
    let rows: Vec<Value> = runs
        .iter()
        .map(|run| {
            json!([
                short(run.measured),
                short(run.predicted),
                u8::from(run.mixture)
            ])
        })
        .collect();
    json!({ "held_out": false, "runs": rows }).to_string()
}
