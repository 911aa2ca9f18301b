//! Dependencies point one way: web and the tools, to charts, to words, links and readers, to the
//! catalog, to the core.

use std::path::Path;

use serde_json::Value;

use super::{Outcome, gate_list, hygiene};
use crate::report::Count;
use crate::{exec, paths};

/// Layers from the bottom. A crate may use crates of lower layers only. Whoever adds a crate
/// gives it a place here.
const LAYERS: &[&[&str]] = &[
    &["bpt-core", "bpt-view"],
    &["bpt-catalog"],
    &["bpt-words", "bpt-permalink", "bpt-ingest", "bpt-calibrate"],
    // Above the words, which stand on its labels.
    &["bpt-charts", "bpt-export"],
    &["bpt-story"],
    &[
        "bpt",
        "bpt-bake",
        "bpt-cards",
        "bpt-web",
        "bpt-files",
        "xtask",
    ],
];

/// Crates that must know nothing of a browser, whatever the target.
const NO_BROWSER: [&str; 7] = [
    "bpt-core",
    "bpt-catalog",
    "bpt-words",
    "bpt-permalink",
    "bpt-ingest",
    "bpt-calibrate",
    "bpt-export",
];
const BROWSER: [&str; 5] = ["web-sys", "js-sys", "wasm-bindgen", "leptos", "gloo"];

pub(super) fn direction() -> Outcome {
    let packages = packages().map_err(|why| (Count::default(), why))?;
    let mut wrong = Vec::new();
    for package in &packages {
        wrong.extend(arrows_against_layers(package));
    }
    for name in NO_BROWSER
        .iter()
        .filter(|n| packages.iter().any(|p| p["name"] == ***n))
    {
        let tree = tree(name).map_err(|why| (Count::default(), why))?;
        wrong.extend(
            tree.iter()
                .filter(|d| BROWSER.contains(&d.as_str()))
                .map(|d| format!("{name} brings in {d}")),
        );
        if *name == "bpt-core" && tree.len() > 1 {
            wrong.push(format!(
                "bpt-core has dependencies by default: {}",
                tree[1..].join(", ")
            ));
        }
    }
    gate_list(&wrong)
}

/// Every dependency is named somewhere in the sources of the crate that asks for it.
pub(super) fn used() -> Outcome {
    let look = || -> Result<Vec<String>, String> {
        let files = hygiene::files()?;
        let root = paths::root();
        let mut wrong = Vec::new();
        for package in packages()? {
            let manifest = package["manifest_path"].as_str().unwrap_or_default();
            let folder = Path::new(manifest)
                .parent()
                .and_then(|folder| folder.strip_prefix(&root).ok())
                .map(|folder| format!("{}/", folder.display()))
                .ok_or_else(|| format!("{manifest} is outside the workspace"))?;
            let mut text = String::new();
            for file in &files {
                if file.starts_with(&folder) && file.ends_with(".rs") {
                    text.push_str(&hygiene::read(file)?);
                }
            }
            wrong.extend(unused(&package, &text));
        }
        Ok(wrong)
    };
    match look() {
        Ok(wrong) => gate_list(&wrong),
        Err(why) => Err((Count::default(), why)),
    }
}

/// Dependencies of a package that its text does not name.
fn unused(package: &Value, text: &str) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let list = package["dependencies"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    list.iter()
        .filter_map(|d| d["rename"].as_str().or_else(|| d["name"].as_str()))
        .filter(|used| !names(text, &used.replace('-', "_")))
        .map(|used| format!("{name} does not use {used}"))
        .collect()
}

/// Whether a text has the word on its own.
fn names(text: &str, word: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !part(before.chars().next_back()) && !part(after.chars().next())
    })
}

fn packages() -> Result<Vec<Value>, String> {
    let text = exec::output(exec::cargo().args([
        "metadata",
        "--format-version",
        "1",
        "--no-deps",
        "--locked",
    ]))?;
    let mut value: Value =
        serde_json::from_str(&text).map_err(|e| format!("cargo metadata: {e}"))?;
    match value["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => Err("cargo metadata lists no packages".to_owned()),
    }
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|crates| crates.contains(&name))
}

fn arrows_against_layers(package: &Value) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let Some(own) = layer(name) else {
        return vec![format!(
            "{name} has no place in LAYERS of xtask/src/test/dependencies.rs"
        )];
    };
    let uses = package["dependencies"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    uses.iter()
        // Tests may look upward, programs may not.
        .filter(|d| d["kind"].as_str() != Some("dev"))
        .filter_map(|d| d["name"].as_str())
        .filter(|used| layer(used).is_some_and(|theirs| theirs >= own))
        .map(|used| format!("{name} must not depend on {used}"))
        .collect()
}

/// Names of a crate and everything it brings into the page.
fn tree(name: &str) -> Result<Vec<String>, String> {
    let text = exec::output(exec::cargo().args([
        "tree",
        "--locked",
        "-p",
        name,
        "-e",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}",
        "--target",
        "wasm32-unknown-unknown",
    ]))?;
    Ok(text
        .lines()
        .filter_map(|l| l.split_whitespace().next())
        .map(str::to_owned)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Complaints about one dependency of one package.
    fn complaints(name: &str, used: &str, kind: Value) -> usize {
        let dependency = serde_json::json!({"name": used, "kind": kind});
        let package = serde_json::json!({"name": name, "dependencies": [dependency]});
        arrows_against_layers(&package).len()
    }

    #[test]
    fn an_arrow_upward_or_sideways_is_reported() {
        assert_eq!(complaints("bpt-core", "bpt-catalog", Value::Null), 1);
        assert_eq!(complaints("bpt-words", "bpt-charts", Value::Null), 1);
        assert_eq!(complaints("bpt-words", "bpt-permalink", Value::Null), 1);
        assert_eq!(complaints("stranger", "serde", Value::Null), 1);
    }

    #[test]
    fn a_dependency_that_nothing_names_is_reported() {
        let package = serde_json::json!({
            "name": "a", "dependencies": [{"name": "web-sys"}, {"name": "gloo"}],
        });
        let text = "use web_sys::Window; // gloomy";
        assert_eq!(unused(&package, text), ["a does not use gloo"]);
    }

    #[test]
    fn an_arrow_downward_or_to_a_stranger_or_in_tests_is_fine() {
        assert_eq!(complaints("bpt-charts", "bpt-words", Value::Null), 0);
        assert_eq!(complaints("bpt-core", "serde", Value::Null), 0);
        assert_eq!(complaints("bpt-core", "bpt-catalog", "dev".into()), 0);
    }
}
