//! The standard library for WebAssembly.

use std::path::Path;

use super::say;
use crate::exec;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Makes sure that rustc can compile for WebAssembly.
pub(crate) fn wasm() -> Result<(), String> {
    if present() {
        return Ok(());
    }
    say(&format!("adding the Rust target {TARGET}"));
    exec::run(exec::command("rustup").args(["target", "add", TARGET]))
        .map_err(|e| format!("{e}; install the Rust target {TARGET} by hand"))?;
    if present() {
        Ok(())
    } else {
        Err(format!("rustc still lacks {TARGET}"))
    }
}

fn present() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    exec::output(exec::command(rustc).args(["--print", "target-libdir", "--target", TARGET]))
        .is_ok_and(|folder| {
            std::fs::read_dir(Path::new(folder.trim()))
                .is_ok_and(|mut files| files.next().is_some())
        })
}
