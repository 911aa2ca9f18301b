//! The page's own crate: lints, and tests that run inside a browser.

use std::path::Path;

use super::{Outcome, counted, gate};
use crate::report::Count;
use crate::{exec, paths, tools};

const TARGET: [&str; 5] = [
    "--locked",
    "-p",
    "bpt-web",
    "--target",
    "wasm32-unknown-unknown",
];

pub(super) fn lints() -> Outcome {
    gate(tools::wasm_target().and_then(|()| {
        exec::run(exec::cargo().arg("clippy").args(TARGET).args([
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]))
    }))
}

/// Tests marked `#[wasm_bindgen_test]`, by wasm-bindgen's runner in headless Chromium.
pub(super) fn tests() -> Outcome {
    if !mentions_tests(&paths::root().join("web").join("src"))
        && !mentions_tests(&paths::root().join("web").join("tests"))
    {
        println!("no #[wasm_bindgen_test] in web/ yet");
        return Ok(Count::default());
    }
    let ready = || -> Result<_, String> {
        Ok((
            tools::wasm_bindgen()?,
            tools::browser::chromium()?,
            tools::browser::driver()?,
        ))
    };
    let (folder, _, driver) = ready().map_err(|why| (Count::default(), why))?;
    counted(
        exec::cargo()
            .arg("test")
            .args(TARGET)
            .env(
                "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
                folder.join("wasm-bindgen-test-runner"),
            )
            // Browser switches are in web/webdriver.json.
            .env("CHROMEDRIVER", driver),
    )
}

fn mentions_tests(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().map(|e| e.path()).any(|path| {
        if path.is_dir() {
            mentions_tests(&path)
        } else {
            std::fs::read_to_string(&path).is_ok_and(|text| text.contains("#[wasm_bindgen_test"))
        }
    })
}
