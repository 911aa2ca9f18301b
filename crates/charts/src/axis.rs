//! Axes: how values map to places, and which values are named.

/// How values map to places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps.
    Linear,
    /// Equal ratios.
    Log,
}

/// A named value on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Where.
    pub value: f64,
    /// Its name.
    pub label: String,
}

/// One axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// How values map.
    pub scale: Scale,
    /// Value at the low end; above zero on a logarithmic axis.
    pub min: f64,
    /// Value at the high end; above `min`.
    pub max: f64,
    /// Named values.
    pub ticks: Vec<Tick>,
    /// What it shows, with its unit.
    pub name: String,
}

impl Axis {
    /// Share of the axis' length at which a value lies; outside 0 to 1 beyond its ends.
    #[must_use]
    pub fn unit(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.min) / (self.max - self.min),
            Scale::Log => {
                let value = value.max(self.min * 1e-6);
                (value / self.min).ln() / (self.max / self.min).ln()
            }
        }
    }

    /// The value at a share of the axis' length.
    #[must_use]
    pub fn value(&self, unit: f64) -> f64 {
        match self.scale {
            Scale::Linear => self.min + unit * (self.max - self.min),
            Scale::Log => self.min * (self.max / self.min).powf(unit),
        }
    }
}

const MAXIMA: [f64; 10] = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.5, 10.0];
const STEPS: [f64; 5] = [1.0, 2.0, 2.5, 4.0, 5.0];

/// The smallest of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5 times a power of ten that is above a value.
///
/// ```
/// assert_eq!(bpt_charts::axis::nice_maximum(94.0), 100.0);
/// assert_eq!(bpt_charts::axis::nice_maximum(203.0), 250.0);
/// ```
#[must_use]
pub fn nice_maximum(value: f64) -> f64 {
    if !(1e-9..1e15).contains(&value) {
        return 1.0;
    }
    let power = 10f64.powf(value.log10().floor());
    MAXIMA
        .into_iter()
        .map(|factor| factor * power)
        .find(|maximum| *maximum > value)
        .unwrap_or(10.0 * power)
}

/// Round values from 0 to a maximum: about `wanted` of them, never fewer than two.
#[must_use]
pub fn linear_ticks(max: f64, wanted: usize) -> Vec<f64> {
    if !max.is_finite() || max <= 0.0 {
        return vec![0.0];
    }
    let base = 10f64.powf(max.log10().floor() - 1.0);
    let most = if wanted > 3 { wanted + 1 } else { 4 };
    let mut best: Option<(f64, f64)> = None;
    for power in [base, base * 10.0, base * 100.0] {
        for step in STEPS.map(|step| step * power) {
            let count = (max / step + 1e-9).floor() + 1.0;
            if count < 2.0 || count > most as f64 {
                continue;
            }
            let divides = (max / step - (max / step).round()).abs() < 1e-6;
            let off = (count - wanted as f64).abs();
            let few = if count < 3.0 { 2.0 } else { 0.0 };
            let cost = off + few + if divides { 0.0 } else { 1.5 };
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, step));
            }
        }
    }
    let step = best.map_or(max, |(_, step)| step);
    let count = (max / step + 1e-9).floor();
    let mut values = Vec::new();
    let mut at = 0.0;
    while at <= count {
        values.push(at * step);
        at += 1.0;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_those_of_the_design() {
        assert_eq!(linear_ticks(100.0, 5), [0.0, 25.0, 50.0, 75.0, 100.0]);
        assert_eq!(linear_ticks(100.0, 3), [0.0, 50.0, 100.0]);
        assert_eq!(
            linear_ticks(250.0, 5),
            [0.0, 50.0, 100.0, 150.0, 200.0, 250.0]
        );
        assert_eq!(linear_ticks(75.0, 3), [0.0, 25.0, 50.0, 75.0]);
    }

    #[test]
    fn every_maximum_has_three_to_six_ticks_or_nearly() {
        for power in [0.1, 1.0, 10.0, 1000.0] {
            for maximum in MAXIMA.map(|factor| factor * power) {
                for wanted in [3, 5] {
                    let count = linear_ticks(maximum, wanted).len();
                    assert!((3..=6).contains(&count), "{maximum} {wanted}: {count}");
                }
            }
        }
    }

    #[test]
    fn a_maximum_leaves_no_more_than_half_the_frame_empty() {
        for step in 1..400 {
            let value = 1.07f64.powi(step) * 0.01;
            let maximum = nice_maximum(value);
            assert!(maximum > value && maximum <= 2.0 * value);
        }
    }

    #[test]
    fn log_axis_maps_there_and_back() {
        let axis = Axis {
            scale: Scale::Log,
            min: 256.0,
            max: 262_144.0,
            ticks: Vec::new(),
            name: String::new(),
        };
        assert!((axis.unit(8192.0) - 0.5).abs() < 1e-12);
        assert!((axis.value(0.5) - 8192.0).abs() < 1e-6);
        assert!(axis.unit(0.0) < 0.0);
    }
}
