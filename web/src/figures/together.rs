//! Figure `together`: how fast, and does it fit? The four sliders, speed and memory against
//! context.

use crate::prelude::*;
use bpt_charts::together::{View, context_axis, memory_vs_context, readings, speed_vs_context};
use bpt_charts::{ChartSpec, NARROW};
use bpt_core::limits;
use bpt_story::Control;
use bpt_words::figures::Fixed;
use bpt_words::story::StoryText;
use bpt_words::{Chart as Which, Language, Quantity, Room, Slot, Span, Ui, gap};
use leptos::html::{Canvas, Details};

use crate::app::{Drawing, Links};
use crate::choices;
use crate::components::actions::{Actions, Open, Share};
use crate::components::chart::Chart;
use crate::components::code::Code;
use crate::components::data_table::{DataTable, Row, csv, rows};
use crate::components::header::Mark;
use crate::components::headline::Headline;
use crate::components::picks::{DevicePick, FormatPick, KvPick, ModelPick};
use crate::components::sentence::spans;
use crate::components::slider::{Kind, Slider};
use crate::figures::drawn::Picture;
use crate::names::joint;
use crate::platform::export;
use crate::platform::frame::Settled;
use crate::state::{Page, models};

const SLIDERS: [Kind; 4] = [
    Kind {
        quantity: Quantity::Bandwidth,
        label: Ui::Bandwidth,
        short: Ui::BandwidthShort,
        unit: Some(Ui::GbPerSecond),
        limit: &limits::BANDWIDTH,
        marks: choices::BANDWIDTH_MARKS,
    },
    Kind {
        quantity: Quantity::Bits,
        label: Ui::Bits,
        short: Ui::Bits,
        unit: Some(Ui::Bit),
        limit: &limits::BITS,
        marks: choices::BITS_MARKS,
    },
    Kind {
        quantity: Quantity::Context,
        label: Ui::Context,
        short: Ui::Context,
        unit: Some(Ui::Tokens),
        limit: &limits::CONTEXT,
        marks: &[],
    },
    Kind {
        quantity: Quantity::Users,
        label: Ui::Users,
        short: Ui::Users,
        unit: None,
        limit: &limits::USERS,
        marks: &[],
    },
];

/// Below this width its readout has no room for ranges, CSS px.
const TIGHT: f64 = 340.0;

/// The whole of it, as the page shows it: sentence and headline before the figure.
#[component]
pub(crate) fn Together() -> impl IntoView {
    let page = Page::get();
    if page.embedded {
        view! {
            <figure id="fig-together" data-figure="together" class="together" aria-labelledby="together-title">
                <Answer />
                <Body />
            </figure>
        }
        .into_any()
    } else {
        view! {
            <div class="together">
                <section class="lead" aria-label=page.words().ui(Ui::Answer)>
                    <Answer />
                </section>
                <figure id="fig-together" data-figure="together" aria-labelledby="together-title">
                    <Body />
                </figure>
            </div>
        }
        .into_any()
    }
}

/// Sentence and headline.
#[component]
fn Answer() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let sentence = Memo::new(move |_| {
        let room = Room::narrow_if(page.embedded && page.phone.get());
        page.facts
            .with(|facts| facts.as_ref().map(|facts| words.sentence(facts, room)))
            .unwrap_or_default()
    });
    let said = move || spans(sentence.get());
    let title = if page.embedded {
        view! { <h1 class="sentence" id="together-title">{said}</h1> }.into_any()
    } else {
        view! { <h3 class="sentence" id="together-title">{said}</h3> }.into_any()
    };
    view! {
        {title}
        <Status sentence />
        <div class="headline">
            <div class="side side-a">
                <ModelPick of=Slot::A />
                <Headline of=Slot::A />
            </div>
            <div class="side side-b">
                <ModelPick of=Slot::B />
                <Headline of=Slot::B />
            </div>
        </div>
    }
}

/// Speaks the sentence half a second after the last change.
#[component]
pub(crate) fn Status(#[prop(into)] sentence: Signal<Vec<Span>>) -> impl IntoView {
    let said = RwSignal::new(String::new());
    let settled = Settled::after(500);
    Effect::new(move |first: Option<()>| {
        let text = bpt_words::plain(&sentence.get());
        if first.is_some() {
            settled.ask(move || said.set(text));
        }
    });
    view! {
        <p class="unseen" role="status" aria-live="polite" aria-atomic="true">
            {move || said.get()}
        </p>
    }
}

/// Machine, sliders, charts, note and actions.
#[component]
fn Body() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let (fixed, kept): (Vec<Kind>, Vec<Kind>) = SLIDERS
        .into_iter()
        .partition(|kind| page.fixes(Control::Slide(kind.quantity).key()));
    let sliders = kept
        .into_iter()
        .map(|kind| view! { <Slider kind /> })
        .collect_view();
    let locked = (!fixed.is_empty()).then(|| {
        let head = words.story().text(StoryText::Locked);
        let names: Vec<&str> = fixed.iter().map(|kind| words.ui(kind.label)).collect();
        let names = names.join(joint(words, Fixed::Listed));
        view! { <p class="locked">{head} {gap(head)} {names}</p> }
    });
    let open = RwSignal::new(Open::Nothing);
    view! {
        <Machine />
        <div class="below">
            <div class="sliders">{sliders} {locked}</div>
            <Charts open />
        </div>
    }
}

