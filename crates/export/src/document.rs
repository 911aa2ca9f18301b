//! Scenario and estimate as one JSON document that `bpt estimate` reads again.

use bpt_catalog::{Catalog, ScenarioRow, report};
use bpt_core::Estimate;
use bpt_words::lab_language;

/// One model's side of the page.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The scenario, with defaults left out.
    pub row: &'a ScenarioRow,
    /// What was computed.
    pub estimate: &'a Estimate,
}

/// The document. `rows` are scenarios as `bpt estimate` takes them, `estimates` its answers in the
/// same order; `version` and `data_revision` say by which program and calibration.
///
/// ```
/// use bpt_catalog::{Catalog, ScenarioRow};
/// let row = ScenarioRow { model_id: Some("qwen3-8b".into()), device_id: Some("rtx-3090".into()), ..Default::default() };
/// let estimate = bpt_core::estimate(&Catalog::embedded().resolve(&row).unwrap());
/// let side = bpt_export::Side { row: &row, estimate: &estimate };
/// let text = bpt_export::document(Catalog::embedded(), "https://example.org/?v=1&a=qwen3-8b", &[side]);
/// assert!(text.starts_with("{\"product\":\"Bytes per Token\",\"version\":"));
/// ```
#[must_use]
pub fn document(catalog: &Catalog, link: &str, sides: &[Side<'_>]) -> String {
    let mut out = String::from("{\"product\":\"Bytes per Token\",\"version\":");
    report::string(&mut out, env!("CARGO_PKG_VERSION"));
    out.push_str(",\"data_revision\":");
    report::string(&mut out, &catalog.calibration().revision);
    out.push_str(",\"data_licence\":\"CC-BY-4.0\",\"link\":");
    report::string(&mut out, link);
    out.push_str(",\"rows\":[");
    for (at, side) in sides.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str(&side.row.to_json().to_string());
    }
    out.push_str("],\"estimates\":[");
    for (at, side) in sides.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        let extra = report::Extra {
            id: None,
            words: &|of| lab_language("en").note(of).to_owned(),
            members: &[],
        };
        report::write(&mut out, side.estimate, &extra);
    }
    out.push_str("]}\n");
    out
}
