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
const HUBER: f64 = 0.2;
/// Step of the numeric derivative, as a logarithm.
const STEP: f64 = 1e-4;
/// Most rounds of a fit.
pub const ROUNDS: usize = 200;
/// A fit has converged when no parameter moves by more than this, as a logarithm.
const CONVERGED: f64 = 2e-4;
/// It has also converged when the cost falls by less than this share, thrice running.
const SLOW: f64 = 2e-6;
/// Slopes are taken anew once a parameter has moved by this much since.
const STALE: f64 = 0.05;
/// Slopes taken within this of a place are that place's.
const FRESH: f64 = 0.01;
/// Most that a parameter moves in one round.
const STRIDE: f64 = 0.7;

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
        let coefficients = self.coefficients(form, parameters);
        self.residual_with(metric, coefficients)
    }

    /// The same with coefficients given.
    pub(crate) fn residual_with(&mut self, metric: Metric, coefficients: Coefficients) -> f64 {
        self.scenario.coefficients = coefficients;
        self.measured - metric.seconds(&self.scenario).max(1e-12).ln()
    }
}

/// Slopes of every row's residual by coefficient, and where they were taken.
#[derive(Clone, Debug)]
pub struct Slopes {
    at: Vec<f64>,
    /// To both sides: bounds and minima give a coefficient kinks.
    rows: Vec<Vec<[f64; 2]>>,
}

impl Slopes {
    /// Numeric slopes. Parameters of one coefficient add up, so they share its slope.
    #[must_use]
    pub fn take(form: &Form, metric: Metric, rows: &mut [Prepared], at: &[f64]) -> Self {
        let slopes = rows
            .iter_mut()
            .map(|row| {
                let here = row.coefficients(form, at);
                let residual = row.residual_with(metric, here);
                let mut slopes = vec![[0.0; 2]; form.coefficients.len()];
                let mut done = vec![false; form.coefficients.len()];
                for (_, coefficient) in row.active.clone() {
                    if core::mem::replace(&mut done[coefficient], true) {
                        continue;
                    }
                    let name = form.coefficients[coefficient];
                    slopes[coefficient] = [STEP, -STEP].map(|step| {
                        let mut moved = here;
                        moved.set(name, here.get(name).unwrap_or(0.0) * step.exp());
                        (row.residual_with(metric, moved) - residual) / step
                    });
                }
                slopes
            })
            .collect();
        Self {
            at: at.to_vec(),
            rows: slopes,
        }
    }

    fn stale(&self, now: &[f64]) -> bool {
        let moved = self.at.iter().zip(now).map(|(a, b)| (a - b).abs());
        moved.fold(0.0, f64::max) > STALE
    }

    /// Normal matrix at `now`, priors included, and the gradient to either side.
    fn sides(
        &self,
        form: &Form,
        rows: &[Prepared],
        residuals: &[f64],
        now: &[f64],
    ) -> (DMatrix<f64>, [DVector<f64>; 2]) {
        let count = form.parameters.len();
        let mut normal = DMatrix::<f64>::zeros(count, count);
        let mut sides = [DVector::<f64>::zeros(count), DVector::<f64>::zeros(count)];
        let middle = |slopes: &[f64; 2]| 0.5 * (slopes[0] + slopes[1]);
        for ((row, slopes), residual) in rows.iter().zip(&self.rows).zip(residuals) {
            let weight = row.weight * robust_weight(*residual) / (form.noise * form.noise);
            for (a, coefficient) in &row.active {
                let slope = &slopes[*coefficient];
                if *slope == [0.0; 2] {
                    continue;
                }
                for (side, slope) in sides.iter_mut().zip(slope) {
                    side[*a] += weight * slope * residual;
                }
                let slope = weight * middle(slope);
                for (b, coefficient) in &row.active {
                    normal[(*a, *b)] += slope * middle(&slopes[*coefficient]);
                }
            }
        }
        for (index, parameter) in form.parameters.iter().enumerate() {
            let pull = 1.0 / (parameter.sigma * parameter.sigma);
            normal[(index, index)] += pull;
            for side in &mut sides {
                side[index] += pull * (now[index] - parameter.prior);
            }
        }
        (normal, sides)
    }

