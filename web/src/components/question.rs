//! Questions of the front page: the module of the lab has the answers and shows them.
//!
//! A question is a text: model, path, left, top and bottom of the number, and the query of the
//! state that it belongs to. An empty one closes the panel.

use crate::prelude::*;
use bpt_core::decimal::shortest;
use bpt_permalink::{PageState, View};
use bpt_words::Slot;
use js_sys::Reflect;
use leptos::ev;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::components::explain::Explain;
use crate::components::number::{Asked, Asking};
use crate::link;
use crate::platform::catalog;
use crate::platform::frame::Settled;
use crate::platform::watch::listen;
use crate::state::{Page, Speech};

/// The panel was closed.
const TOLD: &str = "bytes-per-token:told";
/// A question, in `detail`.
const ASK: &str = "bytes-per-token:ask";

#[wasm_bindgen]
extern "C" {
    /// Loads the lab's module, if it is not there, and hands it a question (web/loader.js).
    #[wasm_bindgen(js_name = bytesPerTokenAsk)]
    fn send(question: &str);
}

/// Sends questions to the lab's module, again whenever the state behind them changes.
#[component]
pub(crate) fn Asker() -> impl IntoView {
    let Asking(asked) = expect_context();
    let settled = Settled::after(60);
    Effect::new(move |was: Option<Option<(String, Slot)>>| {
        let now = asked.get();
        let question = now.as_ref().map(|asked| {
            let [left, top, bottom] = asked.place.map(shortest);
            let (slot, path) = (asked.slot.slug(), &asked.path);
            let query = link::query(asked.page, View::Lab);
            format!("{slot} {path} {left} {top} {bottom} {query}")
        });
        let now = now.map(|asked| (asked.path, asked.slot));
        match (question, was.flatten()) {
            // Not once the panel has been closed in the meantime.
            (Some(question), was) if was == now => settled.ask(move || {
                if asked.with_untracked(Option::is_some) {
                    send(&question);
                }
            }),
            (Some(question), _) => send(&question),
            (None, Some(_)) => send(""),
            (None, None) => {}
        }
        now
    });
    listen(
        &window(),
        ev::Custom::new(TOLD),
        move |_: web_sys::Event| {
            if asked.with_untracked(Option::is_some) {
                asked.set(None);
            }
        },
    );
}

/// Shows answers on a page that another module has made.
#[component]
pub(crate) fn Answers() -> impl IntoView {
    let page = Page::new(PageState::default());
    let asked = RwSignal::new(None);
    provide_context(page);
    provide_context(Speech(page.words()));
    provide_context(Asking(asked));
    listen(
        &window(),
        ev::Custom::new(ASK),
        move |event: web_sys::Event| {
            let detail = Reflect::get(&event, &"detail".into()).ok();
            let text = detail.and_then(|detail| detail.as_string());
            match text.as_deref().and_then(|text| read(text, page)) {
                Some((question, query)) => catalog::read(query, move |state, _| {
                    page.state.set(state);
                    // The panel takes the focus when it is asked, not when numbers change.
                    if asked.with_untracked(|old| old.as_ref() != Some(&question)) {
                        asked.set(Some(question));
                    }
                }),
                None if asked.with_untracked(Option::is_some) => asked.set(None),
                None => {}
            }
        },
    );
    Effect::new(move |was: Option<bool>| {
        let open = asked.with(Option::is_some);
        if was == Some(true)
            && !open
            && let Ok(event) = web_sys::Event::new(TOLD)
        {
            // Refused only for an event that is on its way already.
            let _ = window().dispatch_event(&event);
        }
        open
    });
    view! { <Explain /> }
}

fn read(text: &str, page: Page) -> Option<(Asked, &str)> {
    let mut parts = text.splitn(6, ' ');
    let slot = parts.next()?;
    let slot = Slot::ALL.into_iter().find(|each| each.slug() == slot)?;
    let path = parts.next()?.to_owned();
    let mut number = || bpt_core::decimal::parse(parts.next()?);
    let place = [number()?, number()?, number()?];
    let asked = Asked {
        path,
        slot,
        place,
        page,
    };
    Some((asked, parts.next()?))
}
