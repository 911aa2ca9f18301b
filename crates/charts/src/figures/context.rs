//! Figure `context`: speed against the length of the conversation.

use std::borrow::Cow;

use bpt_words::figures::{Fixed, OverContext};
use bpt_words::{Chart, Language};

use super::curves::{range_table, rows};
use super::{Figure, Inputs, Present, is_narrow};
use crate::ChartSpec;
use crate::sweep::{ContextCurve, over_context};
use crate::together::{self, Model, context_axis, speed_top, speed_vs_context};

/// The figure.
#[must_use]
pub fn figure(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let present = inputs.estimates();
    let known = inputs.curves;
    let curves: Vec<Cow<'_, ContextCurve>> = present
        .iter()
        .zip(known)
        .map(|(side, known)| {
            known.map_or_else(
                || Cow::Owned(over_context(side.scenario, &side.now)),
                Cow::Borrowed,
            )
        })
        .collect();
    let models: Vec<Model<'_>> = present
        .iter()
        .zip(&curves)
        .map(|(side, curve)| Model {
            slot: side.slot,
            scenario: side.scenario,
            now: &side.now,
            curve,
        })
        .collect();
    let all: Vec<&ContextCurve> = curves.iter().map(Cow::as_ref).collect();
    let view = together::View {
        at: inputs.view.at.unwrap_or(inputs.a.context),
        top: inputs.view.top.unwrap_or_else(|| speed_top(&all)),
        narrow: is_narrow(&inputs.view),
    };
    let mut chart = speed_vs_context(&models, view, words);
    if let ChartSpec::Lines(lines) = &mut chart {
        lines.measured = inputs.measured.to_vec();
    }
    let facts = inputs.compared(&present, |side| {
        let curve = curves.get(usize::from(side.slot == bpt_words::Slot::B));
        curve.map_or_else(OverContext::default, |curve| own(side, curve))
    });
    let mut said = words
        .figures()
        .context(&facts, inputs.measured.len(), inputs.view.room);
    if let Some(facts) = together::facts(&models, [String::new(), String::new()], inputs.same()) {
        said.title = words.title(Chart::Speed, &facts);
        said.line = words.line(Chart::Speed, &facts, inputs.view.room);
    }
    Figure {
        chart,
        table: inputs.tabled(|| table(&models, inputs.a.context, words)),
        words: said,
    }
}

fn own(side: &Present<'_>, curve: &ContextCurve) -> OverContext {
    let fitting = curve.fitting();
    let first = fitting.first();
    let last = fitting.last();
    let first_speed = first.map_or(0.0, |point| point.speed[0]);
    let share = |speed: f64| {
        if first_speed > 0.0 {
            (speed / first_speed).min(1.0)
        } else {
            0.0
        }
    };
    OverContext {
        first_at: first.map_or(0.0, |point| point.context),
        first_speed,
        keeps: share(side.now.decode.per_user.get()),
        last_at: last.map_or(0.0, |point| point.context),
        last_keeps: share(last.map_or(0.0, |point| point.speed[0])),
        trained: curve.trained,
    }
}

fn table(models: &[Model<'_>], now: f64, words: &dyn Language) -> super::Table {
    let xs = rows(&context_axis(words), now);
    let sides: Vec<_> = models
        .iter()
        .map(|model| {
            let samples = xs.iter().map(|x| {
                let point = together::point_at(model, *x);
                point.fits.then(|| together::sample(&point))
            });
            (model.slot, samples.collect())
        })
        .collect();
    let head = words.figures().context_texts().column_context;
    let unit = words.figures().fixed(Fixed::ColumnSpeed);
    range_table(head, &xs, &sides, unit, words)
}
