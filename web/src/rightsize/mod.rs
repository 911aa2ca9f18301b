//! Right-size: the models one would accept on the machines one could have, ranked by what they
//! read (claim P9).

mod grid;
mod least;
mod market;
mod picks;
mod table;

use std::sync::Arc;

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_charts::ChartSpec;
use bpt_charts::figures::Table;
use bpt_charts::figures::rightsize::{
    self, Assessed, Bar, Candidate, Machine, RightCell, RightRow, RightTable, rank,
};
use bpt_core::limits;
use bpt_permalink::{Machines, PageState, View};
use bpt_words::figures::{CellState, FigureWords, Fixed, RightCellName};
use bpt_words::views::{RightFix, Text};
use bpt_words::{Language, Quantity, Room, Slot, Span, Ui};

use crate::app::Links;
use crate::components::sentence::spans;
use crate::components::slider::{Kind, Slider};
use crate::figures::numbers::csv;
use crate::figures::together::Status;
use crate::link;
use crate::names::joint;
use crate::platform::{export, url};
use crate::state::Page;
use grid::{Pairs, Rig};
use least::Least;
use market::Market;
use picks::Picks;
use table::Grid;

/// Rows and columns that are drawn at first.
const FIRST: [usize; 2] = [12, 6];
/// Columns that are drawn at most: more than a screen can hold are in the map below.
const MOST: usize = 24;

const SLIDERS: [Kind; 4] = [
    Kind::of(Quantity::Context, &[]),
    Kind::of(Quantity::Users, &[]),
    Kind::of(Quantity::Least, &[]),
    Kind {
        quantity: Quantity::Wait,
        label: Ui::LongestWait,
        short: Ui::LongestWaitShort,
        unit: None,
        limit: &limits::LONGEST_WAIT,
        marks: &[],
    },
];

/// Everything the figure shows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shown {
    models: Vec<usize>,
    machines: Vec<Rig>,
    names: Vec<String>,
    slots: [Option<usize>; 2],
    table: RightTable,
    bar: Bar,
}

/// A cell with the names of its row and column.
struct Named<'a> {
    model: &'a str,
    machine: &'a str,
    cell: RightCell,
    bar: Bar,
}

impl Named<'_> {
    fn name(&self) -> RightCellName<'_> {
        let assessed = &self.cell.assessed;
        RightCellName {
            model: self.model,
            machine: self.machine,
            state: self.cell.state,
            speed: assessed.speed,
            read: assessed.read.map(|bytes| bytes / 1e9),
            largest: self.cell.largest,
            extrapolated: assessed.extrapolated,
            least: self.bar.least,
            wait: self.bar.wait,
        }
    }
}

impl Shown {
    fn row(&self, row: usize) -> Option<&RightRow> {
        self.table.rows.get(row)
    }

    fn models_len(&self) -> usize {
        self.models.len()
    }

    fn model_list(&self) -> Vec<usize> {
        self.models.clone()
    }

    fn accepts(&self, model: usize) -> bool {
        self.models.contains(&model)
    }

    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// The catalog's place of a row's model.
    fn model_of(&self, row: usize) -> Option<usize> {
        self.models.get(self.row(row)?.model).copied()
    }

