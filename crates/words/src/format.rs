//! Numbers as they are read. A forecast has two significant digits and a range; arithmetic has
//! three and none.

use core::sync::atomic::{AtomicU64, Ordering};

/// What a language does with digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Between whole and fraction.
    pub decimal: char,
    /// Between groups of three digits.
    pub group: char,
}

/// English, and Chinese: point and commas.
pub const POINT_COMMA: Numbers = Numbers {
    decimal: '.',
    group: ',',
};

/// The platform's marks in one word, decimal above group; 0 where it was not asked.
static PLATFORM: AtomicU64 = AtomicU64::new(0);

/// Whatever is written from now on has the platform's marks for the language in use, such as those
/// of a browser's `Intl`, instead of the ones that the language brings along.
pub fn use_marks(marks: Numbers) {
    let word = u64::from(u32::from(marks.decimal)) << 32 | u64::from(u32::from(marks.group));
    PLATFORM.store(word, Ordering::Relaxed);
}

/// Stands for a value that does not exist.
pub const NONE: &str = "\u{2014}";
/// Between a number and its unit.
pub const THIN: char = '\u{202f}';
const MINUS: char = '\u{2212}';

impl Numbers {
    /// The marks in force: the platform's, else these.
    #[must_use]
    pub fn marks(self) -> Self {
        let word = PLATFORM.load(Ordering::Relaxed);
        let mark = |bits: u64| u32::try_from(bits).ok().and_then(char::from_u32);
        match (mark(word >> 32), mark(word & u64::from(u32::MAX))) {
            (Some(decimal), Some(group)) if word != 0 => Self { decimal, group },
            _ => self,
        }
    }

    /// A number with so many decimals and grouped thousands.
    #[must_use]
    pub fn decimals(self, value: f64, decimals: usize) -> String {
        if !value.is_finite() {
            return NONE.to_owned();
        }
        let marks = self.marks();
        let digits = bpt_core::decimal::fixed(value.abs(), decimals);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits.as_str(), ""));
        let mut text = String::with_capacity(digits.len() + 4);
        if value < 0.0 && digits.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
            text.push(MINUS);
        }
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                text.push(marks.group);
            }
            text.push(digit);
        }
        if !fraction.is_empty() {
            text.push(marks.decimal);
            text.push_str(fraction);
        }
        text
    }

    /// So many significant digits.
    #[must_use]
    pub fn significant(self, value: f64, digits: i32) -> String {
        let size = value.abs();
        if size == 0.0 || !size.is_finite() {
            return self.decimals(value, 0);
        }
        let rounded = round_significant(value, digits);
        let places = digits - 1 - rounded.abs().log10().floor() as i32;
        self.decimals(rounded, usize::try_from(places.clamp(0, 12)).unwrap_or(0))
    }

    /// A forecast: two significant digits.
    #[must_use]
    pub fn forecast(self, value: f64) -> String {
        if value > 0.0 && value < 0.01 {
            return format!("<{}", self.decimals(0.01, 2));
        }
        self.significant(value, 2)
    }

    /// A forecast's range: "49–68".
    #[must_use]
    pub fn range(self, low: f64, high: f64) -> String {
        format!("{}–{}", self.forecast(low), self.forecast(high))
    }

    /// Exact arithmetic: three significant digits.
    #[must_use]
    pub fn exact(self, value: f64) -> String {
        self.significant(value, 3)
    }

    /// Memory in GiB: three significant digits, at least one decimal.
    #[must_use]
    pub fn gib(self, value: f64) -> String {
        if value.abs() < 9.995 {
            return self.significant(value, 3);
        }
        self.decimals(value, 1)
    }

    /// Memory that is left or missing, in GiB: one decimal.
    #[must_use]
    pub fn spare(self, value: f64) -> String {
        self.decimals(value, if value.abs() < 0.095 { 2 } else { 1 })
    }

    /// What a device gives, in GiB: one decimal unless it is whole.
    #[must_use]
    pub fn capacity(self, value: f64) -> String {
        let whole = (value - value.round()).abs() < 0.05;
        self.decimals(value, usize::from(!whole))
    }

    /// A whole number.
    #[must_use]
    pub fn whole(self, value: f64) -> String {
        self.decimals(value, 0)
    }

    /// A ratio in words: two digits.
    #[must_use]
    pub fn ratio(self, value: f64) -> String {
        self.significant(value, 2)
    }

    /// A number with as many digits as it was given, at most `most` decimals.
    #[must_use]
    pub fn trimmed(self, value: f64, most: usize) -> String {
        let text = self.decimals(value, most);
        let decimal = self.marks().decimal;
        if !text.contains(decimal) {
            return text;
        }
        text.trim_end_matches('0')
            .trim_end_matches(decimal)
            .to_owned()
    }

    /// A number as people type it: group marks, blanks and `k` for 1,024 are understood.
    #[must_use]
    pub fn read(self, text: &str) -> Option<f64> {
        let marks = self.marks();
        let plain: String = text
            .chars()
            .filter(|c| !c.is_whitespace() && *c != marks.group && *c != '_')
            .map(|c| if c == marks.decimal { '.' } else { c })
            .collect();
        let (digits, factor) = plain
            .strip_suffix(['k', 'K'])
            .map_or((plain.as_str(), 1.0), |digits| (digits, 1024.0));
        let value = bpt_core::decimal::parse(digits)? * factor;
        value.is_finite().then_some(value)
    }

    /// Tokens on an axis: `8k` = 8,192 where the number is a power-of-two thousand.
    #[must_use]
    pub fn binary_thousands(self, value: f64) -> String {
        let thousands = value / 1024.0;
        if thousands >= 1.0 && (thousands - thousands.round()).abs() < 1e-9 {
            return format!("{}k", self.whole(thousands));
        }
        self.whole(value)
    }
}

