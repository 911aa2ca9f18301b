//! A model from a Hugging Face `config.json`: table-driven, so that a new family is a row of data.

mod blocks;
mod extras;
mod ffn;
mod kinds;
mod mixers;
mod source;

use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::inspection::Inspection;
use crate::layers::{Layer, MAX_LAYERS, Shape, counted};
use ffn::Sparse;
use mixers::{Common, mixer, need};
use source::{Source, TABLES};

/// Reads the model that a config describes.
///
/// # Errors
///
/// Says in words what the config lacks, or which kind of layer cannot be computed.
pub fn from_config(config: &Value) -> Result<Inspection> {
    let (shape, mut found) = shape(config)?;
    let model = shape.model()?;
    found.params = Some(counted(&model).total());
    found.model = shape.to_json()?;
    Ok(found)
}

/// The shape of the model, before it is grouped.
pub(crate) fn shape(config: &Value) -> Result<(Shape, Inspection)> {
    let root = config
        .as_object()
        .ok_or_else(|| Error::new("The config is not a JSON object."))?;
    let (map, outer, prefix) = text_part(root);
    let model_type = |map: &Map<String, Value>| {
        map.get("model_type")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let mut kind = model_type(map);
    if kind.is_empty() || (!TABLES.knows(&kind) && TABLES.knows(&model_type(root))) {
        kind = model_type(root);
    }
    let source = Source::new(map, outer, prefix, TABLES.family(&kind));
    if let Some(reason) = source.trait_text("refuse") {
        return Err(Error::new(format!("Models of type {kind} {reason}.")));
    }
    let mut found = Inspection {
        format: "config.json",
        architecture: kind.clone(),
        ..Inspection::default()
    };
    if kind.is_empty() {
        found.assume("model_type", "none given: a Llama-like decoder");
    } else if !TABLES.knows(&kind) {
        found.assume(
            "model_type",
            format!("{kind} is not known: a Llama-like decoder"),
        );
    }
    let hidden = need(
        source.number("hidden").filter(|one| *one > 0),
        "hidden_size",
    )?;
    let layers = source.number("layers").filter(|one| *one > 0).or_else(|| {
        // Nemotron H: as many as the list of their kinds is long.
        let listed = source.list("layer_types").map(|list| list.len() as u64);
        let pattern = source.get("block_pattern").and_then(Value::as_str);
        listed.or_else(|| pattern.map(|pattern| pattern.len() as u64))
    });
    let layers = need(layers, "num_hidden_layers")?;
    let vocab = need(source.number("vocab").filter(|one| *one > 0), "vocab_size")?;
    if layers > MAX_LAYERS.into() {
        return Err(Error::new(format!(
            "The config has {layers} layers; at most {MAX_LAYERS} are read."
        )));
    }
    let kinds = kinds::kinds(&source, layers)?;
    let sparse = Sparse::new(&source, layers);
    let common = Common { hidden, layers };
    let mut shape = Shape {
        name: name(root, &kind),
        hidden,
        vocab,
        max_context: source.number("max_context"),
        fused_qkv: source.trait_flag("fused_qkv"),
        ..Shape::default()
    };
    let listed = blocks::layers(&source, hidden, layers);
    if let Some(listed) = listed {
        shape.layers = listed?;
    }
    let described = !shape.layers.is_empty();
    for (at, kind) in (0..).zip(kinds).filter(|_| !described) {
        let (mixer, beside) = mixer(&source, &common, kind, at)?;
        let ffn = ffn::block(&source, &sparse, hidden, kind, at)?;
        if source.trait_flag("double") {
            // LongCat: two rounds of attention and dense network, and experts beside them.
            let dense = ffn::dense_beside(&source, hidden, at)?;
            for _ in 0..2 {
                let (mixer, ffn) = (mixer.clone(), Some(dense.clone()));
                shape.layers.push(Layer {
                    mixer,
                    beside: None,
                    ffn,
                });
            }
            shape.layers.push(Layer {
                mixer: None,
                beside: None,
                ffn,
            });
            continue;
        }
        shape.layers.push(Layer { mixer, beside, ffn });
    }
    shape.tied = source.flag("tied").unwrap_or_else(|| {
        source.assume("tie_word_embeddings", "false");
        false
    });
    shape.qk_norm = match source.flag("qk_norm_flag") {
        Some(flag) => flag,
        _ => source.family.contains_key("qk_norm"),
    };
    shape.bias = bias(&source);
    shape.mtp_layers = source.number("mtp").unwrap_or(0);
    extras::add(&source, &mut shape);
    // Asked for, so that they count as understood where they say nothing new.
    for fact in [
        "double_wide",
        "ple_vocab",
        "ple_dim",
        "lin_conv",
        "mamba_rank",
        "index_types",
        "zero_experts",
        "global_head_dim",
        "global_kv_heads",
        "dense_ffn",
        "window",
        "use_window",
        "max_window_layers",
        "kv_heads",
        "head_dim",
        "ffn",
        "moe_ffn",
        "per_token",
        "shared_count",
        "shared_ffn",
        "chunk",
        "quantization",
        "mamba_conv_bias",
        "conv_bias",
        "parallel_attn",
        "kv_shared_layers",
        "heads",
        "use_bias",
        "no_bias",
        "moe_end",
        "moe_offset",
        "first_dense",
        "moe_every",
        "moe_freq",
        "mlp_only",
        "full_every",
        "window_pattern",
    ] {
        source.get(fact);
    }
    source.report(&mut found);
    Ok((shape, found))
}

/// The map that describes the language model, and the one around it.
fn text_part(
    root: &Map<String, Value>,
) -> (&Map<String, Value>, Option<&Map<String, Value>>, String) {
    for key in &TABLES.nested {
        if let Some(inner) = root.get(key).and_then(Value::as_object) {
            // Qwen Omni: thinker_config.text_config.
            if let Some(text) = inner.get("text_config").and_then(Value::as_object) {
                return (text, Some(inner), format!("{key}.text_config."));
            }
            return (inner, Some(root), format!("{key}."));
        }
    }
    (root, None, String::new())
}

fn name(root: &Map<String, Value>, kind: &str) -> String {
    let given = root
        .get("_name_or_path")
        .and_then(Value::as_str)
        .filter(|name| !name.is_empty());
    given
        .unwrap_or(if kind.is_empty() { "own model" } else { kind })
        .chars()
        .take(120)
        .collect()
}

/// Which attention projections carry a bias.
fn bias(source: &Source<'_>) -> Option<&'static str> {
    let rule = source.trait_text("bias").unwrap_or("key:qkvo");
    let flag = source
        .flag("attention_bias")
        .or_else(|| source.flag("use_bias"))
        .unwrap_or(false);
    let whole = match rule {
        "qkv" => "qkv",
        "qkvo" => "qkvo",
        "none" => return None,
        "key:qkv" if flag => "qkv",
        "key:qkvo" if flag => "qkvo",
        _ => return None,
    };
    Some(match (whole, source.flag("output_bias")) {
        ("qkvo", Some(false)) => "qkv",
        (whole, _) => whole,
    })
}
