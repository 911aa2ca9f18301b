//! How far memory reaches: the longest context and the most users that fit.

use crate::kv::sane;
use crate::limits;
use crate::memory::Fixed;
use crate::units::Tokens;

/// Contexts are counted in cells of this many tokens.
pub(crate) const CELL: f64 = 256.0;

/// The longest context that fits for so many users, in whole cells; `over` is the excess at
/// `context`.
///
/// Units: tokens. Source: the fit itself, solved for context (`docs/FORMULAS.md#fit`). Holds when:
/// nothing else on the device grows.
pub(crate) fn longest_context(
    fixed: &Fixed<'_>,
    context: f64,
    users: f64,
    over: f64,
) -> Option<Tokens> {
    let most = (limits::CONTEXT.max / CELL).floor();
    let known = (context / CELL, over);
    largest(most, known, |cells| fixed.excess(cells * CELL, users))
        .map(|cells| Tokens::new(cells * CELL))
}

/// The most users that fit at a context; `over` is the excess with `users`.
pub(crate) fn most_users(fixed: &Fixed<'_>, context: f64, users: f64, over: f64) -> Option<f64> {
    let most = limits::USERS.max;
    let known = (users - 1.0, over);
    largest(most - 1.0, known, |others| {
        fixed.excess(context, others + 1.0)
    })
    .map(|others| others + 1.0)
}

/// How far beyond the known place the second point of the first line lies: as far again, and
/// this much more, so that rounding to cells does not tilt the line.
const STRIDE: f64 = 16.0;

/// The largest whole number up to `most` where `excess` is not above zero; it never falls. One
/// place and its excess are known.
///
/// The excess is straight but for rounding and windows, so lines through the last two places
/// (secants) reach the end in a few steps; where they do not, bisection does.
fn largest(most: f64, known: (f64, f64), excess: impl Fn(f64) -> f64) -> Option<f64> {
    let (place, over) = (sane(known.0), known.1);
    // `low` fits, `high` does not; `last` is the newest place that was tried, `before` the one
    // that came before it.
    let (mut low, mut high, mut before, mut last);
    if over <= 0.0 {
        low = place.floor().max(0.0).min(most);
        high = most + 1.0;
        let next = (2.0 * place + STRIDE).floor().min(most);
        (before, last) = (known, (next, excess(next)));
    } else {
        let at_zero = excess(0.0);
        if at_zero > 0.0 {
            return None;
        }
        low = 0.0;
        high = place.ceil().min(most + 1.0);
        (before, last) = (known, (0.0, at_zero));
    }
    for round in 0.. {
        if last.1 <= 0.0 {
            low = low.max(last.0);
        } else {
            high = high.min(last.0);
        }
        if high - low <= 1.0 {
            break;
        }
        let next = if round % 4 == 3 {
            (low + high) / 2.0
        } else {
            crossing(before, last).unwrap_or(high)
        };
        let next = next.floor().max(low + 1.0).min(high - 1.0);
        (before, last) = (last, (next, excess(next)));
    }
    Some(low)
}

/// Where the line through two points crosses zero, if it rises.
fn crossing(a: (f64, f64), b: (f64, f64)) -> Option<f64> {
    let slope = (b.1 - a.1) / (b.0 - a.0);
    let place = b.0 - b.1 / slope;
    (slope > 0.0 && place.is_finite()).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::largest;

    #[test]
    fn finds_the_last_that_fits_on_any_rising_curve() {
        for limit in [1.0, 2.0, 7.0, 100.0, 4093.0, 65_000.0] {
            let straight = |x: f64| x - limit - 0.5;
            let square = |x: f64| x * x - limit * limit - 0.5;
            let root = |x: f64| x.sqrt() - limit.sqrt() - 1e-9;
            let steps = |x: f64| {
                (x / 7.0).ceil() - ((limit + 1.0) / 7.0).ceil() + x / 1e6 - (limit + 0.5) / 1e6
            };
            for place in [0.0, 0.5, 3.0, 99.7, limit, 65_536.0] {
                for excess in [&straight as &dyn Fn(f64) -> f64, &square, &root] {
                    let known = (place, excess(place));
                    assert_eq!(largest(65_536.0, known, excess), Some(limit), "{place}");
                }
                let found = largest(65_536.0, (place, steps(place)), steps).expect("zero fits");
                assert!(steps(found) <= 0.0 && steps(found + 1.0) > 0.0, "{place}");
            }
        }
        assert_eq!(largest(10.0, (5.0, 1.0), |_| 1.0), None);
        assert_eq!(largest(10.0, (5.0, -1.0), |_| -1.0), Some(10.0));
        assert_eq!(largest(10.0, (50.0, -1.0), |_| -1.0), Some(10.0));
        assert_eq!(largest(10.0, (0.0, -1.0), |x| x - 0.5), Some(0.0));
    }
}
