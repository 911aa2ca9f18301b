//! Scenario rows: one JSON object for one configuration, as the contract writes it.

mod parse;
mod write;

use std::sync::Arc;

use bpt_core::model::Class;
use serde_json::Value;

/// One configuration as given: everything may be absent, names are not yet looked up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScenarioRow {
    /// The row's own id, where it is a measurement.
    pub id: Option<String>,
    /// Catalog id of the model.
    pub model_id: Option<String>,
    /// A model of one's own, in the schema of `data/models.json`.
    pub model: Option<Arc<Value>>,
    /// Weight format.
    pub quant: Option<String>,
    /// Free bits for every quantizable tensor.
    pub bits_per_weight: Option<f64>,
    /// Bits or format by class.
    pub bits_by_class: Vec<(Class, BitsRow)>,
    /// Measured bytes of the text tensors.
    pub file_bytes: Option<f64>,
    /// Catalog id of the device.
    pub device_id: Option<String>,
    /// Overrides of the device.
    pub device: DeviceRow,
    /// Ids of mixed devices.
    pub devices: Vec<String>,
    /// Devices in all.
    pub device_count: Option<f64>,
    /// Machines.
    pub nodes: Option<f64>,
    /// Id of the link that the split crosses.
    pub link_id: Option<String>,
    /// Overrides of that link.
    pub link: LinkRow,
    /// Id of the link inside each machine.
    pub inner_link_id: Option<String>,
    /// Overrides of that link.
    pub inner_link: LinkRow,
    /// How the model is spread.
    pub parallel: Option<ParallelRow>,
    /// Engine.
    pub engine: Option<String>,
    /// Backend.
    pub backend: Option<String>,
    /// Date of the software, `YYYY-MM`.
    pub software_date: Option<String>,
    /// Date of a measurement.
    pub date: Option<String>,
    /// Build of the engine, of a measurement.
    pub engine_build: Option<String>,
    /// Driver or runtime, of a measurement.
    pub driver: Option<String>,
    /// KV cache type.
    pub kv_type: Option<String>,
    /// Fused attention.
    pub flash_attention: Option<bool>,
    /// Tokens in each sequence's cache when decode is timed.
    pub context_tokens: Option<f64>,
    /// Prompt, tokens.
    pub prompt_tokens: Option<f64>,
    /// Part of it that is cached.
    pub cached_prompt_tokens: Option<f64>,
    /// Tokens in the cache when prefill starts.
    pub prefill_depth_tokens: Option<f64>,
    /// Output, tokens.
    pub gen_tokens: Option<f64>,
    /// Sequences decoded together.
    pub users: Option<f64>,
    /// Requests each second.
    pub request_rate_per_s: Option<f64>,
    /// Tokens processed together in prefill.
    pub ubatch_tokens: Option<f64>,
    /// Kept for the system, GiB.
    pub reserve_gib: Option<f64>,
    /// Left free on purpose, GiB.
    pub margin_gib: Option<f64>,
    /// Where the weights lie.
    pub placement: Option<PlacementRow>,
    /// Id of the memory platform behind an offload.
    pub host_id: Option<String>,
    /// Overrides of it.
    pub host: HostRow,
    /// The bus between.
    pub pcie: Option<PcieRow>,
    /// Speculative decoding.
    pub speculative: Option<SpeculativeRow>,
    /// Power limit per device, W.
    pub power_limit_w: Option<f64>,
    /// Price of energy per kWh.
    pub tariff_per_kwh: Option<f64>,
    /// Price of all devices.
    pub device_price: Option<f64>,
    /// The reader's own speed, tok/s.
    pub own_tok_s: Option<f64>,
    /// Coefficients by hand.
    pub assume: Vec<(String, f64)>,
    /// Tags; some name physics.
    pub tags: Vec<String>,
    /// Threads that decoded, of a measurement on a CPU whose notes tell.
    pub decode_threads: Option<f64>,
    /// Whether it holds a measured value.
    pub measured: bool,
}

/// Bits or a format for one class.
#[derive(Clone, Debug, PartialEq)]
pub enum BitsRow {
    /// So many bits.
    Bits(f64),
    /// As this format stores it.
    Slug(String),
}

/// Overrides of a device.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DeviceRow {
    /// Peak bandwidth, GB/s.
    pub bandwidth_gb_s: Option<f64>,
    /// Memory as the system shows it, or a size on the box; GiB.
    pub memory_gib: Option<f64>,
    /// Dense FP16 rate with FP32 accumulate, TFLOP/s.
    pub fp16_tflops: Option<f64>,
    /// FP32 rate, TFLOP/s.
    pub fp32_tflops: Option<f64>,
    /// Dense INT8 rate, TOP/s.
    pub int8_tops: Option<f64>,
    /// Power limit, W.
    pub tdp_w: Option<f64>,
}

impl DeviceRow {
    /// Whether it overrides anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Overrides of a link.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinkRow {
    /// Usable bandwidth, GB/s per direction.
    pub bandwidth_gb_s: Option<f64>,
    /// Time of a small all-reduce between two, microseconds.
    pub latency_us: Option<f64>,
}

impl LinkRow {
    /// Whether it overrides anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// How a model is spread.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParallelRow {
    /// Kind of split.
    pub kind: Option<String>,
    /// Devices that share a copy.
    pub size: Option<f64>,
    /// Copies.
    pub replicas: Option<f64>,
}

/// Where the weights lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlacementRow {
    /// Everything on the device.
    AllGpu,
    /// Everything in RAM, computed there.
    CpuOnly,
    /// So many layers on the device.
    LayersOnGpu(f64),
    /// Routed experts of the first so many layers in RAM; absent = of all.
    ExpertsOnCpu(Option<f64>),
}

/// Overrides of a host.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HostRow {
    /// Peak bandwidth, GB/s.
    pub bandwidth_gb_s: Option<f64>,
    /// Memory, GiB.
    pub memory_gib: Option<f64>,
}

impl HostRow {
    /// Whether it overrides anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The bus to the host.
#[derive(Clone, Debug, PartialEq)]
pub enum PcieRow {
    /// A link's id.
    Id(String),
    /// Effective bandwidth, GB/s.
    GbPerSecond(f64),
}

/// Speculative decoding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpeculativeRow {
    /// What drafts.
    pub method: Option<String>,
    /// Drafted tokens per cycle.
    pub draft_tokens: Option<f64>,
    /// Probability that a drafted token is accepted, given the one before was.
    pub acceptance_per_token: Option<f64>,
    /// Accepted over drafted.
    pub acceptance_rate: Option<f64>,
    /// Tokens per cycle, the target's own included.
    pub acceptance_length: Option<f64>,
    /// Catalog id of the draft model.
    pub draft_model_id: Option<String>,
    /// How much slower draft and verify run than fused kernels would.
    pub unfused_factor: Option<f64>,
}
