//! Headers and indexes of safetensors checkpoints.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::error::{Error, Result, starts_with};
use crate::tensors::TensorInfo;

/// Longest header that is read (the format's own limit is 100 MB).
pub const MAX_HEADER: u64 = 100_000_000;
/// Most tensors of one table.
const MAX_TENSORS: usize = 1 << 18;
/// Most dimensions of a tensor.
const MAX_DIMS: usize = 8;

/// Bits of one element of a type, as headers spell it.
fn bits(kind: &str) -> Option<u64> {
    Some(match kind {
        "F64" | "I64" | "U64" | "C64" => 64,
        "F32" | "I32" | "U32" => 32,
        "F16" | "BF16" | "I16" | "U16" => 16,
        "F8_E4M3" | "F8_E5M2" | "F8_E8M0" | "F8_E4M3FNUZ" | "F8_E5M2FNUZ" | "I8" | "U8"
        | "BOOL" => 8,
        "F6_E2M3" | "F6_E3M2" => 6,
        "F4" | "I4" | "U4" => 4,
        _ => return None,
    })
}

/// How many bytes from the start of a file its header needs: 8 and the length they hold.
///
/// # Errors
///
/// The first bytes are not a safetensors length.
pub fn header_length(bytes: &[u8]) -> Result<u64> {
    let length: Option<[u8; 8]> = bytes.get(..8).and_then(|head| head.try_into().ok());
    let Some(length) = length.map(u64::from_le_bytes) else {
        return Err(not_safetensors(bytes));
    };
    if !(2..=MAX_HEADER).contains(&length) {
        return Err(not_safetensors(bytes));
    }
    Ok(length + 8)
}

/// Whether bytes look like the start of a safetensors file.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    header_length(bytes).is_ok() && bytes.get(8) == Some(&b'{')
}

/// Reads the tensor table at the start of a file.
///
/// # Errors
///
/// Says in words why this is no complete safetensors header.
pub fn read(bytes: &[u8]) -> Result<Vec<TensorInfo>> {
    let end = usize::try_from(header_length(bytes)?).unwrap_or(usize::MAX);
    let Some(text) = bytes.get(8..end) else {
        return Err(Error::new(format!(
            "The safetensors header is {end} bytes long, but only {} were given.",
            bytes.len()
        )));
    };
    let header: Map<String, Value> = serde_json::from_slice(text).map_err(|error| {
        Error::new(format!(
            "The safetensors header is not valid JSON: {error}."
        ))
    })?;
    if header.len() > MAX_TENSORS {
        return Err(Error::new(format!(
            "The safetensors header lists {} tensors; at most {MAX_TENSORS} are read.",
            header.len()
        )));
    }
    let tensors = header
        .iter()
        .filter(|(name, _)| name.as_str() != "__metadata__");
    tensors.map(|(name, value)| tensor(name, value)).collect()
}

fn tensor(name: &str, value: &Value) -> Result<TensorInfo> {
    let bad = |what: &str| {
        Error::new(format!(
            "Tensor {name} of the safetensors header has no valid {what}."
        ))
    };
    let kind = value
        .get("dtype")
        .and_then(Value::as_str)
        .ok_or_else(|| bad("dtype"))?;
    let shape = value
        .get("shape")
        .and_then(Value::as_array)
        .ok_or_else(|| bad("shape"))?;
    if shape.len() > MAX_DIMS {
        return Err(bad("shape"));
    }
    let dims: Option<Vec<u64>> = shape.iter().rev().map(Value::as_u64).collect();
    let dims = dims.ok_or_else(|| bad("shape"))?;
    let offsets = value
        .get("data_offsets")
        .and_then(Value::as_array)
        .ok_or_else(|| bad("data_offsets"))?;
    let (start, end) = match (
        offsets.first().and_then(Value::as_u64),
        offsets.get(1).and_then(Value::as_u64),
    ) {
        (Some(start), Some(end)) if start <= end => (start, end),
        _ => return Err(bad("data_offsets")),
    };
    let elements = dims
        .iter()
        .try_fold(1_u64, |all, dim| all.checked_mul(*dim));
    let elements = elements.ok_or_else(|| bad("shape"))?;
    let bytes = end - start;
    if let Some(bits) = bits(kind)
        && elements.checked_mul(bits).map(|bits| bits.div_ceil(8)) != Some(bytes)
    {
        return Err(bad("size: its shape and its offsets disagree"));
    }
    Ok(TensorInfo {
        name: name.to_owned(),
        dims,
        kind: kind.to_ascii_lowercase(),
        bytes,
        offset: start,
    })
}

/// What `model.safetensors.index.json` says.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Index {
    /// Tensor names.
    pub names: Vec<String>,
    /// Files and how many tensors each holds.
    pub files: BTreeMap<String, u64>,
    /// Bytes of all tensors, where the index says so.
    pub total_size: Option<u64>,
    /// Parameters, where the index says so.
    pub total_parameters: Option<u64>,
}

/// Reads an index.
///
/// # Errors
///
/// There is no `weight_map`.
pub fn read_index(value: &Value) -> Result<Index> {
    let map = value
        .get("weight_map")
        .and_then(Value::as_object)
        .ok_or_else(|| Error::new("No weight_map found in the safetensors index."))?;
    if map.len() > MAX_TENSORS {
        return Err(Error::new(format!(
            "The safetensors index lists {} tensors; at most {MAX_TENSORS} are read.",
            map.len()
        )));
    }
    let mut index = Index {
        total_size: value.pointer("/metadata/total_size").and_then(number),
        total_parameters: value.pointer("/metadata/total_parameters").and_then(number),
        ..Index::default()
    };
    for (name, file) in map {
        index.names.push(name.clone());
        if let Some(file) = file.as_str() {
            *index.files.entry(file.to_owned()).or_default() += 1;
        }
    }
    Ok(index)
}

/// Some tools write sizes as floats.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let number = value.as_f64()?;
        (number.fract() == 0.0 && (0.0..1e18).contains(&number)).then_some(number as u64)
    })
}

fn not_safetensors(bytes: &[u8]) -> Error {
    Error::new(format!(
        "This is not a safetensors file: it starts with {}.",
        starts_with(bytes)
    ))
}
