//! Where things are: the workspace, the built page, the cache of tools.

use std::path::PathBuf;

/// The top folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(PathBuf::from).unwrap_or(here)
}

/// The folder that the page is built into.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// The folder of the browser tests, where npm's packages live too.
pub(crate) fn e2e() -> PathBuf {
    root().join("web").join("e2e")
}

/// Tools that are built once and kept between checkouts.
pub(crate) fn cache() -> PathBuf {
    let from = |name: &str| {
        std::env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    from("BPT_CACHE")
        .or_else(|| from("XDG_CACHE_HOME").map(|p| p.join("bytes-per-token")))
        .or_else(|| from("HOME").map(|p| p.join(".cache").join("bytes-per-token")))
        .unwrap_or_else(|| root().join("target").join("tools-cache"))
}
