//! One decode step, with or without speculation, and its range.

use crate::estimate::{Decode, NO_BYTES};
use crate::flops;
use crate::kv;
use crate::model::Class;
use crate::parts::{PartName, Parts};
use crate::prefill::prefill_seconds;
use crate::range::{decode_range, octaves_outside};
use crate::scenario::Scenario;
use crate::speculative::{Cycle, cycle};
use crate::step::Pass;
use crate::units::{Bytes, Flops, Seconds, TokensPerSecond};

/// One decode step for all users over all devices.
#[must_use]
pub fn decode(s: &Scenario) -> Decode {
    let users = s.users.max(1.0);
    let pass = Pass::new(s, users);
    let Cycle {
        mut parts,
        tokens,
        verified,
        draft_bytes,
    } = cycle(&pass);
    if s.mixed_traffic {
        mix_prefill(s, &mut parts, tokens);
    }
    let time_factor = s.coefficients.decode_correction * s.anchor.map_or(1.0, |a| a.time);
    parts.scale(time_factor);
    let ceiling = ceiling_seconds(&pass);
    let mut step = parts.seconds();
    if verified <= 1.0 && step < ceiling {
        // No correction makes memory faster than it is.
        parts.scale(ceiling / step * (1.0 + 1e-12));
        step = parts.seconds();
    }

    let passes = pass.lanes.passes;
    let bytes = pass.weight_bytes(verified);
    let mut by_class = NO_BYTES;
    for class in Class::ALL {
        by_class[class] = Bytes::new(bytes[class] * passes);
    }
    let read = pass.kv_read();
    let kv_read = (read.attention + read.mla + read.index) * users;
    let state = kv::state(&s.model.model) * (2.0 * users);
    let flops = Flops::new(
        users
            * verified
            * (flops::decode_linear(&s.model.weights)
                + flops::decode_attention(&s.model.model, s.context))
            .get(),
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
    let bytes = pass.weight_bytes(1.0);
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
    let split = users * (read.attention + kv::state(&pass.model.model) * 2.0).get();
    let whole = users * (read.mla + read.index).get();
    time + (1.0 - there) * (split / (peak * pass.lanes.kv) + whole / peak)
        + there * users * read.attention.get() / host_peak
}

/// Adds other users' prefill: in steady traffic each user's prompt is read once per output, so
/// every step carries `users / output` prefills.
///
/// Units: s. Source: `docs/FORMULAS.md#mixed-traffic`. Holds when: a finished request is replaced
/// at once by one of the same lengths.
fn mix_prefill(s: &Scenario, parts: &mut Parts, tokens: f64) {
    let others = (s.users / s.output.max(1.0)).max(0.0) * tokens;
    parts.push(
        PartName::MixedPrefill,
        0.0,
        others * prefill_seconds(s).seconds,
    );
}
