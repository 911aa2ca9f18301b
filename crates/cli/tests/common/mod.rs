//! What the tests share: `bpt` as a program.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// Runs it with these arguments and this input.
pub(crate) fn bpt(arguments: &[&str], input: impl Into<Vec<u8>>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bpt"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.into();
    let feed = std::thread::spawn(move || {
        // A program that stops early closes the pipe.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("ends");
    feed.join().expect("is fed");
    output
}
