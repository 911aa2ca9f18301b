//! The token mixer of a layer from a config.

use serde_json::{Map, Value, json};

use super::kinds::Kind;
use super::source::{Source, whole};
use crate::error::{Error, Result};

/// Largest compression rate whose layers have an index.
const SMALL_RATE: u64 = 4;

/// Most entries of a list of layers that are looked at.
pub(super) const MAX_LISTED: usize = 4_096;

/// What mixers of all layers share.
pub(super) struct Common {
    pub(super) hidden: u64,
    pub(super) layers: u64,
}

/// The mixer of one layer, and one that runs beside it.
pub(super) fn mixer(
    source: &Source<'_>,
    common: &Common,
    kind: Kind,
    at: u64,
) -> Result<(Option<Value>, Option<Value>)> {
    Ok(match kind {
        Kind::Full | Kind::Sliding | Kind::Chunked => {
            (Some(attention(source, common, kind, at)?), None)
        }
        Kind::Compressed(heavily) => (Some(compressed(source, rate(source, heavily))?), None),
        Kind::Parallel => (
            Some(attention(source, common, Kind::Full, at)?),
            Some(mamba(source, common)?),
        ),
        Kind::SharedBlock => (
            Some(mamba(source, common)?),
            Some(attention(source, common, Kind::Full, at)?),
        ),
        Kind::Linear => (Some(linear(source, common, at)?), None),
        Kind::Mamba => (Some(mamba(source, common)?), None),
        Kind::Conv => {
            let conv = need(source.number("short_conv"), "conv_L_cache")?;
            (
                Some(json!({"kind": "short_conv", "conv_kernel": conv})),
                None,
            )
        }
        Kind::Dense | Kind::Experts | Kind::Nothing => (None, None),
    })
}

/// A value for one layer: of `per_layer_config`, else the general one.
fn for_layer(source: &Source<'_>, fact: &'static str, key: &str, at: u64) -> Option<u64> {
    let own = source
        .get("per_layer")
        .and_then(|all| all.get(format!("{at:02}")));
    own.and_then(|own| own.get(key))
        .and_then(whole)
        .or_else(|| source.number(fact))
}

pub(super) fn heads(source: &Source<'_>, at: u64) -> Option<u64> {
    let place = usize::try_from(at).ok()?;
    let listed = source
        .list("heads_per_layer")
        .and_then(|list| list.get(place))
        .and_then(whole);
    let own = match source.get("heads") {
        Some(Value::Array(list)) => list.get(place).and_then(whole),
        _ => for_layer(source, "heads", "num_attention_heads", at),
    };
    listed.or(own).filter(|heads| *heads > 0)
}

