//! `bpt explain` as a program: contract section 2.

mod common;

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use common::bpt;

#[test]
fn a_reader_that_stops_early_is_one_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bpt"))
        .args(["explain", "-", "decode.tok_s_per_user"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    // Nobody reads any more when it begins.
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(row().to_string().as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

fn explain(row: &Value, path: &str) -> Value {
    let output = bpt(&["explain", "-", path], row.to_string());
    assert_eq!(output.status.code(), Some(0), "{path}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn symbol<'a>(explanation: &'a Value, letter: &str) -> &'a Value {
    let all = explanation["symbols"].as_array().expect("symbols");
    let found = all.iter().find(|symbol| symbol["symbol"] == letter);
    found.unwrap_or_else(|| panic!("no {letter}"))
}

fn row() -> Value {
    json!({"model_id": "qwen3-30b-a3b", "device_id": "dgx-spark", "context_tokens": 8192})
}

#[test]
fn a_speed_has_formula_symbols_sources_and_range() {
    let told = explain(&row(), "decode.tok_s_per_user");
    assert_eq!(told["formula"], "v = 1 ÷ time");
    assert_eq!(told["unit"], "tok/s");
    assert!(
        told["answer"]
            .as_str()
            .is_some_and(|text| text.starts_with("One token takes "))
    );
    assert!(told["range"]["low"].as_f64() < told["value"].as_f64());
    assert!(told["range"]["basis"].is_string());
    assert!(told["elasticities"]["bandwidth"].as_f64() > Some(0.3));
    // data/devices.json: 273 GB/s, a maker's figure with a date.
    let bandwidth = symbol(&told, "B");
    assert_eq!(
        (&bandwidth["value"], &bandwidth["unit"]),
        (&json!(273e9), &json!("B/s"))
    );
    assert_eq!(
        (&bandwidth["label"], &bandwidth["entry"]),
        (&json!("spec"), &json!("dgx-spark"))
    );
    assert!(
        bandwidth["source"][0]["date"]
            .as_str()
            .is_some_and(|date| date.starts_with("20"))
    );
    let share = symbol(&told, "e");
    assert_eq!(share["file"], "data/calibration.json");
    assert_eq!(
        (&share["entry"], &share["label"]),
        (&json!("weight_efficiency"), &json!("derived"))
    );
    for line in told["lines"].as_array().expect("lines") {
        assert!(line["substituted"].is_string() && line["value"].is_number());
        assert!(
            line["meaning"]
                .as_str()
                .is_some_and(|meaning| !meaning.is_empty())
        );
    }
    // A symbol that can be asked for on its own says how.
    let next = symbol(&told, "k_a")["explained_by"]
        .as_str()
        .expect("a path");
    assert!(explain(&row(), next)["value"].is_number());
}

#[test]
fn what_the_row_gives_is_input_and_what_it_leaves_out_assumed() {
    let mut row = row();
    row["device"] = json!({"bandwidth_gb_s": 300});
    row["assume"] = json!({"weight_efficiency": 0.8});
    let told = explain(&row, "decode.step_s");
    assert_eq!(symbol(&told, "B")["label"], "input");
    assert_eq!(symbol(&told, "e")["label"], "input");
    assert_eq!(symbol(&told, "u")["label"], "assumed");
    let told = explain(&row, "memory.kv_bytes");
    assert_eq!(symbol(&told, "n")["label"], "input");
}

#[test]
fn the_row_comes_from_standard_input_too() {
    let output = bpt(&["explain", "memory.weights_bytes"], row().to_string());
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    // formulas.md 1.4: Qwen3-30B-A3B Q4_K_M is 18.55 GB.
    assert!((told["value"].as_f64().expect("a number") / 18.55e9 - 1.0).abs() < 1e-3);
}

#[test]
fn a_number_that_does_not_exist_here_is_null() {
    let told = explain(&row(), "energy.cost_per_million_tokens");
    assert_eq!(told["value"], Value::Null);
    let told = explain(&row(), "derived.speculative_speedup");
    assert_eq!(told["value"], Value::Null);
}

#[test]
fn bad_input_is_one_line_and_status_2() {
    let row = row().to_string();
    for (arguments, input) in [
        (&["explain", "-", "decode.nonsense"][..], row.as_str()),
        (&["explain", "-", "decode.parts.99.seconds"], &row),
        (&["explain", "-", "decode.step_s", "more"], &row),
        (&["explain", "-", "decode.step_s"], "{"),
        (
            &["explain", "-", "decode.step_s"],
            "{\"model_id\": \"none\"}",
        ),
        (&["explain"], ""),
    ] {
        let output = bpt(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    }
}
