//! A figure of the lab: its words, its picture, its table.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_charts::figures::{Beside, Entry, Figure, Inputs, View};
use bpt_charts::lines::Sample;
use bpt_charts::{ChartSpec, NARROW};
use bpt_core::decimal::shortest;
use bpt_core::estimate;
use bpt_words::figures::Fixed;
use bpt_words::{Quantity, Room, Slot, Span, Ui, gap};
use leptos::html::{Canvas, Details, Div};

use wasm_bindgen::JsCast;

use crate::app::Drawing;
use crate::components::chart::Chart;
use crate::components::painted::painted;
use crate::components::sentence::sentence;
use crate::figures::lab;
use crate::figures::numbers::{Numbers, csv};
use crate::lab::pictures::picture;
use crate::lab::runs::OwnRuns;
use crate::measured::store::{self, Measured};
use crate::names::joint;
use crate::platform::frame::Settled;
use crate::platform::{export, raster, url};
use crate::state::Page;
use crate::{knobs, link};

#[component]
pub(crate) fn Drawn(kind: Entry) -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let width = RwSignal::new(NARROW);
    let narrow = Memo::new(move |_| width.get() < NARROW);
    let visible = RwSignal::new(true);
    let reading = if kind.over == Some(Quantity::Context) {
        page.reading
    } else {
        RwSignal::new(None)
    };
    let shares = RwSignal::new(false);
    let runs = OwnRuns::get();
    let log = RwSignal::new(false);
    let measured = measured(page, kind);
    let canvas = NodeRef::<Canvas>::new();
    let make = move |top: Option<f64>, tables: bool| -> Option<Figure> {
        let a = page.a.get()?;
        let b = page.b.get();
        let mut samples = runs.samples(page, kind.over);
        measured.with(|points| samples.extend_from_slice(points));
        let inputs = Inputs {
            a: &a.0.scenario,
            b: b.as_ref().map(|b| &b.0.scenario),
            measured: &samples,
            curves: Page::curves(&a, b.as_ref(), kind.over),
            beside: Beside::default(),
            view: View {
                at: reading.get(),
                top,
                room: Room::narrow_if(narrow.get()),
                shares: shares.get(),
                tables,
            },
        };
        let mut made = lab::made(kind, &inputs, words);
        if log.get() {
            made.chart.logarithmic(words);
        }
        Some(made)
    };
    let made = Memo::new(move |old: Option<&Option<Figure>>| {
        // What nobody sees is not computed; it follows when it comes into view.
        if let Some(Some(old)) = old
            && !visible.get()
        {
            return Some(old.clone());
        }
        // The frame stands still while something is dragged.
        let held = old
            .and_then(Option::as_ref)
            .filter(|_| page.dragging.get())
            .and_then(|old| top(&old.chart));
        make(held, false)
    });
    // Computed when somebody wants it.
    let whole = Signal::derive(move || make(None, true));
    let table = Signal::derive(move || whole.get().map(|made| made.table).unwrap_or_default());
    let spec = Memo::new(move |_| made.with(|made| made.as_ref().map(|made| made.chart.clone())));
    let title = Memo::new(move |_| {
        made.with(|made| {
            made.as_ref()
                .map_or_else(Vec::new, |made| made.words.title.clone())
        })
    });
    let readout = Signal::derive(move || {
        kind.over.map_or_else(Vec::new, |quantity| {
            let at = reading.get().unwrap_or_else(|| page.value(quantity));
            read_off(page, quantity, at)
        })
    });
    let line = Memo::new(move |_| {
        if reading.get().is_some() {
            return readout.get();
        }
        made.with(|made| {
            made.as_ref()
                .map_or_else(Vec::new, |made| made.words.line.clone())
        })
    });
    let note = Memo::new(move |_| {
        made.with(|made| {
            made.as_ref()
                .map_or_else(String::new, |made| made.words.note.clone())
        })
    });
    let label = page.rested(move || {
        made.with(|made| {
            made.as_ref()
                .map_or_else(String::new, |made| made.words.aria_label())
        })
    });
    let title_id = format!("title-{}", kind.name);
    let labelled = title_id.clone();
    let picture = match kind.over {
        Some(quantity) => view! {
            <Chart
                spec
                readout
                width
                name=[words.ui(quantity.name()), joint(words, Fixed::Comma), words.ui(Ui::OnChart)].concat()
                class="chart-drawn"
                quantity
                limit=knobs::limit(quantity)
                canvas
                reading
                visible
            />
        }
        .into_any(),
        None => view! { <Picture spec label width canvas visible /> }.into_any(),
    };
    let scale = kind.shares.then(|| view! { <Scale shares /> });
    view! {
        <figure
            id=format!("fig-{}", kind.name)
            data-figure=kind.name
            data-measured=move || measured.with(|points| points.len().to_string())
            class="drawn"
            aria-labelledby=labelled
        >
            <div class="panel-head">
                <h2 id=title_id>{sentence(title)}</h2>
                <p class="line">{sentence(line)}</p>
                {scale}
                <FigureMenu whole name=kind.name log lines=kind.over.is_some() />
            </div>
            {picture}
            <figcaption class="note">
                {move || note.get()} <Near kind measured />
            </figcaption>
            <Numbers now=table changed=Signal::derive(move || made.track()) name=kind.name />
        </figure>
    }
}

