//! What each layer is, from the several ways in which configs say it.

use serde_json::Value;

use super::mixers::MAX_LISTED;
use super::source::{Source, whole};
use crate::error::{Error, Result};

/// What mixes tokens in a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Attention to everything.
    Full,
    /// Attention to a window.
    Sliding,
    /// Attention within a chunk.
    Chunked,
    /// Linear attention of the family's kind.
    Linear,
    /// State space.
    Mamba,
    /// Short convolution.
    Conv,
    /// DeepSeek V4: window and compressed entries at the first or second rate.
    Compressed(bool),
    /// Attention and state space side by side.
    Parallel,
    /// A state space and a copy of the shared attention block (Zamba).
    SharedBlock,
    /// Feed-forward only: dense, or experts.
    Dense,
    Experts,
    /// Nothing.
    Nothing,
}

/// The kind of every layer.
pub(super) fn kinds(source: &Source<'_>, layers: u64) -> Result<Vec<Kind>> {
    let count = usize::try_from(layers).unwrap_or(0);
    let windowed = match source.trait_text("window_kind") {
        Some("chunked") => Kind::Chunked,
        _ => Kind::Sliding,
    };
    if let Some(pattern) = source.get("block_pattern").and_then(Value::as_str) {
        return Ok(pattern.chars().filter_map(letter).take(count).collect());
    }
    if let Some(list) = source.list("layer_types") {
        // Other ways of saying it are understood too.
        for fact in [
            "window_pattern",
            "full_every",
            "no_rope_layers",
            "max_window_layers",
            "use_window",
            "full_layers",
            "attn_period",
            "attn_offset",
        ] {
            source.get(fact);
        }
        let list = list.iter().take(count);
        let kinds: Result<Vec<Kind>> = list.map(|one| named(source, one)).collect();
        let mut kinds = kinds?;
        while kinds.len() < count {
            kinds.push(kinds.last().copied().unwrap_or(Kind::Full));
        }
        return Ok(kinds);
    }
    if let Some(list) = source.list("block_types").filter(|list| !list.is_empty()) {
        let list = list.iter().take(count);
        let kinds: Result<Vec<Kind>> = list.map(|one| named(source, one)).collect();
        return Ok(kinds?.into_iter().cycle().take(count).collect());
    }
    if let Some(list) = source.list("attn_type_list") {
        let kind = |one: &Value| {
            if whole(one) == Some(0) {
                Kind::Linear
            } else {
                Kind::Full
            }
        };
        return Ok(list
            .iter()
            .map(kind)
            .chain(core::iter::repeat(Kind::Full))
            .take(count)
            .collect());
    }
    let other = match source.trait_text("mixer") {
        Some("mamba" | "mamba1" | "mamba2") => Kind::Mamba,
        Some("conv") => Kind::Conv,
        Some("linear" | "kda" | "lightning" | "gated_deltanet") => Kind::Linear,
        Some("parallel") => return Ok(vec![Kind::Parallel; count]),
        _ => windowed,
    };
    if other == Kind::Sliding && !has_window(source, layers) {
        return Ok(vec![Kind::Full; count]);
    }
    if let Some(config) = source.get("linear_attn_config").and_then(Value::as_object) {
        let full: Vec<u64> = config
            .get("full_attn_layers")
            .and_then(Value::as_array)
            .map(|list| list.iter().take(MAX_LISTED).filter_map(whole).collect())
            .unwrap_or_default();
        // Layers are numbered from 1 there.
        let kind = |at: u64| {
            if full.contains(&(at + 1)) {
                Kind::Full
            } else {
                Kind::Linear
            }
        };
        return Ok((0..layers).map(kind).collect());
    }
    if let Some(list) = source.list("full_layers") {
        let listed: Vec<u64> = list.iter().take(MAX_LISTED).filter_map(whole).collect();
        let kind = |at: u64| {
            if listed.contains(&at) {
                Kind::Full
            } else {
                other
            }
        };
        return Ok((0..layers).map(kind).collect());
    }
    if let Some(period) = source.number("attn_period").filter(|period| *period > 0) {
        let offset = source.number("attn_offset").unwrap_or(0);
        let kind = |at: u64| {
            if at % period == offset % period {
                Kind::Full
            } else {
                other
            }
        };
        return Ok((0..layers).map(kind).collect());
    }
    match source.get("window_pattern") {
        Some(Value::Array(flags)) => {
            // 1 marks a window (MiMo).
            let kind = |one: &Value| {
                if whole(one) == Some(1) || one == &Value::Bool(true) {
                    other
                } else {
                    Kind::Full
                }
            };
            return Ok(flags
                .iter()
                .map(kind)
                .chain(core::iter::repeat(Kind::Full))
                .take(count)
                .collect());
        }
        Some(Value::String(letters)) if !letters.is_empty() => {
            let kind = |letter: char| if letter == 'L' { other } else { Kind::Full };
            return Ok(letters.chars().map(kind).cycle().take(count).collect());
        }
        Some(value) => return Ok(every(whole(value).unwrap_or(0), layers, other)),
        None => {}
    }
    if let Some(flags) = source.get("no_rope_layers") {
        // Layers without position encoding attend to everything (Llama 4).
        return Ok(match flags {
            Value::Array(flags) if !flags.is_empty() => flags
                .iter()
                .map(|flag| {
                    if whole(flag) == Some(0) {
                        Kind::Full
                    } else {
                        other
                    }
                })
                .chain(core::iter::repeat(other))
                .take(count)
                .collect(),
            _ => every(4, layers, other),
        });
    }
    let period = source
        .number("full_every")
        .or_else(|| source.trait_number("full_every").map(|n| n as u64));
    if let Some(period) = period {
        source.assume(
            "layer_types",
            &format!("one layer in {period} attends to everything"),
        );
        return Ok(every(period, layers, other));
    }
    Ok(vec![other; count])
}

