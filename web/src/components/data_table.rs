//! The numbers of both charts as a table, and as CSV.

use crate::prelude::*;
use bpt_charts::axis::Axis;
use bpt_charts::sweep::ContextPoint;
use bpt_charts::together::point_at;
use bpt_core::units::GIBI;
use bpt_words::{Language, Slot, Ui};

use crate::components::sentence::raw;
use crate::state::{Page, Shared};

const COLUMNS: [Ui; 11] = [
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
    Ui::ColumnFits,
];

/// One row: a context and what each model shows there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) context: f64,
    /// Whether it is the present context.
    pub(crate) now: bool,
    pub(crate) points: Vec<(Slot, ContextPoint)>,
}

/// A row for each tick, each limit, and the present context.
pub(crate) fn rows(solved: &[Option<Shared>; 2], axis: &Axis, now: f64) -> Vec<Row> {
    let models: Vec<_> = Slot::ALL
        .into_iter()
        .zip(solved)
        .filter_map(|(slot, shared)| Some(shared.as_ref()?.0.model(slot)))
        .collect();
    let mut contexts: Vec<f64> = axis.ticks.iter().map(|tick| tick.value).collect();
    contexts.extend(
        models
            .iter()
            .filter_map(|model| model.curve.full_at)
            .filter(|full| (axis.min..axis.max).contains(full)),
    );
    contexts.push(now);
    bpt_core::order::sort(&mut contexts);
    contexts.dedup();
    contexts
        .into_iter()
        .map(|context| Row {
            context,
            now: context == now,
            points: models
                .iter()
                .map(|model| (model.slot, point_at(model, context)))
                .collect(),
        })
        .collect()
}

/// A cell: its text, the unrounded value and the quantity it is, where it is one.
struct Cell {
    text: String,
    value: f64,
    quantity: Option<&'static str>,
}

fn cells(point: &ContextPoint, words: &dyn Language) -> Vec<Cell> {
    let n = words.numbers();
    let cell = |text, value, quantity| Cell {
        text,
        value,
        quantity: Some(quantity).filter(|path: &&str| !path.is_empty()),
    };
    let [speed, low, high] = point.speed;
    let forecast = |value: f64, path| {
        if point.fits {
            cell(n.forecast(value), value, path)
        } else {
            cell(words.ui(Ui::DoesNotFitShort).to_owned(), f64::NAN, "")
        }
    };
    let [weights_read, kv_read] = point.read;
    let [weights, kv, buffers] = point.held;
    vec![
        forecast(speed, "decode.tok_s_per_user"),
        forecast(low, "decode.low"),
        forecast(high, "decode.high"),
        cell(
            n.exact(weights_read / 1e9),
            weights_read,
            "decode.weight_bytes_read",
        ),
        cell(n.exact(kv_read / 1e9), kv_read, ""),
        cell(n.gib(weights), weights * GIBI, ""),
        cell(n.gib(kv), kv * GIBI, ""),
        cell(n.gib(buffers), buffers * GIBI, ""),
        cell(
            n.gib(point.need()),
            point.need() * GIBI,
            "memory.devices.0.used_bytes",
        ),
        cell(
            n.capacity(point.usable),
            point.usable * GIBI,
            "memory.devices.0.capacity_bytes",
        ),
        cell(
            words
                .ui(if point.fits { Ui::Yes } else { Ui::No })
                .to_owned(),
            f64::NAN,
            "",
        ),
    ]
}

/// The rows as CSV: unrounded, one line per context.
pub(crate) fn csv(rows: &[Row]) -> String {
    let names = [
        "tok_s",
        "low",
        "high",
        "weights_read_bytes",
        "kv_read_bytes",
        "weights_gib",
        "kv_gib",
        "buffers_gib",
        "total_gib",
        "usable_gib",
        "fits",
    ];
    let mut text = String::from("context_tokens");
    let slots = rows.first().map_or(&[][..], |row| &row.points[..]);
    for (slot, _) in slots {
        for name in names {
            text.push_str(&format!(",{}_{name}", slot.slug()));
        }
    }
    for row in rows {
        text.push_str(&format!("\n{}", raw(row.context)));
        for (_, point) in &row.points {
            let speeds = point.speed.map(|speed| {
                if point.fits {
                    raw(speed)
                } else {
                    String::new()
                }
            });
            let rest = [
                point.read[0],
                point.read[1],
                point.held[0],
                point.held[1],
                point.held[2],
                point.need(),
                point.usable,
            ];
            for field in speeds.into_iter().chain(rest.map(raw)) {
                text.push(',');
                text.push_str(&field);
            }
            text.push_str(if point.fits { ",1" } else { ",0" });
        }
    }
    text.push('\n');
    text
}

#[component]
pub(crate) fn DataTable(rows: Memo<Vec<Row>>) -> impl IntoView {
    let words = Page::get().words();
    let slots = Memo::new(move |_| {
        rows.with(|rows| {
            rows.first().map_or_else(Vec::new, |row| {
                row.points.iter().map(|(slot, _)| *slot).collect::<Vec<_>>()
            })
        })
    });
    let groups = move || {
        slots
            .get()
            .into_iter()
            .map(|slot| {
                let name = words.ui(match slot {
                    Slot::A => Ui::ModelA,
                    Slot::B => Ui::ModelB,
                });
                view! { <th scope="colgroup" colspan=COLUMNS.len().to_string()>{name}</th> }
            })
            .collect_view()
    };
    let heads = move || {
        slots
            .get()
            .into_iter()
            .flat_map(|_| COLUMNS)
            .map(|ui| view! { <th scope="col">{words.ui(ui)}</th> })
            .collect_view()
    };
    let body = move || {
        rows.get()
            .into_iter()
            .map(|row| line(&row, words))
            .collect_view()
    };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=words.ui(Ui::TableCaption)>
            <table>
                <caption>{words.ui(Ui::TableCaption)}</caption>
                <thead>
                    <tr>
                        <td></td>
                        {groups}
                    </tr>
                    <tr>
                        <th scope="col">{words.ui(Ui::ColumnContext)}</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}

fn line(row: &Row, words: &'static dyn Language) -> impl IntoView + use<> {
    let now = row.now;
    let context = row.context;
    let cells = row
        .points
        .iter()
        .flat_map(|(slot, point)| {
            let slot = slot.slug();
            cells(point, words).into_iter().map(move |cell| {
                // Paths name numbers of the scenario itself; other contexts only have values.
                let path = cell.quantity.filter(|_| now);
                let value = cell.value.is_finite().then(|| raw(cell.value));
                let model = value.is_some().then_some(slot);
                view! {
                    <td data-quantity=path data-model=model data-raw=value>{cell.text}</td>
                }
            })
        })
        .collect_view();
    view! {
        <tr class:now=now>
            <th scope="row">{words.numbers().whole(context)}</th>
            {cells}
        </tr>
    }
}
