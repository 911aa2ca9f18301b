//! Figure `rightsize`: which is the least one could run and still be content.
//!
//! A table of models and devices. The order of rows never depends on the devices, so rows stand
//! still when a device is added.

use bpt_core::Estimate;
use bpt_words::figures::{CellState, Count, Fixed, Nearest, RightSizing, WhyNot, Winner};
use bpt_words::{Language, Room, Slot};

use super::{Cell, Column, Figure, Table, cell};
use crate::ChartSpec;
use crate::strips::StripChart;
use crate::sweep::fullest;

/// Height of a row, px: wide and narrow.
pub const ROW: [f64; 2] = [34.0, 72.0];
/// Height of a bar, px.
const BAR: f64 = 10.0;

/// What the reader asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Least speed for one user, tok/s.
    pub least: f64,
    /// Longest wait for a first token, s; `None` for any.
    pub wait: Option<f64>,
    /// Context, tokens.
    pub context: f64,
    /// Users at once.
    pub users: f64,
}

/// A model that the reader accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether it is a mixture of experts.
    pub mixture: bool,
    /// All its parameters.
    pub params: f64,
    /// Whether it is A or B.
    pub slot: Option<Slot>,
}

/// A device that the reader could have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine<'a> {
    /// Its name with a count above one: "2 × RTX 3090".
    pub name: &'a str,
    /// How many devices.
    pub count: u32,
    /// Memory of all of them, bytes.
    pub memory: f64,
}

/// What one estimate says for the table: small, so that thousands can be kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessed {
    /// Speed for one user with its range, tok/s.
    pub speed: [f64; 3],
    /// First token, s; `None` where requests arrive faster than they finish.
    pub wait: Option<f64>,
    /// Whether it fits.
    pub fits: bool,
    /// What is missing where it does not, GiB.
    pub over: f64,
    /// Whether the speed is an extrapolation.
    pub extrapolated: bool,
    /// Weights and cache read in a step, bytes.
    pub read: [f64; 2],
    /// What the fullest device has to hold, GiB.
    pub need: f64,
}

impl Assessed {
    /// What the table keeps of an estimate.
    #[must_use]
    pub fn of(e: &Estimate) -> Self {
        let d = &e.decode;
        Self {
            speed: [d.per_user.get(), d.low.get(), d.high.get()],
            wait: e.prefill.ttft.map(|seconds| seconds.get()),
            fits: e.memory.fits,
            over: super::missing(e),
            extrapolated: d.extrapolated > 0.0,
            read: [
                d.weight_bytes_read.get(),
                (d.kv_bytes_read + d.state_bytes_moved).get(),
            ],
            need: fullest(e).0,
        }
    }

    /// What the cell shows.
    #[must_use]
    pub fn state(&self, bar: &Bar) -> CellState {
        if !self.fits {
            return CellState::Over(self.over);
        }
        let times = self.speed[0] / bar.least.max(1e-9);
        if times < 1.0 {
            return CellState::Below;
        }
        if let Some(longest) = bar.wait {
            match self.wait {
                Some(wait) if wait <= longest => {}
                wait => return CellState::Waits(wait),
            }
        }
        CellState::Passes(match times {
            times if times < 2.0 => 1,
            times if times < 4.0 => 2,
            times if times < 8.0 => 3,
            _ => 4,
        })
    }
}

/// A cell of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RightCell {
    /// What it shows.
    pub state: CellState,
    /// Whether it is the largest model that passes on its device.
    pub largest: bool,
    /// What was computed.
    pub assessed: Assessed,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct RightRow {
    /// Which of the candidates.
    pub model: usize,
    /// Its cells, one per machine.
    pub cells: Vec<RightCell>,
    /// Weights and cache read in a step, GB.
    pub read: [f64; 2],
    /// What one device has to hold, GiB.
    pub need: f64,
}

/// The whole table.
#[derive(Clone, Debug, PartialEq)]
pub struct RightTable {
    /// Rows, least weights read first.
    pub rows: Vec<RightRow>,
}

