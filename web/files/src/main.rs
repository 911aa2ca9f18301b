//! Reads files that a reader drops on the page, and writes documents. A module of its own: the page
//! loads it when the first file arrives. Files stay where they are; only their headers are read, in slices.

#![allow(
    missing_docs,
    unreachable_pub,
    reason = "what wasm-bindgen hands to the page is described here and nowhere else seen"
)]

mod answer;
mod slices;

use bpt_catalog::Catalog;
use bpt_export::Side;
use bpt_ingest::Files;
use bpt_permalink::PageState;
use js_sys::Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

const fn main() {}

/// Reads the files of one model together (shards; a config with its tensor table), or a log.
/// Gives JSON: what was found, or `{"error": "..."}`.
#[wasm_bindgen]
pub async fn inspect(files: Array) -> JsValue {
    let mut found = Files::default();
    let mut read = 0.0;
    for file in files.iter().filter_map(|file| file.dyn_into().ok()) {
        match slices::read(&mut found, &file).await {
            Ok(bytes) => read += bytes,
            Err(why) => return answer::refused(&file.name(), &why).into(),
        }
    }
    answer::of(found.finish(), read).into()
}

/// The same for a text that was pasted.
#[wasm_bindgen]
pub fn inspect_text(text: &str) -> JsValue {
    let mut found = Files::default();
    match found.add("", text.as_bytes()) {
        Ok(()) => answer::of(found.finish(), text.len() as f64).into(),
        Err(why) => answer::refused("", &why.to_string()).into(),
    }
}

/// Scenario and results as a JSON document: of the query of a link, which is written into it.
#[wasm_bindgen]
pub fn document(query: &str, link: &str) -> JsValue {
    let catalog = Catalog::embedded();
    let (state, _) = PageState::read(query, catalog);
    let sides: Vec<_> = core::iter::once(state.row_a())
        .chain(state.row_b(catalog))
        .filter_map(|row| {
            let scenario = catalog.resolve(&row).ok()?;
            Some((row, bpt_core::estimate(&scenario)))
        })
        .collect();
    let sides: Vec<_> = sides
        .iter()
        .map(|(row, estimate)| Side { row, estimate })
        .collect();
    bpt_export::document(catalog, link, &sides).into()
}
