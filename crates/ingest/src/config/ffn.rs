//! The feed-forward block of a layer from a config.

use serde_json::{Map, Value, json};

use super::kinds::Kind;
use super::mixers::{MAX_LISTED, need};
use super::source::{Source, whole};
use crate::error::Result;

/// Which layers hold experts.
pub(super) struct Sparse {
    experts: u64,
    rule: Rule,
}

enum Rule {
    None,
    All,
    /// One flag a layer.
    Listed(Vec<bool>),
    /// From `first` on (to `last`), every `every`-th, but never those in `dense`.
    Regular {
        first: u64,
        last: u64,
        every: u64,
        offset: u64,
        dense: Vec<u64>,
    },
}

impl Sparse {
    pub(super) fn new(source: &Source<'_>, layers: u64) -> Self {
        let experts = match source.get("experts") {
            // One number a layer (Hunyuan).
            Some(Value::Array(list)) => list.iter().filter_map(whole).max().unwrap_or(0),
            Some(value) => whole(value).unwrap_or(0),
            None => 0,
        };
        let on = source.flag("moe_flag").unwrap_or(true);
        let rule = if experts < 2 || !on {
            Rule::None
        } else {
            rule(source, layers)
        };
        Self { experts, rule }
    }

    fn holds(&self, at: u64) -> bool {
        match &self.rule {
            Rule::None => false,
            Rule::All => true,
            Rule::Listed(flags) => usize::try_from(at)
                .ok()
                .and_then(|at| flags.get(at))
                .copied()
                .unwrap_or(true),
            Rule::Regular {
                first,
                last,
                every,
                offset,
                dense,
            } => {
                at >= *first && at <= *last && at % every == offset % every && !dense.contains(&at)
            }
        }
    }
}

fn rule(source: &Source<'_>, layers: u64) -> Rule {
    if let Some(types) = source.list("mlp_types") {
        source.get("first_dense");
        source.get("moe_every");
        source.get("mlp_only");
        return Rule::Listed(
            types
                .iter()
                .map(|one| one.as_str() != Some("dense"))
                .collect(),
        );
    }
    let listed = match source.get("moe_list") {
        Some(Value::Array(list)) => Some(numbers(list)),
        Some(Value::String(list)) => Some(
            list.split(',')
                .filter_map(|one| one.trim().parse().ok())
                .collect(),
        ),
        _ => None,
    };
    if let Some(listed) = listed {
        source.get("moe_every");
        return Rule::Listed((0..layers).map(|at| listed.contains(&at)).collect());
    }
    match source.get("moe_freq") {
        Some(Value::Array(flags)) => {
            return Rule::Listed(flags.iter().map(|one| whole(one) != Some(0)).collect());
        }
        Some(value) if whole(value).is_some_and(|every| every > 1) => {
            let every = whole(value).unwrap_or(1);
            let first = source.number("first_dense").unwrap_or(0);
            return Rule::Regular {
                first,
                last: layers,
                every,
                offset: 0,
                dense: Vec::new(),
            };
        }
        _ => {}
    }
    let dense: Vec<u64> = source
        .list("mlp_only")
        .map(|list| numbers(list))
        .unwrap_or_default();
    let every = source.number("moe_every").unwrap_or(1).max(1);
    let first = source.number("first_dense").unwrap_or(0);
    let last = source.number("moe_end").unwrap_or(layers);
    let offset = source.number("moe_offset").unwrap_or(every - 1);
    if first == 0 && every == 1 && dense.is_empty() && last >= layers {
        Rule::All
    } else {
        Rule::Regular {
            first,
            last,
            every,
            offset,
            dense,
        }
    }
}

fn numbers(list: &[Value]) -> Vec<u64> {
    list.iter().take(MAX_LISTED).filter_map(whole).collect()
}

/// The feed-forward block of one layer.
pub(super) fn block(
    source: &Source<'_>,
    sparse: &Sparse,
    hidden: u64,
    kind: Kind,
    at: u64,
) -> Result<Option<Value>> {
    let split = source.trait_flag("one_block");
    match kind {
        Kind::Dense => return dense(source, hidden, at, false).map(Some),
        Kind::Experts => return moe(source, sparse, hidden).map(Some),
        _ if split => return Ok(None),
        Kind::Mamba if source.trait_flag("mamba_without_ffn") => return Ok(None),
        _ => {}
    }
    if sparse.holds(at) {
        moe(source, sparse, hidden).map(Some)
    } else if source.trait_flag("no_ffn") {
        Ok(None)
    } else {
        dense(source, hidden, at, sparse.experts > 1).map(Some)
    }
}

