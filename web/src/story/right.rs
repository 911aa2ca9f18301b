//! Chapter 11's table: models, what a token reads of each as a bar, and the speed on each machine.

use bpt_charts::ChartSpec;
use bpt_charts::figures::Figure;
use bpt_charts::figures::rightsize::RightCell;
use bpt_story::right::Sized;
use bpt_words::figures::{CellState, Fixed, RightCellName};
use bpt_words::{Room, Ui};
use leptos::html::Canvas;

use crate::components::headline::cross;
use crate::components::sentence::raw;
use crate::figures::drawn::Picture;
use crate::names::around_number;
use crate::prelude::*;
use crate::state::Page;

/// Below this width a model has two lines, its name and its speeds, CSS px.
const PHONE: f64 = 736.0;

const fn class(state: CellState) -> &'static str {
    match state {
        CellState::Passes(1) => "heat-1",
        CellState::Passes(2) => "heat-2",
        CellState::Passes(3) => "heat-3",
        CellState::Passes(_) => "heat-4",
        CellState::Below | CellState::Waits(_) => "below",
        CellState::Over(_) => "over",
    }
}

fn cell(sized: &Sized, model: &str, column: usize, cell: &RightCell, page: Page) -> AnyView {
    let figures = page.words().figures();
    let speed = cell.assessed.speed;
    let text = figures.right_cell(cell.state, speed[0]);
    let name = figures.right_cell_name(&RightCellName {
        model,
        machine: &sized.machines[column].name,
        state: cell.state,
        speed,
        read: cell.assessed.read.map(|bytes| bytes / 1e9),
        largest: cell.largest,
        extrapolated: cell.assessed.extrapolated,
        least: sized.bar.least,
        wait: sized.bar.wait,
    });
    let [before, number, after] = around_number(&text).map(str::to_owned);
    let sign = matches!(cell.state, CellState::Over(_)).then(cross);
    view! {
        <td
            class=class(cell.state)
            class:largest=cell.largest
            class:beyond=cell.assessed.extrapolated
            title=name
            data-raw=raw(speed[0])
        >
            {sign} <i class="word">{before}</i> {number} <i class="word">{after}</i>
        </td>
    }
    .into_any()
}

/// The table, with the bars drawn beside its second column.
#[component]
pub(crate) fn Ranked(
    sized: Memo<Option<Sized>>,
    made: Memo<Option<Figure>>,
    spec: Memo<Option<ChartSpec>>,
    label: Memo<String>,
    width: RwSignal<f64>,
    visible: RwSignal<bool>,
) -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let figures = words.figures();
    let canvas = NodeRef::<Canvas>::new();
    let bars = RwSignal::new(width.get_untracked());
    // A phone has room for the memory alone.
    let room = Memo::new(move |_| Room::narrow_if(width.get() < PHONE));
    let heads = move || {
        let room = room.get();
        sized.with(|sized| {
            let machines = sized.iter().flat_map(|sized| &sized.machines);
            machines
                .map(|machine| {
                    let detail =
                        words.device_detail(machine.bandwidth_gb, machine.memory / 1e9, room);
                    view! {
                        <th scope="col">
                            {machine.name.clone()}
                            <span>{detail}</span>
                        </th>
                    }
                })
                .collect_view()
        })
    };
    let rows = move || {
        let Some(sized) = sized.get() else {
            return Vec::new();
        };
        sized
            .table
            .rows
            .iter()
            .map(|row| {
                let model = &sized.models[row.model];
                let cells = row
                    .cells
                    .iter()
                    .enumerate()
                    .map(|(column, one)| cell(&sized, &model.name, column, one, page))
                    .collect_view();
                let kind = words.ui(if model.mixture {
                    Ui::Mixture
                } else {
                    Ui::Dense
                });
                let mark = model.slot.map(|slot| {
                    view! { <i class=format!("dot dot-{}", slot.slug()) aria-hidden="true"></i> }
                });
                view! {
                    <tr>
                        <th scope="row">
                            {mark}
                            {model.name.clone()}
                            <span>{kind}</span>
                        </th>
                        <td class="read" data-raw=raw(row.read[0])>
                            {words.numbers().exact(row.read[0])}
                        </td>
                        <td class="strip"></td>
                        <td class="need" data-raw=raw(row.need)>
                            {words.numbers().decimals(row.need, 1)}
                        </td>
                        {cells}
                    </tr>
                }
            })
            .collect_view()
    };
    let caption = move || {
        made.with(|made| {
            made.as_ref()
                .map_or_else(String::new, |made| made.words.note.clone())
        })
    };
    view! {
        <div class="ranked" tabindex="0" role="region" aria-label=move || format!("{} {}", words.ui(Ui::Table), label.get())>
            <div class="ranked-inner">
                <table>
                    <caption>{caption}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{figures.fixed(Fixed::ColumnModel)}</th>
                            <th scope="col" class="read" colspan="2">
                                {figures.fixed(Fixed::ColumnBytes)}
                            </th>
                            <th scope="col" class="need">{figures.fixed(Fixed::ColumnNeeds)}</th>
                            {heads}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
                <div class="strips" aria-hidden="true">
                    <Picture spec label width=bars canvas visible />
                </div>
            </div>
        </div>
    }
}
