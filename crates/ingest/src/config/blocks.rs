//! Models whose layers were pruned one by one (Nemotron Super): `block_configs`, one entry a layer.

use serde_json::{Value, json};

use super::source::{Source, whole};
use crate::error::{Error, Result};
use crate::layers::Layer;

/// The layers, if the config lists them so.
pub(super) fn layers(source: &Source<'_>, hidden: u64, count: u64) -> Option<Result<Vec<Layer>>> {
    let blocks = source.list("block_configs")?;
    let count = usize::try_from(count).unwrap_or(0);
    Some(
        blocks
            .iter()
            .take(count)
            .map(|block| layer(source, hidden, block))
            .collect(),
    )
}

fn layer(source: &Source<'_>, hidden: u64, block: &Value) -> Result<Layer> {
    let on = |part: &str| {
        block
            .get(part)
            .filter(|part| part.get("no_op") != Some(&Value::Bool(true)))
    };
    let number = |part: &Value, key: &str| part.get(key).and_then(whole).filter(|one| *one > 0);
    let mut layer = Layer::default();
    if let Some(attention) = on("attention") {
        let heads = source.number("heads").filter(|heads| *heads > 0);
        let heads =
            heads.ok_or_else(|| Error::new("No num_attention_heads found in the config."))?;
        let grouped = number(attention, "n_heads_in_group").map(|group| heads / group);
        let kv_heads = number(attention, "num_key_value_heads")
            .or(grouped)
            .unwrap_or(heads);
        let dim = source.number("head_dim").unwrap_or(hidden / heads);
        // A block replaced by one square matrix mixes nothing; it is counted as feed-forward.
        if attention.get("replace_with_linear") != Some(&Value::Bool(true)) {
            let mut mixer = json!({"kind": "full", "num_heads": heads, "num_kv_heads": kv_heads, "head_dim": dim});
            let window =
                number(attention, "window_length").or_else(|| number(attention, "sliding_window"));
            if let (Some(window), Some(mixer)) = (window, mixer.as_object_mut()) {
                mixer.insert("kind".into(), "sliding".into());
                mixer.insert("window".into(), window.into());
            }
            layer.mixer = Some(mixer);
        }
    }
    if let Some(ffn) = on("ffn") {
        let multiple = ffn.get("ffn_mult").and_then(Value::as_f64);
        // As the modelling code rounds: two thirds, up to a multiple of 256.
        let widened = multiple.map(|multiple| {
            let width = 2.0 * multiple.clamp(0.0, 64.0) * hidden as f64 / 3.0;
            (width as u64).div_ceil(256) * 256
        });
        let width = number(ffn, "intermediate_size")
            .or(widened)
            .or_else(|| source.number("ffn"));
        let width = width.ok_or_else(|| Error::new("No ffn_mult found in block_configs."))?;
        layer.ffn = Some(json!({"kind": "dense", "intermediate_size": width, "gated": true}));
    }
    Ok(layer)
}
