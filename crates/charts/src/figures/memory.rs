//! Figure `memory`: what has to fit, and what is left.

use bpt_core::estimate::DeviceUse;
use bpt_core::scenario::Scenario;
use bpt_core::units::Bytes;
use bpt_words::Language;
use bpt_words::figures::Held;

use super::{Cell, Column, Figure, Inputs, Present, Table, cell, wanted_ticks};
use crate::ChartSpec;
use crate::axis::{Axis, Scale, Tick, linear_ticks};
use crate::bars::{BarChart, Fill, Room, Row, Segment};

/// Height of a bar, px.
const BAR: f64 = 22.0;

/// What one device, or the host, holds, GiB.
#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    /// How many such devices; 0 for the host.
    pub count: u32,
    /// Weights.
    pub weights: f64,
    /// Cache and state.
    pub kv: f64,
    /// Buffers, runtime, draft.
    pub buffers: f64,
    /// What it can give.
    pub usable: f64,
    /// What it has.
    pub physical: f64,
}

impl Store {
    /// All that it holds.
    #[must_use]
    pub fn used(&self) -> f64 {
        self.weights + self.kv + self.buffers
    }
}

/// What each group of equal devices holds, fullest first, then the host.
pub(crate) fn stores(side: &Present<'_>) -> Vec<Store> {
    let memory = &side.now.memory;
    let on_devices = memory.total - memory.host;
    let buffers = memory.compute + memory.overhead + memory.draft;
    // The cache that an offload moves to the host is not on the devices.
    let share_on_host = host_kv(side.scenario);
    let kv = memory.kv_allocated * (1.0 - share_on_host);
    let weights = (on_devices - buffers - kv).max(Bytes::ZERO);
    let all = (weights + kv + buffers).get().max(1.0);
    let store = |group: &DeviceUse| {
        let used = group.used.gib();
        let [weights, kv, buffers] = [weights, kv, buffers].map(|part| part.get() / all * used);
        Store {
            count: group.count,
            weights,
            kv,
            buffers,
            usable: group.capacity.gib(),
            physical: group.physical.gib(),
        }
    };
    let mut stores: Vec<Store> = memory
        .groups()
        .iter()
        .filter(|group| group.count > 0)
        .map(store)
        .collect();
    if memory.host > Bytes::ZERO {
        let kv = (memory.kv_allocated * share_on_host).min(memory.host);
        stores.push(Store {
            count: 0,
            weights: (memory.host - kv).gib(),
            kv: kv.gib(),
            buffers: 0.0,
            usable: memory.host_capacity.gib(),
            physical: side
                .scenario
                .host
                .memory
                .gib()
                .max(memory.host_capacity.gib()),
        });
    }
    stores
}

/// Share of the cache that lies in RAM.
fn host_kv(s: &Scenario) -> f64 {
    bpt_core::placement::OnHost::of(s, &s.model.counts).kv
}

/// The figure.
#[must_use]
pub fn figure(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let present = inputs.estimates();
    let all: Vec<Vec<Store>> = present.iter().map(stores).collect();
    let facts = inputs.compared(&present, held);
    Figure {
        chart: chart(&present, &all, inputs, words),
        table: inputs.tabled(|| table(&present, &all, words)),
        words: words.figures().memory(&facts, inputs.view.room),
    }
}

fn held(side: &Present<'_>) -> Held {
    let memory = &side.now.memory;
    let stores = stores(side);
    let fullest = stores.iter().find(|store| store.count > 0);
    Held {
        need: fullest.map_or(0.0, Store::used),
        usable: fullest.map_or(0.0, |store| store.usable),
        weights: fullest.map_or(0.0, |store| store.weights),
        kv: fullest.map_or(0.0, |store| store.kv),
        more_users: more_users(side),
        devices: side.scenario.device_count(),
        host: (memory.host > Bytes::ZERO).then(|| (memory.host.gib(), memory.host_capacity.gib())),
    }
}

/// Users beyond the present ones that still fit.
fn more_users(side: &Present<'_>) -> Option<f64> {
    let most = side.now.memory.max_users.filter(|_| side.fits())?;
    Some((most.floor() - side.scenario.users).floor().max(0.0))
}

