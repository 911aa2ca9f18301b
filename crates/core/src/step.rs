//! One forward pass: the sum of terms that everything else is made of.

use crate::coefficients::Coefficients;
use crate::counts::Counts;
use crate::experts::{Routing, touched};
use crate::flops;
use crate::kv::{self, KvRead};
use crate::kv_type::KvKind;
use crate::model::{ByClass, Class};
use crate::parallel::{CPU_STREAM_SHARE, Lanes, Rates, all_reduce, small_message};
use crate::parts::{PartName, Parts};
use crate::placement::OnHost;
use crate::quant::Kernel;
use crate::scenario::Scenario;
use crate::smooth::{self, smooth_max};
use crate::units::Bytes;
use crate::weights::Prepared;

/// Largest batch that llama.cpp multiplies with its vector kernels.
pub const VECTOR_KERNEL_TOKENS: f64 = 8.0;
/// Bytes of an activation on the wire.
pub(crate) const ACTIVATION_BYTES: f64 = 2.0;
/// Bytes of an expert exchange for one token, one way and back: FP8 out, 16 bit back.
pub(crate) const EXCHANGE_BYTES: f64 = 3.0;

/// What a pass works on, beside the scenario.
#[derive(Clone, Copy, Debug)]
pub struct Pass<'a> {
    /// The scenario.
    pub s: &'a Scenario,
    /// The model that runs: the main one or a draft.
    pub model: &'a Prepared,
    /// Its layers.
    pub counts: Counts,
    /// How the split divides it.
    pub lanes: Lanes,
    /// The devices' rates.
    pub rates: Rates,
    /// What lies on the host.
    pub on_host: OnHost,
    /// KV bytes one sequence reads at the scenario's context.
    read: KvRead,
    /// Operations of attention and state for one token of one sequence at that context.
    attention: f64,
}

/// The weights that a pass reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Load {
    /// Tokens of each sequence in the pass.
    pub(crate) tokens: f64,
    /// Distinct experts over experts of one token.
    pub(crate) times: f64,
    /// Bytes by class.
    pub(crate) bytes: ByClass<f64>,
}

impl<'a> Pass<'a> {
    /// The pass of a scenario's main model for `users` sequences in all.
    #[must_use]
    pub fn new(s: &'a Scenario, users: f64) -> Self {
        Self::with_model(s, &s.model, users)
    }

    /// The pass of another model on the same devices.
    #[must_use]
    pub fn with_model(s: &'a Scenario, model: &'a Prepared, users: f64) -> Self {
        let counts = model.counts;
        let lanes = Lanes::of(s, &counts, users);
        let same = core::ptr::eq(model, &raw const *s.model);
        let on_host = if same {
            OnHost::of(s, &counts)
        } else {
            OnHost::NOTHING
        };
        Self {
            s,
            model,
            counts,
            lanes,
            rates: Rates::of(s),
            on_host,
            read: kv::read(&model.model, &s.kv, s.context),
            attention: flops::decode_attention(&model.model, s.context).get(),
        }
    }

    /// The same pass with another number of sequences in all.
    #[must_use]
    pub(crate) fn for_users(&self, users: f64) -> Self {
        Self {
            lanes: Lanes::of(self.s, &self.counts, users),
            ..*self
        }
    }

    /// Distinct experts over experts of one token, 1 or more, for `tokens` tokens a sequence.
    #[must_use]
    pub fn experts_times(&self, users: f64, tokens: f64) -> f64 {
        if self.counts.per_token <= 0.0 {
            return 1.0;
        }
        let routing = routing(&self.s.coefficients);
        touched(
            self.counts.experts,
            self.counts.per_token,
            users,
            tokens,
            routing,
        ) / self.counts.per_token
    }

    /// Weight bytes of one pass, by class.
    #[must_use]
    pub fn weight_bytes(&self, tokens: f64) -> ByClass<f64> {
        self.load(tokens).bytes
    }

    /// The weights that a pass of `tokens` tokens for each sequence reads.
    pub(crate) fn load(&self, tokens: f64) -> Load {
        let times = self.experts_times(self.lanes.users, tokens);
        let mut bytes = ByClass(self.model.weights.read.0.map(Bytes::get));
        bytes[Class::RoutedExperts] *= times;
        Load {
            tokens,
            times,
            bytes,
        }
    }

    /// KV bytes one sequence reads at the scenario's context.
    #[must_use]
    pub const fn kv_read(&self) -> KvRead {
        self.read
    }

    /// Operations of attention and state for one token of one sequence at the scenario's context.
    pub(crate) const fn attention_flops(&self) -> f64 {
        self.attention
    }