    fn named(&self, row: usize, column: usize) -> Option<Named<'_>> {
        let model = self.model_of(row)?;
        Some(Named {
            model: &Catalog::embedded().models()[model].name,
            machine: self.names.get(column)?,
            cell: *self.row(row)?.cells.get(column)?,
            bar: self.bar,
        })
    }

    fn candidates(&self) -> Vec<Candidate<'static>> {
        let sizes = grid::sizes();
        self.models
            .iter()
            .map(|at| {
                let entry = &Catalog::embedded().models()[*at];
                Candidate {
                    name: &entry.name,
                    mixture: grid::mixture(entry),
                    params: sizes[*at],
                    slot: match self.slots {
                        [Some(a), _] if a == *at => Some(Slot::A),
                        [_, Some(b)] if b == *at => Some(Slot::B),
                        _ => None,
                    },
                }
            })
            .collect()
    }

    fn rigs(&self) -> Vec<Machine<'_>> {
        self.machines
            .iter()
            .zip(&self.names)
            .map(|(rig, name)| Machine {
                name,
                count: rig.count,
                memory: rig.sold() * 1e9,
            })
            .collect()
    }

    fn figure(&self, room: Room, words: &dyn Language) -> bpt_charts::figures::Figure {
        let (models, machines) = (self.candidates(), self.rigs());
        rightsize::figure(&self.table, &models, &machines, &self.bar, room, words)
    }

    fn bars(&self, room: Room, words: &dyn Language) -> ChartSpec {
        self.figure(room, words).chart
    }

    fn words(&self, room: Room, words: &dyn Language) -> FigureWords {
        self.figure(room, words).words
    }

    fn text(&self, words: &dyn Language) -> Table {
        self.figure(Room::Wide, words).table
    }
}

/// The state with a model as A on a machine; B stays.
fn with_pair(state: &PageState, model: usize, rig: &Rig) -> PageState {
    let catalog = Catalog::embedded();
    let work = grid::work(&state.row_a());
    let row = grid::row_of(&work, &catalog.models()[model], rig);
    PageState {
        a: row,
        frozen: None,
        ..state.clone()
    }
}

/// Opens a pair in the lab.
fn open_pair(page: Page, model: usize, rig: &Rig) {
    page.state.update(|state| {
        let mut next = with_pair(state, model, rig);
        next.view = View::Lab;
        *state = next;
    });
    url::push(&untrack(|| link::query(page, View::Lab)));
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// The view: head and figure.
#[component]
pub(crate) fn Rightsize() -> impl IntoView {
    let say = Page::get().lab_words().views();
    view! {
        <article class="rightsize">
            <h1 id="rightsize-title">{say.text(Text::RightHead)}</h1>
            <p class="right-lead">{say.text(Text::RightLead)}</p>
            <Figure />
        </article>
    }
}

/// Figure `rightsize`.
#[component]
pub(crate) fn Figure() -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let say = words.views();
    let shown = shown(page);
    let all = RwSignal::new([false; 2]);
    let size = Memo::new(move |_| {
        let [all_rows, all_columns] = all.get();
        shown.with(|shown| {
            let (rows, columns) = (shown.table.rows.len(), shown.machines.len());
            let limit =
                |count: usize, first: usize, all: bool| if all { count } else { count.min(first) };
            [
                limit(rows, FIRST[0], all_rows),
                limit(columns, FIRST[1], all_columns).min(MOST),
            ]
        })
    });
    // What somebody adds is shown.
    let named = Memo::new(move |_| {
        let named = page
            .state
            .with(|state| matches!(state.right.machines, Machines::Named(_)));
        named.then(|| shown.with(|shown| shown.machines.len()))
    });
    Effect::new(move |before: Option<Option<usize>>| {
        let now = named.get();
        if let (Some(Some(before)), Some(now)) = (before, now)
            && now > before
        {
            all.update(|all| all[1] = true);
        }
        now
    });
    let read = RwSignal::new(None::<Vec<Span>>);
    let room = move || Room::narrow_if(!page.wide.get());
    let said = Memo::new(move |_| shown.with(|shown| shown.words(room(), words)));
    let takeaway = Memo::new(move |_| said.with(|said| said.takeaway.clone()));
    let more = move |which: usize| {
        let hidden = Memo::new(move |_| {
            let drawn = size.get()[which];
            let there = shown.with(|shown| match which {
                0 => shown.table.rows.len(),
                _ => shown.machines.len().min(MOST),
            });
            (
                there.saturating_sub(drawn),
                all.get()[which] && there > FIRST[which],
            )
        });
        let press = move |_| all.update(|all| all[which] = !all[which]);
        move || match hidden.get() {
            (0, false) => ().into_any(),
            (0, true) => view! {
                <button type="button" class="quiet" on:click=press>{say.text(Text::Fewer)}</button>
            }
            .into_any(),
            (count, _) => {
                let what = if which == 0 {
                    Text::RightModels
                } else {
                    Text::RightDevices
                };
                let colon = joint(words, Fixed::Colon);
                let name = format!("{}{colon}{}", say.text(what), say.more(count));
                view! { <button type="button" class="quiet" on:click=press>{name}</button> }
                    .into_any()
            }
        }
    };
    view! {
        <figure id="fig-rightsize" data-figure="rightsize" aria-labelledby="rightsize-takeaway">
            <Picks shown />
            <div class="sliders">{SLIDERS.map(|kind| view! { <Slider kind /> }).collect_view()}</div>
            <p class="takeaway" id="rightsize-takeaway">{move || spans(takeaway.get())}</p>
            <Status sentence=takeaway />
            <Fixes shown />
            <Grid shown size read />
            <p class="right-more">{more(0)} {more(1)}</p>
            <Key read />
            {(!page.embedded).then(|| view! { <Least shown /> })}
            <Foot shown />
            <Market />
        </figure>
    }
}