fn chart(
    present: &[Present<'_>],
    all: &[Vec<Store>],
    inputs: &Inputs<'_>,
    words: &dyn Language,
) -> ChartSpec {
    let mut rows = Vec::new();
    for (side, stores) in present.iter().zip(all) {
        let several = stores.len() > 1 || stores.iter().any(|store| store.count > 1);
        for (at, store) in stores.iter().enumerate() {
            rows.push(row(side, store, at == 0, several, words));
        }
    }
    let stores = || all.iter().flatten();
    let physical = stores().map(|store| store.physical).fold(0.0, f64::max);
    let used = stores().map(Store::used).fold(0.0, f64::max);
    let max = used.max(physical).max(1e-6);
    let numbers = words.numbers();
    let mut ticks: Vec<Tick> = linear_ticks(max, wanted_ticks(inputs.view.room))
        .into_iter()
        .map(|value| Tick {
            value,
            label: if value > 0.0 {
                numbers.trimmed(value, 3)
            } else {
                format!("0\u{202f}{}", words.figures().memory_texts().axis_gib)
            },
        })
        .collect();
    // The largest memory is named, whatever round values lie near.
    ticks.retain(|tick| tick.value < physical * 0.98);
    ticks.push(Tick {
        value: physical,
        label: numbers.capacity(physical),
    });
    ChartSpec::Bars(BarChart {
        axis: Axis {
            scale: Scale::Linear,
            min: 0.0,
            max,
            ticks,
            name: words.figures().memory_texts().axis_gib.to_owned(),
        },
        named: true,
        bar: BAR,
        rows,
    })
}

fn row(side: &Present<'_>, store: &Store, first: bool, several: bool, words: &dyn Language) -> Row {
    let figures = words.figures();
    let host = store.count == 0;
    let name = match (host, several) {
        (true, _) => figures.memory_texts().ram_row.to_owned(),
        (false, true) if side.scenario.device_count() > 1 => {
            figures.devices(store.count, side.scenario.device_count())
        }
        _ => String::new(),
    };
    let users = if host || several {
        None
    } else {
        more_users(side)
    };
    let segment = |value: f64, fill: Fill, label: String| Segment { value, fill, label };
    let kept = store.physical - store.usable;
    Row {
        slot: side.slot,
        lettered: first,
        name,
        segments: vec![
            segment(store.weights, Fill::Solid, words.weights(store.weights)),
            segment(store.kv, Fill::Hatched, String::new()),
            segment(store.buffers, Fill::Grey, String::new()),
        ],
        end: String::new(),
        beside: Vec::new(),
        room: Some(Room {
            usable: store.usable,
            physical: store.physical,
            free: figures
                .free_for(store.usable - store.used(), users, side.scenario.context)
                .into(),
            kept: if kept > 0.05 {
                figures.system(kept)
            } else {
                String::new()
            },
            over: figures.over_by(store.used() - store.usable),
        }),
        absent: None,
    }
}

fn table(present: &[Present<'_>], all: &[Vec<Store>], words: &dyn Language) -> Table {
    let figures = words.figures();
    let texts = figures.memory_texts();
    let columns = [
        texts.column_device,
        texts.column_weights,
        texts.column_kv,
        texts.column_buffers,
        texts.column_total,
        texts.column_usable,
        texts.column_free,
    ];
    let mut table = Table::new(columns.map(Column::shared));
    for (side, stores) in present.iter().zip(all) {
        for store in stores {
            let name = if store.count == 0 {
                texts.ram_row.to_owned()
            } else if side.scenario.device_count() > 1 {
                figures.devices(store.count, side.scenario.device_count())
            } else {
                String::new()
            };
            let head = format!("{} {name}", side.slot.letter()).trim().to_owned();
            let mut row = vec![Cell::Text(head)];
            let free = store.usable - store.used();
            row.extend(
                [
                    store.weights,
                    store.kv,
                    store.buffers,
                    store.used(),
                    store.usable,
                    free,
                ]
                .map(|value| cell(words, value, 2)),
            );
            table.rows.push(row);
        }
    }
    table
}
