//! `bpt` as a program: contract section 2.

mod common;

use std::path::Path;

use serde_json::{Value, json};

use common::bpt;

fn estimate(input: &Value) -> (Value, i32) {
    let output = bpt(&["estimate"], input.to_string());
    let code = output.status.code().expect("a status");
    (
        serde_json::from_slice(&output.stdout).unwrap_or(Value::Null),
        code,
    )
}

fn row() -> Value {
    json!({"model_id": "qwen3-8b", "device_id": "rtx-3090"})
}

#[test]
fn one_scenario_gives_one_estimate() {
    let (one, code) = estimate(&row());
    assert_eq!(code, 0);
    assert!(one["decode"]["tok_s_per_user"].as_f64().expect("a number") > 1.0);
    // formulas.md 1.4: Qwen3-8B Q4_K_M is 5.022 GB of tensors.
    let weights = one["memory"]["weights_bytes"].as_f64().expect("a number");
    assert!((weights / 5.022e9 - 1.0).abs() < 0.001, "{weights}");
}

#[test]
fn arrays_and_rows_keep_their_order_and_their_errors() {
    let mut long = row();
    long["context_tokens"] = json!(65536);
    long["id"] = json!("long");
    let (many, code) = estimate(&json!([row(), {"model_id": "nothing"}, long, 5]));
    assert_eq!(code, 2);
    let many = many.as_array().expect("an array");
    assert_eq!(many.len(), 4);
    assert!(many[0]["decode"].is_object());
    for (bad, field) in [(1, "device_id"), (3, "scenario")] {
        assert_eq!(many[bad]["error"]["field"], field);
        assert!(many[bad]["error"]["value"].is_string());
        assert!(many[bad]["error"]["allowed"].is_string());
    }
    assert_eq!(many[2]["id"], "long");
    assert!(many[2]["decode"]["step_s"].as_f64() > many[0]["decode"]["step_s"].as_f64());
    let (rows, code) = estimate(&json!({"what": "some rows", "rows": [row(), row()]}));
    assert_eq!((rows.as_array().map(Vec::len), code), (Some(2), 0));
    let (none, code) = estimate(&json!([]));
    assert_eq!((none, code), (json!([]), 0));
}

#[test]
fn bad_input_is_one_line_and_status_2() {
    for (arguments, input) in [
        (&["estimate"][..], "{"),
        (&["estimate"], ""),
        (&["estimate"], "{\"model_id\": \"qwen3-8b\"}"),
        (&["estimate"], "7"),
        (&["estimate"], "{\"rows\": 7}"),
        (&["estimate", "no-such-file.json"], ""),
        (&["estimate", "--sideways"], "{}"),
        (&["estimate", "a", "b"], "{}"),
        (&["models", "a"], ""),
        (&["fly"], ""),
        (&[], ""),
    ] {
        let output = bpt(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {input}");
        let line = String::from_utf8(output.stderr).expect("text");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(output.stdout.is_empty(), "{arguments:?} {input}");
    }
}

/// A number that no double holds is an error of its element, not of the whole array.
#[test]
fn a_number_out_of_range_is_one_bad_element() {
    let input = format!("[{}, {{\"users\": 1e999}}]", row());
    let output = bpt(&["estimate", "-"], input.as_str());
    assert_eq!(output.status.code(), Some(2));
    let many: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(many[0]["decode"].is_object() && many[1]["error"].is_object());
}

#[test]
fn what_does_not_fit_is_a_result() {
    let (one, code) = estimate(&json!({"model_id": "deepseek-v3", "device_id": "rtx-3090"}));
    assert_eq!((code, &one["memory"]["fits"]), (0, &json!(false)));
    assert!(one["decode"]["tok_s_per_user"].as_f64().expect("a number") > 0.0);
    let codes: Vec<&str> = one["notes"]
        .as_array()
        .expect("notes")
        .iter()
        .filter_map(|note| note["code"].as_str())
        .collect();
    assert!(codes.contains(&"does-not-fit"));
    assert!(one["notes"][0]["words"].is_string());
}

#[test]
fn derived_numbers_on_request() {
    let plain = bpt(&["estimate"], row().to_string());
    let plain: Value = serde_json::from_slice(&plain.stdout).expect("JSON");
    assert!(plain["derived"].is_null());
    let more = bpt(&["estimate", "--derived"], row().to_string());
    let more: Value = serde_json::from_slice(&more.stdout).expect("JSON");
    let derived = &more["derived"];
    for name in ["kv_equals_weights_at_tokens", "floor_tok_s", "answer_s"] {
        assert!(derived[name].is_number(), "{name}");
    }
    for name in [
        "speculative_speedup",
        "break_even_acceptance",
        "split_saves_s",
        "split_pays_s",
    ] {
        assert!(
            derived.as_object().expect("an object").contains_key(name),
            "{name}"
        );
    }
    assert!(
        derived["elasticities"]
            .as_object()
            .is_some_and(|all| all.len() > 3)
    );
}

#[test]
fn every_measured_row_is_estimated() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/measurements.json");
    let output = bpt(&["estimate", file.to_str().expect("a path")], "");
    assert_eq!(output.status.code(), Some(0));
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = std::fs::read_to_string(&file).expect("the file");
    let rows: Value = serde_json::from_str(&text).expect("JSON");
    let (all, rows) = (
        all.as_array().expect("an array"),
        rows["rows"].as_array().expect("rows"),
    );
    assert_eq!(all.len(), rows.len());
    for (one, row) in all.iter().zip(rows) {
        assert_eq!(one["id"], row["id"]);
        assert!(one["decode"]["tok_s_per_user"].is_number(), "{}", row["id"]);
    }
}

#[test]
fn lists_have_a_line_or_an_object_each() {
    for (command, least) in [
        ("models", 137),
        ("devices", 165),
        ("links", 36),
        ("quants", 40),
    ] {
        let lines = bpt(&[command], "");
        assert_eq!(lines.status.code(), Some(0));
        let lines = String::from_utf8(lines.stdout).expect("text");
        assert!(lines.lines().count() >= least, "{command}");
        let all = bpt(&[command, "--json"], "");
        let all: Value = serde_json::from_slice(&all.stdout).expect("JSON");
        assert_eq!(
            all.as_array().map(Vec::len),
            Some(lines.lines().count()),
            "{command}"
        );
        assert!(all[0]["id"].is_string());
    }
}
