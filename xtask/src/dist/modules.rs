//! Modules that are loaded on demand. Trunk builds them like workers, under fixed names: they get
//! names made of their bytes, and their addresses go into a `<template>` for web/loader.js.

use super::{digest, edit_index, failed};
use crate::paths;

/// Names of binaries and of their templates.
const MODULES: &[(&str, &str)] = &[("bpt-files", "files")];

pub(super) fn step() -> Result<(), String> {
    let mut links = String::new();
    for (binary, template) in MODULES {
        let glue = renamed(binary, ".js")?;
        let wasm = renamed(binary, "_bg.wasm")?;
        links.push_str(&format!(
            "<template id=\"{template}\">\
             <link rel=\"modulepreload\" href=\"./{glue}\" crossorigin=\"anonymous\">\
             <link rel=\"preload\" href=\"./{wasm}\" crossorigin=\"anonymous\" as=\"fetch\" \
             type=\"application/wasm\"></template>"
        ));
    }
    edit_index(|html| {
        let head_ends = html.find("</head>").or_else(|| html.find("<body"));
        let at = head_ends.ok_or("index.html has neither </head> nor <body>")?;
        let (before, after) = html.split_at(at);
        Ok(format!("{before}{links}{after}"))
    })
}

/// Gives a file of a module a name made of its bytes.
fn renamed(binary: &str, ending: &str) -> Result<String, String> {
    let old = paths::dist().join(format!("{binary}{ending}"));
    let bytes = std::fs::read(&old).map_err(failed(&old))?;
    let name = format!("{binary}-{}{ending}", digest([&bytes[..]]));
    std::fs::rename(&old, paths::dist().join(&name)).map_err(failed(&old))?;
    Ok(name)
}
