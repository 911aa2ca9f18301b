//! Files of the page, which are fetched when somebody wants them.

use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// The answer to a request; `None` where there is none, or no such file.
pub(crate) async fn file(address: &str) -> Option<Response> {
    let answer = JsFuture::from(window().fetch_with_str(address))
        .await
        .ok()?;
    let answer: Response = answer.dyn_into().ok()?;
    answer.ok().then_some(answer)
}

/// A file's text.
pub(crate) async fn text(address: &str) -> Option<String> {
    let text = file(address).await?.text().ok()?;
    JsFuture::from(text).await.ok()?.as_string()
}
