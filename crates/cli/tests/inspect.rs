//! `bpt inspect` on headers written by the reference package `gguf`: what it prints goes into a
//! scenario as it is, and the bytes are those of the file.

mod common;

use std::path::PathBuf;

use serde_json::{Value, json};

use common::bpt;

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../ingest/tests/fixtures/gguf")
        .join(name)
}

fn inspect(file: &str) -> Value {
    let path = fixture(file);
    let output = bpt(&["inspect", path.to_str().unwrap()], b"");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn an_inspected_model_goes_into_a_scenario_with_its_real_bytes() {
    for file in [
        "qwen3-8b.gguf",
        "gpt-oss-20b.gguf",
        "deepseek-v2-lite.gguf",
        "granite-4.0-h-tiny.gguf",
        "gemma-3-1b.gguf",
    ] {
        let found = inspect(file);
        for part in ["model", "understood", "assumed", "unknown"] {
            assert!(found[part].is_object(), "{file}: {part}");
        }
        let scenario = json!({
            "model": found["model"], "quant": found["quant"], "bits_by_class": found["bits_by_class"],
            "device_id": "rtx-3090",
        });
        let output = bpt(&["estimate"], scenario.to_string().as_bytes());
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let estimate: Value = serde_json::from_slice(&output.stdout).unwrap();
        let stored = estimate["memory"]["weights_bytes"].as_f64().unwrap();
        let real = found["file_bytes"].as_f64().unwrap();
        assert!(
            (stored / real - 1.0).abs() < 2e-3,
            "{file}: {stored} instead of {real}"
        );
    }
}

#[test]
fn bad_input_is_one_line_and_status_2() {
    let output = bpt(&["inspect"], b"PK\x03\x04 not a model at all");
    assert_eq!(output.status.code(), Some(2));
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(
        line.contains("neither a GGUF file, nor a safetensors header"),
        "{line}"
    );
    assert_eq!(line.lines().count(), 1);
}
