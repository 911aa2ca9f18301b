//! The header of a file of any size, slice by slice.

use bpt_ingest::{Files, gguf, safetensors};
use js_sys::Uint8Array;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

/// Bytes read at a time: tokenizer arrays make headers of some MB.
const SLICE: f64 = 262_144.0;
/// Longest text (JSON, a log) that is read.
const LONGEST_TEXT: f64 = 16_777_216.0;
/// Most bytes of one header.
const LONGEST_HEADER: f64 = 536_870_912.0;

/// Adds one file and gives the number of bytes that were read of it.
pub(crate) async fn read(into: &mut Files, file: &File) -> Result<f64, String> {
    let head = slice(file, 0.0, 9.0).await?;
    if head.starts_with(b"GGUF") {
        return header(into, file).await;
    }
    let safetensors = head.get(8) == Some(&b'{');
    let length = match safetensors::header_length(&head) {
        Ok(length) if safetensors => length as f64,
        _ => file.size().min(LONGEST_TEXT + 1.0),
    };
    let bytes = slice(file, 0.0, length).await?;
    let name = file.name();
    into.add(&name, &bytes).map_err(|error| error.to_string())?;
    Ok(bytes.len() as f64)
}

async fn header(into: &mut Files, file: &File) -> Result<f64, String> {
    let mut parser = gguf::Parser::new();
    let mut read = 0.0;
    loop {
        let bytes = slice(file, parser.wanted() as f64, SLICE).await?;
        read += bytes.len() as f64;
        match parser.push(&bytes).map_err(|error| error.to_string())? {
            gguf::Progress::Done => break,
            gguf::Progress::NeedMore(_) if bytes.is_empty() || read > LONGEST_HEADER => break,
            gguf::Progress::NeedMore(_) => {}
        }
    }
    into.add_gguf(parser.finish().map_err(|error| error.to_string())?);
    Ok(read)
}

/// Bytes of a file; fewer at its end.
async fn slice(file: &File, from: f64, length: f64) -> Result<Vec<u8>, String> {
    let failed = |_| "the browser could not read it".to_owned();
    let part = file
        .slice_with_f64_and_f64(from, from + length)
        .map_err(failed)?;
    let buffer = JsFuture::from(part.array_buffer()).await.map_err(failed)?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
