//! Rules about the files themselves.

use std::path::PathBuf;

use super::{Outcome, gate_list};
use crate::report::Count;
use crate::{exec, paths};

/// Longer files want to be two files.
const LONGEST: usize = 600;
const CODE: [&str; 5] = ["rs", "js", "mjs", "css", "py"];

/// npm's lock file names packages by version and hash alone: with `resolved` addresses it would
/// tie everybody to the registry of whoever wrote it.
pub(super) fn lockfiles() -> Outcome {
    let files = files().map_err(stopped)?;
    let wrong: Vec<String> = files
        .iter()
        .filter(|f| f.ends_with("package-lock.json"))
        .filter(|f| read(f).is_ok_and(|text| text.contains("\"resolved\"")))
        .map(|f| format!("{f} has `resolved` addresses"))
        .collect();
    gate_list(&wrong)
}

pub(super) fn length() -> Outcome {
    let mut wrong = Vec::new();
    for file in files().map_err(stopped)? {
        let code = file
            .rsplit_once('.')
            .is_some_and(|(_, ext)| CODE.contains(&ext));
        if !code || file.split('/').any(|part| part == "data") {
            continue;
        }
        let lines = read(&file).map_err(stopped)?.lines().count();
        if lines > LONGEST {
            wrong.push(format!("{file}: {lines} lines, {LONGEST} at most"));
        }
    }
    gate_list(&wrong)
}

pub(super) fn data() -> Outcome {
    let mut wrong = Vec::new();
    for file in files().map_err(stopped)? {
        if file.ends_with(".json") && file.split('/').any(|part| part == "data") {
            let text = read(&file).map_err(stopped)?;
            if let Err(error) = serde_json::from_str::<serde_json::Value>(&text) {
                wrong.push(format!("{file}: {error}"));
            }
        }
    }
    gate_list(&wrong)
}

/// Files of the project, tracked or about to be, as paths from the top.
pub(super) fn files() -> Result<Vec<String>, String> {
    let list = exec::output(exec::command("git").args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]))?;
    let exists = |f: &&str| !f.is_empty() && path(f).is_file();
    Ok(list.split('\0').filter(exists).map(str::to_owned).collect())
}

fn path(file: &str) -> PathBuf {
    paths::root().join(file)
}

pub(super) fn read(file: &str) -> Result<String, String> {
    std::fs::read_to_string(path(file)).map_err(|e| format!("{file}: {e}"))
}

fn stopped(why: String) -> (Count, String) {
    (Count::default(), why)
}
