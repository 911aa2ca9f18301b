//! What engines reserve for the cache, apart from the ideal bytes.
//!
//! llama.cpp: `llama-context.cpp`, `llama-kv-cache-iswa.cpp`, `llama-memory-recurrent.cpp`;
//! vLLM: `vllm/v1/kv_cache_interface.py`.

use super::layout::Layout;
use super::{sane, state, state_f32};
use crate::kv_type::KvType;
use crate::model::{Attention, Model};
use crate::units::Bytes;

/// Cells that llama.cpp's cache grows and is read by.
pub const CELLS: f64 = 256.0;
/// Tokens of a vLLM block.
pub const BLOCK: f64 = 16.0;

/// Rounds a number of tokens up to whole blocks of cells.
///
/// ```
/// assert_eq!(bpt_core::kv::allocated::pad(1536.5, 256.0), 1792.0);
/// ```
#[must_use]
pub fn pad(n: f64, cells: f64) -> f64 {
    whole(sane(n), cells)
}

/// The same for a number that arithmetic can trust.
pub(super) fn whole(n: f64, cells: f64) -> f64 {
    (n / cells).ceil() * cells
}

/// Cells that llama.cpp reads when a token is decoded after `n` cached ones: the new token has a
/// cell too.
///
/// Units: cells. Source: `docs/FORMULAS.md#kv-cache`. Holds when: the cache is llama.cpp's.
#[must_use]
pub fn cells_read(n: f64) -> f64 {
    pad(sane(n).floor() + 1.0, CELLS)
}

/// How llama.cpp is started.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LlamaCache {
    /// Context of all slots together (`-c`).
    pub context: f64,
    /// Slots.
    pub sequences: f64,
    /// Micro-batch (`-ub`).
    pub ubatch: f64,
    /// One pool for all slots, rather than one each.
    pub unified: bool,
    /// Sliding layers keep the whole context.
    pub full_windows: bool,
    /// Snapshots of recurrent state beside the present one: drafted tokens that may be undone.
    pub snapshots: f64,
}

impl LlamaCache {
    /// The same with numbers that arithmetic can trust.
    fn sane(&self) -> Self {
        Self {
            context: sane(self.context),
            sequences: sane(self.sequences).max(1.0),
            ubatch: sane(self.ubatch),
            snapshots: sane(self.snapshots),
            ..*self
        }
    }
}

/// Reserved bytes.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Allocated {
    /// Keys, values, latent rows and index keys.
    pub kv: Bytes,
    /// Recurrent state.
    pub state: Bytes,
}

impl Allocated {
    /// All of it.
    #[must_use]
    pub fn total(self) -> Bytes {
        self.kv + self.state
    }
}

/// What llama.cpp allocates at start, whatever is used later.
///
/// Units: B. Source: `docs/FORMULAS.md#kv-cache`. Holds when: the cache is allocated at start.
#[must_use]
pub fn llama_cpp(model: &Model, kv: &KvType, cache: &LlamaCache) -> Allocated {
    Layout::new(model, kv, 1).llama_cpp(state_f32(model), &cache.sane())
}

/// How vLLM is started.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PagedCache {
    /// Tokens of each sequence.
    pub tokens: f64,
    /// Sequences.
    pub sequences: f64,
    /// Ranks of tensor parallelism.
    pub ranks: u32,
    /// Most tokens of one engine step (`max_num_batched_tokens`).
    pub batched_tokens: f64,
    /// Drafted tokens a step.
    pub draft_tokens: f64,
}

impl PagedCache {
    /// The same with numbers that arithmetic can trust.
    fn sane(&self) -> Self {
        Self {
            tokens: sane(self.tokens),
            sequences: sane(self.sequences),
            ranks: self.ranks.max(1),
            batched_tokens: sane(self.batched_tokens),
            draft_tokens: sane(self.draft_tokens),
        }
    }
}

/// What vLLM's blocks take **on one rank**: whole blocks, at least one key/value head a rank,
/// latent rows on every rank. A rank whose share of heads is not whole keeps the smaller number,
/// as `get_num_kv_heads` does.
///
/// Units: B. Source: `docs/FORMULAS.md#kv-cache`. Holds when: layers share one size of page.
#[must_use]
pub fn vllm(model: &Model, kv: &KvType, cache: &PagedCache) -> Allocated {
    Layout::new(model, kv, cache.ranks).vllm(state(model), &cache.sane())
}

/// Share of a layer's key/value heads that one of `ranks` holds: heads are copied when there are
/// fewer of them than ranks.
///
/// Units: share. Source: `docs/FORMULAS.md#kv-cache`. Holds when: heads are divided, or copied
/// where they are fewer.
#[must_use]
pub fn rank_share(attention: &Attention, ranks: u32) -> f64 {
    let heads = attention.kv_heads;
    if heads == 0 {
        return 0.0;
    }
    f64::from((heads / ranks.max(1)).max(1)) / f64::from(heads)
}
