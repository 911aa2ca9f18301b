//! What is done to dist/ after Trunk has written it.

mod cards;
mod measurements;
mod modules;
mod offline;
mod preloads;
mod scripts;
mod story;

use std::hash::{DefaultHasher, Hasher as _};
use std::path::Path;

use crate::paths;

/// In this order. Trunk has written integrity hashes of its own files by then, so a step may add
/// files and edit index.html but must leave hashed files alone, or write their hashes anew. The
/// list of files for use without network is made last.
pub(crate) const STEPS: &[fn() -> Result<(), String>] = &[
    measurements::step,
    scripts::step,
    preloads::step,
    modules::step,
    story::step,
    cards::step,
    offline::step,
];

fn failed(path: &Path) -> impl Fn(std::io::Error) -> String + use<'_> {
    move |error| format!("{}: {error}", path.display())
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(failed(path))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(failed(path))
}

/// A short name for bytes: another one when any of them changes.
fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = DefaultHasher::new();
    for part in parts {
        hash.write_usize(part.len());
        hash.write(part);
    }
    format!("{:016x}", hash.finish())
}

/// Changes index.html.
fn edit_index(change: impl FnOnce(&str) -> Result<String, String>) -> Result<(), String> {
    let path = paths::dist().join("index.html");
    write(&path, &change(&read(&path)?)?)
}
