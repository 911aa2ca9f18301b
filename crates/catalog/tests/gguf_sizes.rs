//! Computed sizes against the published GGUF files of `data/models.json`.

mod common;

use bpt_core::quant::{Format, Mix, Recipe};
use bpt_core::weights::Weights;
use serde_json::Value;

/// Bytes of a file's header per vocabulary entry: token, score, type and merges
/// (formulas.md 1.3: about 6 MB for 152k tokens).
const HEADER_PER_TOKEN: f64 = 40.0;

/// The mix that a label names, if it is a plain one: no dynamic mix, no larger variant.
fn plain_mix(label: &str) -> Option<Mix> {
    let (name, remark) = label.split_once(' ').unwrap_or((label, ""));
    let name = name.to_lowercase();
    if label.starts_with("UD") || remark.contains("UD") || remark.contains("MXFP4") {
        return None;
    }
    Mix::from_slug(name.trim_end_matches("_moe"))
}

/// Published bytes, and half a unit of the last digit where they are rounded.
fn published(file: &Value) -> Option<(f64, f64)> {
    if let Some(bytes) = file["bytes"].as_f64() {
        let rounded = file["as_published"]
            .as_str()
            .map_or(0.0, unit_of_last_digit);
        return Some((bytes, rounded / 2.0));
    }
    let text = file["as_published"].as_str()?;
    let (number, unit) = text.split_once(' ')?;
    Some((
        number.parse::<f64>().ok()? * size_of(unit)?,
        unit_of_last_digit(text) / 2.0,
    ))
}

fn size_of(unit: &str) -> Option<f64> {
    match unit {
        "GB" => Some(1e9),
        "TB" => Some(1e12),
        "GiB" => Some(1_073_741_824.0),
        _ => None,
    }
}

fn unit_of_last_digit(text: &str) -> f64 {
    let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
    let decimals = number.split_once('.').map_or(0, |(_, digits)| digits.len());
    size_of(unit).unwrap_or(0.0) / 10_f64.powi(i32::try_from(decimals).unwrap_or(0))
}

#[test]
fn published_files_are_met() {
    let (mut errors, mut misses) = (Vec::new(), Vec::new());
    for row in &common::models() {
        let id = row["id"].as_str().expect("id");
        let model = bpt_catalog::model_from_json(row).expect(id);
        for file in row["gguf"].as_array().expect("gguf") {
            let label = file["quant"].as_str().expect("quant");
            let Some(mix) = plain_mix(label) else {
                continue;
            };
            let (bytes, rounding) = published(file).expect("a size");
            let weights = Weights::build(&model, &Recipe::plain(Format::Mix(mix)));
            let header = match file["scope"].as_str() {
                Some("file") => HEADER_PER_TOKEN * f64::from(model.vocab),
                _ => 0.0,
            };
            let computed = weights.stored.total().get() + header;
            // A rounded size is met by anything that rounds to it.
            let error = ((computed - bytes).abs() - rounding).max(0.0) / bytes;
            println!(
                "{:8.3} % {id} {label} {} {computed} {bytes}",
                100.0 * (computed / bytes - 1.0),
                file["scope"]
            );
            errors.push(error);
            if error > 0.02 {
                misses.push((id.to_owned(), label.to_owned()));
            }
        }
    }
    errors.sort_by(f64::total_cmp);
    let median = errors[errors.len() / 2];
    let within = errors.iter().filter(|error| **error <= 0.02).count();
    println!(
        "{} files, median {:.3} %, {within} within 2 %",
        errors.len(),
        100.0 * median
    );
    assert!(median <= 0.002, "median {median}");
    assert!(
        within * 10 >= errors.len() * 8,
        "{within} of {}: {misses:?}",
        errors.len()
    );
    // Each larger miss is explained.
    let notes = common::read("docs/GGUF_SIZES.md");
    for (id, label) in misses {
        assert!(
            notes.contains(&format!("| `{id}` | {label} |")),
            "docs/GGUF_SIZES.md does not explain {id} {label}"
        );
    }
}
