//! Power and cost, line by line.

use super::book::Book;
use super::key::{Id, Key, place};
use super::quantity::EnergyOf;
use super::{Expr, Origin, Row};
use crate::energy::{JOULES_PER_KWH, SECONDS_PER_YEAR};

/// Which end of a range.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Middle,
    Low,
    High,
}

impl Book<'_> {
    /// Power limit of all devices.
    fn limit(&mut self) -> Expr {
        let s = self.s;
        let mut terms = Vec::new();
        for (at, (device, count)) in s.devices.iter().enumerate() {
            let at = place(at);
            let tdp = device.tdp.map(|tdp| {
                let origin = Origin::Datum(Row::Device(at), "tdp_w");
                self.symbol(Key::Tdp.at(at), tdp.get(), origin)
            });
            let cap = s
                .power_limit
                .map(|cap| self.input(Key::PowerLimit, "power_limit_w", cap.get()));
            let each = match (tdp, cap) {
                (Some(tdp), Some(cap)) => tdp.at_most(cap),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => continue,
            };
            if *count == 1 {
                terms.push(each);
            } else {
                let count = f64::from(*count);
                let count = self.symbol(Key::Devices.at(at), count, Origin::Input("device_count"));
                terms.push(each * count);
            }
        }
        self.line(Key::Limit, Expr::sum(terms))
    }

    fn watts(&mut self, end: End) -> Expr {
        let limit = self.limit();
        let share = self.coefficient(Key::PowerShare, "decode_power_share");
        let share = match end {
            End::Middle => share,
            End::Low => self
                .coefficient(Key::PowerLow, "decode_power_low")
                .at_most(share),
            End::High => self
                .coefficient(Key::PowerHigh, "decode_power_high")
                .at_least(share),
        };
        limit * share
    }

    /// Speed of all users at an end of a cost's range: cheap where it is fast.
    fn all_speed(&mut self, end: End) -> Expr {
        let decode = &self.estimate.decode;
        let (total, one) = (decode.total.get(), decode.per_user.get());
        let (low, high) = (decode.low.get(), decode.high.get());
        let total = self.quantity(Key::TotalSpeed, "decode.tok_s_total", total);
        let (key, path, bound) = match end {
            End::Middle => return total,
            End::Low => (Key::HighSpeed, "decode.high", high),
            End::High => (Key::LowSpeed, "decode.low", low),
        };
        let bound = self.quantity(key, path, bound);
        let one = self.quantity(Key::Speed, "decode.tok_s_per_user", one);
        self.line(Key::EndSpeed, total * bound / one)
    }

    fn cost(&mut self, end: End) -> Expr {
        let s = self.s;
        let mut each = Vec::new();
        if let Some(price) = s.tariff {
            let tariff = self.input(Key::Tariff, "tariff_per_kwh", price);
            if self.estimate.energy.power.is_some() {
                let watts = self.watts(end);
                let watts = self.line(Key::Watts, watts);
                each.push(watts * tariff / JOULES_PER_KWH);
            } else {
                each.push(Expr::from(0.0) * tariff / JOULES_PER_KWH);
            }
        }
        if let Some(price) = s.device_price {
            let price = self.input(Key::Price, "device_price", price);
            let life = self.coefficient(Key::Life, "device_life_years");
            let busy = self.coefficient(Key::Busy, "device_use");
            each.push(price / (life * SECONDS_PER_YEAR * busy));
        }
        let second = self.line(Key::CostPerSecond, Expr::sum(each));
        let speed = self.all_speed(end);
        second * 1e6 / speed
    }

    /// The last line of an energy quantity.
    pub(super) fn energy(&mut self, of: EnergyOf) -> Option<(Id, Expr)> {
        let end = match of {
            EnergyOf::Watts | EnergyOf::Joules | EnergyOf::Cost => End::Middle,
            EnergyOf::WattsLow | EnergyOf::JoulesLow | EnergyOf::CostLow => End::Low,
            EnergyOf::WattsHigh | EnergyOf::JoulesHigh | EnergyOf::CostHigh => End::High,
        };
        Some(match of {
            EnergyOf::Watts | EnergyOf::WattsLow | EnergyOf::WattsHigh => {
                (Key::Watts.id(), self.watts(end))
            }
            EnergyOf::Joules | EnergyOf::JoulesLow | EnergyOf::JoulesHigh => {
                let watts = self.watts(end);
                let watts = self.line(Key::Watts, watts);
                let speed = self.all_speed(end);
                (Key::Joules.id(), watts / speed)
            }
            EnergyOf::Cost | EnergyOf::CostLow | EnergyOf::CostHigh => {
                (Key::Cost.id(), self.cost(end))
            }
        })
    }
}
