//! A chapter's figure, in the story and as an embed: computed and drawn while it is in view.

use crate::prelude::*;
use std::cell::Cell;

use bpt_catalog::Catalog;
use bpt_charts::NARROW;
use bpt_charts::figures::measure::Runs as RunsOf;
use bpt_charts::figures::{Beside, Figure, Inputs, View};
use bpt_core::Scenario;
use bpt_permalink::PageState;
use bpt_story::right::{Sized, sized};
use bpt_story::{Control, Entry, FIRST_TOKEN, Given, LEAST, Models, here, largest, model_names};
use bpt_words::figures::Fixed;
use bpt_words::story::{Chapter, StoryText};
use bpt_words::{Quantity, Room, Span, Ui, gap};
use leptos::html::Canvas;

use crate::app::Drawing;
use crate::components::actions::Open;
use crate::components::chart::Chart;
use crate::figures::drawn::{Picture, read_off, top};
use crate::figures::numbers::{Numbers, table_of};
use crate::knobs;
use crate::names::joint;
use crate::platform::frame::Settled;
use crate::platform::watch::{self, window_width};
use crate::state::{Page, words};
use crate::story::baked::{Baked, sentence};
use crate::story::claims::Claims;
use crate::story::controls::{control, name};
use crate::story::foot::Foot;
use crate::story::frame::{Frame, frame, here_line};
use crate::story::play;
use crate::story::right::Ranked;
use crate::story::runs::{self, Runs};
use crate::story::tale::Tale;

/// Below this width a frame has room for two controls, CSS px.
const PHONE: f64 = 450.0;

/// A figure with its own state.
#[derive(Clone, Copy)]
pub(crate) struct Told {
    pub(crate) entry: &'static Entry,
    pub(crate) page: Page,
    tale: Tale,
    /// Whether any of it is in view: then its sentences are computed.
    visible: RwSignal<bool>,
    /// Whether its picture is.
    painted: RwSignal<bool>,
    /// Whether it has been in view.
    pub(crate) seen: Memo<bool>,
    width: RwSignal<f64>,
    reading: RwSignal<Option<f64>>,
    pub(crate) token: RwSignal<u64>,
    least: RwSignal<f64>,
    /// Chapter 11's table.
    sized: Memo<Option<Sized>>,
    made: Memo<Option<Figure>>,
    /// What stands there until it is computed.
    pub(crate) baked: StoredValue<Baked>,
}

/// When measured runs are fetched though nobody has seen their figure yet, ms.
const RUNS_AFTER: u32 = 3000;

/// Stored bytes of the larger model of a state.
fn full(state: &PageState) -> Option<f64> {
    let catalog = Catalog::embedded();
    let rows = [Some(state.row_a()), state.row_b(catalog)];
    let scenarios: Vec<Scenario> = rows
        .iter()
        .flatten()
        .filter_map(|row| catalog.resolve(row).ok())
        .collect();
    largest(scenarios.iter())
}