fn attention(source: &Source<'_>, common: &Common, kind: Kind, at: u64) -> Result<Value> {
    if source.number("o_lora").is_some() {
        let listed = source
            .list("compress")
            .and_then(|list| list.get(usize::try_from(at).ok()?));
        return compressed(source, listed.and_then(whole).unwrap_or(0));
    }
    if for_layer(source, "kv_lora", "kv_lora_rank", at).is_some() {
        return latent(source, common.layers, kind, at);
    }
    let short = kind != Kind::Full;
    let other = source.get("swa_setting").filter(|_| short);
    let other = |key: &str| other.and_then(|other| other.get(key)).and_then(whole);
    let swa = |fact: &'static str| if short { source.number(fact) } else { None };
    let global = |fact: &'static str| if short { None } else { source.number(fact) };
    let heads = need(
        other("num_attention_heads")
            .or_else(|| swa("swa_heads"))
            .filter(|heads| *heads > 0)
            .or_else(|| heads(source, at)),
        "num_attention_heads",
    )?;
    let head_dim = swa("swa_head_dim")
        .or_else(|| global("global_head_dim"))
        .or_else(|| for_layer(source, "head_dim", "head_dim", at))
        .filter(|dim| *dim > 0);
    let head_dim = head_dim.unwrap_or_else(|| {
        source.assume(
            "head_dim",
            &format!("hidden size / heads = {}", common.hidden / heads),
        );
        common.hidden / heads
    });
    let given = other("num_attention_groups").or_else(|| swa("swa_kv_heads"));
    let given = given.or_else(|| global("global_kv_heads"));
    let given = given.or_else(|| match source.get("kv_heads") {
        Some(Value::Array(list)) => list.get(usize::try_from(at).ok()?).and_then(whole),
        _ => for_layer(source, "kv_heads", "num_key_value_heads", at),
    });
    let multi_query =
        source.flag("multi_query").unwrap_or(false) && !source.flag("new_decoder").unwrap_or(false);
    let kv_heads = match given.filter(|kv| *kv > 0) {
        _ if multi_query => 1,
        Some(kv) => kv,
        None => {
            source.assume("num_key_value_heads", "as many as query heads");
            heads
        }
    };
    let v_dim = swa("swa_v_head_dim").or_else(|| source.number("v_head_dim"));
    let mut out = Map::new();
    let name = match kind {
        Kind::Sliding => "sliding",
        Kind::Chunked => "chunked",
        _ => "full",
    };
    out.insert("kind".into(), name.into());
    if short {
        let fact = if kind == Kind::Chunked {
            "chunk"
        } else {
            "window"
        };
        let window = source.number(fact).filter(|window| *window > 0);
        out.insert("window".into(), need(window, "sliding_window")?.into());
    }
    out.insert("num_heads".into(), heads.into());
    out.insert("num_kv_heads".into(), kv_heads.into());
    out.insert("head_dim".into(), head_dim.into());
    if let Some(v_dim) = v_dim.filter(|dim| *dim > 0 && *dim != head_dim) {
        out.insert("v_head_dim".into(), v_dim.into());
    }
    let shared = source.number("kv_shared_layers").unwrap_or(0);
    if shared > 0 && at >= common.layers.saturating_sub(shared) {
        out.insert("kv_shared".into(), true.into());
    }
    let mut flag = |key: &str, on: bool| {
        if on {
            out.insert(key.into(), true.into());
        }
    };
    flag("k_eq_v", !short && source.flag("k_eq_v").unwrap_or(false));
    flag(
        "output_gate",
        source.trait_flag("output_gate") || source.flag("output_gate").unwrap_or(false),
    );
    flag(
        "head_gate",
        source.trait_flag("head_gate") || source.flag("head_gate").unwrap_or(false),
    );
    let sinks = if short {
        source.flag("sinks")
    } else {
        source.flag("full_sinks")
    };
    let sinks = sinks.unwrap_or_else(|| short && source.trait_flag("window_sinks"));
    flag("sinks", source.trait_flag("sinks") || sinks);
    if let Some(indexer) = block_indexer(source, at) {
        out.insert("indexer".into(), indexer);
    }
    Ok(out.into())
}

/// A sparse index of grouped-query attention (MiniMax M3, Qwen).
fn block_indexer(source: &Source<'_>, at: u64) -> Option<Value> {
    if let Some(config) = source.get("sparse_attention_config") {
        let number = |key: &str| config.get(key).and_then(whole);
        let place = usize::try_from(at).ok()?;
        let flags = config
            .get("sparse_attention_freq")
            .and_then(Value::as_array);
        let on = flags
            .and_then(|flags| flags.get(place))
            .is_none_or(|flag| whole(flag) != Some(0));
        let (heads, dim) = (
            number("sparse_num_index_heads")?,
            number("sparse_index_dim")?,
        );
        let (block, blocks) = (number("sparse_block_size")?, number("sparse_topk_blocks")?);
        return on.then(
            || json!({"n_heads": heads, "head_dim": dim, "block": block, "topk_blocks": blocks}),
        );
    }
    let heads = source.number("index_heads")?;
    let dim = source.number("index_dim")?;
    let dense = source.number("first_dense").unwrap_or(0);
    if let (Some(block), Some(blocks)) = (
        source.number("index_block"),
        source.number("index_topk_blocks"),
    ) {
        let types = source.list("layer_types");
        let sparse = types.and_then(|types| types.get(usize::try_from(at).ok()?));
        let sparse = sparse.map_or(at >= dense, |kind| kind.as_str() != Some("full_attention"));
        return sparse.then(
            || json!({"n_heads": heads, "head_dim": dim, "block": block, "topk_blocks": blocks}),
        );
    }
    let topk = source.number("index_topk")?;
    let pool = source.number("index_pool").unwrap_or(1);
    Some(
        json!({"n_heads": heads, "head_dim": dim, "topk": topk, "compress_ratio": pool, "kind": "QSA"}),
    )
}

