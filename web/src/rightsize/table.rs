//! The table: a grid of models and machines, one tab stop, each cell a link into the lab.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_charts::ChartSpec;
use bpt_charts::figures::rightsize::{self, RightCell};
use bpt_permalink::PageState;
use bpt_words::figures::{CellState, Fixed, RightCellName};
use bpt_words::views::Text;
use bpt_words::{Room, Slot, Span, Ui};
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::html::{Canvas, Div};
use wasm_bindgen::JsCast;

use crate::components::headline::cross;
use crate::components::painted::painted;
use crate::components::sentence::raw;
use crate::names::{around_number, joint};
use crate::platform::frame::Settled;
use crate::rightsize::grid::{self, Rig};
use crate::rightsize::{Shown, open_pair};
use crate::state::Page;

/// Which cell has the focus, and which is being read.
#[derive(Clone, Copy)]
struct Place {
    /// Row and column; column 0 is the model's name.
    active: RwSignal<[usize; 2]>,
    read: RwSignal<Option<[usize; 2]>>,
}

/// What one cell looks like.
#[derive(Clone, Debug, PartialEq)]
struct Look {
    class: String,
    number: String,
    /// What stands before and after the number where there is room.
    words: [String; 2],
    crossed: bool,
    name: String,
    raw: f64,
    model: usize,
}

#[component]
pub(crate) fn Grid(
    shown: Memo<Shown>,
    size: Memo<[usize; 2]>,
    read: RwSignal<Option<Vec<Span>>>,
) -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let say = words.views();
    let place = Place {
        active: RwSignal::new([0, 1]),
        read: RwSignal::new(None),
    };
    Effect::new(move |_| {
        let at = place.read.get();
        read.set(at.and_then(|[row, column]| {
            shown.with(|shown| {
                let named = shown.named(row, column.checked_sub(1)?)?;
                Some(words.figures().right_readout(&named.name()))
            })
        }));
    });
    // Links are written when things are quiet.
    let calm = RwSignal::new(0_u32);
    let settled = Settled::after(250);
    Effect::new(move |_| {
        shown.track();
        settled.ask(move || {
            let _ = calm.try_update(|count| *count = count.wrapping_add(1));
        });
    });
    let heads = move || {
        let columns = size.get()[1];
        let unit = page.row_a.with(|row| row.users.unwrap_or(1.0));
        let per = say.text(if unit > 1.0 {
            Text::PerStep
        } else {
            Text::PerToken
        });
        let machines = shown.with(|shown| {
            shown
                .machines
                .iter()
                .take(columns)
                .cloned()
                .collect::<Vec<_>>()
        });
        let each = machines
            .into_iter()
            .map(|rig| {
                let entry = rig.entry();
                let [speed, memory] = say.machine_lines(entry.device.bandwidth.gb(), rig.sold());
                view! {
                    <th scope="col" role="columnheader" class="rig">
                        <b>{head(&say.machine(rig.count, &entry.short))}</b>
                        <span class="speed">{speed}</span>
                        <span>{memory}</span>
                    </th>
                }
            })
            .collect_view();
        view! {
            <tr role="row">
                <th scope="col" role="columnheader" class="model">
                    <b>{words.figures().fixed(Fixed::ColumnModel)}</b>
                    <span>{say.text(Text::SmallestRead)}</span>
                </th>
                <th scope="col" role="columnheader" class="reads">
                    <b>{say.text(Text::BarHead)}</b>
                    <span>{per}</span>
                </th>
                <th scope="col" role="columnheader" class="needs">
                    <b>{words.ui(Ui::Needs)}</b>
                    <span>{say.text(Text::InOne)}</span>
                </th>
                {each}
            </tr>
        }
    };
    let rows = move || {
        let [rows, columns] = size.get();
        (0..rows)
            .map(|row| line(page, shown, calm, place, row, columns))
            .collect_view()
    };
    let key = move |event: KeyboardEvent| {
        let [rows, columns] = size.get_untracked();
        let [row, column] = place.active.get_untracked();
        let (last_row, last_column) = (rows.saturating_sub(1), columns);
        let to = match event.key().as_str() {
            "ArrowDown" => [(row + 1).min(last_row), column],
            "ArrowUp" => [row.saturating_sub(1), column],
            "ArrowRight" => [row, (column + 1).min(last_column)],
            "ArrowLeft" => [row, column.saturating_sub(1)],
            "Home" => [row, 0],
            "End" => [row, last_column],
            letter @ ("a" | "b") => {
                let slot = if letter == "a" { Slot::A } else { Slot::B };
                let model = shown.with_untracked(|shown| shown.model_of(row));
                if let Some(model) = model {
                    choose(page, slot, model);
                }
                event.prevent_default();
                return;
            }
            _ => return,
        };
        event.prevent_default();
        place.active.set(to);
        focus(to);
    };
    view! {
        <div class="right-scroll">
            <Bars shown size />
            <table
                class="right"
                role="grid"
                aria-label=say.text(Text::RightHead)
                style=("--columns", move || size.get()[1].to_string())
                on:keydown=key
                on:pointerleave=move |_| place.read.set(None)
            >
                <thead role="rowgroup">{heads}</thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </div>
    }
}

