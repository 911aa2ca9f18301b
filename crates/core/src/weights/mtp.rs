//! Built-in multi-token-prediction layers.

use crate::model::{ByClass, Class, Model, Role, Tensor};
use crate::quant::{Format, Recipe};
use crate::units::{Bytes, Params};

/// Bytes of the draft layers.
#[derive(Clone, Copy, Debug)]
pub(super) struct MtpBytes {
    pub(super) stored: Bytes,
    pub(super) read: Bytes,
}

/// Stored: `params` of the model at the precision of the recipe. Read by one draft: the active
/// part of the last layer that mixes tokens and of the last feed-forward block, plus the
/// projection that joins hidden state and embedding (2 H x H); the output layer is not in it.
pub(super) fn mtp(
    model: &Model,
    recipe: &Recipe,
    tensors: &[Tensor],
    stored: &ByClass<Bytes>,
    params: &ByClass<Params>,
) -> MtpBytes {
    let none = MtpBytes {
        stored: Bytes::ZERO,
        read: Bytes::ZERO,
    };
    let Some(mtp) = model.mtp.as_ref().filter(|mtp| mtp.layers > 0) else {
        return none;
    };
    let Some(count) = mtp.params.filter(|count| count.is_finite() && *count > 0.0) else {
        return none;
    };
    let per_weight = bytes_per_weight(recipe, stored, params);
    let one_layer = count / f64::from(mtp.layers);
    let read = active_layer(model, tensors).min(one_layer);
    MtpBytes {
        stored: Bytes::new(count * per_weight),
        read: Bytes::new(read * per_weight),
    }
}

/// A llama.cpp mix quantizes the draft layers like the others; a checkpoint made of several
/// precisions, or in a safetensors format, keeps them in two bytes.
fn bytes_per_weight(recipe: &Recipe, stored: &ByClass<Bytes>, params: &ByClass<Params>) -> f64 {
    let plain = recipe.by_class.0.iter().all(Option::is_none);
    let follows = matches!(
        recipe.format,
        Format::Mix(_) | Format::Pure(_) | Format::Free(_)
    );
    if !(plain && follows) {
        return 2.0;
    }
    let (mut bytes, mut count) = (0.0, 0.0);
    for class in [
        Class::Attention,
        Class::DenseFfn,
        Class::RoutedExperts,
        Class::SharedExperts,
    ] {
        bytes += stored[class].get();
        count += params[class].get();
    }
    if count > 0.0 { bytes / count } else { 2.0 }
}

/// Active parameters of a layer like the draft layer.
fn active_layer(model: &Model, tensors: &[Tensor]) -> f64 {
    let last = |wanted: fn(&Tensor) -> bool| {
        tensors
            .iter()
            .rev()
            .find(|tensor| wanted(tensor))
            .and_then(|tensor| tensor.layer)
    };
    let mixing = last(|tensor| matches!(tensor.role, Role::AttnOutput));
    let feeding = last(|tensor| {
        matches!(tensor.class, Class::RoutedExperts | Class::DenseFfn) && tensor.layer.is_some()
    });
    let active: f64 = tensors
        .iter()
        .filter(|tensor| match tensor.class {
            Class::Attention => tensor.layer.is_some() && tensor.layer == mixing,
            Class::DenseFfn | Class::RoutedExperts | Class::SharedExperts | Class::Router => {
                tensor.layer.is_some() && tensor.layer == feeding
            }
            _ => false,
        })
        .map(|tensor| tensor.params() * tensor.active_share())
        .sum();
    active + 2.0 * f64::from(model.hidden) * f64::from(model.hidden)
}
