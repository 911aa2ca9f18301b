//! What the first figure starts from before the catalog is there: its two scenarios as numbers, and
//! its scenario line.

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::Scenario;
use bpt_core::limits::BITS;
use bpt_core::packed::Movable;
use bpt_words::Language;

use crate::Failed;
use crate::chapters::Baked;
use crate::html::escaped;

/// Bits at which kernels are looked for: the slider's, and the ends of what can be typed.
fn all_bits() -> impl Iterator<Item = f64> {
    BITS.positions().into_iter().chain([BITS.min, BITS.max])
}

/// A row with free bits for every weight.
fn with_bits(row: &ScenarioRow, bits: f64) -> ScenarioRow {
    ScenarioRow {
        bits_per_weight: Some(bits),
        bits_by_class: Default::default(),
        file_bytes: None,
        ..row.clone()
    }
}

fn resolved(row: &ScenarioRow) -> Result<Scenario, Failed> {
    let resolved = Catalog::embedded().resolve(row);
    Ok(resolved.map_err(|why| format!("{why:?}"))?)
}

fn movable(row: &ScenarioRow) -> Result<Movable, Failed> {
    let others: Result<Vec<_>, _> = all_bits()
        .map(|bits| resolved(&with_bits(row, bits)))
        .collect();
    Ok(Movable::new(resolved(row)?, others?))
}

/// The attribute of the first figure.
pub(crate) fn attribute(baked: &Baked, words: &dyn Language) -> Result<String, Failed> {
    let mut sides = Vec::new();
    for row in baked.pair.models.rows.iter().flatten() {
        let packed = movable(row)?.pack();
        sides.push(packed.ok_or("the first figure's scenario cannot be packed")?);
    }
    let line: Vec<_> = baked
        .here(words)
        .into_iter()
        .map(|piece| {
            let slot = piece.slot.map_or("", bpt_words::Slot::slug);
            (piece.text, piece.differs, slot)
        })
        .collect();
    let text = serde_json::json!([sides, line]).to_string();
    Ok(format!(" data-first=\"{}\"", escaped(&text)))
}

#[cfg(test)]
mod tests {
    use bpt_core::limits::BANDWIDTH;
    use bpt_permalink::PageState;
    use bpt_story::{CHAPTERS, Story};

    use super::*;

    fn rows() -> Vec<ScenarioRow> {
        let story = Story::embedded().expect("the story is read");
        let state = story.state(CHAPTERS[0].chapter, &PageState::default(), false);
        let catalog = Catalog::embedded();
        [Some(state.row_a()), state.row_b(catalog)]
            .into_iter()
            .flatten()
            .collect()
    }

    /// All numbers of the weight table.
    fn numbers_of(scenario: &Scenario) -> Vec<f64> {
        let weights = &scenario.model.weights;
        let bytes = weights.stored.0.iter().chain(&weights.read.0);
        let bytes = bytes.chain(&weights.read_by_kernel).chain([
            &weights.embedding_row,
            &weights.mtp,
            &weights.mtp_read,
        ]);
        let params = weights.params.0.iter().chain(&weights.active.0);
        let params = params.chain([
            &weights.layer_matmul,
            &weights.expert_matmul,
            &weights.head_matmul,
        ]);
        let kernel = weights.kernel as u8;
        bytes
            .map(|bytes| bytes.get())
            .chain(params.map(|params| params.get()))
            .chain([f64::from(kernel)])
            .collect()
    }

    /// Wherever the two sliders stand, the scenario is the one that the catalog resolves.
    #[test]
    fn packed_scenarios_move_as_rows_do() {
        for row in rows() {
            let packed = movable(&row).expect("resolved").pack().expect("packed");
            let text = serde_json::to_string(&packed).expect("numbers are written");
            // To the last digit, as browsers read them: `null` is no number.
            let list = text.trim_matches(['[', ']']);
            let mut numbers = list.split(',').map(|one| one.parse().unwrap_or(f64::NAN));
            let moved = Movable::unpack(&mut numbers);
            assert!(numbers.next().is_none(), "all of it is read");
            assert_eq!(moved.preset, resolved(&row).expect("resolved"));
            let bandwidths = BANDWIDTH.positions().into_iter().map(Some);
            for bandwidth in bandwidths.chain([None]) {
                let mut with = row.clone();
                with.device.bandwidth_gb_s = bandwidth;
                let expected = resolved(&with).expect("resolved");
                assert_eq!(moved.at(bandwidth, None), expected, "{bandwidth:?}");
            }
            for bits in all_bits() {
                let mut with = with_bits(&row, bits);
                with.device.bandwidth_gb_s = Some(936.0);
                let expected = resolved(&with).expect("resolved");
                let moved = moved.at(Some(936.0), Some(bits));
                // Weights lie on a line: to the last digits, not to the last bit.
                let (ours, theirs) = (numbers_of(&moved), numbers_of(&expected));
                for (at, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
                    let off = (ours - theirs).abs();
                    assert!(
                        off <= 1e-12 * theirs.abs(),
                        "{bits} bits, {at}: {ours}, {theirs}"
                    );
                }
                let model = expected.model.clone();
                assert_eq!(Scenario { model, ..moved }, expected, "{bits}");
            }
        }
    }
}
