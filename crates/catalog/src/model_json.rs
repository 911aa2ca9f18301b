//! A model's shape from JSON, in the schema of `data/models.json`.
//!
//! Strict enough that garbage is an error that names the field, what it held and what is allowed;
//! unknown keys are ignored. Counts and sizes are bounded, so a valid model is safe to compute.

use bpt_core::decimal::shortest;
use bpt_core::model::{
    Attention, AttentionBias, BlockKind, Compressed, Extra, Ffn, FfnGroup, Indexer, Mixer,
    MixerGroup, Mla, Model, Moe, Mtp, Reach,
};
use serde_json::Value;

use crate::error::{Quoted, ScenarioError, shown};

/// Most layers of a model, and most layers of all groups together.
const MAX_LAYERS: u32 = 4_096;
/// Widest matrix side: residual, feed-forward, ranks.
const MAX_WIDTH: u32 = 1 << 20;
/// Most heads, groups or experts.
const MAX_HEADS: u32 = 1 << 16;
/// Widest head or state.
const MAX_HEAD_DIM: u32 = 1 << 14;
/// Largest vocabulary.
const MAX_VOCAB: u32 = 1 << 24;
/// Longest window or context, tokens.
const MAX_TOKENS: u32 = 1 << 30;
/// Most groups of one list.
const MAX_GROUPS: usize = 512;
/// Most parameters outside the groups.
const MAX_PARAMS: f64 = 1e15;

type Result<T> = core::result::Result<T, ScenarioError>;

/// Reads a model's shape.
///
/// # Errors
///
/// Names the first field that is missing, of the wrong kind or out of bounds.
pub fn model_from_json(value: &Value) -> Result<Model> {
    let root = Node::root(value)?;
    let attention = root.child("attention")?;
    let (mut mixers, mut ffns, mut extras) = (Vec::new(), Vec::new(), Vec::new());
    for layer in attention.list("layers")? {
        mixers.push(mixer_group(&layer)?);
    }
    for layer in root.list("ffn")? {
        ffns.push(ffn_group(&layer)?);
    }
    if root.has("extra_params") {
        for extra in root.list("extra_params")? {
            extras.push(Extra {
                params: extra.number("params", MAX_PARAMS)?,
                lookup: extra.choice("read_per_token", &["all", "lookup"])? == 1,
                norms: extra.flag("norms")?,
            });
        }
    }
    let blocks = |counts: &mut dyn Iterator<Item = u32>| counts.map(u64::from).sum::<u64>();
    let limit = u64::from(MAX_LAYERS);
    let mixing = blocks(&mut mixers.iter().map(|group| group.count));
    if mixing > limit {
        return Err(attention.error("layers", mixing, format!("at most {limit} layers together")));
    }
    let feeding = blocks(&mut ffns.iter().map(|group| group.count));
    if feeding > limit {
        return Err(root.error("ffn", feeding, format!("at most {limit} blocks together")));
    }
    let (mtp, interleaved_ffn) = (mtp(&root)?, interleaved(&root)?);
    Ok(Model {
        hidden: root.count("hidden_size", 1, MAX_WIDTH)?,
        vocab: root.count("vocab_size", 1, MAX_VOCAB)?,
        layers: root.count("num_hidden_layers", 1, MAX_LAYERS)?,
        tied: root.flag("tie_word_embeddings")?,
        max_context: root.optional("max_context", 1, MAX_TOKENS)?,
        qk_norm: root.flag("qk_norm")?,
        bias: match root.has("attn_bias") {
            false => AttentionBias::None,
            true => match root.choice("attn_bias", &["none", "qkv", "qkvo"])? {
                1 => AttentionBias::Qkv,
                2 => AttentionBias::Qkvo,
                _ => AttentionBias::None,
            },
        },
        fused_qkv: root.flag("fused_qkv")?,
        interleaved_ffn,
        block_order: block_order(&attention)?,
        mixers,
        ffns,
        extras,
        mtp,
    })
}

