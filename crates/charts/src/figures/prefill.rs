//! Figure `prefill`: the time to the first token, and how fast the prompt is read.

use bpt_core::decode::decode;
use bpt_core::derived::Input;
use bpt_core::estimate::Prefill;
use bpt_core::prefill::prefill;
use bpt_core::scenario::Scenario;
use bpt_words::Language;
use bpt_words::figures::FirstToken;

use super::curves::{decades, log, range_table, rows, rule};
use super::{Figure, Inputs, Present, Table};
use crate::ChartSpec;
use crate::axis::Axis;
use crate::lines::{Extras, LineChart, Rule, Sample, Series, StackChart, Stroke};
use crate::scene::Dash;
use crate::sweep::log_spaced;

const TICKS: [f64; 5] = [128.0, 512.0, 2048.0, 8192.0, 32_768.0];
const POINTS: u32 = 60;
/// Waits that people feel as at once, and look away from, s (Nielsen, Usability Engineering, 5.5).
const FELT: [f64; 2] = [1.0, 10.0];

/// The figure.
#[must_use]
pub fn figure(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let present = inputs.estimates();
    let facts = inputs.compared(&present, own);
    Figure {
        chart: chart(&present, inputs, words),
        table: inputs.tabled(|| table(&present, inputs, words)),
        words: words
            .figures()
            .prefill(&facts, inputs.a.prompt, inputs.view.room),
    }
}

/// Prefill with another prompt, of which the same share is cached.
fn at_prompt(s: &Scenario, prompt: f64, cached: bool) -> Prefill {
    let share = if s.prompt > 0.0 {
        (s.cached / s.prompt).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let mut changed = s.clone();
    changed.prompt = prompt;
    changed.cached = if cached { share * prompt } else { 0.0 };
    prefill(&changed, &decode(&changed))
}

fn first(x: f64, p: &Prefill) -> Option<Sample> {
    Some(Sample {
        x,
        value: p.ttft?.get(),
        low: p.ttft_low?.get(),
        high: p.ttft_high?.get(),
    })
}

fn own(side: &Present<'_>) -> FirstToken {
    let s = side.scenario;
    let now = side.now.prefill.ttft.map(|seconds| seconds.get());
    let saved = |input: Input| {
        let twice = input.scaled(s, 2.0);
        let then = prefill(&twice, &decode(&twice)).ttft;
        match (now, then) {
            (Some(now), Some(then)) => (1.0 - then.get() / now).max(0.0),
            _ => 0.0,
        }
    };
    FirstToken {
        seconds: now,
        twice_compute: saved(Input::Compute),
        twice_bandwidth: saved(Input::Bandwidth),
        cached: s.cached.min(s.prompt),
    }
}

fn axis(inputs: &Inputs<'_>, words: &dyn Language) -> Axis {
    log(
        [TICKS[0], TICKS[4]],
        &TICKS,
        inputs.view.room,
        words.figures().prefill_texts().axis_prompt,
        |value| words.numbers().binary_thousands(value),
    )
}

fn chart(present: &[Present<'_>], inputs: &Inputs<'_>, words: &dyn Language) -> ChartSpec {
    let figures = words.figures();
    let x = axis(inputs, words);
    let at = inputs.view.at.unwrap_or(inputs.a.prompt);
    let mut xs = log_spaced(x.min, x.max, POINTS);
    xs.extend(rule(&x, at));
    bpt_core::order::sort(&mut xs);
    xs.dedup();
    let mut waits = Vec::new();
    let mut rates = Vec::new();
    let mut extras = Extras::default();
    let texts = figures.prefill_texts();
    for (seconds, name) in FELT.into_iter().zip([texts.feels_instant, texts.look_away]) {
        extras.rules.push(Rule {
            y: seconds,
            labels: vec![name.to_owned()],
            slot: None,
            dash: Dash::Dashed,
        });
    }
    for side in present.iter().filter(|side| side.fits()) {
        let s = side.scenario;
        let all: Vec<(f64, Prefill)> = xs.iter().map(|x| (*x, at_prompt(s, *x, true))).collect();
        let wait: Vec<Sample> = all.iter().filter_map(|(x, p)| first(*x, p)).collect();
        let rate: Vec<Sample> = all
            .iter()
            .filter_map(|(x, p)| {
                Some(Sample {
                    x: *x,
                    value: p.speed?.get(),
                    low: p.low?.get(),
                    high: p.high?.get(),
                })
            })
            .collect();
        let value = |line: &[Sample]| line.iter().find(|sample| sample.x == at).map(|s| s.value);
        // A prompt of one token reads every weight of its experts once.
        let floor = at_prompt(s, 1.0, false).floor.get();
        extras.rules.push(Rule {
            y: floor,
            labels: figures.one_read(side.slot).into(),
            slot: Some(side.slot),
            dash: Dash::Dotted,
        });
        waits.push(Series {
            value: value(&wait).map(|value| (value, figures.seconds(value))),
            letter_at: Some(9000.0),
            ..Series::plain(side.slot, Stroke::Estimate, wait)
        });
        if s.cached > 0.0 {
            let whole: Vec<Sample> = xs
                .iter()
                .filter_map(|x| first(*x, &at_prompt(s, *x, false)))
                .map(|sample| Sample::exact(sample.x, sample.value))
                .collect();
            waits.push(Series {
                name: Some(texts.nothing_cached.to_owned()),
                ..Series::plain(side.slot, Stroke::WhatIf, whole)
            });
        }
        rates.push(Series {
            value: value(&rate).map(|value| (value, words.numbers().forecast(value))),
            letter_at: Some(400.0),
            ..Series::plain(side.slot, Stroke::Estimate, rate)
        });
    }
    let bounds = |series: &[Series]| -> Vec<f64> {
        let ends = |sample: &Sample| [sample.low, sample.high];
        series
            .iter()
            .flat_map(|series| series.points.iter().flat_map(ends))
            .collect()
    };
    let panel = |series: Vec<Series>, name: &str, extras: Extras| LineChart {
        y: decades(bounds(&series).into_iter(), name, words),
        x: x.clone(),
        series,
        now: rule(&x, at),
        measured: Vec::new(),
        extras: Box::new(extras),
    };
    let mut upper = panel(waits, texts.axis_first_token, extras);
    upper.measured = inputs.measured.to_vec();
    let lower = panel(rates, texts.axis_prefill, Extras::default());
    ChartSpec::Stack(StackChart {
        panels: vec![(0.64, upper), (0.36, lower)],
    })
}

fn table(present: &[Present<'_>], inputs: &Inputs<'_>, words: &dyn Language) -> Table {
    let xs = rows(&axis(inputs, words), inputs.a.prompt);
    let sides: Vec<_> = present
        .iter()
        .map(|side| {
            let samples = xs.iter().map(|x| {
                let p = at_prompt(side.scenario, *x, true);
                first(*x, &p).filter(|_| side.fits())
            });
            (side.slot, samples.collect())
        })
        .collect();
    let texts = words.figures().prefill_texts();
    let [head, unit] = [texts.column_prompt, texts.column_seconds];
    range_table(head, &xs, &sides, unit, words)
}
