//! What `cargo xtask release` makes, without building the page again.

use super::{Outcome, gate, gate_list};
use crate::release;
use crate::report::Count;
use crate::{exec, paths};

/// The archive and the bill of materials made twice are the same, and nothing in them is empty.
pub(super) fn archive() -> Outcome {
    let twice = || -> Result<Vec<String>, String> {
        let mut wrong = Vec::new();
        let mut sums = Vec::new();
        for name in ["once", "twice"] {
            let folder = paths::target().join("publish-check").join(name);
            release::clear(&folder)?;
            release::site(&folder)?;
            std::fs::write(folder.join("bill.json"), release::bill::text()?)
                .map_err(|e| e.to_string())?;
            sums.push(release::sums(&folder)?);
        }
        let differing = sums[0].lines().zip(sums[1].lines()).filter(|(a, b)| a != b);
        wrong.extend(differing.map(|(a, b)| format!("made twice: {a}, then {b}")));
        if sums[0].lines().count() != sums[1].lines().count() {
            wrong.push("made twice: not the same files".to_owned());
        }
        for needed in [
            "site/index.html.br",
            "site/index.html.gz",
            ".wasm.br",
            ".tar.gz",
        ] {
            if !sums[0].contains(needed) {
                wrong.push(format!("{needed} is missing"));
            }
        }
        println!("{} files, made twice", sums[0].lines().count());
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
