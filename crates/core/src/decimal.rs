//! Reading decimal numbers. The standard library's reader has a table of 10 kB that no compression
//! makes smaller; what people type and links hold is read exactly without it.

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
    let quotient = wide / power | u128::from(wide % power != 0);
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

#[cfg(test)]
mod tests {
    use super::parse;

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
    fn reads_what_was_written() {
        // A fixed walk through many sizes and digits.
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..200_000 {
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
