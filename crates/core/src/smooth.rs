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
