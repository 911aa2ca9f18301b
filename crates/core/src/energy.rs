//! Power and cost of decode.

use crate::estimate::{Decode, Energy, Ranged};
use crate::scenario::Scenario;
use crate::units::{Joules, Watts};

pub(crate) const JOULES_PER_KWH: f64 = 3.6e6;
pub(crate) const SECONDS_PER_YEAR: f64 = 365.25 * 86_400.0;

/// Power, energy and cost of decode.
///
/// Power is a share of the limit, with a range because kernels differ; energy is power over the
/// speed of all users; cost adds the devices' price spread over their life where it is given.
///
/// Units: W, J, currency of the tariff. Source: `docs/FORMULAS.md#energy`. Holds when: the
/// machine around the devices is not counted.
pub(crate) fn energy(s: &Scenario, decode: &Decode) -> Energy {
    let c = &s.coefficients;
    let mut limit = 0.0;
    let mut known = true;
    for (device, count) in &s.devices {
        match device.tdp {
            Some(tdp) => {
                let own = s.power_limit.map_or(tdp, |cap| cap.min(tdp)).get();
                limit += own * f64::from(*count);
            }
            None => match s.power_limit {
                Some(cap) => limit += cap.get() * f64::from(*count),
                None => known = false,
            },
        }
    }
    let total = decode.total.get();
    let power = known.then(|| Ranged {
        value: Watts::new(limit * c.decode_power_share),
        low: Watts::new(limit * c.decode_power_low.min(c.decode_power_share)),
        high: Watts::new(limit * c.decode_power_high.max(c.decode_power_share)),
    });
    let slow = total * decode.low.get() / decode.per_user.get();
    let fast = total * decode.high.get() / decode.per_user.get();
    let joules_per_token = power.map(|power| Ranged {
        value: Joules::new(power.value.get() / total),
        low: Joules::new(power.low.get() / fast),
        high: Joules::new(power.high.get() / slow),
    });
    let capital = s
        .device_price
        .map(|price| price / (c.device_life_years * SECONDS_PER_YEAR * c.device_use).max(1.0));
    let cost_per_million = match (s.tariff, capital, power) {
        (None, None, _) | (Some(_), None, None) => None,
        (tariff, capital, power) => {
            let each = |watts: f64, speed: f64| {
                let energy = tariff.map_or(0.0, |price| watts * price / JOULES_PER_KWH);
                (energy + capital.unwrap_or(0.0)) * 1e6 / speed
            };
            let watts = |pick: fn(Ranged<Watts>) -> Watts| power.map_or(0.0, |p| pick(p).get());
            Some(Ranged {
                value: each(watts(|p| p.value), total),
                low: each(watts(|p| p.low), fast),
                high: each(watts(|p| p.high), slow),
            })
        }
    };
    Energy {
        power,
        joules_per_token,
        cost_per_million,
    }
}
