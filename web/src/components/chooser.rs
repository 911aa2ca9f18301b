//! A list to search in: a combobox as the ARIA practices describe it.

use crate::prelude::*;
use bpt_catalog::Catalog;
use leptos::ev::KeyboardEvent;
use leptos::html::{Div, Input};
use wasm_bindgen::JsCast;

use crate::platform::catalog::when_whole;
use crate::platform::watch::{window_height, window_width};
use crate::state::Page;
use bpt_words::{Language, Ui};

/// Width and height that a list may take, px.
const LIST: [f64; 2] = [440.0, 350.0];

/// Width and height of the window, px.
fn room() -> [f64; 2] {
    [window_width(), window_height()].map(|side| side.unwrap_or(f64::INFINITY))
}

/// One entry.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) name: String,
    /// What stands after the name, in grey.
    pub(crate) detail: String,
    pub(crate) group: String,
    /// More words by which it is found.
    pub(crate) found_by: String,
}

impl Entry {
    fn matches(&self, words: &[String]) -> bool {
        let text = format!(
            "{} {} {} {} {}",
            self.name, self.detail, self.group, self.found_by, self.id
        )
        .to_ascii_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    }
}

/// `face` is what is shown at rest: name and detail.
#[component]
pub(crate) fn Chooser(
    name: &'static str,
    #[prop(into)] id: String,
    entries: fn(&dyn Language) -> Vec<Entry>,
    chosen: Signal<String>,
    face: Signal<(String, String)>,
    set: Callback<String>,
) -> impl IntoView {
    let words = Page::get().words();
    // Most changes of the page leave them as they are.
    let chosen = Memo::new(move |_| chosen.get());
    let face = Memo::new(move |_| face.get());
    let id = StoredValue::new(id);
    let option_id = move |at: usize| id.with_value(|id| format!("{id}-{at}"));
    let open = RwSignal::new(false);
    // Where the list has room: above the field, or ending with it.
    let (up, end) = (RwSignal::new(false), RwSignal::new(false));
    let tall = RwSignal::new(LIST[1]);
    let query = RwSignal::new(String::new());
    let active = RwSignal::new(0_usize);
    let input = NodeRef::<Input>::new();
    let list = NodeRef::<Div>::new();
    let whole = RwSignal::new(Catalog::is_whole());
    let found = Memo::new(move |_| {
        if !open.get() {
            return Vec::new();
        }
        whole.track();
        let mut found = entries(words);
        let words: Vec<String> = query.with(|query| {
            query
                .to_ascii_lowercase()
                .split_whitespace()
                .map(str::to_owned)
                .collect()
        });
        found.retain(|entry| entry.matches(&words));
        found
    });
    let to_chosen = move || {
        let now = chosen.get_untracked();
        let at = found.with_untracked(|found| found.iter().position(|entry| entry.id == now));
        active.set(at.unwrap_or(0));
    };
    // The rest of the catalog is fetched for whoever is about to choose.
    let prepare = move || {
        if !whole.get_untracked() {
            when_whole(move || {
                if whole.try_set(true).is_none() {
                    to_chosen();
                }
            });
        }
    };
    let show = move || {
        if open.get_untracked() {
            return;
        }
        prepare();
        query.set(String::new());
        if let Some(input) = input.get_untracked() {
            let rect = input.get_bounding_client_rect();
            let [wide, high] = room();
            // A panel that scrolls by itself cuts what reaches over its edges.
            let panel = input.closest(".lab-controls").ok().flatten();
            let panel = panel.map(|panel| panel.get_bounding_client_rect());
            let edges = panel.map_or([0.0, high], |panel| {
                [panel.top().max(0.0), panel.bottom().min(high)]
            });
            let [above, below] = [rect.top() - edges[0], edges[1] - rect.bottom()];
            up.set(below < LIST[1] && above > below);
            tall.set((above.max(below) - 8.0).clamp(120.0, LIST[1] - 10.0));
            end.set(wide - rect.left() < LIST[0] && rect.right() > wide / 2.0);
        }
        open.set(true);
        to_chosen();
        if let Some(input) = input.get_untracked() {
            input.set_value("");
        }
    };
    let hide = move || {
        open.set(false);
        if let Some(input) = input.get_untracked() {
            input.set_value(&face.get_untracked().0);
        }
    };
    let take = move |at: usize| {
        let entry = found.with_untracked(|found| found.get(at).cloned());
        if let Some(entry) = entry {
            set.run(entry.id);
            hide();
        }
    };
    let step = move |by: isize| {
        let count = found.with_untracked(Vec::len);
        if count > 0 {
            active.update(|at| *at = at.saturating_add_signed(by).min(count - 1));
        }
    };
    let key = move |event: KeyboardEvent| {
        let was_open = open.get_untracked();
        match (event.key().as_str(), was_open) {
            ("ArrowDown" | "ArrowUp" | "Enter", false) => show(),
            ("ArrowDown", true) => step(1),
            ("ArrowUp", true) => step(-1),
            ("PageDown", true) => step(10),
            ("PageUp", true) => step(-10),
            ("Enter", true) => take(active.get_untracked()),
            ("Escape", true) => hide(),
            _ => return,
        }
        event.prevent_default();
    };
    // The active entry is kept in sight.
    Effect::new(move |_| {
        let (at, is_open) = (active.get(), open.get());
        if !is_open {
            return;
        }
        // Named here: by the next frame the chooser may be gone.
        let option = option_id(at);
        request_animation_frame(move || {
            let option = document().get_element_by_id(&option);
            let list = list.get_untracked();
            let pair = option
                .and_then(|option| option.dyn_into::<web_sys::HtmlElement>().ok())
                .zip(list);
            if let Some((option, list)) = pair {
                let (top, height) = (option.offset_top(), option.offset_height());
                let room = list.client_height();
                if top < list.scroll_top() + 24 {
                    list.set_scroll_top(top - 24);
                } else if top + height > list.scroll_top() + room {
                    list.set_scroll_top(top + height - room);
                }
            }
        });
    });
    let options = move || {
        let mut group = String::new();
        let chosen = chosen.get();
        found.with(|found| {
            found
                .iter()
                .enumerate()
                .map(|(at, entry)| {
                    let head = (entry.group != group && !entry.group.is_empty()).then(|| {
                        group.clone_from(&entry.group);
                        view! { <div class="group" role="presentation">{group.clone()}</div> }
                    });
                    let is_chosen = entry.id == chosen;
                    view! {
                        {head}
                        <div
                            class="option"
                            role="option"
                            id=option_id(at)
                            aria-selected=is_chosen.to_string()
                            class:active=move || active.get() == at
                            on:pointermove=move |_| {
                                if active.get_untracked() != at {
                                    active.set(at);
                                }
                            }
                            on:click=move |_| take(at)
                        >
                            <span class="name">{entry.name.clone()}</span>
                            <span class="detail">{entry.detail.clone()}</span>
                        </div>
                    }
                })
                .collect_view()
        })
    };
    let list_id = id.with_value(|id| format!("{id}-list"));
    let active_id = move || open.get().then(|| option_id(active.get()));
    view! {
        <div
            class="chooser"
            class:open=move || open.get()
            class:up=move || up.get()
            class:end=move || end.get()
        >
            <input
                node_ref=input
                id=id.get_value()
                type="text"
                role="combobox"
                autocomplete="off"
                spellcheck="false"
                aria-label=name
                aria-autocomplete="list"
                aria-haspopup="listbox"
                aria-expanded=move || open.get().to_string()
                aria-controls=list_id.clone()
                aria-activedescendant=active_id
                placeholder=move || if open.get() { words.ui(Ui::Search) } else { "" }
                prop:value=move || if open.get() { query.get() } else { face.get().0 }
                on:click=move |_| show()
                on:input=move |event| {
                    let text = event_target_value(&event);
                    if !open.get_untracked() {
                        show();
                    }
                    query.set(text);
                    active.set(0);
                }
                on:keydown=key
                on:focus=move |_| {
                    prepare();
                    // What is typed takes the name's place.
                    if let Some(input) = input.get_untracked() {
                        input.select();
                    }
                }
                on:pointerenter=move |_| prepare()
                on:blur=move |_| hide()
            />
            <div class="face" aria-hidden="true">
                <span class="name">{move || face.get().0}</span>
                <span class="detail">{move || face.get().1}</span>
            </div>
            <div
                node_ref=list
                class="listbox"
                id=list_id
                role="listbox"
                aria-label=name
                hidden=move || !open.get()
                style:max-height=move || format!("{}px", tall.get() as u32)
                on:pointerdown=move |event| event.prevent_default()
            >
                {options}
                {move || {
                    (open.get() && found.with(Vec::is_empty))
                        .then(|| view! { <p class="nothing">{words.ui(Ui::NoMatch)}</p> })
                }}
            </div>
        </div>
    }
}
