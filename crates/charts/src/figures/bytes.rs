//! Figure `bytes`: what is stored, what a token reads of it, and one second of writing.

use bpt_core::model::{ByClass, Class};
use bpt_core::parts::PartKind;
use bpt_core::units::Bytes;
use bpt_words::figures::{BytesRead, Fixed};
use bpt_words::{Language, Slot};

use super::breakdown::experts;
use super::routing::draw;
use super::{Cell, Figure, Inputs, Present, Table};
use crate::ChartSpec;
use crate::field::{Cells, Column, Field, FieldChart, Lane};

/// Most cells that are drawn; above it a cell stands for several experts.
const CELLS: f64 = 16_384.0;
/// Most ticks of a lane; above it a tick stands for several tokens.
const TICKS: f64 = 120.0;
/// What a tick may stand for.
const EACH: [f64; 10] = [
    1.0, 2.0, 4.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0, 10_000.0,
];

/// What the figure needs beside its scenarios.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The models' names, A first.
    pub models: [&'a str; 2],
    /// Which token's experts are shown.
    pub token: u64,
    /// Bytes that fill a field's height: those of the preset, so that fewer bits shrink the fields.
    pub full: Option<f64>,
}

/// The figure.
#[must_use]
pub fn figure(inputs: &Inputs<'_>, names: Names<'_>, words: &dyn Language) -> Figure {
    let present = inputs.estimates();
    let fields: Vec<Field> = present
        .iter()
        .zip(names.models)
        .map(|(side, name)| field(side, name, names.token, words))
        .collect();
    let each = present
        .iter()
        .map(|side| experts_each(side).0)
        .fold(1.0, f64::max);
    let facts = inputs.compared(&present, own);
    let full = names
        .full
        .unwrap_or_else(|| fields.iter().map(Field::bytes).fold(0.0, f64::max));
    Figure {
        chart: ChartSpec::Fields(FieldChart { fields, full }),
        table: inputs.tabled(|| table(&present, words)),
        words: words.figures().bytes(&facts, each, inputs.view.room),
    }
}

fn own(side: &Present<'_>) -> BytesRead {
    let decode = &side.now.decode;
    BytesRead {
        stored: side.now.memory.weights.get(),
        read: decode.weight_bytes_read.get(),
        fixed_ms: decode.parts.seconds_of(PartKind::Overhead) * 1e3,
        kv_ms: decode.parts.seconds_of(PartKind::Kv) * 1e3,
        tokens: side.scenario.users * decode.tokens_per_step,
    }
}

/// Experts that one cell stands for, and cells of a row.
fn experts_each(side: &Present<'_>) -> (f64, f64) {
    let counts = side.scenario.model.counts;
    let all = counts.experts * counts.moe;
    if all <= 0.0 {
        return (1.0, 0.0);
    }
    let each = (all / CELLS).ceil().max(1.0);
    (each, (counts.experts / each).ceil())
}

fn field(side: &Present<'_>, name: &str, token: u64, words: &dyn Language) -> Field {
    let s = side.scenario;
    let figures = words.figures();
    let stored: &ByClass<Bytes> = &s.model.weights.stored;
    let sum = |classes: &[Class]| -> f64 { classes.iter().map(|class| stored[*class].get()).sum() };
    let rows = s.model.model.layers.max(1);
    let mut columns = Vec::new();
    let mut column = |caption: [String; 2], bytes: f64, cells: Option<Cells>| {
        if bytes > 0.0 {
            columns.push(Column {
                caption,
                bytes,
                cells,
            });
        }
    };
    let always = [
        Class::Attention,
        Class::Router,
        Class::SharedExperts,
        Class::Norms,
        Class::Other,
    ];
    let fixed = |fixed: Fixed| figures.fixed(fixed).to_owned();
    column([fixed(Fixed::Attention), String::new()], sum(&always), None);
    column(figures.dense_caption(rows), sum(&[Class::DenseFfn]), None);
    if let Some((touched, all)) = experts(s) {
        let (each, across) = experts_each(side);
        let down = s.model.counts.moe.max(1.0);
        let cells = Cells {
            across: across as u32,
            down: down as u32,
            lit: draw(across as u32, down as u32, touched / all * across, token),
        };
        column(
            figures.experts_caption(all, down, each),
            sum(&[Class::RoutedExperts]),
            Some(cells),
        );
    }
    let decode = &side.now.decode;
    let read = decode.weight_bytes_read.get();
    let moe = s.model.counts.moe > 0.0;
    Field {
        slot: side.slot,
        name: name.to_owned(),
        about: figures.stored(moe, stored.total().gb()),
        columns,
        rows,
        tinted: tints(side),
        // The table is read only where it is the output layer too, and then it is booked there.
        strip: [sum(&[Class::LmHead]), sum(&[Class::Embedding])],
        read: figures.read_each(read / 1e9, s.users * decode.tokens_per_step),
        lane: lane(side, words),
    }
}

