//! `bpt calibrate ROWS [--check] [--output FILE]`: fits the coefficients and writes `data/calibration.json`.

use std::process::ExitCode;

use bpt_calibrate::{rows, write};
use bpt_catalog::Catalog;

use crate::{Failure, Outcome};

/// Where the result goes unless `--output` names another file; `-` is standard output.
const OUTPUT: &str = "data/calibration.json";

pub(crate) fn run(arguments: &[String]) -> Outcome {
    let mut file = None;
    let mut output = OUTPUT;
    let mut check = false;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--output" => {
                output = rest
                    .next()
                    .ok_or_else(|| Failure("--output needs a file".into()))?
            }
            "--check" => check = true,
            option if option.starts_with("--") => {
                return Err(Failure(format!("no option {option}; see bpt --help")));
            }
            name => file = Some(name),
        }
    }
    let file = file.ok_or_else(|| Failure("calibrate needs a file of measured rows".into()))?;
    let text =
        std::fs::read_to_string(file).map_err(|error| Failure(format!("{file}: {error}")))?;
    let (rows, skipped) = rows::load(Catalog::embedded(), &text)?;
    let result = write::calibration(&rows);
    let (used, total) = (rows.iter().filter(|row| row.fits()).count(), rows.len());
    eprintln!("{total} rows, {used} fitted, {} skipped", skipped.len());
    if check {
        let now = std::fs::read_to_string(output)
            .map_err(|error| Failure(format!("{output}: {error}")))?;
        if now == result {
            println!("{output} agrees with {file}");
            return Ok(ExitCode::SUCCESS);
        }
        eprintln!("bpt: {output} does not agree with {file}; run bpt calibrate {file}");
        return Ok(ExitCode::FAILURE);
    }
    if output == "-" {
        print!("{result}");
    } else {
        std::fs::write(output, result).map_err(|error| Failure(format!("{output}: {error}")))?;
    }
    Ok(ExitCode::SUCCESS)
}
