//! Held-out predictions: no row is predicted by a fit that saw its source and device, its device,
//! or its model.

use crate::fit::{FEW_ROUNDS, ROUNDS, fit, prepare};
use crate::form::{Form, Metric};
use crate::rows::Observed;

/// How rows are held out together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holdout {
    /// Folds of (source, device) pairs; a fold's sources are held out with their devices' other
    /// rows of the same source.
    SourceAndDevice,
    /// One device at a time.
    Device,
    /// One model at a time.
    Model,
}

impl Holdout {
    /// Name in reports.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::SourceAndDevice => "source-and-device",
            Self::Device => "device",
            Self::Model => "model",
        }
    }

    fn key(self, row: &Observed) -> String {
        match self {
            Self::SourceAndDevice => format!("{} {}", row.source_group, row.device),
            Self::Device => row.device.clone(),
            Self::Model => row.model.clone(),
        }
    }
}

/// Residual ln(measured / predicted time) of each row under a fit that did not see it; `None`
/// where the metric was not measured.
#[must_use]
pub fn held_out(rows: &[Observed], metric: Metric, holdout: Holdout) -> Vec<Option<f64>> {
    let form = Form::of(metric);
    let all = prepare(&form, rows, metric);
    let mut fitting: Vec<_> = all
        .iter()
        .filter(|row| rows[row.row].fits())
        .cloned()
        .collect();
    let full = fit(&form, metric, &mut fitting, &form.start(), ROUNDS);
    let mut keys: Vec<String> = all.iter().map(|row| holdout.key(&rows[row.row])).collect();
    keys.sort();
    keys.dedup();
    let mut residuals = vec![None; rows.len()];
    for key in &keys {
        let mut kept: Vec<_> = all
            .iter()
            .filter(|row| rows[row.row].fits() && holdout.key(&rows[row.row]) != *key)
            .cloned()
            .collect();
        // Where the group holds no fitted row, leaving it out changes nothing.
        let parameters = if kept.len() == fitting.len() {
            full.clone()
        } else {
            fit(&form, metric, &mut kept, &full, FEW_ROUNDS)
        };
        for row in all.iter().filter(|row| holdout.key(&rows[row.row]) == *key) {
            let mut row = row.clone();
            residuals[row.row] = Some(row.residual(&form, metric, &parameters));
        }
    }
    residuals
}

/// Residuals of the fit on the rows it saw.
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
