//! The form: which coefficients are fitted, and which levels each may have.
//!
//! A coefficient has one universal value; a level multiplies it where its conditions hold. The
//! list is short on purpose: every entry is one a reader can understand, and each was kept only
//! because rows that were held out are predicted better with it.

use bpt_core::Scenario;
use bpt_core::coefficients::Coefficients;
use bpt_core::decode::decode;
use bpt_core::prefill::{prefill, prefill_seconds};

use crate::rows::Observed;

/// What is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Time of a decoded token.
    Decode,
    /// Time of a prefill.
    Prefill,
}

impl Metric {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Decode, Self::Prefill];

    /// Name in `calibration.json` and reports.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Prefill => "prefill",
        }
    }

    /// Predicted seconds: of one token for one user, or of one prompt.
    #[must_use]
    pub fn seconds(self, s: &Scenario) -> f64 {
        match self {
            Self::Decode => 1.0 / decode(s).per_user.get(),
            Self::Prefill => prefill_seconds(s).seconds,
        }
    }

    /// Predicted speed with the low and high end of its range: of one user's tokens, or of a
    /// prompt's; `None` of an empty prompt.
    #[must_use]
    pub fn speeds(self, s: &Scenario) -> Option<(f64, f64, f64)> {
        let decoded = decode(s);
        match self {
            Self::Decode => Some((
                decoded.per_user.get(),
                decoded.low.get(),
                decoded.high.get(),
            )),
            Self::Prefill => {
                let p = prefill(s, &decoded);
                Some((p.speed?.get(), p.low?.get(), p.high?.get()))
            }
        }
    }

    /// The speed that a time means: of one token, or of a prompt's new tokens.
    #[must_use]
    pub fn speed_of(self, s: &Scenario, seconds: f64) -> f64 {
        match self {
            Self::Decode => 1.0 / seconds,
            Self::Prefill => (s.prompt - s.cached).max(1.0) / seconds,
        }
    }
}

/// A condition: fact and value that must hold.
pub type Condition = (&'static str, &'static str);

/// One fitted number.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Index into [`Form::coefficients`].
    pub coefficient: usize,
    /// Conditions of a level; empty for the universal value.
    pub when: &'static [Condition],
    /// Prior: logarithm of the value or of the level's multiple.
    pub prior: f64,
    /// Spread of the prior, as a logarithm.
    pub sigma: f64,
}

/// All fitted numbers of one metric.
#[derive(Clone, Debug)]
pub struct Form {
    /// Names of the coefficients that occur.
    pub coefficients: Vec<&'static str>,
    /// The numbers.
    pub parameters: Vec<Parameter>,
}

