//! From the path of a request to a file, its type, and its compressed form.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Folders by URL prefix, and the files compressed so far.
pub(super) struct Site {
    mounts: Vec<(String, PathBuf)>,
    compressed: Mutex<HashMap<PathBuf, Compressed>>,
}

/// When the file was last changed, and its bytes after gzip.
type Compressed = (SystemTime, Arc<Vec<u8>>);

impl Site {
    /// Prefixes begin and end with a slash; the longest that fits a path wins.
    pub(super) fn new(mut mounts: Vec<(String, PathBuf)>) -> Self {
        mounts.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
        Self {
            mounts,
            compressed: Mutex::default(),
        }
    }

    /// The file for the path of a URL, if it is inside a mounted folder.
    pub(super) fn find(&self, url_path: &str) -> Option<PathBuf> {
        let path = percent_decode(url_path)?;
        let (folder, rest) = self
            .mounts
            .iter()
            .find_map(|(prefix, dir)| Some((dir, path.strip_prefix(prefix.as_str())?)))?;
        let mut file = folder.clone();
        for part in rest.split('/').filter(|p| !p.is_empty()) {
            // Every way out of the folder has one of these in a part.
            if part.starts_with('.') || part.contains(['\\', ':', '\0']) {
                return None;
            }
            file.push(part);
        }
        if file.is_dir() {
            // Without the slash, relative addresses in the page would miss their folder.
            if !path.ends_with('/') {
                return None;
            }
            file.push("index.html");
        }
        file.is_file().then_some(file)
    }

    /// The file's bytes compressed, kept until the file changes.
    pub(super) fn compressed(&self, path: &Path, bytes: &[u8]) -> Option<Arc<Vec<u8>>> {
        let changed = path.metadata().and_then(|m| m.modified()).ok()?;
        let mut kept = self
            .compressed
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some((when, body)) = kept.get(path)
            && *when == changed
        {
            return Some(Arc::clone(body));
        }
        let body = Arc::new(gzip(bytes)?);
        kept.insert(path.to_owned(), (changed, Arc::clone(&body)));
        Some(body)
    }
}

/// Bytes as `gzip -9` makes them.
pub(crate) fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// Whether compression helps this type of file.
pub(crate) fn compressible(path: &Path) -> bool {
    content_type(path).1
}

/// The type that a browser needs to be told: without `application/wasm` it would not compile while
/// loading. The second value says whether compression helps.
pub(super) fn content_type(path: &Path) -> (&'static str, bool) {
    match path
        .extension()
        .and_then(|e| e.to_str())
        .unwrap_or_default()
    {
        "html" => ("text/html; charset=utf-8", true),
        "js" | "mjs" => ("text/javascript; charset=utf-8", true),
        "css" => ("text/css; charset=utf-8", true),
        "wasm" => ("application/wasm", true),
        "json" | "map" => ("application/json", true),
        "webmanifest" => ("application/manifest+json", true),
        "svg" => ("image/svg+xml", true),
        "csv" => ("text/csv; charset=utf-8", true),
        "txt" | "md" => ("text/plain; charset=utf-8", true),
        "png" => ("image/png", false),
        "ico" => ("image/x-icon", false),
        "woff2" => ("font/woff2", false),
        _ => ("application/octet-stream", false),
    }
}

/// `%41` to `A`; nothing for a broken escape or what is not UTF-8.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        Site::new(vec![
            ("/".to_owned(), root.join("src")),
            ("/deep/er/".to_owned(), root),
        ])
    }

    #[test]
    fn finds_files_under_the_longest_prefix() {
        assert!(
            site()
                .find("/main.rs")
                .is_some_and(|p| p.ends_with("src/main.rs"))
        );
        assert!(
            site()
                .find("/deep/er/Cargo.toml")
                .is_some_and(|p| p.ends_with("Cargo.toml"))
        );
        assert!(site().find("/m%61in.rs").is_some());
        assert_eq!(site().find("/nothing.rs"), None);
        assert_eq!(site().find("/serve"), None);
    }

    #[test]
    fn never_leaves_its_folder() {
        for path in [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/..%2fCargo.toml",
            "/serve/../../Cargo.toml",
            "/..\\Cargo.toml",
            "//etc/passwd",
            "/%",
            "/%zz",
            "/.git/config",
            "main.rs",
            "",
        ] {
            assert_eq!(site().find(path), None, "{path}");
        }
    }

    #[test]
    fn wasm_has_its_own_type() {
        assert_eq!(
            content_type(Path::new("a/b-12.wasm")),
            ("application/wasm", true)
        );
        assert!(!content_type(Path::new("inter.woff2")).1);
    }
}