/// The measured runs that lie on a figure: those of A and of B.
fn measured(page: Page, kind: Entry) -> Memo<Vec<Sample>> {
    let along = store::along(kind.over);
    let store = Measured::get();
    let machine = Slot::ALL.map(|slot| store::of_machine(page, slot));
    Memo::new(move |_| {
        let Some((along, runs)) = along.zip(store.and_then(Measured::runs)) else {
            return Vec::new();
        };
        Slot::ALL
            .into_iter()
            .zip(machine)
            .filter_map(|(slot, machine)| {
                let solved = page.side(slot).get()?;
                let scenario = &solved.0.scenario;
                page.with_row(slot, |row| {
                    machine.with(|at| store::points(&runs, at, row, scenario, along))
                })
            })
            .flatten()
            .collect()
    })
}

/// The nearest runs in words, where none lies on the chart of speed over context.
#[component]
fn Near(kind: Entry, measured: Memo<Vec<Sample>>) -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let text = RwSignal::new(String::new());
    let settled = Settled::after(300);
    let store = Measured::get();
    let find = move || {
        let Some(runs) = store.and_then(|measured| untrack(|| measured.runs())) else {
            return;
        };
        let each: Vec<String> = Slot::ALL
            .into_iter()
            .filter_map(|slot| untrack(|| store::near(page, slot, &runs)))
            .map(|near| words.views().nearest(&near))
            .collect();
        text.set(each.join(joint(words, Fixed::Semicolon)));
    };
    let wanted = kind.over == Some(Quantity::Context);
    Effect::new(move |_| {
        page.a.track();
        page.b.track();
        let there = store.is_some_and(|store| store.runs().is_some());
        if wanted && there && measured.with(Vec::is_empty) {
            settled.ask(find);
        } else {
            text.set(String::new());
        }
    });
    move || {
        let near = text.get();
        (!near.is_empty()).then(|| {
            view! {
                <span class="near">{words.views().nearest_head()} {gap(words.views().nearest_head())} {near} {joint(words, Fixed::Stop)}</span>
            }
        })
    }
}

/// What can be done with a figure: its table, its numbers, its picture, its code and link.
#[component]
fn FigureMenu(
    whole: Signal<Option<Figure>>,
    name: &'static str,
    log: RwSignal<bool>,
    lines: bool,
) -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let drawing: Drawing = expect_context();
    let menu = NodeRef::<Details>::new();
    let said = RwSignal::new(None::<Ui>);
    let close = move || {
        if let Some(menu) = menu.get_untracked() {
            menu.set_open(false);
        }
    };
    let copy = move |text: String, file: Option<String>| {
        export::copy(&text.clone(), move |done| {
            let _ = said.try_set(Some(if done { Ui::Copied } else { Ui::CopyByHand }));
            if let Some(file) = file.filter(|_| !done) {
                export::save_text(&text, "text/csv", &file);
            }
        });
        close();
    };
    let table = move |_| {
        let selector = format!("#fig-{name} details.data");
        let found = document().query_selector(&selector).ok().flatten();
        if let Some(table) =
            found.and_then(|found| found.dyn_into::<web_sys::HtmlDetailsElement>().ok())
        {
            table.set_open(!table.open());
        }
        close();
    };
    let numbers = move |_| {
        let text = untrack(|| whole.get()).map(|made| csv(&made.table));
        copy(text.unwrap_or_default(), Some(format!("{name}.csv")));
    };
    let drawn = move || {
        let made = untrack(|| whole.get())?;
        let view = page.state.with_untracked(|state| state.view);
        let link = url::address(&untrack(|| link::free(page, view)));
        Some(picture(
            page,
            &made.into(),
            &drawing.theme.get_untracked(),
            &link,
        ))
    };
    let svg = move |_| {
        if let Some(text) = drawn() {
            export::save_text(&text, "image/svg+xml", &format!("{name}.svg"));
        }
        close();
    };
    let png = move |_| {
        if let Some(text) = drawn() {
            let file = format!("{name}.png");
            leptos::task::spawn_local(async move {
                if raster::save_png(&text, 2.0, &file).await.is_none() {
                    let _ = said.try_set(Some(Ui::SaveFailed));
                }
            });
        }
        close();
    };
    let embed = move |_| copy(untrack(|| link::snippet(page, name)), None);
    let address = move |_| {
        let view = page.state.with_untracked(|state| state.view);
        copy(url::address(&untrack(|| link::free(page, view))), None);
    };
    let scale = lines.then(|| {
        view! {
            <button
                type="button"
                aria-pressed=move || log.get().to_string()
                on:click=move |_| {
                    log.update(|log| *log = !*log);
                    close();
                }
            >
                {words.views().text(bpt_words::views::Text::LogScale)}
            </button>
        }
    });
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
            <summary aria-label=format!("{}{}{name}", words.ui(Ui::ChartMenu), joint(words, Fixed::Colon))>
                <i aria-hidden="true"></i>
            </summary>
            <div class="menu-list">
                <button type="button" on:click=table>{words.ui(Ui::Table)}</button>
                <button type="button" on:click=numbers>{words.ui(Ui::CopyCsv)}</button>
                <button type="button" on:click=svg>{words.ui(Ui::SaveSvg)}</button>
                <button type="button" on:click=png>{words.ui(Ui::SavePng)}</button>
                <button type="button" on:click=embed>{words.ui(Ui::CopyEmbed)}</button>
                <button type="button" on:click=address>{words.ui(Ui::CopyLink)}</button>
                {scale}
            </div>
        </details>
        <span class="unseen" role="status">{move || said.get().map(|ui| words.ui(ui))}</span>
    }
}

