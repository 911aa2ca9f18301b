//! A safetensors tensor table with the config that explains it.

use std::collections::BTreeMap;

use bpt_core::model::Class;
use serde_json::{Value, json};

use crate::classify::{Place, hugging_face_place, layer_of};
use crate::config;
use crate::error::Result;
use crate::inspection::Inspection;
use crate::layers::{counted, reconcile};
use crate::safetensors::Index;
use crate::tensors::{TensorInfo, Totals};

/// A model from a config and the tensors of its checkpoint; without a config, the table alone.
pub(crate) fn from_checkpoint(
    tensors: Vec<TensorInfo>,
    index: Option<&Index>,
    config: Option<&Value>,
) -> Result<Inspection> {
    let mut found = Inspection {
        format: "safetensors",
        ..Inspection::default()
    };
    let mut shape = None;
    if let Some(config) = config {
        let (read, inspection) = config::shape(config)?;
        found = Inspection {
            format: "safetensors",
            ..inspection
        };
        shape = Some(read);
    } else {
        found.notes.push(
            "A safetensors file does not say how its tensors work together: add the model's config.json for a model.".into(),
        );
    }
    if let Some(index) = index {
        report_index(index, tensors.is_empty(), &mut found);
    }
    let separate_head = tensors
        .iter()
        .any(|tensor| tensor.name.ends_with("lm_head.weight"));
    let tied = shape.as_ref().map_or(!separate_head, |shape| shape.tied);
    let layers = shape
        .as_ref()
        .and_then(|shape| u32::try_from(shape.layers.len()).ok());
    let totals = totals(&tensors, layers, tied, separate_head);
    if let Some(shape) = &mut shape {
        let model = shape.model()?;
        // Quantized checkpoints store packed words and scales: their shapes do not count weights.
        let packed = tensors.iter().any(|tensor| is_packed(&tensor.name));
        let complete = index.is_none_or(|index| index.names.len() <= tensors.len());
        if !tensors.is_empty() && complete && !packed {
            let missing = reconcile(shape, &model, &totals.params);
            if missing < -0.5 {
                found.notes.push(format!(
                    "The config describes {} parameters more than the file holds.",
                    -missing
                ));
            }
        }
        if totals.mtp_params > 0.0 {
            shape.mtp_params = Some(totals.mtp_params).filter(|_| !packed);
            shape.mtp_layers = shape.mtp_layers.max(1);
        }
        let model = shape.model()?;
        found.params = Some(counted(&model).total());
        found.model = shape.to_json()?;
    }
    if !tensors.is_empty() {
        if shape.is_none() {
            found.params = Some(totals.params.total());
            found.model = Value::Null;
        }
        found.quant = main_kind(&tensors);
        found.totals = Some(totals);
    }
    found.tensors = tensors;
    Ok(found)
}

fn totals(tensors: &[TensorInfo], layers: Option<u32>, tied: bool, separate_head: bool) -> Totals {
    let mut totals = Totals::default();
    for tensor in tensors {
        let mut place = hugging_face_place(&tensor.name, layers, tied);
        if tied && separate_head && tensor.name.ends_with("lm_head.weight") {
            // A second copy of the tied table, which is not loaded.
            place = Place::Tower;
        }
        let matrix = tensor.is_matrix() && place != Place::Text(Class::Norms);
        totals.add(place, tensor.elements() as f64, tensor.bytes as f64, matrix);
    }
    totals
}

/// Names of packed weights and their scales (GPTQ, AWQ, FP8, MXFP4, NVFP4).
fn is_packed(name: &str) -> bool {
    const ENDS: [&str; 10] = [
        "qweight",
        "qzeros",
        "scales",
        "g_idx",
        "weight_scale",
        "weight_scale_inv",
        "weight_packed",
        "_blocks",
        "_scales",
        "input_scale",
    ];
    ENDS.iter().any(|end| name.ends_with(end))
}

/// The slug of the type that holds most bytes.
fn main_kind(tensors: &[TensorInfo]) -> Option<String> {
    let mut bytes: BTreeMap<&str, u64> = BTreeMap::new();
    for tensor in tensors {
        let sum = bytes.entry(&tensor.kind).or_default();
        *sum = sum.saturating_add(tensor.bytes);
    }
    let (kind, _) = bytes.into_iter().max_by_key(|(_, bytes)| *bytes)?;
    let slug = match kind {
        "f32" | "f16" | "bf16" => kind,
        kind if kind.starts_with("f8_") => "fp8",
        _ => return None,
    };
    Some(slug.to_owned())
}

fn report_index(index: &Index, alone: bool, found: &mut Inspection) {
    let layers = index.names.iter().filter_map(|name| layer_of(name)).max();
    found.understand(
        "weight_map",
        format!(
            "{} tensors in {} files",
            index.names.len(),
            index.files.len()
        ),
    );
    if let Some(layers) = layers {
        found.understand("weight_map (layers)", format!("{}", u64::from(layers) + 1));
    }
    if let Some(size) = index.total_size {
        found.understand("metadata.total_size", format!("{size} bytes of tensors"));
    }
    if let Some(params) = index.total_parameters {
        found.understand("metadata.total_parameters", json!(params).to_string());
    }
    if alone {
        found.notes.push(
            "An index lists names only: add the model's config.json, and the headers for exact bytes.".into(),
        );
    }
}