/// Rows whose mixer is linear, spread as evenly as they are.
fn tints(side: &Present<'_>) -> Vec<bool> {
    let counts = side.scenario.model.counts;
    let rows = side.scenario.model.model.layers;
    let share = counts.linear / f64::from(rows.max(1));
    (0..rows)
        .map(|row| {
            let upto = |row: u32| (f64::from(row) * share).floor();
            share > 0.0 && upto(row + 1) > upto(row)
        })
        .collect()
}

fn lane(side: &Present<'_>, words: &dyn Language) -> Lane {
    let figures = words.figures();
    let decode = &side.now.decode;
    let speed = decode.per_user.get();
    let each = EACH
        .into_iter()
        .find(|each| speed / each <= TICKS)
        .unwrap_or(EACH[EACH.len() - 1]);
    Lane {
        title: figures.bytes_texts().one_second.to_owned(),
        said: figures.tokens_written(speed, decode.low.get(), decode.high.get()),
        ticks: speed / each,
        shown: 1.0,
        each: if each > 1.0 {
            figures.tick_stands_for(each)
        } else {
            String::new()
        },
        absent: (!side.fits()).then(|| figures.fixed(Fixed::DoesNotFit).to_owned()),
    }
}

fn table(present: &[Present<'_>], words: &dyn Language) -> Table {
    let figures = words.figures();
    let numbers = words.numbers();
    let mut table = Table::new([super::Column::shared(figures.fixed(Fixed::ColumnPart))]);
    for side in present {
        let read = figures.fixed(Fixed::ColumnBytes);
        for column in [figures.bytes_texts().column_stored, read] {
            table.columns.push(super::Column::of(side.slot, column));
        }
    }
    let gb = |value: f64, quantity: Option<(&'static str, Slot)>| Cell::Number {
        value: value / 1e9,
        text: numbers.exact(value / 1e9),
        quantity,
    };
    for class in Class::ALL {
        let any = |side: &Present<'_>| side.scenario.model.weights.stored[class].get() > 0.0;
        if !present.iter().any(any) {
            continue;
        }
        let mut row = vec![Cell::Text(figures.class(class).to_owned())];
        for side in present {
            let read = side.now.decode.weight_bytes_read_by_class[class].get();
            row.push(gb(side.now.memory.weights_by_class[class].get(), None));
            row.push(gb(read, None));
        }
        table.rows.push(row);
    }
    let mut total = vec![Cell::Text(figures.fixed(Fixed::ColumnSum).to_owned())];
    let mut speed = vec![Cell::Text(figures.fixed(Fixed::ColumnSpeed).to_owned())];
    for side in present {
        total.push(gb(side.now.memory.weights.get(), None));
        total.push(gb(side.now.decode.weight_bytes_read.get(), None));
        let value = side.now.decode.per_user.get();
        speed.push(Cell::Nothing);
        speed.push(if side.fits() {
            Cell::Number {
                value,
                text: numbers.forecast(value),
                quantity: Some(("decode.tok_s_per_user", side.slot)),
            }
        } else {
            Cell::Nothing
        });
    }
    table.rows.extend([total, speed]);
    table
}