fn latent(source: &Source<'_>, layers: u64, kind: Kind, at: u64) -> Result<Value> {
    let get = |fact: &'static str, key: &str| for_layer(source, fact, key, at);
    let rope = need(get("rope_dim", "qk_rope_head_dim"), "qk_rope_head_dim")?;
    let nope = get("nope_dim", "qk_nope_head_dim")
        .or_else(|| source.number("qk_dim").map(|dim| dim.saturating_sub(rope)));
    source.number("qk_dim");
    source.number("head_dim");
    source.number("kv_heads");
    let mut out = json!({
        "kind": "mla", "num_heads": need(heads(source, at), "num_attention_heads")?,
        "q_lora_rank": get("q_lora", "q_lora_rank"),
        "kv_lora_rank": need(get("kv_lora", "kv_lora_rank"), "kv_lora_rank")?,
        "qk_rope_head_dim": rope, "qk_nope_head_dim": need(nope, "qk_nope_head_dim")?,
        "v_head_dim": need(get("v_head_dim", "v_head_dim"), "v_head_dim")?,
    });
    let index = (
        source.number("index_heads"),
        source.number("index_dim"),
        source.number("index_topk"),
    );
    if let Some(out) = out.as_object_mut() {
        if let (Some(heads), Some(dim), Some(topk), true) =
            (index.0, index.1, index.2, kind == Kind::Full)
        {
            let mut indexer = json!({"n_heads": heads, "head_dim": dim, "topk": topk});
            let owners = source.list("index_types").map(|types| {
                types
                    .iter()
                    .take(MAX_LISTED)
                    .filter(|one| one.as_str() == Some("full"))
                    .count() as u64
            });
            let owners = owners.filter(|owners| *owners < layers);
            if let (Some(owners), Some(indexer)) = (owners, indexer.as_object_mut()) {
                indexer.insert("layers_with_indexer".into(), owners.into());
            }
            if let (Some(pool), Some(indexer)) =
                (source.number("index_pool"), indexer.as_object_mut())
            {
                indexer.insert("pool".into(), pool.into());
            }
            out.insert("indexer".into(), indexer);
        }
        if source.trait_flag("output_gate") || source.flag("output_gate").unwrap_or(false) {
            out.insert("output_gate".into(), true.into());
        }
        if source.trait_flag("head_gate") {
            out.insert("head_gate".into(), true.into());
        }
    }
    Ok(out)
}

/// The compression rate that the config gives a kind of layer.
fn rate(source: &Source<'_>, heavily: bool) -> u64 {
    let rates = source.get("compress").and_then(Value::as_object);
    let rate = |key: &str| rates.and_then(|rates| rates.get(key)).and_then(whole);
    if heavily {
        rate("heavily_compressed_attention").unwrap_or(128)
    } else {
        rate("compressed_sparse_attention").unwrap_or(4)
    }
}

/// DeepSeek V4: a window and compressed entries, one for `ratio` tokens; 0 = the window alone.
fn compressed(source: &Source<'_>, ratio: u64) -> Result<Value> {
    source.number("kv_heads");
    source.number("rope_dim");
    let mut out = json!({
        "kind": "v4_compressed", "num_heads": need(heads(source, 0), "num_attention_heads")?,
        "num_kv_heads": 1, "head_dim": need(source.number("head_dim"), "head_dim")?,
        "q_lora_rank": need(source.number("q_lora"), "q_lora_rank")?,
        "o_groups": need(source.number("o_groups"), "o_groups")?,
        "o_lora_rank": need(source.number("o_lora"), "o_lora_rank")?,
        "window": need(source.number("window"), "sliding_window")?, "compress_ratio": ratio,
    });
    let index = (
        source.number("index_heads"),
        source.number("index_dim"),
        source.number("index_topk"),
    );
    // Only small rates leave so many entries that an index picks among them.
    if let ((Some(heads), Some(dim), Some(topk)), true, Some(out)) = (
        index,
        (1..=SMALL_RATE).contains(&ratio),
        out.as_object_mut(),
    ) {
        out.insert(
            "indexer".into(),
            json!({"n_heads": heads, "head_dim": dim, "topk": topk}),
        );
    }
    Ok(out)
}

