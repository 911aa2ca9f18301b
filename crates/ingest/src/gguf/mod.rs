//! GGUF: header parser, element types, shards.

mod parser;
mod shards;
mod types;
mod value;

pub use parser::{Header, MAX_ENTRIES, MAX_HEADER, MAX_KEPT, MAX_TENSORS, Parser, Progress};
pub use shards::merge;
pub use types::{ElementType, TYPES, element_type, file_type};
pub use value::Value;

use crate::error::{Error, Result};

/// Reads a header from the beginning of a file that is in memory.
///
/// # Errors
///
/// Says in words why this is not a complete GGUF header.
///
/// ```
/// let error = bpt_ingest::gguf::read(b"PK\x03\x04 a zip").unwrap_err();
/// assert!(error.message().starts_with("This is not a GGUF file: it starts with"));
/// ```
pub fn read(bytes: &[u8]) -> Result<Header> {
    let mut parser = Parser::new();
    loop {
        let from = usize::try_from(parser.wanted()).unwrap_or(usize::MAX);
        let slice = bytes.get(from..).unwrap_or_default();
        match parser.push(slice)? {
            Progress::Done => return parser.finish(),
            Progress::NeedMore(_) if slice.is_empty() => {
                return Err(Error::new(
                    "The GGUF header is cut off: the file ends before its list of tensors does.",
                ));
            }
            Progress::NeedMore(_) => {}
        }
    }
}
