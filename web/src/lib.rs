//! The page of Bytes per Token, in WebAssembly modules: see `modules`.

#![deny(missing_docs)]
#![allow(
    unreachable_pub,
    reason = "Leptos makes every component's properties `pub`"
)]

mod app;
mod choices;
mod components;
mod dom;
mod figures;
mod first;
mod fixes;
mod knobs;
mod lab;
mod link;
mod measured;
mod method;
mod modules;
mod names;
mod platform;
mod prelude;
mod rightsize;
mod signals;
mod state;
mod story;
mod tongue;

use crate::platform::{catalog, marks, url};
use crate::prelude::*;
use bpt_core::extent::widen;
use wasm_bindgen::JsCast;

pub use modules::{LAB, Module, PAGE};

/// Starts the page with the views of a module; where there is a page already, what the module has
/// for such a page. `choose` gives the words for a language's tag: a module holds the languages
/// that its choice names, and no others.
pub fn start(module: &'static Module, choose: tongue::Choose) {
    tongue::set(choose);
    widen();
    marks::follow(tongue::words(None).tag());
    if let Some(guest) = module.guest.filter(|_| is_ready()) {
        return guest();
    }
    let show = move |state, replaced| {
        mount_to_body(move || dom::mount(&view! { <app::App module state replaced /> }));
        first::hand::over();
        mark("whole");
        mark_ready();
    };
    let read = move || catalog::read(&url::query(), show);
    if module.whole_catalog {
        catalog::when_whole(read);
    } else {
        read();
    }
}

/// Starts the first figure of the front page, on the page as it was built.
pub fn start_first(words: &'static dyn bpt_words::Language) {
    if first::start(words) {
        mark_ready();
    } else {
        wasm_bindgen::throw_str("the page was built without its first figure");
    }
}

fn root() -> Option<web_sys::HtmlElement> {
    document().document_element()?.dyn_into().ok()
}

fn is_ready() -> bool {
    root().is_some_and(|root| root.dataset().get("ready").is_some())
}

/// Tells scripts and tests how far the page is.
fn mark(stage: &str) {
    if let Some(root) = root() {
        // Fails only for a property name with a dash and a small letter, which this is not.
        let _ = root.dataset().set(stage, "true");
    }
}

/// Tells them that the first numbers stand on the page.
fn mark_ready() {
    if !is_ready() {
        mark("ready");
        if let Ok(event) = web_sys::Event::new("bytes-per-token:ready") {
            // Refused only for an event that is on its way already.
            let _ = window().dispatch_event(&event);
        }
    }
}