/// The dense network of a layer that holds experts too.
pub(super) fn dense_beside(source: &Source<'_>, hidden: u64, at: u64) -> Result<Value> {
    dense(source, hidden, at, true)
}

fn gated(source: &Source<'_>) -> bool {
    !source.trait_flag("ungated")
}

/// `beside`: the model has experts in other layers.
fn dense(source: &Source<'_>, hidden: u64, at: u64, beside: bool) -> Result<Value> {
    let own = if beside {
        source.number("dense_ffn")
    } else {
        None
    };
    let given = match source.get("ffn") {
        // One width a layer (Gemma 3n).
        Some(Value::Array(list)) => list.get(usize::try_from(at).unwrap_or(0)).and_then(whole),
        Some(value) => whole(value),
        None => None,
    };
    let ratio = source
        .real("ffn_ratio")
        .or_else(|| source.trait_number("ffn_ratio"));
    let width = own.or(given).filter(|width| *width > 0).or_else(|| {
        let ratio = ratio?;
        let width = (hidden as f64 * ratio.clamp(0.0, 64.0)).round() as u64;
        source.assume(
            "intermediate_size",
            &format!("{ratio} times the hidden size"),
        );
        Some(width)
    });
    let mut width = need(width, "intermediate_size")?;
    if source.flag("ffn_adjust").unwrap_or(false) {
        let multiplier = source
            .real("ffn_multiplier")
            .unwrap_or(1.0)
            .clamp(0.0, 64.0);
        let multiple = source.number("ffn_multiple").unwrap_or(1).clamp(1, 1 << 20);
        let narrowed = ((width.saturating_mul(2) / 3) as f64 * multiplier) as u64;
        width = narrowed
            .checked_next_multiple_of(multiple)
            .unwrap_or(narrowed);
    }
    let shared = source.number("kv_shared_layers").unwrap_or(0);
    let layers = source.number("layers").unwrap_or(0);
    if source.flag("double_wide").unwrap_or(false)
        && shared > 0
        && at >= layers.saturating_sub(shared)
    {
        width = width.saturating_mul(2);
    }
    Ok(json!({"kind": "dense", "intermediate_size": width, "gated": gated(source)}))
}

fn moe(source: &Source<'_>, sparse: &Sparse, hidden: u64) -> Result<Value> {
    let one = |fact: &'static str| match source.get(fact) {
        Some(Value::Array(list)) => list.first().and_then(whole),
        Some(value) => whole(value),
        None => None,
    };
    let width = one("moe_ffn")
        .filter(|width| *width > 0)
        .or_else(|| one("ffn"));
    let width = need(width, "moe_intermediate_size")?;
    source.get("ffn");
    let per_token = need(one("per_token"), "num_experts_per_tok")?.max(1);
    let count = one("shared_count").unwrap_or_else(|| {
        source
            .trait_number("shared_count")
            .map_or(0, |count| count as u64)
    });
    let shared = match source.number("shared_ffn") {
        Some(width) => width,
        None => count.saturating_mul(width),
    };
    // A dense network beside the experts (Gemma 4) is read for every token, like a shared expert.
    let beside = source
        .number("ffn")
        .filter(|_| source.trait_flag("dense_beside_experts"));
    let shared = shared.saturating_add(beside.unwrap_or(0));
    let count = if shared > 0 { count.max(1) } else { 0 };
    let mut out = Map::new();
    out.insert("kind".into(), "moe".into());
    out.insert("num_experts".into(), sparse.experts.into());
    out.insert(
        "experts_per_token".into(),
        per_token.min(sparse.experts).into(),
    );
    out.insert("moe_intermediate_size".into(), width.into());
    out.insert("num_shared_experts".into(), count.into());
    out.insert("shared_intermediate_size".into(), shared.into());
    out.insert("gated".into(), gated(source).into());
    if source.trait_flag("expert_bias") {
        out.insert("bias".into(), true.into());
    }
    if source.trait_flag("shared_gate") && shared > 0 {
        out.insert("shared_gate".into(), true.into());
    }
    if let Some(latent) = source.number("latent").filter(|latent| *latent != hidden) {
        out.insert("latent_size".into(), latent.into());
    }
    Ok(out.into())
}
