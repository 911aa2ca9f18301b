//! Multiplications and additions: linear layers, attention over what is cached, recurrent state.
//! One multiply and one add count as two.

use crate::kv::{self, state_elements};
use crate::model::{Indexer, Mixer, Model, Reach};
use crate::units::Flops;
use crate::weights::Weights;

/// Operations per element of recurrent state and token: decay, update and read-out.
const STATE_OPS: f64 = 6.0;

/// Linear layers over a prompt of `n` tokens; the output layer works on the last one only.
///
/// Units: FLOP. Source: `docs/FORMULAS.md#prefill`. Holds when: only the last position is asked for
/// its logits.
#[must_use]
pub fn prefill_linear(weights: &Weights, n: f64) -> Flops {
    let n = kv::sane(n);
    Flops::new(2.0 * weights.layer_matmul.get() * n + 2.0 * weights.head_matmul.get())
}

/// Linear layers of one decoded token.
///
/// Units: FLOP. Source: `docs/FORMULAS.md#decode`. Holds when: every sequence asks for its logits.
#[must_use]
pub fn decode_linear(weights: &Weights) -> Flops {
    Flops::new(2.0 * (weights.layer_matmul.get() + weights.head_matmul.get()))
}

/// Recurrent state of `n` tokens.
///
/// Units: FLOP. Source: `docs/FORMULAS.md#recurrent-state`. Holds when: the state is updated token
/// by token.
#[must_use]
pub fn state(model: &Model, n: f64) -> Flops {
    Flops::new(STATE_OPS * state_elements(model) * kv::sane(n))
}

/// Attention over a prompt of `n` tokens after `depth` cached ones. Each token attends to those
/// before it and to itself; MLA in its non-absorbed form.
///
/// Units: FLOP. Source: `docs/FORMULAS.md#prefill`. Holds when: kernels skip tiles that are masked.
///
/// ```
/// # use bpt_core::flops::pairs;
/// # use bpt_core::model::Reach;
/// assert_eq!(pairs(Reach::Full, 4.0, 0.0), 10.0);
/// assert_eq!(pairs(Reach::Full, 4.0, 3.0), 22.0);
/// assert_eq!(pairs(Reach::Sliding(2), 4.0, 0.0), 7.0);
/// assert_eq!(pairs(Reach::Chunked(2), 4.0, 0.0), 6.0);
/// ```
#[must_use]
pub fn prefill_attention(model: &Model, n: f64, depth: f64) -> Flops {
    prefill_attention_as(model, n, depth, false)
}

/// The same with MLA in its absorbed form (every head against the latents as they are cached) or
/// not (keys and values made from them first).
///
/// Units: FLOP. Source: `docs/FORMULAS.md#prefill`. Holds when: kernels skip tiles that are masked.
#[must_use]
pub fn prefill_attention_as(model: &Model, n: f64, depth: f64, absorbed: bool) -> Flops {
    let (n, depth) = (kv::sane(n), kv::sane(depth));
    let full = pairs(Reach::Full, n, depth);
    let mut flops = 0.0;
    for group in &model.mixers {
        if let Some((heads, width, seen)) = of_prompt(&group.mixer, n, depth, absorbed) {
            flops += f64::from(group.count) * 2.0 * heads * width * seen;
        }
        let indexer = match &group.mixer {
            Mixer::Attention(attention) => attention.indexer.as_ref(),
            Mixer::Mla(mla) => mla.indexer.as_ref(),
            Mixer::Compressed(layer) => layer.indexer.as_ref(),
            _ => None,
        };
        if let Some(indexer) = indexer {
            flops += kv::index_layers(indexer, group.count) * index(indexer, full);
        }
    }
    Flops::new(flops)
}

/// Scores that attention without flash attention writes out for a prompt: one for each head and
/// pair, those included that are masked within a batch of `batch` tokens.
///
/// Units: scores. Source: `docs/FORMULAS.md#prefill`. Holds when: a batch is multiplied with all
/// that is cached, then masked.
#[must_use]
pub fn prefill_scores(model: &Model, n: f64, depth: f64, batch: f64) -> f64 {
    let (n, depth) = (kv::sane(n), kv::sane(depth));
    let masked = n * (kv::sane(batch) - 1.0).max(0.0) / 2.0;
    let groups = model.mixers.iter();
    groups
        .filter_map(|group| {
            let (heads, _, seen) = of_prompt(&group.mixer, n, depth, false)?;
            Some(f64::from(group.count) * heads * (seen + masked))
        })
        .sum()
}

