//! `docs/ACCURACY.md`: predicted against measured, in public.

use core::fmt::Write;

use bpt_calibrate::evaluate::{Judged, judge};
use bpt_calibrate::form::{Form, Metric};
use bpt_calibrate::rows::{self, Observed};
use bpt_catalog::Catalog;
use serde_json::{Value, json};

use super::diagnosis::diagnosis;
use super::fitted::fitted_tables;
use super::gaps::gap_tables;
use super::plots::{Bar, Dot, bars, scatter};
use crate::Failure;
use crate::cmd::evaluate::Report;

/// The rows.
const ROWS: &str = "data/measurements.json";
/// Held-out results, which take a while: kept beside the document.
pub(super) const HELD_OUT: &str = "docs/accuracy.json";
/// Rows told one by one.
const WORST: usize = 20;

/// All rows, and those that cannot be used.
pub(super) fn load() -> Result<(Vec<Observed>, Vec<rows::Skipped>), Failure> {
    Ok(rows::load(Catalog::embedded(), &super::read(ROWS)?)?)
}

/// The held-out results with the calibration they belong to, computed anew.
pub(super) fn hold_out() -> Result<String, Failure> {
    let (rows, skipped) = load()?;
    let mut report = Report::new(&rows, &skipped);
    report.hold_out(&rows);
    let held: Vec<Value> = report.json()["held_out"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| {
            json!({ "by": one["by"], "metric": one["metric"], "groups": one["groups"],
                    "gaps": one["gaps_over_a_third"] })
        })
        .collect();
    let lines: Vec<String> = held.iter().map(Value::to_string).collect();
    let revision = &Catalog::embedded().calibration().revision;
    Ok(format!(
        "{{\"revision\": \"{revision}\", \"held_out\": [\n{}\n]}}\n",
        lines.join(",\n")
    ))
}

/// The document and its pictures, from the held-out results as they were kept.
pub(super) fn documents(kept: &str) -> Result<Vec<(String, String)>, Failure> {
    let kept: Value = serde_json::from_str(kept)?;
    let revision = &Catalog::embedded().calibration().revision;
    if kept["revision"] != revision.as_str() {
        return Err(Failure(format!(
            "{HELD_OUT} belongs to another calibration than {revision}; run cargo xtask docs"
        )));
    }
    let (rows, skipped) = load()?;
    let report = Report::new(&rows, &skipped).json();
    let mut out = Vec::new();
    let mut text = String::from(HEAD);
    let _ = writeln!(
        text,
        "{} rows used, {} fallen back on a name that is not known, {} skipped. Calibration \
         {revision}: {} fitted numbers for decode, {} for prefill.",
        report["rows_used"],
        report["rows_fallen_back"].as_array().map_or(0, Vec::len),
        report["rows_skipped"].as_array().map_or(0, Vec::len),
        Form::of(Metric::Decode).parameters.len(),
        Form::of(Metric::Prefill).parameters.len(),
    );
    summary(&report, &kept, &mut text);
    for metric in Metric::ALL {
        let name = metric.slug();
        let judged = judge(&rows, metric);
        let dots: Vec<Dot> = judged
            .iter()
            .filter(|one| rows[one.row].quality != "C")
            .map(|one| Dot {
                measured: one.measured,
                predicted: one.predicted,
                moe: rows[one.row].moe,
            })
            .collect();
        let title = format!("{name}: predicted against measured, quality A and B");
        out.push((picture(name, "scatter"), scatter(&title, &dots)?));
        let of = |key: &str| two(&report, &kept, name, key);
        out.push((
            picture(name, "error"),
            bars(
                &format!("{name}: median error by group"),
                &of("median_abs_ln"),
                None,
            )?,
        ));
        out.push((
            picture(name, "coverage"),
            bars(
                &format!("{name}: share of rows inside the 80 % range"),
                &of("coverage"),
                Some(0.8),
            )?,
        ));
        let _ = writeln!(
            text,
            "\n## {}\n",
            if name == "decode" {
                "Decode"
            } else {
                "Prefill"
            }
        );
        for kind in ["scatter", "error", "coverage"] {
            let _ = writeln!(
                text,
                "![{name}: {kind}](pictures/accuracy/{name}-{kind}.svg)\n"
            );
        }
        table(
            &report["metrics"][name],
            &held(&kept, "source-and-device", name)["groups"],
            &mut text,
        );
        worst(&rows, &judged, &mut text);
    }
    fitted_tables(&mut text)?;
    gap_tables(&kept, &rows, &mut text);
    text.push_str(LIMITS);
    out.push(("docs/ACCURACY.md".to_owned(), text));
    Ok(out)
}

