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
    /// Expected error of a row, as a logarithm: the weight of data against priors.
    pub noise: f64,
}

/// A coefficient's universal value: its name, the spread of its prior, and the prior where it is
/// not the uncalibrated value.
#[derive(Clone, Copy)]
struct Universal {
    name: &'static str,
    sigma: f64,
    prior: Option<f64>,
}

const fn universal(name: &'static str, sigma: f64) -> Universal {
    Universal {
        name,
        sigma,
        prior: None,
    }
}

impl Universal {
    const fn expect(mut self, value: f64) -> Self {
        self.prior = Some(value);
        self
    }
}

/// A level: what it multiplies, where it holds, the spread of its prior and the multiple that is
/// expected before any row is seen.
#[derive(Clone, Copy)]
struct Level {
    name: &'static str,
    when: &'static [Condition],
    sigma: f64,
    times: f64,
}

const fn level(name: &'static str, when: &'static [Condition], sigma: f64) -> Level {
    Level {
        name,
        when,
        sigma,
        times: 1.0,
    }
}

impl Level {
    const fn expect(mut self, times: f64) -> Self {
        self.times = times;
        self
    }
}

const GGML: Condition = ("engine_family", "ggml");
const SERVER: Condition = ("engine_family", "server");
const IK: Condition = ("engine", "ik_llama");
const MLX: Condition = ("engine_family", "mlx");
const EXLLAMA: Condition = ("engine_family", "exllama");
const VLM: Condition = ("variant", "mlx-vlm");
const OMLX: Condition = ("variant", "omlx");
const AMDVLK: Condition = ("variant", "amdvlk");
const CUDA: Condition = ("backend", "cuda");
const METAL: Condition = ("backend", "metal");
const VULKAN: Condition = ("backend", "vulkan");
const ROCM: Condition = ("backend", "rocm");
const CPU: Condition = ("backend", "cpu");
const SPARK: Condition = ("class", "nvidia-unified");
const APPLE: Condition = ("class", "apple");
const STRIX: Condition = ("class", "amd-unified");
const ARC: Condition = ("class", "intel-gpu");
const HOPPER: Condition = ("class", "nvidia-hopper");
const BLACKWELL: Condition = ("class", "nvidia-blackwell-hbm");
const MAMBA: Condition = ("mamba", "true");
const HBM: Condition = ("hbm", "true");
const FLOAT: Condition = ("kernel", "float");

const DECODE: &[Universal] = &[
    universal("weight_efficiency", 0.3),
    universal("expert_efficiency", 0.15),
    universal("kv_efficiency", 0.5),
    universal("mla_efficiency", 0.5),
    // A byte a value is read as fast as two: what pulls it below is speculation's.
    universal("kv_byte_factor", 0.15).expect(0.95),
    universal("kv_block_factor", 0.4),
    universal("kv_exotic_factor", 0.4),
    // The same bytes; scores are few beside them.
    universal("kv_no_flash_factor", 0.15).expect(1.0),
    universal("dequant_ops", 0.6),
    universal("codebook_factor", 0.4),
    universal("decode_mfu", 0.5),
    universal("small_batch_mfu", 0.6),
    universal("layer_overhead_us", 0.6),
    universal("moe_layer_overhead_us", 0.6),
    universal("linear_layer_overhead_us", 0.7),
    universal("step_overhead_us", 0.7),
    universal("user_overhead_us", 1.0),
    universal("batch_overhead_factor", 0.5),
    // State is streamed like weights.
    universal("state_efficiency", 0.3).expect(0.8),
    universal("age_growth", 0.5),
    universal("eager_factor", 0.3),
    universal("routing_exponent", 0.15),
    universal("boundary_us", 0.6),
    universal("machine_boundary_ms", 0.6),
    universal("all_reduce_factor", 0.4),
    universal("host_efficiency", 0.2),
    universal("host_layer_us", 0.5),
    universal("power_memory_exponent", 0.5),
    universal("draft_overhead_factor", 0.5),
];