fn mtp(root: &Node<'_>) -> Result<Option<Mtp>> {
    if !root.has("mtp") {
        return Ok(None);
    }
    let mtp = root.child("mtp")?;
    let layers = mtp.optional("layers", 0, MAX_LAYERS)?.unwrap_or(0);
    let params = match mtp.has("params") {
        true => Some(mtp.number("params", MAX_PARAMS)?),
        false => None,
    };
    Ok((layers > 0).then_some(Mtp { layers, params }))
}

/// Dense and expert layers alternate when experts come every second (third, ...) layer.
fn interleaved(root: &Node<'_>) -> Result<bool> {
    if !root.has("moe") {
        return Ok(false);
    }
    let every = root
        .child("moe")?
        .optional("moe_layer_freq", 1, MAX_LAYERS)?;
    Ok(every.is_some_and(|every| every > 1))
}

/// `hybrid_override_pattern` of Nemotron H configs: M recurrent, * attention, E or - feed-forward.
fn block_order(attention: &Node<'_>) -> Result<Vec<BlockKind>> {
    let key = "hybrid_override_pattern";
    if !attention.has(key) {
        return Ok(Vec::new());
    }
    let value = attention.get(key);
    let kinds: Option<Vec<BlockKind>> = value.as_str().and_then(|text| {
        text.chars()
            .take(MAX_LAYERS as usize + 1)
            .map(|letter| match letter {
                'M' => Some(BlockKind::Recurrent),
                '*' => Some(BlockKind::Attention),
                'E' | '-' => Some(BlockKind::Ffn),
                _ => None,
            })
            .collect()
    });
    kinds
        .filter(|kinds| kinds.len() <= MAX_LAYERS as usize)
        .ok_or_else(|| attention.error(key, shown(value), "one of M * E - a layer"))
}

const KINDS: [&str; 11] = [
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
];

fn mixer_group(node: &Node<'_>) -> Result<MixerGroup> {
    let mixer = match KINDS[node.choice("kind", &KINDS)?] {
        "full" => Mixer::Attention(attention(node, Reach::Full)?),
        "sliding" => {
            let window = node.count("window", 1, MAX_TOKENS)?;
            Mixer::Attention(attention(node, Reach::Sliding(window))?)
        }
        "chunked" => {
            let window = node.count("window", 1, MAX_TOKENS)?;
            Mixer::Attention(attention(node, Reach::Chunked(window))?)
        }
        "mla" => Mixer::Mla(Mla {
            heads: node.heads("num_heads")?,
            q_rank: node.optional("q_lora_rank", 1, MAX_WIDTH)?,
            kv_rank: node.count("kv_lora_rank", 1, MAX_WIDTH)?,
            rope_dim: node.count("qk_rope_head_dim", 0, MAX_HEAD_DIM)?,
            nope_dim: node.count("qk_nope_head_dim", 0, MAX_HEAD_DIM)?,
            v_dim: node.dim("v_head_dim")?,
            output_gate: node.flag("output_gate")?,
            head_gate: node.flag("head_gate")?,
            indexer: indexer(node, 1)?,
        }),
        "v4_compressed" => {
            let ratio = node.count("compress_ratio", 0, MAX_TOKENS)?;
            Mixer::Compressed(Compressed {
                heads: node.heads("num_heads")?,
                head_dim: node.dim("head_dim")?,
                q_rank: node.count("q_lora_rank", 1, MAX_WIDTH)?,
                o_groups: node.heads("o_groups")?,
                o_rank: node.count("o_lora_rank", 1, MAX_WIDTH)?,
                window: node.count("window", 1, MAX_TOKENS)?,
                ratio,
                // Its index works on the compressed entries.
                indexer: indexer(node, ratio.max(1))?,
            })
        }
        "gated_deltanet" => Mixer::GatedDeltaNet {
            k_heads: node.heads("num_k_heads")?,
            v_heads: node.heads("num_v_heads")?,
            k_dim: node.dim("head_k_dim")?,
            v_dim: node.dim("head_v_dim")?,
            conv: node.heads("conv_kernel")?,
        },
        "kda" => Mixer::Kda {
            heads: node.heads("num_heads")?,
            head_dim: node.dim("head_dim")?,
            conv: node.heads("conv_kernel")?,
            full_rank_decay: node.flag("full_rank_decay")?,
            full_rank_gate: node.flag("full_rank_gate")?,
        },
        "mamba2" => Mixer::Mamba2 {
            heads: node.heads("num_heads")?,
            head_dim: node.dim("head_dim")?,
            state: node.dim("state_size")?,
            groups: node.heads("n_groups")?,
            conv: node.heads("conv_kernel")?,
            gated_norm: !node.has("gated_norm") || node.flag("gated_norm")?,
        },
        "lightning" => Mixer::Lightning {
            heads: node.heads("num_heads")?,
            head_dim: node.dim("head_dim")?,
        },
        "short_conv" => Mixer::ShortConv {
            conv: node.heads("conv_kernel")?,
        },
        _ => Mixer::None,
    };
    Ok(MixerGroup {
        count: node.count("count", 0, MAX_LAYERS)?,
        mixer,
        parallel: node.flag("parallel")?,
    })
}

