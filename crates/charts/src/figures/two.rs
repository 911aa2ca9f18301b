//! Figure `two`: one token's time on one device, split by layers, and split by tensor.

use bpt_core::derived;
use bpt_core::parts::PartKind;
use bpt_core::scenario::{Parallel, ParallelKind, Scenario};
use bpt_core::{Estimate, estimate};
use bpt_words::Language;
use bpt_words::figures::{Divided, Fixed, SplitKind};

use super::breakdown::{Step, step};
use super::{Cell, Column, Figure, Inputs, Table, cell, missing};
use crate::ChartSpec;
use crate::axis::{Axis, Scale};
use crate::bars::{BarChart, Fill, Row, Segment};

/// Height of a bar, px.
const BAR: f64 = 26.0;
/// Kinds of a bar, in drawing order.
const KINDS: [(PartKind, Fill, Fixed); 6] = [
    (PartKind::Weights, Fill::Solid, Fixed::Weights),
    (PartKind::Kv, Fill::Hatched, Fixed::Kv),
    (PartKind::Host, Fill::Upright, Fixed::Ram),
    (PartKind::Compute, Fill::Grey, Fixed::Arithmetic),
    (PartKind::Overhead, Fill::Grey, Fixed::FixedWork),
    (PartKind::Link, Fill::Dotted, Fixed::Link),
];

/// The three ways a model can stand on its devices.
#[derive(Clone, Debug)]
struct Ways {
    count: u32,
    /// One device, layers, tensor.
    ways: [(SplitKind, Scenario, Estimate); 3],
}

fn ways(s: &Scenario) -> Ways {
    // With one device the figure shows two of it.
    let count = s.device_count().max(2);
    let mut several = s.clone();
    if s.device_count() < 2 {
        several.devices[0].1 = 2;
    }
    let with = |kind: ParallelKind| {
        let mut s = several.clone();
        s.parallel = Parallel {
            kind,
            size: count,
            replicas: 1,
        };
        s
    };
    let mut one = several.clone();
    one.devices.truncate(1);
    one.devices[0].1 = 1;
    one.nodes = 1;
    one.parallel = Parallel {
        kind: ParallelKind::None,
        size: 1,
        replicas: 1,
    };
    let tensor = if s.parallel.kind.divides_layers() && s.device_count() > 1 {
        s.clone()
    } else {
        with(ParallelKind::Tensor)
    };
    let way = |kind, s: Scenario| {
        let e = estimate(&s);
        (kind, s, e)
    };
    Ways {
        count,
        ways: [
            way(SplitKind::One, one),
            way(SplitKind::Layers, with(ParallelKind::LayerSplit)),
            way(SplitKind::Tensor, tensor),
        ],
    }
}

impl Ways {
    fn facts(&self) -> Divided {
        let [one, layers, tensor] = &self.ways;
        let (saves, pays) = derived::split(&tensor.1);
        let speed = |e: &Estimate| e.memory.fits.then(|| e.decode.per_user.get());
        // What one would do else: stay on one device where it fits, which no boundary slows down.
        let other = match (one.2.memory.fits, layers.2.memory.fits) {
            (true, true) => one.2.decode.step.min(layers.2.decode.step),
            (true, false) => one.2.decode.step,
            (false, _) => layers.2.decode.step,
        };
        Divided {
            count: self.count,
            one: speed(&one.2),
            one_over: missing(&one.2),
            layers: speed(&layers.2),
            tensor: speed(&tensor.2),
            tensor_over: missing(&tensor.2),
            saves_ms: saves.map_or(0.0, |seconds| seconds.ms()),
            pays_ms: pays.map_or(0.0, |seconds| seconds.ms()),
            layers_wait_ms: layers.2.decode.parts.seconds_of(PartKind::Link) * 1e3,
            gains: other / tensor.2.decode.step,
            memory_over_link: tensor.1.device().bandwidth.gb()
                / tensor.1.link.bandwidth.gb().max(1e-12),
        }
    }
}

