//! Writes `data/calibration.json`.

use core::fmt::Write;
use std::collections::BTreeMap;

use bpt_core::coefficients::{Coefficients, Unit};
use serde_json::{Value, json};

use crate::fit::{Prepared, fit, prepare, spreads};
use crate::form::{Form, Metric, Parameter};
use crate::ranges::{KV, OCTAVE, Range, ranges};
use crate::rows::Observed;
use crate::validate::{Holdout, held_out};

/// Newest software in the rows, to which ages refer.
const NEWEST: &str = "2026-07";

/// A fit of one metric with its spreads.
struct Fitted {
    form: Form,
    values: Vec<f64>,
    spreads: Vec<f64>,
    rows: Vec<Prepared>,
    ranges: Vec<Range>,
}

/// Fits both metrics and returns the file's text. Deterministic: the same rows give the same text.
#[must_use]
pub fn calibration(rows: &[Observed]) -> String {
    let fits: Vec<Fitted> = Metric::ALL
        .into_iter()
        .map(|metric| {
            let form = Form::of(metric);
            let mut kept: Vec<Prepared> = prepare(&form, rows, metric)
                .into_iter()
                .filter(|row| rows[row.row].fits())
                .collect();
            let values = fit(&form, metric, &mut kept, &form.start());
            let spreads = spreads(&form, metric, &mut kept, &values);
            let seen = held_out(rows, metric, Holdout::SourceAndDevice);
            let ranges = ranges(rows, metric, &seen.unseen, &seen.cache);
            Fitted {
                form,
                values,
                spreads,
                rows: kept,
                ranges,
            }
        })
        .collect();
    let mut coefficients: Vec<Value> = Vec::new();
    for info in Coefficients::ALL {
        let found = fits.iter().find_map(|fit| {
            let at = fit
                .form
                .coefficients
                .iter()
                .position(|name| *name == info.name)?;
            Some(fitted_entry(fit, at, info.name))
        });
        let mut entry = found.unwrap_or_else(|| {
            let mut entry = json!({
                "name": info.name, "value": info.start, "spread": 0.3, "rows": 0,
                "status": "assumed", "source": "docs/FORMULAS.md",
            });
            if CORRECTIONS.contains(&info.name) {
                entry["source"] = json!("rows held out are predicted best without one");
            }
            entry
        });
        entry["what"] = json!(Coefficients::what(info.name).trim());
        entry["unit"] = json!(unit(info.unit));
        coefficients.push(entry);
    }
    let mut listed = Vec::new();
    for (metric, fit) in Metric::ALL.into_iter().zip(&fits) {
        listed.extend(fit.ranges.iter().map(|range| range_entry(metric, range)));
    }
    let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.fits()) {
        *classes
            .entry(row.scenario.device().class.slug())
            .or_default() += 1;
    }
    text(&coefficients, &listed, &json!(classes))
}

/// Corrections by group: none is fitted, since what a group of rows is off by did not help to
/// predict the next source's.
const CORRECTIONS: [&str; 2] = ["decode_correction", "prefill_correction"];

fn rounded(value: f64) -> f64 {
    let digits = 4 - value.abs().max(1e-12).log10().floor() as i32;
    let scale = 10f64.powi(digits - 1);
    (value * scale).round() / scale
}

fn fitted_entry(fit: &Fitted, coefficient: usize, name: &str) -> Value {
    let of = |index: usize, parameter: &Parameter| {
        let rows = fit.rows.iter().filter(|row| row.touched_by(index)).count();
        let _ = parameter;
        (
            rounded(fit.values[index].exp()),
            rounded(fit.spreads[index]),
            rows,
        )
    };
    let mut entry = json!({
        "name": name, "status": "derived", "source": "fit to data/measurements.json",
    });
    let mut levels = Vec::new();
    for (index, parameter) in fit.form.parameters.iter().enumerate() {
        if parameter.coefficient != coefficient {
            continue;
        }
        let (value, spread, rows) = of(index, parameter);
        if parameter.when.is_empty() {
            let info = Coefficients::info(name);
            let (low, high) = info.map_or((0.0, f64::MAX), |info| (info.low, info.high));
            entry["value"] = json!(value.clamp(low, high));
            entry["spread"] = json!(spread);
            entry["rows"] = json!(rows);
        } else if rows > 0 || parameter.prior != 0.0 {
            let when: BTreeMap<_, _> = parameter.when.iter().copied().collect();
            levels.push(json!({ "where": when, "times": value, "spread": spread, "rows": rows }));
        }
    }
    if !levels.is_empty() {
        entry["levels"] = json!(levels);
    }
    entry
}

fn place(range: &Range) -> Value {
    let mut map = serde_json::Map::new();
    for (key, value) in &range.when {
        let value = match value.as_str() {
            "true" => json!(true),
            "false" => json!(false),
            text => json!(text),
        };
        map.insert((*key).to_owned(), value);
    }
    Value::Object(map)
}

fn range_entry(metric: Metric, range: &Range) -> Value {
    let mut entry = json!({
        "where": place(range), "metric": metric.slug(),
        "low": rounded(range.low), "high": rounded(range.high), "octave": OCTAVE, "rows": range.rows,
    });
    match metric {
        Metric::Decode => {
            entry["kv"] = json!(KV);
            entry["measured_context"] = json!(range.context.round());
            entry["measured_users"] = json!(range.users);
        }
        Metric::Prefill => entry["measured_prompt"] = json!(range.prompt.round()),
    }
    entry
}

const fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Share => "share",
        Unit::Times => "times",
        Unit::Microseconds => "us",
        Unit::Milliseconds => "ms",
        Unit::Operations => "operations",
        Unit::Tokens => "tokens",
        Unit::Exponent => "exponent",
        Unit::PerYear => "per year",
        Unit::GbPerSecond => "GB/s",
        Unit::Mebibytes => "MiB",
        Unit::Years => "years",
    }
}

/// One entry a line, so that a difference shows which number moved.
fn text(coefficients: &[Value], ranges: &[Value], classes: &Value) -> String {
    let lines = |entries: &[Value]| {
        entries
            .iter()
            .map(name_first)
            .collect::<Vec<_>>()
            .join(",\n")
    };
    let body = format!("{}{}", lines(coefficients), lines(ranges));
    let mut out = String::new();
    let _ = write!(
        out,
        "{{\n\"licence\":\"CC-BY-4.0\",\n\"revision\":\"{NEWEST}-{:08x}\",\n\
         \"newest_software\":\"{NEWEST}\",\n\"status\":\"derived\",\n\
         \"what\":\"Generated by bpt calibrate. value x product of times of all matching levels, \
         held within bounds; spread = standard deviation of the logarithm; ranges: the most \
         specific match wins, logarithms of the 80 % range\",\n\"fallback_widening\":0.15,\n\
         \"measured_classes\":{classes},\n\"coefficients\":[\n{}\n],\n\"ranges\":[\n{}\n]\n}}\n",
        checksum(&body),
        lines(coefficients),
        lines(ranges),
    );
    out
}

/// One entry as text, its name before everything else.
fn name_first(entry: &Value) -> String {
    let Some(name) = entry.get("name") else {
        return entry.to_string();
    };
    let mut rest = entry.clone();
    if let Some(map) = rest.as_object_mut() {
        map.remove("name");
    }
    format!("{{\"name\":{name},{}", &rest.to_string()[1..])
}

/// FNV-1a: the revision changes with the content.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
