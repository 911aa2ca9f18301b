//! ggml block types: `n` elements stored in `b` bytes.

macro_rules! ggml_types {
    ($($variant:ident $slug:literal $block:literal $bytes:literal,)*) => {
        /// A ggml block type.
        ///
        /// Source: `ggml/src/ggml-common.h` (block structs and their static asserts).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, non_camel_case_types)]
        pub enum GgmlType { $($variant,)* }

        impl GgmlType {
            /// All types.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Lower-case name.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$variant => $slug,)* }
            }

            /// Elements in a block.
            #[must_use]
            pub const fn block(self) -> u32 {
                match self { $(Self::$variant => $block,)* }
            }

            /// Bytes in a block.
            #[must_use]
            pub const fn block_bytes(self) -> u32 {
                match self { $(Self::$variant => $bytes,)* }
            }
        }
    };
}

ggml_types! {
    F32 "f32" 1 4,
    F16 "f16" 1 2,
    BF16 "bf16" 1 2,
    Q4_0 "q4_0" 32 18,
    Q4_1 "q4_1" 32 20,
    Q5_0 "q5_0" 32 22,
    Q5_1 "q5_1" 32 24,
    Q8_0 "q8_0" 32 34,
    Q2_K "q2_k" 256 84,
    Q3_K "q3_k" 256 110,
    Q4_K "q4_k" 256 144,
    Q5_K "q5_k" 256 176,
    Q6_K "q6_k" 256 210,
    IQ1_S "iq1_s" 256 50,
    IQ1_M "iq1_m" 256 56,
    IQ2_XXS "iq2_xxs" 256 66,
    IQ2_XS "iq2_xs" 256 74,
    IQ2_S "iq2_s" 256 82,
    IQ3_XXS "iq3_xxs" 256 98,
    IQ3_S "iq3_s" 256 110,
    IQ4_NL "iq4_nl" 32 18,
    IQ4_XS "iq4_xs" 256 136,
    TQ1_0 "tq1_0" 256 54,
    TQ2_0 "tq2_0" 256 66,
    MXFP4 "mxfp4" 32 17,
    NVFP4 "nvfp4" 64 36,
}

impl GgmlType {
    /// Bits per weight.
    ///
    /// ```
    /// assert_eq!(bpt_core::quant::GgmlType::Q4_K.bits(), 4.5);
    /// ```
    #[must_use]
    pub fn bits(self) -> f64 {
        f64::from(self.block_bytes()) * 8.0 / f64::from(self.block())
    }
}
