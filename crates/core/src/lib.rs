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

pub mod buffers;
pub mod coefficients;
pub mod counts;
pub mod decimal;
pub mod decode;
pub mod derived;
pub mod device;
mod energy;
pub mod estimate;
pub mod experts;
pub mod explain;
pub mod extent;
pub mod flops;
pub mod kv;
pub mod kv_type;
pub mod limits;
mod memory;
pub mod model;
pub mod notes;
pub mod order;
pub mod packed;
pub mod parallel;
pub mod parts;
pub mod placement;
pub mod prefill;
pub mod quant;
pub mod queue;
mod range;
mod reach;
pub mod scenario;
pub mod sizes;
pub mod smooth;
pub mod speculative;
pub mod step;
pub mod units;
pub mod weights;

pub use estimate::{Estimate, estimate};
pub use scenario::Scenario;
