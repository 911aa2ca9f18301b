//! Reading the prompt, and the time to the first token.

use crate::estimate::{Decode, Prefill};
use crate::experts::one_sequence;
use crate::flops;
use crate::model::Class;
use crate::parallel::all_reduce;
use crate::queue;
use crate::range::prefill_range;
use crate::scenario::{ParallelKind, Scenario};
use crate::smooth::smooth_max;
use crate::step::{ACTIVATION_BYTES, HostRates, Pass, matrix_rate, routing};
use crate::units::{Flops, Seconds, Tokens};

/// Smallest batch for which llama.cpp copies weights from RAM to the device.
pub(crate) const STREAM_TOKENS: f64 = 32.0;
/// Bytes that move for each score where attention is not fused: in FP32, written by the product with
/// keys, read and written by the softmax, read by the product with values.
pub(crate) const SCORE_BYTES: f64 = 16.0;
/// Batches that a layer split keeps in flight.
pub(crate) const IN_FLIGHT: f64 = 4.0;

/// The work and the time of a prefill, before ranges and queueing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// New tokens.
    pub tokens: f64,
    /// Operations on weights.
    pub linear: Flops,
    /// Operations of attention and state.
    pub attention: Flops,
    /// Time.
    pub seconds: f64,
    /// Of it, the memory floor.
    pub floor: f64,
}

/// Time of one prefill.
///
/// Linear work at a share of the matrix rate that grows with the batch (per expert in a MoE), not
/// below one read of the weights per batch; attention at its own share, and without flash attention
/// its scores through memory; fixed time per layer and batch; between machines the activations of each batch over the link.
///
/// Units: s. Source: `docs/FORMULAS.md#prefill`. Holds when: one prompt is read at a time.
#[must_use]
pub fn prefill_seconds(s: &Scenario) -> Work {
    prefill_work(&Pass::new(s, 1.0))
}

/// Time of one prefill of a scenario whose pass for one sequence is known.
///
/// Units: s and FLOP. Source: `docs/FORMULAS.md#prefill`. Holds when: one prompt is read at a time.
pub(crate) fn prefill_work(pass: &Pass<'_>) -> Work {
    let s = pass.s;
    let prompt = s.prompt.max(0.0);
    let cached = s.cached.max(0.0).min(prompt);
    // At least one token is always computed anew.
    let new = if prompt > 0.0 {
        (prompt - cached).max(1.0)
    } else {
        0.0
    };
    let depth = s.prefill_depth.max(0.0) + (prompt - new);
    let linear = flops::prefill_linear(&s.model.weights, new);
    let attention =
        flops::prefill_attention_as(&s.model.model, new, depth, s.engine.absorbs_prompts());
    if new <= 0.0 {
        return Work {
            tokens: 0.0,
            linear,
            attention,
            seconds: 0.0,
            floor: 0.0,
        };
    }
    let c = &s.coefficients;
    let w = &s.model.weights;
    let chunks = (new / s.ubatch.max(1.0)).max(1.0);
    let batch = new / chunks;
    let rate = matrix_rate(s, &pass.rates, w.kernel).max(1.0);

    let touched = experts_touched(pass, batch);
    let per_token = pass.counts.per_token.max(1.0);
    let per_expert = batch * per_token / touched;

    let here = 1.0 - pass.on_host.share[Class::Attention];
    let experts_here = 1.0 - pass.on_host.share[Class::RoutedExperts];
    let expert_flops = 2.0 * w.expert_matmul.get() * new;
    let dense_flops = (linear.get() - expert_flops).max(0.0);
    let dense_rate = c.prefill_mfu * batch / (batch + c.half_batch_tokens) * rate;
    let expert_rate = (c.prefill_mfu * c.prefill_expert_factor).min(1.0) * per_expert
        / (per_expert + c.half_expert_tokens)
        * rate;
    let lanes = &pass.lanes;
    let compute = dense_flops * here / (dense_rate * lanes.weights)
        + if expert_flops > 0.0 {
            expert_flops * experts_here / (expert_rate * lanes.experts)
        } else {
            0.0
        };

    let stream = pass.rates.bandwidth * c.prefill_stream_share;
    let mut batch_read = 0.0;
    for class in Class::ALL {
        let split = if class == Class::RoutedExperts {
            lanes.experts
        } else {
            lanes.weights
        };
        let times = if class == Class::RoutedExperts {
            touched / per_token
        } else {
            1.0
        };
        batch_read +=
            (1.0 - pass.on_host.share[class]) * w.read[class].get() * times / (stream * split);
    }
    let floor = chunks * batch_read;
    let side_by_side = attention_lanes(s, lanes.size);
    let mut attention_seconds =
        attention.get() / (c.prefill_attention_mfu * pass.rates.fp16 * side_by_side).max(1.0);
    if !s.flash_attention {
        let scores = flops::prefill_scores(&s.model.model, new, depth, batch);
        attention_seconds += SCORE_BYTES * scores / (stream * side_by_side);
    }
    let fixed = chunks * pass.counts.layers() * c.prefill_layer_us * 1e-6;
    let mut seconds = smooth_max(compute, floor) + attention_seconds + fixed;
    seconds /= pipelined(s, chunks, lanes.size);
    if lanes.machine_boundaries > 0.0 {
        let message = batch * f64::from(s.model.model.hidden) * ACTIVATION_BYTES;
        let link = (c.link_efficiency * s.link.bandwidth.get()).max(1.0);
        seconds += chunks * lanes.machine_boundaries * (message / link);
    }
    if lanes.all_reduces > 0.0 {
        let message = batch * f64::from(s.model.model.hidden) * ACTIVATION_BYTES;
        seconds += chunks * lanes.all_reduces * all_reduce(s, message);
    }
    if pass.on_host.any() {
        seconds += host_seconds(pass, new, chunks, batch, touched / per_token);
    }
    let aged = if s.age > 0.0 {
        (c.prefill_age_growth * s.age).exp()
    } else {
        1.0
    };
    seconds = seconds * aged * c.prefill_correction + c.prefill_start_ms * 1e-3;
    Work {
        tokens: new,
        linear,
        attention,
        seconds,
        floor,
    }
}

