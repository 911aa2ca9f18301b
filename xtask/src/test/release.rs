//! What `cargo xtask release` makes, without building the page again.

use super::{Outcome, gate, gate_list};
use crate::release;
use crate::report::Count;
use crate::{exec, paths};

/// The archive and the bill of materials made twice are the same, and nothing is missing.
pub(super) fn archive() -> Outcome {
    let twice = || -> Result<Vec<String>, String> {
        let folder = paths::target().join("publish-check");
        release::clear(&folder)?;
        let archive = release::site(&folder)?;
        let first = std::fs::read(&archive).map_err(|e| e.to_string())?;
        let again = release::pack(&folder.join("site"))?;
        let mut wrong = Vec::new();
        if release::sha256(&first) != release::sha256(&again) {
            wrong.push("the archive made twice is not the same".to_owned());
        }
        if release::bill::text()? != release::bill::text()? {
            wrong.push("the bill of materials made twice is not the same".to_owned());
        }
        let files = paths::files_below(&folder)?;
        for needed in [
            "site/index.html.br",
            "site/index.html.gz",
            ".wasm.br",
            ".tar.gz",
        ] {
            if !files.iter().any(|file| file.ends_with(needed)) {
                wrong.push(format!("{needed} is missing"));
            }
        }
        println!("{} files, {} bytes packed", files.len(), first.len());
        Ok(wrong)
    };
    match twice() {
        Ok(wrong) => gate_list(&wrong),
        Err(why) => Err((Count::default(), why)),
    }
}

/// `cargo package` for everything that goes to crates.io.
pub(super) fn packages() -> Outcome {
    gate(release::packages::make().map(|files| println!("{} packages", files.len())))
}

/// The libraries stand alone: natively and for WebAssembly, with and without their features.
pub(super) fn alone() -> Outcome {
    const WASM: &[&str] = &["--target", "wasm32-unknown-unknown"];
    let mut count = Count::default();
    for package in ["bpt-core", "bpt-catalog"] {
        for features in ["--no-default-features", "--all-features"] {
            for target in [&[], WASM] {
                let mut cargo = exec::cargo();
                cargo.args([
                    "check",
                    "--quiet",
                    "--locked",
                    "--package",
                    package,
                    features,
                ]);
                exec::run(cargo.args(target)).map_err(|why| (count, why))?;
                count.passed += 1;
            }
        }
    }
    Ok(count)
}
