//! A model from a GGUF header: tensor shapes first, metadata where shapes do not tell.

mod ffn;
mod mixer;
mod reach;
mod view;

use std::collections::BTreeMap;

use crate::classify::{GgufName, Place, gguf_place};
use crate::error::{Error, Result};
use crate::gguf::{Header, Value, file_type};
use crate::inspection::Inspection;
use crate::layers::{Extra, Layer, MAX_LAYERS, Shape, counted, reconcile};
use crate::tensors::{TensorInfo, Totals};
use bpt_core::model::Class;
use reach::Reach;
use view::{LayerTensors, Meta};

/// Reads the model that a complete header describes.
///
/// # Errors
///
/// Says in words what the header lacks, or why it is no language model.
pub fn from_gguf(header: Header) -> Result<Inspection> {
    let architecture = header.metadata.get("general.architecture");
    let architecture = architecture
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    refuse(&header, &architecture)?;
    let meta = Meta::new(&header, &architecture);
    let mut found = Inspection {
        format: "gguf",
        architecture: architecture.clone(),
        ..Inspection::default()
    };
    let names: Vec<(GgufName<'_>, &TensorInfo)> = header
        .tensors
        .iter()
        .map(|tensor| (GgufName::new(&tensor.name), tensor))
        .collect();
    let tied = !names
        .iter()
        .any(|(name, _)| name.layer.is_none() && name.base == "output");
    let mut layers: BTreeMap<u32, LayerTensors<'_>> = BTreeMap::new();
    for (name, tensor) in &names {
        if let Some(layer) = name.layer {
            layers.entry(layer).or_default().add(*name, tensor);
        }
    }
    let drafting = draft_layers(&meta, &layers);
    let mut totals = Totals::default();
    let mut lookup = 0.0;
    for (name, tensor) in &names {
        let place = match name.layer {
            Some(layer) if drafting.contains(&layer) => Place::Mtp,
            _ => gguf_place(name, tied),
        };
        let params = tensor.elements() as f64;
        if place == Place::Text(Class::Embedding) && name.base != "token_embd" {
            lookup += params;
        }
        totals.add(place, params, tensor.bytes as f64, tensor.is_matrix());
    }
    layers.retain(|layer, _| !drafting.contains(layer));
    let mut shape = shape(&meta, &names, &layers, tied, &mut found)?;
    shape.mtp_layers = drafting.len() as u64;
    shape.mtp_params = (totals.mtp_params > 0.0).then_some(totals.mtp_params);
    if lookup > 0.0 {
        shape.extras.push(Extra {
            name: "per-layer and position embeddings".into(),
            params: lookup,
            lookup: true,
            norms: false,
        });
    }
    let model = shape.model()?;
    let excess = reconcile(&mut shape, &model, &totals.params);
    if excess < -0.5 {
        found.notes.push(format!(
            "The layer groups count {} parameters more than the file holds.",
            -excess
        ));
    }
    let model = shape.model()?;
    found.params = Some(counted(&model).total());
    found.model = shape.to_json()?;
    let file_type = meta.global("general.file_type").and_then(Value::as_u64);
    found.quant = file_type.and_then(file_type_name);
    report_keys(&header, &meta, &mut found);
    for kind in header
        .unknown_types
        .iter()
        .collect::<std::collections::BTreeSet<_>>()
    {
        found.not_known(
            format!("tensor type {kind}"),
            "not known; its bytes were taken from where the next tensor starts",
        );
    }
    found.totals = Some(totals);
    found.tensors = header.tensors;
    Ok(found)
}

fn file_type_name(id: u64) -> Option<String> {
    // Bit 10 marks a guess.
    file_type(id & !1024).map(str::to_owned)
}

/// GGUF files that are no language model.
fn refuse(header: &Header, architecture: &str) -> Result<()> {
    let kind = header.metadata.get("general.type").and_then(Value::as_str);
    let reason = match (kind, architecture) {
        (Some("adapter"), _) => "an adapter (LoRA), not a model",
        (Some("imatrix"), _) => "an importance matrix, not a model",
        (Some("mmproj"), _) | (_, "clip") => "an image or audio projector, not a language model",
        (Some("vocab"), _) => "a vocabulary without weights",
        (_, "") => {
            return Err(Error::new(
                "No general.architecture found in the GGUF header.",
            ));
        }
        _ if header.tensors.is_empty() => "metadata only: it lists no tensors",
        _ => return Ok(()),
    };
    Err(Error::new(format!("This GGUF file is {reason}.")))
}

/// Layers that only draft tokens.
fn draft_layers(meta: &Meta<'_>, layers: &BTreeMap<u32, LayerTensors<'_>>) -> Vec<u32> {
    let blocks = meta.number("block_count").unwrap_or(0);
    let drafting = meta.number("nextn_predict_layers").unwrap_or(0);
    layers
        .iter()
        .filter(|(layer, tensors)| {
            tensors.any("nextn.")
                || (drafting > 0 && u64::from(**layer) >= blocks.saturating_sub(drafting))
        })
        .map(|(layer, _)| *layer)
        .collect()
}

fn shape(
    meta: &Meta<'_>,
    names: &[(GgufName<'_>, &TensorInfo)],
    layers: &BTreeMap<u32, LayerTensors<'_>>,
    tied: bool,
    found: &mut Inspection,
) -> Result<Shape> {
    let table = names
        .iter()
        .find(|(name, _)| {
            name.layer.is_none() && name.base == "token_embd" && name.suffix == "weight"
        })
        .or_else(|| {
            names
                .iter()
                .find(|(name, _)| name.layer.is_none() && name.base == "output")
        })
        .map(|(_, tensor)| *tensor);
    let hidden = table
        .map(|table| table.dim(0))
        .or_else(|| meta.number("embedding_length"));
    let hidden = hidden.filter(|hidden| *hidden > 0).ok_or_else(|| {
        Error::new("No token embedding and no embedding_length found in the GGUF header.")
    })?;
    let vocab = table
        .map(|table| table.dim(1))
        .or_else(|| meta.number("vocab_size"));
    let vocab = vocab.ok_or_else(|| {
        Error::new("No token embedding and no vocab_size found in the GGUF header.")
    })?;
    if layers.is_empty() {
        return Err(Error::new(
            "No layers found: the GGUF header lists no tensor named blk.0 or higher. Is this one shard of several?",
        ));
    }
    let last = layers.keys().next_back().copied().unwrap_or(0);
    if last >= MAX_LAYERS {
        return Err(Error::new(format!(
            "The GGUF header names layer {last}; at most {MAX_LAYERS} are read."
        )));
    }
    let reach = Reach::new(meta, layers.len() as u64, found);
    let mut shape = Shape {
        name: name(meta),
        hidden,
        vocab,
        tied,
        max_context: meta.number("context_length"),
        ..Shape::default()
    };
    let mut attention_bias = (false, false);
    for (&layer, tensors) in layers {
        let (mixer, beside) = mixer::mixers(meta, tensors, layer, &reach)?;
        let ffn = ffn::block(meta, tensors, layer, hidden)?;
        let norm = tensors.weight("attn_q_norm");
        let head_norm = norm.is_some_and(|norm| !norm.is_matrix());
        shape.qk_norm |= head_norm && !tensors.has("attn_kv_a_mqa");
        shape.fused_qkv |= tensors.has("attn_qkv") && !tensors.any("ssm_");
        attention_bias.0 |= tensors.has_bias("attn_q") || tensors.has_bias("attn_qkv");
        attention_bias.1 |= tensors.has_bias("attn_output");
        shape.layers.push(Layer { mixer, beside, ffn });
    }
    shape.bias = match attention_bias {
        (true, true) => Some("qkvo"),
        (true, false) => Some("qkv"),
        _ => None,
    };
    if tied {
        found.assume(
            "output.weight",
            "absent: the token embedding is the output layer too",
        );
    }
    Ok(shape)
}

fn name(meta: &Meta<'_>) -> String {
    let given = meta.global("general.name").and_then(Value::as_str);
    given.map_or_else(|| meta.architecture.to_owned(), str::to_owned)
}

/// Sorts every metadata key into used, without effect, or not known.
fn report_keys(header: &Header, meta: &Meta<'_>, found: &mut Inspection) {
    const NO_EFFECT: [&str; 3] = ["general.", "tokenizer.", "split."];
    const NO_EFFECT_PARTS: [&str; 30] = [
        "rope.",
        "_epsilon",
        "_eps",
        "softcapping",
        "logit_scale",
        "_scale",
        "expert_gating_func",
        "expert_weights",
        "expert_group",
        "experts_per_group",
        "attention.causal",
        "clamp_kqv",
        "max_alibi_bias",
        "attention.scale",
        "temperature_length",
        "group_norm",
        "swiglu_clamp",
        "dt_b_c_rms",
        "use_parallel_residual",
        "tensor_data_layout",
        "activation_sparsity",
        "altup",
        "pooling_type",
        "n_deepstack_layers",
        "dense_2_feat",
        "dense_3_feat",
        "xielu",
        "decoder_start_token_id",
        "relative_buckets_count",
        "interleave",
    ];
    // Said by the tensors themselves.
    const FROM_TENSORS: [&str; 32] = [
        "attention.head_count",
        "attention.head_count_kv",
        "attention.shared_kv_layers",
        "expert_chunk_feed_forward_length",
        "kda.head_dim",
        "nextn_predict_layers",
        "vocab_size",
        "block_count",
        "embedding_length",
        "feed_forward_length",
        "expert_count",
        "expert_feed_forward_length",
        "expert_shared_feed_forward_length",
        "expert_shared_count",
        "leading_dense_block_count",
        "moe_every_n_layers",
        "interleave_moe_layer_step",
        "moe_latent_size",
        "full_attention_interval",
        "attention.key_length",
        "attention.value_length",
        "attention.key_length_swa",
        "attention.value_length_swa",
        "attention.key_length_mla",
        "attention.value_length_mla",
        "attention.q_lora_rank",
        "attention.kv_lora_rank",
        "attention.indexer.head_count",
        "attention.indexer.key_length",
        "ssm.conv_kernel",
        "shortconv.l_cache",
        "embedding_length_per_layer_input",
    ];
    for (key, value) in &header.metadata {
        let own = key
            .strip_prefix(meta.architecture)
            .and_then(|rest| rest.strip_prefix('.'));
        let shown = value.shown();
        if meta.was_used(key) {
            found.understand(key, shown);
        } else if own.is_some_and(|own| FROM_TENSORS.contains(&own)) {
            found.understand(
                key,
                format!("{shown} (the tensor shapes say the same or better)"),
            );
        } else if NO_EFFECT.iter().any(|prefix| key.starts_with(prefix))
            || own.is_some_and(|own| NO_EFFECT_PARTS.iter().any(|part| own.contains(part)))
        {
            found.understand(key, "no effect on size or speed");
        } else {
            found.not_known(key, shown);
        }
    }
}
