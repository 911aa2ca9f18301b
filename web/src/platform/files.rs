//! The module that reads files. It is loaded when the first file arrives (web/loader.js).

use js_sys::{Array, Function, JSON, Object, Promise, Reflect};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// What the module found. A plain object; everything in it may be missing.
#[derive(Clone, Debug)]
pub(crate) struct Found(JsValue);

impl Found {
    fn get(&self, key: &str) -> JsValue {
        Reflect::get(&self.0, &key.into()).unwrap_or_default()
    }

    pub(crate) fn text(&self, key: &str) -> Option<String> {
        self.get(key).as_string()
    }

    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        self.get(key).as_f64()
    }

    pub(crate) fn list(&self, key: &str) -> Vec<Self> {
        let list = self.get(key);
        if Array::is_array(&list) {
            Array::from(&list).iter().map(Self).collect()
        } else {
            Vec::new()
        }
    }

    /// Key and text of each pair of a list.
    pub(crate) fn pairs(&self, key: &str) -> Vec<(String, String)> {
        let text = |value: JsValue| value.as_string().unwrap_or_default();
        self.list(key)
            .into_iter()
            .map(|pair| {
                let pair = Array::from(&pair.0);
                (text(pair.get(0)), text(pair.get(1)))
            })
            .collect()
    }

    /// Name and number of each member of an object.
    pub(crate) fn numbers(&self, key: &str) -> Vec<(String, f64)> {
        let Ok(object) = self.get(key).dyn_into::<Object>() else {
            return Vec::new();
        };
        Object::entries(&object)
            .iter()
            .filter_map(|entry| {
                let entry = Array::from(&entry);
                Some((entry.get(0).as_string()?, entry.get(1).as_f64()?))
            })
            .collect()
    }

    /// The text itself, where it is one.
    pub(crate) fn own_text(&self) -> Option<String> {
        self.0.as_string()
    }
}

async fn module() -> Option<JsValue> {
    let load = Reflect::get(&window(), &"bytesPerTokenFiles".into()).ok()?;
    let load: Function = load.dyn_into().ok()?;
    let promise: Promise = load.call0(&JsValue::NULL).ok()?.dyn_into().ok()?;
    JsFuture::from(promise).await.ok()
}

/// Calls a function of the module; `None` if the module could not be loaded.
async fn call(name: &str, arguments: &[JsValue]) -> Option<JsValue> {
    let module = module().await?;
    let function: Function = Reflect::get(&module, &name.into()).ok()?.dyn_into().ok()?;
    let given = function
        .apply(&JsValue::NULL, &arguments.iter().collect::<Array>())
        .ok()?;
    match given.dyn_into::<Promise>() {
        Ok(promise) => JsFuture::from(promise).await.ok(),
        Err(value) => Some(value),
    }
}

/// Reads files that belong together.
pub(crate) async fn inspect(files: Array) -> Option<Found> {
    let answer = call("inspect", &[files.into()]).await?;
    JSON::parse(&answer.as_string()?).ok().map(Found)
}

/// Reads a text that was pasted.
pub(crate) async fn inspect_text(text: String) -> Option<Found> {
    let answer = call("inspect_text", &[text.into()]).await?;
    JSON::parse(&answer.as_string()?).ok().map(Found)
}

/// Scenario and results as a JSON document, of the query of a link.
pub(crate) async fn document(query: String, address: String) -> Option<String> {
    let answer = call("document", &[query.into(), address.into()]).await?;
    answer.as_string()
}
