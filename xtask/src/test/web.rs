//! The page's own crate, and what has to hold in WebAssembly as it does natively.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::{Outcome, counted, gate};
use crate::report::Count;
use crate::{exec, paths, tools};

/// Of this many measured rows one is estimated both ways.
const ONE_IN: usize = 6;

pub(super) fn lints() -> Outcome {
    gate(tools::wasm_target().and_then(|()| {
        exec::run(exec::cargo().args([
            "clippy",
            "--locked",
            "-p",
            "bpt-web",
            "--target",
            "wasm32-unknown-unknown",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]))
    }))
}

/// Golden vectors in WebAssembly, and estimates beside those of the native program. Node runs
/// them: the arithmetic is in the module, so every engine gives the same.
pub(super) fn arithmetic() -> Outcome {
    let ready = || -> Result<_, String> {
        tools::wasm_target()?;
        Ok((tools::wasm_bindgen()?, native_estimates()?))
    };
    let (runner, [rows, native]) = ready().map_err(|why| (Count::default(), why))?;
    counted(
        exec::cargo()
            .args(["test", "--locked", "-p", "bpt-catalog"])
            .args(["--target", "wasm32-unknown-unknown"])
            .args(["--test", "golden", "--test", "wasm"])
            .args(["--", "--nocapture"])
            .env(
                "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
                runner.join("wasm-bindgen-test-runner"),
            )
            .env("BPT_ROWS", rows)
            .env("BPT_NATIVE", native),
    )
}

/// Files with some scenario rows, and with what `bpt estimate` says of them.
fn native_estimates() -> Result<[PathBuf; 2], String> {
    let folder = paths::target().join("webassembly");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let text = fs::read_to_string(paths::root().join("data").join("measurements.json"))
        .map_err(|e| e.to_string())?;
    let mut all: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let all = all["rows"].as_array_mut().map(std::mem::take);
    let rows: Value = all.into_iter().flatten().step_by(ONE_IN).collect();
    let [given, answered] = ["rows.json", "native.json"].map(|name| folder.join(name));
    fs::write(&given, rows.to_string()).map_err(|e| e.to_string())?;
    let run = [
        "run",
        "--quiet",
        "--locked",
        "--package",
        "bpt",
        "--",
        "estimate",
    ];
    let estimates = exec::output(exec::cargo().args(run).arg(&given))?;
    fs::write(&answered, estimates).map_err(|e| e.to_string())?;
    Ok([given, answered])
}