    /// The parts of a pass of `tokens` tokens for each sequence.
    ///
    /// Units: s and B. Source: `docs/FORMULAS.md#decode`. Holds when: decode is not overlapped
    /// with other work on the same devices.
    #[must_use]
    pub fn parts(&self, tokens: f64) -> Parts {
        let mut parts = Parts::default();
        self.add_parts(&mut parts, &self.load(tokens));
        parts
    }

    /// Adds the parts of a pass whose weights are known.
    pub(crate) fn add_parts(&self, parts: &mut Parts, load: &Load) {
        self.device_weights(parts, load);
        self.cache(parts, load.tokens);
        self.overheads(parts, load.tokens);
        self.exchanges(parts, load.tokens);
        self.host(parts, load);
    }

    fn device_weights(&self, parts: &mut Parts, load: &Load) {
        let c = &self.s.coefficients;
        let w = &self.model.weights;
        let Load {
            tokens,
            times,
            bytes,
        } = load;
        let stream = self.rates.bandwidth * c.weight_efficiency;
        let expert_stream =
            (stream * c.expert_efficiency).min(self.rates.bandwidth) * self.lanes.experts;
        let dense_stream = stream * self.lanes.weights;
        let mut seconds = ByClass([0.0; 9]);
        let mut streaming = 0.0;
        let (mut matrix, mut unpack) = (0.0, 0.0);
        let batch = self.lanes.users * *tokens;
        for class in Class::ALL {
            let here = 1.0 - self.on_host.share[class];
            let rate = if class == Class::RoutedExperts {
                expert_stream
            } else {
                dense_stream
            };
            seconds[class] = here * bytes[class] / rate;
            streaming += seconds[class];
            let (touched, split) = if class == Class::RoutedExperts {
                (w.active[class].get() * times, self.lanes.experts)
            } else {
                (w.active[class].get(), self.lanes.weights)
            };
            unpack += here * touched / split;
        }
        let dense =
            (w.layer_matmul - w.expert_matmul).get() * (1.0 - self.on_host.share[Class::Attention]);
        let experts = w.expert_matmul.get() * (1.0 - self.on_host.share[Class::RoutedExperts]);
        let head = w.head_matmul.get() * (1.0 - self.on_host.share[Class::LmHead]);
        matrix +=
            2.0 * batch * ((dense + head) / self.lanes.weights + experts / self.lanes.experts);
        matrix /= (self.matrix_share(batch) * matrix_rate(self.s, &self.rates, w.kernel)).max(1.0);
        unpack *= unpack_ops(c, w.kernel) / self.rates.fp32.max(1.0);
        let compute = matrix + unpack;
        let (scale, extra) = smooth::share(streaming, compute);
        for class in Class::ALL {
            let here = 1.0 - self.on_host.share[class];
            parts.push(
                PartName::Weights(class),
                here * bytes[class],
                seconds[class] * scale,
            );
        }
        if compute > 0.0 {
            parts.push(PartName::Matrix, 0.0, extra * matrix / compute);
            parts.push(PartName::Unpack, 0.0, extra * unpack / compute);
        }
    }

    /// Share of the matrix rate that a batch reaches: vector kernels for few tokens, matrix
    /// kernels above; never less in time than the smaller batch.
    fn matrix_share(&self, batch: f64) -> f64 {
        let c = &self.s.coefficients;
        if !self.s.engine.is_ggml() {
            return c.decode_mfu;
        }
        if batch <= VECTOR_KERNEL_TOKENS {
            return c.small_batch_mfu;
        }
        // Past the switch the matrix kernels take over, but a step never gets shorter by it.
        c.decode_mfu
            .min(c.small_batch_mfu * batch / VECTOR_KERNEL_TOKENS)
    }

    fn cache(&self, parts: &mut Parts, tokens: f64) {
        let c = &self.s.coefficients;
        let users = self.lanes.users;
        let read = self.kv_read();
        let here = 1.0 - self.on_host.kv;
        let reach = self.rates.bandwidth * kv_efficiency(self.s, c).min(1.0);
        let latent_reach = self.rates.bandwidth * c.mla_efficiency;
        let kv = users * read.attention.get() * here;
        let latent = users * read.mla.get() * here;
        let index = users * read.index.get() * here;
        let state = users * 2.0 * self.model.sizes.state.get() * here;
        let times = [
            kv / (reach * self.lanes.kv),
            latent / latent_reach,
            index / latent_reach.max(reach),
            state / (self.rates.bandwidth * c.state_efficiency * self.lanes.state),
        ];
        let streaming: f64 = times.iter().sum();
        let compute = users * tokens * self.attention * here
            / self.lanes.weights
            / (c.prefill_attention_mfu * self.rates.fp16).max(1.0);
        let (scale, extra) = smooth::share(streaming, compute);
        parts.push(PartName::Kv, kv, times[0] * scale);
        parts.push(PartName::Latent, latent, times[1] * scale);
        parts.push(PartName::Index, index, times[2] * scale);
        parts.push(PartName::State, state, times[3] * scale);
        parts.push(PartName::AttentionCompute, 0.0, extra);
    }

