//! What is handed over when the whole page takes the first figure's place.

use bpt_core::decimal::{parse, shortest};

use crate::dom;
use crate::prelude::*;

/// Said by the whole page when it stands.
pub(super) const OVER: &str = "bytes-per-token:over";
/// What was moved, on the first figure.
const MOVED: &str = "data-moved";
/// Keys of what was moved: those of links, and the token that is written next.
pub(crate) const BANDWIDTH: &str = "bw";
pub(crate) const BITS: &str = "bits";
pub(crate) const TOKEN: &str = "token";

/// As one text; `None` where nothing was moved.
pub(super) fn written(moved: [(&str, Option<f64>); 3]) -> Option<String> {
    let list: Vec<String> = moved
        .into_iter()
        .filter_map(|(key, value)| Some(format!("{key}={}", shortest(value?))))
        .collect();
    (!list.is_empty()).then(|| list.join("&"))
}

/// What was moved in the first figure of the page as it was built.
pub(crate) fn moved(figure: &str) -> Vec<(String, f64)> {
    let text = dom::built_attribute(figure, MOVED).unwrap_or_default();
    text.split('&')
        .filter_map(|pair| {
            let (key, value) = pair.split_once('=')?;
            Some((key.to_owned(), parse(value)?))
        })
        .collect()
}

/// Tells the first figure that the whole page stands.
pub(crate) fn over() {
    if let Ok(event) = web_sys::Event::new(OVER) {
        // Refused only for an event that is on its way already.
        let _ = window().dispatch_event(&event);
    }
}
