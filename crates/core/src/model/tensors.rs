//! A model as a list of tensors, layer by layer: what the rules of a format act on.

use super::layout::layers;
use super::mixer_tensors::mixer_tensors;
use super::{Class, Ffn, Model, Moe};

/// What a tensor is, as far as formats tell tensors apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Token embedding table.
    TokenEmbd,
    /// Another lookup table (per-layer or n-gram embedding).
    Lookup,
    /// Output layer; the tied table too.
    Output,
    /// Query projection.
    AttnQ,
    /// Key projection.
    AttnK,
    /// Value projection, or the up-projection of an MLA latent.
    AttnV,
    /// Query, key and value in one tensor.
    AttnQkv,
    /// Output projection of attention.
    AttnOutput,
    /// Gate of a feed-forward block.
    FfnGate,
    /// Up projection of a feed-forward block.
    FfnUp,
    /// Down projection of a feed-forward block.
    FfnDown,
    /// Any other matrix that formats may quantize.
    Linear,
    /// Router of a mixture of experts.
    Router,
    /// Norm of a block, or of the whole model.
    Norm,
    /// A bias, small norm or other vector inside a block.
    Vector,
    /// Kernel of a short convolution.
    Conv,
    /// A matrix that GGUF keeps in 16 bit.
    Kept,
}

impl Role {
    /// Whether formats may quantize it.
    #[must_use]
    pub const fn quantizable(self) -> bool {
        !matches!(
            self,
            Self::Router | Self::Norm | Self::Vector | Self::Conv | Self::Kept
        )
    }

    /// Whether it is a plain linear layer inside a block.
    #[must_use]
    pub const fn linear(self) -> bool {
        self.quantizable() && !matches!(self, Self::TokenEmbd | Self::Lookup | Self::Output)
    }

    /// Whether a token is multiplied by it inside the layers.
    #[must_use]
    pub const fn multiplied(self) -> bool {
        self.linear() || matches!(self, Self::Router | Self::Kept)
    }
}

/// One tensor, or `copies` equal ones of the same layer (the experts).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tensor {
    /// Where it is booked.
    pub class: Class,
    /// What it is.
    pub role: Role,
    /// Layer that holds it; `None` outside the layers.
    pub layer: Option<u32>,
    /// Rows.
    pub rows: f64,
    /// Elements of a row (`ne0` of ggml).
    pub cols: u32,
    /// Equal tensors: the experts of the layer, else 1.
    pub copies: u32,
    /// Copies read for one token: `k` of the experts, 0 of a lookup table, else all.
    pub active: u32,
}

impl Tensor {
    pub(super) fn matrix(class: Class, role: Role, rows: f64, cols: u32) -> Self {
        Self {
            class,
            role,
            layer: None,
            rows,
            cols,
            copies: 1,
            active: 1,
        }
    }

    pub(super) fn vector(class: Class, length: f64) -> Self {
        Self {
            class,
            role: Role::Vector,
            layer: None,
            rows: length,
            cols: 1,
            copies: 1,
            active: 1,
        }
    }

    const fn routed(mut self, moe: &Moe) -> Self {
        self.copies = moe.experts;
        self.active = if moe.per_token < moe.experts {
            moe.per_token
        } else {
            moe.experts
        };
        self
    }

    /// Stored parameters, all copies.
    #[must_use]
    pub fn params(&self) -> f64 {
        self.rows * f64::from(self.cols) * f64::from(self.copies)
    }

    /// Share of it that one token reads.
    #[must_use]
    pub fn active_share(&self) -> f64 {
        if self.copies == 0 {
            0.0
        } else {
            f64::from(self.active) / f64::from(self.copies)
        }
    }
}

