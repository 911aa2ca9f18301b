//! `bpt evaluate ROWS [--json] [--held-out]`: predicted against measured.

use std::fmt::Write;
use std::io::Write as _;
use std::process::ExitCode;

use bpt_calibrate::evaluate::{Baseline, Group, baselines, by_group, judge};
use bpt_calibrate::form::Metric;
use bpt_calibrate::gaps::{Gap, gaps};
use bpt_calibrate::rows::{self, Observed, Skipped};
use bpt_calibrate::statistics::{Summary, summary};
use bpt_calibrate::validate::{Holdout, held_out};
use bpt_catalog::Catalog;
use bpt_core::notes::Note;
use serde_json::{Value, json};

use crate::Outcome;
use crate::input::Arguments;

pub(crate) fn run(arguments: &[String]) -> Outcome {
    let arguments = Arguments::read(arguments, &["--json", "--held-out"])?;
    let as_json = arguments.has("--json");
    let text = arguments.text()?;
    let (rows, skipped) = rows::load(Catalog::embedded(), &text)?;
    let mut report = Report::new(&rows, &skipped);
    if arguments.has("--held-out") {
        report.hold_out(&rows);
    }
    let mut out = std::io::stdout();
    if as_json {
        writeln!(out, "{}", report.json())?;
    } else {
        write!(out, "{}", report.text())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is printed.
pub(crate) struct Report<'a> {
    used: usize,
    fallen_back: Vec<(String, Vec<&'static str>)>,
    skipped: &'a [Skipped],
    groups: Vec<(Metric, Vec<Group>)>,
    baselines: Vec<(Baseline, Summary)>,
    held_out: Vec<Unseen>,
}

/// One metric under one way of holding rows out.
struct Unseen {
    holdout: Holdout,
    metric: Metric,
    groups: Vec<Group>,
    gaps: Vec<Gap>,
}

impl<'a> Report<'a> {
    /// Every row under the calibration that is in use.
    pub(crate) fn new(rows: &[Observed], skipped: &'a [Skipped]) -> Self {
        let fallen_back = rows
            .iter()
            .filter_map(|row| {
                let notes = row.scenario.notes;
                let why: Vec<&str> = Note::GUESSES
                    .iter()
                    .filter(|note| notes.has(**note))
                    .map(|note| note.slug())
                    .collect();
                (!why.is_empty()).then(|| (row.id.clone(), why))
            })
            .collect();
        let groups = Metric::ALL
            .into_iter()
            .map(|metric| {
                let judged: Vec<_> = judge(rows, metric)
                    .into_iter()
                    .map(|judged| (judged.row, judged.residual, Some(judged.covered)))
                    .collect();
                (metric, by_group(rows, metric, &judged))
            })
            .collect();
        let baselines = baselines(rows)
            .into_iter()
            .map(|one| {
                let residuals: Vec<f64> = one.residuals.iter().map(|(_, r)| *r).collect();
                (one, summary(&residuals))
            })
            .collect();
        Self {
            used: rows.len(),
            fallen_back,
            skipped,
            groups,
            baselines,
            held_out: Vec::new(),
        }
    }

    /// Adds what fits make of rows that they did not see; takes a minute or so.
    pub(crate) fn hold_out(&mut self, rows: &[Observed]) {
        for holdout in Holdout::ALL {
            for metric in Metric::ALL {
                let held = held_out(rows, metric, holdout);
                let judged = held.judge(rows);
                let residuals: Vec<_> = judged
                    .iter()
                    .map(|one| (one.row, one.residual, Some(one.covered)))
                    .collect();
                self.held_out.push(Unseen {
                    holdout,
                    metric,
                    groups: by_group(rows, metric, &residuals),
                    gaps: gaps(rows, &held, &judged),
                });
            }
        }
    }

    /// As JSON.
    pub(crate) fn json(&self) -> Value {
        let metrics: serde_json::Map<String, Value> = self
            .groups
            .iter()
            .map(|(metric, groups)| {
                (
                    metric.slug().to_owned(),
                    groups.iter().map(group_json).collect(),
                )
            })
            .collect();
        let baselines: Vec<Value> = self
            .baselines
            .iter()
            .map(|(one, summary)| {
                let mut entry = errors(summary);
                entry["baseline"] = json!(one.name);
                entry["usual"] = json!(one.usual);
                entry
            })
            .collect();
        let held_out: Vec<Value> = self
            .held_out
            .iter()
            .map(|unseen| {
                let gaps = unseen.gaps.iter().map(|gap| {
                    json!({
                        "id": gap.id, "group": gap.key, "fitted_ln": gap.fitted,
                        "held_out_ln": gap.held_out, "why": gap.why(),
                    })
                });
                json!({
                    "by": unseen.holdout.slug(), "metric": unseen.metric.slug(),
                    "groups": unseen.groups.iter().map(group_json).collect::<Vec<_>>(),
                    "gaps_over_a_third": gaps.collect::<Vec<_>>(),
                })
            })
            .collect();
        json!({
            "rows_used": self.used,
            "rows_fallen_back": self.fallen_back.iter()
                .map(|(id, why)| json!({ "id": id, "why": why })).collect::<Vec<_>>(),
            "rows_skipped": self.skipped.iter()
                .map(|skipped| json!({ "id": skipped.id, "why": skipped.why })).collect::<Vec<_>>(),
            "metrics": metrics,
            "baselines_headline_decode": baselines,
            "held_out": held_out,
        })
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "{} rows used, {} fallen back, {} skipped",
            self.used,
            self.fallen_back.len(),
            self.skipped.len()
        );
        for skipped in self.skipped {
            let _ = writeln!(out, "  skipped {}: {}", skipped.id, skipped.why);
        }
        for (metric, groups) in &self.groups {
            let _ = writeln!(out, "\n{}\n{HEAD}", metric.slug());
            lines(&mut out, groups);
        }
        let _ = writeln!(out, "\nsimple formulas, headline decode\n{HEAD}");
        for (one, summary) in &self.baselines {
            let mark = if one.usual { "" } else { " (kinder)" };
            let _ = writeln!(out, "{}{mark}\n{:44}{}", one.name, "", line(summary));
        }
        for unseen in &self.held_out {
            let (metric, by) = (unseen.metric.slug(), unseen.holdout.slug());
            let _ = writeln!(out, "\n{metric}, held out by {by}\n{HEAD}");
            lines(&mut out, &unseen.groups);
            if unseen.gaps.is_empty() {
                continue;
            }
            let _ = writeln!(
                out,
                "rows whose held-out error is over a third wider than their fitted error"
            );
            for gap in &unseen.gaps {
                let _ = writeln!(out, "  {}", gap.words());
            }
        }
        out
    }
}

fn lines(out: &mut String, groups: &[Group]) {
    for group in groups {
        let coverage = group.coverage.map_or_else(|| "-".to_owned(), percent);
        let _ = writeln!(
            out,
            "{:44}{} {coverage:>8}",
            group.name,
            line(&group.errors)
        );
    }
}

fn group_json(group: &Group) -> Value {
    let mut entry = errors(&group.errors);
    entry["group"] = json!(group.name);
    entry["coverage"] = json!(group.coverage);
    entry
}

const HEAD: &str = "group                                         rows   median      p90     bias   in 10%   in 20%   in 30%  covered";

fn errors(summary: &Summary) -> Value {
    json!({
        "rows": summary.rows, "median_abs_ln": summary.median, "p90_abs_ln": summary.p90,
        "bias_ln": summary.bias, "within_10": summary.within_10, "within_20": summary.within_20,
        "within_30": summary.within_30,
    })
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn line(summary: &Summary) -> String {
    let mut out = format!("{:>6}", summary.rows);
    for value in [
        summary.median,
        summary.p90,
        summary.bias,
        summary.within_10,
        summary.within_20,
        summary.within_30,
    ] {
        let _ = write!(out, " {:>8}", percent(value));
    }
    out
}
