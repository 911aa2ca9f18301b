//! `cargo xtask check` and `cargo xtask test`: one list of steps.
//!
//! To add a step, write a function that returns a [`Count`] (or the reason it failed) in the file
//! of its subject, or a new one, and add a line to [`STEPS`].

pub(crate) mod accuracy;
mod dependencies;
mod documents;
pub(crate) mod e2e;
mod hygiene;
mod licences;
mod native;
mod release;
mod safety;
mod size;
mod speed;
mod web;

use std::time::Instant;

use crate::build::{self, Profile};
use crate::report::{Count, Report};

/// A step's result: its counts, or those so far and what stopped it.
type Outcome = Result<Count, (Count, String)>;

struct Step {
    name: &'static str,
    /// Part of `check` as well.
    quick: bool,
    run: fn() -> Outcome,
}

const fn quick(name: &'static str, run: fn() -> Outcome) -> Step {
    Step {
        name,
        quick: true,
        run,
    }
}

const fn full(name: &'static str, run: fn() -> Outcome) -> Step {
    Step {
        name,
        quick: false,
        run,
    }
}

/// In this order; later steps use what earlier ones built.
const STEPS: &[Step] = &[
    quick("format", native::format),
    quick("lockfiles", hygiene::lockfiles),
    quick("file length", hygiene::length),
    quick("data parses", hygiene::data),
    quick("safe page", safety::page),
    quick("links and commands", documents::truth),
    full("spelling", documents::spelling),
    quick("dependency direction", dependencies::direction),
    quick("dependencies are used", dependencies::used),
    quick("lints", native::lints),
    quick("lints of the page", web::lints),
    quick("native tests", native::tests),
    full("calibration", accuracy::calibration),
    full("accuracy", accuracy::limits),
    full("generated documents", accuracy::documents),
    full("doc tests", native::doc_tests),
    full("documentation", native::documentation),
    full("licences", licences::allowed),
    full("libraries alone", release::alone),
    full("packages", release::packages),
    full("speed", speed::gates),
    full("build", || gate(build::build(Profile::Release))),
    full("size", size::gates),
    full("release archive", release::archive),
    full("webassembly", web::arithmetic),
    full("end to end", e2e::step),
];

/// Runs the quick steps, or all, or those with one of the words in their name.
pub(crate) fn command(only_quick: bool, words: &[&str]) -> Result<(), String> {
    let chosen = |step: &&Step| {
        (step.quick || !only_quick)
            && (words.is_empty() || words.iter().any(|w| step.name.contains(w)))
    };
    let mut report = Report::default();
    for step in STEPS.iter().filter(chosen) {
        println!("== {}", step.name);
        let start = Instant::now();
        let outcome = (step.run)();
        report.add(step.name, start.elapsed(), outcome);
    }
    // The reason is on the screen already, and the total must stay the last line.
    if report.finish() {
        Ok(())
    } else {
        Err(String::new())
    }
}

/// Prints the names that `cargo xtask test` takes.
pub(crate) fn print_steps() {
    for step in STEPS {
        println!(
            "{}{}",
            step.name,
            if step.quick { " (also in check)" } else { "" }
        );
    }
}

/// A check with one answer.
fn gate(result: Result<(), String>) -> Outcome {
    result
        .map(|()| Count::PASS)
        .map_err(|why| (Count::default(), why))
}

/// A check that looks at many things: fails with the list of what is wrong.
fn gate_list(wrong: &[String]) -> Outcome {
    gate(if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n"))
    })
}

/// Runs tests, counts what they print, and names those that failed.
fn counted(command: &mut std::process::Command) -> Outcome {
    let mut count = Count::default();
    let mut failed = Vec::new();
    let finished = crate::exec::run_watched(command, |line| {
        count.add_line(line);
        failed.extend(failed_test(line));
    });
    match finished {
        Ok(true) if count.failed == 0 => Ok(count),
        Ok(_) if failed.is_empty() => {
            Err((count, format!("`{}` failed", crate::exec::line(command))))
        }
        Ok(_) => Err((count, failed.join("; "))),
        Err(why) => Err((count, why)),
    }
}

/// Name of the test whose failure a runner reports in this line.
fn failed_test(line: &str) -> Option<String> {
    let libtest = || line.strip_prefix("test ")?.strip_suffix(" ... FAILED");
    let browser = || line.strip_prefix("failed: ");
    libtest().or_else(browser).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_named() {
        let name = |line| failed_test(line);
        assert_eq!(name("test a::b ... FAILED").as_deref(), Some("a::b"));
        assert_eq!(name("failed: smoke: c d").as_deref(), Some("smoke: c d"));
        assert_eq!(name("test a::b ... ok"), None);
        assert_eq!(name("test result: FAILED. 1 passed; 1 failed"), None);
    }

    #[test]
    fn step_names_are_unique() {
        let mut names: Vec<&str> = STEPS.iter().map(|s| s.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), STEPS.len());
    }
}
