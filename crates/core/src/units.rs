//! Quantities as newtypes: the unit is in the type, never in a variable's name.
//!
//! Every quantity wraps one `f64`. Constructors name the unit (`from_gb`, `from_gib`), readers
//! name it again (`gb`, `gib`). Only the products that physics means are implemented, so bytes
//! and seconds do not add:
//!
//! ```compile_fail
//! use bpt_core::units::{Bytes, Seconds};
//! let _ = Bytes::new(1.0) + Seconds::new(1.0);
//! ```
//!
//! ```
//! use bpt_core::units::{Bytes, BytesPerSecond, Seconds};
//! let time: Seconds = Bytes::from_gb(273.0) / BytesPerSecond::from_gb(273.0);
//! assert_eq!(time, Seconds::new(1.0));
//! ```

use core::iter::Sum;
use core::ops::{Add, AddAssign, Div, Mul, Sub};

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident, $unit:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, PartialOrd, Default)]
        pub struct $name(f64);

        impl $name {
            /// Nothing of it.
            pub const ZERO: Self = Self(0.0);

            /// From the base unit.
            #[must_use]
            pub const fn new(value: f64) -> Self {
                Self(value)
            }

            /// In the base unit.
            #[must_use]
            pub const fn get(self) -> f64 {
                self.0
            }

            /// The larger of two.
            #[must_use]
            pub const fn max(self, other: Self) -> Self {
                Self(self.0.max(other.0))
            }

            /// The smaller of two.
            #[must_use]
            pub const fn min(self, other: Self) -> Self {
                Self(self.0.min(other.0))
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "{} {}", self.0, $unit)
            }
        }

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self(self.0 + other.0)
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                self.0 += other.0;
            }
        }

        impl Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self(self.0 - other.0)
            }
        }

        impl Mul<f64> for $name {
            type Output = Self;
            fn mul(self, factor: f64) -> Self {
                Self(self.0 * factor)
            }
        }

        impl Div<f64> for $name {
            type Output = Self;
            fn div(self, divisor: f64) -> Self {
                Self(self.0 / divisor)
            }
        }

        impl Div for $name {
            type Output = f64;
            fn div(self, other: Self) -> f64 {
                self.0 / other.0
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold(Self::ZERO, Add::add)
            }
        }
    };
}

quantity!(
    /// An amount of data. Base unit: byte.
    Bytes, "B"
);
quantity!(
    /// A rate of data, per direction where it is a link. Base unit: byte per second.
    BytesPerSecond, "B/s"
);
quantity!(
    /// Floating-point operations; a multiply and an add count as two. Base unit: one operation.
    Flops, "FLOP"
);
quantity!(
    /// A rate of floating-point operations, dense. Base unit: operation per second.
    FlopsPerSecond, "FLOP/s"
);
quantity!(
    /// A time. Base unit: second.
    Seconds, "s"
);
quantity!(
    /// A number of tokens; may be fractional where it is an average. Base unit: token.
    Tokens, "tokens"
);
quantity!(
    /// A speed of writing or reading text. Base unit: token per second.
    TokensPerSecond, "tok/s"
);
quantity!(
    /// Stored size of one weight. Base unit: bit.
    BitsPerWeight, "bit"
);
quantity!(
    /// A number of weights. Base unit: one weight.
    Params, "weights"
);
quantity!(
    /// Electrical power. Base unit: watt.
    Watts, "W"
);
quantity!(
    /// Energy. Base unit: joule.
    Joules, "J"
);

const GIGA: f64 = 1e9;
const TERA: f64 = 1e12;
/// Bytes of a gibibyte.
pub const GIBI: f64 = 1_073_741_824.0;
const MEBI: f64 = 1_048_576.0;

impl Bytes {
    /// From gigabytes, 10^9 bytes: files and traffic.
    #[must_use]
    pub const fn from_gb(gb: f64) -> Self {
        Self(gb * GIGA)
    }

    /// From gibibytes, 2^30 bytes: memory capacity.
    #[must_use]
    pub const fn from_gib(gib: f64) -> Self {
        Self(gib * GIBI)
    }

    /// From mebibytes, 2^20 bytes.
    #[must_use]
    pub const fn from_mib(mib: f64) -> Self {
        Self(mib * MEBI)
    }

    /// In gigabytes, 10^9 bytes.
    #[must_use]
    pub const fn gb(self) -> f64 {
        self.0 / GIGA
    }

    /// In gibibytes, 2^30 bytes.
    #[must_use]
    pub const fn gib(self) -> f64 {
        self.0 / GIBI
    }
}

impl BytesPerSecond {
    /// From gigabytes (10^9) per second.
    #[must_use]
    pub const fn from_gb(gb: f64) -> Self {
        Self(gb * GIGA)
    }

    /// In gigabytes (10^9) per second.
    #[must_use]
    pub const fn gb(self) -> f64 {
        self.0 / GIGA
    }
}

impl FlopsPerSecond {
    /// From TFLOP/s, 10^12 operations per second.
    #[must_use]
    pub const fn from_tera(tera: f64) -> Self {
        Self(tera * TERA)
    }

    /// In TFLOP/s, 10^12 operations per second.
    #[must_use]
    pub const fn tera(self) -> f64 {
        self.0 / TERA
    }
}

impl Seconds {
    /// From microseconds.
    #[must_use]
    pub const fn from_us(us: f64) -> Self {
        Self(us * 1e-6)
    }

    /// In milliseconds.
    #[must_use]
    pub const fn ms(self) -> f64 {
        self.0 * 1e3
    }

    /// In microseconds.
    #[must_use]
    pub const fn us(self) -> f64 {
        self.0 * 1e6
    }
}

impl Div<BytesPerSecond> for Bytes {
    type Output = Seconds;
    fn div(self, rate: BytesPerSecond) -> Seconds {
        Seconds(self.0 / rate.0)
    }
}

impl Div<FlopsPerSecond> for Flops {
    type Output = Seconds;
    fn div(self, rate: FlopsPerSecond) -> Seconds {
        Seconds(self.0 / rate.0)
    }
}

impl Div<Seconds> for Tokens {
    type Output = TokensPerSecond;
    fn div(self, time: Seconds) -> TokensPerSecond {
        TokensPerSecond(self.0 / time.0)
    }
}

impl Mul<BitsPerWeight> for Params {
    type Output = Bytes;
    fn mul(self, bits: BitsPerWeight) -> Bytes {
        Bytes(self.0 * bits.0 / 8.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gb_and_gib_are_different_constructors() {
        assert_eq!(Bytes::from_gb(1.0).get(), 1e9);
        assert_eq!(Bytes::from_gib(1.0).get(), 1_073_741_824.0);
    }

    #[test]
    fn products_carry_their_units() {
        let size = Params::new(8e9) * BitsPerWeight::new(4.5);
        assert_eq!(size, Bytes::from_gb(4.5));
        assert_eq!((Tokens::new(30.0) / Seconds::new(2.0)).get(), 15.0);
    }
}
