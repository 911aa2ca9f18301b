//! Waiting: requests that arrive while earlier ones are served.

use crate::estimate::Decode;
use crate::scenario::Scenario;

/// Mean wait before a request's prefill starts; 0 without an arrival rate, `None` where requests
/// arrive faster than they finish.
///
/// One server with exponential service (`W = rho S / (1 - rho)`), where a request occupies it for
/// its prefill and its share of the decode steps.
///
/// Units: s. Source: Pollaczek-Khinchine with a squared coefficient of variation of 1
/// (`docs/FORMULAS.md#queue`). Holds when: arrivals are independent of each other.
#[must_use]
pub(crate) fn wait(s: &Scenario, prefill: f64, decode: &Decode) -> Option<f64> {
    let Some(rate) = s.request_rate.filter(|rate| *rate > 0.0) else {
        return Some(0.0);
    };
    let share = s.output * decode.step.get() / (decode.tokens_per_step * s.users.max(1.0));
    let load = rate * (prefill + share);
    (load < 1.0).then(|| mean_wait(load, prefill))
}

/// Mean wait in a queue with exponential service.
///
/// Units: s. Source: `docs/FORMULAS.md#queue`. Holds when: the load is below 1.
///
/// ```
/// // S = 1.2 s at 0.5 requests a second: load 0.6, wait 1.8 s.
/// assert!((bpt_core::queue::mean_wait(0.6, 1.2) - 1.8).abs() < 1e-12);
/// ```
#[must_use]
pub fn mean_wait(load: f64, service: f64) -> f64 {
    load * service / (1.0 - load)
}
