//! A computed number: where explanations can be shown it is a button that asks for one.

use crate::prelude::*;
use bpt_core::extent::whole;
use bpt_words::figures::Fixed;
use bpt_words::{Slot, Ui};
use wasm_bindgen::JsCast;

use crate::components::sentence::raw;
use crate::dom;
use crate::names::joint;
use crate::state::{Page, words};

/// Which number is being explained, and where it stands.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) path: String,
    pub(crate) slot: Slot,
    /// Left, top and bottom of the number on the page, CSS px.
    pub(crate) place: [f64; 3],
    /// The state that it belongs to: the page's, or a figure's own.
    pub(crate) page: Page,
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && self.slot == other.slot && self.place == other.place
    }
}

/// The explanation that is open; in embeds there is none.
#[derive(Clone, Copy)]
pub(crate) struct Asking(pub(crate) RwSignal<Option<Asked>>);

/// Gives the button of a number that says something else now its name.
pub(crate) fn renew_name(place: &AnyView, text: &str) {
    if place.has("aria-label") {
        place.put("aria-label", &name(text));
    }
}

fn name(text: &str) -> String {
    let words = words();
    [text, joint(words, Fixed::Comma), words.ui(Ui::Explain)].concat()
}

/// A live number with its path: only what it says is changed.
pub(crate) fn live_number(
    path: &'static str,
    slot: Slot,
    class: &'static str,
    now: impl Fn() -> (f64, String) + Send + Sync + 'static,
) -> AnyView {
    let now = Memo::new(move |_| now());
    let (value, text) = now.get_untracked();
    let made = number(path, slot, value, text, class);
    let place = made.clone();
    let mut shown = now.get_untracked();
    dom::follow(Box::new(move || {
        now.with(|now| {
            if *now != shown {
                place.say(&now.1);
                place.put("data-raw", &raw(now.0));
                renew_name(&place, &now.1);
                shown.clone_from(now);
            }
        });
    }));
    made
}

/// A number with its path; `class` says how it looks.
pub(crate) fn number(
    path: &'static str,
    slot: Slot,
    value: f64,
    text: String,
    class: &'static str,
) -> AnyView {
    let raw = raw(value);
    // What is explained is the page's own scenario, not that of a figure within it.
    let asking = if whole() {
        use_context::<Asking>().filter(|_| Page::get().preset.is_none())
    } else {
        None
    };
    let Some(Asking(asked)) = asking else {
        return view! {
            <span class=class data-quantity=path data-model=slot.slug() data-raw=raw>
                {text}
            </span>
        }
        .into_any();
    };
    let page = Page::get();
    let name = name(&text);
    let ask = move |event: leptos::ev::MouseEvent| {
        let target = event
            .current_target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(target) = target else { return };
        let rect = target.get_bounding_client_rect();
        let scrolled = window().page_y_offset().unwrap_or(0.0);
        asked.update(|asked| {
            let same = asked
                .as_ref()
                .is_some_and(|asked| asked.path == path && asked.slot == slot);
            *asked = (!same).then(|| Asked {
                path: path.to_owned(),
                slot,
                place: [rect.left(), rect.top() + scrolled, rect.bottom() + scrolled],
                page,
            });
        });
    };
    view! {
        <button
            type="button"
            class=format!("why {class}")
            aria-label=name
            data-quantity=path
            data-model=slot.slug()
            data-raw=raw
            on:click=ask
        >
            {text}
        </button>
    }
    .into_any()
}
