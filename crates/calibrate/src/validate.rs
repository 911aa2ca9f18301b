//! Held-out predictions: no row is predicted by a fit that saw its source and device, its source,
//! its device, or its model.

use std::thread;

use bpt_core::Scenario;
use bpt_core::decode::{decode, kv_share};

use crate::fit::{Prepared, fit, prepare};
use crate::form::{Form, Metric};
use crate::ranges::{Range, group_range, ranges};
use crate::rows::Observed;

/// How rows are held out together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holdout {
    /// One pair of source and device at a time: grouped cross-validation.
    SourceAndDevice,
    /// One source at a time, with all its devices.
    Source,
    /// One device at a time, with all its sources.
    Device,
    /// One model at a time.
    Model,
}

impl Holdout {
    /// All ways.
    pub const ALL: [Self; 4] = [
        Self::SourceAndDevice,
        Self::Source,
        Self::Device,
        Self::Model,
    ];

    /// Name in reports.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::SourceAndDevice => "source-and-device",
            Self::Source => "source",
            Self::Device => "device",
            Self::Model => "model",
        }
    }

    /// What rows that are held out together share.
    #[must_use]
    pub fn key(self, row: &Observed) -> String {
        match self {
            Self::SourceAndDevice => format!("{} on {}", row.source_group, row.device),
            Self::Source => row.source_group.clone(),
            Self::Device => row.device.clone(),
            Self::Model => row.model.clone(),
        }
    }
}

/// A fit that did not see some rows, and what it makes of all of them.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    pub(crate) key: String,
    pub(crate) parameters: Vec<f64>,
    /// Residuals of every row under this fit.
    residuals: Vec<Option<f64>>,
}

/// Residuals of every row under a fit to all rows, and under fits that did not see the row.
#[derive(Clone, Debug)]
pub struct HeldOut {
    /// What was predicted.
    pub metric: Metric,
    /// How rows were held out.
    pub holdout: Holdout,
    /// ln(measured / predicted time) of each row under the fit to all rows; `None` where the
    /// metric was not measured.
    pub fitted: Vec<Option<f64>>,
    /// The same under the fit that did not see the row.
    pub unseen: Vec<Option<f64>>,
    /// Share of each row's step that reads the cache, under the fit to all rows.
    pub cache: Vec<f64>,
    /// Parameters of the fit to all rows.
    pub(crate) full: Vec<f64>,
    pub(crate) folds: Vec<Fold>,
}

/// A held-out row, predicted as the command line would have without it.
#[derive(Clone, Copy, Debug)]
pub struct Unseen {
    /// Index into the rows.
    pub row: usize,
    /// ln(measured / predicted time).
    pub residual: f64,
    /// Whether the measured speed lies in the range that the other rows give.
    pub covered: bool,
}

/// Fits once to all rows and once without each group.
#[must_use]
pub fn held_out(rows: &[Observed], metric: Metric, holdout: Holdout) -> HeldOut {
    let form = Form::of(metric);
    let all = prepare(&form, rows, metric);
    let mut fitting: Vec<Prepared> = all
        .iter()
        .filter(|row| rows[row.row].fits())
        .cloned()
        .collect();
    let full = fit(&form, metric, &mut fitting, &form.start());
    let fitted = fitted(rows, metric, &form, &full);
    let mut keys: Vec<String> = all.iter().map(|row| holdout.key(&rows[row.row])).collect();
    keys.sort();
    keys.dedup();
    let one = |key: &String| {
        let mut kept: Vec<Prepared> = fitting
            .iter()
            .filter(|row| holdout.key(&rows[row.row]) != *key)
            .cloned()
            .collect();
        // Where the group holds no fitted row, leaving it out changes nothing.
        let parameters = if kept.len() == fitting.len() {
            full.clone()
        } else {
            // From the priors, not from the fit to all rows: where few rows decide, a fit ends near
            // where it started, and would remember what it must not know.
            fit(&form, metric, &mut kept, &form.start())
        };
        Fold {
            key: key.clone(),
            residuals: self::fitted(rows, metric, &form, &parameters),
            parameters,
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut folds: Vec<Fold> = thread::scope(|scope| {
        let (keys, one) = (&keys, &one);
        let running: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    let mine = keys.iter().skip(worker).step_by(workers);
                    mine.map(one).collect::<Vec<Fold>>()
                })
            })
            .collect();
        running
            .into_iter()
            .filter_map(|handle| handle.join().ok())
            .flatten()
            .collect()
    });
    folds.sort_by(|a, b| a.key.cmp(&b.key));
    let mut cache = vec![0.0; rows.len()];
    if metric == Metric::Decode {
        for row in &all {
            let mut scenario = rows[row.row].scenario.clone();
            scenario.coefficients = row.coefficients(&form, &full);
            cache[row.row] = kv_share(&decode(&scenario).parts);
        }
    }
    let mut unseen = vec![None; rows.len()];
    for fold in &folds {
        for (index, row) in rows.iter().enumerate() {
            if holdout.key(row) == fold.key {
                unseen[index] = fold.residuals[index];
            }
        }
    }
    HeldOut {
        metric,
        holdout,
        fitted,
        unseen,
        cache,
        full,
        folds,
    }
}

impl HeldOut {
    /// Every row as it is predicted without its group: coefficients and ranges all come
    /// from other rows.
    #[must_use]
    pub fn judge(&self, rows: &[Observed]) -> Vec<Unseen> {
        let form = Form::of(self.metric);
        let all = prepare(&form, rows, self.metric);
        let mut judged = Vec::with_capacity(all.len());
        for fold in &self.folds {
            let hidden = |row: &Observed| self.holdout.key(row) == fold.key;
            let pairs = self.unseen.iter().zip(rows);
            let others: Vec<Option<f64>> = pairs
                .map(|(residual, row)| residual.filter(|_| !hidden(row)))
                .collect();
            let ranges = ranges(rows, self.metric, &others, &self.cache);
            for row in all.iter().filter(|row| hidden(&rows[row.row])) {
                let mut scenario = rows[row.row].scenario.clone();
                scenario.coefficients = row.coefficients(&form, &fold.parameters);
                let found = judge(&rows[row.row], self.metric, scenario, &ranges);
                judged.extend(found.map(|(residual, covered)| Unseen {
                    row: row.row,
                    residual,
                    covered,
                }));
            }
        }
        judged.sort_by_key(|one| one.row);
        judged
    }
}

/// Residual of one row and whether its range holds it, with the range of its group.
fn judge(
    row: &Observed,
    metric: Metric,
    mut scenario: Scenario,
    ranges: &[Range],
) -> Option<(f64, bool)> {
    let seconds = row.seconds(metric)?;
    let range = group_range(ranges, row)?;
    range.apply(metric, &mut scenario);
    let (predicted, low, high) = metric.speeds(&scenario)?;
    let measured = metric.speed_of(&scenario, seconds);
    Some((
        (predicted / measured).ln(),
        low <= measured && measured <= high,
    ))
}

/// Residuals of a fit on every row that measured the metric.
#[must_use]
pub fn fitted(
    rows: &[Observed],
    metric: Metric,
    form: &Form,
    parameters: &[f64],
) -> Vec<Option<f64>> {
    let mut residuals = vec![None; rows.len()];
    for mut row in prepare(form, rows, metric) {
        residuals[row.row] = Some(row.residual(form, metric, parameters));
    }
    residuals
}
