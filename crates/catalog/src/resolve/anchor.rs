//! The reader's own measurement: moves the estimate and narrows its range.

use bpt_core::estimate;
use bpt_core::notes::Note;
use bpt_core::scenario::{Anchor, Scenario};

/// Standard deviation of the logarithm of one careful measurement.
const MEASUREMENT_SIGMA: f64 = 0.05;
/// Standard deviations from the middle to an end of an 80 % range.
const SIGMAS_TO_END: f64 = 1.2816;

/// Bayes with two normal distributions in log time: the calibrated range before, one measurement.
pub(super) fn anchor(scenario: &mut Scenario, own_tok_s: f64) {
    let decode = estimate(scenario).decode;
    let predicted = decode.per_user.get();
    if decode.ceiling.get() > 0.0
        && own_tok_s > decode.ceiling.get() * decode.tokens_per_step.max(1.0)
    {
        // Faster than memory can be read: something else was measured.
        scenario.notes.add(Note::AbovePhysics);
        return;
    }
    let width = (decode.high.get() / decode.low.get()).ln() / 2.0 / SIGMAS_TO_END;
    if !(predicted > 0.0 && width.is_finite() && width > 0.0) {
        return;
    }
    let prior = width * width;
    let noise = MEASUREMENT_SIGMA * MEASUREMENT_SIGMA;
    let gain = prior / (prior + noise);
    scenario.anchor = Some(Anchor {
        time: (gain * (predicted / own_tok_s).ln()).exp(),
        narrow: (1.0 - gain).sqrt(),
    });
}
