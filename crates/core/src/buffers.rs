//! Compute buffers of llama.cpp: the largest live set of the graph, one buffer a device,
//! independent of how many layers the device holds. All values F32 unless said otherwise.

use crate::kv::sane;
use crate::model::{Ffn, Mixer, Model};
use crate::sizes::Sizes;
use crate::units::Bytes;

/// Residual-wide values alive during attention.
pub(crate) const ALIVE: f64 = 4.0;

/// Most query heads of an attention layer, and the widest row of queries or state of any layer.
pub(crate) fn queries(model: &Model) -> (f64, f64) {
    let mut most = (0.0_f64, 0.0_f64);
    for group in &model.mixers {
        let (attends, heads, dim) = match &group.mixer {
            Mixer::Attention(attention) => (true, attention.heads, attention.k_dim),
            Mixer::Mla(mla) => (true, mla.heads, mla.kv_rank.saturating_add(mla.rope_dim)),
            Mixer::Compressed(layer) => (true, layer.heads, layer.head_dim),
            Mixer::GatedDeltaNet { v_heads, v_dim, .. } => (false, *v_heads, *v_dim),
            Mixer::Kda {
                heads, head_dim, ..
            }
            | Mixer::Mamba2 {
                heads, head_dim, ..
            }
            | Mixer::Lightning { heads, head_dim } => (false, *heads, *head_dim),
            Mixer::ShortConv { .. } | Mixer::None => (false, 1, model.hidden),
        };
        let heads = f64::from(heads);
        most.1 = most.1.max(heads * f64::from(dim));
        if attends {
            most.0 = most.0.max(heads);
        }
    }
    most
}

/// Values that the widest feed-forward block keeps for one token.
pub(crate) fn ffn_width(model: &Model) -> f64 {
    let hidden = f64::from(model.hidden);
    let mut most = 0.0_f64;
    for group in &model.ffns {
        let width = match &group.ffn {
            Ffn::Dense { width, .. } => 2.0 * f64::from(*width) + 2.0 * hidden,
            Ffn::Moe(moe) => {
                let expert = 2.0 * f64::from(moe.width) + hidden;
                let routed = f64::from(moe.per_token) * expert;
                routed + f64::from(moe.experts) + 2.0 * hidden
            }
        };
        most = most.max(width);
    }
    most
}

/// The device buffer of a graph over `ubatch` tokens that keeps `outputs` rows of logits and
/// attends to `context` cells.
///
/// Units: B. Source: `docs/FORMULAS.md#llamacpp-buffers`. Holds when: kernels are not fused; fused
/// ones use less for experts.
#[must_use]
pub fn llama_cpp_graph(
    model: &Model,
    ubatch: f64,
    outputs: f64,
    context: f64,
    flash_attention: bool,
) -> Bytes {
    let sizes = Sizes::of(model);
    let graph = Graph::new(model, &sizes, flash_attention);
    graph.bytes(sane(ubatch), sane(outputs), sane(context))
}

/// The sizes that llama.cpp's graph depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Graph {
    hidden: f64,
    vocab: f64,
    heads: f64,
    width: f64,
    ffn: f64,
    flash_attention: bool,
}

impl Graph {
    pub(crate) fn new(model: &Model, sizes: &Sizes, flash_attention: bool) -> Self {
        Self {
            hidden: f64::from(model.hidden),
            vocab: f64::from(model.vocab),
            heads: sizes.query_heads,
            width: sizes.query_width,
            ffn: sizes.ffn_width,
            flash_attention,
        }
    }

    /// Its device buffer: see [`llama_cpp_graph`]. All three are finite and not negative.
    pub(crate) fn bytes(&self, u: f64, outputs: f64, context: f64) -> Bytes {
        let output = 4.0 * (outputs * self.vocab + u * self.hidden);
        let attention = if self.flash_attention {
            2.0 * u * context + 4.0 * u * (ALIVE * self.hidden + self.width)
        } else {
            4.0 * u * (context * self.heads + context + ALIVE * self.hidden)
        };
        let ffn = 4.0 * u * self.ffn;
        Bytes::new(output.max(attention).max(ffn))
    }
}

/// The host buffer of the graph's inputs: embeddings and the attention mask, which is F16 with
/// flash attention in newer versions.
///
/// Units: B. Source: `docs/FORMULAS.md#llamacpp-buffers`. Holds when: the whole context is masked
/// at once.
#[must_use]
pub fn llama_cpp_inputs(model: &Model, ubatch: f64, context: f64, half_mask: bool) -> Bytes {
    let (u, context) = (sane(ubatch), sane(context));
    let mask = if half_mask { 2.0 } else { 4.0 };
    Bytes::new(u * (mask * context + 4.0 * f64::from(model.hidden)))
}
