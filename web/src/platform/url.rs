//! The page's address.

use leptos::prelude::{document, request_animation_frame, window};
use wasm_bindgen::JsValue;

/// The query of the page's address, without `?`; where a host stripped it, what follows `#?`.
pub(crate) fn query() -> String {
    let location = window().location();
    let search = location.search().unwrap_or_default();
    if search.len() > 1 {
        return search[1..].to_owned();
    }
    let hash = location.hash().unwrap_or_default();
    hash.strip_prefix("#?").unwrap_or_default().to_owned()
}

/// The page's address without query and fragment.
pub(crate) fn base() -> String {
    let location = window().location();
    let origin = location.origin().unwrap_or_default();
    format!("{origin}{}", location.pathname().unwrap_or_default())
}

/// The page's folder, with a slash at the end.
pub(crate) fn folder() -> String {
    let base = base();
    let end = base.rfind('/').map_or(base.len(), |at| at + 1);
    base[..end].to_owned()
}

/// The page's address with a query.
pub(crate) fn address(query: &str) -> String {
    if query.is_empty() {
        base()
    } else {
        format!("{}?{query}", base())
    }
}

/// Writes the query into the address without a new entry in the history.
pub(crate) fn replace(query: &str) {
    if let Ok(history) = window().history() {
        // Throws in some sandboxed frames and above 100 calls in 10 s: then the address stays.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address(query)));
    }
}

/// Writes the query into the address as a new entry, for another view.
pub(crate) fn push(query: &str) {
    if let Ok(history) = window().history() {
        // As above.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&address(query)));
    }
}

/// Loads the page anew with a query: another view, of another module.
pub(crate) fn open(query: &str) {
    // Fails only for an address that is none.
    let _ = window().location().assign(&address(query));
}

/// Scrolls to what the address points to, once it is there.
pub(crate) fn scroll_to_place() {
    let place = window().location().hash().unwrap_or_default();
    if place.len() > 1 {
        request_animation_frame(move || {
            if let Some(target) = document().get_element_by_id(&place[1..]) {
                target.scroll_into_view();
            }
        });
    }
}
