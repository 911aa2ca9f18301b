//! `bpt models`, `devices`, `links`, `quants`: a line each, or all fields as JSON.

use std::io::Write as _;
use std::process::ExitCode;

use bpt_catalog::{Catalog, files};
use serde_json::Value;

use crate::input::Arguments;
use crate::{Failure, Outcome};

const GIGA: f64 = 1e9;

pub(crate) fn models(arguments: &[String]) -> Outcome {
    let Some(mut out) = start(arguments, files::MODELS, None)? else {
        return Ok(ExitCode::SUCCESS);
    };
    for entry in Catalog::embedded().models() {
        let recipe =
            bpt_core::quant::Recipe::plain(bpt_core::quant::Format::Mix(bpt_core::quant::Mix::F16));
        let weights = bpt_core::weights::Weights::build(&entry.model, &recipe);
        let total = weights.params.total().get() / GIGA;
        let active = weights.active.total().get() / GIGA;
        writeln!(
            out,
            "{:<28} {:>8.1} B {:>7.1} B read  {:<11} {}",
            entry.id, total, active, entry.released, entry.name
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn devices(arguments: &[String]) -> Outcome {
    let Some(mut out) = start(arguments, files::DEVICES, Some("devices"))? else {
        return Ok(ExitCode::SUCCESS);
    };
    for entry in Catalog::embedded().devices() {
        writeln!(
            out,
            "{:<28} {:>7.4} GiB {:>8} GB/s {:>8.4} TFLOP/s  {}",
            entry.id,
            entry.device.memory.gib(),
            entry.device.bandwidth.gb(),
            entry.device.fp16.tera(),
            entry.name
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn links(arguments: &[String]) -> Outcome {
    let Some(mut out) = start(arguments, files::LINKS, Some("links"))? else {
        return Ok(ExitCode::SUCCESS);
    };
    for entry in Catalog::embedded().links() {
        writeln!(
            out,
            "{:<18} {:>7} GB/s {:>6.1} us  {}",
            entry.id,
            entry.link.bandwidth.gb(),
            entry.link.all_reduce[0].us(),
            entry.name
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn quants(arguments: &[String]) -> Outcome {
    let Some(mut out) = start(arguments, files::QUANTS, Some("quants"))? else {
        return Ok(ExitCode::SUCCESS);
    };
    for entry in Catalog::embedded().quants() {
        writeln!(
            out,
            "{:<16} {:>6.3} bit  {:<16} {}",
            entry.id, entry.bits, entry.group, entry.label
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// With `--json` prints the entries of the data file whole; else gives the place for the lines.
fn start(
    arguments: &[String],
    file: &str,
    member: Option<&str>,
) -> Result<Option<impl std::io::Write>, Failure> {
    let arguments = Arguments::read(arguments, &["--json"])?;
    if let Some(word) = &arguments.file {
        return Err(Failure(format!("one argument too many: {word}")));
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if !arguments.has("--json") {
        return Ok(Some(out));
    }
    let data: Value = serde_json::from_str(file)?;
    let entries = member.map_or(&data, |member| &data[member]);
    serde_json::to_writer_pretty(&mut out, entries)?;
    writeln!(out)?;
    out.flush()?;
    Ok(None)
}
