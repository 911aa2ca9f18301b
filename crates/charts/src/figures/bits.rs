//! Figure `bits`: speed against bits per weight.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use bpt_core::Estimate;
use bpt_core::estimate::rank;
use bpt_core::model::Model;
use bpt_core::quant::{Format, Recipe};
use bpt_core::scenario::Scenario;
use bpt_core::units::BitsPerWeight;
use bpt_core::weights::Prepared;
use bpt_words::figures::{Fixed, OverBits};
use bpt_words::{Language, Room, Slot, Ui};

use super::curves::{from_zero, log, range_table, rows, rule};
use super::{Figure, Inputs, Present, Table};
use crate::ChartSpec;
use crate::axis::{Axis, nice_maximum};
use crate::lines::{Extras, Limit, LineChart, Mark, Sample, Series, StackChart, Stroke, Zone};
use crate::sweep::log_spaced;

const TICKS: [f64; 7] = [2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 16.0];
const ENDS: [f64; 2] = [1.5, 16.0];
const POINTS: u32 = 36;
/// Below this, perplexity of the published tests rises fast (`data/quant_quality.json`), bits.
const QUALITY: f64 = 4.0;
/// What the line starts from where it can.
const FROM: f64 = 16.0;
/// Above this the present bits are compared with their half instead.
const HIGH: f64 = 12.0;

/// A named format on the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedFormat {
    /// Its name.
    pub name: String,
    /// Bits per weight of a model stored in it.
    pub bits: f64,
    /// Measured loss, points of the right token's probability; 0 or more.
    pub loss: Option<f64>,
    /// Whether it is the present one.
    pub now: bool,
}

/// Tables kept beside those of the curve: of the formats, and of the last few positions.
const KEPT: usize = 24;
/// Models whose tables are kept: both, and those before the last change.
const MODELS: usize = 4;

/// A model's weights at the chart's bits: built once per model, for every redraw.
#[derive(Clone, Debug)]
struct AtBits {
    curve: Vec<(f64, Arc<Prepared>)>,
    others: RefCell<Vec<(f64, Arc<Prepared>)>>,
}

impl AtBits {
    fn new(model: &Prepared) -> Self {
        let bits = log_spaced(ENDS[0], ENDS[1], POINTS);
        Self {
            curve: bits
                .into_iter()
                .map(|bits| (bits, free(model, bits)))
                .collect(),
            others: RefCell::default(),
        }
    }

    /// The table at some bits of the same model: of the formats they are asked for in each redraw.
    fn at(&self, model: &Prepared, bits: f64) -> Arc<Prepared> {
        let mut others = self.others.borrow_mut();
        let found = others.iter().position(|(at, _)| *at == bits);
        let entry = match found {
            Some(at) => others.remove(at),
            None => (bits, free(model, bits)),
        };
        let table = entry.1.clone();
        if others.len() == KEPT {
            // The one that was asked for longest ago.
            others.remove(0);
        }
        others.push(entry);
        table
    }
}

thread_local! {
    static TABLES: RefCell<Vec<(Model, Rc<AtBits>)>> = const { RefCell::new(Vec::new()) };
}

/// A model's weights at all bits: built when it is first drawn.
fn tables(of: &Prepared) -> Rc<AtBits> {
    TABLES.with_borrow_mut(|tables| {
        if let Some((_, found)) = tables.iter().find(|(model, _)| *model == of.model) {
            return Rc::clone(found);
        }
        let built = Rc::new(AtBits::new(of));
        if tables.len() == MODELS {
            tables.remove(0);
        }
        tables.push((of.model.clone(), Rc::clone(&built)));
        built
    })
}

/// One scenario in one format after another.
struct Trial(Scenario);

impl Trial {
    fn of(s: &Scenario) -> Self {
        Self(s.clone())
    }

    /// Without how far memory reaches, energy and notes.
    fn with(&mut self, model: Arc<Prepared>) -> Estimate {
        self.0.model = model;
        rank(&self.0)
    }
}

/// A model with every weight in so many bits.
fn free(model: &Prepared, bits: f64) -> Arc<Prepared> {
    let format = Format::Free(BitsPerWeight::new(bits));
    Arc::new(Prepared::new(model.model.clone(), Recipe::plain(format)))
}

