//! One entry for any file: what it is comes from its bytes, not from its name.

use std::io::{Read, Seek, SeekFrom};

use serde_json::Value;

use crate::checkpoint::from_checkpoint;
use crate::config::from_config;
use crate::error::{Error, Result, starts_with};
use crate::inspection::Inspection;
use crate::{gguf, llama_bench, safetensors};

/// Longest JSON text that is parsed: an index of a very large model has a few MB.
const MAX_JSON: usize = 1 << 24;

/// Reads one file. For several that belong together (shards, a config with its tensor table) use
/// [`inspect_all`].
///
/// # Errors
///
/// Says in words what the file is not, or what it lacks.
///
/// ```
/// let config = br#"{"model_type": "llama", "hidden_size": 2048, "num_hidden_layers": 16,
///     "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 8192,
///     "vocab_size": 128256, "tie_word_embeddings": true, "head_dim": 64}"#;
/// // Llama 3.2 1B: 1,235,814,400 parameters (data/models.json).
/// let found = bpt_ingest::inspect("config.json", config).unwrap();
/// assert_eq!(found.params, Some(1_235_814_400.0));
/// ```
pub fn inspect(name: &str, bytes: &[u8]) -> Result<Inspection> {
    inspect_all(&[(name, bytes)])
}

/// Reads files that describe one model together, in any order.
///
/// # Errors
///
/// Says in words what is wrong with which file.
pub fn inspect_all(files: &[(&str, &[u8])]) -> Result<Inspection> {
    let mut parts = Files::default();
    for (name, bytes) in files {
        parts.add(name, bytes).map_err(|error| {
            if files.len() > 1 {
                Error::new(format!("{name}: {error}"))
            } else {
                error
            }
        })?;
    }
    parts.finish()
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

/// Files that belong to one model, collected one by one. Large files are added by their header
/// alone: [`Files::read`] takes no more of a file than it needs.
#[derive(Debug, Default)]
pub struct Files {
    headers: Vec<gguf::Header>,
    tensors: Vec<crate::tensors::TensorInfo>,
    index: Option<safetensors::Index>,
    config: Option<Value>,
    measurements: Vec<Value>,
}

impl Files {
    /// Adds the header of a GGUF file that was read in slices.
    pub fn add_gguf(&mut self, header: gguf::Header) {
        self.headers.push(header);
    }

    /// Adds a file by reading what is needed of it: headers of GGUF and safetensors files of any
    /// size, whole JSON files.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is none of the known kinds.
    pub fn read<R: Read + Seek>(&mut self, name: &str, file: &mut R) -> Result<()> {
        let failed = |error: std::io::Error| Error::new(format!("{name}: {error}"));
        let head = take(file, 0, 9).map_err(failed)?;
        if head.starts_with(b"GGUF") {
            let mut parser = gguf::Parser::new();
            // What was read is not read again where a slice ends inside an item.
            loop {
                let slice = take(file, parser.wanted(), SLICE).map_err(failed)?;
                match parser.push(&slice)? {
                    gguf::Progress::Done => break,
                    gguf::Progress::NeedMore(_) if slice.is_empty() => break,
                    gguf::Progress::NeedMore(_) => {}
                }
            }
            self.headers.push(parser.finish()?);
            return Ok(());
        }
        let length = if safetensors::looks_like(&head) {
            safetensors::header_length(&head)?
        } else {
            MAX_JSON as u64 + 1
        };
        self.add(name, &take(file, 0, length).map_err(failed)?)
    }

    /// Adds a file that is in memory.
    ///
    /// # Errors
    ///
    /// It is none of the known kinds.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let name = name.to_ascii_lowercase();
        let text = bytes
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(bytes)
            .trim_ascii_start();
        if bytes.starts_with(b"GGUF") || name.ends_with(".gguf") {
            self.headers.push(gguf::read(bytes)?);
        } else if safetensors::looks_like(bytes) || name.ends_with(".safetensors") {
            self.tensors.extend(safetensors::read(bytes)?);
        } else if let Some(log) = bench_log(text) {
            self.measurements.extend(llama_bench::read(log)?);
        } else if text.first() == Some(&b'{') {
            self.json(text)?;
        } else {
            return Err(Error::new(format!(
                "This is neither a GGUF file, nor a safetensors header or index, nor a config.json: it starts with {}.",
                starts_with(bytes)
            )));
        }
        Ok(())
    }

    fn json(&mut self, text: &[u8]) -> Result<()> {
        if text.len() > MAX_JSON {
            return Err(Error::new(format!(
                "This JSON file is {} bytes long; at most {MAX_JSON} are read.",
                text.len()
            )));
        }
        let value: Value = match serde_json::from_slice(text) {
            Ok(value) => value,
            Err(error) => serde_json::from_str(&standard_numbers(text))
                .map_err(|_| Error::new(format!("This is not valid JSON: {error}.")))?,
        };
        if value.get("weight_map").is_some() {
            self.index = Some(safetensors::read_index(&value)?);
        } else if self.config.is_some() {
            return Err(Error::new(
                "Two config files were given; one model has one.",
            ));
        } else {
            self.config = Some(value);
        }
        Ok(())
    }

    /// The model that all of them describe.
    ///
    /// # Errors
    ///
    /// They do not belong together, or describe no model.
    pub fn finish(mut self) -> Result<Inspection> {
        let measurements = core::mem::take(&mut self.measurements);
        if measurements.is_empty() {
            return self.model();
        }
        if self.headers.is_empty() && self.tensors.is_empty() && self.config.is_none() {
            return Ok(Inspection {
                format: "llama-bench",
                measurements,
                ..Inspection::default()
            });
        }
        let found = self.model()?;
        Ok(Inspection {
            measurements,
            ..found
        })
    }

    fn model(self) -> Result<Inspection> {
        if !self.headers.is_empty() {
            if !self.tensors.is_empty() {
                return Err(Error::new(
                    "GGUF and safetensors files were given together; give one of them.",
                ));
            }
            return inspect_headers(self.headers);
        }
        match (&self.index, &self.config) {
            (None, Some(config)) if self.tensors.is_empty() => from_config(config),
            (None, None) if self.tensors.is_empty() => Err(Error::new("No file was given.")),
            _ => from_checkpoint(self.tensors, self.index.as_ref(), self.config.as_ref()),
        }
    }
}

/// The text, if it is a log of llama-bench.
fn bench_log(bytes: &[u8]) -> Option<&str> {
    let text = core::str::from_utf8(bytes).ok()?;
    llama_bench::looks_like(text).then_some(text)
}

/// Bytes read at a time from a large file.
const SLICE: u64 = 1 << 18;

/// Up to `length` bytes from `from` on; fewer at the end of the file.
fn take<R: Read + Seek>(file: &mut R, from: u64, length: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Python writes `Infinity` and `NaN`, which JSON does not have: they are read as null.
fn standard_numbers(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut out = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    let mut rest = text.as_ref();
    while let Some(letter) = rest.chars().next() {
        let word = (!quoted)
            .then(|| {
                ["-Infinity", "Infinity", "NaN"]
                    .into_iter()
                    .find(|word| rest.starts_with(word))
            })
            .flatten();
        if let Some(word) = word {
            out.push_str("null");
            rest = rest.get(word.len()..).unwrap_or_default();
            continue;
        }
        match letter {
            '"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
        out.push(letter);
        rest = rest.get(letter.len_utf8()..).unwrap_or_default();
    }
    out
}
