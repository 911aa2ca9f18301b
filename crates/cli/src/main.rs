//! `bpt`: the command line of Bytes per Token.
//!
//! Reads a file or standard input, writes JSON to standard output; one line on standard error and
//! exit status 2 on bad input. Each command is a module of [`cmd`].

mod cmd;
mod input;

use std::process::ExitCode;

const USAGE: &str = "\
usage: bpt COMMAND [...]

  estimate [FILE] [--derived]   speed, memory and cost of one scenario, an array, or an object with rows
  explain FILE QUANTITY         where a number comes from, as decode.tok_s_per_user
  evaluate ROWS [--json] [--held-out]
                                predicted against measured, by group; --held-out: the same for fits
                                that did not see the source and device, the source, the device, the model
  calibrate ROWS [--check] [--output FILE]
                                fits the coefficients, writes data/calibration.json
  inspect FILE [FILE ...]       model of a GGUF, safetensors header or config.json (shards together)
  models [--json]               what the catalog holds
  devices [--json]
  links [--json]
  quants [--json]

FILE is JSON; without it, or for -, standard input is read.";

/// Why a command stopped: one line for standard error, exit status 2.
#[derive(Debug)]
struct Failure(String);

impl<E: core::fmt::Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// How a command ended.
type Outcome = Result<ExitCode, Failure>;

/// The exit status of bad input.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(Failure(line)) => {
            let line = line.lines().next().unwrap_or("bad input");
            eprintln!("bpt: {line}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn run(arguments: &[String]) -> Outcome {
    let (command, rest) = match arguments.split_first() {
        None => return Err(Failure("no command; see bpt --help".into())),
        Some((command, rest)) => (command.as_str(), rest),
    };
    match command {
        "estimate" => cmd::estimate::run(rest),
        "explain" => cmd::explain::run(rest),
        "evaluate" => cmd::evaluate::run(rest),
        "calibrate" => cmd::calibrate::run(rest),
        "docs" => cmd::docs::run(rest),
        "inspect" => cmd::inspect::run(rest),
        "models" => cmd::list::models(rest),
        "devices" => cmd::list::devices(rest),
        "links" => cmd::list::links(rest),
        "quants" => cmd::list::quants(rest),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        "--version" | "-V" => {
            println!("bpt {}", env!("CARGO_PKG_VERSION"));
            Ok(ExitCode::SUCCESS)
        }
        other => Err(Failure(format!("no command {other}; see bpt --help"))),
    }
}