    /// Normal matrix and gradient of a step. A parameter that sits in a kink, where moving either
    /// way costs, is held.
    fn normal(
        &self,
        form: &Form,
        rows: &[Prepared],
        residuals: &[f64],
        now: &[f64],
    ) -> (DMatrix<f64>, DVector<f64>) {
        let (mut normal, sides) = self.sides(form, rows, residuals, now);
        let count = form.parameters.len();
        let mut gradient = DVector::<f64>::zeros(count);
        for index in 0..count {
            let [up, down] = [sides[0][index], sides[1][index]];
            if down < 0.0 && up > 0.0 {
                for other in 0..count {
                    normal[(index, other)] = 0.0;
                    normal[(other, index)] = 0.0;
                }
                normal[(index, index)] = 1.0;
            } else {
                // Uphill on the side that it will move to.
                gradient[index] = if up <= 0.0 { up } else { down.max(0.0) };
            }
        }
        (normal, gradient)
    }
}

/// Fits the parameters to rows from `start` until they no longer move.
#[must_use]
pub fn fit(form: &Form, metric: Metric, rows: &mut [Prepared], start: &[f64]) -> Vec<f64> {
    let mut slopes = Slopes::take(form, metric, rows, start);
    let mut now = slopes.at.clone();
    let mut damping = 1e-3;
    let mut residuals = residuals(form, metric, rows, &now);
    let mut cost = objective(form, rows, &residuals, &now);
    let mut slow = 0;
    for _ in 0..ROUNDS {
        if slopes.stale(&now) {
            slopes = Slopes::take(form, metric, rows, &now);
        }
        let (normal, gradient) = slopes.normal(form, rows, &residuals, &now);
        let mut moved = 0.0;
        let before = cost;
        for _ in 0..10 {
            let mut damped = normal.clone();
            for index in 0..now.len() {
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
                .map(|(value, change)| value - change.clamp(-STRIDE, STRIDE))
                .collect();
            let next_residuals = self::residuals(form, metric, rows, &next);
            let next_cost = objective(form, rows, &next_residuals, &next);
            if next_cost < cost {
                moved = step.iter().fold(0.0, |most: f64, by| most.max(by.abs()));
                (now, residuals, cost) = (next, next_residuals, next_cost);
                damping = (damping * 0.3).max(1e-6);
                break;
            }
            damping *= 5.0;
        }
        slow = if before - cost < SLOW * cost {
            slow + 1
        } else {
            0
        };
        if slow > 2 {
            break;
        }
        if moved < CONVERGED {
            let moved = slopes.at.iter().zip(&now).map(|(a, b)| (a - b).abs());
            if moved.fold(0.0, f64::max) < FRESH {
                break;
            }
            // Once more with the slopes of this place, to be sure.
            slopes = Slopes::take(form, metric, rows, &now);
            damping = damping.min(1e-3);
        }
    }
    now
}

fn residuals(form: &Form, metric: Metric, rows: &mut [Prepared], at: &[f64]) -> Vec<f64> {
    rows.iter_mut()
        .map(|row| row.residual(form, metric, at))
        .collect()
}

fn robust_weight(residual: f64) -> f64 {
    1.0 / (1.0 + (residual / HUBER) * (residual / HUBER)).sqrt()
}

fn objective(form: &Form, rows: &[Prepared], residuals: &[f64], at: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (row, residual) in rows.iter().zip(residuals) {
        let residual = residual / HUBER;
        sum += row.weight * 2.0 * HUBER * HUBER * ((1.0 + residual * residual).sqrt() - 1.0)
            / (form.noise * form.noise);
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
    let residuals = residuals(form, metric, rows, at);
    let slopes = Slopes::take(form, metric, rows, at);
    let (normal, _) = slopes.sides(form, rows, &residuals, at);
    match normal.cholesky() {
        Some(cholesky) => {
            let inverse = cholesky.inverse();
            (0..at.len())
                .map(|index| inverse[(index, index)].max(0.0).sqrt())
                .collect()
        }
        None => form.parameters.iter().map(|p| p.sigma).collect(),
    }
}
