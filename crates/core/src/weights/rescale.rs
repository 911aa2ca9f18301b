//! Fits a mix to the measured size of a file.

use super::build::Sums;
use crate::model::{ByClass, Class};
use crate::quant::{Format, Recipe};

/// Below this no quantization of routed experts exists; the guess about the split is then wrong.
const FEWEST: f64 = 1.0;
/// Above this they would be wider than the published weights.
const MOST: f64 = 16.0;

/// The factor on the scalable bytes of each class.
pub(super) fn rescale(recipe: &Recipe, sums: &ByClass<Sums>) -> ByClass<f64> {
    let mut factors = ByClass([1.0; 9]);
    let Some(target) = recipe.file_bytes.map(crate::units::Bytes::get) else {
        return factors;
    };
    let scaled: f64 = sums.0.iter().map(|sum| sum.scaled).sum();
    let kept: f64 = sums.0.iter().map(|sum| sum.kept).sum();
    if !(target.is_finite() && target > 0.0 && scaled > 0.0) {
        return factors;
    }
    let uniform = ((target - kept) / scaled).max(0.0);
    let experts = &sums[Class::RoutedExperts];
    if recipe.dynamic && experts.scaled > 0.0 && matches!(recipe.format, Format::Mix(_)) {
        let others = scaled - experts.scaled;
        let rest = target - kept - others;
        let bits = rest * 8.0 / experts.scaled_params;
        if (FEWEST..=MOST).contains(&bits) {
            factors[Class::RoutedExperts] = rest / experts.scaled;
            return factors;
        }
    }
    ByClass([uniform; 9])
}
