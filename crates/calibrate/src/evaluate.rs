//! Predicted against measured: errors by group, coverage of the ranges, and simple baselines.

use std::collections::BTreeMap;

use bpt_core::decode::ceiling_seconds;
use bpt_core::step::Pass;

use crate::form::Metric;
use crate::rows::Observed;
use crate::statistics::{Summary, quantile, summary};

/// One row judged.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// Index into the rows.
    pub row: usize,
    /// ln(measured / predicted time).
    pub residual: f64,
    /// Predicted speed.
    pub predicted: f64,
    /// Measured speed.
    pub measured: f64,
    /// Whether the measured speed lies in the range.
    pub covered: bool,
}

/// Judges every row that measured a metric, with the calibration its scenario carries.
#[must_use]
pub fn judge(rows: &[Observed], metric: Metric) -> Vec<Judged> {
    rows.iter()
        .enumerate()
        .filter_map(|(index, row)| {
            let seconds = row.seconds(metric)?;
            let (predicted, low, high) = metric.speeds(&row.scenario)?;
            let measured = metric.speed_of(&row.scenario, seconds);
            Some(Judged {
                row: index,
                residual: (predicted / measured).ln(),
                predicted,
                measured,
                covered: low <= measured && measured <= high,
            })
        })
        .collect()
}

/// A group of rows with its errors.
#[derive(Clone, Debug)]
pub struct Group {
    /// What the rows share: a dimension and its value.
    pub name: String,
    /// Errors.
    pub errors: Summary,
    /// Share of rows inside their range; `None` where ranges were not judged.
    pub coverage: Option<f64>,
}

/// The groups a row belongs to, as (dimension, value).
#[must_use]
pub fn groups_of(row: &Observed, metric: Metric) -> Vec<(&'static str, String)> {
    let mut groups = vec![
        ("all", "quality A and B".to_owned()),
        ("class", row.class.clone()),
        ("kind", if row.moe { "MoE" } else { "dense" }.to_owned()),
        ("engine", format!("{} {}", row.engine, row.backend)),
        ("users", bucket(row.scenario.users, &[1.0, 8.0, 64.0])),
        ("quality", row.quality.clone()),
    ];
    match metric {
        Metric::Decode => {
            groups.push((
                "context",
                bucket(row.scenario.context, &[1024.0, 8192.0, 32_768.0]),
            ));
        }
        Metric::Prefill => {
            groups.push((
                "prompt",
                bucket(row.scenario.prompt, &[512.0, 4096.0, 32_768.0]),
            ));
        }
    }
    if row.headline() {
        groups.push(("headline", "all".to_owned()));
        groups.push(("headline", if row.moe { "MoE" } else { "dense" }.to_owned()));
    }
    if row.scenario.speculation.is_some() {
        groups.push(("speculation", "on".to_owned()));
    }
    groups.push(("placement", row.placement.clone()));
    groups
}

fn bucket(value: f64, edges: &[f64]) -> String {
    match edges.iter().position(|edge| value <= *edge) {
        Some(0) => format!("to {}", edges[0]),
        Some(index) => format!("{} to {}", edges[index - 1], edges[index]),
        None => format!("over {}", edges[edges.len() - 1]),
    }
}

type Key = (&'static str, String);

/// Errors of every group, quality A and B (and C apart, as context).
#[must_use]
pub fn by_group(
    rows: &[Observed],
    metric: Metric,
    judged: &[(usize, f64, Option<bool>)],
) -> Vec<Group> {
    let mut groups: BTreeMap<Key, Vec<(f64, Option<bool>)>> = BTreeMap::new();
    for (index, residual, covered) in judged {
        let row = &rows[*index];
        for key in groups_of(row, metric) {
            if row.quality == "C" && key.0 != "quality" {
                continue;
            }
            groups.entry(key).or_default().push((*residual, *covered));
        }
    }
    groups
        .into_iter()
        .map(|((dimension, value), members)| {
            let residuals: Vec<f64> = members.iter().map(|(residual, _)| *residual).collect();
            let known: Vec<bool> = members.iter().filter_map(|(_, covered)| *covered).collect();
            let inside = known.iter().filter(|covered| **covered).count();
            Group {
                name: format!("{dimension}: {value}"),
                errors: summary(&residuals),
                coverage: (!known.is_empty()).then(|| inside as f64 / known.len() as f64),
            }
        })
        .collect()
}

/// A simple formula's residuals on the headline rows of decode.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// The formula in words.
    pub name: String,
    /// Whether it is the formula as others use it, which knows no cache.
    pub usual: bool,
    /// ln(measured / predicted time) by row.
    pub residuals: Vec<(usize, f64)>,
}

/// The simple formulas that others use, on the headline rows of decode: bandwidth over the bytes of
/// the weights that a token reads, as it is, at 0.7 of it, and with a constant each for dense models
/// and mixtures, which is the median of these same rows. Then the same three with every byte that
/// moves, which is kinder than the usual formula: it takes our count of cache and state.
#[must_use]
pub fn baselines(rows: &[Observed]) -> Vec<Baseline> {
    let headline: Vec<(usize, f64, Pass<'_>)> = rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.headline())
        .filter_map(|(index, row)| {
            let pass = Pass::new(&row.scenario, row.scenario.users.max(1.0));
            Some((index, row.seconds(Metric::Decode)?, pass))
        })
        .collect();
    let weights = |pass: &Pass<'_>| pass.weight_bytes(1.0).total() / pass.rates.peak;
    let mut found = formulas(rows, &headline, "weights of a token", true, &weights);
    let all = "all bytes of a token";
    found.extend(formulas(rows, &headline, all, false, &ceiling_seconds));
    found
}

/// The three formulas over one count of bytes.
fn formulas(
    rows: &[Observed],
    headline: &[(usize, f64, Pass<'_>)],
    bytes: &str,
    usual: bool,
    floor: &dyn Fn(&Pass<'_>) -> f64,
) -> Vec<Baseline> {
    let ratios: Vec<(usize, f64)> = headline
        .iter()
        .map(|(index, seconds, pass)| (*index, (seconds / floor(pass).max(1e-12)).ln()))
        .collect();
    let constant = |moe: bool| {
        let kind = ratios.iter().filter(|(index, _)| {
            let row = &rows[*index];
            row.moe == moe && row.fits()
        });
        quantile(&kind.map(|(_, ratio)| *ratio).collect::<Vec<f64>>(), 0.5)
    };
    let (dense, experts) = (constant(false), constant(true));
    let shifted = |name: String, shift: &dyn Fn(bool) -> f64| Baseline {
        name,
        usual,
        residuals: ratios
            .iter()
            .map(|(index, ratio)| (*index, ratio - shift(rows[*index].moe)))
            .collect(),
    };
    vec![
        shifted(format!("bandwidth / {bytes}"), &|_| 0.0),
        shifted(format!("0.7 x bandwidth / {bytes}"), &|_| -(0.7f64.ln())),
        shifted(
            format!("one efficiency for dense, one for MoE, of bandwidth / {bytes}"),
            &|moe| if moe { experts } else { dense },
        ),
    ]
}
