//! The calibrated coefficients of the time model, each one a number a reader can understand.

macro_rules! coefficients {
    ($($(#[doc = $doc:literal])* $name:ident $unit:ident $default:literal $low:literal $high:literal,)*) => {
        /// One value of every coefficient, resolved for one engine, backend and device class.
        ///
        /// Shares are of a peak rate, 0 to 1. A name that ends in a unit (`_us`, `_ms`, `_mib`,
        /// `_gb_s`) does so because links and scenario rows carry the bare number under it.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Coefficients {
            $($(#[doc = $doc])* pub $name: f64,)*
        }

        impl Default for Coefficients {
            /// Uncalibrated starting values.
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Coefficients {
            /// Name, unit, first value and bounds of each coefficient.
            pub const ALL: &'static [Info] = &[$(Info {
                name: stringify!($name),
                unit: Unit::$unit,
                start: $default,
                low: $low,
                high: $high,
            },)*];

            /// What the coefficient with this name is, in one sentence. Apart from [`Self::ALL`],
            /// since few modules of the page say it.
            #[must_use]
            pub fn what(name: &str) -> &'static str {
                match name { $(stringify!($name) => concat!($($doc),*),)* _ => "" }
            }

            /// All of them, in the order of [`Self::ALL`].
            pub fn numbers(&mut self) -> [&mut f64; Self::ALL.len()] {
                [$(&mut self.$name,)*]
            }

            /// The coefficient with this name.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<f64> {
                match name { $(stringify!($name) => Some(self.$name),)* _ => None }
            }

            /// Sets the coefficient with this name, held within its bounds; false if there is none.
            pub fn set(&mut self, name: &str, value: f64) -> bool {
                match name {
                    $(stringify!($name) => { self.$name = value.clamp($low, $high); true })*
                    _ => false,
                }
            }
        }
    };
}

/// What a coefficient is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Share of a peak rate, 0 to 1.
    Share,
    /// Multiple of something.
    Times,
    /// Microseconds.
    Microseconds,
    /// Milliseconds.
    Milliseconds,
    /// Operations per weight.
    Operations,
    /// Tokens.
    Tokens,
    /// Exponent.
    Exponent,
    /// Per year, as a logarithm.
    PerYear,
    /// Gigabytes (10^9) per second.
    GbPerSecond,
    /// Mebibytes (2^20 bytes).
    Mebibytes,
    /// Years.
    Years,
}

/// What is known of a coefficient beside its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Info {
    /// Its name in scenarios, links and `calibration.json`.
    pub name: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Value before any calibration.
    pub start: f64,
    /// Lowest value taken.
    pub low: f64,
    /// Highest value taken.
    pub high: f64,
}

