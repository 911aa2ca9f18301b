//! The page of Bytes per Token.

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
mod names;
mod platform;
mod prelude;
mod rightsize;
mod state;
mod story;

use crate::prelude::*;
use wasm_bindgen::JsCast;

fn main() {
    mount_to_body(|| dom::mount(&view! { <app::App /> }));
    mark_ready();
}

/// Tells scripts and tests that the first numbers stand on the page.
fn mark_ready() {
    if let Some(root) = document().document_element()
        && let Ok(root) = root.dyn_into::<web_sys::HtmlElement>()
    {
        // Fails only for a property name with a dash and a small letter, which this is not.
        let _ = root.dataset().set("ready", "true");
    }
}
