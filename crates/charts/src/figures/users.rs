//! Figure `users`: what all write together, and each alone.

use bpt_core::decode::decode;
use bpt_core::derived::derived;
use bpt_core::limits;
use bpt_core::scenario::Scenario;
use bpt_words::figures::{Fixed, OverUsers};
use bpt_words::{Language, Slot};

use super::breakdown::experts;
use super::curves::{POINTS, decodes, each, from_zero, log, range_table, rows, rule};
use super::{Figure, Inputs, Present, Table};
use crate::ChartSpec;
use crate::axis::{Axis, nice_maximum};
use crate::lines::{Extras, Gauge, Limit, LineChart, Mark, Sample, Series, StackChart, Stroke};
use crate::sweep::log_spaced;

const TICKS: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
/// Users that one user is compared with.
const AGAINST: f64 = 8.0;

/// The figure.
#[must_use]
pub fn figure(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let present = inputs.estimates();
    let to = against(&present, inputs.a.users);
    let facts = inputs.compared(&present, |side| own(side, to));
    Figure {
        chart: chart(&present, inputs, words),
        table: inputs.tabled(|| table(&present, inputs, words)),
        words: words
            .figures()
            .users(&facts, inputs.measured.len(), inputs.view.room),
    }
}

/// Users that one user is compared with: the present ones, or several that fit.
fn against(present: &[Present<'_>], users: f64) -> f64 {
    if users > 1.0 {
        return users;
    }
    let most = present
        .iter()
        .filter(|side| side.fits())
        .filter_map(|side| side.now.memory.max_users)
        .fold(f64::INFINITY, f64::min);
    AGAINST.min(most.floor()).max(1.0)
}

fn with_users(s: &Scenario, users: f64) -> Scenario {
    Scenario { users, ..s.clone() }
}

fn own(side: &Present<'_>, to: f64) -> OverUsers {
    let s = side.scenario;
    let one = decode(&with_users(s, 1.0));
    let many = with_users(s, to);
    let now = decode(&many);
    OverUsers {
        to,
        total_one: one.total.get(),
        total_to: now.total.get(),
        each_to: now.per_user.get(),
        most: side.now.memory.max_users.map(f64::floor),
        experts: experts(&with_users(s, 1.0))
            .zip(experts(&many))
            .map(|((one, all), (to, _))| [one, to, all]),
    }
}

fn axis(inputs: &Inputs<'_>, words: &dyn Language) -> Axis {
    let limit = limits::USERS;
    log(
        [limit.slider_min, limit.slider_max],
        &TICKS,
        inputs.view.room,
        &words.figures().users_axis(inputs.a.context),
        |value| words.numbers().whole(value),
    )
}

fn chart(present: &[Present<'_>], inputs: &Inputs<'_>, words: &dyn Language) -> ChartSpec {
    let figures = words.figures();
    let room = inputs.view.room;
    let x = axis(inputs, words);
    let at = inputs.view.at.unwrap_or(inputs.a.users);
    let mut all = Vec::new();
    let mut alone = Vec::new();
    let mut knees = Vec::new();
    let mut gauges = Vec::new();
    let (mut top, mut top_alone) = (0.0_f64, 0.0_f64);
    for side in present {
        let s = side.scenario;
        let most = one_fits(side);
        let xs = values(&x, most, at);
        let both = decodes(
            s,
            &xs,
            |s, users| s.users = users,
            |x, d| {
                let sample = each(x, d);
                let total = Sample {
                    x,
                    value: sample.value * x,
                    low: sample.low * x,
                    high: sample.high * x,
                };
                ((total, sample), d.extrapolated > 0.0)
            },
        );
        let outside = both.iter().find(|(_, outside)| *outside);
        let dotted_from = outside.map(|((total, _), _)| total.x);
        let (totals, each): (Vec<Sample>, Vec<Sample>) =
            both.into_iter().map(|(samples, _)| samples).unzip();
        top = top.max(totals.last().map_or(0.0, |sample| sample.high));
        top_alone = top_alone.max(each.first().map_or(0.0, |sample| sample.high));
        let limit = most.filter(|most| *most < x.max).map(|most| Limit {
            x: most,
            long: figures.memory_full(side.slot, most),
            short: words.full(side.slot),
        });
        let knee = derived(s)
            .compute_knee
            .filter(|knee| (x.min..x.max).contains(knee) && most.is_some_and(|most| *knee <= most));
        if let Some(knee) = knee.filter(|knee| *knee > 1.0) {
            let total = decode(&with_users(s, knee)).total.get();
            knees.push(Mark {
                x: knee,
                y: total,
                slot: Some(side.slot),
                label: figures.users_texts().compute_bound.to_owned(),
            });
        }
        if let Some((touched, experts)) = experts(&with_users(s, at.max(1.0))) {
            gauges.push(Gauge {
                share: touched / experts,
                label: figures.experts(touched, experts),
                slot: side.slot,
            });
        }
        let value = |line: &[Sample]| {
            let found = line.iter().find(|sample| sample.x == at)?;
            Some((found.value, words.numbers().forecast(found.value)))
        };
        all.push(Series {
            value: value(&totals),
            limit,
            dotted_from,
            letter_at: Some(6.0),
            ..Series::plain(side.slot, Stroke::Estimate, totals)
        });
        alone.push(Series {
            value: value(&each),
            letter_at: Some(3.0),
            dotted_from,
            ..Series::plain(side.slot, Stroke::Estimate, each)
        });
    }
    let now = rule(&x, at);
    let top = inputs.view.top.unwrap_or_else(|| nice_maximum(top));
    let panel = |series: Vec<Series>, top: f64, name: &str, extras: Extras| LineChart {
        x: x.clone(),
        y: from_zero(top, bpt_words::Room::Narrow, name, words),
        series,
        now,
        measured: Vec::new(),
        extras: Box::new(extras),
    };
    let mut upper = panel(
        all,
        top,
        figures.users_texts().axis_total,
        Extras {
            marks: knees,
            gauges,
            ..Extras::default()
        },
    );
    upper.measured = inputs.measured.to_vec();
    let lower = panel(
        alone,
        nice_maximum(top_alone),
        figures.users_texts().axis_each,
        Extras::default(),
    );
    let share = if room == bpt_words::Room::Narrow {
        0.55
    } else {
        0.6
    };
    ChartSpec::Stack(StackChart {
        panels: vec![(share, upper), (1.0 - share, lower)],
    })
}

/// Most users that fit, if one does.
fn one_fits(side: &Present<'_>) -> Option<f64> {
    side.now
        .memory
        .max_users
        .map(f64::floor)
        .filter(|most| *most >= 1.0)
}

/// Values up to the last that fits; the rule's among them.
fn values(x: &Axis, most: Option<f64>, at: f64) -> Vec<f64> {
    let Some(most) = most else { return Vec::new() };
    let end = most.min(x.max);
    let mut xs = if end > 1.0 {
        log_spaced(1.0, end, POINTS)
    } else {
        vec![1.0]
    };
    if (1.0..=end).contains(&at) {
        xs.push(at);
    }
    bpt_core::order::sort(&mut xs);
    xs.dedup();
    xs
}

fn table(present: &[Present<'_>], inputs: &Inputs<'_>, words: &dyn Language) -> Table {
    let xs = rows(&axis(inputs, words), inputs.a.users);
    let sides: Vec<(Slot, Vec<Option<Sample>>)> = present
        .iter()
        .map(|side| {
            let most = one_fits(side);
            let samples = decodes(
                side.scenario,
                &xs,
                |s, users| s.users = users,
                |x, d| most.is_some_and(|most| x <= most).then(|| each(x, d)),
            );
            (side.slot, samples)
        })
        .collect();
    let head = words.figures().users_texts().column_users;
    let unit = words.figures().fixed(Fixed::ColumnSpeed);
    range_table(head, &xs, &sides, unit, words)
}
