//! Measured runs with what is predicted for them: of one device and one user, all on the device,
//! without speculation, of the better sources (as the headline rows of `docs/ACCURACY.md`).

use bpt_catalog::measured::plain;
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::figures::measure::Run;
use bpt_core::decode::decode;
use serde_json::{Value, json};

use crate::Failed;

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
    let row = ScenarioRow::from_json(row).ok()?;
    let scenario = Catalog::embedded().resolve(&row).ok()?;
    if !good || !plain(&scenario) {
        return None;
    }
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
