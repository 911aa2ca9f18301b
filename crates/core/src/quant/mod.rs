//! How weights are stored: ggml block types, llama.cpp mixes, safetensors formats, free bits.

mod format;
mod ggml;
mod mix_rules;
mod stored;

pub use format::{ClassBits, Format, Kernel, Mix, Recipe, Safetensors};
pub use ggml::GgmlType;
pub(crate) use stored::Assign;
