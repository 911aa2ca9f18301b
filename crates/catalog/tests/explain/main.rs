//! Every substituted line of every explanation, evaluated by a calculator of its own, yields the
//! line's value, and the last one the estimate's number: over random scenarios of the whole catalog.

#[path = "../common/mod.rs"]
mod common;
mod parser;
mod random;

use std::collections::HashSet;

use bpt_catalog::{Catalog, report};
use bpt_core::Scenario;
use bpt_core::explain::{Key, Quantity, explain, explain_lines, explainable};
use common::resolve;
use parser::calculate;
use random::Random;
use serde_json::{Value, json};

const SCENARIOS: usize = 1000;
const SEED: u64 = 20_261_130;

/// Equal to 1e-9 of the value.
fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// Checks all numbers of one scenario; the failures, each in one line.
fn failures(s: &Scenario, seen: &mut HashSet<Key>, out: &mut Vec<String>) -> usize {
    let estimate = bpt_core::estimate(s);
    let mut lines = 0;
    for path in explainable(s, &estimate) {
        let Some(explanation) = explain_lines(s, &estimate, &path) else {
            out.push(format!("{path}: no explanation"));
            continue;
        };
        if !explanation.holds() {
            out.push(format!("{path}: does not hold"));
        }
        seen.extend(explanation.symbols.iter().map(|symbol| symbol.id.key));
        for line in &explanation.lines {
            lines += 1;
            seen.insert(line.id.key);
            let text = line.expr.substituted();
            match calculate(&text) {
                Ok(value) if same(value, line.value) => {}
                got => out.push(format!(
                    "{path}: {} = {} = {text}: {got:?}, not {}",
                    line.id.letter(),
                    line.expr.symbolic(),
                    line.value
                )),
            }
        }
        let last = explanation.lines.last().map(|line| line.value);
        let reported = report::quantity(&estimate, &path);
        if last != Some(explanation.value) || (reported.is_some() && reported != last) {
            out.push(format!("{path}: {last:?} is not {reported:?}"));
        }
    }
    lines
}

#[test]
fn every_line_of_a_thousand_scenarios_evaluates() {
    let mut random = Random::new(SEED);
    let (mut lines, mut seen, mut out) = (0, HashSet::new(), Vec::new());
    for at in 0..SCENARIOS {
        let row = random.row(Catalog::embedded());
        let mut here = Vec::new();
        lines += failures(&resolve(&row), &mut seen, &mut here);
        out.extend(here.iter().map(|line| format!("{at} {row}\n    {line}")));
        assert!(out.len() < 40, "{}", out.join("\n"));
    }
    assert!(out.is_empty(), "{}", out.join("\n"));
    assert!(lines > 200 * SCENARIOS, "{lines} lines");
    let never: Vec<&Key> = Key::ALL.iter().filter(|key| !seen.contains(key)).collect();
    assert!(never.is_empty(), "no scenario shows {never:?}");
}

/// Every number of the report can be explained, but for flags and words.
#[test]
fn every_number_of_the_report_has_an_explanation() {
    let s = resolve(&json!({
        "model_id": "qwen3-30b-a3b", "device_id": "rtx-3090", "device_count": 2,
        "tariff_per_kwh": 0.3, "speculative": {"method": "draft-model"},
    }));
    let estimate = bpt_core::estimate(&s);
    for path in report::paths() {
        if path == "memory.fits" || report::quantity(&estimate, &path).is_none() {
            continue;
        }
        assert!(Quantity::parse(&path).is_some(), "{path}");
        assert!(explain_lines(&s, &estimate, &path).is_some(), "{path}");
    }
}

/// The derived numbers of the report are those that are explained.
#[test]
fn derived_numbers_are_the_report_s() {
    let mut random = Random::new(SEED + 1);
    for _ in 0..20 {
        let s = resolve(&random.row(Catalog::embedded()));
        let estimate = bpt_core::estimate(&s);
        let derived = bpt_core::derived::derived(&s);
        let text = report::derived_json(&derived, &report::elasticities(&s));
        let json: Value = serde_json::from_str(&text).expect("JSON");
        for (name, value) in json.as_object().expect("an object") {
            if name == "elasticities" {
                continue;
            }
            let path = format!("derived.{name}");
            assert!(Quantity::parse(&path).is_some(), "{path}");
            let told = explain_lines(&s, &estimate, &path).map(|told| told.value);
            match (told, value.as_f64()) {
                (Some(told), Some(value)) => assert!(same(told, value), "{path}"),
                (told, value) => assert_eq!(told, value, "{path}"),
            }
        }
    }
}

#[test]
fn paths_read_back() {
    let s = resolve(&json!({"model_id": "qwen3-32b", "device_id": "dgx-spark"}));
    let estimate = bpt_core::estimate(&s);
    for path in explainable(&s, &estimate) {
        assert_eq!(Quantity::parse(&path).map(Quantity::path), Some(path));
    }
    for path in [
        "",
        "decode",
        "decode.nonsense",
        "decode.parts.99.seconds",
        "memory.devices.x",
    ] {
        assert!(explain_lines(&s, &estimate, path).is_none(), "{path}");
    }
}

/// What would help most: a long step of a dense model follows bandwidth nearly one to one.
#[test]
fn elasticities_are_sorted_and_have_their_sign() {
    let s = resolve(&json!({"model_id": "qwen3-32b", "device_id": "dgx-spark"}));
    let estimate = bpt_core::estimate(&s);
    let explanation = explain(&s, &estimate, "decode.tok_s_per_user").expect("a number");
    let strongest = explanation.elasticities[0];
    assert_eq!(strongest.input.slug(), "bandwidth");
    assert!((0.8..1.01).contains(&strongest.value), "{strongest:?}");
    let sizes: Vec<f64> = explanation
        .elasticities
        .iter()
        .map(|e| e.value.abs())
        .collect();
    assert!(sizes.is_sorted_by(|a, b| a >= b));
    let (low, high) = explanation.range.expect("a range");
    assert!(low < explanation.value && explanation.value < high);
}

#[test]
fn the_calculator_calculates() {
    for (text, value) in [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3 - -4", 13.0),
        ("2^(1 / 2)^2", 1.189_207_115_002_721),
        ("8 / 2 / 2", 2.0),
        ("max(1, min(3, 2)) * 1e-3", 0.002),
        ("-(2 + 1)", -3.0),
        ("exp(ln(5))", 5.000_000_000_000_001),
    ] {
        let got = calculate(text);
        assert!(
            got.clone().is_ok_and(|got| same(got, value)),
            "{text}: {got:?}"
        );
    }
    assert!(calculate("1 +").is_err() && calculate("(1").is_err() && calculate("1 2").is_err());
}