impl Told {
    /// `at_once`: computed before anything is known of what is in view.
    pub(crate) fn new(entry: &'static Entry, page: Page, tale: Tale, at_once: bool) -> Self {
        let drawing: Drawing = expect_context();
        let chapter = entry.chapter;
        let visible = RwSignal::new(at_once);
        let seen = Memo::new(move |old: Option<&bool>| {
            old.copied().unwrap_or(false) || visible.get() || drawing.zoom.get() > 1.0
        });
        let room = window_width().unwrap_or(NARROW);
        let width = RwSignal::new(room.min(1040.0) - 32.0);
        let narrow = Memo::new(move |_| width.get() < NARROW);
        let reading = if entry.over == Some(Quantity::Context) {
            page.reading
        } else {
            RwSignal::new(None)
        };
        let token = RwSignal::new(FIRST_TOKEN);
        let least = RwSignal::new(LEAST.default);
        let runs = RwSignal::new(Runs::default());
        if chapter == Chapter::Measure {
            // Printed pages cannot wait for them, whoever scrolled how far.
            let soon = RwSignal::new(false);
            Settled::after(RUNS_AFTER).ask(move || {
                let _ = soon.try_set(true);
            });
            Effect::new(move |asked: Option<bool>| {
                let wanted = seen.get() || soon.get();
                if wanted && asked != Some(true) {
                    runs::fetch_into(runs);
                }
                wanted
            });
        }
        let height = Memo::new(move |_| {
            if chapter != Chapter::Bytes {
                return None;
            }
            if page.preset.is_none() {
                return page.state.with_untracked(full);
            }
            full(&tale.state(chapter))
        });
        // Everything a figure is made of, at the present state.
        let given = move |held: Option<f64>, make: &dyn Fn(&Given<'_>)| {
            let Some(a) = page.a.get() else { return };
            let b = page.b.get();
            let rows = [Some(page.row_a.get()), page.row_b.get()];
            let names = model_names(Catalog::embedded(), [rows[0].as_ref(), rows[1].as_ref()]);
            let models = Models { rows, names };
            let runs = runs.get();
            tale.data.with_value(|data| {
                make(&Given {
                    inputs: Inputs {
                        a: &a.0.scenario,
                        b: b.as_ref().map(|b| &b.0.scenario),
                        measured: &[],
                        curves: Page::curves(&a, b.as_ref(), entry.over),
                        beside: Beside::default(),
                        view: View {
                            at: reading.get(),
                            top: held,
                            room: Room::narrow_if(narrow.get()),
                            shares: false,
                            tables: true,
                        },
                    },
                    models: &models,
                    data: data.chapter(chapter),
                    token: token.get(),
                    full: height.get(),
                    runs: RunsOf {
                        runs: &runs.runs,
                        held_out: runs.held_out,
                    },
                    least: least.get(),
                });
            });
        };
        // What nobody sees is not computed; it follows when it comes into view.
        let idle = move || !visible.get() && drawing.zoom.get() <= 1.0;
        let sized = Memo::new(move |old: Option<&Option<Sized>>| {
            if chapter != Chapter::Rightsize {
                return None;
            }
            if idle() {
                return old.cloned().flatten();
            }
            let made = Cell::new(None);
            given(None, &|given| made.set(Some(sized(given))));
            made.take()
        });
        let made = Memo::new(move |old: Option<&Option<Figure>>| {
            let old = old.and_then(Option::as_ref);
            if idle() {
                return old.cloned();
            }
            let words = page.words();
            if chapter == Chapter::Rightsize {
                let room = Room::narrow_if(narrow.get());
                return sized.with(|sized| sized.as_ref().map(|sized| sized.figure(room, words)));
            }
            let held = old
                .filter(|_| page.dragging.get())
                .and_then(|old| top(&old.chart));
            let made = Cell::new(None);
            given(held, &|given| made.set(Some((entry.make)(given, words))));
            made.take()
        });
        Self {
            entry,
            page,
            tale,
            visible,
            painted: RwSignal::new(at_once),
            seen,
            width,
            reading,
            token,
            least,
            sized,
            made,
            baked: StoredValue::new(Baked::of(chapter.id())),
        }
    }

    fn say(self, take: fn(&Figure) -> Vec<Span>, before: fn(&Baked) -> &str) -> Memo<Vec<Span>> {
        Memo::new(move |_| {
            let built = || self.baked.with_value(|baked| sentence(before(baked)));
            self.made
                .with(|made| made.as_ref().map_or_else(built, take))
        })
    }

    /// Controls that can be used, and those that are fixed.
    fn controls(self) -> (Vec<Control>, Vec<Control>) {
        let all = self
            .tale
            .data
            .with_value(|data| data.controls(self.entry.chapter));
        let shown = self.page.state.with_untracked(|state| state.show.clone());
        let (mut kept, fixed): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|control| match &shown {
                Some(keys) if self.page.embedded => keys.iter().any(|key| key == control.key()),
                _ => true,
            });
        // A phone's frame has room for two.
        if self.page.embedded && shown.is_none() && self.width.get_untracked() < PHONE {
            kept.truncate(2);
        }
        (kept, fixed)
    }
}

