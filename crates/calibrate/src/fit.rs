//! Penalised robust least squares on the logarithm of time.
//!
//! Every parameter is the logarithm of a coefficient's value or of a level's multiple. Levels are
//! pulled towards 1, so a level that few rows carry shrinks to the universal value.

use bpt_core::Scenario;
use bpt_core::coefficients::Coefficients;
use nalgebra::{DMatrix, DVector};

use crate::form::{Form, Metric};
use crate::rows::Observed;

/// Scale of residuals beyond which a row counts less and less.
const HUBER: f64 = 0.25;
/// Expected error of a row, as a logarithm: the weight of data against priors.
const NOISE: f64 = 0.2;
/// Step of the numeric derivative, as a logarithm.
const STEP: f64 = 1e-4;
/// Most rounds of a fit from the priors.
pub const ROUNDS: usize = 30;
/// Rounds that a fit needs from a neighbour's result.
pub const FEW_ROUNDS: usize = 8;

/// One row ready for fitting: its scenario, its measured time and which parameters touch it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Index into the observed rows.
    pub row: usize,
    scenario: Scenario,
    base: Coefficients,
    measured: f64,
    weight: f64,
    /// (parameter, coefficient) pairs that apply.
    active: Vec<(usize, usize)>,
}

/// Rows of one metric ready for fitting.
#[must_use]
pub fn prepare(form: &Form, rows: &[Observed], metric: Metric) -> Vec<Prepared> {
    rows.iter()
        .enumerate()
        .filter_map(|(index, row)| {
            let measured = row.seconds(metric)?;
            Some(Prepared {
                row: index,
                scenario: row.scenario.clone(),
                base: Coefficients::default(),
                measured: measured.ln(),
                weight: row.weight,
                active: form.active(row),
            })
        })
        .collect()
}

impl Prepared {
    /// The coefficients that parameters give this row.
    #[must_use]
    pub fn coefficients(&self, form: &Form, parameters: &[f64]) -> Coefficients {
        let mut logs: [Option<f64>; 64] = [None; 64];
        for (parameter, coefficient) in &self.active {
            *logs[*coefficient].get_or_insert(0.0) += parameters[*parameter];
        }
        let mut coefficients = self.base;
        for (index, log) in logs.iter().enumerate() {
            if let Some(log) = log {
                coefficients.set(form.coefficients[index], log.exp());
            }
        }
        coefficients
    }

    /// Whether a parameter applies to the row.
    #[must_use]
    pub fn touched_by(&self, parameter: usize) -> bool {
        self.active.iter().any(|(active, _)| *active == parameter)
    }

    /// ln(measured / predicted) time.
    pub fn residual(&mut self, form: &Form, metric: Metric, parameters: &[f64]) -> f64 {
        self.scenario.coefficients = self.coefficients(form, parameters);
        self.measured - metric.seconds(&self.scenario).max(1e-12).ln()
    }
}

/// Fits the parameters to rows, starting from `start`.
#[must_use]
pub fn fit(
    form: &Form,
    metric: Metric,
    rows: &mut [Prepared],
    start: &[f64],
    rounds: usize,
) -> Vec<f64> {
    let count = form.parameters.len();
    let mut now = start.to_vec();
    let mut damping = 1e-3;
    let mut cost = objective(form, metric, rows, &now);
    for _ in 0..rounds {
        let mut normal = DMatrix::<f64>::zeros(count, count);
        let mut gradient = DVector::<f64>::zeros(count);
        let mut slopes: Vec<(usize, f64)> = Vec::new();
        for row in rows.iter_mut() {
            let residual = row.residual(form, metric, &now);
            let weight = row.weight * robust_weight(residual) / (NOISE * NOISE);
            slopes.clear();
            let active = row.active.clone();
            for (parameter, _) in active {
                let kept = now[parameter];
                now[parameter] = kept + STEP;
                let moved = row.residual(form, metric, &now);
                now[parameter] = kept;
                slopes.push((parameter, (moved - residual) / STEP));
            }
            for (i, (a, slope_a)) in slopes.iter().enumerate() {
                gradient[*a] += weight * slope_a * residual;
                for (b, slope_b) in &slopes[..=i] {
                    normal[(*a, *b)] += weight * slope_a * slope_b;
                    if a != b {
                        normal[(*b, *a)] += weight * slope_a * slope_b;
                    }
                }
            }
        }
        for (index, parameter) in form.parameters.iter().enumerate() {
            let pull = 1.0 / (parameter.sigma * parameter.sigma);
            normal[(index, index)] += pull;
            gradient[index] += pull * (now[index] - parameter.prior);
        }
        let mut improved = false;
        for _ in 0..6 {
            let mut damped = normal.clone();
            for index in 0..count {
                damped[(index, index)] *= 1.0 + damping;
            }
            let Some(cholesky) = damped.cholesky() else {
                damping *= 10.0;
                continue;
            };
            let step = cholesky.solve(&gradient);
            let next: Vec<f64> = now
                .iter()
                .zip(step.iter())
                .map(|(value, change)| value - change.clamp(-0.7, 0.7))
                .collect();
            let next_cost = objective(form, metric, rows, &next);
            if next_cost < cost {
                improved = (cost - next_cost) > 1e-4 * cost;
                (now, cost) = (next, next_cost);
                damping = (damping * 0.3).max(1e-6);
                break;
            }
            damping *= 5.0;
        }
        if !improved {
            break;
        }
    }
    now
}

fn robust_weight(residual: f64) -> f64 {
    1.0 / (1.0 + (residual / HUBER) * (residual / HUBER)).sqrt()
}

fn objective(form: &Form, metric: Metric, rows: &mut [Prepared], at: &[f64]) -> f64 {
    let mut sum = 0.0;
    for row in rows.iter_mut() {
        let residual = row.residual(form, metric, at) / HUBER;
        sum += row.weight * 2.0 * HUBER * HUBER * ((1.0 + residual * residual).sqrt() - 1.0)
            / (NOISE * NOISE);
    }
    for (value, parameter) in at.iter().zip(&form.parameters) {
        let off = (value - parameter.prior) / parameter.sigma;
        sum += off * off;
    }
    sum
}

/// Posterior spread of each parameter, as a logarithm.
#[must_use]
pub fn spreads(form: &Form, metric: Metric, rows: &mut [Prepared], at: &[f64]) -> Vec<f64> {
    let count = form.parameters.len();
    let mut normal = DMatrix::<f64>::zeros(count, count);
    let mut now = at.to_vec();
    for row in rows.iter_mut() {
        let residual = row.residual(form, metric, &now);
        let weight = row.weight * robust_weight(residual) / (NOISE * NOISE);
        let mut slopes = Vec::new();
        for (parameter, _) in row.active.clone() {
            let kept = now[parameter];
            now[parameter] = kept + STEP;
            slopes.push((
                parameter,
                (row.residual(form, metric, &now) - residual) / STEP,
            ));
            now[parameter] = kept;
        }
        for (a, slope_a) in &slopes {
            for (b, slope_b) in &slopes {
                normal[(*a, *b)] += weight * slope_a * slope_b;
            }
        }
    }
    for (index, parameter) in form.parameters.iter().enumerate() {
        normal[(index, index)] += 1.0 / (parameter.sigma * parameter.sigma);
    }
    match normal.cholesky() {
        Some(cholesky) => {
            let inverse = cholesky.inverse();
            (0..count)
                .map(|index| inverse[(index, index)].max(0.0).sqrt())
                .collect()
        }
        None => form
            .parameters
            .iter()
            .map(|parameter| parameter.sigma)
            .collect(),
    }
}
