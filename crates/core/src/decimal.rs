//! Reading and writing decimal numbers, as the standard library does it. Its reader has a table of
//! 10 kB that no compression makes smaller, its writers are 15 kB of WebAssembly; what people type
//! and links hold needs neither.

/// The powers of ten that are exact.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// The number that is nearest to a text like `-12.5e3`; none for words like `inf`.
///
/// In WebAssembly the last digits of numbers above 1e19 or below 1e-19 that are written with more
/// than 15 digits may be off.
///
/// ```
/// use bpt_core::decimal::parse;
/// assert_eq!(parse("12.5e1"), Some(125.0));
/// assert_eq!(parse("0.30000000000000004"), Some(0.1 + 0.2));
/// assert_eq!(parse("1,5"), None);
/// ```
#[must_use]
pub fn parse(text: &str) -> Option<f64> {
    let (negative, plain) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let (number, exponent) = match plain.find(['e', 'E']) {
        Some(at) => (&plain[..at], exponent(&plain[at + 1..])?),
        None => (plain, 0),
    };
    let (mut digits, mut shift, mut some, mut point, mut whole) =
        (0_u64, 0_i32, false, false, true);
    for byte in number.bytes() {
        match byte {
            b'.' if !point => point = true,
            b'0'..=b'9' => {
                some = true;
                let longer = digits.checked_mul(10);
                match longer.and_then(|longer| longer.checked_add(u64::from(byte - b'0'))) {
                    Some(longer) if whole => {
                        digits = longer;
                        shift -= i32::from(point);
                    }
                    // More digits than there is room for: they only count as places.
                    _ => {
                        whole = false;
                        shift += i32::from(!point);
                    }
                }
            }
            _ => return None,
        }
    }
    if !some {
        return None;
    }
    let shift = shift.saturating_add(exponent);
    let size = nearest(digits, shift)
        .filter(|_| whole)
        .unwrap_or_else(|| far(plain, digits, shift));
    Some(if negative { -size } else { size })
}

