//! Tensors of one token mixer.
//!
//! Shapes follow the public modelling code of each family; small vectors that belong to a norm or
//! a decay are booked under norms, biases and sinks under attention.

use super::tensors::{Role, Tensor};
use super::{Attention, AttentionBias, Class, Compressed, Indexer, Mixer, Mla, Model};

const ATTENTION: Class = Class::Attention;

fn matrix(role: Role, rows: u32, cols: u32) -> Tensor {
    Tensor::matrix(ATTENTION, role, f64::from(rows), cols)
}

fn product(a: u32, b: u32) -> u32 {
    a.saturating_mul(b)
}

/// Appends the tensors of one layer of a mixer group; `at` is the layer's place in its group.
/// Returns whether there is a mixer at all, that is, whether the layer has a norm before it.
pub(super) fn mixer_tensors(model: &Model, mixer: &Mixer, at: u32, out: &mut Vec<Tensor>) -> bool {
    let hidden = model.hidden;
    match mixer {
        Mixer::Attention(attention) => {
            softmax(model, attention, out);
            if let Some(indexer) = owned(attention.indexer.as_ref(), at) {
                // Grouped-query indexes weigh their heads equally: no weight projection.
                out.push(matrix(
                    Role::Linear,
                    product(indexer.heads, indexer.head_dim),
                    hidden,
                ));
                out.push(matrix(Role::Linear, indexer.head_dim, hidden));
            }
        }
        Mixer::Mla(mla) => {
            latent(hidden, mla, out);
            if let Some(indexer) = owned(mla.indexer.as_ref(), at) {
                index(hidden, mla.q_rank.unwrap_or(hidden), indexer, out);
                out.push(matrix(Role::Linear, indexer.head_dim, hidden));
                out.push(Tensor::vector(ATTENTION, 2.0 * f64::from(indexer.head_dim)));
            }
        }
        Mixer::Compressed(compressed_) => compressed(hidden, compressed_, at, out),
        Mixer::GatedDeltaNet {
            k_heads,
            v_heads,
            k_dim,
            v_dim,
            conv,
        } => {
            let (keys, values) = (product(*k_heads, *k_dim), product(*v_heads, *v_dim));
            let convolved = product(2, keys).saturating_add(values);
            out.push(matrix(Role::AttnQkv, convolved, hidden));
            out.push(matrix(Role::Linear, values, hidden));
            out.push(matrix(Role::Linear, product(2, *v_heads), hidden));
            out.push(matrix(Role::Conv, convolved, *conv));
            out.push(matrix(Role::Linear, hidden, values));
            small(f64::from(*v_dim) + 2.0 * f64::from(*v_heads), out);
        }
        Mixer::Kda {
            heads,
            head_dim,
            conv,
            full_rank_decay,
            full_rank_gate,
        } => {
            let width = product(*heads, *head_dim);
            out.push(matrix(Role::AttnQ, width, hidden));
            out.push(matrix(Role::AttnK, width, hidden));
            out.push(matrix(Role::AttnV, width, hidden));
            out.push(matrix(Role::Conv, product(3, width), *conv));
            for full_rank in [*full_rank_decay, *full_rank_gate] {
                if full_rank {
                    out.push(matrix(Role::Linear, width, hidden));
                } else {
                    out.push(matrix(Role::Linear, *head_dim, hidden));
                    out.push(matrix(Role::Linear, width, *head_dim));
                }
            }
            out.push(matrix(Role::Linear, *heads, hidden));
            out.push(matrix(Role::AttnOutput, hidden, width));
            small(
                f64::from(*heads) + f64::from(width) + f64::from(*head_dim),
                out,
            );
        }
        Mixer::Mamba2 {
            heads,
            head_dim,
            state,
            groups,
            conv,
            gated_norm,
        } => {
            let inner = product(*heads, *head_dim);
            let convolved = inner.saturating_add(product(product(2, *groups), *state));
            let projected = inner.saturating_add(convolved).saturating_add(*heads);
            out.push(matrix(Role::Linear, projected, hidden));
            out.push(matrix(Role::Conv, convolved, *conv));
            out.push(matrix(Role::Linear, hidden, inner));
            let norm = if *gated_norm { f64::from(inner) } else { 0.0 };
            small(f64::from(convolved) + 3.0 * f64::from(*heads) + norm, out);
        }
        Mixer::Lightning { heads, head_dim } => {
            let width = product(*heads, *head_dim);
            out.push(matrix(Role::AttnQ, width, hidden));
            out.push(matrix(Role::AttnK, width, hidden));
            out.push(matrix(Role::AttnV, width, hidden));
            out.push(matrix(Role::Linear, width, hidden));
            out.push(matrix(Role::AttnOutput, hidden, width));
            small(f64::from(width), out);
        }
        Mixer::ShortConv { conv } => {
            out.push(matrix(Role::Linear, product(3, hidden), hidden));
            out.push(matrix(Role::Conv, hidden, *conv));
            out.push(matrix(Role::Linear, hidden, hidden));
        }
        Mixer::None => return false,
    }
    true
}

/// Norms, decays and other vectors of a mixer.
fn small(length: f64, out: &mut Vec<Tensor>) {
    out.push(Tensor::vector(Class::Norms, length));
}

/// The index, if the layer at this place of its group owns one.
fn owned(indexer: Option<&Indexer>, at: u32) -> Option<&Indexer> {
    indexer.filter(|indexer| indexer.layers.is_none_or(|layers| at < layers))
}

