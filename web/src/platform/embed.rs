//! The page as a guest in another page's frame: it says its height and takes theme and state.

use js_sys::{Object, Reflect};
use leptos::prelude::window;
use wasm_bindgen::JsValue;
use web_sys::{HtmlIFrameElement, MessageEvent};

/// Longest message text that is read.
const LONGEST: usize = 8_192;

/// What a host page asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// A theme: `light`, `dark` or `auto`.
    Theme(String),
    /// Another state, as a query without `?`.
    State(String),
}

fn object(pairs: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in pairs {
        // Setting a property of a new plain object cannot fail.
        let _ = Reflect::set(&object, &(*key).into(), value);
    }
    object.into()
}

/// Tells the host page the height of the content, in our form, Embedly's and AMP's.
pub(crate) fn post_height(id: &str, height: f64) {
    let Ok(Some(parent)) = window().parent() else {
        return;
    };
    let place = window().location().href().unwrap_or_default();
    let messages = [
        object(&[
            ("type", "bytes-per-token:height".into()),
            ("id", id.into()),
            ("height", height.into()),
        ]),
        object(&[
            ("context", "iframe.resize".into()),
            ("src", place.into()),
            ("height", height.into()),
        ]),
        object(&[
            ("sentinel", "amp".into()),
            ("type", "embed-size".into()),
            ("height", height.into()),
        ]),
    ];
    for message in &messages {
        // A height is no secret; any host may read it.
        let _ = parent.post_message(message, "*");
    }
}

/// The height that a frame of this page asks its host for, CSS px.
pub(crate) fn height_asked(frame: &HtmlIFrameElement, event: &MessageEvent) -> Option<f64> {
    let from = event.source()?;
    if !Object::is(from.as_ref(), frame.content_window()?.as_ref()) {
        return None;
    }
    let field = |key: &str| Reflect::get(&event.data(), &key.into()).ok();
    if field("type")?.as_string()? != "bytes-per-token:height" {
        return None;
    }
    field("height")?.as_f64()
}

/// Reads a message of the host page; anything else is `None`.
pub(crate) fn read(event: &MessageEvent) -> Option<Message> {
    let parent = window().parent().ok()??;
    let source = event.source()?;
    if !Object::is(source.as_ref(), parent.as_ref()) {
        return None;
    }
    let data = event.data();
    let text = |key: &str| -> Option<String> {
        let value = Reflect::get(&data, &key.into()).ok()?.as_string()?;
        (value.len() <= LONGEST).then_some(value)
    };
    match text("type")?.as_str() {
        "bytes-per-token:theme" => text("theme").map(Message::Theme),
        "bytes-per-token:state" => text("query").map(Message::State),
        _ => None,
    }
}