/// Compared by identity.
struct New<T>(Arc<T>);

impl<T> PartialEq for New<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The table, recomputed with every change; scenarios are resolved when their frame changes only.
fn shown(page: Page) -> Memo<Shown> {
    let right = Memo::new(move |_| page.state.with(|state| state.right.clone()));
    let work = Memo::new(move |_| page.row_a.with(grid::work));
    let frame = Memo::new(move |_| work.with(grid::frame));
    let models = Memo::new(move |_| right.with(|right| grid::accepted(&right.models)));
    let machines = Memo::new(move |_| right.with(|right| grid::machines(&right.machines)));
    let pairs = Memo::new(move |_| {
        let (models, machines) = (models.get(), machines.get());
        New(Arc::new(
            frame.with(|frame| Pairs::new(frame, &models, &machines)),
        ))
    });
    let assessed = Memo::new(move |_| {
        let pairs = pairs.with(|New(pairs)| pairs.clone());
        work.with(|work| pairs.assess(work))
    });
    Memo::new(move |_| {
        let say = page.lab_words().views();
        let (models, machines) = (models.get(), machines.get());
        let bar = right.with(|right| work.with(|work| grid::bar(right, work)));
        let place = |row: Option<bpt_catalog::ScenarioRow>| {
            let id = row?.model_id?;
            let all = Catalog::embedded().models();
            all.iter().position(|entry| entry.id == id)
        };
        let mut shown = Shown {
            names: machines
                .iter()
                .map(|rig| say.machine(rig.count, &rig.entry().short))
                .collect(),
            slots: [place(page.row(Slot::A)), place(page.row(Slot::B))],
            table: RightTable { rows: Vec::new() },
            models,
            machines,
            bar,
        };
        let table = assessed.with(|assessed: &Vec<Assessed>| {
            rank(&shown.candidates(), &shown.rigs(), assessed, &bar)
        });
        shown.table = table;
        shown
    })
}

