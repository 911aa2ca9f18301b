//! The controls of a chapter's figure.

use bpt_core::limits::{self, Limit};
use bpt_words::Quantity;

/// A control below a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A slider.
    Slide(Quantity),
    /// The type of the cache.
    Kv,
    /// The device.
    Device,
    /// Model A.
    Model,
    /// The least speed that is good enough.
    Least,
    /// The speed that the reader saw.
    Own,
}

impl Control {
    /// The control of a path in a scenario row, as `data/story.json` names it.
    #[must_use]
    pub fn from_path(path: &str) -> Option<Self> {
        Some(match path {
            "kv_type" => Self::Kv,
            "device_id" => Self::Device,
            "model_id" => Self::Model,
            "least_tok_s" => Self::Least,
            "own_tok_s" => Self::Own,
            _ => Self::Slide(match path {
                "device.bandwidth_gb_s" => Quantity::Bandwidth,
                "device.fp16_tflops" => Quantity::Compute,
                "bits_per_weight" => Quantity::Bits,
                "context_tokens" => Quantity::Context,
                "prompt_tokens" => Quantity::Prompt,
                "cached_prompt_tokens" => Quantity::Cached,
                "users" => Quantity::Users,
                "assume.layer_overhead_us" => Quantity::LayerTime,
                "link.latency_us" => Quantity::LinkLatency,
                "link.bandwidth_gb_s" => Quantity::LinkBandwidth,
                "placement" => Quantity::LayersInRam,
                "host.bandwidth_gb_s" => Quantity::HostBandwidth,
                "speculative.acceptance_per_token" => Quantity::Acceptance,
                "speculative.draft_tokens" => Quantity::Drafted,
                "speculative.unfused_factor" => Quantity::Unfused,
                _ => return None,
            }),
        })
    }

    /// Its key in links, by which an embed's `show` names it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Kv => "kv",
            Self::Device => "d",
            Self::Model => "a",
            Self::Least => "least",
            Self::Own => "you",
            Self::Slide(quantity) => match quantity {
                Quantity::Bandwidth => "bw",
                Quantity::Bits => "bits",
                Quantity::Context => "ctx",
                Quantity::Users => "u",
                Quantity::Compute => "tf",
                Quantity::Prompt => "in",
                Quantity::Cached => "cached",
                Quantity::LinkBandwidth | Quantity::LinkLatency => "link",
                Quantity::LayersInRam | Quantity::ExpertLayers => "place",
                Quantity::HostBandwidth => "host",
                Quantity::Drafted => "spec",
                Quantity::Acceptance => "acc",
                Quantity::Unfused => "unf",
                Quantity::LayerTime => "x.layer_overhead_us",
                Quantity::OwnSpeed => "you",
                Quantity::DeviceMemory => "mem",
                Quantity::Devices => "n",
                Quantity::Machines => "nodes",
                Quantity::Output => "out",
                Quantity::Reserve => "res",
                Quantity::Margin => "mar",
                Quantity::WeightShare => "x.weight_efficiency",
                Quantity::KvShare => "x.kv_efficiency",
                Quantity::MoeLayerTime => "x.moe_layer_overhead_us",
                Quantity::StepTime => "x.step_overhead_us",
                Quantity::PrefillShare => "x.prefill_mfu",
                Quantity::Routing => "x.routing_exponent",
                Quantity::Least => "least",
                Quantity::Wait => "wait",
                // Wishes of the lab: no link holds them.
                Quantity::Target | Quantity::TargetContext | Quantity::TargetUsers => "",
            },
        }
    }
}

/// Limits of the least speed that is good enough, tok/s: the chapter's slider goes by whole numbers.
pub const LEAST: Limit = Limit {
    steps: 60.0,
    round: 1.0,
    ..limits::LEAST_SPEED
};
