//! `bpt inspect`: what a model file or a benchmark log holds.

use std::fs::File;
use std::io::{Cursor, Read as _, Write as _};
use std::process::ExitCode;

use bpt_ingest::Files;

use crate::input::Arguments;
use crate::{Failure, Outcome};

/// Most bytes taken from standard input.
const MAX_INPUT: u64 = 1 << 27;

/// Reads one file, all shards of one model, or a config with its tensor table.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let arguments = Arguments::read(arguments, &[])?;
    let mut files = Files::default();
    let named: Vec<&String> = arguments.file.iter().chain(&arguments.words).collect();
    if named.is_empty() || named.iter().all(|name| *name == "-") {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .take(MAX_INPUT)
            .read_to_end(&mut bytes)?;
        files.read("standard input", &mut Cursor::new(bytes))?;
    }
    for name in named.into_iter().filter(|name| *name != "-") {
        let mut file = File::open(name).map_err(|error| Failure(format!("{name}: {error}")))?;
        let short = name.rsplit(['/', '\\']).next().unwrap_or(name);
        files
            .read(short, &mut file)
            .map_err(|error| Failure(format!("{name}: {error}")))?;
    }
    let found = files.finish()?;
    writeln!(std::io::stdout(), "{:#}", found.to_json())?;
    Ok(ExitCode::SUCCESS)
}
