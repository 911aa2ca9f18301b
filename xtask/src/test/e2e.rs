//! The page in a real browser: web/e2e, over dist/ as served by [`crate::serve`].

use std::process::Command;

use super::{Outcome, counted};
use crate::report::Count;
use crate::{exec, paths, serve, tools};

/// The page must work from any folder of a host; this is one with awkward characters.
const SUBFOLDER: &str = "/blog/2026/a.b-c/";

pub(super) fn step() -> Outcome {
    match node("run.mjs") {
        Ok(mut command) => counted(&mut command),
        Err(why) => Err((Count::default(), why)),
    }
}

/// `cargo xtask e2e [SPEC...]`.
pub(crate) fn command(specs: &[&str]) -> Result<(), String> {
    exec::run(node("run.mjs")?.args(specs))
}

/// `cargo xtask shots FOLDER [QUERY...]`.
pub(crate) fn shots(args: &[&str]) -> Result<(), String> {
    let [folder, queries @ ..] = args else {
        return Err("usage: cargo xtask shots FOLDER [QUERY...]".to_owned());
    };
    let here = std::env::current_dir().map_err(|e| e.to_string())?;
    exec::run(node("shots.mjs")?.arg(here.join(folder)).args(queries))
}

/// `cargo xtask pictures`: those of docs/pictures.
pub(crate) fn pictures() -> Result<(), String> {
    let folder = paths::root().join("docs/pictures");
    exec::run(node("pictures.mjs")?.arg(folder))
}

/// A script of web/e2e with the addresses and the browser it needs.
fn node(script: &str) -> Result<Command, String> {
    if !paths::dist().join("index.html").is_file() {
        return Err("dist/ has no page: run `cargo xtask build`".to_owned());
    }
    tools::npm_install()?;
    let browser = tools::browser::chromium()?;
    let address = serve::in_background(vec![
        ("/".to_owned(), paths::dist()),
        (SUBFOLDER.to_owned(), paths::dist()),
        ("/fixtures/".to_owned(), paths::e2e().join("fixtures")),
    ])?;
    // What the page's numbers are compared with.
    exec::run(exec::cargo().args(["build", "--quiet", "--package", "bpt"]))?;
    let bpt = paths::target().join("debug").join("bpt");
    let mut command = exec::command("node");
    command
        .arg(script)
        .current_dir(paths::e2e())
        .env("BASE_URL", address)
        .env("SUBFOLDER", SUBFOLDER)
        .env("CHROMIUM", browser)
        .env("BPT", bpt);
    Ok(command)
}