/// Devices over which attention is divided.
fn attention_lanes(s: &Scenario, size: f64) -> f64 {
    match s.parallel.kind {
        ParallelKind::Tensor | ParallelKind::Expert => size,
        _ => 1.0,
    }
}

/// Gain of stages that work on different batches: `p M / (M + p - 1)`.
///
/// Units: multiple. Source: `docs/FORMULAS.md#pipeline`. Holds when: stages take equally long.
#[must_use]
pub fn pipelined_gain(stages: f64, batches: f64) -> f64 {
    stages * batches / (batches + stages - 1.0)
}

/// Whether stages work on different batches at once. llama.cpp hands a batch to another machine
/// and waits for it; between the devices of one machine it does not.
pub(crate) fn hands_over_in_flight(s: &Scenario) -> bool {
    s.parallel.kind != ParallelKind::LayerSplit || s.nodes <= 1
}

/// That gain in a scenario: only where layers are split.
fn pipelined(s: &Scenario, chunks: f64, size: f64) -> f64 {
    if s.parallel.kind.takes_turns() && size > 1.0 && hands_over_in_flight(s) {
        pipelined_gain(size, chunks.clamp(1.0, IN_FLIGHT))
    } else {
        1.0
    }
}

/// Experts of a layer that a batch of one prompt reads; 1 in a dense model.
fn experts_touched(pass: &Pass<'_>, batch: f64) -> f64 {
    let counts = &pass.counts;
    if counts.per_token > 0.0 {
        let routing = routing(&pass.s.coefficients);
        one_sequence(counts.experts, counts.per_token, batch, routing)
    } else {
        1.0
    }
}

/// What copying saves for one batch, against computing in the host's memory: above zero where
/// copying is quicker.
pub(crate) fn copying_saves(pass: &Pass<'_>, batch: f64) -> f64 {
    let times = experts_touched(pass, batch) / pass.counts.per_token.max(1.0);
    let [computed, streamed] = host_ways(pass, batch, 1.0, times);
    computed - streamed
}

/// Time that weights in the host's memory add: streamed over the bus once per batch, or computed
/// there, whichever is shorter.
///
/// Units: s. Source: `docs/FORMULAS.md#streaming`. Holds when: copying does not overlap computing.
fn host_seconds(pass: &Pass<'_>, new: f64, chunks: f64, batch: f64, times: f64) -> f64 {
    let [computed, streamed] = host_ways(pass, new, chunks, times);
    if batch < STREAM_TOKENS {
        computed
    } else {
        computed.min(streamed)
    }
}

/// Times of both ways: computed in the host's memory, and streamed over the bus.
fn host_ways(pass: &Pass<'_>, new: f64, chunks: f64, times: f64) -> [f64; 2] {
    let c = &pass.s.coefficients;
    let w = &pass.model.weights;
    let host = HostRates::of(pass.s);
    let (mut bytes, mut active) = (0.0, 0.0);
    for class in Class::ALL {
        let there = pass.on_host.share[class];
        let spread = if class == Class::RoutedExperts {
            times
        } else {
            1.0
        };
        bytes += there * w.read[class].get() * spread;
        active += there * w.active[class].get();
    }
    let computed = smooth_max(
        2.0 * new * active / (c.prefill_mfu * host.fp32).max(1.0),
        chunks * bytes / (host.stream * c.host_efficiency),
    );
    let rate = (c.prefill_mfu * matrix_rate(pass.s, &pass.rates, w.kernel)).max(1.0);
    let streamed = chunks * bytes / pass.s.pcie.get().max(1.0) + 2.0 * new * active / rate;
    [computed, streamed]
}

/// Reading one prompt, with its range and the time to the first token.
#[must_use]
pub fn prefill(s: &Scenario, decode: &Decode) -> Prefill {
    prefill_pass(&Pass::new(s, 1.0), decode)
}

/// The same for a scenario whose pass for one sequence is known.
pub(crate) fn prefill_pass(pass: &Pass<'_>, decode: &Decode) -> Prefill {
    let s = pass.s;
    let work = prefill_work(pass);
    let (low, high) = prefill_range(s);
    let speed = (work.tokens > 0.0).then(|| Tokens::new(work.tokens) / Seconds::new(work.seconds));
    let step = decode.step.get();
    let wait = queue::wait(s, work.seconds, decode);
    let first = |prefill: f64, step: f64, wait: f64| Seconds::new(wait + prefill + step);
    let decode_low = decode.low.get() / decode.per_user.get();
    let decode_high = decode.high.get() / decode.per_user.get();
    Prefill {
        flops_linear: work.linear,
        flops_attention: work.attention,
        seconds: Seconds::new(work.seconds),
        speed,
        low: speed.map(|speed| speed * low),
        high: speed.map(|speed| speed * high),
        ttft: wait.map(|wait| first(work.seconds, step, wait)),
        ttft_low: wait.map(|wait| first(work.seconds / high, step / decode_high, wait / high)),
        ttft_high: wait.map(|wait| first(work.seconds / low, step / decode_low, wait / low)),
        floor: Seconds::new(work.floor),
        wait: Seconds::new(wait.unwrap_or(0.0)),
    }
}