/// Every `period`-th layer is full; 0 = none is.
fn every(period: u64, layers: u64, other: Kind) -> Vec<Kind> {
    let full = |at: u64| period > 0 && (at + 1).is_multiple_of(period);
    (0..layers)
        .map(|at| if full(at) { Kind::Full } else { other })
        .collect()
}

/// Whether layers without a list of their own use a window.
fn has_window(source: &Source<'_>, layers: u64) -> bool {
    let window = source
        .number("window")
        .or_else(|| source.number("chunk"))
        .unwrap_or(0);
    let limit = source.number("max_window_layers");
    match source.flag("use_window") {
        Some(false) => false,
        // Qwen2: the first layers are full; a config that says "all of them" has no window.
        Some(true) => window > 0 && limit.is_none_or(|limit| limit < layers),
        None => window > 0,
    }
}

fn letter(letter: char) -> Option<Kind> {
    Some(match letter {
        'M' => Kind::Mamba,
        '*' => Kind::Full,
        'E' => Kind::Experts,
        '-' => Kind::Dense,
        _ => return None,
    })
}

fn named(source: &Source<'_>, value: &Value) -> Result<Kind> {
    let linear = match source.trait_text("mixer") {
        Some("mamba" | "mamba1" | "mamba2") => Kind::Mamba,
        Some("conv") => Kind::Conv,
        _ => Kind::Linear,
    };
    Ok(match value.as_str().unwrap_or_default() {
        "full_attention"
        | "attention"
        | "global"
        | "global_attention"
        | "indexed_attention"
        | "minimax_m3_sparse"
        | "deepseek_sparse_attention"
        | "attn" => Kind::Full,
        "sliding_attention" | "local" | "local_attention" | "sliding" | "hybrid_sliding" => {
            Kind::Sliding
        }
        "chunked_attention" => Kind::Chunked,
        "linear_attention" | "linear" | "kda" | "gated_deltanet" | "recurrent" | "lightning" => {
            linear
        }
        "mamba" | "mamba2" => Kind::Mamba,
        "conv" | "short_conv" => Kind::Conv,
        "compressed_sparse_attention" => Kind::Compressed(false),
        "heavily_compressed_attention" => Kind::Compressed(true),
        "hybrid" => match source.trait_text("hybrid_is") {
            Some("shared_block") => Kind::SharedBlock,
            Some("parallel") => Kind::Parallel,
            _ => Kind::Full,
        },
        "moe" => Kind::Experts,
        "mlp" => Kind::Dense,
        "none" | "no_op" => Kind::Nothing,
        other => {
            let other: String = other.chars().take(40).collect();
            return Err(Error::new(format!(
                "The config has layers of type \"{other}\", which the simulator does not compute."
            )));
        }
    })
}