/// A value rounded to so many significant digits.
#[must_use]
pub fn round_significant(value: f64, digits: i32) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let power = digits - 1 - value.abs().log10().floor() as i32;
    let factor = 10f64.powi(power.abs());
    if power >= 0 {
        (value * factor).round() / factor
    } else {
        (value / factor).round() * factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: Numbers = POINT_COMMA;

    // Expected texts: design/page.md section 7 and the numbers printed in its pictures.
    #[test]
    fn forecasts_have_two_digits() {
        assert_eq!(N.forecast(10.1), "10");
        assert_eq!(N.forecast(9.04), "9.0");
        assert_eq!(N.forecast(9.96), "10");
        assert_eq!(N.forecast(0.744), "0.74");
        assert_eq!(N.forecast(134.0), "130");
        assert_eq!(N.forecast(1340.0), "1,300");
        assert_eq!(N.forecast(0.001), "<0.01");
        assert_eq!(N.range(49.1, 68.4), "49–68");
    }

    #[test]
    fn arithmetic_has_three_digits() {
        assert_eq!(N.exact(19.316), "19.3");
        assert_eq!(N.exact(1.919), "1.92");
        assert_eq!(N.gib(114.69), "114.7");
        assert_eq!(N.gib(42.0), "42.0");
        assert_eq!(N.gib(7.823), "7.82");
        assert_eq!(N.capacity(23.0), "23");
        assert_eq!(N.capacity(114.69), "114.7");
        assert_eq!(N.spare(4.41), "4.4");
        assert_eq!(N.whole(262_144.0), "262,144");
        assert_eq!(N.whole(-1234.0), "\u{2212}1,234");
        assert_eq!(N.decimals(-0.04, 1), "0.0");
        assert_eq!(N.trimmed(4.80, 2), "4.8");
        assert_eq!(N.trimmed(1200.0, 2), "1,200");
    }

    #[test]
    fn nothing_unreadable_is_ever_written() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(N.exact(value), NONE);
            assert_eq!(N.forecast(value), NONE);
            assert_eq!(N.gib(value), NONE);
        }
        assert_eq!(N.exact(0.0), "0");
    }

    #[test]
    fn what_people_type_is_read() {
        assert_eq!(N.read("16,384"), Some(16384.0));
        assert_eq!(N.read(" 32k "), Some(32768.0));
        assert_eq!(N.read("1 048_576"), Some(1_048_576.0));
        assert_eq!(N.read("4.5"), Some(4.5));
        for text in ["", "four", "1e999", "--3", "k"] {
            assert_eq!(N.read(text), None, "{text}");
        }
        let comma = Numbers {
            decimal: ',',
            group: '.',
        };
        assert_eq!(comma.read("16.384,5"), Some(16384.5));
    }

    #[test]
    fn tokens_on_axes() {
        assert_eq!(N.binary_thousands(256.0), "256");
        assert_eq!(N.binary_thousands(262_144.0), "256k");
        assert_eq!(N.binary_thousands(8192.0), "8k");
        assert_eq!(N.binary_thousands(14_336.0), "14k");
        assert_eq!(N.binary_thousands(14_000.0), "14,000");
    }
}
