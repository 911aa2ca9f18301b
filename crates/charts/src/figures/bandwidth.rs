//! Figure `bandwidth`: what faster memory buys, and what it cannot.

use bpt_core::decode::decode;
use bpt_core::derived::{self, Input};
use bpt_core::limits;
use bpt_core::parts::PartKind;
use bpt_core::scenario::Scenario;
use bpt_words::figures::{Fixed, OverBandwidth};
use bpt_words::{Language, Slot, Ui};

use super::curves::{POINTS, decodes, each, from_zero, log, range_table, rows, rule};
use super::{Figure, Inputs, Present, Table};
use crate::ChartSpec;
use crate::axis::{Axis, Tick, nice_maximum};
use crate::lines::{Bracket, Extras, LineChart, Rule, Sample, Series, Stroke};
use crate::scene::Dash;
use crate::sweep::log_spaced;

const TICKS: [f64; 8] = [50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 8000.0];
/// A floor above this multiple of the highest point stays out of the picture.
const FAR: f64 = 1.6;
/// Devices are named within this ratio of the rule.
const NEAR: f64 = 1.7;

/// Sets the first device's bandwidth, GB/s; the others keep their ratio to it.
pub(crate) fn set(from: &Scenario) -> impl Fn(&mut Scenario, f64) {
    let base = from.devices.clone();
    move |s, gb| {
        let factor = gb / base[0].0.bandwidth.gb().max(1e-12);
        for ((device, _), (was, _)) in s.devices.iter_mut().zip(&base) {
            device.bandwidth = was.bandwidth * factor;
            device.stream = was.stream.map(|stream| stream * factor);
        }
    }
}

/// The figure.
#[must_use]
pub fn figure(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let present = inputs.estimates();
    let facts = inputs.compared(&present, own);
    Figure {
        chart: chart(&present, inputs, words),
        table: inputs.tabled(|| table(&present, inputs, words)),
        words: words.figures().bandwidth(&facts, inputs.view.room),
    }
}

fn own(side: &Present<'_>) -> OverBandwidth {
    let s = side.scenario;
    let now = side.now.decode.per_user.get();
    OverBandwidth {
        doubled: decode(&Input::Bandwidth.scaled(s, 2.0)).per_user.get() / now,
        floor: derived::floor(s).get(),
        fixed_ms: side.now.decode.parts.seconds_of(PartKind::Overhead) * 1e3,
        ideal: decode(&Input::FixedWork.scaled(s, 0.0)).per_user.get(),
    }
}

fn axis(inputs: &Inputs<'_>, words: &dyn Language) -> Axis {
    let limit = limits::BANDWIDTH;
    log(
        [limit.slider_min, limit.slider_max],
        &TICKS,
        inputs.view.room,
        words.figures().bandwidth_texts().axis_bandwidth,
        |value| words.numbers().whole(value),
    )
}

fn chart(present: &[Present<'_>], inputs: &Inputs<'_>, words: &dyn Language) -> ChartSpec {
    let figures = words.figures();
    let x = axis(inputs, words);
    let at = inputs
        .view
        .at
        .unwrap_or_else(|| inputs.a.device().bandwidth.gb());
    // At rest each model's value is at its own machine's bandwidth.
    let own = |side: &Present<'_>| {
        let own = side.scenario.device().bandwidth.gb();
        rule(&x, inputs.view.at.unwrap_or(own))
    };
    let mut xs = log_spaced(x.min, x.max, POINTS);
    xs.extend(rule(&x, at));
    xs.extend(present.iter().filter_map(own));
    bpt_core::order::sort(&mut xs);
    xs.dedup();
    let mut extras = Extras {
        landmarks: near(inputs.beside.devices, at),
        ..Extras::default()
    };
    let mut series = Vec::new();
    let mut highest = 0.0_f64;
    let mut gap = 0.0;
    for side in present.iter().filter(|side| side.fits()) {
        let s = side.scenario;
        let points = decodes(s, &xs, set(s), each);
        highest = highest.max(points.last().map_or(0.0, |point| point.value));
        let free = Input::FixedWork.scaled(s, 0.0);
        let ideal = decodes(&free, &xs, set(&free), |x, d| {
            Sample::exact(x, d.per_user.get())
        });
        let here = own(side);
        let value = |line: &[Sample]| {
            let found = line.iter().find(|sample| Some(sample.x) == here);
            found.map(|sample| sample.value)
        };
        if let (Some(here), Some(with), Some(without)) = (here, value(&points), value(&ideal)) {
            // One bracket, at the model that loses most.
            if without - with > gap {
                gap = without - with;
                extras.bracket = Some(Bracket {
                    x: here,
                    from: with,
                    to: without,
                    label: figures.fixed(Fixed::FixedWork).to_owned(),
                    slot: side.slot,
                });
            }
        }
        let floor = derived::floor(s).get();
        // The line that it cannot pass belongs to the picture, unless it lies far above.
        if floor < FAR * highest {
            highest = highest.max(floor);
        }
        extras.rules.push(Rule {
            y: floor,
            labels: vec![figures.cannot_pass(side.slot, floor)],
            slot: Some(side.slot),
            dash: Dash::Dotted,
        });
        series.push(Series {
            value: value(&points).map(|value| (value, words.numbers().forecast(value))),
            at: here.filter(|here| *here != at),
            letter_at: Some(letter(side.slot)),
            ..Series::plain(side.slot, Stroke::Estimate, points)
        });
        series.push(Series {
            name: Some(figures.no_fixed_work(side.slot)),
            ..Series::plain(side.slot, Stroke::WhatIf, ideal)
        });
    }
    let top = inputs.view.top.unwrap_or_else(|| nice_maximum(highest));
    let y = from_zero(top, inputs.view.room, words.ui(Ui::AxisSpeed), words);
    ChartSpec::Lines(LineChart {
        now: rule(&x, at),
        x,
        y,
        series,
        measured: inputs.measured.to_vec(),
        extras: Box::new(extras),
    })
}

/// Letters stand apart, because the lines rise together.
const fn letter(slot: Slot) -> f64 {
    match slot {
        Slot::A => 3600.0,
        Slot::B => 1300.0,
    }
}

/// Devices near the rule, nearest first, so that they get their places first.
fn near(devices: &[Tick], at: f64) -> Vec<Tick> {
    let distance = |tick: &Tick| (tick.value / at.max(1e-9)).ln().abs();
    let mut near: Vec<Tick> = devices
        .iter()
        .filter(|tick| distance(tick) <= NEAR.ln())
        .cloned()
        .collect();
    bpt_core::order::sort_by(&mut near, |a, b| distance(a) < distance(b));
    near
}

fn table(present: &[Present<'_>], inputs: &Inputs<'_>, words: &dyn Language) -> Table {
    let xs = rows(&axis(inputs, words), inputs.a.device().bandwidth.gb());
    let sides: Vec<_> = present
        .iter()
        .map(|side| {
            let s = side.scenario;
            let samples = decodes(s, &xs, set(s), |x, d| side.fits().then(|| each(x, d)));
            (side.slot, samples)
        })
        .collect();
    let head = words.figures().bandwidth_texts().column_bandwidth;
    let unit = words.figures().fixed(Fixed::ColumnSpeed);
    range_table(head, &xs, &sides, unit, words)
}
