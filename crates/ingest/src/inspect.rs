//! One entry for any file: what it is comes from its bytes, not from its name.

use crate::error::{Error, Result, starts_with};
use crate::gguf;
use crate::inspection::Inspection;

/// Reads one file. For several that belong together (shards, a config with its tensor table) use
/// [`inspect_all`].
///
/// # Errors
///
/// Says in words what the file is not, or what it lacks.
pub fn inspect(name: &str, bytes: &[u8]) -> Result<Inspection> {
    inspect_all(&[(name, bytes)])
}

/// Reads files that describe one model together, in any order.
///
/// # Errors
///
/// Says in words what is wrong with which file.
pub fn inspect_all(files: &[(&str, &[u8])]) -> Result<Inspection> {
    let mut headers = Vec::new();
    for (name, bytes) in files {
        let named = |error: Error| {
            if files.len() > 1 {
                Error::new(format!("{name}: {error}"))
            } else {
                error
            }
        };
        if bytes.starts_with(b"GGUF") || name.to_ascii_lowercase().ends_with(".gguf") {
            headers.push(gguf::read(bytes).map_err(named)?);
        } else {
            return Err(named(Error::new(format!(
                "This is neither a GGUF file, nor a safetensors header or index, nor a config.json: it starts with {}.",
                starts_with(bytes)
            ))));
        }
    }
    inspect_headers(headers)
}

/// The model of GGUF headers that were read in slices: one, or all shards.
///
/// # Errors
///
/// Says in words what the headers lack.
pub fn inspect_headers(headers: Vec<gguf::Header>) -> Result<Inspection> {
    let (header, note) = gguf::merge(headers)?;
    let mut found = crate::from_gguf::from_gguf(header)?;
    found.notes.extend(note);
    Ok(found)
}
