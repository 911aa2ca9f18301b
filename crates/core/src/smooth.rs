//! A maximum without a corner.

/// The 4-norm of two times: at most 19 % above the larger where both are equal.
///
/// Units: those of the arguments. Source: `docs/FORMULAS.md#smooth-maximum`. Holds when: both are
/// finite and not negative.
///
/// ```
/// use bpt_core::smooth::smooth_max;
/// assert_eq!(smooth_max(3.0, 0.0), 3.0);
/// assert!(smooth_max(3.0, 3.0) < 3.58);
/// ```
#[must_use]
pub fn smooth_max(a: f64, b: f64) -> f64 {
    let (large, small) = if a >= b { (a, b) } else { (b, a) };
    if small <= 0.0 || large <= 0.0 {
        return large;
    }
    let ratio = small / large;
    let fourth = (ratio * ratio) * (ratio * ratio);
    large * (1.0 + fourth).sqrt().sqrt()
}

/// How far the smooth maximum lies above the larger of two times.
///
/// With `q = (small / large)^4` and `r = (1 + q)^(1/4)` it is `large q / ((r + 1) (r^2 + 1))`:
/// the same as `smooth_max - large`, without losing digits where one time is much smaller.
///
/// Units: those of the arguments. Source: `docs/FORMULAS.md#smooth-maximum`. Holds when: both are
/// finite and not negative.
///
/// ```
/// use bpt_core::smooth::{excess, smooth_max};
/// assert!((excess(3.0, 2.0) - (smooth_max(3.0, 2.0) - 3.0)).abs() < 1e-15);
/// assert_eq!(excess(3.0, 0.0), 0.0);
/// ```
#[must_use]
pub fn excess(large: f64, small: f64) -> f64 {
    if small <= 0.0 || large <= 0.0 {
        return 0.0;
    }
    let ratio = small / large;
    let fourth = (ratio * ratio) * (ratio * ratio);
    let root = (1.0 + fourth).sqrt().sqrt();
    large * fourth / ((root + 1.0) * (root * root + 1.0))
}

/// Divides the smooth maximum of two times between them: the larger keeps its own, the other gets
/// the rest. Returns the multiple of `a` and what `b` gets.
#[must_use]
pub fn share(a: f64, b: f64) -> (f64, f64) {
    if a >= b {
        (1.0, excess(a, b))
    } else if a > 0.0 {
        (excess(b, a) / a, b)
    } else {
        (0.0, b)
    }
}
