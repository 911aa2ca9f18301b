//! Hard limits, slider ranges and steps of every input: the one place that page, links, command
//! line and tests read them from.

/// How a slider's positions map to values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps.
    Linear,
    /// Equal ratios.
    Log,
    /// Quarter steps of powers of two.
    Log2,
}

/// Limits of one input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// Key in scenario rows.
    pub key: &'static str,
    /// Lowest value core accepts.
    pub min: f64,
    /// Highest value core accepts.
    pub max: f64,
    /// Lowest value of the slider.
    pub slider_min: f64,
    /// Highest value of the slider.
    pub slider_max: f64,
    /// How the slider maps.
    pub scale: Scale,
    /// Positions on a log slider; step on a linear one.
    pub steps: f64,
    /// Values of the slider are rounded to a multiple of this (`0` = three significant digits).
    pub round: f64,
    /// Value without input; 0 where the input is empty by default.
    pub default: f64,
}

macro_rules! limits {
    ($($(#[doc = $doc:literal])* $name:ident $key:literal $min:literal $max:literal
        $slider_min:literal $slider_max:literal $scale:ident $steps:literal $round:literal
        $default:literal,)*) => {
        $($(#[doc = $doc])* pub const $name: Limit = Limit {
            key: $key, min: $min, max: $max, slider_min: $slider_min, slider_max: $slider_max,
            scale: Scale::$scale, steps: $steps, round: $round, default: $default,
        };)*

        /// All limits.
        pub const ALL: &[Limit] = &[$($name,)*];
    };
}

limits! {
    /// Memory bandwidth, GB/s.
    BANDWIDTH "bandwidth_gb_s" 0.001 1_000_000.0 50.0 8000.0 Log 160.0 0.0 273.0,
    /// Bits per weight.
    BITS "bits_per_weight" 0.1 32.0 1.5 16.0 Log 120.0 0.0 4.8,
    /// Tokens in the cache.
    CONTEXT "context_tokens" 0.0 16_777_216.0 256.0 262_144.0 Log2 4.0 256.0 8192.0,
    /// Sequences decoded together.
    USERS "users" 1.0 65_536.0 1.0 64.0 Log2 4.0 1.0 1.0,
    /// Memory, GiB.
    MEMORY "memory_gib" 0.001 1_048_576.0 4.0 1536.0 Log 120.0 0.0 121.7,
    /// Dense FP16 rate, TFLOP/s.
    COMPUTE "fp16_tflops" 0.0001 1_000_000.0 2.0 2500.0 Log 140.0 0.0 119.0,
    /// FP32 rate, TFLOP/s.
    VECTOR "fp32_tflops" 0.0001 1_000_000.0 0.5 200.0 Log 120.0 0.0 30.0,
    /// INT8 rate, TOP/s.
    INT8 "int8_tops" 0.0001 1_000_000.0 1.0 5000.0 Log 120.0 0.0 240.0,
    /// Power limit of the device itself, W.
    TDP "tdp_w" 0.1 1_000_000.0 10.0 1500.0 Log 100.0 0.0 140.0,
    /// Devices in all.
    DEVICES "device_count" 1.0 1024.0 1.0 16.0 Linear 1.0 1.0 1.0,
    /// Machines.
    NODES "nodes" 1.0 1024.0 1.0 16.0 Linear 1.0 1.0 1.0,
    /// Link bandwidth, GB/s per direction.
    LINK_BANDWIDTH "link.bandwidth_gb_s" 0.0001 100_000.0 0.1 900.0 Log 120.0 0.0 25.0,
    /// Small-message time of a link, microseconds.
    LINK_LATENCY "link.latency_us" 0.0 1_000_000.0 1.0 500.0 Log 110.0 0.0 41.0,
    /// Prompt, tokens.
    PROMPT "prompt_tokens" 0.0 16_777_216.0 16.0 131_072.0 Log2 4.0 16.0 2048.0,
    /// Cached part of the prompt, tokens.
    CACHED "cached_prompt_tokens" 0.0 16_777_216.0 0.0 131_072.0 Linear 1.0 1.0 0.0,
    /// Tokens in the cache when prefill starts.
    PREFILL_DEPTH "prefill_depth_tokens" 0.0 16_777_216.0 0.0 262_144.0 Linear 256.0 1.0 0.0,
    /// Output, tokens.
    OUTPUT "gen_tokens" 0.0 16_777_216.0 16.0 8192.0 Log2 4.0 16.0 512.0,
    /// Requests per second.
    REQUEST_RATE "request_rate_per_s" 0.0 1_000_000.0 0.01 100.0 Log 100.0 0.0 0.0,
    /// Tokens processed together in prefill.
    UBATCH "ubatch_tokens" 1.0 1_048_576.0 64.0 8192.0 Log2 1.0 1.0 512.0,
    /// Kept for the system, GiB.
    RESERVE "reserve_gib" 0.0 1_048_576.0 0.0 64.0 Linear 0.5 0.5 6.0,
    /// Left free on purpose, GiB.
    MARGIN "margin_gib" 0.0 1_048_576.0 0.0 64.0 Linear 0.5 0.5 1.0,
    /// Layers on the device.
    GPU_LAYERS "placement.gpu_layers" 0.0 100_000.0 0.0 200.0 Linear 1.0 1.0 0.0,
    /// Expert layers in RAM.
    EXPERT_LAYERS "placement.cpu_expert_layers" 0.0 100_000.0 0.0 200.0 Linear 1.0 1.0 0.0,
    /// Host memory bandwidth, GB/s.
    HOST_BANDWIDTH "host.bandwidth_gb_s" 0.001 1_000_000.0 10.0 900.0 Log 100.0 0.0 90.0,
    /// Host memory, GiB.
    HOST_MEMORY "host.memory_gib" 0.001 1_048_576.0 8.0 4096.0 Log 100.0 0.0 64.0,
    /// Bus bandwidth, GB/s.
    PCIE "pcie" 0.001 100_000.0 1.0 128.0 Log 100.0 0.0 25.0,
    /// Drafted tokens per cycle.
    DRAFT_TOKENS "speculative.draft_tokens" 0.0 64.0 0.0 8.0 Linear 1.0 1.0 2.0,
    /// Acceptance per drafted token.
    ACCEPTANCE "speculative.acceptance_per_token" 0.0 1.0 0.0 0.99 Linear 0.01 0.01 0.7,
    /// Accepted over drafted.
    ACCEPTANCE_RATE "speculative.acceptance_rate" 0.0 1.0 0.0 1.0 Linear 0.01 0.01 0.5,
    /// Tokens per cycle.
    ACCEPTANCE_LENGTH "speculative.acceptance_length" 1.0 65.0 1.0 9.0 Linear 0.01 0.01 1.7,
    /// Unfused factor.
    UNFUSED "speculative.unfused_factor" 1.0 1000.0 1.0 10.0 Log 80.0 0.0 1.0,
    /// Power limit, W.
    POWER_LIMIT "power_limit_w" 0.1 1_000_000.0 10.0 1500.0 Log 100.0 0.0 0.0,
    /// Price of energy per kWh.
    TARIFF "tariff_per_kwh" 0.0 1_000_000.0 0.0 1.0 Linear 0.01 0.01 0.0,
    /// Price of all devices.
    PRICE "device_price" 0.0 1_000_000_000.0 0.0 100_000.0 Linear 100.0 1.0 0.0,
    /// The reader's own speed, tok/s.
    OWN_SPEED "own_tok_s" 0.0001 10_000_000.0 0.01 100_000.0 Log 200.0 0.0 0.0,
    /// Share of bandwidth that weights reach.
    WEIGHT_EFFICIENCY "assume.weight_efficiency" 0.02 1.0 0.1 1.0 Linear 0.01 0.01 0.85,
    /// Share of bandwidth that the cache reaches.
    KV_EFFICIENCY "assume.kv_efficiency" 0.01 1.0 0.05 1.0 Linear 0.01 0.01 0.6,
    /// Fixed time for each layer, microseconds.
    LAYER_OVERHEAD "assume.layer_overhead_us" 0.0 5000.0 1.0 500.0 Log 110.0 0.0 50.0,
    /// Extra for each mixture-of-experts layer, microseconds.
    MOE_OVERHEAD "assume.moe_layer_overhead_us" 0.0 5000.0 1.0 500.0 Log 110.0 0.0 55.0,
    /// Sampling and scheduling, microseconds a step.
    STEP_OVERHEAD "assume.step_overhead_us" 0.0 100_000.0 0.0 20_000.0 Linear 100.0 100.0 300.0,
    /// Share of the matrix rate that prefill reaches.
    PREFILL_MFU "assume.prefill_mfu" 0.005 1.0 0.02 0.95 Linear 0.01 0.01 0.5,
    /// How independently users pick experts.
    ROUTING "assume.routing_exponent" 0.2 1.0 0.5 1.0 Linear 0.01 0.01 0.8,
    /// Cached part of the prompt, percent.
    CACHED_SHARE "cached_percent" 0.0 100.0 0.0 100.0 Linear 1.0 1.0 0.0,
    /// Least speed that is good enough, tok/s.
    LEAST_SPEED "least_tok_s" 0.0001 10_000_000.0 1.0 200.0 Log 120.0 0.0 15.0,
    /// Longest wait for a first token, s; the last position of the slider is any.
    LONGEST_WAIT "longest_wait_s" 0.0001 10_000_000.0 0.1 600.0 Log 120.0 0.0 0.0,
    /// Size of a model, billions of parameters.
    MODEL_SIZE "model_size_b" 0.0 1_000_000.0 0.1 2000.0 Log 100.0 0.0 27.0,
    /// Measured bytes of the text tensors.
    FILE_BYTES "file_bytes" 1.0 1e16 1e6 1e13 Log 200.0 0.0 0.0,
}

impl Limit {
    /// Whether core accepts a value.
    #[must_use]
    pub fn accepts(&self, value: f64) -> bool {
        self.min <= value && value <= self.max
    }

    /// The distinct values of the slider, ascending.
    #[must_use]
    pub fn positions(&self) -> Vec<f64> {
        let (low, high) = (self.slider_min, self.slider_max);
        let count = match self.scale {
            Scale::Linear => ((high - low) / self.steps).round(),
            Scale::Log => self.steps,
            Scale::Log2 => ((high / low).log2() * self.steps).round(),
        };
        let mut values: Vec<f64> = Vec::new();
        let mut at = 0.0;
        while at <= count {
            let raw = match self.scale {
                Scale::Linear => low + at * self.steps,
                Scale::Log | Scale::Log2 => low * (high / low).powf(at / count),
            };
            let value = self.rounded(raw).max(low).min(high);
            if values.last().is_none_or(|last| value > *last) {
                values.push(value);
            }
            at += 1.0;
        }
        values
    }

    fn rounded(&self, value: f64) -> f64 {
        if value <= 0.0 {
            return 0.0;
        }
        let step = if self.round > 0.0 {
            self.round
        } else {
            10f64.powf(value.log10().floor() - 2.0)
        };
        // Divided by a whole number, a decimal stays as short as it is written.
        if step < 1.0 {
            let parts = (1.0 / step).round();
            (value * parts).round() / parts
        } else {
            let step = step.round();
            (value / step).round() * step
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_as_short_as_a_reader_would_write_it() {
        for limit in ALL {
            for value in limit.positions() {
                let text = crate::decimal::shortest(value);
                let digits = text.trim_matches('0').chars().filter(char::is_ascii_digit);
                assert!(digits.count() <= 8, "{}: {text}", limit.key);
            }
        }
    }

    #[test]
    fn every_slider_has_distinct_positions_with_its_ends() {
        for limit in ALL {
            let positions = limit.positions();
            assert!(positions.len() > 4, "{}", limit.key);
            assert!(
                positions.windows(2).all(|pair| pair[0] < pair[1]),
                "{}",
                limit.key
            );
            assert_eq!(positions[0], limit.slider_min, "{}", limit.key);
            assert!((positions[positions.len() - 1] / limit.slider_max - 1.0).abs() < 0.01);
            assert!(
                limit.min <= limit.slider_min && limit.slider_max <= limit.max,
                "{}",
                limit.key
            );
        }
    }
}
