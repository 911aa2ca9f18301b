//! The KV cache and recurrent state of one sequence: what is stored, and what a decoded token
//! reads. Ideal bytes of exactly `n` tokens; what engines reserve is in [`allocated`].

pub mod allocated;
mod layout;
mod state;

pub(crate) use layout::Layout;
pub use state::{conv_elements, state, state_elements, state_f32};

use crate::kv_type::KvType;
use crate::model::{Attention, Compressed, Indexer, Mixer, Mla, Model, Reach};
use crate::units::Bytes;

/// Bytes of the cache that one decoded token of one sequence reads.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct KvRead {
    /// Keys and values of softmax attention.
    pub attention: Bytes,
    /// Latent rows (MLA, compressed attention): not divided by tensor parallelism.
    pub mla: Bytes,
    /// Keys of sparse indexes.
    pub index: Bytes,
}

impl KvRead {
    /// All of it.
    #[must_use]
    pub fn total(self) -> Bytes {
        self.attention + self.mla + self.index
    }
}

/// A token count that arithmetic can trust: finite and not negative.
pub(crate) const fn sane(n: f64) -> f64 {
    if n.is_finite() { n.max(0.0) } else { 0.0 }
}

/// Tokens that a layer with this reach keeps or reads, of `n`. A chunk is counted like a window:
/// an upper bound that is met at the end of each chunk.
pub(crate) fn reached(reach: Reach, n: f64) -> f64 {
    match reach {
        Reach::Full => n,
        Reach::Sliding(window) | Reach::Chunked(window) => n.min(f64::from(window)),
    }
}

/// Bytes of one token in one layer.
///
/// Units: B. Source: `docs/FORMULAS.md#kv-cache`. Holds when: the layer has a cache of its own.
pub(crate) fn row(attention: &Attention, kv: &KvType) -> f64 {
    let key = f64::from(attention.k_dim) * kv.key;
    let value = f64::from(attention.v_dim) * kv.value;
    f64::from(attention.kv_heads) * (key + value + kv.per_head)
}

/// Bytes of one token's latent row in one layer: keys and values are the same row.
///
/// Units: B. Source: `docs/FORMULAS.md#kv-cache`. Holds when: keys and values share one latent row
/// (MLA).
pub(crate) fn latent_row(mla: &Mla, kv: &KvType) -> f64 {
    (f64::from(mla.kv_rank) + f64::from(mla.rope_dim)) * kv.key + kv.per_head
}

pub(crate) fn compressed_row(layer: &Compressed, kv: &KvType) -> f64 {
    f64::from(layer.head_dim) * kv.key + kv.per_head
}

/// Layers of a group of `count` that own an index.
pub(crate) fn index_layers(indexer: &Indexer, count: u32) -> f64 {
    f64::from(indexer.layers.map_or(count, |layers| layers.min(count)))
}

/// Index keys of `n` tokens in one layer, bytes.
pub(crate) fn index_row(indexer: &Indexer, kv: &KvType, n: f64) -> f64 {
    f64::from(indexer.head_dim) * kv.key * n / f64::from(indexer.pool.max(1))
}

/// Compressed entries that stand for `n` tokens.
pub(crate) fn entries(layer: &Compressed, n: f64) -> f64 {
    if layer.ratio == 0 {
        0.0
    } else {
        n / f64::from(layer.ratio)
    }
}

fn capped(indexer: Option<&Indexer>, n: f64) -> f64 {
    indexer.map_or(n, |indexer| n.min(f64::from(indexer.top_k)))
}

/// Stored bytes of one sequence of `n` tokens. A cache shared by several layers counts once;
/// recurrent state is not in it (see [`state`]).
///
/// Units: B. Source: `docs/FORMULAS.md#kv-cache`. Holds when: nothing is evicted; padding is not
/// counted.
#[must_use]
pub fn stored(model: &Model, kv: &KvType, n: f64) -> Bytes {
    let n = sane(n);
    let mut bytes = 0.0;
    for group in &model.mixers {
        let count = f64::from(group.count);
        let indexer = match &group.mixer {
            Mixer::Attention(attention) if attention.kv_shared => None,
            Mixer::Attention(attention) => {
                bytes += count * reached(attention.reach, n) * row(attention, kv);
                attention.indexer.as_ref()
            }
            Mixer::Mla(mla) => {
                bytes += count * n * latent_row(mla, kv);
                mla.indexer.as_ref()
            }
            Mixer::Compressed(layer) => {
                let kept = n.min(f64::from(layer.window)) + entries(layer, n);
                bytes += count * kept * compressed_row(layer, kv);
                layer.indexer.as_ref()
            }
            _ => None,
        };
        if let Some(indexer) = indexer {
            bytes += index_layers(indexer, group.count) * index_row(indexer, kv, n);
        }
    }
    Bytes::new(bytes)
}

/// Bytes that one decoded token reads of a cache of `n` tokens: windows cap it, layers that share
/// a cache still read it, a sparse index caps it at its top-k and reads all its own keys.
///
/// Units: B. Source: `docs/FORMULAS.md#kv-cache`. Holds when: each layer reads what it attends to
/// once.
#[must_use]
pub fn read(model: &Model, kv: &KvType, n: f64) -> KvRead {
    let n = sane(n);
    let (mut softmax, mut mla_bytes, mut index) = (0.0, 0.0, 0.0);
    for group in &model.mixers {
        let count = f64::from(group.count);
        let indexer = match &group.mixer {
            Mixer::Attention(attention) => {
                let seen = capped(attention.indexer.as_ref(), reached(attention.reach, n));
                softmax += count * seen * row(attention, kv);
                attention.indexer.as_ref()
            }
            Mixer::Mla(mla) => {
                mla_bytes += count * capped(mla.indexer.as_ref(), n) * latent_row(mla, kv);
                mla.indexer.as_ref()
            }
            Mixer::Compressed(layer) => {
                let pooled = capped(layer.indexer.as_ref(), entries(layer, n));
                let seen = n.min(f64::from(layer.window)) + pooled;
                mla_bytes += count * seen * compressed_row(layer, kv);
                layer.indexer.as_ref()
            }
            _ => None,
        };
        if let Some(indexer) = indexer {
            index += index_layers(indexer, group.count) * index_row(indexer, kv, n);
        }
    }
    KvRead {
        attention: Bytes::new(softmax),
        mla: Bytes::new(mla_bytes),
        index: Bytes::new(index),
    }
}

/// Stored bytes that one more token adds to a sequence of `n`.
///
/// Units: B. Source: `docs/FORMULAS.md#kv-cache`. Holds when: windows are full or not, as at `n`.
#[must_use]
pub fn growth(model: &Model, kv: &KvType, n: f64) -> Bytes {
    let n = sane(n);
    stored(model, kv, n + 1.0) - stored(model, kv, n)
}
