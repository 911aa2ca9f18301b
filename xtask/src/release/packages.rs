//! Packages for crates.io: `bpt-core`, `bpt`, and what `bpt` stands on.

use std::path::PathBuf;

use crate::{exec, paths};

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
    let mut cargo = exec::cargo();
    // Offline: everything it needs was fetched when it was compiled the first time.
    cargo.args(["package", "--quiet", "--offline", "--allow-dirty"]);
    for name in PUBLISHED {
        cargo.args(["--package", name]);
    }
    exec::run(&mut cargo)?;
    let version = env!("CARGO_PKG_VERSION");
    let folder = paths::target().join("package");
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