/// Heads of a layer, width of its keys and values together, and pairs over a prompt; `None` of
/// layers without attention.
fn of_prompt(mixer: &Mixer, n: f64, depth: f64, absorbed: bool) -> Option<(f64, f64, f64)> {
    let top = |indexer: &Option<Indexer>, reach: Reach| {
        let reach = indexer
            .as_ref()
            .map_or(reach, |indexer| Reach::Sliding(indexer.top_k));
        pairs(reach, n, depth)
    };
    Some(match mixer {
        Mixer::Attention(attention) => {
            let width = f64::from(attention.k_dim) + f64::from(attention.v_dim);
            let seen = top(&attention.indexer, attention.reach);
            (f64::from(attention.heads), width, seen)
        }
        Mixer::Mla(mla) => {
            let rope = f64::from(mla.rope_dim);
            let width = if absorbed {
                2.0 * f64::from(mla.kv_rank) + rope
            } else {
                f64::from(mla.nope_dim) + rope + f64::from(mla.v_dim)
            };
            (f64::from(mla.heads), width, top(&mla.indexer, Reach::Full))
        }
        Mixer::Compressed(layer) => {
            let mut seen = pairs(Reach::Sliding(layer.window), n, depth);
            if layer.ratio > 0 {
                // At most top-k entries stand for top-k x ratio tokens.
                let reach = layer.indexer.as_ref().map_or(Reach::Full, |indexer| {
                    Reach::Sliding(indexer.top_k.saturating_mul(layer.ratio))
                });
                seen += pairs(reach, n, depth) / f64::from(layer.ratio);
            }
            (
                f64::from(layer.heads),
                2.0 * f64::from(layer.head_dim),
                seen,
            )
        }
        _ => return None,
    })
}

/// Attention of one token decoded after `n` cached ones; MLA in its absorbed form.
///
/// Units: FLOP. Source: `docs/FORMULAS.md#decode`. Holds when: the cache is read once for each
/// token.
#[must_use]
pub fn decode_attention(model: &Model, n: f64) -> Flops {
    let n = kv::sane(n);
    let mut flops = 0.0;
    for group in &model.mixers {
        let count = f64::from(group.count);
        let indexer = match &group.mixer {
            Mixer::Attention(attention) => {
                let width = f64::from(attention.k_dim) + f64::from(attention.v_dim);
                let mut seen = kv::reached(attention.reach, n);
                if let Some(indexer) = &attention.indexer {
                    seen = seen.min(f64::from(indexer.top_k));
                }
                flops += count * 2.0 * f64::from(attention.heads) * width * seen;
                attention.indexer.as_ref()
            }
            Mixer::Mla(mla) => {
                let width = 2.0 * f64::from(mla.kv_rank) + f64::from(mla.rope_dim);
                let seen = mla
                    .indexer
                    .as_ref()
                    .map_or(n, |one| n.min(f64::from(one.top_k)));
                flops += count * 2.0 * f64::from(mla.heads) * width * seen;
                mla.indexer.as_ref()
            }
            Mixer::Compressed(layer) => {
                let mut pooled = kv::entries(layer, n);
                if let Some(indexer) = &layer.indexer {
                    pooled = pooled.min(f64::from(indexer.top_k));
                }
                let seen = n.min(f64::from(layer.window)) + pooled;
                let width = 2.0 * f64::from(layer.head_dim);
                flops += count * 2.0 * f64::from(layer.heads) * width * seen;
                layer.indexer.as_ref()
            }
            _ => None,
        };
        if let Some(indexer) = indexer {
            flops += kv::index_layers(indexer, group.count) * index(indexer, n);
        }
    }
    Flops::new(flops)
}

/// Scores of an index over `pairs` of query and token.
fn index(indexer: &Indexer, pairs: f64) -> f64 {
    let width = f64::from(indexer.heads) * f64::from(indexer.head_dim);
    2.0 * width * pairs / f64::from(indexer.pool.max(1))
}

/// Pairs of query and attended token, own token included, for `n` tokens after `depth`.
///
/// Units: pairs. Source: `docs/FORMULAS.md#prefill`. Holds when: kernels skip tiles that are
/// masked.
#[must_use]
pub fn pairs(reach: Reach, n: f64, depth: f64) -> f64 {
    match reach {
        Reach::Full => n * depth + n * (n + 1.0) / 2.0,
        Reach::Sliding(window) => {
            // Tokens that still see everything, then those that see a full window.
            let window = f64::from(window);
            let growing = (window - depth).max(0.0).min(n);
            growing * depth + growing * (growing + 1.0) / 2.0 + (n - growing) * window
        }
        Reach::Chunked(chunk) => {
            let upto = |tokens: f64| {
                let chunk = f64::from(chunk.max(1));
                let whole = (tokens / chunk).floor();
                let rest = tokens - whole * chunk;
                whole * chunk * (chunk + 1.0) / 2.0 + rest * (rest + 1.0) / 2.0
            };
            upto(depth + n) - upto(depth)
        }
    }
}
