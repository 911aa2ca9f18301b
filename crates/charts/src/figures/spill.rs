//! Figure `spill`: speed by the share of the weights that lies in RAM.

use bpt_core::decode::decode;
use bpt_core::placement::OnHost;
use bpt_core::scenario::{Placement, Scenario};
use bpt_core::{estimate, model::Class};
use bpt_words::figures::Spilling;
use bpt_words::{Language, Slot, Ui};

use super::curves::{each, from_zero};
use super::{Cell, Column, Figure, Inputs, Present, Table, cell};
use crate::ChartSpec;
use crate::axis::{Axis, Scale, Tick, nice_maximum};
use crate::lines::{Extras, LineChart, Mark, Rule, Sample, Series, Stroke, Zone};
use crate::scene::Dash;

/// Share that the sentence speaks of where nothing lies in RAM, %.
const TENTH: f64 = 10.0;

/// Share of the stored weights that a placement leaves in RAM, %.
#[must_use]
pub fn share_in_ram(s: &Scenario) -> f64 {
    let on_host = OnHost::of(s, &s.model.counts);
    let stored = &s.model.weights.stored;
    let there: f64 = Class::ALL
        .iter()
        .map(|class| stored[*class].get() * on_host.share[*class])
        .sum();
    100.0 * there / stored.total().get().max(1.0)
}

fn placed(s: &Scenario, placement: Placement) -> Scenario {
    Scenario {
        placement,
        ..s.clone()
    }
}

/// Speeds as more and more layers go to RAM, from nothing in RAM on.
fn layers(s: &Scenario) -> Vec<Sample> {
    let count = s.model.model.layers;
    // One more than there are layers keeps the output layer on the device.
    let placements = (0..=count + 1)
        .rev()
        .map(|on_device| Placement::LayersOnGpu(f64::from(on_device)));
    along(s, core::iter::once(Placement::AllGpu).chain(placements))
}

/// Speeds as the experts of more and more layers go to RAM; empty for a dense model.
fn experts(s: &Scenario) -> Vec<Sample> {
    let count = s.model.counts.moe as u32;
    if count == 0 {
        return Vec::new();
    }
    let placements = (0..=count).map(|layers| Placement::ExpertsOnCpu(f64::from(layers)));
    along(s, core::iter::once(Placement::AllGpu).chain(placements))
}

fn along(s: &Scenario, placements: impl Iterator<Item = Placement>) -> Vec<Sample> {
    let mut changed = s.clone();
    placements
        .map(|placement| {
            changed.placement = placement;
            each(share_in_ram(&changed), &decode(&changed))
        })
        .collect()
}

/// Speed on a line at a share: straight between its points.
fn at(line: &[Sample], share: f64) -> Option<f64> {
    let after = line.partition_point(|point| point.x < share);
    let (left, right) = (line.get(after.checked_sub(1)?)?, line.get(after)?);
    let run = right.x - left.x;
    let part = if run > 0.0 {
        (share - left.x) / run
    } else {
        0.0
    };
    Some(left.value + part * (right.value - left.value))
}

/// The part of a line where the device holds what is left to it.
fn fitting(line: &[Sample], forced: f64) -> Vec<Sample> {
    let mut points: Vec<Sample> = line
        .iter()
        .filter(|point| point.x >= forced)
        .copied()
        .collect();
    if let Some(speed) = at(line, forced).filter(|_| forced > 0.0) {
        points.insert(0, Sample::exact(forced, speed));
    }
    points
}

/// Share of the weights that must leave the device so that the rest fits, %.
fn forced(s: &Scenario) -> f64 {
    let e = estimate(&placed(s, Placement::AllGpu));
    let Some(fullest) = e.memory.groups().first() else {
        return 0.0;
    };
    let over = (fullest.used - fullest.capacity).get().max(0.0);
    let held = s.model.weights.stored.total().get().max(1.0);
    (100.0 * over * f64::from(s.device_count()) / held).clamp(0.0, 100.0)
}

struct Side<'a> {
    present: &'a Present<'a>,
    layers: Vec<Sample>,
    experts: Vec<Sample>,
    forced: f64,
    pool: Option<f64>,
    here: f64,
}

/// The figure.
#[must_use]
pub fn figure(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let present = inputs.estimates();
    let sides: Vec<Side<'_>> = present
        .iter()
        .enumerate()
        .map(|(index, present)| Side {
            layers: layers(present.scenario),
            experts: experts(present.scenario),
            forced: forced(present.scenario),
            pool: inputs.beside.pools.get(index).and_then(|pool| {
                let e = estimate(&placed(pool, Placement::AllGpu));
                e.memory.fits.then(|| e.decode.per_user.get())
            }),
            here: share_in_ram(present.scenario),
            present,
        })
        .collect();
    let mut facts = inputs.compared(&present, |side| {
        let found = sides.iter().find(|found| found.present.slot == side.slot);
        found.map_or_else(Spilling::default, own)
    });
    // Both can be shown as soon as device and RAM together hold them.
    for side in &mut facts.sides {
        side.fits = true;
    }
    Figure {
        chart: chart(&sides, inputs, words),
        table: inputs.tabled(|| table(&sides, words)),
        words: words.figures().spill(&facts, inputs.view.room),
    }
}

