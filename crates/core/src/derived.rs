//! What follows from an estimate: crossings, floors, whole answers, and what would help most.

use std::sync::Arc;

use crate::decode::decode;
use crate::device::Device;
use crate::estimate::{Decode, Ranged};
use crate::kv;
use crate::limits;
use crate::parts::PartKind;
use crate::prefill::{STREAM_TOKENS, copying_saves, prefill};
use crate::scenario::{ParallelKind, Placement, Scenario};
use crate::speculative::gain;
use crate::step::Pass;
use crate::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds, Tokens, TokensPerSecond};

/// Numbers derived from an estimate on request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Derived {
    /// Speed with speculation over speed without, with its range.
    pub speculative_speedup: Option<Ranged<f64>>,
    /// Context at which one user's KV bytes read equal the weight bytes read; `None` if never.
    pub kv_equals_weights: Option<Tokens>,
    /// Speed for one user with infinite bandwidth.
    pub floor: TokensPerSecond,
    /// Time of a whole answer: first token and the rest of the output.
    pub answer: Option<Seconds>,
    /// Acceptance per token at which speculation breaks even; `None` if none is enough or off.
    pub break_even_acceptance: Option<f64>,
    /// Reading time that dividing every layer over the devices saves.
    pub split_saves: Option<Seconds>,
    /// Exchange time that it pays for that.
    pub split_pays: Option<Seconds>,
    /// Speed under mixed traffic: other users' prefill between the steps.
    pub mixed: TokensPerSecond,
    /// Batch at which arithmetic takes over from streaming weights; `None` if never.
    pub compute_knee: Option<f64>,
    /// Users at which the KV cache read equals the weights read.
    pub kv_knee: Option<f64>,
    /// Tokens in a batch from which weights in RAM are copied over the bus; `None` if never, or
    /// where none lie there.
    pub copying_pays: Option<Tokens>,
}

/// Derives them.
#[must_use]
pub fn derived(s: &Scenario) -> Derived {
    let now = decode(s);
    let gain = gain(s);
    let first = prefill(s, &now).ttft;
    let (saves, pays) = split(s);
    Derived {
        speculative_speedup: gain.map(|gain| speedup(gain.speedup, &now)),
        kv_equals_weights: kv_equals_weights(s),
        floor: floor(s),
        answer: first.map(|first| answer(s, first, &now)),
        break_even_acceptance: gain.and_then(|gain| gain.break_even),
        split_saves: saves,
        split_pays: pays,
        mixed: mixed(s),
        compute_knee: compute_knee(s),
        kv_knee: kv_knee(s, &now),
        copying_pays: copying_pays(s),
    }
}

/// A speed-up with its range.
pub(crate) fn speedup(speedup: f64, now: &Decode) -> Ranged<f64> {
    // Weights and cache cancel in the ratio; what is left is about half of each range.
    let half = |bound: f64| (bound / now.per_user.get()).sqrt();
    Ranged {
        value: speedup,
        low: speedup * half(now.low.get()),
        high: speedup * half(now.high.get()),
    }
}

/// Time of a whole answer whose first token takes so long.
///
/// Units: s. Source: `docs/FORMULAS.md#decode`. Holds when: the cache grows evenly over the answer.
pub(crate) fn answer(s: &Scenario, first: Seconds, now: &Decode) -> Seconds {
    first + Seconds::new((s.output - 1.0).max(0.0) / now.per_user.get())
}

/// Speed for one user with other users' prefill between the steps.
///
/// Units: tokens/s. Source: `docs/FORMULAS.md#mixed-traffic`. Holds when: a finished request is
/// replaced at once.
pub(crate) fn mixed(s: &Scenario) -> TokensPerSecond {
    with(s, |s| s.mixed_traffic = true).per_user
}

fn with(s: &Scenario, change: impl FnOnce(&mut Scenario)) -> Decode {
    let mut changed = s.clone();
    change(&mut changed);
    decode(&changed)
}

/// Context at which one sequence's KV bytes read equal the weight bytes read.
///
/// Units: tokens. Source: `docs/FORMULAS.md#crossing`. Holds when: the cache grows with context.
#[must_use]
pub fn kv_equals_weights(s: &Scenario) -> Option<Tokens> {
    let weights: f64 = Pass::new(s, s.users.max(1.0))
        .weight_bytes(1.0)
        .0
        .iter()
        .sum();
    let users = s.users.max(1.0);
    let read = |n: f64| users * kv::read(&s.model.model, &s.kv, n).total().get();
    crossing(limits::CONTEXT.max, |n| read(n) - weights).map(Tokens::new)
}

