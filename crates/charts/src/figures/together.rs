//! Figure `together` as it leaves the page: both charts, one table, what is said of them.

use bpt_words::{Chart, Language, Room, Ui};

use super::curves::rows;
use super::{Cell, Column, Figure, Inputs, Table, is_narrow};
use crate::ChartSpec;
use crate::sweep::{ContextCurve, ContextPoint, over_context};
use crate::together::{
    Model, View, context_axis, facts, memory_vs_context, point_at, speed_top, speed_vs_context,
};

/// Columns of each model.
const COLUMNS: [Ui; 10] = [
    Ui::ColumnSpeed,
    Ui::ColumnLow,
    Ui::ColumnHigh,
    Ui::ColumnWeightsRead,
    Ui::ColumnKvRead,
    Ui::ColumnWeights,
    Ui::ColumnKv,
    Ui::ColumnBuffers,
    Ui::ColumnTotal,
    Ui::ColumnUsable,
];

/// Speed against context with everything said, and memory against context. `devices` are the names
/// of both machines.
#[must_use]
pub fn figure(
    inputs: &Inputs<'_>,
    devices: [String; 2],
    words: &dyn Language,
) -> Option<(Figure, ChartSpec)> {
    let present = inputs.estimates();
    let curves: Vec<ContextCurve> = present
        .iter()
        .map(|side| over_context(side.scenario, &side.now))
        .collect();
    let models: Vec<Model<'_>> = present
        .iter()
        .zip(&curves)
        .map(|(side, curve)| Model {
            slot: side.slot,
            scenario: side.scenario,
            now: &side.now,
            curve,
        })
        .collect();
    let narrow = is_narrow(&inputs.view);
    let view = View {
        at: inputs.view.at.unwrap_or(inputs.a.context),
        top: speed_top(&curves.iter().collect::<Vec<_>>()),
        narrow,
    };
    let facts = facts(&models, devices, inputs.same())?;
    let room = inputs.view.room;
    let mut trained: Vec<f64> = models
        .iter()
        .filter_map(|model| model.curve.trained)
        .collect();
    trained.dedup();
    let figure = Figure {
        chart: speed_vs_context(&models, view, words),
        table: inputs.tabled(|| table(&models, view.at, words)),
        words: bpt_words::figures::FigureWords {
            title: words.title(Chart::Speed, &facts),
            line: words.line(Chart::Speed, &facts, room),
            takeaway: words.sentence(&facts, Room::Wide),
            note: words.key(&trained, room),
        },
    };
    Some((figure, memory_vs_context(&models, view, words)))
}

/// A row for each tick and the present context.
fn table(models: &[Model<'_>], at: f64, words: &dyn Language) -> Table {
    let mut table = Table::new([Column::shared(words.ui(Ui::ColumnContext))]);
    for model in models {
        let of = |name| Column::of(model.slot, words.ui(name));
        table.columns.extend(COLUMNS.map(of));
    }
    for context in rows(&context_axis(words), at) {
        let mut row = vec![Cell::number(context, words.numbers().whole(context))];
        for model in models {
            row.extend(cells(&point_at(model, context), words));
        }
        table.rows.push(row);
    }
    table
}

fn cells(point: &ContextPoint, words: &dyn Language) -> Vec<Cell> {
    let n = words.numbers();
    let number = Cell::number;
    let speeds = point.speed.map(|speed| {
        if point.fits {
            number(speed, n.forecast(speed))
        } else {
            Cell::Text(words.ui(Ui::DoesNotFitShort).to_owned())
        }
    });
    let read = point
        .read
        .map(|bytes| number(bytes / 1e9, n.exact(bytes / 1e9)));
    let held = point.held.map(|gib| number(gib, n.gib(gib)));
    let memory = [
        number(point.need(), n.gib(point.need())),
        number(point.usable, n.capacity(point.usable)),
    ];
    speeds
        .into_iter()
        .chain(read)
        .chain(held)
        .chain(memory)
        .collect()
}
