//! Push parser of a GGUF header.
//!
//! Feed it slices of the file, each starting at [`Parser::wanted`]. It keeps what later steps use,
//! steps over tokenizer arrays and long strings without storing them, and lets the caller seek
//! over fixed-size arrays. What it holds at any moment is bounded by [`MAX_KEPT`] and by the bytes
//! it was really given: a count or length in the file never sizes an allocation.

use std::collections::BTreeMap;

use super::types::element_type;
use super::value::Value;
use crate::error::{Error, Result, starts_with};
use crate::tensors::TensorInfo;

/// Most metadata entries of a header.
pub const MAX_ENTRIES: u64 = 1 << 16;
/// Most tensors of a file.
pub const MAX_TENSORS: u64 = 1 << 17;
/// Most bytes a header may span.
pub const MAX_HEADER: u64 = 1 << 30;
/// Most bytes of keys, values and names that are kept.
pub const MAX_KEPT: usize = 1 << 25;
/// Longest key or tensor name (the format allows 65,535 and 64).
const MAX_NAME: u64 = 1 << 12;
/// Longest string value that is kept.
const MAX_TEXT: u64 = 1 << 10;
/// Longest number array that is kept: one value a layer.
const MAX_NUMBERS: u64 = 1 << 12;
/// Arrays inside arrays.
const MAX_DEPTH: usize = 4;
/// Dimensions of a tensor.
const MAX_DIMS: u32 = 8;

/// What the parser wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// At least this many more bytes, starting at [`Parser::wanted`].
    NeedMore(u64),
    /// The header is complete.
    Done,
}

/// A complete header.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Header {
    /// Format version, 2 or 3.
    pub version: u32,
    /// Metadata, as far as it is kept.
    pub metadata: BTreeMap<String, Value>,
    /// Tensors in file order.
    pub tensors: Vec<TensorInfo>,
    /// Bytes from the start of the file to the tensor data, padding included.
    pub data_start: u64,
    /// Tensors whose type is not known; their bytes come from the distance to the next tensor.
    pub unknown_types: Vec<u32>,
}

#[derive(Debug)]
enum State {
    Start,
    Entry,
    /// Inside an array: element type and elements left, outermost first.
    Array(Vec<(u32, u64)>),
    Tensor,
    Done,
}

/// One step of the parser.
enum Step {
    /// Bytes used, then bytes to step over.
    Used(usize, u64),
    /// Not enough: so many bytes are needed from here.
    Need(usize),
    Done,
}

/// The push parser.
#[derive(Debug)]
pub struct Parser {
    state: State,
    header: Header,
    entries_left: u64,
    tensors_left: u64,
    /// Bytes of an item that came in several slices.
    carry: Vec<u8>,
    /// Offset in the file of the next byte wanted.
    offset: u64,
    kept: usize,
}

impl Default for Parser {
    fn default() -> Self {
        Self::new()
    }
}

impl Parser {
    /// A parser at the start of a file.
    #[must_use]
    pub fn new() -> Self {
        Self {
            state: State::Start,
            header: Header::default(),
            entries_left: 0,
            tensors_left: 0,
            carry: Vec::new(),
            offset: 0,
            kept: 0,
        }
    }

    /// Offset in the file where the next slice must start.
    #[must_use]
    pub const fn wanted(&self) -> u64 {
        self.offset
    }

    /// Takes the next slice. Read [`Parser::wanted`] again afterwards: it may lie beyond the end
    /// of the slice.
    ///
    /// # Errors
    ///
    /// Says in words why this is not a GGUF header.
    pub fn push(&mut self, slice: &[u8]) -> Result<Progress> {
        let mut rest = slice;
        loop {
            let carried = !self.carry.is_empty();
            let step = if carried {
                let carry = core::mem::take(&mut self.carry);
                let step = self.step(&carry);
                self.carry = carry;
                step?
            } else {
                self.step(rest)?
            };
            match step {
                Step::Done => return Ok(Progress::Done),
                Step::Used(used, skip) => {
                    let mut skip = skip;
                    if carried {
                        self.carry.drain(..used.min(self.carry.len()));
                        // A carry never reaches past the item it was collected for.
                        let here = skip.min(self.carry.len() as u64);
                        self.carry.drain(..usize::try_from(here).unwrap_or(0));
                        skip -= here;
                    } else {
                        rest = rest.get(used..).unwrap_or_default();
                        self.offset += used as u64;
                    }
                    let here = skip.min(rest.len() as u64);
                    rest = rest
                        .get(usize::try_from(here).unwrap_or(0)..)
                        .unwrap_or_default();
                    self.offset = self.offset.saturating_add(skip);
                    if self.offset > MAX_HEADER {
                        return Err(Error::new(format!(
                            "The GGUF header claims to be longer than {MAX_HEADER} bytes; the file is damaged."
                        )));
                    }
                    if here < skip && !matches!(self.state, State::Done) {
                        return Ok(Progress::NeedMore(1));
                    }
                }
                Step::Need(need) => {
                    let missing = need.saturating_sub(if carried { self.carry.len() } else { 0 });
                    let take = missing.min(rest.len());
                    let (now, later) = rest.split_at_checked(take).unwrap_or((rest, &[]));
                    self.carry.extend_from_slice(now);
                    self.offset += take as u64;
                    rest = later;
                    if take < missing {
                        return Ok(Progress::NeedMore((missing - take) as u64));
                    }
                }
            }
        }
    }