fn linear(source: &Source<'_>, common: &Common, at: u64) -> Result<Value> {
    let mixer = source.trait_text("mixer").unwrap_or_default();
    if mixer == "lightning" {
        let heads = need(heads(source, at), "num_attention_heads")?;
        let dim = source.number("head_dim").unwrap_or(common.hidden / heads);
        return Ok(
            json!({"kind": "lightning", "num_heads": heads, "head_dim": dim, "state_dtype": "f32"}),
        );
    }
    let config = source.get("linear_attn_config");
    let inside = |key: &str| config.and_then(|config| config.get(key)).and_then(whole);
    let kda_heads = source.number("lin_heads").or_else(|| inside("num_heads"));
    if mixer == "kda" || kda_heads.is_some() {
        let heads = need(kda_heads.or_else(|| heads(source, at)), "linear_num_heads")?;
        let dim = source.number("lin_dim").or_else(|| inside("head_dim"));
        let dim = need(dim.or_else(|| source.number("head_dim")), "linear_head_dim")?;
        let conv = source
            .number("lin_conv")
            .or_else(|| inside("short_conv_kernel_size"));
        let mut out = json!({
            "kind": "kda", "num_heads": heads, "head_dim": dim,
            "conv_kernel": conv.unwrap_or(4), "state_dtype": "f32",
        });
        if let Some(out) = out.as_object_mut() {
            for key in ["full_rank_gate", "full_rank_decay"] {
                // Kimi K3: a full gate where MLA has one too.
                let follows = source.trait_text("follows_output_gate") == Some(key)
                    && source.flag("output_gate").unwrap_or(false);
                if source.trait_flag(key) || follows {
                    out.insert(key.into(), true.into());
                }
            }
        }
        return Ok(out);
    }
    if let (Some(v_heads), Some(v_dim)) = (source.number("lin_v_heads"), source.number("lin_v_dim"))
    {
        return Ok(json!({
            "kind": "gated_deltanet",
            "num_k_heads": source.number("lin_k_heads").unwrap_or(v_heads), "num_v_heads": v_heads,
            "head_k_dim": source.number("lin_k_dim").unwrap_or(v_dim), "head_v_dim": v_dim,
            "conv_kernel": source.number("lin_conv").unwrap_or(4), "state_dtype": "f32",
        }));
    }
    Err(Error::new(
        "The config has linear-attention layers of a kind that the simulator does not compute.",
    ))
}

fn mamba(source: &Source<'_>, common: &Common) -> Result<Value> {
    let state = need(source.number("mamba_state"), "mamba_d_state")?;
    let conv = source.number("mamba_conv").unwrap_or(4);
    let expand = source.real("mamba_expand").unwrap_or(2.0);
    let widened = (common.hidden as f64 * expand.clamp(0.0, 64.0)) as u64;
    let first = source.trait_text("mixer") == Some("mamba1");
    let (heads, dim) = if first {
        // Mamba 1 keeps its state per channel: heads as wide as the schema allows. Its smaller
        // projections are counted apart.
        let inner = source.number("mamba_inner").unwrap_or(widened);
        let heads = inner.div_ceil(8_192).max(1);
        (heads, inner / heads)
    } else {
        let heads = source.number("mamba_heads");
        let dim = source.number("mamba_dim");
        match (heads, dim) {
            (Some(heads), Some(dim)) => (heads, dim),
            (Some(heads), None) if heads > 0 => (
                heads,
                source.number("mamba_inner").unwrap_or(widened) / heads,
            ),
            (None, Some(dim)) if dim > 0 => (widened / dim, dim),
            _ => return Err(Error::new("No mamba_n_heads found.")),
        }
    };
    source.number("mamba_inner");
    let groups = source.number("mamba_groups").unwrap_or(1);
    let mut out = json!({
        "kind": "mamba2", "num_heads": heads, "head_dim": dim, "state_size": state,
        "n_groups": groups, "conv_kernel": conv, "state_dtype": "f32",
    });
    let normed = source.flag("mamba_norm").unwrap_or(true);
    if (!normed || first)
        && let Some(out) = out.as_object_mut()
    {
        out.insert("gated_norm".into(), false.into());
    }
    Ok(out)
}

pub(super) fn need(value: Option<u64>, what: &str) -> Result<u64> {
    value.ok_or_else(|| Error::new(format!("No {what} found in the config.")))
}
