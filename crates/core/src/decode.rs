//! One decode step, with or without speculation, and its range.

use crate::estimate::Decode;
use crate::flops;
use crate::model::{ByClass, Class};
use crate::parts::{PartName, Parts};
use crate::prefill::prefill_work;
use crate::range::{decode_range, octaves_outside};
use crate::scenario::Scenario;
use crate::speculative::{Cycle, cycle};
use crate::step::{Load, Pass};
use crate::units::{Bytes, Flops, Seconds, TokensPerSecond};

/// One decode step for all users over all devices.
///
/// Units: s and tokens/s. Source: `docs/FORMULAS.md#decode`. Holds when: all sequences have the
/// same context.
#[must_use]
pub fn decode(s: &Scenario) -> Decode {
    decode_pass(&Pass::new(s, s.users.max(1.0)))
}

/// One decode step of a scenario whose pass for all its users is known.
pub(crate) fn decode_pass(pass: &Pass<'_>) -> Decode {
    let s = pass.s;
    let users = s.users.max(1.0);
    let Cycle {
        mut parts,
        tokens,
        load,
        draft_bytes,
    } = cycle(pass);
    let verified = load.tokens;
    if s.mixed_traffic {
        mix_prefill(pass, &mut parts, tokens);
    }
    let time_factor = s.coefficients.decode_correction * s.anchor.map_or(1.0, |a| a.time);
    parts.scale(time_factor);
    let ceiling = if verified == 1.0 {
        ceiling_of(pass, &load)
    } else {
        ceiling_seconds(pass)
    };
    let mut step = parts.seconds();
    if verified <= 1.0 && step < ceiling {
        // No correction makes memory faster than it is.
        parts.scale(ceiling / step * (1.0 + 1e-12));
        step = parts.seconds();
    }

    let passes = pass.lanes.passes;
    let by_class = ByClass(load.bytes.0.map(|bytes| Bytes::new(bytes * passes)));
    let read = pass.kv_read();
    let kv_read = (read.attention + read.mla + read.index) * users;
    let state = s.model.sizes.state * (2.0 * users);
    let flops = Flops::new(
        users * verified * (flops::decode_linear(&s.model.weights).get() + pass.attention_flops()),
    );
    let per_user = tokens / step;
    let kv_share = kv_share(&parts);
    let outside = octaves_outside(s);
    let (low, high) = decode_range(s, kv_share, outside);
    Decode {
        weight_bytes_read: by_class.total() + Bytes::new(draft_bytes * passes),
        weight_bytes_read_by_class: by_class,
        kv_bytes_read: kv_read,
        state_bytes_moved: state,
        flops,
        step: Seconds::new(step),
        tokens_per_step: tokens,
        per_user: TokensPerSecond::new(per_user),
        total: TokensPerSecond::new(per_user * users),
        low: TokensPerSecond::new(per_user * low),
        high: TokensPerSecond::new(per_user * high),
        ceiling: TokensPerSecond::new(1.0 / ceiling.max(1e-15)),
        bound: parts.bound(),
        parts,
        extrapolated: outside,
    }
}

/// Share of a step that reads the cache, 0 to 1.
///
/// Units: share. Source: `docs/FORMULAS.md#ranges`. Holds when: always: it is a quotient of parts.
#[must_use]
pub fn kv_share(parts: &Parts) -> f64 {
    let step = parts.seconds();
    let kv: f64 = parts
        .iter()
        .filter(|part| {
            matches!(
                part.name,
                PartName::Kv
                    | PartName::Latent
                    | PartName::Index
                    | PartName::HostKv
                    | PartName::AttentionCompute
            )
        })
        .map(|part| part.seconds)
        .sum();
    (kv / step).clamp(0.0, 1.0)
}

/// Time of one token if every byte moved at peak bandwidth and nothing else took time.
///
/// Units: s. Source: `docs/FORMULAS.md#ceiling`. Holds when: no token is speculated.
#[must_use]
pub fn ceiling_seconds(pass: &Pass<'_>) -> f64 {
    ceiling_of(pass, &pass.load(1.0))
}

/// The same, with the weights that one token of each sequence reads.
fn ceiling_of(pass: &Pass<'_>, load: &Load) -> f64 {
    let bytes = &load.bytes;
    let peak = pass.rates.peak;
    let host_peak = pass.s.host.bandwidth.get();
    let mut time = 0.0;
    for class in Class::ALL {
        let there = pass.on_host.share[class];
        let lanes = if class == Class::RoutedExperts {
            pass.lanes.experts
        } else {
            pass.lanes.weights
        };
        time += (1.0 - there) * bytes[class] / (peak * lanes);
        time += there * bytes[class] / host_peak;
    }
    let users = pass.lanes.users;
    let read = pass.kv_read();
    let there = pass.on_host.kv;
    let keys = users * read.attention.get() / pass.lanes.kv;
    let state = users * (pass.model.sizes.state * 2.0).get() / pass.lanes.state;
    let whole = users * (read.mla + read.index).get();
    time + (1.0 - there) * (keys + state + whole) / peak
        + there * users * read.attention.get() / host_peak
}

/// Adds other users' prefill: in steady traffic each user's prompt is read once per output, so
/// every step carries `users / output` prefills.
///
/// Units: s. Source: `docs/FORMULAS.md#mixed-traffic`. Holds when: a finished request is replaced
/// at once by one of the same lengths.
fn mix_prefill(pass: &Pass<'_>, parts: &mut Parts, tokens: f64) {
    let s = pass.s;
    let others = (s.users / s.output.max(1.0)).max(0.0) * tokens;
    parts.push(
        PartName::MixedPrefill,
        0.0,
        others * prefill_work(&pass.for_users(1.0)).seconds,
    );
}
