//! The table below a figure.

use crate::prelude::*;
use bpt_charts::figures::{Cell, Figure, Table};
use bpt_words::Ui;
use leptos::html::Details;

use crate::app::Drawing;
use crate::components::actions::Open;
use crate::components::sentence::raw;
use crate::platform::export;
use crate::platform::frame::Settled;
use crate::state::words;

/// The table of a figure.
pub(crate) fn table_of(made: Memo<Option<Figure>>) -> Signal<Table> {
    Signal::derive(move || {
        made.with(|made| made.as_ref().map(|made| made.table.clone()))
            .unwrap_or_default()
    })
}

/// The table below a figure. It follows when things are quiet.
#[component]
pub(crate) fn Numbers(
    /// The table now; read when it is shown anew.
    #[prop(into)]
    now: Signal<Table>,
    /// Follows the figure.
    #[prop(into)]
    changed: Signal<()>,
    name: &'static str,
    /// Where a button beside the figure opens and closes it.
    #[prop(optional)]
    open: Option<RwSignal<Open>>,
) -> impl IntoView {
    let words = words();
    let fresh = RwSignal::new(0_u32);
    let settled = Settled::after(200);
    let details = NodeRef::<Details>::new();
    let drawing: Drawing = expect_context();
    if let Some(open) = open {
        Effect::new(move |_| {
            // On paper every table is open.
            let open = open.get() == Open::Table || drawing.zoom.get() > 1.0;
            if let Some(details) = details.get() {
                details.set_open(open);
            }
        });
    }
    Effect::new(move |first: Option<()>| {
        changed.get();
        // Paper does not wait until things are quiet.
        let printing = drawing.zoom.get() > 1.0;
        let renew = move || {
            let _ = fresh.try_update(|count| *count = count.wrapping_add(1));
        };
        let open = details
            .get_untracked()
            .is_some_and(|details| details.open());
        if first.is_none() || open || printing {
            renew();
        } else {
            settled.ask(renew);
        }
    });
    let table = Memo::new(move |_| {
        fresh.track();
        now.get_untracked()
    });
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let text = table.with_untracked(csv);
        export::copy(&text.clone(), move |done| {
            if done {
                let _ = copied.try_set(true);
            } else {
                export::save_text(&text, "text/csv", &format!("{name}.csv"));
            }
        });
    };
    let heads = move || {
        table.with(|table| {
            table
                .columns
                .iter()
                .map(|column| view! { <th scope="col">{column.head()}</th> })
                .collect_view()
        })
    };
    let rows = move || {
        table.with(|table| {
            table
                .rows
                .iter()
                .map(|row| view! { <tr>{row.iter().enumerate().map(cell).collect_view()}</tr> })
                .collect_view()
        })
    };
    view! {
        <details class="data" node_ref=details>
            <summary>{words.ui(Ui::Table)}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=format!("{} {name}", words.ui(Ui::Table))>
                <table>
                    <caption>{words.ui(Ui::TableOf)}</caption>
                    <thead><tr>{heads}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="csv">
                <button type="button" on:click=copy>{words.ui(Ui::CopyCsv)}</button>
                <span role="status">{move || copied.get().then(|| words.ui(Ui::Copied))}</span>
            </p>
        </details>
    }
}

fn cell((at, cell): (usize, &Cell)) -> AnyView {
    let text = match cell {
        Cell::Text(text) | Cell::Number { text, .. } => text.clone(),
        Cell::Nothing => "\u{2014}".to_owned(),
    };
    if at == 0 {
        return view! { <th scope="row">{text}</th> }.into_any();
    }
    match cell {
        Cell::Number {
            value,
            quantity: Some((path, slot)),
            ..
        } => view! {
            <td data-quantity=*path data-model=slot.slug() data-raw=raw(*value)>{text}</td>
        }
        .into_any(),
        Cell::Number { value, .. } => view! { <td data-raw=raw(*value)>{text}</td> }.into_any(),
        _ => view! { <td>{text}</td> }.into_any(),
    }
}

/// The table as CSV, unrounded.
pub(crate) fn csv(table: &Table) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut lines = Vec::new();
    let heads: Vec<String> = table
        .columns
        .iter()
        .map(|column| quoted(&column.head()))
        .collect();
    lines.push(heads.join(","));
    for row in &table.rows {
        let fields: Vec<String> = row
            .iter()
            .map(|cell| match cell {
                Cell::Text(text) => quoted(text),
                Cell::Number { value, .. } => raw(*value),
                Cell::Nothing => String::new(),
            })
            .collect();
        lines.push(fields.join(","));
    }
    lines.join("\n") + "\n"
}
