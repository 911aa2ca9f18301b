//! The token mixer of a layer, from its tensors.

use serde_json::{Map, Value, json};

use super::reach::Reach;
use super::view::{LayerTensors, Meta};
use crate::error::{Error, Result};

/// The mixer and a second one that runs beside it; `None` for a layer without.
pub(super) fn mixers(
    meta: &Meta<'_>,
    tensors: &LayerTensors<'_>,
    layer: u32,
    reach: &Reach,
) -> Result<(Option<Value>, Option<Value>)> {
    if tensors.any("time_mix") {
        return Err(Error::new(
            "This model mixes tokens the RWKV way, which the simulator does not compute.",
        ));
    }
    let recurrent = recurrent(meta, tensors, layer)?;
    let attention = if tensors.has("attn_kv_a_mqa") {
        Some(latent(meta, tensors, layer)?)
    } else if recurrent.as_ref().is_some_and(|one| one.owns_projections) {
        None
    } else if tensors.has("attn_q") || tensors.has("attn_qkv") {
        Some(softmax(meta, tensors, layer, reach)?)
    } else {
        None
    };
    Ok(match (attention, recurrent) {
        (Some(attention), Some(recurrent)) => (Some(attention), Some(recurrent.json)),
        (None, Some(recurrent)) => (Some(recurrent.json), None),
        (attention, None) => (attention, None),
    })
}

struct Recurrent {
    json: Value,
    /// Uses the tensors named like those of attention (`attn_qkv`, `attn_gate`) itself.
    owns_projections: bool,
}

fn recurrent(meta: &Meta<'_>, tensors: &LayerTensors<'_>, layer: u32) -> Result<Option<Recurrent>> {
    if tensors.has("shortconv.conv") {
        let conv = tensors.cols("shortconv.conv");
        return Ok(Some(Recurrent {
            json: json!({"kind": "short_conv", "conv_kernel": conv}),
            owns_projections: false,
        }));
    }
    if tensors.has("ssm_conv1d_q") {
        let heads = meta
            .at("attention.head_count", layer)
            .filter(|heads| *heads > 0);
        let width = tensors.rows("attn_q").or_else(|| tensors.rows("ssm_f_b"));
        let head_dim = meta.number("kda.head_dim");
        let width = need(width, "attn_q of a linear-attention layer")?;
        let (heads, head_dim) = match (heads, head_dim) {
            (_, Some(dim)) if dim > 0 => (width / dim, dim),
            (Some(heads), None) => (heads, width / heads),
            _ => return Err(missing("kda.head_dim")),
        };
        // Convolutions are stored as [taps, 1, channels] or [taps, channels].
        let mut json = json!({
            "kind": "kda", "num_heads": heads, "head_dim": head_dim,
            "conv_kernel": tensors.cols("ssm_conv1d_q"), "state_dtype": "f32",
        });
        set(&mut json, "full_rank_decay", !tensors.has("ssm_f_b"));
        set(&mut json, "full_rank_gate", !tensors.has("ssm_g_b"));
        return Ok(Some(Recurrent {
            json,
            owns_projections: true,
        }));
    }
    let Some(conv) = tensors.weight("ssm_conv1d") else {
        return Ok(None);
    };
    let state = need(meta.number("ssm.state_size"), "ssm.state_size")?;
    let inner = need(meta.at("ssm.inner_size", layer), "ssm.inner_size")?;
    let rank = need(meta.at("ssm.time_step_rank", layer), "ssm.time_step_rank")?.max(1);
    let groups = meta.at("ssm.group_count", layer).unwrap_or(1).max(1);
    let delta = tensors.has("ssm_ba") || tensors.has("ssm_beta") || tensors.has("ssm_alpha");
    if delta {
        return Ok(Some(Recurrent {
            json: json!({
                "kind": "gated_deltanet", "num_k_heads": groups, "num_v_heads": rank,
                "head_k_dim": state, "head_v_dim": inner / rank,
                "conv_kernel": conv.dim(0), "state_dtype": "f32",
            }),
            owns_projections: true,
        }));
    }
    // Mamba 1 keeps its state per channel: one wide head. Its smaller projections are booked
    // outside the groups by the count of the file.
    let first = tensors.has("ssm_x");
    let (heads, head_dim) = if first {
        (inner.div_ceil(8192).max(1), inner)
    } else {
        (rank, inner)
    };
    let mut json = json!({
        "kind": "mamba2", "num_heads": heads, "head_dim": head_dim / heads.max(1),
        "state_size": state, "n_groups": groups, "conv_kernel": conv.dim(0), "state_dtype": "f32",
    });
    if !tensors.has("ssm_norm")
        && let Some(json) = json.as_object_mut()
    {
        json.insert("gated_norm".into(), false.into());
    }
    Ok(Some(Recurrent {
        json,
        owns_projections: false,
    }))
}

