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

/// Starts the page with the views of a module.
pub fn start(module: &'static Module) {
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

/// Tells scripts and tests that the first numbers stand on the page.
fn mark_ready() {
    if let Some(root) = document().document_element()
        && let Ok(root) = root.dyn_into::<web_sys::HtmlElement>()
    {
        // Fails only for a property name with a dash and a small letter, which this is not.
        let _ = root.dataset().set("ready", "true");
        if let Ok(event) = web_sys::Event::new("bytes-per-token:ready") {
            // Refused only for an event that is on its way already.
            let _ = window().dispatch_event(&event);
        }
    }
}