/// What would make something pass, where nothing does.
#[component]
fn Fixes(shown: Memo<Shown>) -> impl IntoView {
    let page = Page::get();
    let say = page.lab_words().views();
    move || {
        let (cell, rig) = shown.with(nearest)?;
        let mut ways: Vec<AnyView> = Vec::new();
        let mut way = |name: String, change: Box<dyn Fn() + Send>| {
            let button = view! { <button type="button" on:click=move |_| change()>{name}</button> };
            ways.push(button.into_any());
        };
        let bar = shown.with(|shown| shown.bar);
        match cell.state {
            CellState::Below => {
                let least = (cell.assessed.speed[0] * 10.0).floor() / 10.0;
                if least > 0.0 {
                    let set = move || page.set(Quantity::Least, Some(least));
                    way(say.right_fix(RightFix::Least(least)), Box::new(set));
                }
            }
            CellState::Waits(_) => {
                let set = move || page.set(Quantity::Wait, None);
                way(say.right_fix(RightFix::AnyWait), Box::new(set));
            }
            _ => {}
        }
        if bar.context > 512.0 {
            let half = (bar.context / 512.0).floor() * 256.0;
            let set = move || page.set(Quantity::Context, Some(half));
            way(say.right_fix(RightFix::Context(half)), Box::new(set));
        }
        let entry = rig.entry();
        let name = say.machine(rig.count + 1, &entry.short);
        let add = move || {
            picks::add(page, &entry.id, rig.count + 1);
        };
        way(say.right_fix(RightFix::Another(&name)), Box::new(add));
        Some(view! { <p class="ways">{ways}</p> })
    }
}

/// The cell that comes nearest and its machine, where none passes.
fn nearest(shown: &Shown) -> Option<(RightCell, Rig)> {
    if shown.table.passes() {
        return None;
    }
    let (row, column) = shown.table.nearest()?;
    Some((row.cells[column], shown.machines.get(column)?.clone()))
}

/// The key in words; what is read off a cell replaces it.
#[component]
fn Key(read: RwSignal<Option<Vec<Span>>>) -> impl IntoView {
    let say = Page::get().lab_words().views();
    let heat = [
        Text::HeatOne,
        Text::HeatTwo,
        Text::HeatFour,
        Text::HeatEight,
    ];
    let swatches = heat
        .into_iter()
        .enumerate()
        .map(|(at, name)| {
            view! {
                <span>
                    <i class=format!("swatch heat-{}", at + 1)></i>
                    {say.text(name)}
                </span>
            }
        })
        .collect_view();
    view! {
        <div class="right-key">
            <p hidden=move || read.with(Option::is_some)>
                {swatches} <span><i class="swatch framed"></i>{say.text(Text::HeatLargest)}</span>
                <span>{say.text(Text::HeatBelow)}</span> <span>{say.text(Text::HeatHatched)}</span>
                <span>{crate::components::headline::cross()} " " {say.text(Text::HeatOver)}</span>
            </p>
            <p class="read" hidden=move || read.with(Option::is_none)>
                {move || read.get().map(spans)}
            </p>
        </div>
    }
}

/// What the cells are, and what can be done with them.
#[component]
fn Foot(shown: Memo<Shown>) -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let say = words.views();
    let links: Links = expect_context();
    let said = RwSignal::new(None::<Ui>);
    let copy = move |text: String, name: Option<&'static str>| {
        export::copy(&text.clone(), move |done| {
            if done {
                let _ = said.try_set(Some(Ui::Copied));
            } else if let Some(name) = name {
                export::save_text(&text, "text/csv", name);
            } else {
                let _ = said.try_set(Some(Ui::CopyByHand));
            }
        });
    };
    let table = move |_| {
        let text = shown.with_untracked(|shown| csv(&shown.text(words)));
        copy(text, Some("rightsize.csv"));
    };
    let embed = move |_| copy(untrack(|| link::snippet(page, "rightsize")), None);
    let address = move |_| copy(links.page.get_untracked(), None);
    view! {
        <div class="foot">
            <p class="sources">{say.text(Text::RightFoot)}</p>
            <div class="actions">
                <span role="status" class="hint">{move || said.get().map(|ui| words.ui(ui))}</span>
                <button type="button" class="quiet" on:click=table>{words.ui(Ui::CopyCsv)}</button>
                <button type="button" class="quiet" on:click=embed>{words.ui(Ui::Embed)}</button>
                <button type="button" class="quiet" on:click=address>{words.ui(Ui::Link)}</button>
                <a class="main" href=move || links.lab.get()>{words.ui(Ui::OpenLab)}</a>
            </div>
        </div>
    }
}
