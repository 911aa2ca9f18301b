//! Element types of GGUF files and what a block of each takes.
//!
//! Source: `ggml/include/ggml.h` (ids) and `ggml/src/ggml-common.h` (blocks).

/// A ggml element type: id in files, name, elements and bytes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementType {
    /// Number in the file.
    pub id: u32,
    /// Lower-case name.
    pub name: &'static str,
    /// Elements of a block.
    pub block: u64,
    /// Bytes of a block.
    pub bytes: u64,
}

const fn of(id: u32, name: &'static str, block: u64, bytes: u64) -> ElementType {
    ElementType {
        id,
        name,
        block,
        bytes,
    }
}

/// Every type that files may hold. Ids that are missing were retired before GGUF.
pub const TYPES: &[ElementType] = &[
    of(0, "f32", 1, 4),
    of(1, "f16", 1, 2),
    of(2, "q4_0", 32, 18),
    of(3, "q4_1", 32, 20),
    of(6, "q5_0", 32, 22),
    of(7, "q5_1", 32, 24),
    of(8, "q8_0", 32, 34),
    of(9, "q8_1", 32, 36),
    of(10, "q2_k", 256, 84),
    of(11, "q3_k", 256, 110),
    of(12, "q4_k", 256, 144),
    of(13, "q5_k", 256, 176),
    of(14, "q6_k", 256, 210),
    of(15, "q8_k", 256, 292),
    of(16, "iq2_xxs", 256, 66),
    of(17, "iq2_xs", 256, 74),
    of(18, "iq3_xxs", 256, 98),
    of(19, "iq1_s", 256, 50),
    of(20, "iq4_nl", 32, 18),
    of(21, "iq3_s", 256, 110),
    of(22, "iq2_s", 256, 82),
    of(23, "iq4_xs", 256, 136),
    of(24, "i8", 1, 1),
    of(25, "i16", 1, 2),
    of(26, "i32", 1, 4),
    of(27, "i64", 1, 8),
    of(28, "f64", 1, 8),
    of(29, "iq1_m", 256, 56),
    of(30, "bf16", 1, 2),
    // Repacked for one processor; retired, but old files hold them.
    of(31, "q4_0_4_4", 32, 18),
    of(32, "q4_0_4_8", 32, 18),
    of(33, "q4_0_8_8", 32, 18),
    of(34, "tq1_0", 256, 54),
    of(35, "tq2_0", 256, 66),
    of(36, "iq4_nl_4_4", 32, 18),
    of(37, "iq4_nl_4_8", 32, 18),
    of(38, "iq4_nl_8_8", 32, 18),
    of(39, "mxfp4", 32, 17),
    of(40, "nvfp4", 64, 36),
    of(41, "q1_0", 128, 18),
];

/// The type with this id.
#[must_use]
pub fn element_type(id: u32) -> Option<ElementType> {
    TYPES.iter().copied().find(|one| one.id == id)
}

/// The quantization that `general.file_type` names, as a slug of `data/quants.json`.
///
/// Source: `llama_ftype` in `include/llama.h`.
#[must_use]
pub fn file_type(id: u64) -> Option<&'static str> {
    Some(match id {
        0 => "f32",
        1 => "f16",
        2 => "q4_0",
        3 => "q4_1",
        7 => "q8_0",
        8 => "q5_0",
        9 => "q5_1",
        10 => "q2_k",
        11 => "q3_k_s",
        12 => "q3_k_m",
        13 => "q3_k_l",
        14 => "q4_k_s",
        15 => "q4_k_m",
        16 => "q5_k_s",
        17 => "q5_k_m",
        18 => "q6_k",
        19 => "iq2_xxs",
        20 => "iq2_xs",
        21 => "q2_k_s",
        22 => "iq3_xs",
        23 => "iq3_xxs",
        24 => "iq1_s",
        25 => "iq4_nl",
        26 => "iq3_s",
        27 => "iq3_m",
        28 => "iq2_s",
        29 => "iq2_m",
        30 => "iq4_xs",
        31 => "iq1_m",
        32 => "bf16",
        33..=35 => "q4_0",
        36 => "tq1_0",
        37 => "tq2_0",
        38 => "mxfp4",
        39 => "nvfp4",
        40 => "q1_0",
        _ => return None,
    })
}