type Universal = (&'static str, f64);
type Level = (&'static str, &'static [&'static [Condition]], f64);

const DECODE: &[Universal] = &[
    ("weight_efficiency", 0.3),
    ("expert_efficiency", 0.15),
    ("kv_efficiency", 0.5),
    ("mla_efficiency", 0.5),
    ("kv_byte_factor", 0.3),
    ("kv_block_factor", 0.4),
    ("kv_exotic_factor", 0.4),
    ("kv_no_flash_factor", 0.3),
    ("dequant_ops", 0.6),
    ("codebook_factor", 0.4),
    ("decode_mfu", 0.5),
    ("small_batch_mfu", 0.6),
    ("layer_overhead_us", 0.6),
    ("moe_layer_overhead_us", 0.6),
    ("linear_layer_overhead_us", 0.7),
    ("step_overhead_us", 0.7),
    ("user_overhead_us", 1.0),
    ("batch_overhead_factor", 0.5),
    ("state_efficiency", 0.6),
    ("age_growth", 0.5),
    ("eager_factor", 0.3),
    ("routing_exponent", 0.15),
    ("boundary_us", 0.6),
    ("machine_boundary_ms", 0.6),
    ("all_reduce_factor", 0.4),
    ("host_efficiency", 0.2),
    ("host_layer_us", 0.5),
    ("power_memory_exponent", 0.5),
    ("draft_overhead_factor", 0.5),
];

const GGML: Condition = ("engine_family", "ggml");
const SERVER: Condition = ("engine_family", "server");
const IK: Condition = ("engine", "ik_llama");
const MLX: Condition = ("engine_family", "mlx");
const EXLLAMA: Condition = ("engine_family", "exllama");
const VLM: Condition = ("variant", "mlx-vlm");
const OMLX: Condition = ("variant", "omlx");
const HOPPER: Condition = ("class", "nvidia-hopper");
const CUDA: Condition = ("backend", "cuda");
const METAL: Condition = ("backend", "metal");
const VULKAN: Condition = ("backend", "vulkan");
const ROCM: Condition = ("backend", "rocm");
const CPU: Condition = ("backend", "cpu");
const HBM: Condition = ("class", "nvidia-hbm");
const SPARK: Condition = ("class", "nvidia-unified");
const APPLE: Condition = ("class", "apple");
const STRIX: Condition = ("class", "amd-unified");
const ARC: Condition = ("class", "intel-gpu");

const DECODE_LEVELS: &[Level] = &[
    (
        "weight_efficiency",
        &[
            &[APPLE],
            &[ARC],
            &[CPU],
            &[GGML, HBM],
            &[("kernel", "float"), VULKAN],
            &[VLM],
        ],
        0.3,
    ),
    ("dequant_ops", &[&[METAL], &[CPU]], 0.6),
    (
        "layer_overhead_us",
        &[&[GGML, METAL], &[ROCM], &[SERVER]],
        0.5,
    ),
    (
        "kv_efficiency",
        &[
            &[GGML, METAL],
            &[MLX],
            &[VLM],
            &[OMLX],
            &[ROCM],
            &[SERVER],
            &[("variant", "amdvlk")],
            &[SPARK],
        ],
        0.4,
    ),
    ("weight_efficiency", &[&[MLX], &[EXLLAMA]], 0.2),
    ("dequant_ops", &[&[IK, CPU]], 0.4),
    ("layer_overhead_us", &[&[VLM], &[OMLX]], 0.4),
    ("layer_overhead_us", &[&[VULKAN]], 0.3),
    ("moe_layer_overhead_us", &[&[METAL]], 0.4),
    ("mla_efficiency", &[&[METAL]], 0.5),
];

const PREFILL: &[Universal] = &[
    ("prefill_mfu", 0.4),
    ("prefill_expert_factor", 0.4),
    ("half_batch_tokens", 0.4),
    ("half_expert_tokens", 0.4),
    ("prefill_attention_mfu", 0.6),
    ("prefill_stream_share", 0.15),
    ("prefill_layer_us", 0.6),
    ("prefill_start_ms", 0.6),
    ("prefill_age_growth", 0.5),
    ("link_efficiency", 0.4),
    ("power_exponent", 0.5),
];

const PREFILL_LEVELS: &[Level] = &[
    (
        "prefill_mfu",
        &[
            &[SPARK],
            &[APPLE],
            &[STRIX],
            &[ARC],
            &[CPU],
            &[ROCM],
            &[("kernel", "float"), CUDA],
            &[IK, CPU],
            &[STRIX, VULKAN],
            &[HOPPER],
            &[STRIX, ROCM],
            &[("variant", "amdvlk")],
            &[("variant", "rocm-6")],
        ],
        0.35,
    ),
    (
        "prefill_attention_mfu",
        &[&[METAL], &[ROCM], &[VULKAN]],
        0.5,
    ),
    ("half_expert_tokens", &[&[METAL]], 0.4),
    ("prefill_mfu", &[&[MLX], &[EXLLAMA]], 0.25),
    ("prefill_expert_factor", &[&[MLX], &[VULKAN]], 0.35),
];

impl Form {
    /// The form of one metric.
    #[must_use]
    pub fn of(metric: Metric) -> Self {
        let (universal, levels) = match metric {
            Metric::Decode => (DECODE, DECODE_LEVELS),
            Metric::Prefill => (PREFILL, PREFILL_LEVELS),
        };
        let coefficients: Vec<&'static str> = universal.iter().map(|(name, _)| *name).collect();
        let mut parameters = Vec::new();
        for (coefficient, (name, sigma)) in universal.iter().enumerate() {
            let start = Coefficients::info(name).map_or(1.0, |info| info.start);
            parameters.push(Parameter {
                coefficient,
                when: &[],
                prior: start.ln(),
                sigma: *sigma,
            });
        }
        for (name, conditions, sigma) in levels {
            let found = coefficients.iter().position(|known| known == name);
            if let Some(coefficient) = found {
                for when in *conditions {
                    parameters.push(Parameter {
                        coefficient,
                        when,
                        prior: 0.0,
                        sigma: *sigma,
                    });
                }
            }
        }
        Self {
            coefficients,
            parameters,
        }
    }

    /// Parameters at their priors.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.parameters
            .iter()
            .map(|parameter| parameter.prior)
            .collect()
    }

    /// (parameter, coefficient) pairs that apply to a row.
    #[must_use]
    pub fn active(&self, row: &Observed) -> Vec<(usize, usize)> {
        self.parameters
            .iter()
            .enumerate()
            .filter(|(_, parameter)| parameter.when.iter().all(|(key, value)| row.is(key, value)))
            .map(|(index, parameter)| (index, parameter.coefficient))
            .collect()
    }
}