fn softmax(
    meta: &Meta<'_>,
    tensors: &LayerTensors<'_>,
    layer: u32,
    reach: &Reach,
) -> Result<Value> {
    let heads = meta.at("attention.head_count", layer);
    let heads = need(heads.filter(|heads| *heads > 0), "attention.head_count")?;
    let window = reach.window(layer);
    let short = window.is_some();
    let swa = |key: &str, swa: &str| {
        let local = if short { meta.at(swa, layer) } else { None };
        local.or_else(|| meta.at(key, layer))
    };
    let mut kv_heads = meta
        .at("attention.head_count_kv", layer)
        .filter(|heads| *heads > 0);
    let k_dim;
    let mut v_dim;
    let mut gate = false;
    let given_k = swa("attention.key_length", "attention.key_length_swa");
    let given_v = swa("attention.value_length", "attention.value_length_swa");
    if let Some(rows) = tensors.rows("attn_qkv") {
        let kv = *kv_heads.get_or_insert(heads);
        let fused = heads.saturating_add(kv.saturating_mul(2)).max(1);
        k_dim = given_k
            .filter(|dim| dim.checked_mul(fused) == Some(rows))
            .unwrap_or(rows / fused);
        v_dim = k_dim;
    } else {
        let queries = need(tensors.rows("attn_q"), "attn_q")?;
        // Where the file's tensors and its metadata differ, the tensors are right.
        k_dim = match given_k.filter(|dim| *dim > 0) {
            Some(dim) if dim.checked_mul(heads) == Some(queries) => dim,
            Some(dim) if dim.checked_mul(heads * 2) == Some(queries) => {
                gate = true;
                dim
            }
            _ => queries / heads,
        };
        if let Some(keys) = tensors.rows("attn_k") {
            kv_heads = Some(match kv_heads {
                Some(kv) if kv.checked_mul(k_dim) == Some(keys) => kv,
                _ => keys / k_dim.max(1),
            });
        }
        let kv = (*kv_heads.get_or_insert(heads)).max(1);
        v_dim = match tensors.rows("attn_v") {
            Some(values) => values / kv,
            None => given_v.unwrap_or(k_dim),
        };
        v_dim = v_dim.max(1);
    }
    let kv_heads = kv_heads.unwrap_or(heads);
    let mut out = Map::new();
    let kind = match (short, reach.chunked) {
        (false, _) => "full",
        (true, false) => "sliding",
        (true, true) => "chunked",
    };
    out.insert("kind".into(), kind.into());
    if let Some(window) = window {
        out.insert("window".into(), window.into());
    }
    out.insert("num_heads".into(), heads.into());
    out.insert("num_kv_heads".into(), kv_heads.into());
    out.insert("head_dim".into(), k_dim.into());
    if v_dim != k_dim {
        out.insert("v_head_dim".into(), v_dim.into());
    }
    let mut out = Value::Object(out);
    let shared = reach.shares_cache(layer);
    set(&mut out, "kv_shared", shared);
    set(
        &mut out,
        "k_eq_v",
        !shared && tensors.has("attn_k") && !tensors.has("attn_v"),
    );
    let gate_rows = tensors.rows("attn_gate");
    set(
        &mut out,
        "output_gate",
        gate || gate_rows.is_some_and(|rows| rows > heads),
    );
    set(&mut out, "head_gate", gate_rows == Some(heads));
    set(&mut out, "sinks", tensors.has("attn_sinks"));
    add_indexer(&mut out, meta, tensors);
    Ok(out)
}

fn latent(meta: &Meta<'_>, tensors: &LayerTensors<'_>, layer: u32) -> Result<Value> {
    let heads = meta.at("attention.head_count", layer);
    let heads = need(heads.filter(|heads| *heads > 0), "attention.head_count")?;
    let both = need(tensors.rows("attn_kv_a_mqa"), "attn_kv_a_mqa")?;
    let normed = tensors.cols("attn_kv_a_norm");
    let rank = normed.or_else(|| meta.number("attention.kv_lora_rank"));
    let rank = need(
        rank.filter(|rank| *rank > 0 && *rank <= both),
        "attention.kv_lora_rank",
    )?;
    let rope = both - rank;
    let queries = tensors.rows("attn_q_b").or_else(|| tensors.rows("attn_q"));
    let queries = need(queries, "attn_q_b")?;
    let key = queries / heads;
    let nope = key.saturating_sub(rope);
    let value = match (tensors.weight("attn_v_b"), tensors.rows("attn_kv_b")) {
        (Some(values), _) => values.dim(1),
        (None, Some(rows)) => (rows / heads).saturating_sub(nope),
        (None, None) => tensors.cols("attn_output").unwrap_or(0) / heads,
    };
    let mut out = json!({
        "kind": "mla", "num_heads": heads, "q_lora_rank": tensors.rows("attn_q_a"),
        "kv_lora_rank": rank, "qk_rope_head_dim": rope, "qk_nope_head_dim": nope,
        "v_head_dim": value,
    });
    let gate_rows = tensors.rows("attn_gate");
    set(
        &mut out,
        "output_gate",
        gate_rows.is_some_and(|rows| rows > heads),
    );
    set(&mut out, "head_gate", gate_rows == Some(heads));
    add_indexer(&mut out, meta, tensors);
    Ok(out)
}

fn add_indexer(out: &mut Value, meta: &Meta<'_>, tensors: &LayerTensors<'_>) {
    let Some(head_dim) = tensors.rows("indexer.attn_k") else {
        return;
    };
    let heads = tensors
        .rows("indexer.proj")
        .or_else(|| meta.number("attention.indexer.head_count"));
    let top_k = meta.number("attention.indexer.top_k").unwrap_or(2048);
    if let (Some(heads), Some(out)) = (heads, out.as_object_mut()) {
        let indexer = json!({"n_heads": heads, "head_dim": head_dim, "topk": top_k});
        out.insert("indexer".into(), indexer);
    }
}

fn set(json: &mut Value, key: &str, on: bool) {
    if let (true, Some(map)) = (on, json.as_object_mut()) {
        map.insert(key.into(), true.into());
    }
}

fn need(value: Option<u64>, what: &str) -> Result<u64> {
    value.ok_or_else(|| missing(what))
}

fn missing(what: &str) -> Error {
    Error::new(format!("No {what} found in the GGUF header."))
}