/// Bits per weight of a model as it is stored.
#[must_use]
pub fn bits_of(model: &Prepared) -> f64 {
    if let Format::Free(bits) = model.recipe.format {
        return bits.get();
    }
    model.weights.bits().map_or(0.0, BitsPerWeight::get)
}

/// The figure.
#[must_use]
pub fn figure(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let tables: Vec<Rc<AtBits>> = inputs.scenarios().map(|(_, s)| tables(&s.model)).collect();
    let present = inputs.estimates();
    let facts = inputs.compared(&present, |side| {
        let table = tables.get(usize::from(side.slot == Slot::B));
        table.map_or_else(OverBits::default, |table| own(side, table))
    });
    Figure {
        chart: chart(&present, inputs, &tables, words),
        table: inputs.tabled(|| table(&present, inputs, words)),
        words: words.figures().bits(&facts, inputs.view.room),
    }
}

fn own(side: &Present<'_>, table: &AtBits) -> OverBits {
    let s = side.scenario;
    let now = bits_of(&s.model);
    let (from, to) = if now > HIGH {
        (now, now / 2.0)
    } else {
        (FROM, now)
    };
    let mut trial = Trial::of(s);
    let mut at = |bits: f64| {
        if (bits - now).abs() < 1e-12 {
            return (side.now.clone(), s.model.clone());
        }
        let model = table.at(&s.model, bits);
        (trial.with(model.clone()), model)
    };
    let (first, heavy) = at(from);
    let (second, light) = at(to);
    let (half, _) = at(now / 2.0);
    let speed = |e: &Estimate| e.decode.per_user.get();
    OverBits {
        from,
        from_fits: first.memory.fits,
        from_speed: speed(&first),
        to,
        to_speed: speed(&second),
        fewer_bytes: heavy.weights.read.total() / light.weights.read.total(),
        halved: speed(&half) / side.now.decode.per_user.get(),
    }
}

fn axis(inputs: &Inputs<'_>, words: &dyn Language) -> Axis {
    let name = words.figures().bits_texts().axis_bits;
    log(ENDS, &TICKS, inputs.view.room, name, |value| {
        words.numbers().trimmed(value, 1)
    })
}

fn sample(x: f64, e: &Estimate) -> Sample {
    Sample {
        x,
        value: e.decode.per_user.get(),
        low: e.decode.low.get(),
        high: e.decode.high.get(),
    }
}

/// One model's line up to where it fits, and where it ends.
fn line(s: &Scenario, table: &AtBits) -> (Vec<Sample>, Option<f64>) {
    let mut points = Vec::new();
    let mut last = 0.0;
    let mut trial = Trial::of(s);
    for (bits, model) in &table.curve {
        let e = trial.with(model.clone());
        if !e.memory.fits {
            let end = ending(&mut trial, last, *bits);
            if let Some(bits) = end {
                let e = trial.with(free(&s.model, bits));
                points.push(sample(bits, &e));
            }
            return (points, Some(end.unwrap_or(0.0)));
        }
        points.push(sample(*bits, &e));
        last = *bits;
    }
    (points, None)
}

