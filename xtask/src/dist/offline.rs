//! Writes the lists of files, and a version made of their bytes, into the service worker.

use std::collections::BTreeMap;
use std::path::Path;

use super::{digest, failed, read, write};
use crate::paths;

const WORKER: &str = "worker.js";
const LIST: &str = "\"LIST\"";
const MORE: &str = "\"MORE\": []";
const VERSION: &str = "VERSION";

pub(super) fn step() -> Result<(), String> {
    let dist = paths::dist();
    let names: Vec<String> = paths::files_below(&dist)?
        .into_iter()
        .filter(|name| is_needed(name))
        .collect();
    let version = version(&dist, &names)?;
    let pages: Vec<String> = names
        .iter()
        .filter_map(|name| Some(name.strip_suffix(".html")?.to_owned()))
        .filter(|page| page != "index")
        .collect();
    let mut first = Vec::new();
    let mut more: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for name in &names {
        // The page is asked for by its folder.
        let listed = format!("{:?}", if name == "index.html" { "./" } else { name });
        match pages.iter().find(|page| is_of(name, page)) {
            Some(page) => more.entry(page).or_default().push(listed),
            None => first.push(listed),
        }
    }
    let more: Vec<String> = more
        .iter()
        .map(|(page, files)| format!("{page:?}: [{}]", files.join(", ")))
        .collect();
    let worker = dist.join(WORKER);
    let text = read(&worker)?;
    if [LIST, MORE, VERSION]
        .iter()
        .any(|place| !text.contains(place))
    {
        return Err(format!("{WORKER} has no place for the list of files"));
    }
    let text = text
        .replace(LIST, &first.join(", "))
        .replace(MORE, &more.join(", "))
        .replace(VERSION, &version);
    write(&worker, &text)
}

/// Whether only a language's page (`zh.html`) needs a file: itself, and modules with its name.
fn is_of(name: &str, page: &str) -> bool {
    name == format!("{page}.html") || name.contains(&format!("-{page}-"))
}

/// What the page itself needs: not the worker, and nothing that only other sites load.
fn is_needed(name: &str) -> bool {
    name != WORKER
        && name != "embed.js"
        && !["posters/", "s/", "demo/"]
            .iter()
            .any(|folder| name.starts_with(folder))
        && !name.ends_with("-OFL.txt")
}

/// Changes when any byte of any file does.
fn version(dist: &Path, names: &[String]) -> Result<String, String> {
    let mut parts = Vec::new();
    for name in names {
        let file = dist.join(name);
        parts.push(name.clone().into_bytes());
        parts.push(std::fs::read(&file).map_err(failed(&file))?);
    }
    Ok(digest(parts.iter().map(Vec::as_slice)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_page_needs() {
        for name in ["index.html", "fonts/inter.woff2", "bpt-web-1_bg.wasm"] {
            assert!(is_needed(name), "{name}");
        }
        for name in [
            "worker.js",
            "embed.js",
            "posters/context-light.svg",
            "s/moe/index.html",
        ] {
            assert!(!is_needed(name), "{name}");
        }
    }

    #[test]
    fn a_language_has_files_of_its_own() {
        for name in ["zh.html", "bpt-page-zh-1_bg.wasm"] {
            assert!(is_of(name, "zh"), "{name}");
        }
        for name in ["index.html", "bpt-web-1_bg.wasm"] {
            assert!(!is_of(name, "zh"), "{name}");
        }
    }

    #[test]
    fn the_version_follows_the_bytes() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let one = version(here, &["Cargo.toml".to_owned()]);
        assert_eq!(one, version(here, &["Cargo.toml".to_owned()]));
        assert_ne!(one, version(here, &["src/main.rs".to_owned()]));
    }
}