#[component]
fn Machine() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    // Between the phone and the desk three fields share a row.
    let device_room = Signal::derive(move || {
        if page.wide.get() || page.phone.get() {
            Room::Wide
        } else {
            Room::Narrow
        }
    });
    let room = Signal::derive(move || page.room());
    view! {
        <div class="machine" role="group" aria-label=words.ui(Ui::Machine)>
            <DevicePick room=device_room />
            <FormatPick room />
            <KvPick />
        </div>
    }
}

/// What both charts of a page share.
#[derive(Clone, Copy)]
struct Both {
    page: Page,
    words: &'static dyn Language,
}

impl Both {
    fn view(self, narrow: bool) -> View {
        View {
            at: self
                .page
                .reading
                .get()
                .unwrap_or_else(|| self.page.value(Quantity::Context)),
            top: self.page.top.get(),
            narrow,
        }
    }

    fn spec(self, which: Which, narrow: Memo<bool>) -> Memo<Option<ChartSpec>> {
        Memo::new(move |_| {
            let solved = self.page.solved();
            let models = models(&solved);
            if models.is_empty() {
                return None;
            }
            let view = self.view(narrow.get());
            Some(match which {
                Which::Speed => speed_vs_context(&models, view, self.words),
                Which::Memory => memory_vs_context(&models, view, self.words),
            })
        })
    }

    /// What is read at the rule.
    fn readout(self, which: Which, tight: Memo<bool>) -> Signal<Vec<Span>> {
        Signal::derive(move || {
            let room = Room::narrow_if(tight.get());
            let solved = self.page.solved();
            let at = self
                .page
                .reading
                .get()
                .unwrap_or_else(|| self.page.value(Quantity::Context));
            self.words
                .readout(which, at, &readings(&models(&solved), at), room)
        })
    }

    fn title(self, which: Which) -> Memo<Vec<Span>> {
        Memo::new(move |_| {
            self.page
                .facts
                .with(|facts| facts.as_ref().map(|facts| self.words.title(which, facts)))
                .unwrap_or_default()
        })
    }

    /// The line below the title, or the readout while the chart is being read.
    fn line(self, which: Which, narrow: Memo<bool>, readout: Signal<Vec<Span>>) -> Memo<Vec<Span>> {
        Memo::new(move |_| {
            if self.page.reading.get().is_some() {
                return readout.get();
            }
            let room = Room::narrow_if(narrow.get());
            self.page
                .facts
                .with(|facts| {
                    facts
                        .as_ref()
                        .map(|facts| self.words.line(which, facts, room))
                })
                .unwrap_or_default()
        })
    }
}

#[component]
pub(crate) fn Charts(open: RwSignal<Open>) -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let both = Both { page, words };
    let axis = StoredValue::new(context_axis(words));
    // Nobody reads a closed table during a drag: it follows when things are quiet.
    let fresh = RwSignal::new(0_u32);
    let settled = Settled::after(200);
    Effect::new(move |first: Option<()>| {
        let _ = page.solved();
        let renew = move || fresh.update(|count| *count = count.wrapping_add(1));
        if first.is_none() || open.get() == Open::Table {
            renew();
        } else {
            settled.ask(renew);
        }
    });
    let table_rows = Memo::new(move |_| {
        fresh.track();
        untrack(|| {
            let solved = page.solved();
            axis.with_value(|axis| rows(&solved, axis, page.value(Quantity::Context)))
        })
    });
    let key = move || {
        let room = Room::narrow_if(page.embedded);
        let solved = page.solved();
        let mut trained: Vec<f64> = models(&solved)
            .iter()
            .filter_map(|model| model.curve.trained)
            .collect();
        trained.dedup();
        words.key(&trained, room)
    };
    view! {
        <div class="pair">
            <OneChart both which=Which::Speed table_rows />
            <OneChart both which=Which::Memory table_rows />
        </div>
        <figcaption class="key">{key}</figcaption>
        <Foot open table_rows />
    }
}