    fn overheads(&self, parts: &mut Parts, tokens: f64) {
        let c = &self.s.coefficients;
        let several = (self.lanes.users * tokens - 1.0).clamp(0.0, 1.0);
        let aged = overhead_factor(self.s) * (1.0 + (c.batch_overhead_factor - 1.0) * several);
        let layers = self.counts.layers() - self.on_host.layers;
        let per_layer = layers * c.layer_overhead_us * 1e-6 * aged;
        parts.push(PartName::LayerOverhead, 0.0, per_layer);
        let moe = self.counts.moe * c.moe_layer_overhead_us * 1e-6 * aged;
        parts.push(PartName::MoeOverhead, 0.0, moe);
        let linear = self.counts.linear * c.linear_layer_overhead_us * 1e-6 * aged;
        parts.push(PartName::LinearOverhead, 0.0, linear);
        parts.push(PartName::StepOverhead, 0.0, c.step_overhead_us * 1e-6);
        let users = (self.lanes.users - 1.0).max(0.0) * c.user_overhead_us * 1e-6;
        parts.push(PartName::UserOverhead, 0.0, users);
    }

    fn exchanges(&self, parts: &mut Parts, tokens: f64) {
        let c = &self.s.coefficients;
        let lanes = &self.lanes;
        let message = lanes.users * tokens * f64::from(self.model.model.hidden) * ACTIVATION_BYTES;
        if lanes.all_reduces > 0.0 {
            let seconds = lanes.all_reduces * all_reduce(self.s, message);
            parts.push(PartName::AllReduce, lanes.all_reduces * message, seconds);
        }
        if lanes.all_to_alls > 0.0 {
            // Expected distinct remote ranks among the k experts of a token.
            let n = lanes.size;
            let remote = (n - 1.0) * (1.0 - (1.0 - 1.0 / n).powf(self.counts.per_token));
            let bytes = message / ACTIVATION_BYTES * EXCHANGE_BYTES / 2.0 * remote / n;
            let link = (c.link_efficiency * self.s.link.bandwidth.get()).max(1.0);
            let one = c.all_reduce_factor * small_message(&self.s.link, n) + bytes / link;
            parts.push(
                PartName::AllToAll,
                lanes.all_to_alls * bytes,
                lanes.all_to_alls * one,
            );
        }
        let boundaries = lanes.boundaries + lanes.machine_boundaries;
        if boundaries > 0.0 {
            let link = (c.link_efficiency * self.s.link.bandwidth.get()).max(1.0);
            let seconds = lanes.boundaries * c.boundary_us * 1e-6
                + lanes.machine_boundaries * c.machine_boundary_ms * 1e-3
                + boundaries * message / link;
            parts.push(PartName::Boundaries, boundaries * message, seconds);
        }
    }

    fn host(&self, parts: &mut Parts, load: &Load) {
        if !self.on_host.any() {
            return;
        }
        let c = &self.s.coefficients;
        let w = &self.model.weights;
        let host = HostRates::of(self.s);
        let Load {
            tokens,
            times,
            bytes,
        } = load;
        let batch = self.lanes.users * tokens;
        let stream = host.stream * c.host_efficiency;
        let (mut streaming, mut stored) = (0.0, 0.0);
        let (mut touched, mut multiplied) = (0.0, 0.0);
        for class in Class::ALL {
            let there = self.on_host.share[class];
            streaming += there * bytes[class] / stream;
            stored += there * w.stored[class].get();
            let active = there * w.active[class].get();
            multiplied += active;
            touched += active
                * if class == Class::RoutedExperts {
                    *times
                } else {
                    1.0
                };
        }
        let kv = self.lanes.users * self.on_host.kv * self.kv_read().attention.get();
        let compute = (2.0 * batch * multiplied + touched * unpack_ops(c, w.kernel)) / host.fp32;
        let whole = smooth_max(streaming, compute);
        let scale = if streaming > 0.0 {
            whole / streaming
        } else {
            0.0
        };
        for class in Class::ALL {
            let there = self.on_host.share[class] * bytes[class];
            parts.push(PartName::HostWeights(class), there, there / stream * scale);
        }
        parts.push(PartName::HostKv, kv, kv / stream);
        let layers = self.on_host.layers + self.on_host.expert_layers;
        parts.push(PartName::HostOverhead, 0.0, layers * c.host_layer_us * 1e-6);
        // What does not fit the host's memory is read from the SSD each time it is touched.
        let missing = (1.0 - host.memory / stored.max(1.0)).clamp(0.0, 1.0);
        let there: f64 = Class::ALL
            .iter()
            .map(|class| self.on_host.share[*class] * bytes[*class])
            .sum();
        parts.push(
            PartName::Ssd,
            missing * there,
            missing * there / (c.ssd_gb_s * 1e9),
        );
    }
}

