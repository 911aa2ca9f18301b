//! The weight table: what a model's recipe stores and reads, by class. Built once per model and
//! recipe; every estimate reads it.

mod build;
mod mtp;
mod rescale;

use crate::counts::Counts;
use crate::model::{ByClass, Model};
use crate::quant::{Kernel, Recipe};
use crate::sizes::Sizes;
use crate::units::{BitsPerWeight, Bytes, Params};

pub(crate) use build::busiest;

/// Bytes and parameter counts of one model in one recipe.
///
/// Text model only; a tied table is booked once, as the output layer. GGUF tensors are counted
/// without their 32-byte alignment and without the file's header.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Stored bytes, one copy.
    pub stored: ByClass<Bytes>,
    /// Bytes read for one token of one user: experts x k/E, embedding 0.
    pub read: ByClass<Bytes>,
    /// Stored parameters.
    pub params: ByClass<Params>,
    /// Parameters read for one token of one user.
    pub active: ByClass<Params>,
    /// Parameters multiplied for one token in the layers (no output layer, no norms).
    pub layer_matmul: Params,
    /// Of `layer_matmul`, those in routed experts.
    pub expert_matmul: Params,
    /// Parameters of the output layer.
    pub head_matmul: Params,
    /// Bytes of one row of the embedding table: what a token looks up.
    pub embedding_row: Bytes,
    /// Bytes of the built-in draft layers at their own precision.
    pub mtp: Bytes,
    /// Bytes one draft of the built-in layers reads, output layer not included.
    pub mtp_read: Bytes,
    /// Bytes read for one token by kernel family, in the order of [`Kernel::ALL`].
    pub read_by_kernel: [Bytes; 7],
    /// Kernel family that reads most of the bytes.
    pub kernel: Kernel,
}

impl Weights {
    /// Builds the table.
    ///
    /// Units: B and operations. Source: `docs/FORMULAS.md#weight-bytes`. Holds when: the file
    /// follows its format's rules; else its measured size rescales it.
    #[must_use]
    pub fn build(model: &Model, recipe: &Recipe) -> Self {
        build::build(model, recipe)
    }

    /// Bits that a weight takes on average as it is stored; `None` where there are no weights.
    #[must_use]
    pub fn bits(&self) -> Option<BitsPerWeight> {
        let params = self.params.total().get();
        (params > 0.0).then(|| BitsPerWeight::new(self.stored.total().get() * 8.0 / params))
    }
}

/// A model with its weight table: what a scenario holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Prepared {
    /// The shape.
    pub model: Model,
    /// How it is stored.
    pub recipe: Recipe,
    /// Its bytes.
    pub weights: Weights,
    /// Its layers, counted.
    pub counts: Counts,
    /// Its sizes beside the weights.
    pub sizes: Sizes,
}

impl Prepared {
    /// Builds the weight table of a model.
    #[must_use]
    pub fn new(model: Model, recipe: Recipe) -> Self {
        let weights = Weights::build(&model, &recipe);
        let counts = Counts::of(&model);
        let sizes = Sizes::of(&model);
        Self {
            model,
            recipe,
            weights,
            counts,
            sizes,
        }
    }
}