fn picture(metric: &str, kind: &str) -> String {
    format!("docs/pictures/accuracy/{metric}-{kind}.svg")
}

/// One metric under one way of holding out.
pub(super) fn held<'a>(kept: &'a Value, by: &str, metric: &str) -> &'a Value {
    kept["held_out"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|one| one["by"] == by && one["metric"] == metric)
        .unwrap_or(&Value::Null)
}

/// A group by name.
pub(super) fn group<'a>(groups: &'a Value, name: &str) -> &'a Value {
    groups
        .as_array()
        .into_iter()
        .flatten()
        .find(|group| group["group"] == name)
        .unwrap_or(&Value::Null)
}

fn percent(value: &Value) -> String {
    value
        .as_f64()
        .map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn cells(group: &Value) -> String {
    [
        "median_abs_ln",
        "p90_abs_ln",
        "bias_ln",
        "within_20",
        "coverage",
    ]
    .map(|key| percent(&group[key]))
    .join(" | ")
}

const COLUMNS: &str = "median | p90 | bias | within 20 % | in range |";

fn summary(report: &Value, kept: &Value, text: &mut String) {
    let _ = writeln!(
        text,
        "\n| what | rows | {COLUMNS}\n|---|---:|---:|---:|---:|---:|---:|"
    );
    let groups = [
        ("headline: all", "headline"),
        ("all: quality A and B", "all A and B"),
    ];
    for metric in ["decode", "prefill"] {
        for (name, words) in groups {
            let fitted = group(&report["metrics"][metric], name);
            let _ = writeln!(
                text,
                "| {metric}, {words}, fitted | {} | {} |",
                fitted["rows"],
                cells(fitted)
            );
            for by in ["source-and-device", "source", "device", "model"] {
                let unseen = group(&held(kept, by, metric)["groups"], name);
                let _ = writeln!(
                    text,
                    "| ... held out by {by} | {} | {} |",
                    unseen["rows"],
                    cells(unseen)
                );
            }
        }
    }
    baselines(report, kept, text);
}

/// The simple formulas beside the model, on the headline rows of decode.
fn baselines(report: &Value, kept: &Value, text: &mut String) {
    let all: Vec<&Value> = report["baselines_headline_decode"]
        .as_array()
        .into_iter()
        .flatten()
        .collect();
    let median = |one: &Value| one["median_abs_ln"].as_f64().unwrap_or_default();
    let best = |usual: bool| {
        let kind = all.iter().filter(|one| one["usual"] == usual);
        kind.map(|one| median(one)).fold(f64::MAX, f64::min)
    };
    let unseen = median(group(
        &held(kept, "source-and-device", "decode")["groups"],
        "headline: all",
    ));
    let _ = writeln!(text, "{BASELINES}");
    let _ = writeln!(
        text,
        "Half of the headline rows are off by more than {:.1} % under the best of the three usual \
         formulas, which has seen them, and by more than {:.1} % under the model, held out by \
         source and device: it is {:.1} times closer ({:.1} times closer than the best formula \
         that is told our count of every byte).",
        best(true) * 100.0,
        unseen * 100.0,
        best(true) / unseen,
        best(false) / unseen,
    );
    for (usual, words) in [(true, "as others use it"), (false, "kinder: every byte")] {
        let _ = writeln!(
            text,
            "\n| formula, {words} | rows | median | p90 | bias | within 20 % |\n\
             |---|---:|---:|---:|---:|---:|"
        );
        for one in all.iter().filter(|one| one["usual"] == usual) {
            let keys = ["median_abs_ln", "p90_abs_ln", "bias_ln", "within_20"];
            let _ = writeln!(
                text,
                "| {} | {} | {} |",
                one["baseline"].as_str().unwrap_or_default(),
                one["rows"],
                keys.map(|key| percent(&one[key])).join(" | ")
            );
        }
    }
}

fn table(fitted: &Value, unseen: &Value, text: &mut String) {
    let _ = writeln!(
        text,
        "| group | rows | {COLUMNS} held out: {COLUMNS}\n|---|---:|{}",
        "---:|".repeat(10)
    );
    for one in fitted.as_array().into_iter().flatten() {
        let name = one["group"].as_str().unwrap_or_default();
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} |",
            one["rows"],
            cells(one),
            cells(group(unseen, name))
        );
    }
}

