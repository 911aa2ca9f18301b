//! The two charts of figure `together`: speed and memory against context.

use bpt_core::{Estimate, Scenario, estimate, limits};
use bpt_words::facts::{Facts, Reading, Side};
use bpt_words::figures::Fixed;
use bpt_words::{Language, Room, Slot, Ui};

use crate::ChartSpec;
use crate::axis::{Axis, Scale, Tick, nice_maximum};
use crate::figures::from_zero;
use crate::lines::{Crossing, Limit, LineChart, Sample, Series, Stroke};
use crate::panels::{Panel, PanelChart, Stack};
use crate::sweep::{ContextCurve, ContextPoint, fullest};

/// Ticks of the context axis, at every width.
const TICKS: [f64; 6] = [256.0, 1024.0, 4096.0, 16_384.0, 65_536.0, 262_144.0];

/// One model with what was computed of it.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// Which of the two it is.
    pub slot: Slot,
    /// Its scenario.
    pub scenario: &'a Scenario,
    /// The estimate at it.
    pub now: &'a Estimate,
    /// Its curve over context.
    pub curve: &'a ContextCurve,
}

/// How a chart is shown beside what it shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where the rule stands, tokens; the present context unless something is read off.
    pub at: f64,
    /// Top of the speed axis; held while something is dragged.
    pub top: f64,
    /// Whether the chart is narrow: fewer ticks.
    pub narrow: bool,
}

/// The horizontal axis of both charts.
#[must_use]
pub fn context_axis(words: &dyn Language) -> Axis {
    let ticks = TICKS.map(|value| Tick {
        value,
        label: words.numbers().binary_thousands(value),
    });
    Axis {
        scale: Scale::Log,
        min: limits::CONTEXT.slider_min,
        max: limits::CONTEXT.slider_max,
        ticks: ticks.to_vec(),
        name: words.ui(Ui::AxisContext).to_owned(),
    }
}

/// Where the rule stands, if that is on the chart.
fn rule(at: f64) -> Option<f64> {
    (limits::CONTEXT.slider_min..=limits::CONTEXT.slider_max)
        .contains(&at)
        .then_some(at)
}

/// Top of the speed axis for these curves: above the highest range at the left end.
#[must_use]
pub fn speed_top(curves: &[&ContextCurve]) -> f64 {
    let highest = curves
        .iter()
        .filter_map(|curve| curve.fitting().first())
        .map(|point| point.speed[2])
        .fold(0.0, f64::max);
    nice_maximum(highest)
}