fn attention(node: &Node<'_>, reach: Reach) -> Result<Attention> {
    let k_dim = node.dim("head_dim")?;
    Ok(Attention {
        heads: node.heads("num_heads")?,
        kv_heads: node.heads("num_kv_heads")?,
        k_dim,
        v_dim: node
            .optional("v_head_dim", 1, MAX_HEAD_DIM)?
            .unwrap_or(k_dim),
        reach,
        kv_shared: node.flag("kv_shared")?,
        k_eq_v: node.flag("k_eq_v")?,
        output_gate: node.flag("output_gate")?,
        head_gate: node.flag("head_gate")?,
        sinks: node.flag("sinks")?,
        indexer: indexer(node, 1)?,
    })
}

fn indexer(node: &Node<'_>, pool: u32) -> Result<Option<Indexer>> {
    if !node.has("indexer") {
        return Ok(None);
    }
    let node = node.child("indexer")?;
    let block = node.optional("block", 1, MAX_TOKENS)?.unwrap_or(1);
    let top_k = match node.optional("topk", 1, MAX_TOKENS)? {
        Some(top_k) => top_k,
        None => node
            .count("topk_blocks", 1, MAX_TOKENS)?
            .saturating_mul(block),
    };
    let pooled = node.optional("pool", 1, MAX_TOKENS)?;
    let compressed = node.optional("compress_ratio", 1, MAX_TOKENS)?;
    Ok(Some(Indexer {
        heads: node.heads("n_heads")?,
        head_dim: node.dim("head_dim")?,
        top_k,
        pool: pooled.or(compressed).unwrap_or(pool),
        block,
        layers: node.optional("layers_with_indexer", 0, MAX_LAYERS)?,
    }))
}

fn ffn_group(node: &Node<'_>) -> Result<FfnGroup> {
    let gated = !node.has("gated") || node.flag("gated")?;
    let ffn = if node.choice("kind", &["dense", "moe"])? == 0 {
        Ffn::Dense {
            width: node.count("intermediate_size", 1, MAX_WIDTH)?,
            gated,
        }
    } else {
        let experts = node.heads("num_experts")?;
        Ffn::Moe(Moe {
            experts,
            per_token: node.count("experts_per_token", 1, experts)?,
            width: node.count("moe_intermediate_size", 1, MAX_WIDTH)?,
            shared_width: node
                .optional("shared_intermediate_size", 0, MAX_WIDTH)?
                .unwrap_or(0),
            gated,
            latent: node.optional("latent_size", 1, MAX_WIDTH)?,
            bias: node.flag("bias")?,
            shared_gate: node.flag("shared_gate")?,
        })
    };
    Ok(FfnGroup {
        count: node.count("count", 0, MAX_LAYERS)?,
        ffn,
    })
}

