//! How far memory reaches: the longest context and the most users that fit.

use crate::limits;
use crate::memory::Fixed;
use crate::units::Tokens;

/// Contexts are counted in cells of this many tokens.
pub(crate) const CELL: f64 = 256.0;

/// The longest context that fits for so many users, in whole cells.
///
/// Units: tokens. Source: the fit itself, solved for context (`docs/FORMULAS.md#fit`). Holds when:
/// nothing else on the device grows.
pub(crate) fn longest_context(fixed: &Fixed<'_>, users: f64) -> Option<Tokens> {
    let most = (limits::CONTEXT.max / CELL).floor();
    largest(most, |cells| fixed.excess(cells * CELL, users)).map(|cells| Tokens::new(cells * CELL))
}

/// The most users that fit at a context.
pub(crate) fn most_users(fixed: &Fixed<'_>, context: f64) -> Option<f64> {
    let most = limits::USERS.max;
    largest(most - 1.0, |others| fixed.excess(context, others + 1.0)).map(|others| others + 1.0)
}

/// The largest whole number up to `most` where `excess` is not above zero; it never falls.
///
/// The excess is straight but for rounding and windows, so a line through two points far out
/// finds it in one step; bisection finishes.
fn largest(most: f64, excess: impl Fn(f64) -> f64) -> Option<f64> {
    let at_zero = excess(0.0);
    if at_zero > 0.0 {
        return None;
    }
    let at_most = excess(most);
    if at_most <= 0.0 {
        return Some(most);
    }
    let (mut low, mut high) = (0.0, most);
    let (mut low_excess, mut high_excess) = (at_zero, at_most);
    for round in 0.. {
        if high - low <= 1.0 {
            break;
        }
        let line = low - low_excess * (high - low) / (high_excess - low_excess);
        let middle = if round % 3 == 2 {
            (low + high) / 2.0
        } else {
            line
        };
        let middle = middle.floor().clamp(low + 1.0, high - 1.0);
        let here = excess(middle);
        // The neighbour on the far side of zero, if it is there, ends the search.
        let (neighbour, inside) = if here <= 0.0 {
            (middle + 1.0, middle)
        } else {
            (middle - 1.0, middle - 1.0)
        };
        let there = excess(neighbour);
        if (here <= 0.0) != (there <= 0.0) {
            return Some(inside);
        }
        if here <= 0.0 {
            (low, low_excess) = (neighbour, there);
        } else {
            (high, high_excess) = (neighbour, there);
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::largest;

    #[test]
    fn finds_the_last_that_fits_on_any_rising_curve() {
        for limit in [1.0, 2.0, 7.0, 100.0, 4093.0, 65_000.0] {
            assert_eq!(largest(65_536.0, |x| x - limit - 0.5), Some(limit));
            assert_eq!(
                largest(65_536.0, |x| x * x - limit * limit - 0.5),
                Some(limit)
            );
            assert_eq!(
                largest(65_536.0, |x| x.sqrt() - limit.sqrt() - 1e-9),
                Some(limit)
            );
        }
        assert_eq!(largest(10.0, |_| 1.0), None);
        assert_eq!(largest(10.0, |_| -1.0), Some(10.0));
    }
}
