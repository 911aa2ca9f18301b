//! Reads the files that readers drop on the page: GGUF and safetensors headers, Hugging Face
//! `config.json`, output of `llama-bench`.
//!
//! Everything here is pure: bytes in, a description out. Nothing is executed, fetched or sent.
//! Input is hostile until proved otherwise: no panic, no allocation sized by a number in the
//! file, bounded time.

#![deny(missing_docs)]
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod checkpoint;
mod classify;
mod config;
mod error;
mod from_gguf;
pub mod gguf;
mod inspect;
mod inspection;
mod layers;
pub mod llama_bench;
pub mod safetensors;
mod tensors;

pub use config::from_config;
pub use error::{Error, Result};
pub use from_gguf::from_gguf;
pub use inspect::{Files, inspect, inspect_all, inspect_headers};
pub use inspection::Inspection;
pub use tensors::{TensorInfo, Totals};