/// What the host behind an offload can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HostRates {
    /// Bandwidth its stream reaches, B/s.
    pub stream: f64,
    /// Vector rate, FLOP/s.
    pub fp32: f64,
    /// Memory it can give, B.
    pub memory: f64,
}

impl HostRates {
    /// The host of a scenario.
    #[must_use]
    pub fn of(s: &Scenario) -> Self {
        let peak = s.host.bandwidth.get();
        Self {
            stream: s
                .host
                .stream
                .map_or(peak * CPU_STREAM_SHARE, |stream| stream.get().min(peak))
                .max(1.0),
            fp32: s.host.fp32.get().max(1.0),
            memory: (s.host.memory - s.host.reserve).get().max(0.0),
        }
    }
}

/// How tokens spread over experts by the coefficients.
#[must_use]
pub fn routing(c: &Coefficients) -> Routing {
    Routing {
        exponent: c.routing_exponent,
        sequence_share: c.sequence_expert_share,
        sequence_exponent: c.sequence_exponent,
    }
}

/// The matrix rate of the kernels that multiply a format, FLOP/s.
///
/// ggml multiplies in integers (or in FP16 with FP16 accumulate), which cards that halve FP16 with
/// FP32 accumulate run at full rate, and exllama accumulates in FP16 too; servers use the narrow
/// floats the hardware has.
///
/// Units: FLOP/s. Source: `docs/FORMULAS.md#decode`. Holds when: several tokens share a read of the
/// weights.
#[must_use]
pub fn matrix_rate(s: &Scenario, rates: &Rates, kernel: Kernel) -> f64 {
    match kernel {
        Kernel::Fp8 => rates.fp8,
        Kernel::Fp4 if s.engine.is_server() => rates.fp4,
        _ if s.engine.accumulates_narrow() => rates.integer,
        _ => rates.fp16,
    }
}

/// FP32 operations to unpack one weight.
///
/// Units: FP32 operations. Source: `docs/FORMULAS.md#decode`. Holds when: the format is unpacked by
/// vector units.
#[must_use]
pub fn unpack_ops(c: &Coefficients, kernel: Kernel) -> f64 {
    match kernel {
        Kernel::Float => 0.0,
        Kernel::Codebook => c.dequant_ops * c.codebook_factor,
        Kernel::Block | Kernel::KQuant | Kernel::IntGroup => c.dequant_ops,
        Kernel::Fp8 | Kernel::Fp4 => 0.25 * c.dequant_ops,
    }
}

/// Share of bandwidth that reading the cache reaches for its element type.
///
/// Units: share of bandwidth. Source: `docs/FORMULAS.md#decode`. Holds when: attention reads the
/// cache once.
#[must_use]
pub fn kv_efficiency(s: &Scenario, c: &Coefficients) -> f64 {
    let factor = match s.kv.kind {
        KvKind::Float => 1.0,
        KvKind::Byte => c.kv_byte_factor,
        KvKind::Block => c.kv_block_factor,
        KvKind::Exotic => c.kv_exotic_factor,
    };
    let flash = if s.flash_attention {
        1.0
    } else {
        c.kv_no_flash_factor
    };
    (c.kv_efficiency * factor * flash).clamp(1e-4, 1.0)
}

/// Growth of fixed times by the software's age and by eager launches.
///
/// Units: times. Source: `docs/FORMULAS.md#decode`. Holds when: the software is at most a few years
/// old.
#[must_use]
pub fn overhead_factor(s: &Scenario) -> f64 {
    let c = &s.coefficients;
    let eager = if s.eager { c.eager_factor } else { 1.0 };
    if s.age > 0.0 {
        (c.age_growth * s.age).exp() * eager
    } else {
        eager
    }
}