coefficients! {
    /// Share of peak bandwidth that streaming ordinary weights reaches.
    weight_efficiency Share 0.85 0.02 1.0,
    /// Share of peak bandwidth that streaming routed experts reaches, as a multiple of
    /// `weight_efficiency`.
    expert_efficiency Times 0.95 0.1 1.5,
    /// Share of peak bandwidth that reading the KV cache reaches.
    kv_efficiency Share 0.6 0.01 1.0,
    /// The same for MLA latents.
    mla_efficiency Share 0.25 0.01 1.0,
    /// KV efficiency of 8-bit float or integer caches, as a multiple of `kv_efficiency`.
    kv_byte_factor Times 0.8 0.05 1.5,
    /// KV efficiency of block-quantized caches, as a multiple of `kv_efficiency`.
    kv_block_factor Times 0.5 0.05 1.5,
    /// KV efficiency of codebook and rotated caches, as a multiple of `kv_efficiency`.
    kv_exotic_factor Times 0.4 0.02 1.5,
    /// KV efficiency without flash attention, as a multiple of `kv_efficiency`.
    kv_no_flash_factor Times 0.7 0.05 1.5,
    /// Share of peak bandwidth that recurrent state reaches.
    state_efficiency Share 0.5 0.01 1.0,
    /// FP32 operations spent to unpack one stored weight.
    dequant_ops Operations 16.0 0.0 500.0,
    /// The same for codebook formats, as a multiple.
    codebook_factor Times 1.5 0.5 20.0,
    /// Share of the matrix rate that a decode step of many tokens reaches.
    decode_mfu Share 0.4 0.005 1.0,
    /// Share of the matrix rate that a step of at most 8 tokens reaches (vector kernels).
    small_batch_mfu Share 0.2 0.002 1.0,
    /// Fixed time for each layer.
    layer_overhead_us Microseconds 50.0 0.0 5000.0,
    /// Extra fixed time for each mixture-of-experts layer.
    moe_layer_overhead_us Microseconds 55.0 0.0 5000.0,
    /// Extra fixed time for each linear-attention layer.
    linear_layer_overhead_us Microseconds 20.0 0.0 5000.0,
    /// Fixed time for each step: sampling and scheduling.
    step_overhead_us Microseconds 300.0 0.0 100_000.0,
    /// Fixed time added for each further user in a step.
    user_overhead_us Microseconds 5.0 0.0 20_000.0,
    /// Fixed times of a step of several tokens, whose kernels fuse less, as a multiple.
    batch_overhead_factor Times 1.8 1.0 10.0,
    /// Growth of fixed times for each year the software is older than the newest calibrated.
    age_growth PerYear 0.25 0.0 2.0,
    /// Fixed times without graph capture (eager mode), as a multiple.
    eager_factor Times 2.5 1.0 10.0,
    /// How independently users pick experts: 1 = uniform, smaller = experts repeat.
    routing_exponent Exponent 0.8 0.2 1.0,
    /// Share of the experts that one text visits at all.
    sequence_expert_share Share 0.65 0.1 1.0,
    /// How fast one text spreads over its experts.
    sequence_exponent Exponent 0.75 0.2 1.0,
    /// Time of a device boundary in a layer split.
    boundary_us Microseconds 220.0 0.0 20_000.0,
    /// Time of a machine boundary in a layer split.
    machine_boundary_ms Milliseconds 2.5 0.0 100.0,
    /// An all-reduce as a multiple of the link's small-message time.
    all_reduce_factor Times 1.2 0.1 20.0,
    /// Time of one all-reduce, overriding the link's; 0 = the link's.
    all_reduce_us Microseconds 0.0 0.0 100_000.0,
    /// Share of link bandwidth that large exchanges reach.
    link_efficiency Share 0.7 0.02 1.0,
    /// Share of the host's stream bandwidth that weights in RAM reach.
    host_efficiency Share 0.78 0.05 1.0,
    /// Fixed time for each layer that runs on the host.
    host_layer_us Microseconds 67.0 0.0 10_000.0,
    /// SSD bandwidth for weights that do not fit the host's memory.
    ssd_gb_s GbPerSecond 3.0 0.05 100.0,
    /// Share of the matrix rate that prefill of dense layers reaches at large batches.
    prefill_mfu Share 0.5 0.005 1.0,
    /// Prefill rate of experts as a multiple of dense layers'.
    prefill_expert_factor Times 0.4 0.01 3.0,
    /// Tokens in a batch at which prefill of dense layers reaches half its rate.
    half_batch_tokens Tokens 119.0 1.0 4096.0,
    /// Tokens per expert at which prefill of experts reaches half its rate.
    half_expert_tokens Tokens 35.0 1.0 4096.0,
    /// Share of the matrix rate that prefill attention reaches.
    prefill_attention_mfu Share 0.35 0.003 1.0,
    /// Share of bandwidth at which prefill streams weights.
    prefill_stream_share Share 0.75 0.05 1.0,
    /// Fixed time for each layer and batch in prefill.
    prefill_layer_us Microseconds 60.0 0.0 10_000.0,
    /// Fixed time of a prefill.
    prefill_start_ms Milliseconds 3.0 0.0 1000.0,
    /// Growth of prefill time for each year of age.
    prefill_age_growth PerYear 0.2 0.0 2.0,
    /// How compute follows a power limit: rate x (limit / TDP)^exponent.
    power_exponent Exponent 0.95 0.0 1.0,
    /// How streaming follows a power limit: bandwidth x (limit / TDP)^exponent.
    power_memory_exponent Exponent 0.4 0.0 1.0,
    /// Share of the power limit drawn in decode.
    decode_power_share Share 0.75 0.05 1.2,
    /// The same at the low end of the range.
    decode_power_low Share 0.55 0.05 1.2,
    /// The same at the high end of the range.
    decode_power_high Share 1.0 0.05 1.2,
    /// Runtime and driver on each device, MiB.
    runtime_mib Mebibytes 450.0 0.0 100_000.0,
    /// Years over which the price of the devices is spread.
    device_life_years Years 3.0 0.1 50.0,
    /// Share of that time in which they work.
    device_use Share 0.2 0.001 1.0,
    /// Ordinary and fixed work of a draft pass, as a multiple of the same work in the main model.
    draft_overhead_factor Times 1.0 0.1 10.0,
    /// All decode times as a multiple: the median of what the terms leave over in a group.
    decode_correction Times 1.0 0.2 5.0,
    /// All prefill times as a multiple, likewise.
    prefill_correction Times 1.0 0.1 10.0,
}

impl Coefficients {
    /// What is known of the coefficient with this name.
    #[must_use]
    pub fn info(name: &str) -> Option<&'static Info> {
        Self::ALL.iter().find(|info| info.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_within_its_bounds() {
        let defaults = Coefficients::default();
        for info in Coefficients::ALL {
            let value = defaults.get(info.name).unwrap();
            assert!(info.low <= value && value <= info.high, "{}", info.name);
        }
    }

    #[test]
    fn a_name_sets_what_it_gets() {
        let mut some = Coefficients::default();
        assert!(some.set("routing_exponent", 0.9));
        assert_eq!(some.get("routing_exponent"), Some(0.9));
        assert!(!some.set("nonsense", 1.0));
    }
}
