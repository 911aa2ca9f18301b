//! How far the truth may lie from an estimate.

use crate::scenario::Scenario;

/// Octaves outside what was measured for the scenario's group: context, users, trained length.
///
/// Units: octaves. Source: `docs/FORMULAS.md#ranges`. Holds when: the group has measured rows.
#[must_use]
pub(crate) fn octaves_outside(s: &Scenario) -> f64 {
    let beyond = |value: f64, most: f64| {
        if most > 0.0 && value > most {
            (value / most).log2()
        } else {
            0.0
        }
    };
    beyond(s.context, s.spread.measured_context) + beyond(s.users, s.spread.measured_users)
}

/// The 80 % range of decode speed as multiples of the estimate: below 1 and above 1.
///
/// Widens with the cache's share of the step and by octaves outside what was measured; narrows
/// under the reader's own measurement.
///
/// Units: multiples. Source: `docs/FORMULAS.md#ranges`. Holds when: the scenario belongs to a
/// group whose errors were measured.
#[must_use]
pub(crate) fn decode_range(s: &Scenario, kv_share: f64, outside: f64) -> (f64, f64) {
    let spread = &s.spread;
    let wider = spread.kv * kv_share + spread.octave * outside;
    let narrow = s.anchor.map_or(1.0, |anchor| anchor.narrow);
    (
        (-(spread.decode_low + wider) * narrow).exp(),
        ((spread.decode_high + wider) * narrow).exp(),
    )
}

/// The 80 % range of prefill speed as multiples of the estimate.
///
/// Units: multiples. Source: `docs/FORMULAS.md#ranges`. Holds when: the machine is not busy with
/// something else.
#[must_use]
pub(crate) fn prefill_range(s: &Scenario) -> (f64, f64) {
    let spread = &s.spread;
    let most = spread.measured_prompt;
    let tokens = s.prompt + s.prefill_depth;
    let outside = if most > 0.0 && tokens > most {
        (tokens / most).log2()
    } else {
        0.0
    };
    let wider = spread.octave * outside;
    (
        (-(spread.prefill_low + wider)).exp(),
        (spread.prefill_high + wider).exp(),
    )
}
