//! Licences, sources and bans of every package, by the lists of `deny.toml`. `cargo deny` reads
//! the same file and looks deeper, at the licences' texts; it is long to compile, so it runs only
//! where it is installed.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Outcome, gate, hygiene};
use crate::exec;
use crate::report::Count;

const TARGETS: [&str; 2] = ["wasm32-unknown-unknown", "x86_64-unknown-linux-gnu"];
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub(super) fn allowed() -> Outcome {
    gate(every_package())?;
    if exec::which("cargo-deny").is_none() {
        println!(
            "cargo deny is not installed (cargo install cargo-deny): its own look is left out"
        );
        return Ok(Count::PASS);
    }
    let checks = ["deny", "check", "licenses", "bans", "sources"];
    gate(exec::run(exec::cargo().args(checks)))?;
    Ok(Count {
        passed: 2,
        failed: 0,
    })
}

fn every_package() -> Result<(), String> {
    let rules = hygiene::read("deny.toml")?;
    let allowed = quoted(&rules, "allow = [");
    let banned = quoted(&rules, "deny = [");
    let mut packages = BTreeMap::new();
    for target in TARGETS {
        let text = exec::output(exec::cargo().args([
            "metadata",
            "--format-version=1",
            "--locked",
            "--filter-platform",
            target,
        ]))?;
        let mut all: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        for package in all["packages"].as_array_mut().into_iter().flatten() {
            packages.insert(package["id"].to_string(), package.take());
        }
    }
    let wrong: Vec<String> = packages
        .values()
        .filter(|package| !package["source"].is_null())
        .flat_map(|package| complaints(package, &allowed, &banned))
        .collect();
    println!(
        "{} packages, {} licences allowed",
        packages.len(),
        allowed.len()
    );
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n"))
    }
}

/// The texts in quotes of the list that begins so.
fn quoted<'a>(rules: &'a str, start: &str) -> Vec<&'a str> {
    let list = rules
        .split(start)
        .nth(1)
        .and_then(|rest| rest.split("\n]").next());
    let lines = list.unwrap_or_default().lines();
    let lines = lines.filter(|line| !line.trim_start().starts_with('#'));
    lines
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .collect()
}

fn complaints(package: &Value, allowed: &[&str], banned: &[&str]) -> Vec<String> {
    let word = |key: &str| package[key].as_str().unwrap_or_default();
    let (name, licence) = (word("name"), word("license"));
    let mut wrong = Vec::new();
    if !holds(licence, allowed) {
        wrong.push(format!("{name}: licence `{licence}` is not allowed"));
    }
    if banned.contains(&name) {
        wrong.push(format!("{name} is banned"));
    }
    if word("source") != REGISTRY {
        wrong.push(format!("{name} comes from {}", word("source")));
    }
    wrong
}

/// Whether a licence expression (SPDX; a slash is an old "or") can be met by the allowed ones.
fn holds(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ")
        // An exception is part of its licence's name.
        .replace(" WITH ", "+WITH+");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let met = any(&mut rest, allowed);
    met && rest.is_empty()
}

fn any(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut met = all(words, allowed);
    while let ["OR", rest @ ..] = words {
        *words = rest;
        met |= all(words, allowed);
    }
    met
}

fn all(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut met = one(words, allowed);
    while let ["AND", rest @ ..] = words {
        *words = rest;
        met &= one(words, allowed);
    }
    met
}

fn one(words: &mut &[&str], allowed: &[&str]) -> bool {
    match words {
        ["(", rest @ ..] => {
            *words = rest;
            let met = any(words, allowed);
            let closed = matches!(words, [")", ..]);
            *words = words.get(1..).unwrap_or_default();
            met && closed
        }
        [licence, rest @ ..] => {
            *words = rest;
            allowed.contains(&licence.replace("+WITH+", " WITH ").as_str())
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read_as_spdx_has_them() {
        let allowed = ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"];
        for fine in [
            "MIT",
            "GPL-3.0 OR MIT",
            "GPL-3.0/MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        ] {
            assert!(holds(fine, &allowed), "{fine}");
        }
        for wrong in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(GPL-3.0 OR MIT",
            "Apache-2.0",
        ] {
            assert!(!holds(wrong, &allowed), "{wrong}");
        }
    }

    #[test]
    fn a_ban_and_a_strange_source_are_reported() {
        let package = serde_json::json!({"name": "a", "license": "MIT", "source": "git+https://x"});
        assert_eq!(complaints(&package, &["MIT"], &["a"]).len(), 2);
        let rules = "allow = [\n  \"MIT\",\n]\ndeny = [\n  # \"why\"\n  { crate = \"b\" },\n]\n";
        assert_eq!(
            (quoted(rules, "allow = ["), quoted(rules, "deny = [")),
            (vec!["MIT"], vec!["b"])
        );
    }
}
