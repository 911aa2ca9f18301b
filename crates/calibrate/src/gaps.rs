//! Rows that a fit describes far better than a fit that did not see them, and why.

use crate::fit::prepare;
use crate::form::Form;
use crate::rows::Observed;
use crate::validate::{HeldOut, Unseen};

/// A held-out error wider than the fitted one by this, as a logarithm, is told: a third.
const WIDE: f64 = 1.0 / 3.0;

/// One row with a wide gap.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The row's id.
    pub id: String,
    /// The group that was held out.
    pub key: String,
    /// ln(measured / predicted time) under the fit to all rows.
    pub fitted: f64,
    /// The same under the fit that did not see the group.
    pub held_out: f64,
    /// Levels of the form that no other group carries: without it their multiple is 1.
    pub alone_in: Vec<String>,
}

impl Gap {
    /// One line for a reader.
    #[must_use]
    pub fn words(&self) -> String {
        let why = if self.alone_in.is_empty() {
            "its group pulls coefficients that others share".to_owned()
        } else {
            format!("no other rows tell of {}", self.alone_in.join("; "))
        };
        format!(
            "{}: {:+.0} % fitted, {:+.0} % held out with {}: {why}",
            self.id,
            self.fitted.exp_m1() * 100.0,
            self.held_out.exp_m1() * 100.0,
            self.key,
        )
    }
}

/// The rows of quality A and B whose held-out error is over a third wider than the fitted one.
#[must_use]
pub fn gaps(rows: &[Observed], held: &HeldOut, judged: &[Unseen]) -> Vec<Gap> {
    let form = Form::of(held.metric);
    let prepared = prepare(&form, rows, held.metric);
    let mut found = Vec::new();
    for one in judged {
        let row = &rows[one.row];
        let (Some(fitted), true) = (held.fitted[one.row], row.fits()) else {
            continue;
        };
        if one.residual.abs() - fitted.abs() <= WIDE {
            continue;
        }
        let key = held.holdout.key(row);
        let alone_in = form
            .parameters
            .iter()
            .enumerate()
            .filter(|(_, parameter)| !parameter.when.is_empty())
            .filter(|(index, _)| {
                prepared
                    .iter()
                    .any(|p| p.row == one.row && p.touched_by(*index))
                    && !prepared.iter().any(|other| {
                        let other_row = &rows[other.row];
                        other_row.fits()
                            && held.holdout.key(other_row) != key
                            && other.touched_by(*index)
                    })
            })
            .map(|(_, parameter)| {
                let name = form.coefficients[parameter.coefficient];
                let when: Vec<&str> = parameter.when.iter().map(|(_, value)| *value).collect();
                format!("{name} on {}", when.join(" "))
            })
            .collect();
        found.push(Gap {
            id: row.id.clone(),
            key,
            fitted,
            held_out: one.residual,
            alone_in,
        });
    }
    found
}
