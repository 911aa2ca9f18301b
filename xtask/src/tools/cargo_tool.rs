//! Command line tools that come as crates.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::{has_version, say};
use crate::{exec, paths};

/// The folder that holds `binary` of exactly `version`: from PATH, from the cache, by
/// `cargo binstall` where that is installed, else compiled into the cache.
pub(super) fn folder(
    package: &str,
    binary: &str,
    version: &str,
    features: &[&str],
) -> Result<PathBuf, String> {
    if let Some(found) = exec::which(binary)
        && has_version(&found, version)
        && let Some(parent) = found.parent()
    {
        return Ok(parent.to_owned());
    }
    let home = paths::cache()
        .join("tools")
        .join(format!("{package}-{version}"));
    let bin = home.join("bin");
    let program = bin.join(format!("{binary}{}", std::env::consts::EXE_SUFFIX));
    if !has_version(&program, version) {
        fetch(package, version, features, &home)?;
    }
    if has_version(&program, version) {
        Ok(bin)
    } else {
        Err(format!(
            "{} is not {binary} {version} after its installation",
            program.display()
        ))
    }
}

fn fetch(package: &str, version: &str, features: &[&str], home: &Path) -> Result<(), String> {
    let start = Instant::now();
    if exec::which("cargo-binstall").is_some() {
        say(&format!("installing {package} {version} by cargo binstall"));
        let done = exec::run(
            exec::cargo()
                .args(["binstall", "--no-confirm", "--version", version, "--root"])
                .arg(home)
                .arg(package),
        );
        match done {
            Ok(()) => return Ok(()),
            Err(why) => say(&format!("{why}; compiling it instead")),
        }
    }
    compile(package, version, features, home)?;
    say(&format!(
        "{package} {version} took {:.0} s; kept in the cache",
        start.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// Speed of the tool matters little, the wait for it a lot: hence light optimisation and no
/// link-time optimisation.
fn compile(package: &str, version: &str, features: &[&str], home: &Path) -> Result<(), String> {
    say(&format!(
        "compiling {package} {version}, once: on two cores Trunk takes about 10 minutes, \
         wasm-bindgen 2.5 (set BPT_CACHE to choose the folder that keeps them)"
    ));
    // In the cache, so that an interrupted build goes on where it stopped.
    let scratch = paths::cache()
        .join("build")
        .join(format!("{package}-{version}"));
    exec::run(
        exec::cargo()
            .args(["install", "--locked", package, "--version", version])
            .args(features)
            .arg("--root")
            .arg(home)
            .arg("--target-dir")
            .arg(&scratch)
            .env("CARGO_PROFILE_RELEASE_LTO", "false")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
            .env_remove("RUSTFLAGS"),
    )?;
    // Hundreds of megabytes that nothing needs any more; what stays is only space.
    let _ = std::fs::remove_dir_all(scratch);
    Ok(())
}
