//! Rows that a fit describes far better than a fit that did not see them, and why: which
//! coefficient moved when their group was left out, from what to what, and who else tells of it.

use std::collections::BTreeSet;

use crate::fit::{Prepared, prepare};
use crate::form::Form;
use crate::rows::Observed;
use crate::validate::{HeldOut, Unseen};

/// A held-out error wider than the fitted one by this, as a logarithm, is told: a third.
const WIDE: f64 = 1.0 / 3.0;
/// A further coefficient is named if it explains this share of what the first one does.
const ALSO: f64 = 0.3;
/// Most coefficients named for one row.
const NAMED: usize = 3;

/// A coefficient that is another without the row's group.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// Its name.
    pub name: &'static str,
    /// Its value for the row under the fit to all rows.
    pub from: f64,
    /// The same under the fit that did not see the group.
    pub to: f64,
    /// What the row's residual would be nearer to the fitted one had it not moved, as a logarithm.
    pub explains: f64,
    /// The narrowest of its levels that the row is in; empty for a coefficient without.
    pub level: String,
    /// Fitted rows of other groups in that level.
    pub other_rows: usize,
    /// Groups they belong to.
    pub other_groups: usize,
}

impl Moved {
    /// One clause for a reader.
    #[must_use]
    pub fn words(&self) -> String {
        let Self { name, from, to, .. } = self;
        let who = match (self.other_rows, self.level.as_str()) {
            (0, level) => format!("no other rows tell of {level}"),
            (rows, "") => format!("{rows} rows of {} others share it", self.other_groups),
            (rows, level) => format!("{level}: {rows} rows of {} others", self.other_groups),
        };
        format!("{name} {} to {} ({who})", digits(*from), digits(*to))
    }
}

/// Three digits.
fn digits(value: f64) -> String {
    let places = (2.0 - value.abs().max(1e-9).log10().floor()).clamp(0.0, 6.0);
    format!("{value:.*}", places as usize)
}

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
    /// What moved, what explains most first; empty where no single coefficient explains it.
    pub moved: Vec<Moved>,
}

impl Gap {
    /// Why, for a reader.
    #[must_use]
    pub fn why(&self) -> String {
        if self.moved.is_empty() {
            return "many coefficients, each a little".to_owned();
        }
        let all: Vec<String> = self.moved.iter().map(Moved::words).collect();
        all.join("; ")
    }

    /// One line for a reader.
    #[must_use]
    pub fn words(&self) -> String {
        format!(
            "{}: {:+.0} % fitted, {:+.0} % held out with {}: {}",
            self.id,
            self.fitted.exp_m1() * 100.0,
            self.held_out.exp_m1() * 100.0,
            self.key,
            self.why(),
        )
    }
}

/// The rows of quality A and B whose held-out error is over a third wider than the fitted one.
#[must_use]
pub fn gaps(rows: &[Observed], held: &HeldOut, judged: &[Unseen]) -> Vec<Gap> {
    let form = Form::of(held.metric);
    let mut prepared = prepare(&form, rows, held.metric);
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
        let fold = held.folds.iter().find(|fold| fold.key == key);
        let at = prepared.iter().position(|other| other.row == one.row);
        let (Some(fold), Some(at)) = (fold, at) else {
            continue;
        };
        let mut moved = moved(&form, held, &mut prepared[at], &fold.parameters);
        for some in &mut moved {
            tell_others(rows, &form, held, &prepared, at, some);
        }
        found.push(Gap {
            id: row.id.clone(),
            key,
            fitted,
            held_out: one.residual,
            moved,
        });
    }
    found
}

/// The coefficients that explain most of a row's gap: each put back alone.
fn moved(form: &Form, held: &HeldOut, row: &mut Prepared, without: &[f64]) -> Vec<Moved> {
    let full = row.coefficients(form, &held.full);
    let fold = row.coefficients(form, without);
    let far = row.residual_with(held.metric, fold);
    let near = row.residual_with(held.metric, full);
    let mut all: Vec<Moved> = form
        .coefficients
        .iter()
        .filter_map(|name| {
            let (from, to) = (full.get(name)?, fold.get(name)?);
            let mut back = fold;
            back.set(name, from);
            let explains = (far - row.residual_with(held.metric, back)) * (far - near).signum();
            (explains > 0.0).then(|| Moved {
                name,
                from,
                to,
                explains,
                level: String::new(),
                other_rows: 0,
                other_groups: 0,
            })
        })
        .collect();
    all.sort_by(|a, b| b.explains.total_cmp(&a.explains));
    let least = all.first().map_or(0.0, |most| ALSO * most.explains);
    all.retain(|one| one.explains >= least);
    all.truncate(NAMED);
    all
}

/// Finds the narrowest level of a coefficient that a row is in and who else is in it.
fn tell_others(
    rows: &[Observed],
    form: &Form,
    held: &HeldOut,
    prepared: &[Prepared],
    at: usize,
    moved: &mut Moved,
) {
    let key = held.holdout.key(&rows[prepared[at].row]);
    let mut narrowest: Option<(usize, String, usize)> = None;
    for (index, parameter) in form.parameters.iter().enumerate() {
        if form.coefficients[parameter.coefficient] != moved.name || !prepared[at].touched_by(index)
        {
            continue;
        }
        let others: Vec<&Observed> = prepared
            .iter()
            .filter(|other| other.touched_by(index))
            .map(|other| &rows[other.row])
            .filter(|other| other.fits() && held.holdout.key(other) != key)
            .collect();
        if narrowest
            .as_ref()
            .is_none_or(|(have, ..)| others.len() < *have)
        {
            let groups: BTreeSet<String> =
                others.iter().map(|other| held.holdout.key(other)).collect();
            let when: Vec<&str> = parameter.when.iter().map(|(_, value)| *value).collect();
            narrowest = Some((others.len(), when.join(" "), groups.len()));
        }
    }
    if let Some((other_rows, level, other_groups)) = narrowest {
        (moved.other_rows, moved.level, moved.other_groups) = (other_rows, level, other_groups);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moved_is_told_with_who_else_tells() {
        let mut moved = Moved {
            name: "kv_efficiency",
            from: 0.1234,
            to: 61.26,
            explains: 0.5,
            level: "mlx-vlm".to_owned(),
            other_rows: 0,
            other_groups: 0,
        };
        let alone = "kv_efficiency 0.123 to 61.3 (no other rows tell of mlx-vlm)";
        assert_eq!(moved.words(), alone);
        (moved.other_rows, moved.other_groups) = (3, 2);
        let few = "kv_efficiency 0.123 to 61.3 (mlx-vlm: 3 rows of 2 others)";
        assert_eq!(moved.words(), few);
    }
}
