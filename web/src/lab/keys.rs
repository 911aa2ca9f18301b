//! Keys of the lab, where no field has the focus.

use crate::prelude::*;
use leptos::ev;
use wasm_bindgen::JsCast;

use crate::lab::{history, presets};
use crate::platform::watch;
use crate::state::Page;

fn typing() -> bool {
    document().active_element().is_some_and(|element| {
        let kind = element.get_attribute("type").unwrap_or_default();
        match element.tag_name().as_str() {
            "INPUT" => kind != "range" && kind != "radio" && kind != "checkbox",
            "TEXTAREA" | "SELECT" => true,
            _ => false,
        }
    })
}

/// Moves the focus to the next or previous chart.
fn chart(by: i32) {
    let Ok(charts) = document().query_selector_all("figure .chart[tabindex]") else {
        return;
    };
    let active = document().active_element();
    let count = charts.length();
    let now = (0..count).find(|at| {
        let here = charts
            .get(*at)
            .and_then(|node| node.dyn_into::<web_sys::Element>().ok());
        here.is_some() && here == active
    });
    let next = match (now, by) {
        (Some(at), 1) => (at + 1) % count.max(1),
        (Some(at), _) => (at + count - 1) % count.max(1),
        (None, 1) => 0,
        (None, _) => count.saturating_sub(1),
    };
    if let Some(element) = charts
        .get(next)
        .and_then(|node| node.dyn_into::<web_sys::HtmlElement>().ok())
    {
        // Refused only by elements that are not shown.
        let _ = element.focus();
    }
}

/// Opens all tables, or closes them.
fn tables() {
    let Ok(all) = document().query_selector_all("details.data") else {
        return;
    };
    let each = || {
        (0..all.length())
            .filter_map(|at| all.get(at)?.dyn_into::<web_sys::HtmlDetailsElement>().ok())
    };
    let open = each().all(|one| one.open());
    for one in each() {
        one.set_open(!open);
    }
}

/// Listens while the lab is shown.
pub(crate) fn listen(page: Page) {
    watch::listen(&window(), ev::keydown, move |event| {
        if typing() || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        match event.key().as_str() {
            "u" => history::undo(page),
            "s" => history::swap(page),
            "r" => presets::reset(page),
            "t" => tables(),
            "]" => chart(1),
            "[" => chart(-1),
            _ => return,
        }
        event.prevent_default();
    });
}