fn exponent(text: &str) -> Option<i32> {
    let (negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    if digits.is_empty() {
        return None;
    }
    let mut size = 0_i32;
    for byte in digits.bytes() {
        if !byte.is_ascii_digit() {
            return None;
        }
        size = (size * 10 + i32::from(byte - b'0')).min(100_000);
    }
    Some(if negative { -size } else { size })
}

/// `digits` times ten to the `shift`, correctly rounded, where that takes no long numbers.
fn nearest(digits: u64, shift: i32) -> Option<f64> {
    let places = shift.unsigned_abs();
    if digits == 0 {
        return Some(0.0);
    }
    if digits <= 1 << 53
        && let Some(power) = EXACT.get(places as usize)
    {
        // Both are exact, so the one operation rounds correctly.
        let digits = digits as f64;
        return Some(if shift < 0 {
            digits / power
        } else {
            digits * power
        });
    }
    if places > 19 {
        return None;
    }
    let power = 10_u128.pow(places);
    let digits = u128::from(digits);
    if shift >= 0 {
        return Some((digits * power) as f64);
    }
    // A quotient of more than 55 bits, whose last one says whether there is a rest.
    let room = digits.leading_zeros() - 1;
    let wide = digits << room;
    let quotient = (wide / power) | u128::from(wide % power != 0);
    Some(quotient as f64 / (1_u128 << room) as f64)
}

/// Numbers that are very large, very small or very long.
#[cfg(not(target_family = "wasm"))]
fn far(plain: &str, _digits: u64, _shift: i32) -> f64 {
    // The text is well formed: it was read already.
    plain.parse().unwrap_or(f64::INFINITY)
}

/// Numbers that are very large, very small or very long: near enough.
#[cfg(target_family = "wasm")]
fn far(_plain: &str, digits: u64, shift: i32) -> f64 {
    let mut size = digits as f64;
    let mut left = shift.clamp(-400, 400);
    while left > 0 {
        let step = left.min(22);
        size *= EXACT[step as usize];
        left -= step;
    }
    while left < 0 {
        let step = (-left).min(22);
        size /= EXACT[step as usize];
        left += step;
    }
    size
}

/// Mantissa and power of two of a finite number that is not negative.
const fn parts(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let power = (bits >> 52 & 0x7ff) as i32;
    let low = bits & ((1 << 52) - 1);
    if power == 0 {
        (low, -1074)
    } else {
        (low | 1 << 52, power - 1075)
    }
}

/// `value` times ten to the `places`, rounded to a whole number, ties to even or up; `None` where
/// that is too long.
fn scaled(value: f64, places: u32, even: bool) -> Option<u128> {
    let (mantissa, power) = parts(value);
    // Ten is two times five, and twos are only shifts.
    let fives = u128::from(mantissa).checked_mul(5_u128.checked_pow(places)?)?;
    let shift = power + i32::try_from(places).ok()?;
    if fives == 0 {
        return Some(0);
    }
    if shift >= 0 {
        let shift = shift.unsigned_abs();
        return (shift < fives.leading_zeros()).then(|| fives << shift);
    }
    let down = shift.unsigned_abs();
    if down > 127 {
        return Some(0);
    }
    let (whole, rest, half) = (fives >> down, fives & ((1 << down) - 1), 1 << (down - 1));
    let up = rest > half || (rest == half && (!even || whole & 1 == 1));
    Some(whole + u128::from(up))
}

/// Digits with a point before the last `places` of them.
fn pointed(digits: u128, places: usize, negative: bool) -> String {
    let mut text = if negative { "-" } else { "" }.to_owned();
    let plain = digits.to_string();
    let whole = plain.len().saturating_sub(places);
    text.push_str(if whole == 0 { "0" } else { &plain[..whole] });
    if places > 0 {
        text.push('.');
        for _ in plain.len()..places {
            text.push('0');
        }
        text.push_str(&plain[whole..]);
    }
    text
}

/// A number with so many decimals, as `{:.2}` writes it. Above about 1e25, where doubles have no
/// fraction, the decimals are left out.
///
/// ```
/// use bpt_core::decimal::fixed;
/// assert_eq!(fixed(2.675, 2), "2.67");
/// assert_eq!(fixed(-0.5, 0), "-0");
/// ```
#[must_use]
pub fn fixed(value: f64, places: usize) -> String {
    let (size, negative) = (value.abs(), value.is_sign_negative());
    let digits = u32::try_from(places)
        .ok()
        .and_then(|p| scaled(size, p, true));
    match digits {
        Some(digits) => pointed(digits, places, negative),
        None => shortest(value),
    }
}

/// The shortest text that reads back as the same number, without an exponent, as `{}` writes it.
///
/// In WebAssembly the last digit of numbers below 1e-15 and above 1e38 may be off.
///
/// ```
/// use bpt_core::decimal::shortest;
/// assert_eq!(shortest(0.1 + 0.2), "0.30000000000000004");
/// assert_eq!(shortest(16384.0), "16384");
/// ```
#[must_use]
pub fn shortest(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    let (size, negative) = (value.abs(), value.is_sign_negative());
    if size == 0.0 || size.is_infinite() {
        let text = if size == 0.0 { "0" } else { "inf" };
        return format!("{}{text}", if negative { "-" } else { "" });
    }
    let order = size.log10().floor() as i32;
    // Fifteen digits are enough for every number that was written with so many, 17 for all.
    (15..=17)
        .find_map(|count| {
            rounded(size, count - 1 - order, negative).filter(|text| parse(text) == Some(value))
        })
        .unwrap_or_else(|| far_text(value))
}

/// A number to so many decimals, or tens where there are fewer than none, without needless zeros.
fn rounded(size: f64, places: i32, negative: bool) -> Option<String> {
    if places < 0 {
        let (tens, whole) = (
            10_u128.checked_pow(places.unsigned_abs())?,
            scaled(size, 0, false)?,
        );
        let (digits, rest) = (whole / tens, whole % tens);
        let up = rest * 2 >= tens;
        return Some(pointed((digits + u128::from(up)) * tens, 0, negative));
    }
    let places = places.unsigned_abs();
    let text = pointed(scaled(size, places, false)?, places as usize, negative);
    Some(if places == 0 {
        text
    } else {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    })
}

/// Numbers that are very large or very small.
#[cfg(not(target_family = "wasm"))]
fn far_text(value: f64) -> String {
    value.to_string()
}

/// Numbers that are very large or very small: near enough.
#[cfg(target_family = "wasm")]
fn far_text(value: f64) -> String {
    let (size, negative) = (value.abs(), value.is_sign_negative());
    let mut order = size.log10().floor() as i32;
    let mut near = size;
    while order > 15 {
        near /= 10.0;
        order -= 1;
    }
    if order == 15 {
        let zeros = (size.log10().floor() as usize).saturating_sub(15);
        return pointed(near as u128, 0, negative) + &"0".repeat(zeros);
    }
    let mut places = 0;
    while near < 1e16 && places < 340 {
        near *= 10.0;
        places += 1;
    }
    let text = pointed(near as u128, places, negative);
    text.trim_end_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{fixed, parse, shortest};

    /// The standard library's reader is the reference.
    fn same(text: &str) {
        let right = text.parse::<f64>().ok().map(f64::to_bits);
        assert_eq!(parse(text).map(f64::to_bits), right, "{text}");
    }

    #[test]
    fn reads_as_the_standard_library() {
        for text in [
            "0",
            "-0",
            "1",
            "+1.5",
            ".5",
            "5.",
            "1e3",
            "1E+3",
            "1e-3",
            "16777216",
            "0.1",
            "2.675",
            "9007199254740993",
            "9007199254740993.0",
            "18446744073709551615",
            "1e22",
            "1e23",
            "8.5e-7",
            "123456789012345678",
            "0.30000000000000004",
            "1.7976931348623157e308",
            "4.9e-324",
            "99999999999999999999",
            "0.00000000000000000000000000012345678901234567",
            "1234567890123456789012345678901234567890",
            "0.1234567890123456789012345678901234567",
            "",
            ".",
            "-",
            "e5",
            "1e",
            "1e+",
            "1.2.3",
            "1,5",
            " 1",
            "1 ",
            "--1",
            "0x10",
        ] {
            same(text);
        }
        for text in ["inf", "nan", "infinity"] {
            assert_eq!(parse(text), None);
        }
    }

    #[test]
    #[allow(
        clippy::excessive_precision,
        reason = "the shortest form of 1e23's neighbour"
    )]
    fn writes_as_the_standard_library() {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let check = |value: f64| {
            assert_eq!(shortest(value), value.to_string());
            if value.abs() < 1e20 {
                for places in [0, 1, 2, 3, 4, 6, 12] {
                    assert_eq!(fixed(value, places), format!("{value:.places$}"));
                }
            }
        };
        for value in [
            0.0,
            -0.0,
            0.5,
            1.5,
            2.5,
            0.125,
            0.25,
            1e15,
            1e16,
            1e17,
            1e21,
            1e22,
            1e23,
            123456.789,
            9007199254740993.0,
            0.1,
            2.675,
            1e-5,
            1e-7,
            4.9e-324,
            1.7976931348623157e308,
            0.1 + 0.2,
            1e-15,
            1e-16,
            5e-10,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            999.9999999999999,
            9.999999999999999e22,
            0.99999999999999999,
        ] {
            check(value);
        }
        for _ in 0..10_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            check(f64::from_bits(state));
            let share = (state >> 11) as f64 / 9_007_199_254_740_992.0;
            for scale in [1.0, -1e-6, 1e3, 1e9, 1e15, 4e18] {
                check(share * scale);
            }
            // Halves, where rounding has to choose.
            check((state >> 40) as f64 / 64.0);
            check(((state >> 30) as f64 / 1e4).round() / 1e3);
        }
    }

    #[test]
    fn reads_what_was_written() {
        // A fixed walk through many sizes and digits.
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..20_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let value = f64::from_bits(state);
            if value.is_finite() {
                same(&format!("{value:e}"));
            }
            let share = (state >> 11) as f64 / 9_007_199_254_740_992.0;
            for scale in [1.0, 1e-6, 1e6, 1e15, 4e18] {
                same(&(share * scale).to_string());
                same(&format!("{:.3}", share * scale));
            }
        }
    }
}
