//! A model of the reader's own, and measurements, from files. Nothing is uploaded.

use crate::prelude::*;
use bpt_catalog::row::BitsRow;
use bpt_catalog::{ScenarioRow, default};
use bpt_core::model::Class;
use bpt_permalink::decode_model;
use bpt_words::figures::Fixed;
use bpt_words::{Slot, Ui};
use js_sys::Array;
use leptos::ev::DragEvent;
use leptos::html::{Input, Textarea};
use std::sync::Arc;

use crate::components::sentence::raw;
use crate::lab::runs::OwnRuns;
use crate::names::joint;
use crate::platform::files::{self, Found};
use crate::state::Page;

/// Lines of a list that are shown.
const SHOWN: usize = 400;

/// Where the reading is.
#[derive(Clone, Debug)]
enum Step {
    Waiting,
    Reading,
    /// The module could not be loaded.
    NoReader,
    Found(Found),
}

#[component]
pub(crate) fn Import() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let runs = OwnRuns::get();
    let step = RwSignal::new(Step::Waiting);
    let over = RwSignal::new(false);
    let input = NodeRef::<Input>::new();
    let pasted = NodeRef::<Textarea>::new();
    let take = move |found: Option<Found>| {
        let next = found.map_or(Step::NoReader, |found| {
            runs.add(&found);
            Step::Found(found)
        });
        let _ = step.try_set(next);
    };
    let read = move |files: Option<web_sys::FileList>| {
        let files: Array = files
            .iter()
            .flat_map(|files| (0..files.length()).filter_map(|at| files.get(at)))
            .collect();
        if files.length() == 0 {
            return;
        }
        step.set(Step::Reading);
        leptos::task::spawn_local(async move { take(files::inspect(files).await) });
    };
    let choose = move |_| {
        if let Some(input) = input.get_untracked() {
            read(input.files());
            // The same file may be chosen again.
            input.set_value("");
        }
    };
    let drop = move |event: DragEvent| {
        event.prevent_default();
        over.set(false);
        read(event.data_transfer().and_then(|data| data.files()));
    };
    let hold = move |event: DragEvent| {
        event.prevent_default();
        over.set(true);
    };
    let paste = move |_| {
        let text = pasted
            .get_untracked()
            .map(|field| field.value())
            .unwrap_or_default();
        if text.trim().is_empty() {
            return;
        }
        step.set(Step::Reading);
        leptos::task::spawn_local(async move { take(files::inspect_text(text).await) });
    };
    view! {
        <section class="tool" id="tool-import" aria-label=words.ui(Ui::ToolImport)>
            <h2>{words.ui(Ui::ImportTitle)}</h2>
            <p>{words.ui(Ui::ImportWhat)}</p>
            <p class="private">{words.ui(Ui::ImportPrivate)}</p>
            <div class="tool-two">
                <label
                    class="drop"
                    class:over=move || over.get()
                    on:dragover=hold
                    on:dragleave=move |_| over.set(false)
                    on:drop=drop
                >
                    <input type="file" multiple class="unseen" node_ref=input on:change=choose />
                    <span class="main">{words.ui(Ui::ImportChoose)}</span>
                    <span>{words.ui(Ui::ImportDrop)}</span>
                </label>
                <div class="paste">
                    <textarea
                        node_ref=pasted
                        rows="4"
                        spellcheck="false"
                        placeholder=words.ui(Ui::ImportPaste)
                        aria-label=words.ui(Ui::ImportPaste)
                    ></textarea>
                    <button type="button" on:click=paste>{words.ui(Ui::ImportRead)}</button>
                </div>
            </div>
            <div role="status" class="found">
                {move || match step.get() {
                    Step::Waiting => ().into_any(),
                    Step::Reading => view! { <p>{words.ui(Ui::ImportReading)}</p> }.into_any(),
                    Step::NoReader => {
                        view! { <p class="bad">{words.ui(Ui::ImportFailed)}</p> }.into_any()
                    }
                    Step::Found(found) => result(page, &found),
                }}
            </div>
            {move || runs.lines(page)}
        </section>
    }
}

