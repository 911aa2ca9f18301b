//! Sizes that follow from a model's shape alone. Worked out once per model; every estimate reads
//! them.

use crate::buffers;
use crate::kv;
use crate::model::{Mixer, Model};
use crate::units::Bytes;

/// Sizes of one model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// Recurrent state of one sequence, convolution tails in two bytes.
    pub state: Bytes,
    /// The same with the tails in F32.
    pub state_f32: Bytes,
    /// Most query heads of an attention layer.
    pub query_heads: f64,
    /// Widest row of queries or state of any layer, values.
    pub query_width: f64,
    /// Widest row of queries of a softmax attention layer, values.
    pub attention_width: f64,
    /// Values that the widest feed-forward block keeps for one token.
    pub ffn_width: f64,
}

impl Sizes {
    /// Sizes of a model.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let (query_heads, query_width) = buffers::queries(model);
        Self {
            state: kv::state(model),
            state_f32: kv::state_f32(model),
            query_heads,
            query_width,
            attention_width: attention_width(model),
            ffn_width: buffers::ffn_width(model),
        }
    }
}

/// Widest row of queries of a softmax attention layer.
fn attention_width(model: &Model) -> f64 {
    let mut width = 0.0_f64;
    for group in &model.mixers {
        if let Mixer::Attention(attention) = &group.mixer {
            width = width.max(f64::from(attention.heads) * f64::from(attention.k_dim));
        }
    }
    width
}
