//! Packages for crates.io: `bpt-core`, `bpt`, and what `bpt` stands on.

use std::path::{Path, PathBuf};

use crate::{build, exec, paths};

/// In the order of publishing: each only needs those before it.
pub(crate) const PUBLISHED: [&str; 6] = [
    "bpt-core",
    "bpt-catalog",
    "bpt-words",
    "bpt-ingest",
    "bpt-calibrate",
    "bpt",
];

/// Makes them, and compiles each from its package alone, without the files around it.
pub(crate) fn make() -> Result<Vec<PathBuf>, String> {
    let target = paths::target().join("packages");
    forget(&target)?;
    let mut cargo = exec::cargo();
    cargo.env("CARGO_TARGET_DIR", &target);
    // Offline: everything it needs was fetched when it was compiled the first time.
    cargo.args(["package", "--quiet", "--offline", "--allow-dirty"]);
    for name in PUBLISHED {
        cargo.args(["--package", name]);
    }
    exec::run(&mut cargo)?;
    let version = env!("CARGO_PKG_VERSION");
    let folder = target.join("package");
    PUBLISHED
        .iter()
        .map(|name| {
            let path = folder.join(format!("{name}-{version}.crate"));
            path.is_file()
                .then(|| path.clone())
                .ok_or_else(|| format!("cargo made no {}", path.display()))
        })
        .collect()
}

/// Takes away what an earlier run unpacked and compiled of our own: cargo holds a version in a
/// registry for unchangeable, also in the one that it makes for packages that need each other.
fn forget(target: &Path) -> Result<(), String> {
    let ours = |name: &str| PUBLISHED.iter().any(|p| name.starts_with(&format!("{p}-")));
    // A registry that is a folder has no name before its hash.
    let unpacked = build::cargo_home()?.join("registry").join("src");
    for registry in folders(&unpacked, |name| name.starts_with('-')) {
        for package in folders(&registry, ours) {
            std::fs::remove_dir_all(&package).map_err(|e| super::at(&package, e))?;
        }
    }
    for record in folders(&target.join("debug").join(".fingerprint"), ours) {
        std::fs::remove_dir_all(&record).map_err(|e| super::at(&record, e))?;
    }
    Ok(())
}

/// Folders in a folder, by name; none where it does not exist.
fn folders(folder: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let name = |path: &Path| {
        path.file_name()
            .is_some_and(|n| wanted(&n.to_string_lossy()))
    };
    let paths = entries.flatten().map(|entry| entry.path());
    paths.filter(|path| path.is_dir() && name(path)).collect()
}