    /// The header, once [`Progress::Done`] was returned.
    ///
    /// # Errors
    ///
    /// The header is not complete.
    pub fn finish(self) -> Result<Header> {
        if matches!(self.state, State::Done) {
            Ok(self.header)
        } else {
            Err(Error::new(
                "The GGUF header is cut off: the file ends before its list of tensors does.",
            ))
        }
    }

    fn step(&mut self, view: &[u8]) -> Result<Step> {
        match &mut self.state {
            State::Start => self.start(view),
            State::Entry if self.entries_left == 0 => {
                self.state = State::Tensor;
                Ok(Step::Used(0, 0))
            }
            State::Entry => self.entry(view),
            State::Array(stack) => {
                let (step, deeper) = array_step(stack, view)?;
                if let Some(frame) = deeper {
                    stack.push(frame);
                }
                if stack.is_empty() {
                    self.state = State::Entry;
                }
                Ok(step)
            }
            State::Tensor if self.tensors_left == 0 => self.end(),
            State::Tensor => self.tensor(view),
            State::Done => Ok(Step::Done),
        }
    }

    fn start(&mut self, view: &[u8]) -> Result<Step> {
        let mut read = Read::new(view);
        let Some(magic) = read.bytes(4) else {
            if view.len() < 4 && !b"GGUF".starts_with(view) {
                return Err(not_gguf(view));
            }
            return Ok(Step::Need(24));
        };
        if magic != b"GGUF" {
            return Err(not_gguf(view));
        }
        let Some(version) = read.u32() else {
            return Ok(Step::Need(24));
        };
        if version.swap_bytes() == 2 || version.swap_bytes() == 3 {
            return Err(Error::new(
                "This GGUF file is big-endian (made for IBM Z or similar); only little-endian files are read.",
            ));
        }
        if !(2..=3).contains(&version) {
            return Err(Error::new(format!(
                "GGUF version {version} is not known; versions 2 and 3 are read."
            )));
        }
        let (Some(tensors), Some(entries)) = (read.u64(), read.u64()) else {
            return Ok(Step::Need(24));
        };
        bounded("tensors", tensors, MAX_TENSORS)?;
        bounded("metadata entries", entries, MAX_ENTRIES)?;
        self.header.version = version;
        self.tensors_left = tensors;
        self.entries_left = entries;
        self.state = State::Entry;
        Ok(Step::Used(24, 0))
    }

    fn entry(&mut self, view: &[u8]) -> Result<Step> {
        let mut read = Read::new(view);
        let Some(length) = read.u64() else {
            return Ok(Step::Need(8));
        };
        bounded("bytes of a metadata key", length, MAX_NAME)?;
        let key_end = 8 + usize::try_from(length).unwrap_or(usize::MAX);
        let Some(key) = read.bytes(key_end - 8) else {
            return Ok(Step::Need(key_end + 4));
        };
        let key = String::from_utf8_lossy(key).into_owned();
        let Some(kind) = read.u32() else {
            return Ok(Step::Need(key_end + 4));
        };
        match kind {
            ARRAY => {
                let (Some(element), Some(count)) = (read.u32(), read.u64()) else {
                    return Ok(Step::Need(key_end + 16));
                };
                let small = count <= MAX_NUMBERS && !key.starts_with("tokenizer.");
                if let (Some(size), true) = (scalar_size(element), small) {
                    let bytes = size * usize::try_from(count).unwrap_or(0);
                    let Some(data) = read.bytes(bytes) else {
                        return Ok(Step::Need(key_end + 16 + bytes));
                    };
                    let mut data = Read::new(data);
                    let numbers: Vec<f64> =
                        core::iter::from_fn(|| data.scalar(element).map(|one| number(&one)))
                            .take(MAX_NUMBERS as usize)
                            .collect();
                    self.keep(key, Value::Numbers(numbers), bytes * 8 / size.max(1))?;
                } else {
                    self.keep(key, Value::Skipped(count), 8)?;
                    self.state = State::Array(vec![(element, count)]);
                    // The entry was counted by `keep`; the array follows.
                }
                Ok(Step::Used(read.used, 0))
            }
            STRING => {
                let Some(length) = read.u64() else {
                    return Ok(Step::Need(key_end + 12));
                };
                if length > MAX_TEXT {
                    let used = read.used;
                    self.keep(key, Value::Skipped(length), 8)?;
                    return Ok(Step::Used(used, length));
                }
                let length = usize::try_from(length).unwrap_or(0);
                let Some(text) = read.bytes(length) else {
                    return Ok(Step::Need(key_end + 12 + length));
                };
                let text = String::from_utf8_lossy(text).into_owned();
                let used = read.used;
                self.keep(key, Value::Text(text), length)?;
                Ok(Step::Used(used, 0))
            }
            _ => {
                let Some(size) = scalar_size(kind) else {
                    return Err(Error::new(format!(
                        "Metadata entry {key} has type {kind}, which GGUF does not define; the file is damaged."
                    )));
                };
                let Some(value) = read.scalar(kind) else {
                    return Ok(Step::Need(key_end + 4 + size));
                };
                let used = read.used;
                self.keep(key, value, 16)?;
                Ok(Step::Used(used, 0))
            }
        }
    }