fn softmax(model: &Model, attention: &Attention, out: &mut Vec<Tensor>) {
    let hidden = model.hidden;
    let queries = product(attention.heads, attention.k_dim);
    let keys = product(attention.kv_heads, attention.k_dim);
    let values = product(attention.kv_heads, attention.v_dim);
    let mixed = product(attention.heads, attention.v_dim);
    // Layers that share another layer's cache still carry their own projections in the files.
    if model.fused_qkv {
        out.push(matrix(
            Role::AttnQkv,
            queries.saturating_add(keys).saturating_add(values),
            hidden,
        ));
    } else {
        let gated = if attention.output_gate {
            product(2, queries)
        } else {
            queries
        };
        out.push(matrix(Role::AttnQ, gated, hidden));
        out.push(matrix(Role::AttnK, keys, hidden));
        if !attention.k_eq_v {
            out.push(matrix(Role::AttnV, values, hidden));
        }
    }
    if attention.head_gate {
        out.push(matrix(Role::Linear, attention.heads, hidden));
    }
    out.push(matrix(Role::AttnOutput, hidden, mixed));
    if model.qk_norm {
        small(2.0 * f64::from(attention.k_dim), out);
    }
    let bias = match model.bias {
        AttentionBias::None => 0.0,
        AttentionBias::Qkv => f64::from(queries) + f64::from(keys) + f64::from(values),
        AttentionBias::Qkvo => {
            f64::from(queries) + f64::from(keys) + f64::from(values) + f64::from(hidden)
        }
    };
    let sinks = if attention.sinks {
        f64::from(attention.heads)
    } else {
        0.0
    };
    if bias + sinks > 0.0 {
        out.push(Tensor::vector(ATTENTION, bias + sinks));
    }
}

fn latent(hidden: u32, mla: &Mla, out: &mut Vec<Tensor>) {
    let queries = product(mla.heads, mla.nope_dim.saturating_add(mla.rope_dim));
    let values = product(mla.heads, mla.v_dim);
    match mla.q_rank {
        Some(rank) => {
            out.push(matrix(Role::Linear, rank, hidden));
            out.push(matrix(Role::Linear, queries, rank));
            small(f64::from(rank), out);
        }
        None => out.push(matrix(Role::AttnQ, queries, hidden)),
    }
    out.push(matrix(
        Role::Linear,
        mla.kv_rank.saturating_add(mla.rope_dim),
        hidden,
    ));
    small(f64::from(mla.kv_rank), out);
    // GGUF stores the up-projections of keys and values apart, those of keys transposed: their
    // rows are short, which is where fallback types come in. The value part takes no part in
    // the rules for values.
    if mla.nope_dim > 0 {
        out.push(matrix(
            Role::Linear,
            product(mla.heads, mla.kv_rank),
            mla.nope_dim,
        ));
    }
    out.push(matrix(Role::Linear, values, mla.kv_rank));
    out.push(matrix(Role::AttnOutput, hidden, values));
    if mla.output_gate {
        out.push(matrix(Role::Linear, values, hidden));
    }
    if mla.head_gate {
        out.push(matrix(Role::Linear, mla.heads, hidden));
    }
}

/// Query and weight projections of a sparse index.
fn index(hidden: u32, rank: u32, indexer: &Indexer, out: &mut Vec<Tensor>) {
    out.push(matrix(
        Role::Linear,
        product(indexer.heads, indexer.head_dim),
        rank,
    ));
    out.push(matrix(Role::Linear, indexer.heads, hidden));
}

fn compressed(hidden: u32, layer: &Compressed, at: u32, out: &mut Vec<Tensor>) {
    let width = product(layer.heads, layer.head_dim);
    out.push(matrix(Role::Linear, layer.q_rank, hidden));
    out.push(matrix(Role::Linear, width, layer.q_rank));
    out.push(matrix(Role::Linear, layer.head_dim, hidden));
    // The first output projection works on each group of heads apart.
    let grouped = width / layer.o_groups.max(1);
    out.push(matrix(
        Role::Linear,
        product(layer.o_rank, layer.o_groups),
        grouped,
    ));
    out.push(matrix(
        Role::AttnOutput,
        hidden,
        product(layer.o_rank, layer.o_groups),
    ));
    small(f64::from(layer.q_rank) + f64::from(layer.head_dim), out);
    out.push(Tensor::vector(ATTENTION, f64::from(layer.heads)));
    compressor(hidden, layer.head_dim, layer.ratio, out);
    if let Some(indexer) = owned(layer.indexer.as_ref(), at) {
        index(hidden, layer.q_rank, indexer, out);
        compressor(hidden, indexer.head_dim, layer.ratio, out);
    }
}

/// Pools `ratio` tokens into one entry: values, gates, a position table and a norm. Small ratios
/// overlap, which doubles the width.
fn compressor(hidden: u32, width: u32, ratio: u32, out: &mut Vec<Tensor>) {
    if ratio == 0 {
        return;
    }
    let pooled = if ratio <= 4 { product(2, width) } else { width };
    out.push(matrix(Role::Linear, pooled, hidden));
    out.push(matrix(Role::Linear, pooled, hidden));
    let table = f64::from(ratio) * f64::from(pooled);
    out.push(Tensor::vector(ATTENTION, table + f64::from(width)));
}
