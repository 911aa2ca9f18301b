//! `bpt docs write | render | check | gate`: the documents that are made from the data, and
//! whether errors grew.
//!
//! For the project's own tasks (`cargo xtask docs`); not part of the public commands.

mod accuracy;
mod claims;
mod diagnosis;
mod fitted;
mod gaps;
mod gate;
mod plots;

use std::process::ExitCode;

use crate::{Failure, Outcome};

/// Name and text of each generated document.
fn documents() -> Result<Vec<(String, String)>, Failure> {
    let mut all = vec![("docs/CLAIMS.md".to_owned(), claims::document()?)];
    all.extend(accuracy::documents(&read(accuracy::HELD_OUT)?)?);
    Ok(all)
}

fn read(name: &str) -> Result<String, Failure> {
    std::fs::read_to_string(name).map_err(|error| Failure(format!("{name}: {error}")))
}

fn put(name: &str, text: &str) -> Result<(), Failure> {
    if let Some(folder) = std::path::Path::new(name).parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(name, text).map_err(|error| Failure(format!("{name}: {error}")))?;
    println!("{name}");
    Ok(())
}

pub(crate) fn run(arguments: &[String]) -> Outcome {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["write"] => {
            put(accuracy::HELD_OUT, &accuracy::hold_out()?)?;
            render()
        }
        ["render"] => render(),
        ["check"] => check(),
        ["gate"] => gate::run(),
        _ => Err(Failure("docs takes write, render, check or gate".into())),
    }
}

fn render() -> Outcome {
    for (name, text) in documents()? {
        put(&name, &text)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Held-out results are computed anew, so that a gate on them judges the code as it is.
fn check() -> Outcome {
    let mut code = ExitCode::SUCCESS;
    let held_out = (accuracy::HELD_OUT.to_owned(), accuracy::hold_out()?);
    for (name, text) in [held_out].into_iter().chain(documents()?) {
        if std::fs::read_to_string(&name).unwrap_or_default() == text {
            println!("{name} is current");
        } else {
            eprintln!("bpt: {name} is not current; run cargo xtask docs");
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}
