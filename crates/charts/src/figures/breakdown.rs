//! Figure `breakdown`: where one token's milliseconds go.

use bpt_core::estimate::Decode;
use bpt_core::model::Class;
use bpt_core::parts::{PartKind, PartName};
use bpt_core::scenario::Scenario;
use bpt_core::step::Pass;
use bpt_words::figures::{Breakdown, Fixed};
use bpt_words::{Language, Slot};

use super::{Cell, Column, Figure, Inputs, Present, Table, is_narrow};
use crate::ChartSpec;
use crate::axis::{Axis, Scale};
use crate::bars::{BarChart, Fill, Row, Segment};

/// Height of a bar, px.
const BAR: f64 = 30.0;

/// One named part of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// What its time is spent on.
    pub kind: PartKind,
    /// How it is filled.
    pub fill: Fill,
    /// Bytes it moves.
    pub bytes: f64,
    /// Seconds, as computed.
    pub seconds: f64,
    /// Milliseconds, rounded so that the parts add up to the printed total.
    pub printed: f64,
}

/// A step taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its parts, in drawing order.
    pub parts: Vec<Part>,
    /// The printed total, ms.
    pub total: f64,
    /// Decimals that are printed.
    pub decimals: usize,
}

/// Rounds values to so many decimals so that they add up to their rounded sum: each is rounded
/// down, and what is missing goes to those with the largest remainders.
#[must_use]
pub fn largest_remainder(values: &[f64], decimals: usize) -> (Vec<f64>, f64) {
    let unit = 10f64.powi(i32::try_from(decimals).unwrap_or(0));
    let total = (values.iter().sum::<f64>() * unit).round();
    let mut whole: Vec<f64> = values.iter().map(|value| (value * unit).floor()).collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    let rest = |at: &usize| values[*at] * unit - (values[*at] * unit).floor();
    bpt_core::order::sort_by(&mut order, |a, b| rest(b) < rest(a));
    let missing = (total - whole.iter().sum::<f64>()).max(0.0) as usize;
    for at in order.into_iter().cycle().take(missing) {
        whole[at] += 1.0;
    }
    (
        whole.into_iter().map(|value| value / unit).collect(),
        total / unit,
    )
}

/// Which named part each part of a step belongs to, in drawing order.
const GROUPS: [(Fixed, Fill); 12] = [
    (Fixed::Attention, Fill::Solid),
    (Fixed::FeedForward, Fill::Solid),
    (Fixed::Experts, Fill::Solid),
    (Fixed::SharedExperts, Fill::Solid),
    (Fixed::Router, Fill::Solid),
    (Fixed::Output, Fill::Solid),
    (Fixed::OtherWeights, Fill::Solid),
    (Fixed::Kv, Fill::Hatched),
    (Fixed::Ram, Fill::Upright),
    (Fixed::Arithmetic, Fill::Grey),
    (Fixed::FixedWork, Fill::Grey),
    (Fixed::Link, Fill::Dotted),
];

const fn group(name: PartName) -> Fixed {
    match name {
        PartName::Weights(class) => match class {
            Class::Attention => Fixed::Attention,
            Class::DenseFfn => Fixed::FeedForward,
            Class::RoutedExperts => Fixed::Experts,
            Class::SharedExperts => Fixed::SharedExperts,
            Class::Router => Fixed::Router,
            Class::LmHead => Fixed::Output,
            Class::Embedding | Class::Norms | Class::Other => Fixed::OtherWeights,
        },
        other => match other.kind() {
            PartKind::Weights | PartKind::Kv => Fixed::Kv,
            PartKind::Compute => Fixed::Arithmetic,
            PartKind::Overhead => Fixed::FixedWork,
            PartKind::Link => Fixed::Link,
            PartKind::Host => Fixed::Ram,
        },
    }
}

