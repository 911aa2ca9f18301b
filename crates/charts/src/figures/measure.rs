//! Figure `measure`: predicted against measured, and the reader's own run.

use bpt_words::figures::{Claim, Errors, Measured, Verdict};
use bpt_words::{Language, Slot};

use super::curves::decades;
use super::{Cell, Column, Figure, Inputs, Table, cell};
use crate::ChartSpec;
use crate::scatter::{Dot, ScatterChart};

/// Ends of both axes where the runs lie between them, tok/s.
const ENDS: [f64; 2] = [1.0, 1000.0];
/// Distance of the guides from the diagonal.
const GUIDE: f64 = 0.2;

/// A measured run with what is predicted for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Measured, tok/s.
    pub measured: f64,
    /// Predicted, tok/s.
    pub predicted: f64,
    /// Whether the model is a mixture of experts.
    pub mixture: bool,
    /// Whether it is one of the two picks.
    pub slot: Option<Slot>,
}

/// Error quantiles of some runs; errors are logarithms of predicted over measured.
#[must_use]
pub fn errors(runs: impl Iterator<Item = Run>) -> Option<Errors> {
    let mut errors: Vec<f64> = runs
        .map(|run| (run.predicted / run.measured).ln())
        .filter(|error| error.is_finite())
        .collect();
    if errors.is_empty() {
        return None;
    }
    bpt_core::order::sort(&mut errors);
    let [low, middle, high] = [0.1, 0.5, 0.9].map(|share| quantile(&errors, share).exp() - 1.0);
    let mut sizes: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
    bpt_core::order::sort(&mut sizes);
    let within = sizes
        .iter()
        .filter(|size| **size <= (1.0 + GUIDE).ln())
        .count();
    Some(Errors {
        count: errors.len(),
        low,
        middle,
        high,
        size: quantile(&sizes, 0.5).exp() - 1.0,
        size_high: quantile(&sizes, 0.9).exp() - 1.0,
        within: within as f64 / errors.len() as f64,
    })
}

/// A quantile of ascending values, straight between them.
fn quantile(values: &[f64], share: f64) -> f64 {
    let place = share * (values.len() - 1) as f64;
    let below = values[place.floor() as usize];
    let above = values[place.ceil() as usize];
    below + (above - below) * place.fract()
}

/// Measured runs with what is predicted for each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Runs<'a> {
    /// The runs.
    pub runs: &'a [Run],
    /// Whether the predictions were made without them.
    pub held_out: bool,
}

/// The figure. `own` is the speed the reader saw, and with which model.
#[must_use]
pub fn figure(
    inputs: &Inputs<'_>,
    runs: Runs<'_>,
    own: Option<(Slot, f64)>,
    words: &dyn Language,
) -> Figure {
    let present = inputs.estimates();
    let claim = own.and_then(|(slot, speed)| {
        let side = present.iter().find(|side| side.slot == slot)?;
        Some(claim(slot, speed, side))
    });
    let Runs { runs, held_out } = runs;
    let facts = Measured {
        held_out,
        all: errors(runs.iter().copied()),
        dense: errors(runs.iter().copied().filter(|run| !run.mixture)),
        mixture: errors(runs.iter().copied().filter(|run| run.mixture)),
        claim,
    };
    Figure {
        chart: chart(runs, &facts, words),
        table: inputs.tabled(|| table(&facts, words)),
        words: words.figures().measure(&facts, inputs.view.room),
    }
}

fn claim(slot: Slot, speed: f64, side: &super::Present<'_>) -> Claim {
    let d = &side.now.decode;
    let ceiling = d.ceiling.get() * d.tokens_per_step;
    // Below what P10 allows by as much again.
    let slow = d.low.get() * (d.low / d.per_user);
    Claim {
        slot,
        speed,
        predicted: d.per_user.get(),
        of_ceiling: speed / ceiling,
        verdict: if speed > ceiling {
            Verdict::AbovePhysics
        } else if speed < slow {
            Verdict::Slow
        } else {
            Verdict::Plausible
        },
    }
}

fn chart(runs: &[Run], facts: &Measured, words: &dyn Language) -> ChartSpec {
    let figures = words.figures();
    let claim = facts.claim.as_ref();
    let values = || {
        let of_runs = runs.iter().flat_map(|run| [run.measured, run.predicted]);
        let own = claim
            .into_iter()
            .flat_map(|claim| [claim.speed, claim.predicted]);
        of_runs.chain(own).chain(ENDS)
    };
    let dots = runs.iter().map(|run| Dot {
        x: run.measured,
        y: run.predicted,
        round: run.mixture,
        slot: run.slot,
    });
    let own = claim.map(|claim| {
        let dot = Dot {
            x: claim.speed,
            y: claim.predicted,
            round: claim.slot == Slot::B,
            slot: Some(claim.slot),
        };
        (dot, figures.measure_texts().your_run.to_owned())
    });
    ChartSpec::Scatter(ScatterChart {
        x: decades(values(), figures.measure_texts().axis_measured, words),
        y: decades(values(), figures.measure_texts().axis_predicted, words),
        dots: dots.filter(|dot| dot.x > 0.0 && dot.y > 0.0).collect(),
        guide: GUIDE,
        guide_label: figures.guide(GUIDE),
        own: own.filter(|(dot, _)| dot.x > 0.0),
    })
}

fn table(facts: &Measured, words: &dyn Language) -> Table {
    let texts = words.figures().measure_texts();
    let columns = [
        texts.column_group,
        texts.column_runs,
        texts.column_p10,
        texts.column_p50,
        texts.column_p90,
        texts.column_within,
    ];
    let mut table = Table::new(columns.map(Column::shared));
    for (name, errors) in [
        (texts.all_runs, &facts.all),
        (texts.dense_runs, &facts.dense),
        (texts.mixture_runs, &facts.mixture),
    ] {
        let mut row = vec![Cell::Text(name.to_owned())];
        match errors {
            Some(errors) => {
                row.push(cell(words, errors.count as f64, 0));
                let shares = [errors.low, errors.middle, errors.high, errors.within];
                row.extend(shares.map(|share| cell(words, share * 100.0, 1)));
            }
            None => {
                row.push(cell(words, 0.0, 0));
                row.extend([const { Cell::Nothing }; 4]);
            }
        }
        table.rows.push(row);
    }
    table
}
