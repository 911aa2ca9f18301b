//! How the browser writes numbers in the page's language.

use bpt_words::format::{Numbers, use_marks};
use js_sys::{Array, Intl, Object, Reflect};
use wasm_bindgen::JsValue;

/// Writes numbers with the marks that `Intl` has for a language from now on. Where it knows none,
/// the language's own stay.
pub(crate) fn follow(tag: &str) {
    if let Some(marks) = of(tag) {
        use_marks(marks);
    }
}

fn of(tag: &str) -> Option<Numbers> {
    let format = Intl::NumberFormat::new(&Array::of1(&tag.into()), &Object::new());
    // Has both marks in every language.
    let parts = format.format_to_parts(12345.6);
    let mark = |wanted: &str| {
        let text = |part: &JsValue, name: &str| Reflect::get(part, &name.into()).ok()?.as_string();
        let of_kind = |part: &JsValue| text(part, "type").as_deref() == Some(wanted);
        let part = parts.iter().find(of_kind)?;
        text(&part, "value")?.chars().next()
    };
    Some(Numbers {
        decimal: mark("decimal")?,
        group: mark("group")?,
    })
}
