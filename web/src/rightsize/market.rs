//! The whole market: every model on every device, at the same bar, as one picture.
//!
//! The pairs are resolved once, in slices between frames; what a slider changes is computed in
//! slices too, so that dragging stays smooth whatever the number of pairs.

use std::cell::RefCell;
use std::rc::Rc;

use crate::prelude::*;
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::ChartSpec;
use bpt_charts::figures::rightsize::{Assessed, Bar};
use bpt_charts::heat::{HeatChart, Level};
use bpt_charts::scene::Size;
use bpt_words::Span;
use bpt_words::figures::{CellState, RightCellName};
use bpt_words::views::Text;
use leptos::ev::PointerEvent;
use leptos::html::{Canvas, Div};

use crate::components::painted::painted;
use crate::components::sentence::spans;
use crate::platform::frame::now;
use crate::rightsize::grid::{self, Pairs, Rig};
use crate::rightsize::open_pair;
use crate::state::Page;

/// Time of one slice, ms.
const SLICE: f64 = 6.0;

/// What has been computed so far.
#[derive(Default)]
struct Store {
    /// The frame that the pairs are resolved for.
    frame: Option<ScenarioRow>,
    /// The work that the cells are computed for.
    work: ScenarioRow,
    /// Models from the smallest up, devices from the least memory up.
    models: Vec<usize>,
    rigs: Vec<Rig>,
    /// Pairs of each model, in the order of `models`.
    pairs: Vec<Pairs>,
    /// What each pair does; shorter than all pairs while it is being computed.
    cells: Vec<Vec<Assessed>>,
    /// Milliseconds that the last whole computation took.
    spent: f64,
}