/// An object with its path, for errors.
struct Node<'a> {
    path: String,
    map: &'a serde_json::Map<String, Value>,
}

impl<'a> Node<'a> {
    fn root(value: &'a Value) -> Result<Self> {
        Self::new(String::new(), value)
    }

    fn new(path: String, value: &'a Value) -> Result<Self> {
        match value.as_object() {
            Some(map) => Ok(Self { path, map }),
            None => {
                let field = if path.is_empty() {
                    "model".into()
                } else {
                    path
                };
                Err(ScenarioError::new(field, shown(value), "an object"))
            }
        }
    }

    fn path(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.into()
        } else {
            format!("{}.{key}", self.path)
        }
    }

    fn error(&self, key: &str, value: impl Quoted, allowed: impl Into<String>) -> ScenarioError {
        ScenarioError::new(self.path(key), value, allowed)
    }

    /// Whether the key is there and not null.
    fn has(&self, key: &str) -> bool {
        self.map.get(key).is_some_and(|value| !value.is_null())
    }

    fn get(&self, key: &str) -> &'a Value {
        self.map.get(key).unwrap_or(&Value::Null)
    }

    fn child(&self, key: &str) -> Result<Self> {
        Self::new(self.path(key), self.get(key))
    }

    fn list(&self, key: &str) -> Result<Vec<Self>> {
        let value = self.get(key);
        match value.as_array() {
            Some(items) if items.len() <= MAX_GROUPS => items
                .iter()
                .enumerate()
                .map(|(at, item)| Self::new(format!("{}[{at}]", self.path(key)), item))
                .collect(),
            Some(items) => Err(self.error(
                key,
                format!("{} entries", items.len()),
                format!("at most {MAX_GROUPS} entries"),
            )),
            None => Err(self.error(key, shown(value), "a list")),
        }
    }

    fn flag(&self, key: &str) -> Result<bool> {
        match self.get(key) {
            Value::Null => Ok(false),
            Value::Bool(flag) => Ok(*flag),
            other => Err(self.error(key, shown(other), "true or false")),
        }
    }

    fn count(&self, key: &str, least: u32, most: u32) -> Result<u32> {
        let value = self.get(key);
        // Whole numbers may be written as 4096.0.
        let number = value.as_f64().filter(|number| number.fract() == 0.0);
        match number {
            Some(number) if (f64::from(least)..=f64::from(most)).contains(&number) => {
                // In range and whole: the conversion is exact.
                Ok(number as u32)
            }
            _ => Err(self.error(
                key,
                shown(value),
                format!("a whole number from {least} to {most}"),
            )),
        }
    }

    fn heads(&self, key: &str) -> Result<u32> {
        self.count(key, 1, MAX_HEADS)
    }

    fn dim(&self, key: &str) -> Result<u32> {
        self.count(key, 1, MAX_HEAD_DIM)
    }

    fn optional(&self, key: &str, least: u32, most: u32) -> Result<Option<u32>> {
        if self.has(key) {
            self.count(key, least, most).map(Some)
        } else {
            Ok(None)
        }
    }

    fn number(&self, key: &str, most: f64) -> Result<f64> {
        let value = self.get(key);
        match value.as_f64() {
            Some(number) if (0.0..=most).contains(&number) => Ok(number),
            _ => Err(self.error(
                key,
                shown(value),
                format!("a number from 0 to {}", shortest(most)),
            )),
        }
    }

    fn choice(&self, key: &str, allowed: &[&str]) -> Result<usize> {
        let value = self.get(key);
        value
            .as_str()
            .and_then(|text| allowed.iter().position(|one| *one == text))
            .ok_or_else(|| self.error(key, shown(value), allowed.join(", ")))
    }
}
