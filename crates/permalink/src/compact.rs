//! A model of one's own in few bytes: its shape as layer groups, keys and words by number.
//!
//! One byte of version, then a value. Values: 1 object, 2 list, 3 true, 4 false, 5 whole number
//! (little-endian base 128), 6 double, 7 text, 8 word of the dictionary. Objects are pairs of key
//! number and value; objects and lists end with 0. Dictionaries only ever grow at the end.

use bpt_catalog::model_from_json;
use serde_json::{Map, Value, json};

use crate::base64;

const VERSION: u8 = 1;
/// Deepest nesting of a model.
const DEPTH: u32 = 6;
/// Longest encoded model, bytes.
const MAX_BYTES: usize = 16_384;

/// Keys of the schema of `data/models.json` that shape a model; also the order they are written.
const KEYS: &[&str] = &[
    "num_hidden_layers",
    "hidden_size",
    "vocab_size",
    "tie_word_embeddings",
    "max_context",
    "qk_norm",
    "attn_bias",
    "fused_qkv",
    "attention",
    "layers",
    "hybrid_override_pattern",
    "kind",
    "count",
    "num_heads",
    "num_kv_heads",
    "head_dim",
    "v_head_dim",
    "window",
    "kv_shared",
    "k_eq_v",
    "output_gate",
    "head_gate",
    "sinks",
    "indexer",
    "n_heads",
    "topk",
    "topk_blocks",
    "block",
    "pool",
    "compress_ratio",
    "layers_with_indexer",
    "q_lora_rank",
    "kv_lora_rank",
    "qk_rope_head_dim",
    "qk_nope_head_dim",
    "o_groups",
    "o_lora_rank",
    "num_k_heads",
    "num_v_heads",
    "head_k_dim",
    "head_v_dim",
    "conv_kernel",
    "full_rank_decay",
    "full_rank_gate",
    "state_size",
    "n_groups",
    "gated_norm",
    "parallel",
    "ffn",
    "intermediate_size",
    "gated",
    "num_experts",
    "experts_per_token",
    "moe_intermediate_size",
    "shared_intermediate_size",
    "latent_size",
    "bias",
    "shared_gate",
    "moe",
    "moe_layer_freq",
    "mtp",
    "params",
    "extra_params",
    "read_per_token",
    "norms",
    "name",
];

/// Values that are words.
const WORDS: &[&str] = &[
    "full",
    "sliding",
    "chunked",
    "mla",
    "v4_compressed",
    "gated_deltanet",
    "kda",
    "mamba2",
    "lightning",
    "short_conv",
    "none",
    "dense",
    "moe",
    "qkv",
    "qkvo",
    "all",
    "lookup",
];

/// Keys where absent means true, so that false has to be written.
const TRUE_BY_DEFAULT: [&str; 2] = ["gated", "gated_norm"];

/// A model as text for a link; `None` if it is no model or too large for one.
#[must_use]
pub fn encode_model(model: &Value) -> Option<String> {
    model_from_json(model).ok()?;
    let mut out = vec![VERSION];
    write(&mut out, model, DEPTH)?;
    (out.len() <= MAX_BYTES).then(|| base64::encode(&out))
}

/// The model of a link; `None` if the text holds none.
#[must_use]
pub fn decode_model(text: &str) -> Option<Value> {
    if text.len() > MAX_BYTES * 2 {
        return None;
    }
    let bytes = base64::decode(text)?;
    let (version, mut rest) = bytes.split_first()?;
    if *version != VERSION {
        return None;
    }
    let model = read(&mut rest, DEPTH)?;
    (rest.is_empty() && model_from_json(&model).is_ok()).then_some(model)
}

fn write(out: &mut Vec<u8>, value: &Value, depth: u32) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    match value {
        Value::Null => return None,
        Value::Bool(flag) => out.push(if *flag { 3 } else { 4 }),
        Value::Number(number) => {
            // Whole numbers may be written as 4096.0.
            let number = number.as_f64()?;
            if number >= 0.0 && number.fract() == 0.0 && number < 9e15 {
                out.push(5);
                varint(out, number as u64);
            } else {
                out.push(6);
                out.extend_from_slice(&number.to_le_bytes());
            }
        }
        Value::String(text) => match WORDS.iter().position(|word| word == text) {
            Some(at) => out.extend_from_slice(&[8, u8::try_from(at).ok()?]),
            None => {
                out.push(7);
                varint(out, text.len() as u64);
                out.extend_from_slice(text.as_bytes());
            }
        },
        Value::Array(items) => {
            out.push(2);
            for item in items {
                write(out, item, depth)?;
            }
            out.push(0);
        }
        Value::Object(map) => {
            out.push(1);
            for (at, key) in KEYS.iter().enumerate() {
                let Some(value) = map.get(*key).filter(|value| said(key, value)) else {
                    continue;
                };
                out.push(u8::try_from(at + 1).ok()?);
                write(out, value, depth)?;
            }
            out.push(0);
        }
    }
    Some(())
}

/// Whether a value says anything that its absence does not.
fn said(key: &str, value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag != TRUE_BY_DEFAULT.contains(&key),
        Value::Array(items) => !items.is_empty() || matches!(key, "layers" | "ffn"),
        _ => true,
    }
}

fn varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        out.push((number & 127) as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(count)?;
    *rest = left;
    Some(taken)
}

fn byte(rest: &mut &[u8]) -> Option<u8> {
    take(rest, 1).map(|bytes| bytes[0])
}

fn read_varint(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..56).step_by(7) {
        let next = byte(rest)?;
        number |= u64::from(next & 127) << shift;
        if next < 128 {
            // One way to write a number.
            return (next != 0 || shift == 0).then_some(number);
        }
    }
    None
}

fn read(rest: &mut &[u8], depth: u32) -> Option<Value> {
    let tag = byte(rest)?;
    read_tagged(rest, tag, depth)
}

fn read_tagged(rest: &mut &[u8], tag: u8, depth: u32) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    Some(match tag {
        1 => {
            let mut map = Map::new();
            let mut before = 0;
            loop {
                let key = byte(rest)?;
                if key == 0 {
                    return Some(Value::Object(map));
                }
                // Keys come in their order, once each.
                if key <= before {
                    return None;
                }
                before = key;
                let name = KEYS.get(usize::from(key) - 1)?;
                map.insert((*name).into(), read(rest, depth)?);
            }
        }
        2 => {
            let mut items = Vec::new();
            loop {
                let tag = byte(rest)?;
                if tag == 0 {
                    return Some(Value::Array(items));
                }
                items.push(read_tagged(rest, tag, depth)?);
            }
        }
        3 => json!(true),
        4 => json!(false),
        5 => json!(read_varint(rest)?),
        6 => {
            let bytes: [u8; 8] = take(rest, 8)?.try_into().ok()?;
            let number = f64::from_le_bytes(bytes);
            if !number.is_finite() {
                return None;
            }
            json!(number)
        }
        7 => {
            let length = usize::try_from(read_varint(rest)?).ok()?;
            let text = core::str::from_utf8(take(rest, length)?).ok()?;
            json!(text)
        }
        8 => json!(WORDS.get(usize::from(byte(rest)?))?),
        _ => return None,
    })
}
