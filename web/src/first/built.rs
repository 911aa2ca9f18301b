//! What the build has put into the page for its first figure (`bpt-bake`).

use bpt_core::packed::Movable;
use bpt_story::Here;
use bpt_words::Slot;
use js_sys::Array;
use wasm_bindgen::JsCast;

use crate::dom;

/// Scenarios and names.
pub(super) struct Built {
    /// A's scenario and B's.
    pub(super) sides: Vec<Movable>,
    /// The scenario's line.
    pub(super) line: Vec<Here>,
}

impl Built {
    /// Reads it: `[[numbers of A, numbers of B], [[text, differs, slot], ...]]`. `None` where the
    /// page was built without.
    pub(super) fn read() -> Option<Self> {
        let text = dom::built_attribute("fig-bytes", "data-first")?;
        let all: Array = js_sys::JSON::parse(&text).ok()?.dyn_into().ok()?;
        let sides = list(&all.get(0))
            .map(|side| {
                let mut numbers = list(&side).map(|one| one.as_f64().unwrap_or(f64::NAN));
                Movable::unpack(&mut numbers)
            })
            .collect();
        let line = list(&all.get(1))
            .map(|piece| {
                let mut parts = list(&piece);
                Some(Here {
                    text: parts.next()?.as_string()?,
                    differs: parts.next()?.as_bool()?,
                    slot: match parts.next()?.as_string()?.as_str() {
                        "a" => Some(Slot::A),
                        "b" => Some(Slot::B),
                        _ => None,
                    },
                })
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Self { sides, line })
    }
}

fn list(value: &wasm_bindgen::JsValue) -> impl Iterator<Item = wasm_bindgen::JsValue> + use<> {
    let array: Array = value.clone().unchecked_into();
    (0..array.length()).map(move |at| array.get(at))
}
