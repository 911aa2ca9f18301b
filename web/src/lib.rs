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
mod state;
mod story;

use crate::platform::{catalog, url};
use crate::prelude::*;
use wasm_bindgen::JsCast;

pub use modules::{FRONT, LAB, Module};

/// Starts the page with the views of a module; where there is a page already, what the module has
/// for such a page.
pub fn start(module: &'static Module) {
    if is_ready() {
        return mount_to_body(move || dom::mount(&(module.guest)()));
    }
    let show = move |state, replaced| {
        mount_to_body(move || dom::mount(&view! { <app::App module state replaced /> }));
        mark_ready();
    };
    let read = move || catalog::read(&url::query(), show);
    if module.whole_catalog {
        catalog::when_whole(read);
    } else {
        read();
    }
}

fn root() -> Option<web_sys::HtmlElement> {
    document().document_element()?.dyn_into().ok()
}

fn is_ready() -> bool {
    root().is_some_and(|root| root.dataset().get("ready").is_some())
}

/// Tells scripts and tests that the first numbers stand on the page.
fn mark_ready() {
    if let Some(root) = root() {
        // Fails only for a property name with a dash and a small letter, which this is not.
        let _ = root.dataset().set("ready", "true");
        if let Ok(event) = web_sys::Event::new("bytes-per-token:ready") {
            // Refused only for an event that is on its way already.
            let _ = window().dispatch_event(&event);
        }
    }
}