/// The most bits that fit between some that do and some that do not; `None` if none does.
fn ending(trial: &mut Trial, fits: f64, not: f64) -> Option<f64> {
    if fits <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (fits, not);
    for _ in 0..7 {
        let middle = 0.5 * (low + high);
        let model = free(&trial.0.model, middle);
        if trial.with(model).memory.fits {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

fn chart(
    present: &[Present<'_>],
    inputs: &Inputs<'_>,
    tables: &[Rc<AtBits>],
    words: &dyn Language,
) -> ChartSpec {
    let figures = words.figures();
    let formats = inputs.beside.formats;
    let x = axis(inputs, words);
    let at = inputs.view.at.unwrap_or_else(|| bits_of(&inputs.a.model));
    let mut extras = Extras {
        zones: vec![Zone {
            x: [ENDS[0], QUALITY],
            y: [0.0, f64::MAX],
            label: figures.bits_texts().quality_drops.to_owned(),
            bad: false,
        }],
        ..Extras::default()
    };
    let mut series = Vec::new();
    let mut top = 0.0_f64;
    let mut named = false;
    for (side, table) in present.iter().zip(tables) {
        let s = side.scenario;
        let mut trial = Trial::of(s);
        let (points, end) = line(s, table);
        top = top.max(points.first().map_or(0.0, |point| point.high));
        let here = match inputs.view.at {
            None => side.fits().then(|| side.now.decode.per_user.get()),
            Some(bits) => {
                let e = trial.with(free(&s.model, bits));
                e.memory.fits.then(|| e.decode.per_user.get())
            }
        };
        for format in formats
            .iter()
            .filter(|format| rule(&x, format.bits).is_some())
        {
            let e = trial.with(table.at(&s.model, format.bits));
            if e.memory.fits {
                extras.marks.push(Mark {
                    x: format.bits,
                    y: e.decode.per_user.get(),
                    slot: Some(side.slot),
                    label: if format.now && !named {
                        named = true;
                        format.name.clone()
                    } else {
                        String::new()
                    },
                });
            }
        }
        let ideal = only_bytes(&mut trial, table, points.len());
        series.push(Series {
            value: here.map(|value| (value, words.numbers().forecast(value))),
            letter_at: Some(9.0),
            limit: end.map(|bits| Limit {
                x: bits,
                long: figures.full_bits(side.slot, bits),
                short: words.full(side.slot),
            }),
            ..Series::plain(side.slot, Stroke::Estimate, points)
        });
        series.push(Series {
            name: Some(figures.only_bytes(side.slot)),
            ..Series::plain(side.slot, Stroke::WhatIf, ideal)
        });
    }
    let top = inputs.view.top.unwrap_or_else(|| nice_maximum(top));
    let upper = LineChart {
        now: rule(&x, at),
        y: from_zero(top, inputs.view.room, words.ui(Ui::AxisSpeed), words),
        series,
        measured: inputs.measured.to_vec(),
        extras: Box::new(extras),
        x,
    };
    match losses(&upper.x, formats, words).filter(|_| inputs.view.room == Room::Wide) {
        None => ChartSpec::Lines(upper),
        Some(lower) => ChartSpec::Stack(StackChart {
            panels: vec![(0.74, upper), (0.26, lower)],
        }),
    }
}

/// What the speed would be if only weight bytes counted, from the right end of the chart on.
fn only_bytes(trial: &mut Trial, table: &AtBits, shown: usize) -> Vec<Sample> {
    let Some((_, heavy)) = table.curve.last() else {
        return Vec::new();
    };
    let start = trial.with(heavy.clone()).decode.per_user.get();
    let whole = heavy.weights.read.total();
    let part = |(bits, model): &(f64, Arc<Prepared>)| {
        Sample::exact(*bits, start * (whole / model.weights.read.total()))
    };
    table.curve.iter().take(shown).map(part).collect()
}

/// Measured losses of the named formats, as dots.
fn losses(x: &Axis, formats: &[NamedFormat], words: &dyn Language) -> Option<LineChart> {
    // The present format gets its place first.
    let (now, others): (Vec<_>, Vec<_>) = formats.iter().partition(|format| format.now);
    let marks: Vec<Mark> = now
        .into_iter()
        .chain(others)
        .filter_map(|format| {
            Some(Mark {
                x: format.bits,
                y: format.loss?,
                slot: None,
                label: format.name.clone(),
            })
        })
        .collect();
    let most = marks.iter().map(|mark| mark.y).fold(0.0, f64::max);
    (!marks.is_empty()).then(|| LineChart {
        x: x.clone(),
        y: from_zero(
            nice_maximum(most),
            Room::Narrow,
            words.figures().bits_texts().axis_loss,
            words,
        ),
        series: Vec::new(),
        now: None,
        measured: Vec::new(),
        extras: Box::new(Extras {
            marks,
            ..Extras::default()
        }),
    })
}

fn table(present: &[Present<'_>], inputs: &Inputs<'_>, words: &dyn Language) -> Table {
    let xs = rows(&axis(inputs, words), bits_of(&inputs.a.model));
    let sides: Vec<_> = present
        .iter()
        .map(|side| {
            let s = side.scenario;
            let mut trial = Trial::of(s);
            let samples = xs.iter().map(|x| {
                let e = if (x - bits_of(&s.model)).abs() < 1e-12 {
                    side.now.clone()
                } else {
                    trial.with(free(&s.model, *x))
                };
                e.memory.fits.then(|| sample(*x, &e))
            });
            (side.slot, samples.collect())
        })
        .collect();
    let head = words.figures().bits_texts().column_bits;
    let unit = words.figures().fixed(Fixed::ColumnSpeed);
    range_table(head, &xs, &sides, unit, words)
}