impl Store {
    fn start(&mut self) {
        let catalog = Catalog::embedded();
        let sizes = grid::sizes();
        self.models = (0..catalog.models().len()).collect();
        self.models.sort_by(|a, b| sizes[*a].total_cmp(&sizes[*b]));
        self.rigs = (0..catalog.devices().len())
            .map(|device| Rig { device, count: 1 })
            .collect();
        self.rigs.sort_by(|a, b| {
            let key = |rig: &Rig| (rig.sold(), rig.entry().device.bandwidth.gb());
            let (a, b) = (key(a), key(b));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        self.pairs.clear();
        self.cells.clear();
    }

    /// Works until `until`; true when everything is there.
    fn step(&mut self, until: f64) -> bool {
        let frame = self.frame.clone().unwrap_or_default();
        let from = now();
        while self.cells.len() < self.models.len() {
            let at = self.cells.len();
            if self.pairs.len() == at {
                self.pairs
                    .push(Pairs::new(&frame, &self.models[at..=at], &self.rigs));
            }
            self.cells.push(self.pairs[at].assess_in_place(&self.work));
            if now() >= until {
                break;
            }
        }
        self.spent += now() - from;
        self.cells.len() == self.models.len()
    }
}

fn level(cell: &Assessed, bar: &Bar) -> Level {
    match cell.state(bar) {
        CellState::Over(_) => Level::Over,
        CellState::Below | CellState::Waits(_) => Level::Below,
        CellState::Passes(times) => Level::Passes(times),
    }
}

#[component]
pub(super) fn Market() -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let say = words.views();
    let store = StoredValue::new(Rc::new(RefCell::new(Store::default())));
    let done = RwSignal::new(0_u32);
    let running = StoredValue::new(false);
    let visible = RwSignal::new(false);
    let seen = RwSignal::new(false);
    let at = RwSignal::new(None::<[usize; 2]>);
    let work = Memo::new(move |_| page.row_a.with(grid::work));
    let bar = Memo::new(move |_| {
        page.state
            .with(|state| work.with(|work| grid::bar(&state.right, work)))
    });
    Effect::new(move |_| {
        if visible.get() {
            seen.set(true);
        }
    });
    Effect::new(move |_| {
        if !seen.get() {
            return;
        }
        let work = work.get();
        store.with_value(|store| {
            let mut store = store.borrow_mut();
            let frame = grid::frame(&work);
            if store.frame.as_ref() != Some(&frame) {
                store.frame = Some(frame);
                store.start();
            }
            store.cells.clear();
            store.spent = 0.0;
            store.work = work;
        });
        if !running.get_value() {
            running.set_value(true);
            slice(store, done, running);
        }
    });
    let old = StoredValue::new(Vec::<Level>::new());
    let spec = Memo::new(move |_| {
        done.track();
        let bar = bar.get();
        store.with_value(|store| {
            let store = store.borrow();
            let columns = store.rigs.len();
            let mut cells: Vec<Level> = store
                .cells
                .iter()
                .flat_map(|row| row.iter().map(|cell| level(cell, &bar)))
                .collect();
            // What is being computed keeps its last colour.
            let all = columns * store.models.len();
            old.update_value(|old| {
                if old.len() == all {
                    cells.extend_from_slice(&old[cells.len()..]);
                }
                cells.resize(all, Level::Unknown);
                old.clone_from(&cells);
            });
            Some(ChartSpec::Heat(HeatChart {
                columns,
                cells,
                at: at.get(),
            }))
        })
    });
    let old_said = StoredValue::new(Vec::<Span>::new());
    let said = Memo::new(move |_| {
        let named = at.get().and_then(|place| {
            done.track();
            store.with_value(|store| read(&store.borrow(), place, &bar.get(), words))
        });
        named.unwrap_or_else(|| {
            done.track();
            let there = store.with_value(|store| {
                let store = store.borrow();
                !store.cells.is_empty() && store.cells.len() == store.models.len()
            });
            if !there {
                return old_said.get_value();
            }
            let passing = spec.with(|spec| match spec {
                Some(ChartSpec::Heat(chart)) => chart
                    .cells
                    .iter()
                    .filter(|level| matches!(level, Level::Passes(_)))
                    .count(),
                _ => 0,
            });
            let catalog = Catalog::embedded();
            let (models, devices) = (catalog.models().len(), catalog.devices().len());
            let said = say.market(passing, models * devices, models, devices);
            old_said.set_value(said.clone());
            said
        })
    });
    let wrapper = NodeRef::<Div>::new();
    let canvas = NodeRef::<Canvas>::new();
    let width = RwSignal::new(600.0);
    let _ = painted(spec.into(), width, canvas, wrapper, visible);
    let height = Memo::new(move |_| {
        let rows = Catalog::embedded().models().len();
        let columns = Catalog::embedded().devices().len();
        HeatChart {
            columns,
            cells: vec![Level::Unknown; rows * columns],
            at: None,
        }
        .natural_height(width.get())
    });
    let under = move |event: &PointerEvent| {
        let rect = wrapper.get_untracked()?.get_bounding_client_rect();
        let size = Size {
            width: rect.width(),
            height: rect.height(),
        };
        let x = f64::from(event.client_x()) - rect.left();
        let y = f64::from(event.client_y()) - rect.top();
        spec.with_untracked(|spec| match spec {
            Some(ChartSpec::Heat(chart)) => chart.cell_at(size, x, y),
            _ => None,
        })
    };
    let moved = move |event: PointerEvent| {
        let now = under(&event);
        if at.get_untracked() != now {
            at.set(now);
        }
    };
    let press = move |_| {
        let Some([row, column]) = at.get_untracked() else {
            return;
        };
        let pair = store.with_value(|store| {
            let store = store.borrow();
            Some((*store.models.get(row)?, store.rigs.get(column)?.clone()))
        });
        if let Some((model, rig)) = pair {
            open_pair(page, model, &rig);
        }
    };
    let spent = move || {
        done.track();
        store.with_value(|store| {
            let store = store.borrow();
            (store.cells.len() == store.models.len()).then(|| format!("{:.1}", store.spent))
        })
    };
    view! {
        <section class="market" data-market-ms=spent>
            <h2>{say.text(Text::Market)}</h2>
            <p class="hint">{say.text(Text::MarketLead)}</p>
            <p class="line">{move || spans(said.get())}</p>
            <div
                node_ref=wrapper
                class="chart picture heat"
                role="img"
                aria-label=move || {
                    let said = bpt_words::plain(&said.get());
                    if said.is_empty() { say.text(Text::Market).to_owned() } else { said }
                }
                style:height=move || format!("{}px", height.get())
                on:pointermove=moved
                on:pointerleave=move |_| at.set(None)
                on:click=press
            >
                <canvas node_ref=canvas aria-hidden="true"></canvas>
            </div>
            <p class="axes">
                <span>{say.text(Text::MarketModels)}</span>
                <span>{say.text(Text::MarketDevices)}</span>
            </p>
        </section>
    }
}

/// Works for a while, draws, and goes on in the next frame until everything is there.
fn slice(store: StoredValue<Rc<RefCell<Store>>>, done: RwSignal<u32>, running: StoredValue<bool>) {
    request_animation_frame(move || {
        // The view may be gone meanwhile.
        let Some(finished) = store.try_with_value(|store| store.borrow_mut().step(now() + SLICE))
        else {
            return;
        };
        let _ = done.try_update(|count| *count = count.wrapping_add(1));
        if finished {
            let _ = running.try_update_value(|running| *running = false);
        } else {
            slice(store, done, running);
        }
    });
}

fn read(
    store: &Store,
    [row, column]: [usize; 2],
    bar: &Bar,
    words: &dyn bpt_words::Language,
) -> Option<Vec<Span>> {
    let cell = *store.cells.get(row)?.get(column)?;
    let model = &Catalog::embedded().models()[*store.models.get(row)?];
    let machine = &store.rigs.get(column)?.entry().short;
    Some(words.figures().right_readout(&RightCellName {
        model: &model.name,
        machine,
        state: cell.state(bar),
        speed: cell.speed,
        read: cell.read.map(|bytes| bytes / 1e9),
        largest: false,
        extrapolated: cell.extrapolated,
        least: bar.least,
        wait: bar.wait,
    }))
}
