//! What a build needs beyond cargo: looked for, else put into the cache, never twice.

pub(crate) mod browser;
mod cargo_tool;
mod node;
pub(crate) mod target;

use std::path::PathBuf;

use crate::{exec, paths};

pub(crate) use node::install as npm_install;
pub(crate) use target::wasm as wasm_target;

/// Trunk builds and bundles the page. 0.22 needs a newer rustc than the minimum in Cargo.toml.
const TRUNK: &str = "0.21.14";
const CARGO_FUZZ: &str = "0.13.2";

/// Folders to put before PATH so that `trunk` finds itself, `wasm-bindgen` and `wasm-opt`.
pub(crate) fn for_build() -> Result<Vec<PathBuf>, String> {
    wasm_target()?;
    npm_install()?;
    let folders = vec![
        cargo_tool::folder(
            "trunk",
            "trunk",
            TRUNK,
            &["--no-default-features", "--features", "rustls"],
        )?,
        wasm_bindgen()?,
        // Binaryen's wasm-opt, from npm: Debian's is years behind what rustc emits.
        paths::e2e().join("node_modules").join(".bin"),
    ];
    Ok(folders)
}

/// The folder of wasm-bindgen's command line and test runner.
pub(crate) fn wasm_bindgen() -> Result<PathBuf, String> {
    cargo_tool::folder(
        "wasm-bindgen-cli",
        "wasm-bindgen",
        &wasm_bindgen_version()?,
        &[],
    )
}

/// The folder of cargo-fuzz, which drives libFuzzer.
pub(crate) fn cargo_fuzz() -> Result<PathBuf, String> {
    cargo_tool::folder("cargo-fuzz", "cargo-fuzz", CARGO_FUZZ, &[])
}

/// The tool must be of the very version of the library, which Cargo.lock knows.
fn wasm_bindgen_version() -> Result<String, String> {
    let path = paths::root().join("Cargo.lock");
    let lock = std::fs::read_to_string(&path).map_err(|e| format!("Cargo.lock: {e}"))?;
    locked_version(&lock, "wasm-bindgen").ok_or_else(|| "Cargo.lock has no wasm-bindgen".to_owned())
}

/// Version of a package in the text of a Cargo.lock.
fn locked_version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|l| *l != name);
    let version = lines
        .nth(1)?
        .strip_prefix("version = \"")?
        .strip_suffix('"')?;
    Some(version.to_owned())
}

/// A line about what is being fetched or built, so that nobody wonders about the wait.
fn say(text: &str) {
    println!("xtask: {text}");
}

/// Whether the program answers `--version` with exactly this version as its last word.
fn has_version(program: &std::path::Path, version: &str) -> bool {
    exec::output(exec::command(program).arg("--version"))
        .is_ok_and(|text| text.split_whitespace().nth(1) == Some(version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_the_one_of_the_package_and_not_of_its_namesake() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"9.9.9\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.129\"\n";
        assert_eq!(
            locked_version(lock, "wasm-bindgen").as_deref(),
            Some("0.2.129")
        );
        assert_eq!(locked_version(lock, "leptos"), None);
    }
}
