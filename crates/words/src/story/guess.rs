//! The guess before chapter 5's figure.

/// Gains of twice the bandwidth that a reader may expect: all of it, some of it, little.
const EXPECTED: [f64; 3] = [2.0, 1.6, 1.2];

/// Three gains to choose from, largest first; the right one takes the place of its neighbour.
#[must_use]
pub fn choices(right: f64) -> [f64; 3] {
    let mut choices = EXPECTED;
    let distance = |value: f64| (value - right).abs();
    if let Some(nearest) = choices
        .iter_mut()
        .min_by(|a, b| distance(**a).total_cmp(&distance(**b)))
        && right.is_finite()
    {
        *nearest = right;
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_one_is_among_them() {
        // page.md section 2: "2.0 / 1.6 / 1.2 times faster".
        assert_eq!(choices(1.62), [2.0, 1.62, 1.2]);
        assert_eq!(choices(1.93), [1.93, 1.6, 1.2]);
        assert_eq!(choices(1.02), [2.0, 1.6, 1.02]);
        assert_eq!(choices(f64::NAN), EXPECTED);
    }
}
