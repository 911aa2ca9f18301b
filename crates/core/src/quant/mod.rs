//! How weights are stored: ggml block types, llama.cpp mixes, safetensors formats, free bits.

mod format;
mod ggml;

pub use format::{ClassBits, Format, Kernel, Mix, Recipe, Safetensors};
pub use ggml::GgmlType;