/// The figure.
#[must_use]
pub fn figure(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let present = inputs.estimates();
    let all: Vec<Ways> = present.iter().map(|side| ways(side.scenario)).collect();
    let steps: Vec<[Step; 3]> = all
        .iter()
        .map(|ways| {
            let one = |at: usize| step(&ways.ways[at].1, &ways.ways[at].2.decode, words);
            [one(0), one(1), one(2)]
        })
        .collect();
    let mut facts = inputs.compared(&present, |side| {
        let at = usize::from(side.slot == bpt_words::Slot::B);
        all.get(at).map_or_else(Divided::default, Ways::facts)
    });
    // Whether it fits is a matter of each bar here.
    for side in &mut facts.sides {
        side.fits = side.own.layers.is_some() || side.own.tensor.is_some();
        side.over = side.own.tensor_over;
    }
    let slots: Vec<_> = present.iter().map(|side| side.slot).collect();
    Figure {
        chart: chart(&slots, &all, &steps, words),
        table: inputs.tabled(|| table(&slots, &all, &steps, words)),
        words: words.figures().two(&facts, inputs.view.room),
    }
}

fn chart(
    slots: &[bpt_words::Slot],
    all: &[Ways],
    steps: &[[Step; 3]],
    words: &dyn Language,
) -> ChartSpec {
    let figures = words.figures();
    let mut rows = Vec::new();
    for ((slot, ways), steps) in slots.iter().zip(all).zip(steps) {
        for ((kind, _, e), step) in ways.ways.iter().zip(steps) {
            rows.push(Row {
                slot: *slot,
                lettered: *kind == SplitKind::One,
                name: figures.split_name(*kind, ways.count),
                segments: segments(step, words),
                end: if e.memory.fits {
                    figures.milliseconds(step.total, step.decimals)
                } else {
                    String::new()
                },
                beside: vec![step.summary(words)],
                room: None,
                absent: (!e.memory.fits).then(|| {
                    let over = figures.over_by(missing(e));
                    [Fixed::DoesNotFit, Fixed::Comma]
                        .map(|name| figures.fixed(name))
                        .concat()
                        + &over
                }),
            });
        }
    }
    let max = rows
        .iter()
        .filter(|row| row.absent.is_none())
        .map(Row::total)
        .fold(f64::MIN_POSITIVE, f64::max);
    ChartSpec::Bars(BarChart {
        axis: Axis {
            scale: Scale::Linear,
            min: 0.0,
            max,
            ticks: Vec::new(),
            name: figures.fixed(Fixed::AxisMilliseconds).to_owned(),
        },
        named: false,
        bar: BAR,
        rows,
    })
}

fn segments(step: &Step, words: &dyn Language) -> Vec<Segment> {
    let figures = words.figures();
    KINDS
        .into_iter()
        .map(|(kind, fill, name)| Segment {
            value: step
                .parts
                .iter()
                .filter(|part| part.kind == kind)
                .map(|part| part.seconds * 1e3)
                .sum(),
            fill,
            label: figures.part(figures.fixed(name), step.of(kind), step.decimals),
        })
        .filter(|segment| segment.value > 0.0)
        .collect()
}

fn table(
    slots: &[bpt_words::Slot],
    all: &[Ways],
    steps: &[[Step; 3]],
    words: &dyn Language,
) -> Table {
    let figures = words.figures();
    let fixed = |name| figures.fixed(name);
    let mut table = Table::new([Column::shared(figures.two_texts().column_split)]);
    for (_, _, name) in KINDS {
        let name = [name, Fixed::Comma, Fixed::ColumnMilliseconds]
            .map(fixed)
            .concat();
        table.columns.push(Column::shared(name));
    }
    for name in [figures.two_texts().column_sum_ms, fixed(Fixed::ColumnSpeed)] {
        table.columns.push(Column::shared(name));
    }
    for ((slot, ways), steps) in slots.iter().zip(all).zip(steps) {
        for ((kind, _, e), step) in ways.ways.iter().zip(steps) {
            let name = figures.split_name(*kind, ways.count);
            let mut row = vec![Cell::Text(format!(
                "{}{}{name}",
                slot.letter(),
                fixed(Fixed::Colon)
            ))];
            for (kind, _, _) in KINDS {
                row.push(if e.memory.fits {
                    cell(words, step.of(kind), step.decimals)
                } else {
                    Cell::Nothing
                });
            }
            if e.memory.fits {
                let speed = e.decode.per_user.get();
                row.push(cell(words, step.total, step.decimals));
                row.push(Cell::number(speed, words.numbers().forecast(speed)));
            } else {
                row.extend([Cell::Nothing, Cell::Nothing]);
            }
            table.rows.push(row);
        }
    }
    table
}
