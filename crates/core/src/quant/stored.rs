//! How many bits each tensor gets in a format, and which kernel reads it.

use super::mix_rules::{MixContext, base, fallback};
use super::{ClassBits, Format, GgmlType, Kernel, Recipe, Safetensors};
use crate::model::{Class, Model, Role, Tensor};
use crate::units::BitsPerWeight;

const SIXTEEN: Stored = Stored::kept(16.0);
const THIRTY_TWO: Stored = Stored::kept(32.0);

/// How one tensor is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stored {
    /// Bits per weight, scales included.
    pub(crate) bits: f64,
    /// What reads it.
    pub(crate) kernel: Kernel,
    /// Whether a measured file size may rescale it.
    pub(crate) scales: bool,
}

impl Stored {
    const fn kept(bits: f64) -> Self {
        Self {
            bits,
            kernel: Kernel::Float,
            scales: false,
        }
    }

    fn ggml(ty: GgmlType) -> Self {
        Self {
            bits: ty.bits(),
            kernel: ggml_kernel(ty),
            scales: true,
        }
    }
}

/// Gives every tensor of one model its bits. Ask in the order of the tensors.
#[derive(Debug)]
pub(crate) struct Assign<'a> {
    recipe: &'a Recipe,
    context: MixContext,
    /// Non-experts at 8 bit: a dynamic mix of a mixture of experts.
    eight: bool,
}

impl<'a> Assign<'a> {
    pub(crate) fn new(model: &Model, recipe: &'a Recipe, tensors: &[Tensor]) -> Self {
        let mixture = tensors
            .iter()
            .any(|tensor| tensor.class == Class::RoutedExperts);
        let context = MixContext::new(model, tensors);
        Self {
            recipe,
            context,
            eight: recipe.dynamic && mixture,
        }
    }

    pub(crate) fn next(&mut self, tensor: &Tensor) -> Stored {
        let plain = self.by_format(&self.recipe.format, tensor);
        let stored = match &self.recipe.by_class[tensor.class] {
            None => plain,
            Some(ClassBits::Bits(_)) if !overridable(tensor) => fixed(plain),
            Some(ClassBits::Bits(bits)) => fixed(free(*bits)),
            // A mix keeps its own rules inside the class.
            Some(ClassBits::Format(Format::Mix(mix)))
                if tensor.role.linear() && base(*mix).block() > 1 =>
            {
                fixed(Stored::ggml(self.context.choose(*mix, tensor)))
            }
            Some(ClassBits::Format(_)) if !overridable(tensor) => fixed(plain),
            Some(ClassBits::Format(format)) => fixed(linear(format, tensor.cols)),
        };
        self.context.count(tensor);
        stored
    }

    fn by_format(&self, format: &Format, tensor: &Tensor) -> Stored {
        let role = tensor.role;
        match format {
            Format::Mix(mix) => {
                let ty = self.context.choose(*mix, tensor);
                let dynamic = self.eight
                    && role.linear()
                    && tensor.class != Class::RoutedExperts
                    && ty.block() > 1;
                match ty {
                    GgmlType::F32 => THIRTY_TWO,
                    GgmlType::F16 if base(*mix) == GgmlType::F16 => Stored {
                        scales: role.quantizable(),
                        ..SIXTEEN
                    },
                    _ if !role.quantizable() => unquantized(role),
                    _ if dynamic => Stored::ggml(fallback(GgmlType::Q8_0, tensor.cols)),
                    _ => Stored::ggml(ty),
                }
            }
            _ if !role.quantizable() => match format {
                Format::Pure(_) | Format::Free(_) => unquantized(role),
                Format::Mlx { .. } if role == Role::Router => linear(format, tensor.cols),
                _ => SIXTEEN,
            },
            Format::Safetensors(_) if !role.linear() => SIXTEEN,
            Format::Exl { head_bits, .. } if role == Role::Output => Stored {
                bits: sane(*head_bits),
                kernel: Kernel::IntGroup,
                scales: true,
            },
            Format::Exl { .. } if !role.linear() => SIXTEEN,
            _ => linear(format, tensor.cols),
        }
    }
}

/// Whether bits set for a class change this tensor: its matrices, and everything in the classes
/// that hold nothing else.
const fn overridable(tensor: &Tensor) -> bool {
    tensor.role.quantizable() || matches!(tensor.class, Class::Router | Class::Norms | Class::Other)
}

const fn fixed(stored: Stored) -> Stored {
    Stored {
        scales: false,
        ..stored
    }
}

/// What GGUF files do with tensors they do not quantize.
const fn unquantized(role: Role) -> Stored {
    if matches!(role, Role::Kept) {
        SIXTEEN
    } else {
        THIRTY_TWO
    }
}

/// A linear layer with rows of `cols` elements in this format.
fn linear(format: &Format, cols: u32) -> Stored {
    let (bits, kernel) = match format {
        Format::Mix(mix) => return Stored::ggml(fallback(base(*mix), cols)),
        Format::Pure(ty) => return Stored::ggml(fallback(*ty, cols)),
        Format::Free(bits) => return free(*bits),
        Format::Mlx { bits, group } => {
            // An f16 scale and an f16 bias a group.
            (sane(*bits) + 32.0 / group.max(1.0), Kernel::IntGroup)
        }
        Format::Exl { bits, .. } => (sane(*bits), Kernel::Codebook),
        Format::Safetensors(safetensors) => match safetensors {
            Safetensors::Fp8 => (8.0, Kernel::Fp8),
            Safetensors::Fp8Block => (8.0 + 32.0 / 16_384.0, Kernel::Fp8),
            Safetensors::Int8 => (8.0, Kernel::IntGroup),
            Safetensors::Mxfp8 => (8.0 + 8.0 / 32.0, Kernel::Fp8),
            Safetensors::IntGroup { bits, group } => {
                let group = group.max(1.0);
                (sane(*bits) + (16.0 + sane(*bits)) / group, Kernel::IntGroup)
            }
            Safetensors::Nvfp4 => (4.0 + 8.0 / 16.0, Kernel::Fp4),
            Safetensors::Mxfp4 => (4.0 + 8.0 / 32.0, Kernel::Fp4),
        },
    };
    Stored {
        bits,
        kernel,
        scales: true,
    }
}

fn free(bits: BitsPerWeight) -> Stored {
    let bits = sane(bits.get());
    Stored {
        bits,
        kernel: Kernel::of_bits(bits),
        scales: true,
    }
}

/// Bits as given, kept to what a weight can have.
fn sane(bits: f64) -> f64 {
    if bits.is_finite() {
        bits.clamp(0.1, 64.0)
    } else {
        16.0
    }
}

const fn ggml_kernel(ty: GgmlType) -> Kernel {
    use GgmlType as T;
    match ty {
        T::F32 | T::F16 | T::BF16 => Kernel::Float,
        T::Q4_0 | T::Q4_1 | T::Q5_0 | T::Q5_1 | T::Q8_0 | T::MXFP4 | T::NVFP4 => Kernel::Block,
        // A table of 16 values in a register costs no more than a K-quant's scales.
        T::Q2_K | T::Q3_K | T::Q4_K | T::Q5_K | T::Q6_K | T::IQ4_NL | T::IQ4_XS => Kernel::KQuant,
        T::TQ1_0 | T::TQ2_0 => Kernel::Block,
        T::IQ1_S | T::IQ1_M | T::IQ2_XXS | T::IQ2_XS | T::IQ2_S | T::IQ3_XXS | T::IQ3_S => {
            Kernel::Codebook
        }
    }
}