/// Speed for one user with infinite bandwidth of devices and host.
///
/// Units: tokens/s. Source: `docs/FORMULAS.md#decode`. Holds when: fixed work does not shrink with
/// bandwidth.
#[must_use]
pub fn floor(s: &Scenario) -> TokensPerSecond {
    decode(&endless(s)).per_user
}

/// The scenario with infinite bandwidth of devices and host.
pub(crate) fn endless(s: &Scenario) -> Scenario {
    let endless = BytesPerSecond::new(1e30);
    let mut changed = s.clone();
    for (device, _) in &mut changed.devices {
        device.bandwidth = endless;
        device.stream = device.stream.map(|_| endless);
    }
    changed.host.bandwidth = endless;
    changed.host.stream = changed.host.stream.map(|_| endless);
    changed
}

/// What dividing every layer over the devices saves in reading and pays in exchanges, for one
/// step: tensor parallel wins where the first is larger.
///
/// Units: s. Source: `docs/FORMULAS.md#when-splitting-wins`. Holds when: the model fits on one.
#[must_use]
pub fn split(s: &Scenario) -> (Option<Seconds>, Option<Seconds>) {
    let Some((one, divided)) = split_steps(s) else {
        return (None, None);
    };
    let saves = reading_parts(&one) - reading_parts(&divided);
    let pays = divided.parts.seconds_of(PartKind::Link);
    (Some(Seconds::new(saves)), Some(Seconds::new(pays)))
}

/// Time of the parts of a step that dividing its layers shortens.
pub(crate) fn reading_parts(d: &Decode) -> f64 {
    d.parts.seconds_of(PartKind::Weights)
        + d.parts.seconds_of(PartKind::Kv)
        + d.parts.seconds_of(PartKind::Compute)
}

/// A step on one of the devices, and one with every layer divided over all of them; `None` where
/// there is one device.
pub(crate) fn split_steps(s: &Scenario) -> Option<(Decode, Decode)> {
    let count = s.device_count();
    if count < 2 {
        return None;
    }
    let mut one = s.clone();
    one.devices.truncate(1);
    one.devices[0].1 = 1;
    one.nodes = 1;
    one.parallel = parallel_of(ParallelKind::None, 1);
    let mut divided = s.clone();
    if !s.parallel.kind.divides_layers() {
        divided.parallel = parallel_of(ParallelKind::Tensor, count);
    }
    Some((decode(&one), decode(&divided)))
}

fn parallel_of(kind: ParallelKind, size: u32) -> crate::scenario::Parallel {
    crate::scenario::Parallel {
        kind,
        size,
        replicas: 1,
    }
}

/// Users at which the cache read equals the weights read.
///
/// Units: users. Source: `docs/FORMULAS.md#crossing`. Holds when: the cache grows with users.
pub(crate) fn kv_knee(s: &Scenario, now: &Decode) -> Option<f64> {
    let each = now.kv_bytes_read / s.users.max(1.0);
    let pass = Pass::new(s, 1.0);
    let weights = |users: f64| -> f64 {
        let mut pass = pass;
        pass.lanes.users = users;
        pass.weight_bytes(1.0).0.iter().sum()
    };
    crossing(limits::USERS.max, |users| {
        users * each.get() - weights(users.max(1.0))
    })
}

/// Users at which arithmetic on weights takes as long as streaming them.
///
/// Units: users. Source: `docs/FORMULAS.md#decode`. Holds when: one kernel family serves all
/// batches.
pub(crate) fn compute_knee(s: &Scenario) -> Option<f64> {
    let streamed = |users: f64| {
        let d = with(s, |s| s.users = users.max(1.0));
        d.parts.seconds_of(PartKind::Compute) - d.parts.seconds_of(PartKind::Weights)
    };
    crossing(limits::USERS.max, streamed)
}

/// Tokens in a batch from which copying weights over the bus beats computing them in RAM.
///
/// Units: tokens. Source: `docs/FORMULAS.md#streaming`. Holds when: copying does not overlap
/// computing.
pub(crate) fn copying_pays(s: &Scenario) -> Option<Tokens> {
    let pass = Pass::new(s, 1.0);
    if !pass.on_host.any() || s.placement == Placement::CpuOnly {
        return None;
    }
    let found = crossing(limits::UBATCH.max, |batch| copying_saves(&pass, batch))?;
    Some(Tokens::new(found.max(STREAM_TOKENS)))
}

