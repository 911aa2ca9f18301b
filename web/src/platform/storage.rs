//! What the browser remembers, where it lets us. In a sandboxed frame every access throws.

fn storage() -> Option<web_sys::Storage> {
    leptos::prelude::window().local_storage().ok()?
}

/// A remembered text.
pub(crate) fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// Remembers a text, or forgets it.
pub(crate) fn set(key: &str, value: Option<&str>) {
    if let Some(storage) = storage() {
        // Refused (private mode, quota): then it is not remembered.
        let _ = match value {
            Some(value) => storage.set_item(key, value),
            None => storage.remove_item(key),
        };
    }
}
