//! `cargo xtask build`: the page into dist/.

use std::path::PathBuf;
use std::time::Instant;

use crate::{dist, exec, paths, tools};

/// How the page is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Small and fast, as published.
    Release,
    /// As released: like `Release`, and the same from every folder of every machine. It compiles
    /// apart, so that the everyday build stays warm.
    Published,
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
    // Trunk compiles one module after the other; all at once they use every core, and Trunk finds
    // them compiled.
    let mut modules = exec::cargo();
    modules.args(["build", "--locked", "--bins"]);
    modules.args([
        "--target",
        tools::target::TARGET,
        "--manifest-path",
        "web/Cargo.toml",
    ]);
    let mut trunk = exec::command("trunk");
    trunk
        .arg("build")
        .env("PATH", path)
        .env("TRUNK_SKIP_VERSION_CHECK", "true");
    for step in [&mut modules, &mut trunk] {
        if profile != Profile::Dev {
            step.arg("--release");
        }
        if profile == Profile::Published {
            step.env("CARGO_TARGET_DIR", paths::target().join("published"))
                .env("RUSTFLAGS", without_paths()?);
        }
        exec::run(step)?;
    }
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

/// Flags that take this machine's folders out of the messages of panics.
fn without_paths() -> Result<String, String> {
    let renamed = [(cargo_home()?, "cargo"), (paths::root(), "bytes-per-token")];
    let flags: Vec<String> = renamed
        .iter()
        .map(|(folder, name)| format!("--remap-path-prefix={}=/{name}", folder.display()))
        .collect();
    Ok(flags.join(" "))
}

/// Where cargo keeps the sources of dependencies.
pub(crate) fn cargo_home() -> Result<PathBuf, String> {
    std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
        .ok_or_else(|| "there is no home folder".to_owned())
}