/// The figure.
pub(crate) fn told(told: Told) -> AnyView {
    let Told {
        entry,
        page,
        visible,
        painted,
        width,
        reading,
        token,
        least,
        made,
        ..
    } = told;
    let figure = NodeRef::<leptos::html::Figure>::new();
    Effect::new(move |_| {
        let Some(figure) = figure.get() else { return };
        watch::on_view(&figure, "120px", move |now| {
            if visible.get_untracked() != now {
                visible.set(now);
            }
        });
    });
    let words = page.words();
    let name = entry.chapter.id();
    let canvas = NodeRef::<Canvas>::new();
    let played = RwSignal::new(play::WHOLE);
    let spec = Memo::new(move |_| {
        let chart = made.with(|made| made.as_ref().map(|made| made.chart.clone()))?;
        Some(play::until(chart, played.get()))
    });
    let title = told.say(|made| made.words.title.clone(), |built| &built.title);
    let takeaway = told.say(|made| made.words.takeaway.clone(), |built| &built.takeaway);
    let readout = Signal::derive(move || {
        entry.over.map_or_else(Vec::new, |quantity| {
            let at = reading.get().unwrap_or_else(|| page.value(quantity));
            read_off(page, quantity, at)
        })
    });
    let own_line = told.say(|made| made.words.line.clone(), |built| &built.line);
    let line = Memo::new(move |_| {
        if reading.get().is_some() {
            return readout.get();
        }
        own_line.get()
    });
    let note = move || {
        let built = || told.baked.with_value(|baked| baked.note.clone());
        made.with(|made| {
            made.as_ref()
                .map_or_else(built, |made| made.words.note.clone())
        })
    };
    let label = Memo::new(move |_| {
        made.with(|made| match made {
            Some(made) => made.words.aria_label(),
            None => words.story().heading(entry.chapter).to_owned(),
        })
    });
    let (kept, fixed) = told.controls();
    let over = entry
        .over
        .filter(|quantity| kept.contains(&Control::Slide(*quantity)));
    let picture = match over {
        Some(quantity) => view! {
            <Chart
                spec
                readout
                width
                name=[words.ui(quantity.name()), joint(words, Fixed::Comma), words.ui(Ui::OnChart)].concat()
                class="chart-story"
                quantity
                limit=knobs::limit(quantity)
                canvas
                reading
                visible=painted
            />
        }
        .into_any(),
        None if entry.chapter == Chapter::Rightsize => {
            let sized = told.sized;
            view! { <Ranked sized made spec label width visible=painted /> }.into_any()
        }
        None => {
            let before = told.baked.with_value(|baked| baked.height);
            view! { <Picture spec label width canvas visible=painted before /> }.into_any()
        }
    };
    let cases = if page.embedded {
        ().into_any()
    } else {
        let (chapter, tale, seen) = (entry.chapter, told.tale, told.seen);
        view! { <Claims chapter tale page seen /> }.into_any()
    };
    let turns = (entry.chapter == Chapter::Bytes).then(|| {
        let next = next_token(page.id("next"), token);
        let play = play::play(page.id("play"), played);
        view! { <div class="turns">{play} {next}</div> }
    });
    let none = kept.is_empty();
    let controls = kept
        .into_iter()
        .map(|one| control(one, least))
        .collect_view();
    let open = RwSignal::new(Open::Nothing);
    frame(Frame {
        name,
        figure,
        embedded: page.embedded,
        title: title.into(),
        line: line.into(),
        takeaway: takeaway.into(),
        note: Signal::derive(note),
        here: scenario_line(told, fixed),
        picture,
        fixed: none,
        controls: view! { {controls} {turns} }.into_any(),
        cases,
        foot: view! { <Foot name open /> }.into_any(),
        numbers: view! {
            <Numbers
                now=table_of(made)
                changed=Signal::derive(move || made.track())
                name
                open
            />
        }
        .into_any(),
        moved: None,
    })
}

/// Shows another token's experts.
pub(crate) fn next_token(id: String, token: RwSignal<u64>) -> AnyView {
    view! {
        <button
            type="button"
            id=id
            class="next"
            on:click=move |_| token.update(|token| *token += 1)
        >
            {words().story().text(StoryText::NextToken)}
        </button>
    }
    .into_any()
}

/// The figure's scenario in one line; what differs from the page's first one is marked.
fn scenario_line(told: Told, fixed: Vec<Control>) -> AnyView {
    let page = told.page;
    let words = page.words();
    let named: Vec<Quantity> = told
        .tale
        .data
        .with_value(|data| data.controls(told.entry.chapter))
        .into_iter()
        .filter_map(|control| match control {
            Control::Slide(quantity) => Some(quantity),
            _ => None,
        })
        .collect();
    let pieces = move || {
        let (a, b) = (page.row_a.get(), page.row_b.get());
        let solved = page.a.get();
        let scenario = solved.as_ref().map(|solved| &solved.0.scenario);
        here(
            Catalog::embedded(),
            [Some(&a), b.as_ref()],
            scenario,
            &named,
            words,
        )
    };
    let changed = Memo::new(move |_| {
        page.preset
            .is_some_and(|preset| preset.with_value(|preset| page.state.with(|now| now != preset)))
    });
    let back = move || {
        if let Some(preset) = page.preset {
            page.state.set(preset.get_value());
        }
    };
    let locked = (!fixed.is_empty()).then(|| {
        let locked = words.story().text(StoryText::Locked);
        let list: Vec<&str> = fixed.iter().map(|control| name(*control, page)).collect();
        view! {
            <p class="locked">
                {locked} {gap(locked)} {list.join(joint(words, Fixed::Listed))}
            </p>
        }
    });
    view! { {here_line(pieces, changed.into(), back)} {locked} }.into_any()
}

/// One figure as the whole page.
#[component]
pub(crate) fn Embedded(entry: &'static Entry) -> impl IntoView {
    let page = Page::get();
    let Some(tale) = Tale::new(page) else {
        return ().into_any();
    };
    // A link that says nothing of a scenario asks for the chapter's own.
    let bare = page.state.with_untracked(|state| {
        let first = PageState::default();
        state.a == first.a && state.b == first.b
    });
    if bare {
        let own = untrack(|| tale.state(entry.chapter));
        page.state.update(|state| {
            state.a = own.a;
            state.b = own.b;
        });
    }
    told(Told::new(entry, page, tale, true))
}
