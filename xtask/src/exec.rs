//! Running other programs.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::paths;

/// A command in the workspace's folder.
///
/// `NO_COLOR=1` is dropped: Trunk 0.21 refuses any value of it but `true` and `false`.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(paths::root()).env_remove("NO_COLOR");
    command
}

/// The cargo that runs this task.
pub(crate) fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = command(program);
    // Set by `cargo run` for this process only; a build script elsewhere must not see it.
    command.env_remove("CARGO_MANIFEST_DIR");
    command
}

/// The command as one would type it.
pub(crate) fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    std::iter::once(name)
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Runs with output passed through; fails with the command line when the exit status is not zero.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    println!("$ {}", line(command));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{}` ended with {status}", line(command))),
        Err(error) => Err(format!("`{}` did not start: {error}", line(command))),
    }
}

/// Runs with both outputs passed through, and gives each line of standard output to `seen` as well.
pub(crate) fn run_watched(
    command: &mut Command,
    mut seen: impl FnMut(&str),
) -> Result<bool, String> {
    println!("$ {}", line(command));
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("`{}` did not start: {e}", line(command)))?;
    if let Some(out) = child.stdout.take() {
        for text in BufReader::new(out).split(b'\n') {
            let text = text.map_err(|e| e.to_string())?;
            let text = String::from_utf8_lossy(&text);
            println!("{text}");
            seen(&text);
        }
    }
    Ok(child.wait().map_err(|e| e.to_string())?.success())
}

/// Standard output of a command that must succeed; nothing is printed.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let out = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("`{}` did not start: {e}", line(command)))?;
    if !out.status.success() {
        let why = String::from_utf8_lossy(&out.stderr);
        return Err(format!(
            "`{}` ended with {}: {}",
            line(command),
            out.status,
            why.trim()
        ));
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// First file of that name on PATH.
pub(crate) fn which(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|dir| dir.join(&file))
        .find(|p| p.is_file())
}

/// PATH with `folders` before everything else.
pub(crate) fn path_with(folders: &[PathBuf]) -> Result<std::ffi::OsString, String> {
    let old = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(folders.iter().cloned().chain(std::env::split_paths(&old)))
        .map_err(|e| format!("a folder name cannot stand in PATH: {e}"))
}