    fn tensor(&mut self, view: &[u8]) -> Result<Step> {
        let mut read = Read::new(view);
        let Some(length) = read.u64() else {
            return Ok(Step::Need(8));
        };
        bounded("bytes of a tensor name", length, MAX_NAME)?;
        let length = usize::try_from(length).unwrap_or(0);
        let Some(name) = read.bytes(length) else {
            return Ok(Step::Need(12 + length));
        };
        let name = String::from_utf8_lossy(name).into_owned();
        let Some(count) = read.u32() else {
            return Ok(Step::Need(12 + length));
        };
        bounded("dimensions of a tensor", count.into(), MAX_DIMS.into())?;
        let mut dims = Vec::new();
        let mut elements = 1_u64;
        for _ in 0..count {
            let Some(dim) = read.u64() else {
                return Ok(Step::Need(24 + length + 8 * count as usize));
            };
            elements = elements.checked_mul(dim).ok_or_else(|| {
                Error::new(format!(
                    "Tensor {name} claims more than 2^64 elements; the file is damaged."
                ))
            })?;
            dims.push(dim);
        }
        let (Some(kind), Some(offset)) = (read.u32(), read.u64()) else {
            return Ok(Step::Need(24 + length + 8 * count as usize));
        };
        let used = read.used;
        let (kind, bytes) = match element_type(kind) {
            Some(known) => {
                let row = dims.first().copied().unwrap_or(1);
                if row % known.block != 0 {
                    return Err(Error::new(format!(
                        "Tensor {name} has rows of {row} elements, which type {} cannot hold; the file is damaged.",
                        known.name
                    )));
                }
                let bytes = (elements / known.block).checked_mul(known.bytes);
                (known.name.to_owned(), bytes)
            }
            None => {
                self.header.unknown_types.push(kind);
                (format!("type {kind}"), Some(0))
            }
        };
        let bytes = bytes.ok_or_else(|| {
            Error::new(format!(
                "Tensor {name} claims more than 2^64 bytes; the file is damaged."
            ))
        })?;
        self.charge(name.len() + 64)?;
        self.tensors_left -= 1;
        self.header.tensors.push(TensorInfo {
            name,
            dims,
            kind,
            bytes,
            offset,
        });
        Ok(Step::Used(used, 0))
    }

    fn end(&mut self) -> Result<Step> {
        let alignment = self
            .header
            .metadata
            .get("general.alignment")
            .and_then(Value::as_u64)
            .filter(|one| one.is_power_of_two() && *one <= 1 << 20)
            .unwrap_or(32);
        // Where an item was carried, the carry holds nothing beyond it.
        self.header.data_start = self.offset.next_multiple_of(alignment);
        if !self.header.unknown_types.is_empty() {
            size_by_distance(&mut self.header.tensors);
        }
        self.state = State::Done;
        Ok(Step::Done)
    }

    fn keep(&mut self, key: String, value: Value, bytes: usize) -> Result<()> {
        self.charge(key.len() + bytes + 64)?;
        self.entries_left -= 1;
        self.header.metadata.insert(key, value);
        Ok(())
    }

    fn charge(&mut self, bytes: usize) -> Result<()> {
        self.kept = self.kept.saturating_add(bytes);
        if self.kept > MAX_KEPT {
            return Err(Error::new(format!(
                "The GGUF header holds more than {MAX_KEPT} bytes of names and values; the file is damaged."
            )));
        }
        Ok(())
    }
}

