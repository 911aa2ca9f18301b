//! Parameters outside the layer groups: norms beyond the usual two a layer, biases, position
//! tables, per-layer embeddings. Small, except for the tables, but they make totals exact.

use serde_json::Value;

use super::source::Source;
use crate::layers::{Extra, Shape};

/// Appends what the family has beyond the groups.
pub(super) fn add(source: &Source<'_>, shape: &mut Shape) {
    let hidden = shape.hidden as f64;
    let number = |value: &Value, key: &str| value.get(key).and_then(Value::as_f64).unwrap_or(0.0);
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let layers = shape.layers.len() as f64;
    let (mut norms, mut vectors) = (0.0, 0.0);
    norms += layers * hidden * source.trait_number("extra_norms").unwrap_or(0.0);
    let biased = source.trait_flag("norm_bias");
    let ffn_bias = match source.family.get("ffn_bias") {
        Some(Value::Bool(flag)) => *flag,
        _ => source.flag("mlp_bias").unwrap_or(false),
    };
    let wide = source.trait_text("qk_norm") == Some("full");
    if biased {
        norms += hidden;
    }
    for layer in &shape.layers {
        if let Some(mixer) = &layer.mixer {
            if biased {
                norms += hidden;
            }
            let dim = number(mixer, "head_dim");
            let (heads, kv) = (number(mixer, "num_heads"), number(mixer, "num_kv_heads"));
            norms += heads * source.trait_number("vector_per_head").unwrap_or(0.0);
            if source.trait_flag("sinks") && text(mixer, "kind").as_deref() == Some("mla") {
                norms += heads;
            }
            if wide && shape.qk_norm && kv > 0.0 {
                norms += (heads + kv - 2.0) * dim;
            }
            if text(mixer, "kind").as_deref() == Some("mamba2")
                && source.trait_text("mixer") == Some("mamba1")
            {
                vectors += first_mamba(source, mixer);
            }
        }
        if let Some(ffn) = &layer.ffn {
            if biased {
                norms += hidden;
            }
            if source.trait_flag("ffn_norm") {
                norms += number(ffn, "intermediate_size");
            }
            if text(ffn, "kind").as_deref() == Some("moe") {
                norms += hidden * source.trait_number("extra_norms_moe").unwrap_or(0.0);
            }
            if ffn_bias {
                let gates = if ffn.get("gated") == Some(&Value::Bool(true)) {
                    2.0
                } else {
                    1.0
                };
                vectors += gates * number(ffn, "intermediate_size") + hidden;
            }
        }
    }
    if source.trait_flag("cross_attention") {
        // Decoders of encoder-decoders: a second attention a layer, with its norm.
        vectors += layers * (4.0 * hidden * hidden + 6.0 * hidden);
    }
    hyper_connections(source, hidden, layers, &mut vectors);
    if source.trait_flag("mlm_head") {
        // A dense layer with a norm before the output, and a bias a token.
        vectors += hidden * hidden + 3.0 * hidden + shape.vocab as f64;
    }
    if source.trait_flag("head_bias") || source.flag("lm_head_bias").unwrap_or(false) {
        vectors += shape.vocab as f64;
    }
    let mut add = |name: &str, params: f64, lookup: bool, norms: bool| {
        if params > 0.0 {
            shape.extras.push(Extra {
                name: name.into(),
                params,
                lookup,
                norms,
            });
        }
    };
    add("further norms and biases", norms + vectors, false, true);
    let types = source
        .number("token_types")
        .filter(|_| source.trait_flag("token_types"));
    add(
        "token types",
        types.unwrap_or(0) as f64 * hidden,
        true,
        false,
    );
    if let Some(more) = source
        .trait_number("positions")
        .filter(|_| !source.trait_flag("no_positions"))
    {
        let rows = source.number("max_context").unwrap_or(0) as f64 + more;
        if source.flag("positions_flag").unwrap_or(true) {
            add("position embeddings", rows * hidden, true, false);
        }
    }
    per_layer_embeddings(source, hidden, layers, &mut add);
}

/// What Mamba 1 has beyond (or short of) the Mamba 2 layer it is described as.
fn first_mamba(source: &Source<'_>, mixer: &Value) -> f64 {
    let number = |key: &str| mixer.get(key).and_then(Value::as_f64).unwrap_or(0.0);
    let (heads, state, taps) = (
        number("num_heads"),
        number("state_size"),
        number("conv_kernel"),
    );
    let groups = number("n_groups");
    let inner = heads * number("head_dim");
    let hidden = source.number("hidden").unwrap_or(0) as f64;
    let rank = source
        .number("mamba_rank")
        .map_or_else(|| (hidden / 16.0).ceil(), |rank| rank as f64);
    // Input-dependent step, B and C; step projection with its bias; A and D per channel.
    let own = inner * (rank + 2.0 * state) + rank * inner + inner + inner * state + inner + inner;
    let norms = if source.trait_flag("mamba_norms") {
        rank + 2.0 * state
    } else {
        0.0
    };
    let described = (2.0 * groups * state + heads) * hidden
        + 2.0 * groups * state * taps
        + (inner + 2.0 * groups * state)
        + 3.0 * heads;
    own + norms - described
}

/// Gemma 3n and 4: a small embedding per layer and token, and its projections.
fn per_layer_embeddings(
    source: &Source<'_>,
    hidden: f64,
    layers: f64,
    add: &mut dyn FnMut(&str, f64, bool, bool),
) {
    let Some(dim) = source.number("ple_dim").filter(|dim| *dim > 0) else {
        return;
    };
    let dim = dim as f64;
    let rows = source.number("ple_vocab").unwrap_or(0) as f64;
    add(
        "per-layer embeddings (PLE) table",
        rows * layers * dim,
        true,
        false,
    );
    // One projection of the embedding to all layers with its norm; in each layer a gate, a
    // projection back and a norm.
    let mut params = hidden * layers * dim + dim + layers * (2.0 * hidden * dim + hidden);
    if let Some(inputs) = source.number("altup") {
        let inputs = inputs as f64;
        // AltUp: coefficients, router and its norm, output scale; LAuReL: low rank and a norm.
        let rank = source.number("laurel").unwrap_or(0) as f64;
        let altup = inputs * inputs * inputs + inputs * inputs + inputs * hidden + 2.0 * hidden;
        params += layers * (altup + 2.0 * hidden * rank + hidden);
        params += 2.0 * (inputs - 1.0) * hidden * hidden;
    }
    add("projections of the per-layer inputs", params, false, false);
}

/// Hyper-connections: around each mixer and each feed-forward block a matrix that mixes `mult`
/// copies of the residual, and one before the output.
fn hyper_connections(source: &Source<'_>, hidden: f64, layers: f64, vectors: &mut f64) {
    let (Some(kind), Some(mult)) = (source.trait_text("hyper"), source.number("hyper")) else {
        return;
    };
    let mult = mult as f64;
    let (rows, scales) = match kind {
        "light" => (2.0 * mult, 2.0),
        _ => (2.0 * mult + mult * mult, 3.0),
    };
    *vectors += 2.0 * layers * (rows * mult * hidden + rows + scales);
    *vectors += mult * mult * hidden + mult + 1.0;
}