fn id_of([row, column]: [usize; 2]) -> String {
    format!("right-{row}-{column}")
}

fn focus(place: [usize; 2]) {
    let found = document().get_element_by_id(&id_of(place));
    if let Some(element) = found.and_then(|found| found.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Refused only by elements that are not shown.
        let _ = element.focus();
    }
}

/// Makes a model A or B.
pub(super) fn choose(page: Page, slot: Slot, model: usize) {
    let id = &Catalog::embedded().models()[model].id;
    crate::choices::choose_model(page, slot, id);
}

fn line(
    page: Page,
    shown: Memo<Shown>,
    calm: RwSignal<u32>,
    place: Place,
    row: usize,
    columns: usize,
) -> impl IntoView {
    let words = page.lab_words();
    let say = words.views();
    let model = Memo::new(move |_| shown.with(|shown| shown.model_of(row)));
    let slot = Memo::new(move |_| {
        let entry = &Catalog::embedded().models()[model.get()?];
        let is = |of: Option<bpt_catalog::ScenarioRow>| {
            of.is_some_and(|of| of.model_id.as_deref() == Some(&entry.id))
        };
        if is(page.row(Slot::A)) {
            Some(Slot::A)
        } else if is(page.row(Slot::B)) {
            Some(Slot::B)
        } else {
            None
        }
    });
    let numbers = words.numbers();
    let reads = Memo::new(move |_| {
        shown.with(|shown| {
            shown
                .row(row)
                .map_or([0.0, 0.0], |found| [found.read[0], found.need])
        })
    });
    let name = move || {
        model.get().map(|at| {
            let entry = &Catalog::embedded().models()[at];
            let kind = if grid::mixture(entry) {
                "MoE"
            } else {
                words.ui(Ui::Dense)
            };
            view! {
                {slot
                    .get()
                    .map(|slot| {
                        view! {
                            <i
                                class=format!("dot dot-{}", slot.slug())
                                role="img"
                                aria-label=slot.letter()
                            ></i>
                        }
                    })}
                <span class="name">{entry.name.clone()}</span>
                <span class="kind">{kind}</span>
            }
        })
    };
    let here = [row, 0];
    let menu = move |slot: Slot, name: Text| {
        let press = move |event: MouseEvent| {
            if let Some(model) = model.get_untracked() {
                choose(page, slot, model);
            }
            let menu = event
                .target()
                .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
                .and_then(|button| button.closest("details").ok().flatten());
            if let Some(menu) = menu {
                // Cannot fail: a plain name.
                let _ = menu.remove_attribute("open");
            }
        };
        view! { <button type="button" on:click=press>{say.text(name)}</button> }
    };
    let cells = (0..columns)
        .map(|column| cell(page, shown, calm, place, row, column))
        .collect_view();
    view! {
        <tr role="row">
            <th scope="row" role="rowheader" class="model">
                <details class="row-menu">
                    <summary
                        id=id_of(here)
                        tabindex=move || if place.active.get() == here { "0" } else { "-1" }
                        on:focus=move |_| place.active.set(here)
                    >
                        {name}
                    </summary>
                    <div class="menu-list">
                        {menu(Slot::A, Text::MakeA)} {menu(Slot::B, Text::MakeB)}
                    </div>
                </details>
            </th>
            <td role="gridcell" class="reads" data-raw=move || raw(reads.get()[0] * 1e9)>
                {move || numbers.exact(reads.get()[0])}
                <span class="unit">" " {words.ui(Ui::Gb)}</span>
            </td>
            <td role="gridcell" class="needs">{move || numbers.gib(reads.get()[1])}</td>
            {cells}
        </tr>
    }
}

