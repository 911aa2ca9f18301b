//! `cargo xtask build`: the page into dist/.

use std::time::Instant;

use crate::{dist, exec, paths, tools};

/// How the page is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Small and fast, as published.
    Release,
    /// Compiles sooner.
    Dev,
}

/// Reads the arguments of `build`.
pub(crate) fn command(args: &[&str]) -> Result<(), String> {
    match args {
        [] => build(Profile::Release),
        ["--dev"] => build(Profile::Dev),
        _ => Err("usage: cargo xtask build [--dev]".to_owned()),
    }
}

/// Builds the page into dist/.
pub(crate) fn build(profile: Profile) -> Result<(), String> {
    let path = exec::path_with(&tools::for_build()?)?;
    let start = Instant::now();
    let mut trunk = exec::command("trunk");
    trunk.arg("build");
    if profile == Profile::Release {
        trunk.arg("--release");
    }
    exec::run(
        trunk
            .env("PATH", path)
            .env("TRUNK_SKIP_VERSION_CHECK", "true"),
    )?;
    for step in dist::STEPS {
        step()?;
    }
    println!(
        "xtask: built {} in {:.1} s",
        paths::dist().display(),
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