/// What was found, and what to do with it.
fn result(page: Page, found: &Found) -> AnyView {
    let words = page.words();
    if let Some(why) = found.text("error") {
        return view! { <p class="bad">{why}</p> }.into_any();
    }
    let format = found.text("format").unwrap_or_default();
    if format == "llama-bench" {
        return ().into_any();
    }
    let n = words.numbers();
    let fact = |key: &'static str, name: Ui, say: &dyn Fn(f64) -> String| {
        let value = found.number(key)?;
        let text = format!("{} {}", say(value), words.ui(name));
        Some(view! { <li data-fact=key data-raw=raw(value)>{text}</li> })
    };
    let facts = [
        fact("params", Ui::ImportParameters, &|value| n.whole(value)),
        fact("file_bytes", Ui::ImportBytes, &|value| n.exact(value / 1e9)),
        fact("bytes_read", Ui::ImportBytesRead, &|value| {
            n.exact(value / 1e3)
        }),
    ]
    .into_iter()
    .flatten()
    .collect_view();
    let head = [Some(format), found.text("architecture")];
    let head: Vec<String> = head
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    let lists = [
        ("understood", Ui::Understood),
        ("assumed", Ui::AssumedHere),
        ("unknown", Ui::NotKnown),
    ]
    .map(|(key, name)| list(&found.pairs(key), words.ui(name), key == "assumed"))
    .collect_view();
    let notes = found
        .list("notes")
        .iter()
        .filter_map(Found::own_text)
        .map(|note| view! { <p class="note">{note}</p> })
        .collect_view();
    let uses = match found.text("link") {
        Some(link) => uses(page, found, link),
        None => view! { <p class="bad">{words.ui(Ui::ImportNoModel)}</p> }.into_any(),
    };
    view! {
        <h3>{head.join(joint(words, Fixed::Listed))}</h3>
        <ul class="facts-read">{facts}</ul>
        {uses}
        {notes}
        <div class="lists">{lists}</div>
    }
    .into_any()
}

/// One of the three lists: how many, and each key with what became of it.
fn list(pairs: &[(String, String)], name: &'static str, open: bool) -> AnyView {
    let items = pairs
        .iter()
        .take(SHOWN)
        .map(|(key, what)| {
            view! {
                <dt>{key.clone()}</dt>
                <dd>{what.clone()}</dd>
            }
        })
        .collect_view();
    view! {
        <details open=(open && !pairs.is_empty()).then_some("")>
            <summary>{format!("{name} ({})", pairs.len())}</summary>
            <dl>{items}</dl>
        </details>
    }
    .into_any()
}

/// The buttons that put the model on the page.
fn uses(page: Page, found: &Found, link: String) -> AnyView {
    let words = page.words();
    let quant = found.text("quant");
    let bits: Vec<(Class, BitsRow)> = found
        .numbers("bits_by_class")
        .into_iter()
        .filter_map(|(class, bits)| Some((Class::from_slug(&class)?, BitsRow::Bits(bits))))
        .collect();
    let used = RwSignal::new(false);
    let button = |slot: Slot, name: Ui| {
        let (link, quant, bits) = (link.clone(), quant.clone(), bits.clone());
        let press = move |_| {
            if let Some(model) = decode_model(&link) {
                put(page, slot, Arc::new(model), quant.clone(), bits.clone());
                used.set(true);
            }
        };
        view! { <button type="button" on:click=press>{words.ui(name)}</button> }
    };
    view! {
        <p class="uses">
            {button(Slot::A, Ui::UseAsA)}
            {button(Slot::B, Ui::UseAsB)}
            <span>{move || used.get().then(|| words.ui(Ui::UsedAs))}</span>
        </p>
    }
    .into_any()
}

/// Puts a model of one's own in a place. The other model keeps the format it has.
fn put(
    page: Page,
    slot: Slot,
    model: Arc<serde_json::Value>,
    quant: Option<String>,
    mut bits: Vec<(Class, BitsRow)>,
) {
    bits.sort_by_key(|(class, _)| *class as usize);
    let format = |row: &ScenarioRow| {
        row.quant
            .clone()
            .unwrap_or_else(|| default::QUANT.to_owned())
    };
    page.state.update(|state| {
        let standing = format(&state.a);
        match slot {
            Slot::A => {
                if let Some(b) = &mut state.b
                    && b.quant.is_none()
                    && state.a.bits_per_weight.is_none()
                    && state.a.bits_by_class.is_empty()
                {
                    b.quant = Some(standing);
                }
                own(&mut state.a, model, quant, bits);
            }
            Slot::B => {
                let b = state.b.get_or_insert_default();
                let quant = quant.or(Some(standing));
                own(b, model, quant, bits);
            }
        }
        state.frozen = None;
    });
}

fn own(
    row: &mut ScenarioRow,
    model: Arc<serde_json::Value>,
    quant: Option<String>,
    bits: Vec<(Class, BitsRow)>,
) {
    row.model_id = None;
    row.model = Some(model);
    row.file_bytes = None;
    row.bits_per_weight = None;
    row.bits_by_class = bits;
    if quant.is_some() {
        row.quant = quant;
    }
}
