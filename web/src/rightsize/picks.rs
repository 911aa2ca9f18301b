//! Which models are accepted, which machines are looked at.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_core::limits;
use bpt_permalink::{Accepted, Machines, RightSize};
use bpt_words::Ui;
use bpt_words::views::Text;

use crate::choices;
use crate::components::chooser::Chooser;
use crate::components::pickers::Select;
use crate::names;
use crate::rightsize::Shown;
use crate::rightsize::grid;
use crate::state::Page;

/// Ranges of sizes on offer, billions of parameters.
const SIZES: [[f64; 2]; 6] = [
    [0.0, 2000.0],
    [0.0, 9.0],
    [7.0, 33.0],
    [27.0, 250.0],
    [60.0, 250.0],
    [100.0, 2000.0],
];

/// Changes what the figure asks.
fn edit(page: Page, change: impl FnOnce(&mut RightSize)) {
    page.state.update(|state| change(&mut state.right));
}

/// Adds a machine, after the one of the same kind where there is one.
pub(super) fn add(page: Page, id: &str, count: u32) {
    edit(page, |right| {
        let mut list = match &right.machines {
            Machines::Named(list) => list.clone(),
            Machines::Budget(_) => Vec::new(),
        };
        let one = (id.to_owned(), count.max(1));
        if list.contains(&one) {
            return;
        }
        match list.iter().rposition(|(have, _)| have == id) {
            Some(after) => list.insert(after + 1, one),
            None => list.push(one),
        }
        right.machines = Machines::Named(list);
    });
}

#[component]
pub(crate) fn Picks(shown: Memo<Shown>) -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let say = words.views();
    let chosen = move || {
        let count = shown.with(|shown| shown.models_len());
        let [long, short] = say.chosen(count, Catalog::embedded().models().len());
        if page.phone.get() { short } else { long }
    };
    view! {
        <div class="right-picks">
            <span class="what">{say.text(Text::RightModels)}</span>
            <div class="chips">
                <Sizes />
                <span class="chip still">{chosen}</span>
                <Choose shown />
                <span class="together-chips">
                    <span class="what">{say.text(Text::AllAt)}</span>
                    <Formats />
                </span>
                <span class="together-chips">
                    <span class="what">{say.text(Text::Kv)}</span>
                    <Caches />
                </span>
            </div>
            <span class="what">{say.text(Text::RightDevices)}</span>
            <div class="chips">
                <Rigs shown />
                <Add />
                <Budget />
            </div>
        </div>
    }
}

/// All of one range of sizes.
#[component]
fn Sizes() -> impl IntoView {
    let page = Page::get();
    let say = page.lab_words().views();
    let now = Memo::new(move |_| page.state.with(|state| state.right.models.clone()));
    let slug = |[low, high]: [f64; 2]| format!("{low}-{high}");
    let options = Signal::derive(move || {
        let mut all: Vec<(String, String)> = SIZES
            .iter()
            .map(|range| (slug(*range), say.sizes(range[0], range[1])))
            .collect();
        match now.get() {
            Accepted::Named(_) => {
                all.insert(
                    0,
                    ("named".to_owned(), say.text(Text::ChooseModels).to_owned()),
                );
            }
            Accepted::Sizes(low, high) if !SIZES.contains(&[low, high]) => {
                all.insert(0, (slug([low, high]), say.sizes(low, high)));
            }
            Accepted::Sizes(..) => {}
        }
        all
    });
    let value = Signal::derive(move || match now.get() {
        Accepted::Sizes(low, high) => slug([low, high]),
        Accepted::Named(_) => "named".to_owned(),
    });
    let set = Callback::new(move |text: String| {
        let ends = text
            .split_once('-')
            .and_then(|(low, high)| Some((low.parse::<f64>().ok()?, high.parse::<f64>().ok()?)));
        if let Some((low, high)) = ends {
            edit(page, |right| right.models = Accepted::Sizes(low, high));
        }
    });
    view! { <Select name=say.text(Text::Sizes) id="right-sizes" bare=true options value set /> }
}

