//! The story as text, tables and pictures in the page itself: by `bpt-bake`, from the same core
//! and words as the program.

use crate::{exec, paths};

pub(super) fn step() -> Result<(), String> {
    let run = ["run", "--locked", "--quiet", "--package", "bpt-bake", "--"];
    exec::run(exec::cargo().args(run).arg(paths::dist()))
}
