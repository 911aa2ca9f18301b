//! Chapter 11: which of some models would be good enough, on which machines.

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::figures::Figure;
use bpt_charts::figures::rightsize::{Assessed, Bar, Candidate, Machine, RightTable, figure, rank};
use bpt_core::estimate;
use bpt_words::{Language, Room, Slot};

use crate::figure::Given;

/// A model of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether it is a mixture of experts.
    pub mixture: bool,
    /// All its parameters.
    pub params: f64,
    /// Whether it is A or B.
    pub slot: Option<Slot>,
}

/// A machine of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its device's id.
    pub id: String,
    /// Its name with its count.
    pub name: String,
    /// Devices.
    pub count: u32,
    /// Memory of all of them as it is sold: what a maker calls a GB, in 10^9 bytes.
    pub memory: f64,
    /// Bandwidth of one, GB/s.
    pub bandwidth_gb: f64,
}

/// The table with everything that is said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sized {
    /// Models as they were asked for; the table names them by place.
    pub models: Vec<Row>,
    /// Machines.
    pub machines: Vec<Column>,
    /// The reader's bar.
    pub bar: Bar,
    /// Rows and cells.
    pub table: RightTable,
}

/// The models and machines of the chapter's data on the reader's bar. The reader's own machine
/// comes first, and A and B are among the models.
#[must_use]
pub fn sized(given: &Given<'_>) -> Sized {
    let catalog = Catalog::embedded();
    let rows = &given.models.rows;
    let base = rows[0].clone().unwrap_or_default();
    let mut ids: Vec<String> = rows
        .iter()
        .flatten()
        .filter_map(|row| row.model_id.clone())
        .collect();
    let mut machines: Vec<(String, f64)> = base
        .device_id
        .iter()
        .map(|id| (id.clone(), base.device_count.unwrap_or(1.0)))
        .collect();
    if let Some(data) = given.data {
        ids.extend(data.models.iter().cloned());
        machines.extend(data.machines.iter().cloned());
    }
    let mut seen = Vec::new();
    ids.retain(|id| {
        let first = !seen.contains(id);
        seen.push(id.clone());
        first
    });
    let own = machines.first().cloned();
    let mut later = 0;
    machines.retain(|machine| {
        later += 1;
        later == 1 || Some(machine) != own.as_ref()
    });
    let slot = |id: &str| {
        Slot::ALL
            .into_iter()
            .zip(rows)
            .find(|(_, row)| {
                let own = row.as_ref().and_then(|row| row.model_id.as_deref());
                own == Some(id)
            })
            .map(|(slot, _)| slot)
    };
    let mut sized = Sized {
        models: Vec::new(),
        machines: Vec::new(),
        bar: Bar {
            least: given.least,
            wait: None,
            context: given.inputs.a.context,
            users: given.inputs.a.users,
        },
        table: RightTable { rows: Vec::new() },
    };
    for (id, count) in machines {
        let Some(entry) = catalog.device(&id) else {
            continue;
        };
        let name = if count > 1.0 {
            format!("{count} \u{d7} {}", entry.short)
        } else {
            entry.short.clone()
        };
        sized.machines.push(Column {
            name,
            count: count as u32,
            memory: entry.sold() * 1e9 * count,
            bandwidth_gb: entry.device.bandwidth.gb(),
            id,
        });
    }
    let mut assessed = Vec::new();
    for id in ids {
        let cells: Option<Vec<_>> = sized
            .machines
            .iter()
            .map(|machine| {
                let row = ScenarioRow {
                    model_id: Some(id.clone()),
                    device_id: Some(machine.id.clone()),
                    device: Default::default(),
                    device_count: (machine.count > 1).then_some(f64::from(machine.count)),
                    nodes: None,
                    parallel: None,
                    engine: None,
                    backend: None,
                    own_tok_s: None,
                    ..base.clone()
                };
                catalog.resolve(&row).ok()
            })
            .collect();
        let (Some(cells), Some(entry)) = (cells, catalog.model(&id)) else {
            continue;
        };
        let Some(first) = cells.first() else { continue };
        sized.models.push(Row {
            name: entry.name.clone(),
            mixture: first.model.counts.moe > 0.0,
            params: first.model.weights.params.total().get(),
            slot: slot(&id),
            id,
        });
        assessed.extend(cells.iter().map(|cell| Assessed::of(&estimate(cell))));
    }
    sized.table = rank(&sized.candidates(), &sized.columns(), &assessed, &sized.bar);
    sized
}

impl Sized {
    fn candidates(&self) -> Vec<Candidate<'_>> {
        self.models
            .iter()
            .map(|row| Candidate {
                name: &row.name,
                mixture: row.mixture,
                params: row.params,
                slot: row.slot,
            })
            .collect()
    }

    fn columns(&self) -> Vec<Machine<'_>> {
        self.machines
            .iter()
            .map(|column| Machine {
                name: &column.name,
                count: column.count,
                memory: column.memory,
            })
            .collect()
    }

    /// The figure: bars, the table as text, and the sentences.
    #[must_use]
    pub fn figure(&self, room: Room, words: &dyn Language) -> Figure {
        figure(
            &self.table,
            &self.candidates(),
            &self.columns(),
            &self.bar,
            room,
            words,
        )
    }
}