/// The list of all models with a box for each.
#[component]
fn Choose(shown: Memo<Shown>) -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let say = words.views();
    let open = RwSignal::new(false);
    let query = RwSignal::new(String::new());
    let take = move |change: &dyn Fn(&mut Vec<String>)| {
        let all = Catalog::embedded().models();
        let mut ids: Vec<String> = shown
            .with_untracked(Shown::model_list)
            .into_iter()
            .map(|at| all[at].id.clone())
            .collect();
        change(&mut ids);
        edit(page, |right| right.models = Accepted::Named(ids));
    };
    let found = Memo::new(move |_| {
        if !open.get() {
            return Vec::new();
        }
        let wanted: Vec<String> = query
            .get()
            .to_lowercase()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let sizes = grid::sizes();
        let mut found: Vec<usize> = Catalog::embedded()
            .models()
            .iter()
            .enumerate()
            .filter(|(_, entry)| {
                let text = format!("{} {} {}", entry.name, entry.family, entry.id).to_lowercase();
                wanted.iter().all(|word| text.contains(word.as_str()))
            })
            .map(|(at, _)| at)
            .collect();
        found.sort_by(|a, b| sizes[*b].total_cmp(&sizes[*a]));
        found
    });
    let boxes = move || {
        let sizes = grid::sizes();
        found
            .get()
            .into_iter()
            .map(|at| {
                let entry = &Catalog::embedded().models()[at];
                let id = entry.id.clone();
                let on = move || shown.with(|shown| shown.accepts(at));
                let change = move |event| {
                    let checked = event_target_checked(&event);
                    take(&|ids| {
                        ids.retain(|have| *have != id);
                        if checked {
                            ids.push(id.clone());
                        }
                    });
                };
                let size = words.numbers().significant(sizes[at], 3);
                view! {
                    <label class="check">
                        <input type="checkbox" prop:checked=on on:change=change />
                        <span class="name">{entry.name.clone()}</span>
                        <span class="detail">{format!("{size}B")}</span>
                    </label>
                }
            })
            .collect_view()
    };
    let every = move |_| {
        let more: Vec<String> = found.with_untracked(|found| {
            let all = Catalog::embedded().models();
            found.iter().map(|at| all[*at].id.clone()).collect()
        });
        take(&|ids| {
            for id in &more {
                if !ids.contains(id) {
                    ids.push(id.clone());
                }
            }
        });
    };
    view! {
        <details
            class="right-choose"
            on:toggle=move |event| {
                use wasm_bindgen::JsCast;
                let now = event
                    .target()
                    .and_then(|target| target.dyn_into::<web_sys::HtmlDetailsElement>().ok())
                    .is_some_and(|details| details.open());
                open.set(now);
            }
        >
            <summary class="chip dashed">
                {move || say.text(if page.phone.get() { Text::ChooseShort } else { Text::ChooseModels })}
            </summary>
            <div class="right-sheet">
                <input
                    class="box"
                    type="search"
                    aria-label=say.text(Text::Filter)
                    placeholder=say.text(Text::Filter)
                    on:input=move |event| query.set(event_target_value(&event))
                />
                <p>
                    <button type="button" on:click=every>{say.text(Text::ChooseAll)}</button>
                    <button type="button" on:click=move |_| take(&|ids| ids.clear())>
                        {say.text(Text::ChooseNone)}
                    </button>
                    <button
                        type="button"
                        on:click=move |_| {
                            edit(page, |right| right.models = RightSize::default().models);
                        }
                    >
                        {say.text(Text::BySize)}
                    </button>
                </p>
                <div class="boxes" role="group" aria-label=say.text(Text::ChooseModels)>{boxes}</div>
            </div>
        </details>
    }
}

#[component]
fn Formats() -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let value = Signal::derive(move || {
        page.row_a
            .with(|row| names::quant(row).map_or_else(String::new, |entry| entry.id.clone()))
    });
    let options = Signal::derive(|| {
        Catalog::embedded()
            .quants()
            .iter()
            .filter(|entry| entry.picker)
            .map(|entry| (entry.id.clone(), entry.label.clone()))
            .collect::<Vec<_>>()
    });
    let set = Callback::new(move |id: String| choices::choose_format(page, &id));
    view! { <Select name=words.ui(Ui::Format) id="right-format" bare=true options value set /> }
}

