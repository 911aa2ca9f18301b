//! LLM inference arithmetic: how many bytes a model stores and reads, and how long a token takes.
//!
//! One sum: a decoded token streams every active weight byte and the whole KV cache from memory
//! and pays a fixed time per layer. Quantization, mixtures of experts, context, users, several
//! devices, offload and speculation are terms of that sum.
//!
//! # What this crate does not do
//!
//! It knows no model, device or coefficient by name (see `bpt-catalog`), reads no file and no
//! clock, words nothing, and never panics or returns a NaN.

#![deny(missing_docs)]

pub mod device;
pub mod kv_type;
pub mod model;
pub mod quant;
pub mod units;
pub mod weights;
