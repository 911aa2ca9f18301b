//! Speculative decoding: draft a few tokens, verify them in one pass.

use crate::model::Class;
use crate::parts::{PartName, Parts};
use crate::scenario::{Draft, Scenario, Speculation};
use crate::step::{Load, Pass, overhead_factor};

/// One cycle: drafting and verifying; without speculation, one plain step.
#[derive(Clone, Debug)]
pub(crate) struct Cycle {
    /// What it consists of.
    pub(crate) parts: Parts,
    /// Tokens it yields each user.
    pub(crate) tokens: f64,
    /// Weights of the verifying pass.
    pub(crate) load: Load,
    /// Bytes read by drafting, one pass.
    pub(crate) draft_bytes: f64,
}

/// Tokens a cycle yields: `(1 - a^(k+1)) / (1 - a)`, the target's own token included.
///
/// Units: tokens. Source: Leviathan et al., arXiv 2211.17192, equation 1. Holds when: each drafted
/// token is accepted with the same probability given the one before was.
///
/// ```
/// let two = bpt_core::speculative::expected_tokens(0.7, 2.0);
/// assert!((two - 2.19).abs() < 1e-9);
/// ```
#[must_use]
pub fn expected_tokens(acceptance: f64, drafted: f64) -> f64 {
    let a = acceptance.clamp(0.0, 1.0);
    let k = drafted.max(0.0);
    if a >= 1.0 - 1e-9 {
        k + 1.0
    } else {
        (1.0 - a.powf(k + 1.0)) / (1.0 - a)
    }
}

/// The acceptance per token that yields so many tokens a cycle.
///
/// Units: probability. Source: inverse of [`expected_tokens`] by bisection. Holds when: `length`
/// lies between 1 and `drafted + 1`; outside, the nearest end is returned.
#[must_use]
pub fn acceptance_for_length(length: f64, drafted: f64) -> f64 {
    if length >= drafted + 1.0 {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if expected_tokens(middle, drafted) < length {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// One cycle of a pass.
///
/// Units: s. Source: `docs/FORMULAS.md#speculation`. Holds when: drafting and verifying do not
/// overlap.
pub(crate) fn cycle(pass: &Pass<'_>) -> Cycle {
    let speculation = pass.s.speculation.as_ref().filter(|s| s.tokens > 0.0);
    let mut cycle = Cycle {
        parts: Parts::default(),
        tokens: 1.0,
        load: pass.load(1.0 + speculation.map_or(0.0, |s| s.tokens)),
        draft_bytes: 0.0,
    };
    pass.add_parts(&mut cycle.parts, &cycle.load);
    if let Some(speculation) = speculation {
        draft(pass, speculation, &mut cycle);
    }
    cycle
}

/// Makes a pass over several tokens a cycle that drafts them first.
fn draft(pass: &Pass<'_>, speculation: &Speculation, cycle: &mut Cycle) {
    let unfused = speculation.unfused.max(1.0);
    cycle.parts.scale(unfused);
    let (draft_bytes, one_draft) = draft_cost(pass, speculation);
    let drafts = if speculation.draft == Draft::Block {
        1.0
    } else {
        speculation.tokens
    };
    cycle.parts.push(
        PartName::Draft,
        drafts * draft_bytes,
        drafts * one_draft * unfused,
    );
    cycle.tokens = expected_tokens(speculation.acceptance, speculation.tokens);
    cycle.draft_bytes = drafts * draft_bytes;
}

/// Bytes and seconds of one draft pass.
///
/// Units: B and s. Source: `docs/FORMULAS.md#draft-cost`. Holds when: drafting is not overlapped
/// with verifying.
pub(crate) fn draft_cost(pass: &Pass<'_>, speculation: &Speculation) -> (f64, f64) {
    let s = pass.s;
    let c = &s.coefficients;
    match &speculation.draft {
        Draft::Lookup => (0.0, 0.0),
        Draft::Model(model) => {
            let draft = Pass::with_model(s, model, s.users.max(1.0));
            let parts = draft.parts(1.0);
            let bytes = draft.weight_bytes(1.0).0.iter().sum();
            (bytes, parts.seconds() * c.draft_overhead_factor)
        }
        Draft::Share(share) => {
            let bytes: f64 = pass.weight_bytes(1.0).0.iter().sum();
            (
                share * bytes,
                share * pass.parts(1.0).seconds() * c.draft_overhead_factor,
            )
        }
        Draft::Head | Draft::Block => {
            let w = &pass.model.weights;
            let head = w.read[Class::LmHead].get();
            let layer = w.mtp_read.get() * pass.experts_times(pass.lanes.users, 1.0);
            let rate = pass.rates.bandwidth * c.weight_efficiency * pass.lanes.weights;
            let layers = pass.counts.layers().max(1.0);
            let kv = pass.lanes.users * pass.kv_read().attention.get()
                / layers
                / (pass.rates.bandwidth * c.kv_efficiency * pass.lanes.kv);
            let fixed = (c.layer_overhead_us + c.moe_layer_overhead_us) * 1e-6 * overhead_factor(s);
            let seconds = (head + layer) / rate + kv + fixed * c.draft_overhead_factor;
            (head + layer, seconds)
        }
    }
}

/// Speed-up over plain decode, the plain step's seconds and the cycle's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// Speed with speculation over speed without.
    pub speedup: f64,
    /// Cycle time over plain step time: tokens per cycle needed to break even.
    pub cost: f64,
    /// Acceptance per token at which the two are equal; `None` if none is enough.
    pub break_even: Option<f64>,
}

/// What speculation gains in a scenario; `None` without speculation.
///
/// Units: multiples. Source: `docs/FORMULAS.md#speculation`. Holds when: acceptance does not
/// depend on speed.
#[must_use]
pub fn gain(s: &Scenario) -> Option<Gain> {
    let speculation = s.speculation.as_ref().filter(|spec| spec.tokens > 0.0)?;
    let pass = Pass::new(s, s.users.max(1.0));
    let plain = pass.parts(1.0).seconds();
    let with = cycle(&pass);
    let cost = with.parts.seconds() / plain;
    let most = speculation.tokens + 1.0;
    let break_even = (cost <= most).then(|| {
        // A cycle no longer than a step never loses.
        if cost <= 1.0 {
            0.0
        } else {
            acceptance_for_length(cost, speculation.tokens)
        }
    });
    Some(Gain {
        speedup: with.tokens / cost,
        cost,
        break_even,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// formulas.md 8.1.
    #[test]
    fn leviathan_table() {
        for (a, tokens) in [
            (0.7, [1.70, 2.19, 2.53, 2.77]),
            (0.8, [1.80, 2.44, 2.95, 3.36]),
            (0.9, [1.90, 2.71, 3.44, 4.10]),
        ] {
            for (k, expected) in tokens.iter().enumerate() {
                let got = expected_tokens(a, k as f64 + 1.0);
                assert!((got - expected).abs() < 0.006, "a {a} k {k}: {got}");
            }
        }
    }

    /// formulas.md 8.5: 2.42 of 4 accepted is a = 0.81.
    #[test]
    fn acceptance_from_length() {
        assert!((acceptance_for_length(3.42, 4.0) - 0.81).abs() < 0.005);
        assert_eq!(acceptance_for_length(3.0, 2.0), 1.0);
        assert!(acceptance_for_length(1.0, 2.0) < 1e-9);
    }
}
