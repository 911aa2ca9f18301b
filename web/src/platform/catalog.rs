//! The whole catalog, which the page fetches when somebody needs more than its start.

use bpt_catalog::Catalog;
use bpt_permalink::{PageState, Replaced};
use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

use crate::tongue;

#[wasm_bindgen]
extern "C" {
    /// A promise of the file's text (web/loader.js); always the same one.
    #[wasm_bindgen(js_name = bytesPerTokenCatalog, catch)]
    fn whole() -> Result<Promise, JsValue>;
}

/// Runs something once the whole catalog is there: now, if it is; without it, if it cannot be
/// had, so that a page without network shows what it knows.
pub(crate) fn when_whole(then: impl FnOnce() + 'static) {
    if Catalog::is_whole() {
        return then();
    }
    let then: Box<dyn FnOnce()> = Box::new(then);
    wasm_bindgen_futures::spawn_local(async {
        if let Ok(promise) = whole()
            && let Ok(text) = JsFuture::from(promise).await
            && !Catalog::is_whole()
            && let Some(text) = text.as_string()
        {
            // The build made the file of what its tests read.
            let _ = Catalog::complete(&text);
        }
        then();
    });
}

/// Reads a query by a catalog that has what it names. Where it says nothing of a language, the
/// document's stays.
pub(crate) fn read(query: &str, then: impl FnOnce(PageState, Vec<Replaced>) + 'static) {
    let then = move |mut state: PageState, replaced| {
        state.lang = state.lang.or_else(tongue::said);
        then(state, replaced);
    };
    let (state, replaced) = PageState::read(query, Catalog::embedded());
    if replaced.is_empty() || Catalog::is_whole() {
        return then(state, replaced);
    }
    let query = query.to_owned();
    when_whole(move || {
        let (state, replaced) = PageState::read(&query, Catalog::embedded());
        then(state, replaced);
    });
}
