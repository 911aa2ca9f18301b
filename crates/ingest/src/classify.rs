//! Which class a tensor belongs to, by its name.
//!
//! Names: `gguf-py/gguf/constants.py` of llama.cpp for GGUF; the parameter names of public
//! modelling code for safetensors.

use bpt_core::model::Class;

/// Where a tensor is booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A part of the text model that every token may use.
    Text(Class),
    /// A layer that only drafts tokens.
    Mtp,
    /// A vision or audio tower, or a projector.
    Tower,
}

/// A GGUF tensor name taken apart: `blk.12.attn_q.weight`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GgufName<'a> {
    /// Layer, if it belongs to one.
    pub(crate) layer: Option<u32>,
    /// What it is: `attn_q`.
    pub(crate) base: &'a str,
    /// `weight`, `bias`, ...
    pub(crate) suffix: &'a str,
}

impl<'a> GgufName<'a> {
    pub(crate) fn new(name: &'a str) -> Self {
        let (layer, rest) = match name
            .strip_prefix("blk.")
            .and_then(|rest| rest.split_once('.'))
        {
            Some((number, rest)) => (number.parse().ok(), rest),
            None => (None, name),
        };
        match rest.rsplit_once('.') {
            Some((base, suffix)) if matches!(suffix, "weight" | "bias" | "scale") => Self {
                layer,
                base,
                suffix,
            },
            _ => Self {
                layer,
                base: rest,
                suffix: "",
            },
        }
    }
}

/// Prefixes of vision and audio tensors in GGUF files.
const TOWERS: [&str; 6] = ["v.", "a.", "mm.", "resampler.", "posnet.", "convnext."];

/// Class of a GGUF tensor; `tied` says that there is no separate output layer.
pub(crate) fn gguf_place(name: &GgufName<'_>, tied: bool) -> Place {
    let base = name.base;
    if name.layer.is_none() && TOWERS.iter().any(|prefix| base.starts_with(prefix)) {
        return Place::Tower;
    }
    if base.starts_with("nextn.") {
        return Place::Mtp;
    }
    Place::Text(match base {
        "token_embd" if tied => Class::LmHead,
        "output" => Class::LmHead,
        "token_embd" | "per_layer_token_embd" | "position_embd" | "token_types" => Class::Embedding,
        "ffn_gate_inp" | "exp_probs_b" | "ffn_gate_inp_shexp" => Class::Router,
        "ffn_latent_down" | "ffn_latent_up" => Class::SharedExperts,
        _ if base.contains("norm") || base.starts_with("rope_") => Class::Norms,
        _ if base.ends_with("_exps") || base.ends_with("_chexps") => Class::RoutedExperts,
        // One tensor an expert, as old files have it: ffn_up.3
        _ if base
            .strip_prefix("ffn_")
            .and_then(|rest| rest.split_once('.'))
            .is_some_and(|(_, expert)| expert.parse::<u32>().is_ok()) =>
        {
            Class::RoutedExperts
        }
        _ if base.ends_with("_shexp") => Class::SharedExperts,
        _ if base.starts_with("ffn_") || base.starts_with("channel_mix") => Class::DenseFfn,
        "ssm_a" | "ssm_d" => Class::Norms,
        "ssm_dt" if name.suffix == "bias" => Class::Norms,
        "ssm_conv1d" if name.suffix == "bias" => Class::Norms,
        _ if base.starts_with("attn_")
            || base.starts_with("ssm_")
            || base.starts_with("time_mix")
            || base.starts_with("shortconv")
            || base.starts_with("indexer") =>
        {
            Class::Attention
        }
        _ => Class::Other,
    })
}

/// Class of a tensor by the name that public modelling code gives it.
pub(crate) fn hugging_face_place(name: &str, layers: Option<u32>, tied: bool) -> Place {
    const TOWER_PARTS: [&str; 10] = [
        "vision_",
        "visual.",
        "vit.",
        "audio_",
        "multi_modal_projector",
        "multimodal_projector",
        "vision_tower",
        "image_newline",
        "embed_vision",
        "embed_audio",
    ];
    if TOWER_PARTS.iter().any(|part| name.contains(part)) {
        return Place::Tower;
    }
    let layer = layer_of(name);
    let drafts = name.starts_with("mtp.")
        || name.contains(".mtp.")
        || name.contains("mtp_")
        || name.contains("nextn")
        || matches!((layer, layers), (Some(layer), Some(layers)) if layer >= layers);
    if drafts {
        return Place::Mtp;
    }
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    let outside = layer.is_none();
    Place::Text(
        if has(&[
            "embed_tokens_per_layer",
            "wpe.",
            "embed_positions",
            "position_embeddings",
            "token_type_embeddings",
        ]) {
            Class::Embedding
        } else if outside
            && has(&[
                "embed_tokens",
                "wte.",
                "word_embeddings",
                "embed_in",
                "tok_embeddings",
                "embeddings.weight",
                "tokens_embed",
            ])
        {
            if tied {
                Class::LmHead
            } else {
                Class::Embedding
            }
        } else if outside && has(&["lm_head", "embed_out", "output.weight"]) {
            Class::LmHead
        } else if has(&["norm", "ln_", "layernorm", ".ln"]) && !has(&["normalizer"]) {
            Class::Norms
        } else if has(&[
            "shared_expert_gate",
            ".gate.",
            "router",
            "block_sparse_moe.gate",
        ]) && !has(&["gate_proj"])
        {
            Class::Router
        } else if has(&["shared_expert", "shared_mlp", "fc1_latent", "fc2_latent"]) {
            Class::SharedExperts
        } else if has(&["experts"]) {
            Class::RoutedExperts
        } else if has(&["A_log", "dt_bias", ".D"]) {
            Class::Norms
        } else if has(&["attn", "attention", "mamba", "mixer", "ssm", "conv."]) {
            Class::Attention
        } else if has(&[
            "mlp",
            "feed_forward",
            "ffn",
            "fc1",
            "fc2",
            "intermediate.dense",
            "output.dense",
        ]) {
            Class::DenseFfn
        } else {
            Class::Other
        },
    )
}

/// The layer number in a Hugging Face tensor name: the first part that is a number.
pub(crate) fn layer_of(name: &str) -> Option<u32> {
    name.split('.').find_map(|part| part.parse().ok())
}
