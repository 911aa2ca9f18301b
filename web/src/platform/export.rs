//! Files and texts that leave the page: pictures, CSV, the clipboard. All of it may be refused.

use js_sys::Array;
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlCanvasElement, Url};

fn save(blob: &Blob, name: &str) -> Option<()> {
    let address = Url::create_object_url_with_blob(blob).ok()?;
    let link: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address).ok()
}

/// Saves a text as a file.
pub(crate) fn save_text(text: &str, kind: &str, name: &str) {
    let bag = BlobPropertyBag::new();
    bag.set_type(kind);
    let parts = Array::of1(&text.into());
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &bag) {
        // Refused in a sandboxed frame: nothing happens.
        let _ = save(&blob, name);
    }
}

/// Saves what a canvas shows as PNG.
pub(crate) fn save_png(canvas: &HtmlCanvasElement, name: &str) {
    let name = name.to_owned();
    let then = Closure::once_into_js(move |blob: Option<Blob>| {
        if let Some(blob) = blob {
            let _ = save(&blob, &name);
        }
    });
    // Refused where the canvas may not be read.
    let _ = canvas.to_blob(then.unchecked_ref());
}

/// Copies a text to the clipboard. Where that is refused the caller shows it for copying by hand.
pub(crate) fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let navigator = window().navigator();
    // `clipboard` is missing in insecure contexts, though its type says otherwise.
    let there = js_sys::Reflect::get(&navigator, &"clipboard".into())
        .is_ok_and(|clipboard| !clipboard.is_undefined());
    if !there {
        done(false);
        return;
    }
    let promise = navigator.clipboard().write_text(text);
    leptos::task::spawn_local(async move {
        done(wasm_bindgen_futures::JsFuture::from(promise).await.is_ok());
    });
}