#[component]
fn OneChart(both: Both, which: Which, table_rows: Memo<Vec<Row>>) -> impl IntoView {
    let (page, words) = (both.page, both.words);
    let width = RwSignal::new(NARROW);
    let narrow = Memo::new(move |_| width.get() < NARROW);
    let tight = Memo::new(move |_| width.get() < TIGHT);
    let canvas = NodeRef::<Canvas>::new();
    let spec = both.spec(which, narrow);
    let readout = both.readout(which, tight);
    let (title, line) = (both.title(which), both.line(which, narrow, readout));
    let (name, class) = match which {
        Which::Speed => (Ui::ContextOnSpeed, "chart-speed"),
        Which::Memory => (Ui::ContextOnMemory, "chart-memory"),
    };
    let visible = RwSignal::new(true);
    // A context that is fixed is no slider on the charts either.
    let chart = if page.fixes("ctx") {
        let label = Signal::derive(move || bpt_words::plain(&title.get()));
        view! { <Picture spec label width canvas visible class /> }.into_any()
    } else {
        view! {
            <Chart
                spec
                readout
                width
                name=words.ui(name)
                class
                quantity=Quantity::Context
                limit=&limits::CONTEXT
                canvas
                reading=page.reading
                visible
            />
        }
        .into_any()
    };
    view! {
        <div class="panel">
            <div class="panel-head">
                <h2>{move || spans(title.get())}</h2>
                <p class="line">{move || spans(line.get())}</p>
                <ChartMenu which canvas table_rows />
            </div>
            {chart}
        </div>
    }
}

#[component]
fn ChartMenu(which: Which, canvas: NodeRef<Canvas>, table_rows: Memo<Vec<Row>>) -> impl IntoView {
    let words = Page::get().words();
    let menu = NodeRef::<Details>::new();
    let close = move || {
        if let Some(menu) = menu.get_untracked() {
            menu.set_open(false);
        }
    };
    let (chart, file) = match which {
        Which::Speed => (Ui::SpeedChart, "speed-against-context.png"),
        Which::Memory => (Ui::MemoryChart, "memory-against-context.png"),
    };
    let copy = move |_| {
        let text = table_rows.with_untracked(|rows| csv(rows));
        export::copy(&text.clone(), move |done| {
            if !done {
                export::save_text(&text, "text/csv", "context.csv");
            }
        });
        close();
    };
    let png = move |_| {
        if let Some(canvas) = canvas.get_untracked() {
            export::save_png(&canvas, file);
        }
        close();
    };
    view! {
        <details
            class="menu"
            node_ref=menu
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    close();
                }
            }
        >
            <summary aria-label=[words.ui(Ui::ChartMenu), joint(words, Fixed::Colon), words.ui(chart)].concat()>
                <i aria-hidden="true"></i>
            </summary>
            <div class="menu-list">
                <button type="button" on:click=copy>{words.ui(Ui::CopyCsv)}</button>
                <button type="button" on:click=png>{words.ui(Ui::SavePng)}</button>
            </div>
        </details>
    }
}

/// Sources and actions; in an embed the footer with the way back.
#[component]
fn Foot(open: RwSignal<Open>, table_rows: Memo<Vec<Row>>) -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let links: Links = expect_context();
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let text = table_rows.with_untracked(|rows| csv(rows));
        export::copy(&text.clone(), move |done| {
            if done {
                let _ = copied.try_set(true);
            } else {
                export::save_text(&text, "text/csv", "context.csv");
            }
        });
    };
    // Paper has the tables.
    let zoom = expect_context::<Drawing>().zoom;
    let unfolded = move || open.get() == Open::Table || zoom.get() > 1.0;
    let table = view! {
        <details class="data" prop:open=unfolded>
            <summary>{words.ui(Ui::TableCaption)}</summary>
            <DataTable rows=table_rows />
            <p class="csv">
                <button type="button" on:click=copy>{words.ui(Ui::CopyCsv)}</button>
                <span role="status">{move || copied.get().then(|| words.ui(Ui::Copied))}</span>
            </p>
        </details>
    };
    if page.embedded {
        return view! {
            {table}
            <footer class="embed-foot">
                <Mark />
                <span class="product">{words.ui(Ui::Product)}</span>
                <a class="how" href=move || links.method.get() target="_blank" rel="noopener">
                    {words.ui(Ui::HowComputed)}
                </a>
                <a href=move || links.page.get() target="_blank" rel="noopener">
                    {words.ui(Ui::OpenHere)}
                </a>
            </footer>
        }
        .into_any();
    }
    let figure = Signal::stored("together".to_owned());
    let share = move || match open.get() {
        Open::Embed => Some(view! { <Code page figure /> }),
        Open::Link => Some(view! { <Share text=links.page button=Ui::CopyLink /> }),
        Open::Nothing | Open::Table => None,
    };
    let comma = joint(words, Fixed::Listed);
    view! {
        <div class="foot">
            <p class="sources">
                {words.ui(Ui::Sources)} {gap(words.ui(Ui::Sources))}
                <a href=move || links.method.get()>{words.ui(Ui::ModelFiles)}</a> {comma}
                <a href=move || links.method.get()>{words.ui(Ui::DeviceData)}</a> {comma}
                <a href=move || links.method.get()>{words.ui(Ui::Formula)}</a>
            </p>
            <Actions open lab=links.lab />
        </div>
        {share}
        {table}
    }
    .into_any()
}
