//! What the documents say about the repository is so: links, files, commands, spelling.

use std::collections::BTreeSet;

use super::{Outcome, STEPS, gate, gate_list, hygiene};
use crate::report::Count;
use crate::{USAGE, exec, paths, tools};

/// Folders whose files a document may name in code.
const FOLDERS: [&str; 8] = [
    "crates/", "web/", "xtask/", "docs/", "data/", "tools/", "fuzz/", ".ci/",
];
/// What stands for a name that the reader chooses.
const PLACEHOLDERS: [char; 6] = ['*', '<', '{', '…', '$', ' '];

/// Relative links have a target, and files, folders and commands that are named exist.
pub(super) fn truth() -> Outcome {
    let check = || -> Result<(usize, Vec<String>), String> {
        let bpt = std::fs::read_to_string(paths::root().join("crates/cli/src/main.rs"))
            .map_err(|e| e.to_string())?;
        let commands = Commands {
            tasks: listed(USAGE),
            bpt: listed(&bpt),
        };
        let mut wrong = Vec::new();
        let mut looked_at = 0;
        for file in documents()? {
            let text = hygiene::read(&file)?;
            let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
            for link in links(&text) {
                looked_at += 1;
                wrong.extend(broken_link(&file, folder, &text, &link));
            }
            for code in code(&text) {
                looked_at += 1;
                wrong.extend(commands.unknown(&code).map(|w| format!("{file}: {w}")));
                wrong.extend(missing_file(&code).map(|w| format!("{file}: no {w}")));
            }
        }
        Ok((looked_at, wrong))
    };
    match check() {
        Ok((looked_at, wrong)) => {
            println!("{looked_at} links and pieces of code");
            gate_list(&wrong)
        }
        Err(why) => Err((Count::default(), why)),
    }
}

/// Spelling of the documents and of every sentence of the page; the project's own words are in
/// `docs/words.txt`.
pub(super) fn spelling() -> Outcome {
    gate(tools::npm_install().and_then(|()| {
        exec::run(
            exec::command("node")
                .arg("web/e2e/node_modules/cspell/bin.mjs")
                .args(["lint", "--no-progress", "--config", "docs/cspell.json"])
                .args(["--root", "."]),
        )
    }))
}

fn documents() -> Result<Vec<String>, String> {
    let files = hygiene::files()?;
    Ok(files.into_iter().filter(|f| f.ends_with(".md")).collect())
}

/// First words of the indented lines of a usage text: its commands.
fn listed(usage: &str) -> BTreeSet<String> {
    usage
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

struct Commands {
    tasks: BTreeSet<String>,
    bpt: BTreeSet<String>,
}

impl Commands {
    /// What is wrong with a command, if it is one of ours.
    fn unknown(&self, code: &str) -> Option<String> {
        let words: Vec<&str> = code.split_whitespace().collect();
        let at = words.iter().position(|w| *w != "$")?;
        match words.get(at..)? {
            ["cargo", "xtask", task, rest @ ..] => self.unknown_task(task, rest),
            // Words in capitals stand for something; `bpt` alone is the program.
            ["bpt", command, ..] if !self.bpt.contains(*command) && is_name(command) => {
                Some(format!("bpt has no `{command}`"))
            }
            ["cargo", _, rest @ ..] => unknown_package(rest),
            ["node", script, ..] | ["bash", script, ..] | ["python3", script, ..]
                if script.contains('/') && !paths::root().join(script).is_file() =>
            {
                Some(format!("no script {script}"))
            }
            _ => None,
        }
    }

    fn unknown_task(&self, task: &str, rest: &[&str]) -> Option<String> {
        if !self.tasks.contains(task) && is_name(task) {
            return Some(format!("cargo xtask has no `{task}`"));
        }
        let steps = rest.iter().take_while(|word| **word != "#");
        let mut unknown = steps.filter(|w| !STEPS.iter().any(|step| step.name.contains(**w)));
        match (task, unknown.next()) {
            ("test", Some(word)) if is_name(word) => Some(format!("no step of test has `{word}`")),
            _ => None,
        }
    }
}

/// Small letters and dashes: a name, and not a placeholder, a sign or an option.
fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

/// A package or test file that `cargo test -p X --test Y` would not find.
fn unknown_package(words: &[&str]) -> Option<String> {
    let after = |flags: &[&str]| {
        let at = words.iter().position(|w| flags.contains(w))?;
        words.get(at + 1).copied()
    };
    let package = after(&["-p", "--package"]).filter(|p| p.starts_with("bpt"))?;
    let folder = match package {
        "bpt" => "crates/cli".to_owned(),
        "bpt-web" => "web".to_owned(),
        other => format!("crates/{}", other.trim_start_matches("bpt-")),
    };
    let root = paths::root().join(&folder);
    if !root.join("Cargo.toml").is_file() {
        return Some(format!("no package {package}"));
    }
    let test = after(&["--test"])?;
    let tests = root.join("tests");
    let exists = tests.join(format!("{test}.rs")).is_file() || tests.join(test).is_dir();
    (!exists).then(|| format!("{package} has no test {test}"))
}

/// A file of ours that a piece of code names and that is not there.
fn missing_file(code: &str) -> Option<String> {
    let named = FOLDERS.iter().any(|f| code.starts_with(f));
    if !named || code.contains(PLACEHOLDERS) || code.contains("NAME") {
        return None;
    }
    // `file.rs:12`, `data/README.md`, `models.json` of `data/`.
    let path = code.split([':', ',']).next().unwrap_or(code);
    (!paths::root().join(path).exists()).then(|| path.to_owned())
}

/// Targets of Markdown links, outside code.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, part) in without_blocks(text).split('`').enumerate() {
        // Every second part is inside code.
        if number % 2 == 0 {
            found.extend(part.split("](").skip(1).filter_map(|rest| {
                let end = rest.find(')')?;
                rest.get(..end).map(str::to_owned)
            }));
        }
    }
    found
}

