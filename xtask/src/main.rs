//! The project's tasks: `cargo xtask build | serve | check | test | release | ...`.
//!
//! Nothing but Rust, Node and (for the browser) apt is expected on the machine; what else is
//! needed is put into a cache folder, see [`tools`].

mod bench;
mod build;
mod dist;
mod exec;
mod fuzz;
mod paths;
mod release;
mod report;
mod serve;
mod test;
mod tools;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask TASK

  build [--dev]                 the page into dist/ (--dev: quicker, larger, slower to run)
  serve [--port N] [--no-build] [--dev]
                                build, then serve dist/; the last line printed is the address
  check                         the quick part: format, lints, native tests
  test [STEP...]                everything, or the steps whose name contains one of the words
  e2e [SPEC...]                 only the browser tests, on dist/ as it is
  shots FOLDER [QUERY...]       screenshots of dist/ at four widths, light and dark
  pictures                      docs/pictures anew, from dist/ (with pngquant and pdftoppm of apt)
  docs                          writes the documents made from data (docs/CLAIMS.md, ACCURACY.md)
  release [--no-build]          what is published: target/publish/
  bench [--save]                times of the core over a reference loop, beside the baseline
  fuzz SECONDS [TARGET...]      libFuzzer on every reader, by cargo-fuzz and the nightly toolchain
  steps                         the names of the test steps
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words.split_first() {
        Some((&"build", rest)) => build::command(rest),
        Some((&"serve", rest)) => serve::command(rest),
        Some((&"check", [])) => test::command(true, &[]),
        Some((&"test", rest)) => test::command(false, rest),
        Some((&"e2e", rest)) => test::e2e::command(rest),
        Some((&"shots", rest)) => test::e2e::shots(rest),
        Some((&"pictures", [])) => test::e2e::pictures(),
        Some((&"docs", [])) => test::accuracy::write_documents(),
        Some((&"release", rest)) => release::command(rest),
        Some((&"bench", rest)) => bench::command(rest),
        Some((&"fuzz", rest)) => fuzz::command(rest),
        Some((&"steps", [])) => {
            test::print_steps();
            Ok(())
        }
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // The test command has printed its own summary, which must stay the last line.
            if !message.is_empty() {
                eprintln!("{message}");
            }
            ExitCode::FAILURE
        }
    }
}
