//! The cache of a model by what its layers keep: worked out once, then evaluated at many contexts
//! and numbers of users in a few operations.

use super::allocated::{Allocated, BLOCK, CELLS, LlamaCache, PagedCache, rank_share, whole};
use super::{compressed_row, index_layers, index_row, latent_row, row};
use crate::kv_type::KvType;
use crate::model::{Compressed, Mixer, Model, Reach};
use crate::units::Bytes;

/// Kinds of layers that published models need; more go to the heap.
const FEW: usize = 4;

/// What layers keep that do not keep a row for every token.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kept {
    /// The last so many tokens.
    Window(f64),
    /// The present chunk of so many tokens.
    Chunk(f64),
    /// One entry for so many tokens.
    Pooled(f64),
}

/// Bytes of a row of all layers that keep the same.
#[derive(Clone, Copy, Debug)]
struct Rows {
    kept: Kept,
    bytes: f64,
}

const NONE: Rows = Rows {
    kept: Kept::Window(0.0),
    bytes: 0.0,
};

/// The bytes of a row, summed over the layers that keep the same rows.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Layers that keep a row for every token, and indexes.
    full: f64,
    few: [Rows; FEW],
    len: usize,
    more: Vec<Rows>,
}

impl Layout {
    /// The layout on one of `ranks` that divide the heads.
    pub(crate) fn new(model: &Model, kv: &KvType, ranks: u32) -> Self {
        let mut layout = Self {
            full: 0.0,
            few: [NONE; FEW],
            len: 0,
            more: Vec::new(),
        };
        for group in &model.mixers {
            let count = f64::from(group.count);
            let indexer = match &group.mixer {
                Mixer::Attention(attention) if attention.kv_shared => None,
                Mixer::Attention(attention) => {
                    let share = rank_share(attention, ranks);
                    layout.reach(attention.reach, count * row(attention, kv) * share);
                    attention.indexer.as_ref()
                }
                Mixer::Mla(mla) => {
                    layout.full += count * latent_row(mla, kv);
                    mla.indexer.as_ref()
                }
                Mixer::Compressed(layer) => {
                    layout.compressed(layer, count * compressed_row(layer, kv));
                    layer.indexer.as_ref()
                }
                _ => None,
            };
            if let Some(indexer) = indexer {
                layout.full += index_layers(indexer, group.count) * index_row(indexer, kv, 1.0);
            }
        }
        layout
    }

    fn reach(&mut self, reach: Reach, bytes: f64) {
        match reach {
            Reach::Full => self.full += bytes,
            Reach::Sliding(window) => self.add(Kept::Window(f64::from(window)), bytes),
            Reach::Chunked(chunk) => self.add(Kept::Chunk(f64::from(chunk)), bytes),
        }
    }

    fn compressed(&mut self, layer: &Compressed, bytes: f64) {
        self.add(Kept::Window(f64::from(layer.window)), bytes);
        if layer.ratio > 0 {
            self.add(Kept::Pooled(f64::from(layer.ratio)), bytes);
        }
    }

    fn add(&mut self, kept: Kept, bytes: f64) {
        let mut known = self.few[..self.len].iter_mut().chain(&mut self.more);
        if let Some(rows) = known.find(|rows| rows.kept == kept) {
            rows.bytes += bytes;
        } else if self.len < FEW {
            self.few[self.len] = Rows { kept, bytes };
            self.len += 1;
        } else {
            self.more.push(Rows { kept, bytes });
        }
    }

    /// Bytes where layers that keep every token hold `full` rows and the others what `rows` says.
    fn bytes(&self, full: f64, rows: impl Fn(Kept) -> f64) -> f64 {
        let mut bytes = full * self.full;
        for some in self.few[..self.len].iter().chain(&self.more) {
            bytes += some.bytes * rows(some.kept);
        }
        bytes
    }

    /// What llama.cpp allocates, with so much recurrent state a sequence; the cache's numbers
    /// are finite and not negative.
    pub(crate) fn llama_cpp(&self, state: Bytes, cache: &LlamaCache) -> Allocated {
        let sequences = cache.sequences;
        let context = whole(cache.context, CELLS);
        let (cells, streams) = if cache.unified {
            (context, 1.0)
        } else {
            (whole(context / sequences, CELLS), sequences)
        };
        let windowed = |window: f64| {
            if cache.full_windows {
                return cells;
            }
            let each = window * if cache.unified { sequences } else { 1.0 };
            whole((each + cache.ubatch).min(cells), CELLS)
        };
        let bytes = self.bytes(cells, |kept| match kept {
            Kept::Window(window) | Kept::Chunk(window) => windowed(window),
            Kept::Pooled(ratio) => whole(cells / ratio, CELLS),
        });
        let copies = sequences * (1.0 + cache.snapshots);
        Allocated {
            kv: Bytes::new(bytes * streams),
            state: state * copies,
        }
    }

    /// What vLLM's blocks take on one rank, with so much recurrent state a sequence; the
    /// cache's numbers are finite and not negative.
    pub(crate) fn vllm(&self, state: Bytes, cache: &PagedCache) -> Allocated {
        let tokens = whole(cache.tokens, BLOCK);
        let batched = cache.batched_tokens;
        let bytes = self.bytes(tokens, |kept| match kept {
            Kept::Window(window) => {
                let blocks = ((window - 1.0 + batched) / BLOCK).ceil() + 1.0;
                tokens.min(blocks * BLOCK)
            }
            Kept::Chunk(chunk) => tokens.min(whole(chunk + batched, BLOCK)),
            Kept::Pooled(ratio) => whole(tokens / ratio, BLOCK),
        });
        let sequences = cache.sequences;
        let states = sequences * (1.0 + cache.draft_tokens) / f64::from(cache.ranks);
        Allocated {
            kv: Bytes::new(bytes) * sequences,
            state: state * states,
        }
    }
}
