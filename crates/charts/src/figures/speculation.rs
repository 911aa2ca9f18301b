//! Figure `speculation`: what drafting gains, by how often it is right.

use bpt_core::derived::derived;
use bpt_core::estimate;
use bpt_core::scenario::{Draft, Scenario, Speculation};
use bpt_core::speculative::{Gain, expected_tokens, gain};
use bpt_words::figures::Speculating;
use bpt_words::{Language, Room, Slot};

use super::curves::{from_zero, rule};
use super::{Cell, Column, Figure, Inputs, Present, Table, cell};
use crate::ChartSpec;
use crate::axis::{Axis, Scale, Tick};
use crate::lines::{Extras, LineChart, Mark, Rule, Sample, Series, Stroke, Zone};
use crate::scene::Dash;

/// Drafted tokens that are always drawn.
const DRAFTS: [f64; 3] = [1.0, 2.0, 4.0];
const POINTS: u32 = 50;
/// Top of the speed-up axis.
const TOP: f64 = 3.0;

/// The scenario with speculation: its own, or one token from a built-in head.
fn speculating(s: &Scenario) -> Scenario {
    let mut s = s.clone();
    if s.speculation.as_ref().is_none_or(|spec| spec.tokens <= 0.0) {
        let unfused = s.speculation.as_ref().map_or(1.0, |spec| spec.unfused);
        s.speculation = Some(Speculation {
            draft: Draft::Head,
            tokens: 1.0,
            acceptance: 0.7,
            unfused,
        });
    }
    s
}

fn changed(s: &Scenario, change: impl FnOnce(&mut Speculation)) -> Scenario {
    let mut s = s.clone();
    if let Some(speculation) = &mut s.speculation {
        change(speculation);
    }
    s
}

fn plain(s: &Scenario) -> Scenario {
    Scenario {
        speculation: None,
        ..s.clone()
    }
}

/// Speed-up at an acceptance, for a cycle of known cost.
fn speedup(gain: &Gain, drafts: f64, acceptance: f64) -> f64 {
    expected_tokens(acceptance, drafts) / gain.cost
}

/// One model with what speculation does to it.
struct Side<'a> {
    present: &'a Present<'a>,
    s: Scenario,
    gain: Gain,
    drafts: f64,
    acceptance: f64,
}

fn sides<'a>(present: &'a [Present<'a>]) -> Vec<Side<'a>> {
    present
        .iter()
        .filter_map(|present| {
            let s = speculating(present.scenario);
            let gain = gain(&s)?;
            let speculation = s.speculation.as_ref()?;
            let (drafts, acceptance) = (speculation.tokens, speculation.acceptance);
            Some(Side {
                present,
                s,
                gain,
                drafts,
                acceptance,
            })
        })
        .collect()
}

/// The figure.
#[must_use]
pub fn figure(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let present = inputs.estimates();
    let sides = sides(&present);
    let facts = inputs.compared(&present, |side| {
        let found = sides.iter().find(|found| found.present.slot == side.slot);
        found.map_or_else(Speculating::default, own)
    });
    Figure {
        chart: chart(&sides, inputs, words),
        table: inputs.tabled(|| table(&sides, words)),
        words: words.figures().speculation(&facts, inputs.view.room),
    }
}

fn own(side: &Side<'_>) -> Speculating {
    let fused = changed(&side.s, |spec| spec.unfused = 1.0);
    let (with, without) = (estimate(&side.s), estimate(&plain(&side.s)));
    let tokens = |e: &bpt_core::Estimate| e.memory.max_context.map(|tokens| tokens.get());
    Speculating {
        drafts: side.drafts,
        acceptance: side.acceptance,
        unfused: side.s.speculation.as_ref().map_or(1.0, |spec| spec.unfused),
        speedup: side.gain.speedup,
        fused: gain(&fused).map_or(1.0, |gain| gain.speedup),
        break_even: side.gain.break_even,
        before: without.decode.per_user.get(),
        after: with.decode.per_user.get(),
        context_lost: tokens(&without)
            .zip(tokens(&with))
            .map(|(without, with)| (without - with).max(0.0)),
    }
}

fn axis(words: &dyn Language) -> Axis {
    let ticks = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0].map(|value| Tick {
        value,
        label: words.numbers().trimmed(value, 1),
    });
    Axis {
        scale: Scale::Linear,
        min: 0.0,
        max: 1.0,
        ticks: ticks.into(),
        name: words
            .figures()
            .speculation_texts()
            .axis_acceptance
            .to_owned(),
    }
}

