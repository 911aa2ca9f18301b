//! Tells the reader what does not work here; the lines are in the page that was built.

use bpt_words::story::Trouble;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Shows a line once (web/loader.js).
    #[wasm_bindgen(js_name = bytesPerTokenTrouble, catch)]
    fn show(why: &str) -> Result<(), JsValue>;
}

/// Shows the line of what went wrong, once.
pub(crate) fn tell(what: Trouble) {
    // Fails only on a page without the loader, which then says nothing.
    let _ = show(what.id());
}
