//! What is loaded on demand: modules that are not everybody's, and the whole catalog.
//!
//! Trunk builds modules like workers, under fixed names and without integrity: they get names made
//! of their bytes, and their addresses go with their hashes into a `<template>` for web/loader.js.

use std::process::Stdio;

use sha2::{Digest as _, Sha384};

use super::scripts::bare;
use super::{digest, edit_index, failed};
use crate::{exec, paths};

/// A file of a module: its name and its hash as `integrity` wants it.
struct Named {
    name: String,
    integrity: String,
}

impl Named {
    fn new(stem: &str, ending: &str, bytes: &[u8]) -> Self {
        Self {
            name: format!("{stem}-{}{ending}", digest([bytes])),
            integrity: format!("sha384-{}", base64(&Sha384::digest(bytes))),
        }
    }
}

pub(super) fn step() -> Result<(), String> {
    let mut links = String::new();
    for binary in binaries()? {
        let glue = renamed(&binary, ".js")?;
        let wasm = renamed(&binary, "_bg.wasm")?;
        let template = template(&binary);
        links.push_str(&format!(
            "<template id=\"{template}\">\
             <link rel=\"modulepreload\" href=\"./{}\" crossorigin=\"anonymous\" integrity=\"{}\">\
             <link rel=\"preload\" href=\"./{}\" crossorigin=\"anonymous\" integrity=\"{}\" \
             as=\"fetch\" type=\"application/wasm\"></template>",
            glue.name, glue.integrity, wasm.name, wasm.integrity
        ));
    }
    links.push_str(&catalog()?);
    edit_index(|html| {
        let head_ends = html.find("</head>").or_else(|| html.find("<body"));
        let at = head_ends.ok_or("index.html has neither </head> nor <body>")?;
        let (before, after) = html.split_at(at);
        Ok(format!("{before}{links}{after}"))
    })
}

/// Binaries of the modules that are loaded on demand: a language's own two are there by their
/// files. The first one is Trunk's.
fn binaries() -> Result<Vec<String>, String> {
    let files = paths::files_below(&paths::root().join("web/src/bin"))?;
    let names = files.iter().filter_map(|file| file.strip_suffix(".rs"));
    let mut binaries: Vec<String> = names
        .filter(|name| *name != "bpt-web")
        .map(str::to_owned)
        .collect();
    binaries.push("bpt-files".to_owned());
    Ok(binaries)
}

/// What web/loader.js calls a module: `page-zh`, and `app-zh` for a language's first one.
fn template(binary: &str) -> String {
    let name = binary.strip_prefix("bpt-").unwrap_or(binary);
    match name.strip_prefix("web") {
        Some(language) => format!("app{language}"),
        None => name.to_owned(),
    }
}

/// The whole catalog, of which the page has only the start in it.
fn catalog() -> Result<String, String> {
    let mut command = exec::cargo();
    command.args([
        "run",
        "-q",
        "--locked",
        "-p",
        "bpt-catalog",
        "--bin",
        "bpt-slim-catalog",
    ]);
    let ran = command.stderr(Stdio::inherit()).output();
    let ran = ran.map_err(|error| format!("cargo: {error}"))?;
    if !ran.status.success() {
        return Err(format!("`{}` failed", exec::line(&command)));
    }
    let file = Named::new("catalog", ".json", &ran.stdout);
    let path = paths::dist().join(&file.name);
    std::fs::write(&path, &ran.stdout).map_err(failed(&path))?;
    Ok(format!(
        "<template id=\"catalog\"><link href=\"./{}\" integrity=\"{}\"></template>",
        file.name, file.integrity
    ))
}

/// Gives a file of a module a name made of its bytes.
fn renamed(binary: &str, ending: &str) -> Result<Named, String> {
    let old = paths::dist().join(format!("{binary}{ending}"));
    let mut bytes = std::fs::read(&old)
        .map_err(failed(&old))
        .map_err(|why| format!("{why}: has index.html a line for {binary}?"))?;
    if ending == ".js" {
        bytes = bare(&String::from_utf8_lossy(&bytes)).into_bytes();
    }
    let file = Named::new(binary, ending, &bytes);
    let new = paths::dist().join(&file.name);
    std::fs::write(&new, &bytes).map_err(failed(&new))?;
    std::fs::remove_file(&old).map_err(failed(&old))?;
    Ok(file)
}

/// Base64 of bytes whose number is a multiple of three, as a hash's is.
pub(super) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.as_chunks::<3>().0 {
        let word = u32::from_be_bytes([0, three[0], three[1], three[2]]);
        for shift in [18, 12, 6, 0] {
            text.push(char::from(DIGITS[(word >> shift & 63) as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_has_its_name_and_its_line() {
        let index = super::super::read(&paths::root().join("index.html")).expect("index.html");
        let binaries = binaries().expect("web/src/bin");
        for binary in &binaries {
            let line = format!("data-bin=\"{binary}\"");
            assert!(index.contains(&line), "index.html lacks {line}");
        }
        let names: Vec<String> = binaries.iter().map(|binary| template(binary)).collect();
        for name in ["lab", "page", "page-zh", "app-zh", "files"] {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
    }

    #[test]
    fn base64_is_that_of_rfc_4648() {
        assert_eq!(base64(b"foobar"), "Zm9vYmFy");
        // The hash of nothing, as FIPS 180-4 examples and every tool give it.
        assert_eq!(
            base64(&Sha384::digest(b"")),
            "OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb"
        );
    }
}
