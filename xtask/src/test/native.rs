//! What cargo checks by itself, on the machine's own target.

use super::{Outcome, counted, gate};
use crate::exec;

/// Everything but the page, which compiles for WebAssembly only.
const NATIVE: [&str; 4] = ["--locked", "--workspace", "--exclude", "bpt-web"];

pub(super) fn format() -> Outcome {
    gate(exec::run(exec::cargo().args(["fmt", "--all", "--check"])))
}

pub(super) fn lints() -> Outcome {
    gate(exec::run(exec::cargo().arg("clippy").args(NATIVE).args([
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])))
}

pub(super) fn tests() -> Outcome {
    counted(exec::cargo().arg("test").args(NATIVE).args([
        "--lib",
        "--bins",
        "--tests",
        "--examples",
        "--no-fail-fast",
    ]))
}

pub(super) fn doc_tests() -> Outcome {
    counted(
        exec::cargo()
            .arg("test")
            .args(NATIVE)
            .args(["--doc", "--no-fail-fast"]),
    )
}

pub(super) fn documentation() -> Outcome {
    gate(exec::run(
        exec::cargo()
            .arg("doc")
            .args(NATIVE)
            .arg("--no-deps")
            .env("RUSTDOCFLAGS", "-D warnings"),
    ))
}