#[component]
fn Caches() -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let value = Signal::derive(move || page.row_a.with(names::kv));
    let options = Signal::derive(move || choices::kv_list(&value.get()));
    let set = Callback::new(move |id: String| choices::choose_kv(page, &id));
    view! { <Select name=words.ui(Ui::KvFormat) id="right-kv" bare=true options value set /> }
}

/// The machines, each with a cross.
#[component]
fn Rigs(shown: Memo<Shown>) -> impl IntoView {
    let page = Page::get();
    let say = page.lab_words().views();
    let list = Memo::new(move |_| shown.with(Shown::names));
    let named = Memo::new(move |_| {
        page.state
            .with(|state| matches!(state.right.machines, Machines::Named(_)))
    });
    move || {
        if !named.get() {
            return ().into_any();
        }
        list.get()
            .into_iter()
            .enumerate()
            .map(|(at, name)| {
                let label = format!("{} {name}", say.text(Text::Remove));
                let press = move |_| {
                    edit(page, |right| {
                        if let Machines::Named(list) = &mut right.machines
                            && at < list.len()
                        {
                            list.remove(at);
                        }
                    });
                };
                view! {
                    <button type="button" class="chip" aria-label=label on:click=press>
                        {name} <span class="cross">"×"</span>
                    </button>
                }
            })
            .collect_view()
            .into_any()
    }
}

/// One machine more; chosen again it becomes two of a kind.
#[component]
fn Add() -> impl IntoView {
    let page = Page::get();
    let say = page.lab_words().views();
    let set = Callback::new(move |id: String| {
        let have = page
            .state
            .with_untracked(|state| match &state.right.machines {
                Machines::Named(list) => list
                    .iter()
                    .filter(|(have, _)| *have == id)
                    .map(|(_, count)| *count)
                    .max(),
                Machines::Budget(_) => None,
            });
        add(page, &id, have.map_or(1, |count| (count * 2).min(16)));
    });
    let face = Signal::derive(move || {
        let short = page.phone.get();
        (
            say.text(if short {
                Text::AddShort
            } else {
                Text::AddMachine
            })
            .to_owned(),
            String::new(),
        )
    });
    view! {
        <div class="right-add">
            <Chooser
                name=say.text(Text::AddMachine)
                id="right-add"
                entries=choices::devices
                chosen=Signal::derive(String::new)
                face
                set
            />
        </div>
    }
}

/// A budget instead of a list.
#[component]
fn Budget() -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let say = words.views();
    let now = Memo::new(move |_| {
        page.state.with(|state| match state.right.machines {
            Machines::Budget(price) => Some(price),
            Machines::Named(_) => None,
        })
    });
    let wrong = RwSignal::new(false);
    let take = move |event| {
        let typed: String = event_target_value(&event);
        let typed = typed.trim().trim_start_matches('$').to_owned();
        if typed.is_empty() {
            wrong.set(false);
            edit(page, |right| right.machines = RightSize::default().machines);
            return;
        }
        match words
            .numbers()
            .read(&typed)
            .filter(|price| limits::PRICE.accepts(*price))
        {
            Some(price) => {
                wrong.set(false);
                edit(page, |right| right.machines = Machines::Budget(price));
            }
            None => wrong.set(true),
        }
    };
    view! {
        <input
            class="box budget"
            type="text"
            inputmode="decimal"
            autocomplete="off"
            aria-label=say.text(Text::Budget)
            placeholder=say.text(Text::Budget)
            title=say.text(Text::BudgetHint)
            aria-invalid=move || wrong.get().then_some("true")
            prop:value=move || now.get().map_or_else(String::new, |price| words.numbers().whole(price))
            on:change=take
        />
        <Show when=move || now.get().is_some()>
            <button
                type="button"
                class="quiet slim"
                on:click=move |_| edit(page, |right| right.machines = RightSize::default().machines)
            >
                {say.text(Text::NoBudget)}
            </button>
        </Show>
    }
}