/// Tensors of an unknown type reach to where the next one starts.
fn size_by_distance(tensors: &mut [TensorInfo]) {
    let mut starts: Vec<u64> = tensors.iter().map(|tensor| tensor.offset).collect();
    starts.sort_unstable();
    for tensor in tensors {
        if tensor.kind.starts_with("type ") {
            let after = starts.partition_point(|start| *start <= tensor.offset);
            let next = starts.get(after).copied().unwrap_or(tensor.offset);
            tensor.bytes = next - tensor.offset;
        }
    }
}

const STRING: u32 = 8;
const ARRAY: u32 = 9;

/// Bytes of a scalar of this metadata type.
const fn scalar_size(kind: u32) -> Option<usize> {
    match kind {
        0 | 1 | 7 => Some(1),
        2 | 3 => Some(2),
        4..=6 => Some(4),
        10..=12 => Some(8),
        _ => None,
    }
}

fn number(value: &Value) -> f64 {
    match value {
        Value::Int(value) => *value as f64,
        Value::Float(value) => *value,
        Value::Bool(true) => 1.0,
        _ => 0.0,
    }
}

type Frame = (u32, u64);

/// One step inside arrays: fixed-size elements are stepped over at once, strings one by one.
fn array_step(stack: &mut Vec<Frame>, view: &[u8]) -> Result<(Step, Option<Frame>)> {
    let depth = stack.len();
    let Some((kind, left)) = stack.last_mut() else {
        return Ok((Step::Used(0, 0), None));
    };
    if *left == 0 {
        stack.pop();
        return Ok((Step::Used(0, 0), None));
    }
    let mut read = Read::new(view);
    match *kind {
        STRING => {
            // As many whole strings as the view holds.
            let mut used = 0_usize;
            while *left > 0 {
                let Some(length) = read.u64() else { break };
                *left -= 1;
                used += 8;
                let inside = usize::try_from(length)
                    .ok()
                    .and_then(|length| read.bytes(length));
                match inside {
                    Some(text) => used += text.len(),
                    None => return Ok((Step::Used(used, length), None)),
                }
            }
            if used == 0 {
                return Ok((Step::Need(8), None));
            }
            Ok((Step::Used(used, 0), None))
        }
        ARRAY => {
            if depth >= MAX_DEPTH {
                return Err(Error::new(
                    "The GGUF metadata holds arrays nested more than four deep; the file is damaged.",
                ));
            }
            let (Some(kind), Some(count)) = (read.u32(), read.u64()) else {
                return Ok((Step::Need(12), None));
            };
            *left -= 1;
            Ok((Step::Used(12, 0), Some((kind, count))))
        }
        fixed => {
            let size = scalar_size(fixed).ok_or_else(|| {
                Error::new(format!(
                    "A metadata array has elements of type {fixed}, which GGUF does not define; the file is damaged."
                ))
            })?;
            let skip = left.checked_mul(size as u64).unwrap_or(u64::MAX);
            *left = 0;
            Ok((Step::Used(0, skip), None))
        }
    }
}

fn bounded(what: &str, value: u64, most: u64) -> Result<()> {
    if value <= most {
        Ok(())
    } else {
        Err(Error::new(format!(
            "The GGUF header claims {value} {what}; at most {most} are read. The file is damaged."
        )))
    }
}

fn not_gguf(view: &[u8]) -> Error {
    Error::new(format!(
        "This is not a GGUF file: it starts with {} instead of \"GGUF\".",
        starts_with(view)
    ))
}

/// Little-endian reads that end instead of panicking.
struct Read<'a> {
    view: &'a [u8],
    used: usize,
}

impl<'a> Read<'a> {
    const fn new(view: &'a [u8]) -> Self {
        Self { view, used: 0 }
    }

    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.used.checked_add(count)?;
        let bytes = self.view.get(self.used..end)?;
        self.used = end;
        Some(bytes)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N).and_then(|bytes| bytes.try_into().ok())
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn scalar(&mut self, kind: u32) -> Option<Value> {
        Some(match kind {
            0 => Value::Int(u8::from_le_bytes(self.array()?).into()),
            1 => Value::Int(i8::from_le_bytes(self.array()?).into()),
            2 => Value::Int(u16::from_le_bytes(self.array()?).into()),
            3 => Value::Int(i16::from_le_bytes(self.array()?).into()),
            4 => Value::Int(u32::from_le_bytes(self.array()?).into()),
            5 => Value::Int(i32::from_le_bytes(self.array()?).into()),
            6 => Value::Float(f32::from_le_bytes(self.array()?).into()),
            7 => Value::Bool(self.array::<1>()? != [0]),
            10 => Value::Int(u64::from_le_bytes(self.array()?).into()),
            11 => Value::Int(i64::from_le_bytes(self.array()?).into()),
            12 => Value::Float(f64::from_le_bytes(self.array()?)),
            _ => return None,
        })
    }
}