/// Acceptances of a line, the rule's among them.
fn acceptances(at: f64) -> Vec<f64> {
    let last = f64::from(POINTS);
    let mut xs: Vec<f64> = (0..=POINTS).map(|step| f64::from(step) / last).collect();
    xs.push(at.clamp(0.0, 1.0));
    bpt_core::order::sort(&mut xs);
    xs.dedup();
    xs
}

fn chart(sides: &[Side<'_>], inputs: &Inputs<'_>, words: &dyn Language) -> ChartSpec {
    let figures = words.figures();
    let x = axis(words);
    let present = sides.first().map_or(0.7, |side| side.acceptance);
    let at = inputs.view.at.unwrap_or(present);
    let mut extras = Extras {
        zones: vec![Zone {
            x: [0.0, 1.0],
            y: [0.0, 1.0],
            label: figures.speculation_texts().slower_than_without.to_owned(),
            bad: false,
        }],
        rules: vec![Rule {
            y: 1.0,
            labels: Vec::new(),
            slot: None,
            dash: Dash::Solid,
        }],
        ..Extras::default()
    };
    let mut series = Vec::new();
    for side in sides.iter().filter(|side| side.present.fits()) {
        let slot = side.present.slot;
        let xs = acceptances(at);
        let now = speedup(&side.gain, side.drafts, at);
        let range = derived(&side.s).speculative_speedup;
        let [low, high] = range.map_or([1.0, 1.0], |range| {
            [range.low / range.value, range.high / range.value]
        });
        let points = xs.iter().map(|x| {
            let value = speedup(&side.gain, side.drafts, *x);
            Sample {
                x: *x,
                value,
                low: value * low,
                high: value * high,
            }
        });
        series.push(Series {
            value: Some((now, words.numbers().forecast(now))),
            letter_at: Some(if slot == Slot::A { 0.3 } else { 0.15 }),
            name: Some(figures.drafts(side.drafts)),
            ..Series::plain(slot, Stroke::Estimate, points.collect())
        });
        if let Some(break_even) = side.gain.break_even.filter(|at| *at > 0.0) {
            extras.marks.push(Mark {
                x: break_even,
                y: 1.0,
                slot: Some(slot),
                label: figures.breaks_even(break_even),
            });
        }
        // Other numbers of drafts for one model only, else there are too many lines.
        if slot == Slot::B {
            continue;
        }
        for drafts in DRAFTS {
            let other = changed(&side.s, |spec| spec.tokens = drafts);
            let Some(gain) = gain(&other).filter(|_| (drafts - side.drafts).abs() > 0.5) else {
                continue;
            };
            let points = xs
                .iter()
                .map(|x| Sample::exact(*x, speedup(&gain, drafts, *x)));
            series.push(Series {
                name: Some(figures.drafts(drafts)),
                ..Series::plain(slot, Stroke::Thin, points.collect())
            });
        }
    }
    let top = inputs.view.top.unwrap_or(TOP);
    ChartSpec::Lines(LineChart {
        now: rule(&x, at),
        x,
        y: from_zero(
            top,
            Room::Narrow,
            figures.speculation_texts().axis_speedup,
            words,
        ),
        series,
        measured: inputs.measured.to_vec(),
        extras: Box::new(extras),
    })
}

fn table(sides: &[Side<'_>], words: &dyn Language) -> Table {
    let figures = words.figures();
    let mut table = Table::new([Column::shared(
        figures.speculation_texts().column_acceptance,
    )]);
    let shown: Vec<&Side<'_>> = sides.iter().collect();
    let mut gains: Vec<Vec<(f64, Option<Gain>)>> = Vec::new();
    for side in &shown {
        let of = DRAFTS.map(|drafts| {
            let other = changed(&side.s, |spec| spec.tokens = drafts);
            (drafts, gain(&other))
        });
        for (drafts, _) in &of {
            let name = figures.drafts(*drafts);
            table.columns.push(Column::of(side.present.slot, name));
        }
        gains.push(of.into());
    }
    let mut rows: Vec<f64> = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0].into();
    rows.extend(shown.first().map(|side| side.acceptance));
    bpt_core::order::sort(&mut rows);
    rows.dedup();
    for x in rows {
        let mut row = vec![cell(words, x, 2)];
        for (side, gains) in shown.iter().zip(&gains) {
            for (drafts, gain) in gains {
                row.push(match gain {
                    Some(gain) if side.present.fits() => cell(words, speedup(gain, *drafts, x), 2),
                    _ => Cell::Nothing,
                });
            }
        }
        table.rows.push(row);
    }
    table
}
