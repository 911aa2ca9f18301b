//! `bpt-bake DIST`: writes the story into `DIST/index.html` as text, tables and pictures, and into
//! a page beside it for each other language.
//!
//! The page that is read before, or without, its program is made of the same chapters, core and
//! words as the one that the program shows. No number of a result stands in a template: another
//! calibration gives another page, title included.

mod chapters;
mod first;
mod html;
mod page;
mod posters;
mod runs;
mod together;
mod trouble;

use std::path::PathBuf;
use std::process::ExitCode;

/// What went wrong, in words.
type Failed = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let Some(dist) = std::env::args().nth(1).map(PathBuf::from) else {
        eprintln!("usage: bpt-bake DIST");
        return ExitCode::FAILURE;
    };
    match page::bake(&dist) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bpt-bake: {why}");
            ExitCode::FAILURE
        }
    }
}