const DECODE_LEVELS: &[Level] = &[
    level("weight_efficiency", &[APPLE], 0.3),
    level("weight_efficiency", &[ARC], 0.3),
    level("weight_efficiency", &[CPU], 0.3),
    // Too few reads in flight for stacked memory.
    level("weight_efficiency", &[GGML, HBM], 0.3),
    level("weight_efficiency", &[FLOAT, VULKAN], 0.3),
    level("weight_efficiency", &[VLM], 0.3),
    level("dequant_ops", &[GGML, METAL], 0.6),
    // CPU kernels multiply bytes, several to an FP32 lane.
    level("dequant_ops", &[CPU], 0.6).expect(0.4),
    level("layer_overhead_us", &[GGML, METAL], 0.5),
    level("layer_overhead_us", &[ROCM], 0.5),
    level("layer_overhead_us", &[SERVER], 0.5),
    // Of all programs on Apple GPUs; what single programs do otherwise comes on top.
    level("kv_efficiency", &[METAL], 0.4),
    level("kv_efficiency", &[VLM], 0.4),
    level("kv_efficiency", &[OMLX], 0.4),
    level("kv_efficiency", &[ROCM], 0.4),
    // Narrow: a few rows of one machine would have it read at the full peak.
    level("kv_efficiency", &[SERVER], 0.1),
    level("kv_efficiency", &[SPARK], 0.4),
    level("weight_efficiency", &[MLX], 0.2),
    level("weight_efficiency", &[EXLLAMA], 0.2),
    level("dequant_ops", &[IK, CPU], 0.4),
    level("layer_overhead_us", &[VULKAN], 0.3),
    level("moe_layer_overhead_us", &[METAL], 0.4),
    level("mla_efficiency", &[METAL], 0.5),
    // Scanned by kernels that read it several times over.
    level("state_efficiency", &[MAMBA], 0.7),
    level("batch_overhead_factor", &[SERVER], 0.3),
    level("weight_efficiency", &[SERVER, ROCM], 0.3),
    level("moe_layer_overhead_us", &[SERVER], 0.4),
    level("dequant_ops", &[VULKAN], 0.4),
];

const PREFILL: &[Universal] = &[
    universal("prefill_mfu", 0.4),
    universal("prefill_expert_factor", 0.4),
    universal("half_batch_tokens", 0.4),
    universal("half_expert_tokens", 0.4),
    universal("prefill_attention_mfu", 0.6),
    universal("prefill_stream_share", 0.15),
    universal("prefill_layer_us", 0.6),
    universal("prefill_start_ms", 0.6),
    universal("prefill_age_growth", 0.5),
    universal("link_efficiency", 0.4),
    universal("power_exponent", 0.5),
];

const PREFILL_LEVELS: &[Level] = &[
    level("prefill_mfu", &[SPARK], 0.35),
    level("prefill_mfu", &[APPLE], 0.35),
    level("prefill_mfu", &[STRIX], 0.35),
    level("prefill_mfu", &[ARC], 0.35),
    level("prefill_mfu", &[CPU], 0.35),
    level("prefill_mfu", &[ROCM], 0.35),
    level("prefill_mfu", &[FLOAT, CUDA], 0.35),
    level("prefill_mfu", &[IK, CPU], 0.35),
    // Matrix kernels of its own.
    level("prefill_mfu", &[IK, CUDA], 0.25),
    level("prefill_mfu", &[STRIX, VULKAN], 0.35),
    level("prefill_mfu", &[STRIX, ROCM], 0.35),
    level("prefill_mfu", &[AMDVLK], 0.35),
    level("prefill_attention_mfu", &[METAL], 0.5),
    level("prefill_attention_mfu", &[ROCM], 0.5),
    level("prefill_attention_mfu", &[VULKAN], 0.5),
    level("half_expert_tokens", &[METAL], 0.4),
    // Dense layers go to the vendor's library, experts to kernels of ggml.
    level("prefill_expert_factor", &[ROCM], 0.35),
    // These kernels issue mma.sync, which newer server chips run below their full rate.
    level("prefill_mfu", &[GGML, HOPPER], 0.25).expect(0.62),
    level("prefill_mfu", &[GGML, BLACKWELL], 0.25).expect(0.4),
    level("prefill_attention_mfu", &[CPU], 0.5),
];

impl Form {
    /// The form of one metric.
    #[must_use]
    pub fn of(metric: Metric) -> Self {
        let (universal, levels, noise) = match metric {
            Metric::Decode => (DECODE, DECODE_LEVELS, 0.1),
            Metric::Prefill => (PREFILL, PREFILL_LEVELS, 0.25),
        };
        let coefficients: Vec<&'static str> = universal.iter().map(|one| one.name).collect();
        let mut parameters = Vec::new();
        for (coefficient, one) in universal.iter().enumerate() {
            let start = Coefficients::info(one.name).map_or(1.0, |info| info.start);
            parameters.push(Parameter {
                coefficient,
                when: &[],
                prior: one.prior.unwrap_or(start).ln(),
                sigma: one.sigma,
            });
        }
        for level in levels {
            let found = coefficients.iter().position(|known| *known == level.name);
            if let Some(coefficient) = found {
                parameters.push(Parameter {
                    coefficient,
                    when: level.when,
                    prior: level.times.ln(),
                    sigma: level.sigma,
                });
            }
        }
        Self {
            coefficients,
            parameters,
            noise,
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

#[cfg(test)]
mod tests {
    use super::{Form, Metric};

    /// Few enough to be told one by one, which `docs/ACCURACY.md` does.
    #[test]
    fn at_most_a_hundred_numbers_for_each() {
        for metric in Metric::ALL {
            let numbers = Form::of(metric).parameters.len();
            println!("{}: {numbers} fitted numbers", metric.slug());
            assert!(numbers <= 100, "{}: {numbers}", metric.slug());
        }
    }
}