/// Lines of code blocks for the shell, and code within sentences.
fn code(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut shell = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            shell = !shell && line.trim().ends_with("sh");
        } else if shell && !line.trim().is_empty() {
            found.push(line.trim().to_owned());
        }
    }
    let prose = without_blocks(text);
    found.extend(prose.split('`').skip(1).step_by(2).map(str::to_owned));
    found
}

fn without_blocks(text: &str) -> String {
    let mut inside = false;
    let mut out = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

fn broken_link(file: &str, folder: &str, text: &str, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = paths::root().join(folder).join(path);
    if !path.is_empty() && !target.exists() {
        return Some(format!("{file}: no {link}"));
    }
    if anchor.is_empty() {
        return None;
    }
    let inside = if path.is_empty() {
        text.to_owned()
    } else {
        std::fs::read_to_string(&target).unwrap_or_default()
    };
    let found = without_blocks(&inside)
        .lines()
        .filter(|line| line.starts_with('#'))
        .any(|line| slug(line) == anchor);
    (!found).then(|| format!("{file}: {path} has no heading #{anchor}"))
}

/// The anchor of a heading, as hosts of Markdown make it.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars()
        .filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-' || *c == '_')
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_nothing_is_found() {
        let text = "[a](README.md) [b](NOWHERE.md) [c](#here) [d](#there) `[e](f)`\n\n# Here\n";
        let broken: Vec<String> = links(text)
            .iter()
            .filter_map(|link| broken_link("x.md", "", text, link))
            .collect();
        assert_eq!(
            broken,
            ["x.md: no NOWHERE.md", "x.md:  has no heading #there"]
        );
    }

    #[test]
    fn commands_and_files_that_do_not_exist_are_found() {
        let commands = Commands {
            tasks: listed(USAGE),
            bpt: listed("\\\n  estimate [FILE]\n"),
        };
        let wrong = |code: &str| commands.unknown(code).is_some();
        assert!(
            wrong("cargo xtask bake") && wrong("bpt guess") && wrong("cargo xtask test baking")
        );
        assert!(wrong("cargo test -p bpt-catalog --test nothing") && wrong("cargo test -p bpt-x"));
        assert!(!wrong("cargo xtask build") && !wrong("bpt estimate a.json"));
        assert!(!wrong("cargo xtask test native    # some") && !wrong("cargo xtask TASK"));
        assert!(!wrong("cargo test -p bpt-catalog --test data"));
        assert!(missing_file("crates/core/src/nothing.rs").is_some());
        assert!(missing_file("crates/core/src/lib.rs").is_none());
    }

    #[test]
    fn shell_blocks_are_read_and_others_are_not() {
        let text = "```sh\ncargo xtask build\n```\n```json\n{}\n```\nand `bpt` here\n";
        assert_eq!(code(text), ["cargo xtask build", "bpt"]);
    }
}
