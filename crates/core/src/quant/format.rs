//! Formats: which tensor gets how many bits.

use super::GgmlType;
use crate::model::ByClass;
use crate::units::{BitsPerWeight, Bytes};

/// How a whole model is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Format {
    /// A llama.cpp mix: each tensor's type by the rules of `llama-quant.cpp`.
    Mix(Mix),
    /// Every quantizable tensor, embedding and output layer included, in one ggml type.
    Pure(GgmlType),
    /// Linear layers in a low-precision type; the rest in two bytes.
    Safetensors(Safetensors),
    /// MLX affine quantization: `bits` per weight in groups of `group`, embedding included.
    Mlx {
        /// Nominal bits.
        bits: f64,
        /// Weights that share scale and bias.
        group: f64,
    },
    /// EXL2/EXL3: nominal bits on linear layers, its own on the output layer; embedding two bytes.
    Exl {
        /// Nominal bits on linear layers.
        bits: f64,
        /// Bits of the output layer.
        head_bits: f64,
    },
    /// Free bits: every quantizable tensor, embedding and output layer included.
    Free(BitsPerWeight),
}

macro_rules! mixes {
    ($($variant:ident $slug:literal,)*) => {
        /// A llama.cpp quantization mix (`--type` of `llama-quantize`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, non_camel_case_types)]
        pub enum Mix { $($variant,)* }

        impl Mix {
            /// All mixes.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Lower-case name.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$variant => $slug,)* }
            }

            /// The mix with this name.
            #[must_use]
            pub fn from_slug(slug: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|mix| mix.slug() == slug)
            }
        }
    };
}

mixes! {
    F32 "f32", F16 "f16", BF16 "bf16",
    Q4_0 "q4_0", Q4_1 "q4_1", Q5_0 "q5_0", Q5_1 "q5_1", Q8_0 "q8_0",
    Q2_K "q2_k", Q2_K_S "q2_k_s",
    Q3_K_S "q3_k_s", Q3_K_M "q3_k_m", Q3_K_L "q3_k_l",
    Q4_K_S "q4_k_s", Q4_K_M "q4_k_m", Q5_K_S "q5_k_s", Q5_K_M "q5_k_m", Q6_K "q6_k",
    IQ1_S "iq1_s", IQ1_M "iq1_m",
    IQ2_XXS "iq2_xxs", IQ2_XS "iq2_xs", IQ2_S "iq2_s", IQ2_M "iq2_m",
    IQ3_XXS "iq3_xxs", IQ3_XS "iq3_xs", IQ3_S "iq3_s", IQ3_M "iq3_m",
    IQ4_NL "iq4_nl", IQ4_XS "iq4_xs",
    TQ1_0 "tq1_0", TQ2_0 "tq2_0", MXFP4 "mxfp4",
}

/// Low-precision types of safetensors checkpoints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Safetensors {
    /// One byte a weight, one scale a tensor.
    Fp8,
    /// One byte a weight, one f32 scale a 128 x 128 block.
    Fp8Block,
    /// One byte a weight, one scale a row.
    Int8,
    /// MXFP8: one byte a weight, one byte of scale per 32.
    Mxfp8,
    /// Integer groups with an f16 scale and a packed zero: AWQ, GPTQ, AutoRound.
    IntGroup {
        /// Bits of a weight.
        bits: f64,
        /// Weights that share a scale.
        group: f64,
    },
    /// 4 bits and one FP8 scale per 16.
    Nvfp4,
    /// 4 bits and one scale byte per 32.
    Mxfp4,
}

/// Bits or a format for one class, overriding the format's own choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClassBits {
    /// So many bits for every weight of the class.
    Bits(BitsPerWeight),
    /// What this format would give a linear layer of the class.
    Format(Format),
}

/// Everything that fixes a model's bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// The format of all classes.
    pub format: Format,
    /// Classes that differ.
    pub by_class: ByClass<Option<ClassBits>>,
    /// Measured bytes of the text tensors; rescales the mix to it.
    pub file_bytes: Option<Bytes>,
    /// A dynamic mix (`ud-*`): in a MoE the non-experts stay near 8 bit, the experts take the rest.
    pub dynamic: bool,
}

impl Recipe {
    /// A plain format, no override.
    #[must_use]
    pub const fn plain(format: Format) -> Self {
        Self {
            format,
            by_class: ByClass([None; 9]),
            file_bytes: None,
            dynamic: false,
        }
    }
}

/// The family of matrix kernels that reads a format: it sets the compute type and the cost of
/// unpacking a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// 16 or 32 bit floats, nothing to unpack.
    Float,
    /// Simple integer blocks: Q4_0 to Q8_0, MXFP4 in ggml.
    Block,
    /// K-quants, and formats with a table of few values: IQ4 and the `_k` types of `ik_llama`.
    KQuant,
    /// Codebook quants, whose weights are looked up or computed by the group: IQ1 to IQ3, and EXL3,
    /// which walks a trellis.
    Codebook,
    /// FP8.
    Fp8,
    /// Four-bit float on hardware that multiplies it (NVFP4, MXFP4 in vLLM).
    Fp4,
    /// Integer groups (AWQ, GPTQ, Marlin kernels, MLX affine).
    IntGroup,
}

impl Kernel {
    /// The family that reads weights of free bits: what formats of about so many bits have.
    #[must_use]
    pub const fn of_bits(bits: f64) -> Self {
        if bits >= 12.0 {
            Self::Float
        } else if bits > 7.0 {
            Self::Block
        } else {
            Self::KQuant
        }
    }

    /// All families.
    pub const ALL: [Self; 7] = [
        Self::Float,
        Self::Block,
        Self::KQuant,
        Self::Codebook,
        Self::Fp8,
        Self::Fp4,
        Self::IntGroup,
    ];

    /// The name used in data.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Block => "block",
            Self::KQuant => "k_quant",
            Self::Codebook => "codebook",
            Self::Fp8 => "fp8",
            Self::Fp4 => "fp4",
            Self::IntGroup => "int_group",
        }
    }

    /// The family with this name.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kernel| kernel.slug() == slug)
    }
}