/// Distinct routed experts that a step reads in a layer, and all of them; `None` if dense.
#[must_use]
pub fn experts(s: &Scenario) -> Option<(f64, f64)> {
    let pass = Pass::new(s, s.users.max(1.0));
    let counts = pass.counts;
    let tokens = s
        .speculation
        .as_ref()
        .map_or(1.0, |speculation| speculation.tokens + 1.0);
    (counts.per_token > 0.0).then(|| {
        let touched = counts.per_token * pass.experts_times(pass.lanes.users, tokens);
        (touched, counts.experts)
    })
}

/// Takes a step apart.
#[must_use]
pub fn step(s: &Scenario, decode: &Decode, words: &dyn Language) -> Step {
    let figures = words.figures();
    let mut parts: Vec<Part> = Vec::new();
    for (name, fill) in GROUPS {
        let mut bytes = 0.0;
        let mut seconds = 0.0;
        let mut kind = PartKind::Overhead;
        for part in decode.parts.iter().filter(|part| group(part.name) == name) {
            bytes += part.bytes;
            seconds += part.seconds;
            kind = part.name.kind();
        }
        if seconds <= 0.0 {
            continue;
        }
        let shown = match (name == Fixed::Experts).then(|| experts(s)).flatten() {
            Some((touched, all)) => figures.experts(touched, all),
            None => figures.fixed(name).to_owned(),
        };
        parts.push(Part {
            name: shown,
            kind,
            fill,
            bytes,
            seconds,
            printed: 0.0,
        });
    }
    let ms: Vec<f64> = parts.iter().map(|part| part.seconds * 1e3).collect();
    let decimals = match ms.iter().sum::<f64>() {
        sum if sum >= 1.0 => 1,
        sum if sum >= 0.1 => 2,
        _ => 4,
    };
    let (printed, total) = largest_remainder(&ms, decimals);
    for (part, printed) in parts.iter_mut().zip(printed) {
        part.printed = printed;
    }
    Step {
        parts,
        total,
        decimals,
    }
}

impl Step {
    /// Printed milliseconds of one kind.
    #[must_use]
    pub fn of(&self, kind: PartKind) -> f64 {
        let unit = 10f64.powi(i32::try_from(self.decimals).unwrap_or(0));
        let sum: f64 = self
            .parts
            .iter()
            .filter(|part| part.kind == kind)
            .map(|part| part.printed)
            .sum();
        (sum * unit).round() / unit
    }

    pub(crate) fn facts(&self, tokens: f64) -> Breakdown {
        Breakdown {
            total: self.total,
            weights: self.of(PartKind::Weights),
            kv: self.of(PartKind::Kv),
            compute: self.of(PartKind::Compute),
            fixed: self.of(PartKind::Overhead),
            link: self.of(PartKind::Link),
            host: self.of(PartKind::Host),
            decimals: self.decimals,
            tokens,
        }
    }

    /// The parts by kind in one line: "weights 14.1, conversation 4.9, fixed work 3.6".
    pub(crate) fn summary(&self, words: &dyn Language) -> String {
        let figures = words.figures();
        let kinds = [
            (Fixed::Weights, PartKind::Weights),
            (Fixed::Kv, PartKind::Kv),
            (Fixed::Ram, PartKind::Host),
            (Fixed::Arithmetic, PartKind::Compute),
            (Fixed::FixedWork, PartKind::Overhead),
            (Fixed::Link, PartKind::Link),
        ];
        let shown: Vec<String> = kinds
            .into_iter()
            .filter(|(_, kind)| self.of(*kind) > 0.0)
            .map(|(name, kind)| figures.part(figures.fixed(name), self.of(kind), self.decimals))
            .collect();
        shown.join(figures.fixed(Fixed::Comma))
    }

    /// The bar's segments, in ms or as shares in percent.
    pub(crate) fn segments(&self, shares: bool, words: &dyn Language) -> Vec<Segment> {
        let whole: f64 = self.parts.iter().map(|part| part.seconds * 1e3).sum();
        let factor = if shares { 100.0 / whole } else { 1.0 };
        self.parts
            .iter()
            .map(|part| Segment {
                value: part.seconds * 1e3 * factor,
                fill: part.fill,
                label: words
                    .figures()
                    .part(&part.name, part.printed, self.decimals),
            })
            .collect()
    }
}

