//! Pages of the presets: written by `bpt-cards`, their previews made PNG by the rasteriser of
//! web/e2e, with the pictures of figures that `bpt-bake` has written. `SITE_URL` is the address at
//! which the page will be published.

use crate::{exec, paths, tools};

pub(super) fn step() -> Result<(), String> {
    let run = ["run", "--locked", "--quiet", "--package", "bpt-cards", "--"];
    let mut cards = exec::cargo();
    cards.args(run).arg(paths::dist());
    if let Some(site) = std::env::var_os("SITE_URL") {
        cards.arg(site);
    }
    exec::run(cards.current_dir(paths::root()))?;
    tools::npm_install()?;
    exec::run(
        exec::command("node")
            .arg("cards.mjs")
            .arg(paths::dist())
            .current_dir(paths::e2e()),
    )
}