/// All tensors of a model's text part, without its multi-token-prediction layers.
///
/// ```
/// # use bpt_core::model::{tensors, Class, Model, FfnGroup, Ffn};
/// let model = Model {
///     hidden: 8, vocab: 10, layers: 1, tied: true, max_context: None, qk_norm: false,
///     bias: Default::default(), fused_qkv: false, interleaved_ffn: false, block_order: vec![], mixers: vec![],
///     ffns: vec![FfnGroup { count: 1, ffn: Ffn::Dense { width: 4, gated: false } }],
///     extras: vec![], mtp: None,
/// };
/// let all = tensors(&model);
/// assert_eq!(all.iter().map(|t| t.params()).sum::<f64>(), 80.0 + 64.0 + 16.0);
/// assert!(all.iter().all(|t| t.class != Class::Embedding), "a tied table is the output layer");
/// ```
#[must_use]
pub fn tensors(model: &Model) -> Vec<Tensor> {
    let hidden = f64::from(model.hidden);
    let table = |class, role| Tensor::matrix(class, role, f64::from(model.vocab), model.hidden);
    let mut all = Vec::new();
    if !model.tied {
        let embedding = table(Class::Embedding, Role::TokenEmbd);
        all.push(Tensor {
            active: 0,
            ..embedding
        });
    }
    all.push(table(Class::LmHead, Role::Output));
    all.push(Tensor {
        role: Role::Norm,
        ..Tensor::vector(Class::Norms, hidden)
    });
    for extra in &model.extras {
        all.push(extra_tensor(model, extra));
    }
    let mut in_layer = Vec::new();
    // Layers of a group that own an index come first in it; only their number matters.
    let mut seen = vec![0_u32; model.mixers.len()];
    for (index, layer) in (0_u32..).zip(layers(model)) {
        let norm = Tensor {
            role: Role::Norm,
            ..Tensor::vector(Class::Norms, hidden)
        };
        if let Some(at) = layer.mixer {
            // Groups that run beside this one in the same block follow it in the list.
            let beside = model.mixers[at + 1..]
                .iter()
                .take_while(|group| group.parallel);
            for (place, group) in (at..).zip(core::iter::once(&model.mixers[at]).chain(beside)) {
                if seen[place] >= group.count {
                    continue;
                }
                let mixes = mixer_tensors(model, &group.mixer, seen[place], &mut in_layer);
                if mixes && place == at {
                    in_layer.push(norm);
                }
                seen[place] += 1;
            }
        }
        if let Some(at) = layer.ffn {
            in_layer.push(norm);
            ffn_tensors(model, &model.ffns[at].ffn, &mut in_layer);
        }
        for mut tensor in in_layer.drain(..) {
            tensor.layer = Some(index);
            all.push(tensor);
        }
    }
    all
}

fn extra_tensor(model: &Model, extra: &super::Extra) -> Tensor {
    if extra.lookup {
        // Lookup rows are as many as it takes; their width only decides about fallbacks.
        let tensor = Tensor::matrix(Class::Embedding, Role::Lookup, extra.params / 256.0, 256);
        return Tensor {
            active: 0,
            ..tensor
        };
    }
    if extra.norms {
        return Tensor {
            role: Role::Norm,
            ..Tensor::vector(Class::Norms, extra.params)
        };
    }
    let width = model.hidden.max(1);
    Tensor::matrix(
        Class::Other,
        Role::Kept,
        extra.params / f64::from(width),
        width,
    )
}

fn ffn_tensors(model: &Model, ffn: &Ffn, out: &mut Vec<Tensor>) {
    match ffn {
        Ffn::Dense { width, gated } => {
            network(Class::DenseFfn, model.hidden, *width, *gated, out);
        }
        Ffn::Moe(moe) => moe_tensors(model, moe, out),
    }
}

/// Gate, up and down of one feed-forward network.
fn network(class: Class, hidden: u32, width: u32, gated: bool, out: &mut Vec<Tensor>) {
    if gated {
        out.push(Tensor::matrix(
            class,
            Role::FfnGate,
            f64::from(width),
            hidden,
        ));
    }
    out.push(Tensor::matrix(class, Role::FfnUp, f64::from(width), hidden));
    out.push(Tensor::matrix(
        class,
        Role::FfnDown,
        f64::from(hidden),
        width,
    ));
}

fn moe_tensors(model: &Model, moe: &Moe, out: &mut Vec<Tensor>) {
    let experts = f64::from(moe.experts);
    let width = moe.latent.unwrap_or(model.hidden);
    out.push(Tensor::matrix(
        Class::Router,
        Role::Router,
        experts,
        model.hidden,
    ));
    let first = out.len();
    network(Class::RoutedExperts, width, moe.width, moe.gated, out);
    if moe.bias {
        let inner = if moe.gated { 2.0 } else { 1.0 } * f64::from(moe.width);
        out.push(Tensor::vector(
            Class::RoutedExperts,
            inner + f64::from(width),
        ));
    }
    for tensor in &mut out[first..] {
        *tensor = tensor.routed(moe);
    }
    if moe.bias {
        out.push(Tensor::vector(Class::Router, experts));
    }
    if moe.shared_width > 0 {
        network(
            Class::SharedExperts,
            model.hidden,
            moe.shared_width,
            moe.gated,
            out,
        );
    }
    if moe.shared_gate {
        out.push(Tensor::vector(Class::Router, f64::from(model.hidden)));
    }
    if let Some(latent) = moe.latent {
        let class = Class::SharedExperts;
        out.push(Tensor::matrix(
            class,
            Role::Linear,
            f64::from(latent),
            model.hidden,
        ));
        out.push(Tensor::matrix(
            class,
            Role::Linear,
            f64::from(model.hidden),
            latent,
        ));
    }
}
