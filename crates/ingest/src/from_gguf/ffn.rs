//! The feed-forward block of a layer, from its tensors.

use serde_json::{Value, json};

use super::view::{LayerTensors, Meta};
use crate::error::{Error, Result};

/// The feed-forward block; `None` for a layer without.
pub(super) fn block(
    meta: &Meta<'_>,
    tensors: &LayerTensors<'_>,
    layer: u32,
    hidden: u64,
) -> Result<Option<Value>> {
    let stacked = ["ffn_up_exps", "ffn_gate_up_exps", "ffn_down_exps"]
        .iter()
        .find_map(|base| tensors.weight(base));
    let single = tensors.single("ffn_down");
    let dense = dense(tensors);
    let Some(experts) = stacked
        .map(|tensor| tensor.dim(2))
        .or_else(|| single.map(|one| one.0))
    else {
        return Ok(dense.map(
            |(width, gated)| json!({"kind": "dense", "intermediate_size": width, "gated": gated}),
        ));
    };
    let down = tensors
        .weight("ffn_down_exps")
        .or_else(|| single.map(|one| one.1));
    let width = down.map(|down| down.dim(0)).ok_or_else(|| {
        Error::new(format!(
            "Layer {layer} has experts without a down projection."
        ))
    })?;
    // Experts that work in a latent have columns narrower than the residual.
    let latent = down.map(|down| down.dim(1)).filter(|out| *out != hidden);
    let fused = tensors.has("ffn_gate_up_exps");
    let gated = fused || tensors.has("ffn_gate_exps") || tensors.single("ffn_gate").is_some();
    let chosen = meta.at("expert_used_count", layer).filter(|used| *used > 0);
    let shared = tensors.cols("ffn_down_shexp").unwrap_or(0);
    // A dense network beside the experts is read for every token, like a shared expert.
    let beside = dense.map_or(0, |(width, _)| width);
    let shared_width = shared.saturating_add(beside);
    let count = meta
        .number("expert_shared_count")
        .filter(|_| shared > 0)
        .unwrap_or(0);
    let count = count.max(u64::from(shared_width > 0));
    let mut out = json!({
        "kind": "moe", "num_experts": experts,
        "experts_per_token": chosen.unwrap_or(1).min(experts),
        "moe_intermediate_size": width, "num_shared_experts": count,
        "shared_intermediate_size": shared_width, "gated": gated,
    });
    if let Some(out) = out.as_object_mut() {
        if let Some(latent) = latent {
            out.insert("latent_size".into(), latent.into());
        }
        if tensors.has_bias("ffn_down_exps") {
            out.insert("bias".into(), true.into());
        }
        if tensors.has("ffn_gate_inp_shexp") {
            out.insert("shared_gate".into(), true.into());
        }
    }
    Ok(Some(out))
}

/// Width of a dense network, and whether it is gated. Phi stores gate and up in one tensor.
fn dense(tensors: &LayerTensors<'_>) -> Option<(u64, bool)> {
    let width = tensors.cols("ffn_down")?;
    let fused = tensors
        .rows("ffn_up")
        .is_some_and(|rows| rows == width.saturating_mul(2));
    Some((width, fused || tensors.has("ffn_gate")))
}
