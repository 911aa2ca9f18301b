//! Sorting of short lists. The standard library's sort is written out anew for every element type
//! (5 kB of WebAssembly each); lists here have at most a few hundred entries and are mostly in
//! order already.
//!
//! Elsewhere in this crate a number is held within bounds by `max` and `min`: `clamp` panics where
//! the bounds are the wrong way round, and tells them, for which it links a printer of numbers.

/// Sorts so that no element comes before one that `before` puts ahead of it; equal ones keep
/// their order.
pub fn sort_by<T>(items: &mut [T], before: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && before(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Sorts numbers, smallest first.
///
/// ```
/// let mut numbers = [3.0, -1.0, 2.0];
/// bpt_core::order::sort(&mut numbers);
/// assert_eq!(numbers, [-1.0, 2.0, 3.0]);
/// ```
pub fn sort(numbers: &mut [f64]) {
    sort_by(numbers, |a, b| a.total_cmp(b).is_lt());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_elements_keep_their_order() {
        let mut pairs = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (0, 'e')];
        sort_by(&mut pairs, |a, b| a.0 < b.0);
        assert_eq!(pairs, [(0, 'e'), (1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
        sort_by(&mut [0; 0], |a, b| a < b);
    }
}
