//! Medians, quantiles and shares of residuals.

/// What residuals say: `r = ln(measured / predicted time)`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Summary {
    /// Rows.
    pub rows: usize,
    /// Median of |r|.
    pub median: f64,
    /// 90th percentile of |r|.
    pub p90: f64,
    /// Median of r: above zero where we predict too fast.
    pub bias: f64,
    /// Share of rows within 10 %.
    pub within_10: f64,
    /// Share of rows within 20 %.
    pub within_20: f64,
    /// Share of rows within 30 %.
    pub within_30: f64,
}

/// Summarises residuals.
#[must_use]
pub fn summary(residuals: &[f64]) -> Summary {
    let sizes: Vec<f64> = residuals.iter().map(|r| r.abs()).collect();
    let within = |limit: f64| {
        let inside = sizes.iter().filter(|size| **size <= limit).count();
        inside as f64 / sizes.len().max(1) as f64
    };
    Summary {
        rows: residuals.len(),
        median: quantile(&sizes, 0.5),
        p90: quantile(&sizes, 0.9),
        bias: quantile(residuals, 0.5),
        within_10: within(1.1f64.ln()),
        within_20: within(1.2f64.ln()),
        within_30: within(1.3f64.ln()),
    }
}

/// The quantile of values, straight between neighbours; 0 of none.
#[must_use]
pub fn quantile(values: &[f64], share: f64) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = share.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let low = at.floor();
    let next = sorted[(low as usize + 1).min(sorted.len() - 1)];
    let here = sorted[low as usize];
    here + (next - here) * (at - low)
}

/// The quantile of weighted values, straight between the middles of their weights; 0 of none.
#[must_use]
pub fn weighted_quantile(values: &[(f64, f64)], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = sorted.iter().map(|(_, weight)| weight).sum();
    let wanted = share.clamp(0.0, 1.0) * total;
    let mut before: Option<(f64, f64)> = None;
    let mut sum = 0.0;
    for (value, weight) in sorted {
        let middle = sum + 0.5 * weight;
        if middle >= wanted {
            return match before {
                Some((last, at)) => last + (value - last) * (wanted - at) / (middle - at),
                None => value,
            };
        }
        before = Some((value, middle));
        sum += weight;
    }
    before.map_or(0.0, |(last, _)| last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_move_a_quantile() {
        assert_eq!(
            weighted_quantile(&[(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)], 0.5),
            2.0
        );
        assert!(weighted_quantile(&[(1.0, 9.0), (2.0, 1.0)], 0.5) < 1.5);
        assert_eq!(weighted_quantile(&[(1.0, 1.0), (2.0, 1.0)], 1.0), 2.0);
        assert_eq!(weighted_quantile(&[], 0.5), 0.0);
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0], 0.25), 1.25);
        assert_eq!(quantile(&[], 0.5), 0.0);
    }
}
