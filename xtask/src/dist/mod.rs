//! What is done to dist/ after Trunk has written it.

mod offline;
mod preloads;

use std::path::Path;

use crate::paths;

/// In this order. Trunk has written integrity hashes of its own files by then, so a step may add
/// files and edit index.html but must leave hashed files alone. The list of files for use without
/// network is made last.
pub(crate) const STEPS: &[fn() -> Result<(), String>] = &[preloads::step, offline::step];

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Changes index.html.
fn edit_index(change: impl FnOnce(&str) -> Result<String, String>) -> Result<(), String> {
    let path = paths::dist().join("index.html");
    write(&path, &change(&read(&path)?)?)
}
