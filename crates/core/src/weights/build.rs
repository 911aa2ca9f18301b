//! Adds up the tensors.

use super::rescale::rescale;
use super::{Weights, mtp};
use crate::model::{ByClass, Class, Model, Role, tensors};
use crate::quant::{Assign, Kernel, Recipe};
use crate::units::{Bytes, Params};

/// Bytes of one class: what a measured file size rescales, and what it does not.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) scaled: f64,
    pub(super) kept: f64,
    /// Parameters behind `scaled`.
    pub(super) scaled_params: f64,
    pub(super) read_scaled: f64,
    pub(super) read_kept: f64,
}

pub(super) fn build(model: &Model, recipe: &Recipe) -> Weights {
    let all = tensors(model);
    let mut assign = Assign::new(model, recipe, &all);
    let mut sums = ByClass([Sums::default(); 9]);
    let mut params = ByClass::<Params>::default();
    let mut active = ByClass::<Params>::default();
    let mut by_kernel = [[0.0; 7]; 9];
    let mut kept_by_kernel = [0.0; 7];
    let mut row = None;
    let (mut layer_matmul, mut expert_matmul, mut head_matmul) = (0.0, 0.0, 0.0);
    for tensor in &all {
        let stored = assign.next(tensor);
        let count = tensor.params();
        let share = tensor.active_share();
        let bytes = count * stored.bits / 8.0;
        let class = tensor.class;
        let sum = &mut sums[class];
        if stored.scales {
            sum.scaled += bytes;
            sum.scaled_params += count;
            sum.read_scaled += bytes * share;
            by_kernel[class as usize][stored.kernel as usize] += bytes * share;
        } else {
            sum.kept += bytes;
            sum.read_kept += bytes * share;
            kept_by_kernel[stored.kernel as usize] += bytes * share;
        }
        if matches!(tensor.role, Role::TokenEmbd | Role::Output) && row.is_none() {
            // The embedding comes first; a tied model has only the output layer.
            row = Some((
                class,
                f64::from(tensor.cols) * stored.bits / 8.0,
                stored.scales,
            ));
        }
        params[class] += Params::new(count);
        active[class] += Params::new(count * share);
        if tensor.role.multiplied() {
            layer_matmul += count * share;
            if class == Class::RoutedExperts {
                expert_matmul += count * share;
            }
        } else if tensor.role == Role::Output {
            head_matmul += count;
        }
    }
    let factors = rescale(recipe, &sums);
    let mut stored = ByClass::<Bytes>::default();
    let mut read = ByClass::<Bytes>::default();
    for class in Class::ALL {
        let sum = &sums[class];
        let factor = factors[class];
        stored[class] = Bytes::new(sum.scaled * factor + sum.kept);
        read[class] = Bytes::new(sum.read_scaled * factor + sum.read_kept);
    }
    let mut read_by_kernel = kept_by_kernel;
    for class in Class::ALL {
        for (total, bytes) in read_by_kernel.iter_mut().zip(by_kernel[class as usize]) {
            *total += bytes * factors[class];
        }
    }
    let embedding_row = row.map_or(0.0, |(class, bytes, scales)| {
        if scales {
            bytes * factors[class]
        } else {
            bytes
        }
    });
    let mtp = mtp::mtp(model, recipe, &all, &stored, &params);
    Weights {
        stored,
        read,
        params,
        active,
        layer_matmul: Params::new(layer_matmul),
        expert_matmul: Params::new(expert_matmul),
        head_matmul: Params::new(head_matmul),
        embedding_row: Bytes::new(embedding_row),
        mtp: mtp.stored,
        mtp_read: mtp.read,
        kernel: busiest(&read_by_kernel),
        read_by_kernel: read_by_kernel.map(Bytes::new),
    }
}

/// The kernel family that reads most.
pub(crate) fn busiest(by_kernel: &[f64; 7]) -> Kernel {
    let mut best = Kernel::Float;
    for kernel in Kernel::ALL {
        if by_kernel[kernel as usize] > by_kernel[best as usize] {
            best = kernel;
        }
    }
    best
}