/// The figure.
#[must_use]
pub fn figure(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let present = inputs.estimates();
    let steps: Vec<Step> = present
        .iter()
        .map(|side| step(side.scenario, &side.now.decode, words))
        .collect();
    let facts = inputs.compared(&present, |side| {
        let at = usize::from(side.slot == Slot::B);
        steps.get(at).map_or_else(Breakdown::default, |step| {
            step.facts(side.now.decode.tokens_per_step)
        })
    });
    Figure {
        chart: chart(&present, &steps, inputs, words),
        table: inputs.tabled(|| table(&present, &steps, words)),
        words: words.figures().breakdown(&facts, inputs.view.room),
    }
}

fn chart(
    present: &[Present<'_>],
    steps: &[Step],
    inputs: &Inputs<'_>,
    words: &dyn Language,
) -> ChartSpec {
    let shares = inputs.view.shares;
    let figures = words.figures();
    let rows: Vec<Row> = present
        .iter()
        .zip(steps)
        .map(|(side, step)| Row {
            slot: side.slot,
            lettered: true,
            name: String::new(),
            segments: step.segments(shares, words),
            end: if side.fits() {
                figures.milliseconds(step.total, step.decimals)
            } else {
                String::new()
            },
            beside: if is_narrow(&inputs.view) {
                Vec::new()
            } else {
                vec![step.summary(words)]
            },
            room: None,
            absent: (!side.fits()).then(|| figures.fixed(Fixed::DoesNotFit).to_owned()),
        })
        .collect();
    let longest = rows
        .iter()
        .filter(|row| row.absent.is_none())
        .map(Row::total)
        .fold(0.0, f64::max);
    let max = if shares {
        100.0
    } else {
        inputs.view.top.unwrap_or(longest)
    };
    let name = if shares {
        figures.breakdown_texts().axis_share
    } else {
        figures.fixed(Fixed::AxisMilliseconds)
    };
    ChartSpec::Bars(BarChart {
        axis: Axis {
            scale: Scale::Linear,
            min: 0.0,
            max: max.max(f64::MIN_POSITIVE),
            ticks: Vec::new(),
            name: name.to_owned(),
        },
        named: false,
        bar: BAR,
        rows,
    })
}

fn table(present: &[Present<'_>], steps: &[Step], words: &dyn Language) -> Table {
    let fixed = |fixed| words.figures().fixed(fixed);
    let mut table = Table::new([Column::shared(fixed(Fixed::ColumnPart))]);
    let mut names: Vec<&str> = Vec::new();
    for (side, step) in present.iter().zip(steps) {
        for column in [Fixed::ColumnMilliseconds, Fixed::ColumnBytes] {
            table.columns.push(Column::of(side.slot, fixed(column)));
        }
        for part in &step.parts {
            if !names.contains(&part.name.as_str()) {
                names.push(&part.name);
            }
        }
    }
    for name in names {
        let mut row = vec![Cell::Text(name.to_owned())];
        for (side, step) in present.iter().zip(steps) {
            let part = step.parts.iter().find(|part| part.name == name);
            match part.filter(|_| side.fits()) {
                Some(part) => row.extend([
                    super::cell(words, part.printed, step.decimals),
                    Cell::number(part.bytes / 1e9, words.numbers().exact(part.bytes / 1e9)),
                ]),
                None => row.extend([Cell::Nothing, Cell::Nothing]),
            }
        }
        table.rows.push(row);
    }
    let mut total = vec![Cell::Text(fixed(Fixed::ColumnSum).to_owned())];
    for (side, step) in present.iter().zip(steps) {
        let bytes: f64 = step.parts.iter().map(|part| part.bytes).sum();
        if side.fits() {
            total.push(super::cell(words, step.total, step.decimals));
            total.push(Cell::number(
                bytes / 1e9,
                words.numbers().exact(bytes / 1e9),
            ));
        } else {
            total.extend([Cell::Nothing, Cell::Nothing]);
        }
    }
    table.rows.push(total);
    table
}