/// The top of a chart's frame.
pub(crate) fn top(chart: &ChartSpec) -> Option<f64> {
    match chart {
        ChartSpec::Lines(lines) => Some(lines.y.max),
        ChartSpec::Bars(bars) => Some(bars.axis.max),
        _ => None,
    }
}

/// What both models show at a value of a control.
pub(crate) fn read_off(page: Page, quantity: Quantity, at: f64) -> Vec<Span> {
    let first_token = quantity == Quantity::Prompt;
    let readings: Vec<(Slot, Option<[f64; 3]>)> = Slot::ALL
        .into_iter()
        .filter_map(|slot| {
            let mut row = page.row(slot)?;
            let solved = page.side(slot).get()?;
            knobs::set(quantity, &mut row, Some(at), Some(&solved.0.scenario));
            let scenario = Catalog::embedded().resolve(&row).ok()?;
            let now = estimate(&scenario);
            let decode = [now.decode.per_user, now.decode.low, now.decode.high];
            let prefill = [
                now.prefill.ttft,
                now.prefill.ttft_low,
                now.prefill.ttft_high,
            ];
            let values = if first_token {
                prefill.map(|time| time.map_or(f64::NAN, |time| time.get()))
            } else {
                decode.map(|speed| speed.get())
            };
            Some((slot, now.memory.fits.then_some(values)))
        })
        .collect();
    page.words().read_off(quantity, at, &readings)
}

/// Same scale, or shares of each.
#[component]
fn Scale(shares: RwSignal<bool>) -> impl IntoView {
    let words = Page::get().words();
    let choice = move |of: bool, name: Ui| {
        view! {
            <button
                type="button"
                class="quiet"
                aria-pressed=move || (shares.get() == of).to_string()
                on:click=move |_| shares.set(of)
            >
                {words.ui(name)}
            </button>
        }
    };
    view! {
        <div class="scale">{choice(false, Ui::SameScale)} {choice(true, Ui::ShareOfEach)}</div>
    }
}

/// A picture that is only looked at; its height is its content's.
#[component]
pub(crate) fn Picture(
    #[prop(into)] spec: Signal<Option<ChartSpec>>,
    #[prop(into)] label: Signal<String>,
    width: RwSignal<f64>,
    canvas: NodeRef<Canvas>,
    visible: RwSignal<bool>,
    /// Its height before it is computed, where that is known, CSS px.
    #[prop(optional_no_strip)]
    before: Option<f64>,
    /// Class of its own.
    #[prop(optional)]
    class: &'static str,
) -> impl IntoView {
    let wrapper = NodeRef::<Div>::new();
    let _ = painted(spec, width, canvas, wrapper, visible);
    let height = Memo::new(move |_| {
        let width = width.get();
        spec.with(|spec| match spec {
            Some(spec) => spec.natural_height(width),
            None => before,
        })
    });
    view! {
        <div
            node_ref=wrapper
            class=format!("chart picture {class}")
            role="img"
            aria-label=move || label.get()
            style:height=move || height.get().map(|height| format!("{}px", shortest(height)))
        >
            <canvas node_ref=canvas aria-hidden="true"></canvas>
        </div>
    }
}
