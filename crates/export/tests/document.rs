//! The document is JSON whose rows are read back as the same rows, with the same estimates.

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_export::{Side, document};
use serde_json::Value;

#[test]
fn rows_and_estimates_are_read_back() {
    let catalog = Catalog::embedded();
    let rows: Vec<ScenarioRow> = [
        r#"{"model_id": "qwen3-32b", "device_id": "dgx-spark", "users": 4}"#,
        r#"{"model_id": "deepseek-v3", "device_id": "h100-sxm", "device_count": 8, "quant": "fp8"}"#,
    ]
    .into_iter()
    .map(|text| {
        let json = serde_json::from_str(text).expect("JSON");
        ScenarioRow::from_json(&json).expect("a row")
    })
    .collect();
    let estimates: Vec<_> = rows
        .iter()
        .map(|row| bpt_core::estimate(&catalog.resolve(row).expect("a scenario")))
        .collect();
    let sides: Vec<Side<'_>> = rows
        .iter()
        .zip(&estimates)
        .map(|(row, estimate)| Side { row, estimate })
        .collect();
    let link = r#"https://example.org/?v=1&x="quoted\"#;
    let read: Value = serde_json::from_str(&document(catalog, link, &sides)).expect("valid JSON");
    assert_eq!(read["link"], link);
    assert_eq!(read["data_revision"], catalog.calibration().revision);
    for (at, row) in rows.iter().enumerate() {
        let again = ScenarioRow::from_json(&read["rows"][at]).expect("a row");
        assert_eq!(&again, row);
        let speed = read["estimates"][at]["decode"]["tok_s_per_user"].as_f64();
        assert_eq!(speed, Some(estimates[at].decode.per_user.get()));
    }
}
