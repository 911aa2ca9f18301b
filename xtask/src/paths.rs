//! Where things are: the workspace, the built page, the cache of tools.

use std::path::{Path, PathBuf};

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

/// What cargo compiles into.
pub(crate) fn target() -> PathBuf {
    root().join("target")
}

/// The folder of what `cargo xtask release` makes.
pub(crate) fn publish() -> PathBuf {
    target().join("publish")
}

/// All files below a folder, sorted, as paths from there with slashes.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<String>, String> {
    fn collect(folder: &Path, from: &str, files: &mut Vec<String>) -> Result<(), String> {
        let entries =
            std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        for path in entries.flatten().map(|e| e.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                collect(&path, &format!("{from}{name}/"), files)?;
            } else {
                files.push(format!("{from}{name}"));
            }
        }
        Ok(())
    }
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    files.sort();
    Ok(files)
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