fn own(side: &Side<'_>) -> Spilling {
    let whole = side.layers.first().map_or(0.0, |point| point.value);
    let share = if side.here >= 0.5 && side.experts.is_empty() {
        side.here
    } else {
        TENTH
    };
    let s = side.present.scenario;
    Spilling {
        share,
        keeps: at(&side.layers, share).map_or(1.0, |speed| speed / whole),
        all_experts: side.experts.last().map(|point| point.value),
        whole,
        forced: side.forced,
        pool: side.pool,
        slower: s.device().bandwidth.gb() / bpt_core::step::HostRates::of(s).stream * 1e9,
    }
}

fn axis(words: &dyn Language) -> Axis {
    let ticks = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0].map(|value| Tick {
        value,
        label: words.numbers().whole(value),
    });
    Axis {
        scale: Scale::Linear,
        min: 0.0,
        max: 100.0,
        ticks: ticks.into(),
        name: words.figures().spill_texts().axis_in_ram.to_owned(),
    }
}

fn chart(sides: &[Side<'_>], inputs: &Inputs<'_>, words: &dyn Language) -> ChartSpec {
    let figures = words.figures();
    let x = axis(words);
    let mut extras = Extras::default();
    let mut series = Vec::new();
    let mut highest = 0.0_f64;
    let mut now = None;
    for side in sides {
        let slot = side.present.slot;
        let from = fitting(&side.layers, side.forced);
        highest = highest.max(from.first().map_or(0.0, |point| point.value));
        highest = highest.max(side.pool.unwrap_or(0.0));
        if side.forced > 0.0 {
            extras.zones.push(Zone {
                x: [0.0, side.forced],
                y: [0.0, f64::MAX],
                label: figures.must_spill(slot),
                bad: true,
            });
        }
        if let Some(pool) = side.pool {
            extras.rules.push(Rule {
                y: pool,
                labels: figures.one_pool(slot).into(),
                slot: Some(slot),
                dash: Dash::Dotted,
            });
        }
        // The present placement lies on one of the two lines.
        let by_expert = matches!(side.present.scenario.placement, Placement::ExpertsOnCpu(_));
        let here = side.present.now.decode.per_user.get();
        let worded = Some((here, words.numbers().forecast(here))).filter(|_| side.present.fits());
        let shown = inputs.view.at.unwrap_or(side.here);
        if slot == Slot::A {
            now = Some(shown);
        }
        let value = match inputs.view.at {
            Some(share) => {
                let speed = at(&side.layers, share).filter(|_| share >= side.forced);
                speed.map(|speed| (speed, words.numbers().forecast(speed)))
            }
            None if by_expert || now != Some(shown) => None,
            None => worded.clone(),
        };
        if by_expert && inputs.view.at.is_none() && side.present.fits() {
            extras.marks.push(Mark {
                x: side.here,
                y: here,
                slot: Some(slot),
                label: words.numbers().forecast(here),
            });
        }
        series.push(Series {
            value,
            letter_at: Some(if slot == Slot::A { 34.0 } else { 22.0 }),
            ..Series::plain(slot, Stroke::Estimate, fitting(&side.layers, side.forced))
        });
        if !side.experts.is_empty() {
            let points = fitting(&side.experts, side.forced);
            series.push(Series {
                name: Some(figures.only_experts(slot)),
                ..Series::plain(slot, Stroke::WhatIf, points)
            });
        }
    }
    let top = inputs.view.top.unwrap_or_else(|| nice_maximum(highest));
    ChartSpec::Lines(LineChart {
        now,
        y: from_zero(top, inputs.view.room, words.ui(Ui::AxisSpeed), words),
        x,
        series,
        measured: inputs.measured.to_vec(),
        extras: Box::new(extras),
    })
}

fn table(sides: &[Side<'_>], words: &dyn Language) -> Table {
    let figures = words.figures();
    let mut table = Table::new([Column::shared(figures.spill_texts().column_in_ram)]);
    for side in sides {
        let slot = side.present.slot;
        let name = figures.spill_texts().column_layers_in_ram;
        table.columns.push(Column::of(slot, name));
        if !side.experts.is_empty() {
            let name = figures.spill_texts().column_experts_in_ram;
            table.columns.push(Column::of(slot, name));
        }
    }
    for share in [0.0, 5.0, 10.0, 20.0, 40.0, 60.0, 80.0, 100.0] {
        let mut row = vec![cell(words, share, 0)];
        let mut push = |line: &[Sample], forced: f64| {
            let speed = if share > 0.0 {
                at(line, share)
            } else {
                line.first().map(|point| point.value)
            };
            row.push(match speed.filter(|_| share >= forced) {
                Some(speed) => Cell::number(speed, words.numbers().forecast(speed)),
                None => Cell::Nothing,
            });
        };
        for side in sides {
            push(&side.layers, side.forced);
            if !side.experts.is_empty() {
                push(&side.experts, side.forced);
            }
        }
        table.rows.push(row);
    }
    table
}
