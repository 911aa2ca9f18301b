//! The numbers of the founding texts (claims.md), each at its scenario and within its tolerance.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Map, Value};

/// The table that `docs/CLAIMS.md` is made from as well.
const TABLE: &str = include_str!("../src/cmd/docs/claims.json");

fn table() -> Value {
    serde_json::from_str(TABLE).expect("JSON")
}

/// A scenario with what it takes over from another.
fn scenario(all: &Map<String, Value>, name: &str) -> Map<String, Value> {
    let mut own = all[name].as_object().expect("an object").clone();
    let Some(Value::String(like)) = own.remove("like") else {
        return own;
    };
    let mut whole = scenario(all, &like);
    whole.extend(own);
    whole
}

fn estimates(table: &Value) -> BTreeMap<String, Value> {
    let all = table["scenarios"].as_object().expect("scenarios");
    let rows: Vec<Value> = all.keys().map(|name| scenario(all, name).into()).collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bpt"))
        .args(["estimate", "--derived"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut input = child.stdin.take().expect("a pipe");
    let text = Value::from(rows).to_string();
    let feed = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("ends");
    feed.join().expect("is fed").expect("is read");
    let estimates: Vec<Value> = serde_json::from_slice(&output.stdout).expect("estimates");
    all.keys().cloned().zip(estimates).collect()
}

/// The value at a path of the report.
fn at(estimate: &Value, path: &str) -> Value {
    let mut here = estimate;
    for step in path.split('.') {
        here = &here[step];
    }
    here.clone()
}

/// What the report says where the claim has a number.
fn number(estimates: &BTreeMap<String, Value>, claim: &Value) -> f64 {
    let text = |key: &str| claim[key].as_str().unwrap_or_default();
    let of = |key: &str, path: &str| at(&estimates[text(key)], path).as_f64().unwrap_or(f64::NAN);
    let path = text("path");
    match text("kind") {
        "value" => of("of", path),
        "ratio" => of("of", path) / of("to", path),
        "sum" => of("of", path) + of("of", text("and")),
        "share" => of("of", "decode.tok_s_per_user") / of("of", "decode.ceiling_tok_s"),
        "part" => {
            let parts = estimates[text("of")]["decode"]["parts"].as_array();
            let parts = parts.expect("parts").iter();
            let seconds: f64 = parts
                .filter(|part| part["kind"] == path)
                .filter_map(|part| part["seconds"].as_f64())
                .sum();
            seconds / of("of", "decode.step_s")
        }
        other => panic!("no kind {other}"),
    }
}

#[test]
fn every_number_of_the_founding_texts() {
    let table = table();
    let estimates = estimates(&table);
    let mut wrong = Vec::new();
    for claim in table["claims"].as_array().expect("claims") {
        let name = format!("{} {}", claim["id"], claim["says"]);
        let text = |key: &str| claim[key].as_str().unwrap_or_default();
        let expected = claim["expected"].as_f64();
        match text("kind") {
            "flag" => {
                let found = at(&estimates[text("of")], text("path"));
                if found != claim["expected"] {
                    wrong.push(format!("{name}: {found}"));
                }
            }
            "within" => {
                let end = |key: &str| {
                    let found = at(&estimates[text(key)], text("path"));
                    found.as_f64().expect("a number")
                };
                let expected = expected.expect("a number");
                if !(end("low") < expected && expected < end("high")) {
                    wrong.push(format!("{name}: {} to {}", end("low"), end("high")));
                }
            }
            _ => {
                let found = number(&estimates, claim);
                let expected = expected.expect("a number");
                let holds = match claim["between"].as_array() {
                    Some(ends) => {
                        ends[0].as_f64().is_some_and(|low| low <= found)
                            && ends[1].as_f64().is_some_and(|high| found <= high)
                    }
                    None => {
                        let tolerance = claim["tolerance"].as_f64().expect("a tolerance");
                        (found / expected - 1.0).abs() <= tolerance
                    }
                };
                if !holds {
                    wrong.push(format!("{name}: {found} instead of {expected}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// claims.md E1: a table of ceilings by device.
#[test]
fn ceilings_of_ten_devices() {
    let table = table();
    let ceilings = &table["ceilings"];
    let all = table["scenarios"].as_object().expect("scenarios");
    let base = scenario(all, ceilings["scenario"].as_str().expect("a name"));
    let bytes = ceilings["bytes"].as_f64().expect("bytes");
    let devices = ceilings["gb_s"].as_object().expect("devices");
    assert_eq!(devices.len(), 10);
    for (device, gb_s) in devices {
        let mut row = base.clone();
        row.insert("device_id".into(), device.as_str().into());
        row.insert("context_tokens".into(), 0.into());
        let one = serde_json::json!({ "scenarios": { "one": row } });
        let found = estimates(&one)["one"]["decode"]["ceiling_tok_s"].as_f64();
        let expected = gb_s.as_f64().expect("GB/s") * 1e9 / bytes;
        let error = found.expect("a ceiling") / expected - 1.0;
        assert!(
            error.abs() <= 0.01,
            "{device}: {found:?} against {expected}"
        );
    }
}