fn cell(
    page: Page,
    shown: Memo<Shown>,
    calm: RwSignal<u32>,
    place: Place,
    row: usize,
    column: usize,
) -> impl IntoView {
    let words = page.lab_words();
    let look = Memo::new(move |_| {
        shown.with(|shown| {
            let named = shown.named(row, column)?;
            Some(looks(
                words,
                shown.model_of(row)?,
                &named.name(),
                named.cell,
            ))
        })
    });
    let field = move |take: fn(&Look) -> &str| {
        look.with(|look| {
            look.as_ref()
                .map_or_else(String::new, |look| take(look).to_owned())
        })
    };
    let here = [row, column + 1];
    let rig = move || shown.with(|shown| shown.machines.get(column).cloned());
    // Made anew when things are quiet, for whoever opens it in another tab.
    let address = Memo::new(move |_| {
        calm.track();
        untrack(|| {
            let model = look.with(|look| look.as_ref().map(|look| look.model))?;
            Some(address(page, model, &rig()?))
        })
    });
    let press = move |event: MouseEvent| {
        let plain = !(event.ctrl_key() || event.meta_key() || event.shift_key());
        if plain && event.button() == 0 {
            event.prevent_default();
            let model = look.with_untracked(|look| look.as_ref().map(|look| look.model));
            if let Some((model, rig)) = model.zip(untrack(rig)) {
                open_pair(page, model, &rig);
            }
        }
    };
    view! {
        <td role="gridcell" class=move || field(|look| &look.class)>
            <a
                id=id_of(here)
                href=move || address.get()
                tabindex=move || if place.active.get() == here { "0" } else { "-1" }
                aria-label=move || field(|look| &look.name)
                data-raw=move || look.with(|look| look.as_ref().map(|look| raw(look.raw)))
                on:click=press
                on:focus=move |_| {
                    place.active.set(here);
                    place.read.set(Some(here));
                }
                on:blur=move |_| place.read.set(None)
                on:pointerenter=move |_| place.read.set(Some(here))
            >
                {move || look.with(|look| look.as_ref().is_some_and(|look| look.crossed)).then(cross)}
                <span class="word">{move || field(|look| &look.words[0])}</span>
                <span class="value">{move || field(|look| &look.number)}</span>
                <span class="word">{move || field(|look| &look.words[1])}</span>
            </a>
        </td>
    }
}

fn looks(
    words: &dyn bpt_words::Language,
    model: usize,
    named: &RightCellName<'_>,
    cell: RightCell,
) -> Look {
    let text = words.figures().right_cell(cell.state, named.speed[0]);
    let crossed = matches!(cell.state, CellState::Over(_));
    let [before, number, after] = if crossed {
        around_number(&text).map(str::to_owned)
    } else {
        [String::new(), text.clone(), String::new()]
    };
    let mut class = match cell.state {
        CellState::Passes(times) => format!("cell heat-{times}"),
        CellState::Below | CellState::Waits(_) => "cell below".to_owned(),
        CellState::Over(_) => "cell over".to_owned(),
    };
    if cell.largest {
        class.push_str(" largest");
    }
    if named.extrapolated && !crossed {
        class.push_str(" outside");
    }
    let number = match cell.state {
        CellState::Waits(_) => words.numbers().forecast(named.speed[0]) + " · " + &number,
        _ => number,
    };
    let mut name = words.figures().right_cell_name(named);
    if crossed {
        // A spoken name holds what stands in the cell, so that it can be asked for by voice.
        name = format!("{text}{}{name}", joint(words, Fixed::Colon));
    }
    Look {
        class,
        number,
        words: [before, after],
        crossed,
        name,
        raw: named.speed[0],
        model,
    }
}

/// A machine's name; what stands in brackets is not broken.
fn head(name: &str) -> AnyView {
    match name.split_once(" (") {
        Some((name, rest)) => view! { {format!("{name} ")} <i>{format!("({rest}")}</i> }.into_any(),
        None => name.to_owned().into_any(),
    }
}

/// The lab's address with a model on a machine.
pub(super) fn address(page: Page, model: usize, rig: &Rig) -> String {
    let state = page.state.get_untracked();
    let state = PageState {
        view: bpt_permalink::View::Lab,
        ..super::with_pair(&state, model, rig)
    };
    crate::platform::url::address(&state.write(Catalog::embedded()))
}

/// The bars of what is read, drawn beside the rows.
#[component]
fn Bars(shown: Memo<Shown>, size: Memo<[usize; 2]>) -> impl IntoView {
    let page = Page::get();
    let wrapper = NodeRef::<Div>::new();
    let canvas = NodeRef::<Canvas>::new();
    let width = RwSignal::new(100.0);
    let visible = RwSignal::new(true);
    let spec = Memo::new(move |_| {
        let room = Room::narrow_if(!page.wide.get());
        let rows = size.get()[0];
        let mut chart = shown.with(|shown| shown.bars(room, page.words()));
        if let ChartSpec::Strips(strips) = &mut chart {
            strips.rows.truncate(rows);
            let sums = strips.rows.iter().map(|[weights, kv]| weights + kv);
            strips.max = sums.fold(0.0, f64::max);
        }
        Some(chart)
    });
    let _ = painted(spec.into(), width, canvas, wrapper, visible);
    let height = move || {
        let row = rightsize::ROW[usize::from(!page.wide.get())];
        format!("{}px", row * size.get()[0] as f64)
    };
    view! {
        <div class="right-bars" node_ref=wrapper style:height=height aria-hidden="true">
            <canvas node_ref=canvas></canvas>
        </div>
    }
}
