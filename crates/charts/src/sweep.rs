//! Estimates along one quantity: the points of a chart.

use bpt_core::estimate::rank;
use bpt_core::scenario::Scenario;
use bpt_core::units::Bytes;
use bpt_core::{Estimate, derived, limits};

/// Points of a curve before the special ones are added.
const POINTS: u32 = 120;

/// What the charts of `together` show at one context.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContextPoint {
    /// Tokens.
    pub context: f64,
    /// Speed for one user, tok/s, with the ends of its range.
    pub speed: [f64; 3],
    /// Whether the speed is an extrapolation from shorter contexts or fewer users.
    pub extrapolated: bool,
    /// Whether it fits.
    pub fits: bool,
    /// Weight bytes and KV bytes read in a step.
    pub read: [f64; 2],
    /// Weights, cache and state, buffers on the fullest device, GiB.
    pub held: [f64; 3],
    /// What that device gives, GiB.
    pub usable: f64,
}

impl ContextPoint {
    /// What an estimate at this context shows.
    #[must_use]
    pub fn at(context: f64, e: &Estimate) -> Self {
        let decode = &e.decode;
        Self {
            context,
            speed: [decode.per_user, decode.low, decode.high].map(|speed| speed.get()),
            extrapolated: decode.extrapolated > 0.0,
            fits: e.memory.fits,
            read: [
                decode.weight_bytes_read.get(),
                (decode.kv_bytes_read + decode.state_bytes_moved).get(),
            ],
            held: held(e),
            usable: fullest(e).1,
        }
    }

    /// What the fullest device has to hold, GiB.
    #[must_use]
    pub fn need(&self) -> f64 {
        self.held.iter().sum()
    }
}

/// Need, usable and physical memory of the fullest device, GiB.
#[must_use]
pub fn fullest(e: &Estimate) -> (f64, f64, f64) {
    e.memory.groups().first().map_or((0.0, 0.0, 0.0), |group| {
        (group.used.gib(), group.capacity.gib(), group.physical.gib())
    })
}

/// Weights, cache and buffers on the fullest device, GiB.
///
/// With several devices the device's need is divided as all devices' needs together are.
fn held(e: &Estimate) -> [f64; 3] {
    let memory = &e.memory;
    let used = fullest(e).0;
    let on_devices = memory.total - memory.host;
    let buffers = memory.compute + memory.overhead + memory.draft;
    let rest = (on_devices - buffers - memory.kv_allocated).max(Bytes::ZERO);
    let all = (rest + memory.kv_allocated + buffers).get();
    if all <= 0.0 {
        return [0.0; 3];
    }
    [rest, memory.kv_allocated, buffers].map(|part| part.get() / all * used)
}

/// One model's curve over context.
#[derive(Clone, Debug, PartialEq)]
pub struct ContextCurve {
    /// Its points over the whole chart, past its limit too.
    pub points: Vec<ContextPoint>,
    /// Longest context that fits, tokens; `None` if none does.
    pub full_at: Option<f64>,
    /// Context at which KV bytes pass weight bytes.
    pub crossing: Option<f64>,
    /// Trained context.
    pub trained: Option<f64>,
}

/// Varies one value of a scenario and keeps what is wanted of each estimate; how far memory
/// reaches, energy and notes are not in it.
#[must_use]
pub fn sweep<T>(
    scenario: &Scenario,
    values: &[f64],
    set: impl Fn(&mut Scenario, f64),
    keep: impl Fn(f64, &Estimate) -> T,
) -> Vec<T> {
    let mut changed = scenario.clone();
    values
        .iter()
        .map(|value| {
            set(&mut changed, *value);
            keep(*value, &rank(&changed))
        })
        .collect()
}

/// Values at equal ratios from `low` to `high`, both included.
#[must_use]
pub fn log_spaced(low: f64, high: f64, count: u32) -> Vec<f64> {
    let last = f64::from(count.max(2) - 1);
    (0..count.max(2))
        .map(|at| match at {
            0 => low,
            at if at + 1 == count => high,
            at => low * (high / low).powf(f64::from(at) / last),
        })
        .collect()
}

/// A model's curve over the range of the context slider. `now` is its estimate as it stands.
#[must_use]
pub fn over_context(scenario: &Scenario, now: &Estimate) -> ContextCurve {
    let (low, high) = (limits::CONTEXT.slider_min, limits::CONTEXT.slider_max);
    let full_at = now.memory.max_context.map(|tokens| tokens.get());
    let trained = scenario.model.model.max_context.map(f64::from);
    let mut contexts = log_spaced(low, high, POINTS);
    // Lines end, turn and are marked exactly where they should.
    let special = [full_at, trained, Some(scenario.context)];
    contexts.extend(
        special
            .into_iter()
            .flatten()
            .filter(|x| low < *x && *x < high),
    );
    bpt_core::order::sort(&mut contexts);
    contexts.dedup();
    let crossing = derived::kv_equals_weights(scenario).map(|tokens| tokens.get());
    ContextCurve {
        points: sweep(
            scenario,
            &contexts,
            |s, context| s.context = context,
            ContextPoint::at,
        ),
        full_at,
        crossing,
        trained,
    }
}

impl ContextCurve {
    /// The points up to where memory is full.
    #[must_use]
    pub fn fitting(&self) -> &[ContextPoint] {
        let full = self.full_at.unwrap_or(f64::NEG_INFINITY);
        let end = self.points.partition_point(|point| point.context <= full);
        &self.points[..end]
    }

    /// Where the line becomes an extrapolation, if it does before its end.
    #[must_use]
    pub fn dotted_from(&self) -> Option<f64> {
        let measured = self
            .points
            .iter()
            .find(|point| point.extrapolated)
            .map(|point| point.context);
        [measured, self.trained]
            .into_iter()
            .flatten()
            .min_by(f64::total_cmp)
    }
}
