//! Measured runs on the charts: the same thing measured, and nothing else.

use bpt_catalog::measured::{Along, Run, nearest, on_chart, runs};
use bpt_catalog::{Catalog, ScenarioRow};
use serde_json::json;

fn all() -> Vec<Run> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/measurements.json");
    let text = std::fs::read_to_string(path).expect("data/measurements.json");
    runs(Catalog::embedded(), &text).expect("a measurements file")
}

fn row(value: serde_json::Value) -> ScenarioRow {
    ScenarioRow::from_json(&value).expect("a row")
}

/// The preset "Checked against measured runs": one box, Q8_0 (data/measurements.json, the llama.cpp
/// depth and batch sweeps of 2025 on that box).
#[test]
fn the_checked_preset_has_eight_runs_over_context() {
    let catalog = Catalog::embedded();
    let runs = all();
    let b = row(json!({"model_id": "qwen3-30b-a3b", "device_id": "dgx-spark", "quant": "q8_0"}));
    let s = catalog.resolve(&b).expect("a scenario");
    let found = on_chart(&runs, &b, &s, Along::Context);
    let mut ids: Vec<&str> = found
        .iter()
        .map(|(run, ..)| run.about.id.as_str())
        .collect();
    ids.sort_unstable();
    assert_eq!(
        ids,
        [
            "L0593", "L0594", "L0595", "L0596", "L0597", "L0598", "L0604", "L0610"
        ]
    );
    let at = |id: &str| {
        found
            .iter()
            .find(|(run, ..)| run.about.id == id)
            .map(|(_, x, y)| (*x, *y))
    };
    assert_eq!(at("L0595"), Some((8208.0, 48.02)));

    // Over users at 8k: those rows of the batch sweep, all users together.
    let mut users: Vec<(f64, f64)> = on_chart(&runs, &b, &s, Along::Users)
        .into_iter()
        .map(|(_, x, y)| (x, y))
        .collect();
    users.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    users.dedup_by_key(|(x, _)| *x);
    let expected: [f64; 6] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
    assert_eq!(users.iter().map(|(x, _)| *x).collect::<Vec<_>>(), expected);
    let eight = users.iter().find(|(x, _)| *x == 8.0).map(|(_, y)| *y);
    assert!((eight.expect("eight users") - 97.39).abs() < 0.01);
}

#[test]
fn another_device_format_engine_or_placement_is_no_match() {
    let catalog = Catalog::embedded();
    let runs = all();
    for (key, value) in [
        ("quant", json!("q4_0")),
        ("device_id", json!("rtx-5090")),
        ("engine", json!("vllm")),
        ("kv_type", json!("q4_0")),
        ("placement", json!({"kind": "experts_on_cpu"})),
        ("device", json!({"bandwidth_gb_s": 300.0})),
    ] {
        let mut value_of =
            json!({"model_id": "qwen3-30b-a3b", "device_id": "dgx-spark", "quant": "q8_0"});
        value_of[key] = value;
        let row = row(value_of);
        let s = catalog.resolve(&row).expect("a scenario");
        assert!(
            on_chart(&runs, &row, &s, Along::Context)
                .iter()
                .all(|(run, ..)| !run.about.id.starts_with("L059")),
            "{key}"
        );
        let (near, differs) = nearest(&runs, &row, &s).expect("some run");
        assert!(near.clean() && near.decode.is_some());
        assert!(key != "device" || differs.device);
    }
}
