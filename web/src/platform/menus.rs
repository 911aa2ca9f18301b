//! Menus close when something else is pressed, and on Escape.

use leptos::ev;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};

use crate::platform::watch;
use crate::prelude::*;

const OPEN: &str = "details[open]:is(.presets, .menu, .row-menu, .right-choose)";

fn open() -> impl Iterator<Item = Element> {
    let found = document().query_selector_all(OPEN).ok();
    let count = found.as_ref().map_or(0, web_sys::NodeList::length);
    (0..count).filter_map(move |at| found.as_ref()?.get(at)?.dyn_into().ok())
}

fn close(menu: &Element) {
    // A valid name: cannot fail.
    let _ = menu.remove_attribute("open");
}

/// Listens as long as the page stands.
pub(crate) fn listen() {
    watch::listen(&window(), ev::pointerdown, |event| {
        let pressed = event
            .target()
            .and_then(|target| target.dyn_into::<Node>().ok());
        open()
            .filter(|menu| !menu.contains(pressed.as_ref()))
            .for_each(|menu| close(&menu));
    });
    watch::listen(&window(), ev::keydown, |event| {
        if event.key() != "Escape" {
            return;
        }
        for menu in open() {
            let inside = menu.contains(document().active_element().as_deref());
            close(&menu);
            let head = menu.query_selector("summary").ok().flatten();
            if let Some(head) = head.and_then(|head| head.dyn_into::<HtmlElement>().ok())
                && inside
            {
                // Refused only by elements that are not shown.
                let _ = head.focus();
            }
        }
    });
}
