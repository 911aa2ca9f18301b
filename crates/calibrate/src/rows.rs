//! Measured rows, resolved to scenarios.

use bpt_catalog::{Catalog, Options, ScenarioError, ScenarioRow};
use bpt_core::Scenario;
use serde_json::Value;

use crate::form::Metric;

/// One measured row.
#[derive(Clone, Debug)]
pub struct Observed {
    /// Its id.
    pub id: String,
    /// Address of its source.
    pub source: String,
    /// Sources that belong together.
    pub source_group: String,
    /// Catalog id of the device.
    pub device: String,
    /// Catalog id of the model.
    pub model: String,
    /// Engine as given.
    pub engine: String,
    /// Backend as resolved.
    pub backend: String,
    /// Quality: A controlled, B other harness, C context only.
    pub quality: String,
    /// Class of hardware as the data names it.
    pub class: String,
    /// Kind of placement.
    pub placement: String,
    /// Whether the model is a mixture of experts.
    pub moe: bool,
    /// The scenario.
    pub scenario: Scenario,
    /// Weight in a fit.
    pub weight: f64,
    /// Facts that levels ask for.
    facts: Vec<(&'static str, String)>,
    decode: Option<f64>,
    prefill: Option<f64>,
}

impl Observed {
    /// Measured seconds: of one token for one user, or of one prompt's new tokens.
    #[must_use]
    pub fn seconds(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::Decode => self.decode,
            Metric::Prefill => self.prefill,
        }
    }

    /// Whether a fact holds.
    #[must_use]
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.facts
            .iter()
            .any(|(known, fact)| *known == key && fact == value)
    }

    /// Whether a fit uses it.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.weight > 0.0
    }

    /// A fact's value; empty where the row has none.
    #[must_use]
    pub fn fact(&self, key: &str) -> String {
        let found = self.facts.iter().find(|(known, _)| *known == key);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    }

    /// A plain run of quality A or B.
    #[must_use]
    pub fn headline(&self) -> bool {
        self.quality != "C" && bpt_catalog::measured::plain(&self.scenario)
    }
}

/// A row that could not be used, and why.
#[derive(Clone, Debug)]
pub struct Skipped {
    /// Its id or index.
    pub id: String,
    /// Why.
    pub why: String,
}

/// Rows of a measurements file, resolved.
///
/// # Errors
///
/// Text that is neither an array nor an object with `rows`.
pub fn load(catalog: &Catalog, text: &str) -> Result<(Vec<Observed>, Vec<Skipped>), String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let rows = value
        .as_array()
        .or_else(|| value.get("rows").and_then(Value::as_array));
    let rows = rows.ok_or("neither an array nor an object with rows")?;
    let mut observed = Vec::with_capacity(rows.len());
    let mut skipped = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let id = text_of(row, "id").unwrap_or_else(|| index.to_string());
        match resolve(catalog, row) {
            Ok(mut found) => {
                found.id = id;
                observed.push(found);
            }
            Err(error) => skipped.push(Skipped {
                id,
                why: error.to_string(),
            }),
        }
    }
    weigh(&mut observed);
    Ok((observed, skipped))
}

fn text_of(row: &Value, key: &str) -> Option<String> {
    row.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn number(row: &Value, key: &str) -> Option<f64> {
    row.get(key)
        .and_then(Value::as_f64)
        .filter(|value| *value > 0.0)
}

fn resolve(catalog: &Catalog, row: &Value) -> Result<Observed, ScenarioError> {
    let parsed = ScenarioRow::from_json(row)?;
    let (scenario, group) = catalog.resolve_grouped(&parsed, Options::default())?;
    let users = scenario.users.max(1.0);
    let each = number(row, "decode_tok_s_per_user")
        .or_else(|| number(row, "decode_tok_s_total").map(|total| total / users));
    let new = (scenario.prompt - scenario.cached).max(1.0);
    let prefill = number(row, "prefill_tok_s").map(|speed| new / speed);
    let class = scenario.device().class;
    let moe = scenario.model.counts.moe > 0.0;
    let text = |key: &str| text_of(row, key).unwrap_or_default();
    let facts = group.facts();
    Ok(Observed {
        id: String::new(),
        source: text("source"),
        source_group: text("source_group"),
        device: text("device_id"),
        model: text("model_id"),
        engine: text("engine"),
        backend: scenario.backend.slug().to_owned(),
        quality: row
            .get("quality")
            .and_then(Value::as_str)
            .unwrap_or("B")
            .to_owned(),
        class: row
            .get("class")
            .and_then(Value::as_str)
            .unwrap_or_else(|| class.slug())
            .to_owned(),
        placement: row
            .pointer("/placement/kind")
            .and_then(Value::as_str)
            .unwrap_or("all_gpu")
            .to_owned(),
        moe,
        scenario,
        weight: 0.0,
        facts,
        decode: each.map(|speed| 1.0 / speed),
        prefill,
    })
}

/// Weight of quality B rows in a fit, beside 1 for A: they count where no controlled row does.
const QUALITY_B: f64 = 0.2;

/// Whether the caches of all users can lie beside the weights. Where they cannot, users shared a
/// prompt's cache or waited for one another, and the row does not say what it seems to.
fn holds_its_caches(s: &Scenario) -> bool {
    let memory = bpt_core::estimate(s).memory;
    let capacity: f64 = memory
        .groups()
        .iter()
        .map(|group| group.capacity.get() * f64::from(group.count))
        .sum();
    s.users <= 1.0 || (memory.weights + memory.kv).get() <= capacity
}

/// Many rows of one source on one device say less than their number: their weight falls with the
/// square root of it.
fn weigh(rows: &mut [Observed]) {
    let keys: Vec<(String, String, bool)> = rows
        .iter()
        .map(|row| (row.source_group.clone(), row.device.clone(), row.moe))
        .collect();
    for (row, key) in rows.iter_mut().zip(&keys) {
        let same = keys.iter().filter(|other| *other == key).count();
        let quality = match row.quality.as_str() {
            "A" => 1.0,
            "B" => QUALITY_B,
            _ => 0.0,
        };
        row.weight = if holds_its_caches(&row.scenario) {
            quality * (12.0 / (same as f64).max(12.0)).sqrt()
        } else {
            0.0
        };
    }
}