/// Speed against context.
#[must_use]
pub fn speed_vs_context(models: &[Model<'_>], view: View, words: &dyn Language) -> ChartSpec {
    let room = Room::narrow_if(view.narrow);
    let y = from_zero(view.top, room, words.ui(Ui::AxisSpeed), words);
    let x = context_axis(words);
    let series = models
        .iter()
        .map(|model| series(model, &x, view.at, words))
        .collect();
    ChartSpec::Lines(LineChart {
        x,
        y,
        series,
        now: rule(view.at),
        measured: Vec::new(),
        extras: Box::default(),
    })
}

fn series(model: &Model<'_>, x: &Axis, at: f64, words: &dyn Language) -> Series {
    let (curve, slot) = (model.curve, model.slot);
    let within = |value: f64| (x.min..x.max).contains(&value);
    let limit = match curve.full_at {
        Some(full) if full >= x.max => None,
        full => Some(Limit {
            x: full.unwrap_or(0.0),
            long: words.full_at(slot, full.unwrap_or(0.0)),
            short: words.full(slot),
        }),
    };
    let crossing = curve
        .crossing
        .filter(|at| within(*at) && curve.full_at.is_some_and(|full| *at <= full))
        .map(|at| {
            let (long, lines, short) = words.crossing(at);
            Crossing {
                x: at,
                long,
                lines,
                short,
            }
        });
    let here = point_at(model, at);
    let value = here
        .fits
        .then(|| (here.speed[0], words.numbers().forecast(here.speed[0])))
        .filter(|_| (x.min..=x.max).contains(&at));
    Series {
        slot,
        stroke: Stroke::Estimate,
        points: curve.fitting().iter().map(sample).collect(),
        dotted_from: curve.dotted_from(),
        limit,
        crossing,
        value,
        at: None,
        letter_at: Some(640.0),
        name: None,
    }
}

pub(crate) fn sample(point: &ContextPoint) -> Sample {
    let [value, low, high] = point.speed;
    Sample {
        x: point.context,
        value,
        low,
        high,
    }
}

/// What a model shows at a context: exact, never read off the curve.
#[must_use]
pub fn point_at(model: &Model<'_>, context: f64) -> ContextPoint {
    let set = |s: &mut Scenario, value: f64| s.context = value;
    let keep = |_: f64, e: &Estimate| ContextPoint::at(context, e);
    let mut points = crate::sweep::sweep(model.scenario, &[context], set, keep);
    points
        .pop()
        .unwrap_or_else(|| ContextPoint::at(context, &estimate(model.scenario)))
}

/// Memory against context.
#[must_use]
pub fn memory_vs_context(models: &[Model<'_>], view: View, words: &dyn Language) -> ChartSpec {
    let x = context_axis(words);
    let mut panels: Vec<Panel> = Vec::new();
    for model in models {
        let mut panel = panel(model, &x, view, words);
        let same_machine = panels.first().is_some_and(|first| {
            (first.usable - panel.usable).abs() < 1e-9
                && (first.physical - panel.physical).abs() < 1e-9
        });
        if same_machine {
            panel.capacity.clear();
        }
        panels.push(panel);
    }
    ChartSpec::Panels(PanelChart {
        x,
        panels,
        now: rule(view.at),
    })
}

fn panel(model: &Model<'_>, x: &Axis, view: View, words: &dyn Language) -> Panel {
    let (curve, slot) = (model.curve, model.slot);
    let numbers = words.numbers();
    let here = point_at(model, view.at);
    let physical = fullest(model.now).2;
    let need = here.need();
    let last = curve.points.last().map_or(need, ContextPoint::need);
    let end = match curve.full_at {
        _ if !here.fits => words.ui(Ui::DoesNotFitShort).to_owned(),
        Some(full) if full < x.max => words.panel_full(full),
        _ => words.need_at(last, x.max),
    };
    let devices = model.scenario.device_count();
    let conversation = if slot == Slot::A {
        [Ui::Conversation, Ui::ConversationShort].map(|ui| words.ui(ui).to_owned())
    } else {
        [String::new(), String::new()]
    };
    let stack = |point: &ContextPoint| Stack {
        x: point.context,
        weights: point.held[0],
        kv: point.held[1],
        buffers: point.held[2],
    };
    Panel {
        slot,
        usable: here.usable,
        physical,
        ticks: memory_ticks(here.usable)
            .into_iter()
            .map(|value| Tick {
                value,
                label: numbers.trimmed(value, 3),
            })
            .collect(),
        stacks: curve.points.iter().map(stack).collect(),
        need,
        limit: curve.full_at.filter(|full| *full < x.max),
        head: words.needs(need),
        which: if devices > 1 {
            words.fullest(devices) + words.figures().fixed(Fixed::Comma)
        } else {
            String::new()
        },
        end,
        capacity: words.usable(here.usable),
        weights: words.weights(here.held[0]),
        kv: conversation,
        free: words.free(here.usable - need),
    }
}

/// Zero and two round values below capacity.
fn memory_ticks(usable: f64) -> Vec<f64> {
    let mut best = vec![0.0];
    if usable > 0.0 {
        let power = 10f64.powf(usable.log10().floor() - 1.0);
        for factor in [1.0, 2.0, 2.5, 5.0, 10.0, 20.0, 25.0, 50.0] {
            let step = factor * power;
            if step * 2.0 < usable * 0.98 {
                best = vec![0.0, step, 2.0 * step];
            }
        }
    }
    best
}

/// The numbers that sentences, titles and readouts are made of.
#[must_use]
pub fn facts(models: &[Model<'_>], devices: [String; 2], same: bool) -> Option<Facts> {
    let right = limits::CONTEXT.slider_max;
    let mut sides = models
        .iter()
        .zip(devices)
        .map(|(model, device)| side(model, device, right));
    let a = sides.next()?;
    let first = models.first()?;
    Some(Facts {
        a,
        b: sides.next(),
        same,
        context: first.scenario.context,
        users: first.scenario.users,
        right,
    })
}

fn side(model: &Model<'_>, device: String, right: f64) -> Side {
    let (curve, now) = (model.curve, model.now);
    let (need, usable, _) = fullest(now);
    let ends = curve.fitting();
    let first = ends.first().map_or(0.0, |point| point.speed[0]);
    let last = ends.last();
    let held = ContextPoint::at(model.scenario.context, now).held;
    Side {
        slot: model.slot,
        speed: now.decode.per_user.get(),
        low: now.decode.low.get(),
        high: now.decode.high.get(),
        reads: now.decode.weight_bytes_read.get(),
        need,
        usable,
        fits: now.memory.fits,
        over: (need - usable).max((now.memory.host - now.memory.host_capacity).gib()),
        weights: held[0],
        full_at: curve.full_at,
        crossing: curve.crossing.filter(|at| {
            *at >= limits::CONTEXT.slider_min
                && *at < right
                && curve.full_at.is_some_and(|full| *at <= full)
        }),
        first_speed: first,
        last_at: last.map_or(0.0, |point| point.context),
        last_speed: last.map_or(0.0, |point| point.speed[0]),
        last_need: curve.points.last().map_or(need, ContextPoint::need),
        device,
        bandwidth: model.scenario.device().bandwidth.gb(),
    }
}

/// What the models show at one context, for the readout.
#[must_use]
pub fn readings(models: &[Model<'_>], context: f64) -> Vec<Reading> {
    models
        .iter()
        .map(|model| {
            let point = point_at(model, context);
            Reading {
                slot: model.slot,
                speed: point.fits.then_some(point.speed),
                need: point.need(),
                usable: point.usable,
            }
        })
        .collect()
}
