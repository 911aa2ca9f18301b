//! `cargo xtask check` and `cargo xtask test`: one list of steps.
//!
//! To add a step, write a function that returns a [`Count`] (or the reason it failed) in the file
//! of its subject, or a new one, and add a line to [`STEPS`].

mod dependencies;
pub(crate) mod e2e;
mod hygiene;
mod native;
mod size;
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
    quick("dependency direction", dependencies::direction),
    quick("lints", native::lints),
    quick("lints of the page", web::lints),
    quick("native tests", native::tests),
    full("doc tests", native::doc_tests),
    full("documentation", native::documentation),
    full("licences", native::licences),
    full("build", || gate(build::build(Profile::Release))),
    full("size", size::gates),
    full("tests inside the browser", web::tests),
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

/// Runs tests and counts what they print.
fn counted(command: &mut std::process::Command) -> Outcome {
    let mut count = Count::default();
    match crate::exec::run_watched(command, |line| count.add_line(line)) {
        Ok(true) if count.failed == 0 => Ok(count),
        Ok(_) => Err((count, format!("`{}` failed", crate::exec::line(command)))),
        Err(why) => Err((count, why)),
    }
}