/// Where a rising function passes zero, by bisection in the logarithm.
fn crossing(most: f64, f: impl Fn(f64) -> f64) -> Option<f64> {
    if f(1.0) >= 0.0 {
        return Some(1.0);
    }
    if f(most) < 0.0 {
        return None;
    }
    let (mut low, mut high) = (1.0, most);
    for _ in 0..50 {
        let middle = (low * high).sqrt();
        if f(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some((low * high).sqrt())
}

/// Inputs whose effect on speed is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// Memory bandwidth of all devices.
    Bandwidth,
    /// Matrix and vector rates of all devices.
    Compute,
    /// Bytes of the weights.
    WeightBytes,
    /// Tokens of context.
    Context,
    /// Users at once.
    Users,
    /// Fixed time per layer and step.
    FixedWork,
    /// Waiting time of the link.
    LinkLatency,
    /// Bandwidth of the host's memory.
    HostBandwidth,
}

impl Input {
    /// All inputs, in order.
    pub const ALL: [Self; 8] = [
        Self::Bandwidth,
        Self::Compute,
        Self::WeightBytes,
        Self::Context,
        Self::Users,
        Self::FixedWork,
        Self::LinkLatency,
        Self::HostBandwidth,
    ];

    /// The name used in estimates.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Bandwidth => "bandwidth",
            Self::Compute => "compute",
            Self::WeightBytes => "weight_bytes",
            Self::Context => "context",
            Self::Users => "users",
            Self::FixedWork => "fixed_work",
            Self::LinkLatency => "link_latency",
            Self::HostBandwidth => "host_bandwidth",
        }
    }

    /// The scenario with this input multiplied.
    #[must_use]
    pub fn scaled(self, s: &Scenario, factor: f64) -> Scenario {
        let mut s = s.clone();
        match self {
            Self::Bandwidth => {
                for (device, _) in &mut s.devices {
                    scale_bandwidth(device, factor);
                }
            }
            Self::Compute => {
                for (device, _) in &mut s.devices {
                    scale_compute(device, factor);
                }
            }
            Self::WeightBytes => {
                let model = Arc::make_mut(&mut s.model);
                let bytes = |b: Bytes| b * factor;
                model.weights.stored.0 = model.weights.stored.0.map(bytes);
                model.weights.read.0 = model.weights.read.0.map(bytes);
            }
            Self::Context => s.context *= factor,
            Self::Users => s.users = (s.users * factor).max(1.0),
            Self::FixedWork => {
                s.coefficients.layer_overhead_us *= factor;
                s.coefficients.moe_layer_overhead_us *= factor;
                s.coefficients.linear_layer_overhead_us *= factor;
                s.coefficients.step_overhead_us *= factor;
            }
            Self::LinkLatency => {
                s.coefficients.all_reduce_factor *= factor;
                s.coefficients.all_reduce_us *= factor;
                s.coefficients.boundary_us *= factor;
                s.coefficients.machine_boundary_ms *= factor;
            }
            Self::HostBandwidth => scale_bandwidth(&mut s.host, factor),
        }
        s
    }
}

fn scale_bandwidth(device: &mut Device, factor: f64) {
    device.bandwidth = device.bandwidth * factor;
    device.stream = device.stream.map(|stream| stream * factor);
}

fn scale_compute(device: &mut Device, factor: f64) {
    let scaled = |rate: FlopsPerSecond| rate * factor;
    device.fp16 = scaled(device.fp16);
    device.fp32 = scaled(device.fp32);
    device.int8 = device.int8.map(scaled);
    device.fp8 = device.fp8.map(scaled);
    device.fp4 = device.fp4.map(scaled);
}

/// Multiple by which an input is moved up and down to see its effect.
pub(crate) const ELASTICITY_STEP: f64 = 1.01;

/// Elasticity of decode time to an input: percent of time for one percent of input.
///
/// Units: ratio. Source: central difference of the estimate over 2 %. Holds when: the input is
/// not at a limit.
#[must_use]
pub fn elasticity(s: &Scenario, input: Input) -> f64 {
    let up = decode(&input.scaled(s, ELASTICITY_STEP)).step.get();
    let down = decode(&input.scaled(s, 1.0 / ELASTICITY_STEP)).step.get();
    (up / down).ln() / (2.0 * ELASTICITY_STEP.ln())
}

/// The multiple of an input's present value at which one user gets a speed; `None` if no amount is
/// enough.
///
/// Units: multiple. Source: bisection of the estimate. Holds when: speed moves one way with the
/// input.
#[must_use]
pub fn needed(s: &Scenario, input: Input, target: TokensPerSecond) -> Option<f64> {
    let speed = |factor: f64| decode(&input.scaled(s, factor)).per_user.get();
    let (far_down, far_up) = (1e-6, 1e6);
    let (at_down, at_up) = (speed(far_down), speed(far_up));
    let rising = at_up >= at_down;
    let goal = target.get();
    if (rising && at_up < goal) || (!rising && at_down < goal) {
        return None;
    }
    let (mut low, mut high): (f64, f64) = (far_down, far_up);
    for _ in 0..60 {
        let middle = (low * high).sqrt();
        if (speed(middle) < goal) == rising {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some((low * high).sqrt())
}
