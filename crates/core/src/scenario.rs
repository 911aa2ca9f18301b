//! A scenario: everything an estimate needs, resolved to numbers.
//!
//! Names (`qwen3-32b`, `rtx-3090`) are resolved by `bpt-catalog`; here is only arithmetic's input.

use std::sync::Arc;

use crate::coefficients::Coefficients;
use crate::device::{Backend, Device, Engine, Link};
use crate::kv_type::KvType;
use crate::notes::Notes;
use crate::units::{Bytes, BytesPerSecond, Watts};
use crate::weights::Prepared;

/// One configuration of one model.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The model with its weight table.
    pub model: Arc<Prepared>,
    /// Groups of equal devices with their counts; at least one.
    pub devices: Vec<(Device, u32)>,
    /// Machines they stand in.
    pub nodes: u32,
    /// The link the split crosses: between machines where there are several, else between devices.
    pub link: Link,
    /// The link inside each machine, where both matter.
    pub inner_link: Link,
    /// How the model is spread over the devices.
    pub parallel: Parallel,
    /// What serves it.
    pub engine: Engine,
    /// What the engine runs on.
    pub backend: Backend,
    /// Years the software is older than the newest calibrated; 0 or more.
    pub age: f64,
    /// Element type of the KV cache.
    pub kv: KvType,
    /// Whether attention is fused.
    pub flash_attention: bool,
    /// Whether kernels are launched one by one, without graph capture.
    pub eager: bool,
    /// Tokens already in each sequence's cache when decode is timed.
    pub context: f64,
    /// Prompt length, tokens.
    pub prompt: f64,
    /// Part of the prompt that a prefix cache holds, tokens.
    pub cached: f64,
    /// Tokens already in the cache when prefill starts.
    pub prefill_depth: f64,
    /// Output length, tokens.
    pub output: f64,
    /// Sequences decoded together; 1 or more.
    pub users: f64,
    /// Requests that arrive each second, for queueing.
    pub request_rate: Option<f64>,
    /// Whether other users' prefill runs between the decode steps (mixed traffic).
    pub mixed_traffic: bool,
    /// Tokens processed together in prefill.
    pub ubatch: f64,
    /// Memory left free on purpose, per device.
    pub margin: Bytes,
    /// Where the weights lie.
    pub placement: Placement,
    /// The memory platform behind an offload.
    pub host: Device,
    /// Effective bandwidth of the bus to the host.
    pub pcie: BytesPerSecond,
    /// Speculative decoding.
    pub speculation: Option<Speculation>,
    /// Power limit per device, if below its own.
    pub power_limit: Option<Watts>,
    /// Price of energy per kilowatt-hour; any currency.
    pub tariff: Option<f64>,
    /// Price of all devices together; the same currency.
    pub device_price: Option<f64>,
    /// The calibrated coefficients for this engine, backend and class.
    pub coefficients: Coefficients,
    /// How far the truth may lie from the estimate.
    pub spread: Spread,
    /// The reader's own measurement, already turned into a correction.
    pub anchor: Option<Anchor>,
    /// What had to be assumed or replaced when names were resolved.
    pub notes: Notes,
}

/// How a model is spread over devices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parallel {
    /// The kind of split.
    pub kind: ParallelKind,
    /// Devices that share one copy; 1 or more.
    pub size: u32,
    /// Copies that serve users side by side; 1 or more.
    pub replicas: u32,
}

/// Kinds of split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ParallelKind {
    /// One device.
    #[default]
    None,
    /// Whole layers on each device, one after another (llama.cpp).
    LayerSplit,
    /// Rows of each matrix on each device, KV on the first (llama.cpp).
    Row,
    /// Every matrix and the heads divided, two all-reduces per layer.
    Tensor,
    /// Whole layers on each device, several micro-batches in flight.
    Pipeline,
    /// Experts divided, attention repeated for its own users.
    Expert,
    /// A whole copy on each device.
    Replica,
}

