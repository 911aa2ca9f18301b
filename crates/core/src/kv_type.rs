//! Element types of the KV cache.

/// Bytes of one cached key element and one cached value element, and how they are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KvType {
    /// Bytes per key element.
    pub key: f64,
    /// Bytes per value element.
    pub value: f64,
    /// Bytes per token and head beside the elements (per-token scales of some FP8 caches).
    pub per_head: f64,
    /// The kind of kernel that reads it.
    pub kind: KvKind,
}

/// The kind of kernel that reads a KV cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum KvKind {
    /// 16-bit floats.
    #[default]
    Float,
    /// FP8 or INT8 with hardware conversion.
    Byte,
    /// ggml integer blocks, unpacked in the attention kernel.
    Block,
    /// Below 8 bits with a codebook or rotation.
    Exotic,
}

impl KvKind {
    /// All kinds, the fastest to read first.
    pub const ALL: [Self; 4] = [Self::Float, Self::Byte, Self::Block, Self::Exotic];

    /// The name used in data.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Byte => "byte",
            Self::Block => "block",
            Self::Exotic => "exotic",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.slug() == slug)
    }
}

impl KvType {
    /// 16-bit keys and values.
    pub const F16: Self = Self {
        key: 2.0,
        value: 2.0,
        per_head: 0.0,
        kind: KvKind::Float,
    };
}