/// Groups with enough rows, as fitted and as held out.
fn two(report: &Value, kept: &Value, metric: &str, key: &str) -> Vec<Bar> {
    let unseen = &held(kept, "source-and-device", metric)["groups"];
    report["metrics"][metric]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|one| one["rows"].as_u64().is_some_and(|rows| rows >= 20))
        .map(|one| {
            let name = one["group"].as_str().unwrap_or_default();
            Bar {
                name: format!("{name} ({})", one["rows"]),
                values: [one[key].as_f64(), group(unseen, name)[key].as_f64()],
            }
        })
        .collect()
}

/// On what a row was measured: devices, program and backend.
pub(super) fn machine(row: &Observed) -> String {
    format!(
        "{} x {}, {} {}",
        row.scenario.device_count(),
        row.device,
        row.engine,
        row.backend
    )
}

fn worst(rows: &[Observed], judged: &[Judged], text: &mut String) {
    let mut order: Vec<&Judged> = judged
        .iter()
        .filter(|one| rows[one.row].quality != "C")
        .collect();
    order.sort_by(|a, b| b.residual.abs().total_cmp(&a.residual.abs()));
    let _ = writeln!(
        text,
        "\nThe {WORST} rows furthest off, and what is likely behind them:\n\n| row | machine | \
         model | measured | predicted | diagnosis |\n|---|---|---|---:|---:|---|"
    );
    for one in order.into_iter().take(WORST) {
        let row = &rows[one.row];
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.1} | {:.1} | {} |",
            row.id,
            machine(row),
            row.model,
            one.measured,
            one.predicted,
            diagnosis(rows, judged, one)
        );
    }
}

const HEAD: &str = "\
# How far off the estimates are

Generated by `cargo xtask docs`; do not edit. Every row of `data/measurements.json` is estimated
and compared. r = ln(predicted / measured speed); median and p90 are of |r|, the bias is the median
of r (above zero: we say faster than it was). Headline: quality A or B, one device, one user, all
on the GPU, no speculation. Held out: the coefficients and the ranges all come from other rows:
those of other pairs of source and device, other sources, other devices, other models.

";

const BASELINES: &str = "
## Beside simple formulas

What others use is bandwidth over the bytes of the weights that a token reads, often times an
efficiency; it knows no cache. The second table gives the same formulas more than that: our count
of every byte that moves, cache and state included. The efficiencies for dense models and mixtures
are the medians of these same rows.
";

const LIMITS: &str = "
## What the model does not know

- **Attention kernels.** Builds of one engine on one machine differ up to threefold in how fast
  they read a long cache; only two of them are told apart. Ranges widen with the cache's share.
- **Several programs under one name.** `mlx` covers four programs and `ollama` two engines; they
  are told apart only where a row names its build.
- **CPUs.** NUMA and repacked weights are not in the rows, threads in few; the stream bandwidth of
  most CPUs is assumed, and all CPU-only rows are of two machines.
- **Mixed traffic.** Steady decode and rows with other users' prefill in the rate are kept apart;
  how an engine shares a step between the two is not modelled.
- **Speculation.** Acceptance is an input. Where an engine leaves its fast path for several tokens
  the unfused factor has to be given: draft models, n-grams and DFlash in vLLM are 1.3 to 12 times
  slower than the sum of terms.
- **Layer splits in prefill.** How many batches are in flight depends on settings that rows do not
  tell.
- **Classes without rows.** AMD's and Intel's server cards and other accelerators take universal
  numbers, and the estimate says so.
- **Routing.** One exponent says how much users' experts overlap; real traffic of one topic
  overlaps more.
";
