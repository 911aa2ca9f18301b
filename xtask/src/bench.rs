//! `cargo xtask bench`: the criterion suite, as multiples of its reference loop, beside a stored
//! baseline.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::{exec, paths};

/// Multiples of the reference loop's time, by benchmark.
const BASELINE: &str = "crates/catalog/benches/baseline.json";
const REFERENCE: &str = "reference";
/// Slower than the baseline by more than this is a regression. Ratios of two runs of the same
/// program on a busy machine differ by up to a tenth.
const SLOWER: f64 = 1.2;

/// `cargo xtask bench [--save]`.
pub(crate) fn command(args: &[&str]) -> Result<(), String> {
    let save = match args {
        [] => false,
        ["--save"] => true,
        _ => return Err("usage: cargo xtask bench [--save]".to_owned()),
    };
    exec::run(exec::cargo().args([
        "bench",
        "--locked",
        "-p",
        "bpt-catalog",
        "--bench",
        "estimate",
    ]))?;
    let medians = medians()?;
    let multiples = multiples(&medians)?;
    let file = paths::root().join(BASELINE);
    if save {
        let text = serde_json::to_string_pretty(&json!(multiples)).map_err(|e| e.to_string())?;
        return std::fs::write(&file, text + "\n").map_err(|e| format!("{BASELINE}: {e}"));
    }
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{BASELINE}: {e}"))?;
    let baseline: BTreeMap<String, f64> =
        serde_json::from_str(&text).map_err(|e| format!("{BASELINE}: {e}"))?;
    println!(
        "{:<24} {:>12} {:>10} {:>10}",
        "benchmark", "median ns", "multiple", "baseline"
    );
    for (name, multiple) in &multiples {
        let before = baseline
            .get(name)
            .map_or_else(|| "new".to_owned(), |b| format!("{b:.3}"));
        println!(
            "{name:<24} {:>12.0} {multiple:>10.3} {before:>10}",
            medians[name]
        );
    }
    let slower = slower(&multiples, &baseline);
    if slower.is_empty() {
        Ok(())
    } else {
        Err(slower.join("\n"))
    }
}

/// Medians that criterion has written, nanoseconds, by the path of the benchmark.
fn medians() -> Result<BTreeMap<String, f64>, String> {
    let folder: PathBuf = paths::target().join("criterion");
    let mut found = BTreeMap::new();
    for file in paths::files_below(&folder)? {
        let Some(name) = file.strip_suffix("/new/estimates.json") else {
            continue;
        };
        let text = std::fs::read_to_string(folder.join(&file)).map_err(|e| e.to_string())?;
        let value: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        let median = value["median"]["point_estimate"].as_f64();
        found.insert(
            name.to_owned(),
            median.ok_or_else(|| format!("{file} has no median"))?,
        );
    }
    Ok(found)
}

/// Times over the reference loop's, to three digits after the point.
fn multiples(medians: &BTreeMap<String, f64>) -> Result<BTreeMap<String, f64>, String> {
    let unit = medians
        .get(REFERENCE)
        .ok_or("the reference loop was not measured")?;
    let others = medians.iter().filter(|(name, _)| *name != REFERENCE);
    Ok(others
        .map(|(name, ns)| (name.clone(), (ns / unit * 1e3).round() / 1e3))
        .collect())
}

/// Benchmarks that got slower, and those that are gone.
fn slower(now: &BTreeMap<String, f64>, baseline: &BTreeMap<String, f64>) -> Vec<String> {
    let check = |(name, before): (&String, &f64)| match now.get(name) {
        None => Some(format!("{name} was not measured")),
        Some(now) if *now > before * SLOWER => Some(format!(
            "{name} is slower: {now:.3} times the reference loop, {before:.3} before"
        )),
        Some(_) => None,
    };
    baseline.iter().filter_map(check).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regression_is_reported_and_a_slower_machine_is_not() {
        let measured = |scale: f64, estimate: f64| {
            let medians = [("reference", 100.0 * scale), ("estimate", estimate * scale)];
            multiples(&medians.map(|(n, t)| (n.to_owned(), t)).into()).expect("a reference")
        };
        let before = measured(1.0, 200.0);
        assert!(slower(&measured(3.0, 210.0), &before).is_empty());
        assert_eq!(slower(&measured(1.0, 250.0), &before).len(), 1);
        assert_eq!(slower(&BTreeMap::new(), &before).len(), 1);
    }
}