/// Makes the table. `assessed` holds the cells of a model side by side, models in their order.
/// Where there are too few, rows are left out.
#[must_use]
pub fn rank(
    models: &[Candidate<'_>],
    machines: &[Machine<'_>],
    assessed: &[Assessed],
    bar: &Bar,
) -> RightTable {
    let width = machines.len();
    let mut rows: Vec<RightRow> = models
        .iter()
        .enumerate()
        .zip(assessed.chunks_exact(width.max(1)))
        .map(|((model, _), cells)| RightRow {
            model,
            read: cells[0].read.map(|bytes| bytes / 1e9),
            need: cells[0].need,
            cells: cells
                .iter()
                .map(|assessed| RightCell {
                    state: assessed.state(bar),
                    largest: false,
                    assessed: *assessed,
                })
                .collect(),
        })
        .collect();
    rows.sort_by(|a, b| {
        a.read[0]
            .total_cmp(&b.read[0])
            .then(a.need.total_cmp(&b.need))
            .then(a.model.cmp(&b.model))
    });
    for column in 0..width {
        let passing = rows.iter_mut().filter(|row| row.passes(column));
        let largest = passing.max_by(|a, b| {
            let params = |row: &RightRow| models[row.model].params;
            params(a).total_cmp(&params(b))
        });
        if let Some(row) = largest {
            row.cells[column].largest = true;
        }
    }
    RightTable { rows }
}

impl RightTable {
    /// Row and column of the cell that comes nearest of those that do not pass: what is too slow
    /// before what does not fit, and what only waits too long before both.
    #[must_use]
    pub fn nearest(&self) -> Option<(&RightRow, usize)> {
        let mut best: Option<(f64, &RightRow, usize)> = None;
        for row in &self.rows {
            for (column, cell) in row.cells.iter().enumerate() {
                // Short waits first, then high speeds, then little missing.
                let rank = match cell.state {
                    CellState::Passes(_) => continue,
                    CellState::Waits(wait) => 3.0 + 1.0 / (1.0 + wait.unwrap_or(f64::MAX)),
                    CellState::Below => {
                        let speed = cell.assessed.speed[0];
                        1.0 + speed / (1.0 + speed)
                    }
                    CellState::Over(over) => 1.0 / (1.0 + over),
                };
                if best.is_none_or(|(found, ..)| rank > found) {
                    best = Some((rank, row, column));
                }
            }
        }
        best.map(|(_, row, column)| (row, column))
    }

    /// Whether any model passes on any machine.
    #[must_use]
    pub fn passes(&self) -> bool {
        let mut rows = self.rows.iter();
        rows.any(|row| (0..row.cells.len()).any(|column| row.passes(column)))
    }
}

impl RightRow {
    fn passes(&self, column: usize) -> bool {
        matches!(self.cells[column].state, CellState::Passes(_))
    }
}

/// The numbers that the sentences are made of.
#[must_use]
pub fn facts(
    table: &RightTable,
    models: &[Candidate<'_>],
    machines: &[Machine<'_>],
    bar: &Bar,
) -> RightSizing {
    let count = |column: usize| Count {
        machine: machines[column].name.to_owned(),
        several: machines[column].count > 1,
        passing: table.rows.iter().filter(|row| row.passes(column)).count(),
    };
    // The machines with the least and the most memory are named, of several alike the first.
    let memory = |a: &usize, b: &usize| machines[*a].memory.total_cmp(&machines[*b].memory);
    let least = (0..machines.len()).min_by(memory);
    let most = (0..machines.len()).rev().max_by(memory);
    let mut named: Vec<usize> = least.into_iter().collect();
    named.extend(most.filter(|most| Some(*most) != least));
    let cells = || {
        table.rows.iter().flat_map(|row| {
            let each = row.cells.iter().enumerate();
            each.map(move |(column, cell)| (row, column, cell))
        })
    };
    let winner = |row: &RightRow, column: usize, cell: &RightCell| Winner {
        model: models[row.model].name.to_owned(),
        machine: machines[column].name.to_owned(),
        speed: cell.assessed.speed[0],
        read_gb: row.read[0],
    };
    let passing = || cells().filter(|(row, column, _)| row.passes(*column));
    let fastest = passing()
        .max_by(|a, b| a.2.assessed.speed[0].total_cmp(&b.2.assessed.speed[0]))
        .map(|(row, column, cell)| winner(row, column, cell));
    let largest = passing()
        .max_by(|a, b| {
            models[a.0.model]
                .params
                .total_cmp(&models[b.0.model].params)
        })
        .map(|(row, column, cell)| winner(row, column, cell));
    RightSizing {
        accepted: models.len(),
        anywhere: table
            .rows
            .iter()
            .filter(|row| (0..row.cells.len()).any(|column| row.passes(column)))
            .count(),
        machines: named.into_iter().map(count).collect(),
        fastest,
        largest,
        nearest: nearest(table, models, machines),
        least: bar.least,
        wait: bar.wait,
        context: bar.context,
        users: bar.users,
    }
}

/// The nearest cell with the names of its model and machine, and why it does not pass.
fn nearest(
    table: &RightTable,
    models: &[Candidate<'_>],
    machines: &[Machine<'_>],
) -> Option<Nearest> {
    let (row, column) = table.nearest()?;
    let cell = &row.cells[column];
    Some(Nearest {
        model: models[row.model].name.to_owned(),
        machine: machines[column].name.to_owned(),
        why: match cell.state {
            CellState::Passes(_) => return None,
            CellState::Waits(wait) => WhyNot::Waits(wait.unwrap_or(f64::MAX)),
            CellState::Below => WhyNot::Below(cell.assessed.speed[0]),
            CellState::Over(over) => WhyNot::Over(over),
        },
    })
}

/// The figure: bars of what is read, the table as plain text, and the sentences.
#[must_use]
pub fn figure(
    table: &RightTable,
    models: &[Candidate<'_>],
    machines: &[Machine<'_>],
    bar: &Bar,
    room: Room,
    words: &dyn Language,
) -> Figure {
    let rows: Vec<[f64; 2]> = table.rows.iter().map(|row| row.read).collect();
    let max = rows
        .iter()
        .map(|[weights, kv]| weights + kv)
        .fold(0.0, f64::max);
    Figure {
        chart: ChartSpec::Strips(StripChart {
            rows,
            max,
            row: ROW[usize::from(room == Room::Narrow)],
            bar: BAR,
            ends: room == Room::Narrow,
        }),
        table: as_text(table, models, machines, words),
        words: words
            .figures()
            .rightsize(&facts(table, models, machines, bar), room),
    }
}

fn as_text(
    table: &RightTable,
    models: &[Candidate<'_>],
    machines: &[Machine<'_>],
    words: &dyn Language,
) -> Table {
    let figures = words.figures();
    let columns = [Fixed::ColumnModel, Fixed::ColumnBytes, Fixed::ColumnNeeds];
    let mut text = Table::new(columns.map(|column| Column::shared(figures.fixed(column))));
    for machine in machines {
        text.columns.push(Column::shared(machine.name));
    }
    for row in &table.rows {
        let mut cells = vec![
            Cell::Text(models[row.model].name.to_owned()),
            Cell::number(row.read[0], words.numbers().exact(row.read[0])),
            cell(words, row.need, 1),
        ];
        for cell in &row.cells {
            let speed = cell.assessed.speed[0];
            cells.push(Cell::Text(figures.right_cell(cell.state, speed)));
        }
        text.rows.push(cells);
    }
    text
}
