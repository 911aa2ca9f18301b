//! Packages from npm: wasm-opt for the build, the browser driver and rules for the tests.

use super::say;
use crate::{exec, paths};

/// Installs what web/e2e/package-lock.json lists, unless that is what stands there already.
pub(crate) fn install() -> Result<(), String> {
    let folder = paths::e2e();
    let lock = folder.join("package-lock.json");
    let wanted = std::fs::read(&lock).map_err(|e| format!("{}: {e}", lock.display()))?;
    let stamp = folder.join("node_modules").join(".installed-lock.json");
    if std::fs::read(&stamp).is_ok_and(|have| have == wanted) {
        return Ok(());
    }
    if exec::which("npm").is_none() {
        return Err("npm is not on PATH: install Node.js 20 or newer".to_owned());
    }
    say("installing the npm packages of web/e2e");
    exec::run(
        exec::command("npm")
            .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
            .current_dir(&folder),
    )?;
    std::fs::write(&stamp, wanted).map_err(|e| format!("{}: {e}", stamp.display()))
}