impl ParallelKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::None,
        Self::LayerSplit,
        Self::Row,
        Self::Tensor,
        Self::Pipeline,
        Self::Expert,
        Self::Replica,
    ];

    /// The name used in scenarios.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::LayerSplit => "layer_split",
            Self::Row => "row",
            Self::Tensor => "tensor",
            Self::Pipeline => "pipeline",
            Self::Expert => "expert",
            Self::Replica => "replica",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.slug() == slug)
    }

    /// Whether each device holds whole layers, so that the devices take turns.
    #[must_use]
    pub const fn takes_turns(self) -> bool {
        matches!(self, Self::LayerSplit | Self::Pipeline)
    }

    /// Whether it divides the work of every layer.
    #[must_use]
    pub const fn divides_layers(self) -> bool {
        matches!(self, Self::Tensor | Self::Row | Self::Expert)
    }
}

/// Where the weights lie.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Placement {
    /// Everything on the device.
    #[default]
    AllGpu,
    /// Everything in the host's memory, computed there; the device is the CPU.
    CpuOnly,
    /// So many layers on the device, the rest in RAM (`-ngl`; layers + 1 = all).
    LayersOnGpu(f64),
    /// The routed experts of the first so many layers in RAM.
    ExpertsOnCpu(f64),
}

/// Speculative decoding.
#[derive(Clone, Debug, PartialEq)]
pub struct Speculation {
    /// What drafts.
    pub draft: Draft,
    /// Drafted tokens per cycle.
    pub tokens: f64,
    /// Probability that a drafted token is accepted, given the one before was.
    pub acceptance: f64,
    /// How much slower draft and verify run than fused kernels would; 1 or more.
    pub unfused: f64,
}

/// What drafts.
#[derive(Clone, Debug, PartialEq)]
pub enum Draft {
    /// A separate model.
    Model(Arc<Prepared>),
    /// A separate model of which only the size relative to the main one is known.
    Share(f64),
    /// A built-in layer and the output layer, once per drafted token (MTP, EAGLE).
    Head,
    /// A drafter that proposes all tokens in one pass (DFlash).
    Block,
    /// A lookup in the text so far.
    Lookup,
}

/// How far the truth may lie from the estimate: logarithms of the 80 % range, each 0 or more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Decode: how far below.
    pub decode_low: f64,
    /// Decode: how far above.
    pub decode_high: f64,
    /// Prefill: how far below.
    pub prefill_low: f64,
    /// Prefill: how far above.
    pub prefill_high: f64,
    /// Added where the KV cache takes the whole step, in proportion to its share.
    pub kv: f64,
    /// Added for each octave outside the measured range.
    pub octave: f64,
    /// Largest context measured in the group, tokens.
    pub measured_context: f64,
    /// Most users measured in the group.
    pub measured_users: f64,
    /// Longest prompt measured in the group, tokens.
    pub measured_prompt: f64,
}

impl Default for Spread {
    fn default() -> Self {
        Self {
            decode_low: 0.25,
            decode_high: 0.2,
            prefill_low: 0.5,
            prefill_high: 0.4,
            kv: 0.3,
            octave: 0.1,
            measured_context: 32_768.0,
            measured_users: 32.0,
            measured_prompt: 32_768.0,
        }
    }
}

/// A correction from a speed that the reader measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// All decode times as a multiple.
    pub time: f64,
    /// The decode range as a multiple of its logarithm, below 1.
    pub narrow: f64,
}

impl Scenario {
    /// All devices, whatever their kind.
    #[must_use]
    pub fn device_count(&self) -> u32 {
        self.devices
            .iter()
            .fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// Memory of all devices, bytes; 1 at least, so that shares of it are numbers.
    #[must_use]
    pub fn device_memory(&self) -> f64 {
        let each = self.devices.iter();
        let memory: f64 = each
            .map(|(device, count)| device.memory.get() * f64::from(*count))
            .sum();
        memory.max(1.0)
    }

    /// The first device group's device.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.devices[0].0
    }
}
