//! `bpt-bake DIST [LANG]`: writes the story into `DIST/index.html` as text, tables and pictures, in
//! English or in the language of the tag.
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
mod trouble;

use std::path::PathBuf;
use std::process::ExitCode;

/// What went wrong, in words.
type Failed = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let Some(dist) = std::env::args().nth(1).map(PathBuf::from) else {
        eprintln!("usage: bpt-bake DIST [LANG]");
        return ExitCode::FAILURE;
    };
    let tag = std::env::args().nth(2).unwrap_or_default();
    match page::bake(&dist, bpt_words::language(&tag)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bpt-bake: {why}");
            ExitCode::FAILURE
        }
    }
}
