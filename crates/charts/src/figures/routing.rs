//! Which experts a token calls on, drawn at random with some experts more popular than others.
//!
//! A picture, not a model: how many cells light up is computed, which ones is drawn.

/// How unequal experts are: the weight of the r-th most popular is `1 / (r + SHIFT)`.
const SHIFT: f64 = 6.0;

/// A small generator (splitmix64): the same token always draws the same experts.
struct Dice(u64);

impl Dice {
    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Between 0 and 1, neither included.
    fn unit(&mut self) -> f64 {
        ((self.next() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }
}

/// Cells that light up: `lit` of `across` on average in each of `down` rows.
#[must_use]
pub(super) fn draw(across: u32, down: u32, lit: f64, token: u64) -> Vec<(u32, u32)> {
    let lit = lit.max(0.0).min(f64::from(across));
    let mut cells = Vec::new();
    let mut keys: Vec<(f64, u32)> = Vec::new();
    for row in 0..down {
        // Whole cells in each row, whose sum is that of the fractions.
        let upto = (f64::from(row + 1) * lit).round();
        let count = (upto - (f64::from(row) * lit).round()).max(0.0) as usize;
        let count = count.min(across as usize);
        if count == 0 {
            continue;
        }
        // Popularity belongs to the row, the draw to the token.
        let mut ranks = Dice(u64::from(row).wrapping_mul(0x2545_f491_4f6c_dd1d));
        let mut dice = Dice(token.wrapping_mul(0x9e6c_63d0_676a_9a99) ^ u64::from(row));
        keys.clear();
        for place in 0..across {
            let rank = ranks.unit() * f64::from(across);
            let weight = 1.0 / (rank + SHIFT);
            keys.push((-dice.unit().ln() / weight, place));
        }
        if count < keys.len() {
            keys.select_nth_unstable_by(count, |a, b| a.0.total_cmp(&b.0));
        }
        cells.extend(keys[..count].iter().map(|(_, place)| (row, *place)));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_light_up_as_are_read() {
        for (across, down, lit) in [(128, 48, 8.0), (64, 40, 4.7), (8, 32, 8.0), (256, 61, 0.4)] {
            let cells = draw(across, down, lit, 3);
            let expected = f64::from(down) * lit;
            assert!((cells.len() as f64 - expected).abs() <= 0.5 + 1e-9);
            let mut seen = cells.clone();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), cells.len());
            assert!(
                cells
                    .iter()
                    .all(|(row, place)| *row < down && *place < across)
            );
        }
    }

    #[test]
    fn the_next_token_draws_others_and_some_are_popular() {
        assert_ne!(draw(128, 48, 8.0, 1), draw(128, 48, 8.0, 2));
        assert_eq!(draw(128, 48, 8.0, 1), draw(128, 48, 8.0, 1));
        let mut hits = [0u32; 128];
        for token in 0..400 {
            for (row, place) in draw(128, 1, 8.0, token) {
                assert_eq!(row, 0);
                hits[place as usize] += 1;
            }
        }
        hits.sort_unstable();
        assert!(hits[120] > 3 * hits[8].max(1) / 2);
    }
}
