//! `bpt docs [write | check]`: the documents that are made from the data.
//!
//! For the project's own tasks (`cargo xtask docs`); not part of the public commands.

mod claims;

use std::process::ExitCode;

use crate::{Failure, Outcome};

/// Name and text of each generated document.
fn documents() -> Result<Vec<(&'static str, String)>, Failure> {
    Ok(vec![("docs/CLAIMS.md", claims::document()?)])
}

pub(crate) fn run(arguments: &[String]) -> Outcome {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["write"] => write(),
        ["check"] => check(),
        _ => Err(Failure("docs takes write or check".into())),
    }
}

fn write() -> Outcome {
    for (name, text) in documents()? {
        std::fs::write(name, text).map_err(|error| Failure(format!("{name}: {error}")))?;
        println!("{name}");
    }
    Ok(ExitCode::SUCCESS)
}

fn check() -> Outcome {
    let mut code = ExitCode::SUCCESS;
    for (name, text) in documents()? {
        let now = std::fs::read_to_string(name).unwrap_or_default();
        if now == text {
            println!("{name} is current");
        } else {
            eprintln!("bpt: {name} is not current; run cargo xtask docs");
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}
