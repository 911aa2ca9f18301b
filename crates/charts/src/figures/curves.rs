//! Sweeps and axes that several figures share.

use bpt_core::decode::decode;
use bpt_core::estimate::Decode;
use bpt_core::scenario::Scenario;
use bpt_words::figures::Fixed;
use bpt_words::{Language, Room, Slot};

use super::{Cell, Column, Table, wanted_ticks};
use crate::axis::{Axis, Scale, Tick, linear_ticks};
use crate::lines::Sample;

/// Points of a curve.
pub(crate) const POINTS: u32 = 90;

/// Speed for one user with its range.
pub(crate) fn each(x: f64, d: &Decode) -> Sample {
    Sample {
        x,
        value: d.per_user.get(),
        low: d.low.get(),
        high: d.high.get(),
    }
}

/// Decode along one quantity.
pub(crate) fn decodes<T>(
    s: &Scenario,
    xs: &[f64],
    set: impl Fn(&mut Scenario, f64),
    keep: impl Fn(f64, &Decode) -> T,
) -> Vec<T> {
    let mut changed = s.clone();
    xs.iter()
        .map(|x| {
            set(&mut changed, *x);
            keep(*x, &decode(&changed))
        })
        .collect()
}

/// A linear axis from 0.
pub(crate) fn from_zero(top: f64, room: Room, name: &str, words: &dyn Language) -> Axis {
    let ticks = linear_ticks(top, wanted_ticks(room));
    Axis {
        scale: Scale::Linear,
        min: 0.0,
        max: top,
        ticks: ticks
            .into_iter()
            .map(|value| Tick {
                value,
                label: words.numbers().trimmed(value, 4),
            })
            .collect(),
        name: name.to_owned(),
    }
}

/// A logarithmic axis with these values named, about half of them where it is narrow.
pub(crate) fn log(
    [min, max]: [f64; 2],
    named: &[f64],
    room: Room,
    name: &str,
    label: impl Fn(f64) -> String,
) -> Axis {
    let every = if room == Room::Narrow && named.len() > 6 {
        2
    } else {
        1
    };
    Axis {
        scale: Scale::Log,
        min,
        max,
        ticks: named
            .iter()
            .step_by(every)
            .map(|value| Tick {
                value: *value,
                label: label(*value),
            })
            .collect(),
        name: name.to_owned(),
    }
}

/// A logarithmic axis from 1, 2 or 5 times a power of ten to another, around these values; powers
/// of ten are named, or all three where there are too few.
pub(crate) fn decades(values: impl Iterator<Item = f64>, name: &str, words: &dyn Language) -> Axis {
    let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
    for value in values.filter(|value| value.is_finite() && *value > 0.0) {
        low = low.min(value);
        high = high.max(value);
    }
    if high <= 0.0 {
        (low, high) = (0.1, 10.0);
    }
    let steps = round_values(low.max(1e-9) / 10.0, high.min(1e15) * 10.0);
    let below = |value: &&f64| **value <= low * (1.0 + 1e-9);
    let min = steps.iter().rev().find(below).copied().unwrap_or(low);
    let above = |value: &&f64| **value >= high && **value > min;
    let max = steps.iter().find(above).copied().unwrap_or(high * 2.0);
    let inside = |value: &f64| (min..=max).contains(value);
    let powers: Vec<f64> = steps
        .iter()
        .copied()
        .filter(inside)
        .filter(|value| (value.log10() - value.log10().round()).abs() < 1e-9)
        .collect();
    let named: Vec<f64> = if powers.len() < 2 {
        steps.into_iter().filter(inside).collect()
    } else {
        let every = powers.len().div_ceil(5);
        powers.into_iter().step_by(every).collect()
    };
    let label = |value: f64| words.numbers().trimmed(value, 9);
    log([min, max], &named, Room::Wide, name, label)
}

/// 1, 2 and 5 times the powers of ten between two values.
fn round_values(low: f64, high: f64) -> Vec<f64> {
    let mut values = Vec::new();
    let mut power = low.log10().floor();
    while power <= high.log10() {
        values.extend([1.0, 2.0, 5.0].map(|factor| factor * 10f64.powf(power)));
        power += 1.0;
    }
    values
}

/// Where the rule stands, if that is on the axis.
pub(crate) fn rule(axis: &Axis, at: f64) -> Option<f64> {
    (axis.min..=axis.max).contains(&at).then_some(at)
}

/// The axis' named values with the present one among them, ascending.
pub(crate) fn rows(axis: &Axis, now: f64) -> Vec<f64> {
    let mut values: Vec<f64> = axis.ticks.iter().map(|tick| tick.value).collect();
    values.push(now);
    bpt_core::order::sort(&mut values);
    values.dedup();
    values
}

/// A table of a value with its range over one quantity; `None` where there is no value.
pub(crate) fn range_table(
    head: &str,
    xs: &[f64],
    sides: &[(Slot, Vec<Option<Sample>>)],
    unit: &str,
    words: &dyn Language,
) -> Table {
    let fixed = |fixed| words.figures().fixed(fixed);
    let numbers = words.numbers();
    let mut table = Table::new([Column::shared(head)]);
    for (slot, _) in sides {
        for column in [unit, fixed(Fixed::ColumnLow), fixed(Fixed::ColumnHigh)] {
            table.columns.push(Column::of(*slot, column));
        }
    }
    for (at, x) in xs.iter().enumerate() {
        let mut row = vec![Cell::number(*x, numbers.trimmed(*x, 3))];
        for (_, samples) in sides {
            match samples.get(at).copied().flatten() {
                Some(sample) => {
                    row.extend(
                        [sample.value, sample.low, sample.high]
                            .map(|value| Cell::number(value, numbers.forecast(value))),
                    );
                }
                None => row.extend([Cell::Nothing, Cell::Nothing, Cell::Nothing]),
            }
        }
        table.rows.push(row);
    }
    table
}
