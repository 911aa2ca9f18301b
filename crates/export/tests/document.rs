//! The document is JSON whose rows are read back as the same rows, with the same estimates.

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_export::{Field, Numbers, Side, document, numbers_csv, with_numbers};
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

#[test]
fn a_figure_s_numbers_stand_beside_scenario_and_version() {
    let row = ScenarioRow {
        model_id: Some("qwen3-8b".into()),
        device_id: Some("rtx-3090".into()),
        ..ScenarioRow::default()
    };
    let catalog = Catalog::embedded();
    let estimate = bpt_core::estimate(&catalog.resolve(&row).expect("a scenario"));
    let side = Side {
        row: &row,
        estimate: &estimate,
    };
    let numbers = Numbers {
        figure: "users",
        title: "More \"users\"",
        columns: &["users".into(), "tok/s".into()],
        rows: &[
            vec![Field::Number(1.0), Field::Number(0.1 + 0.2)],
            vec![Field::Number(2.0), Field::Nothing],
            vec![Field::Number(f64::NAN), Field::Text("over\n".into())],
        ],
    };
    let text = with_numbers(
        &document(catalog, "https://example.org/", &[side]),
        &numbers,
    );
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(found["rows"][0]["model_id"], "qwen3-8b");
    assert_eq!(found["estimates"].as_array().map(Vec::len), Some(1));
    assert!(found["version"].is_string() && found["data_revision"].is_string());
    assert_eq!(found["figure"]["title"], "More \"users\"");
    assert_eq!(
        found["figure"]["rows"],
        serde_json::json!([[1, 0.1 + 0.2], [2, null], [null, "over\n"]])
    );
    let text = numbers_csv(catalog, "https://example.org/", &numbers);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[1].starts_with("1,0.30000000000000004,"),
        "{}",
        lines[1]
    );
    assert!(lines[2].starts_with("2,,\""), "{}", lines[2]);
    assert!(
        lines
            .iter()
            .skip(1)
            .take(2)
            .all(|line| line.ends_with("\"https://example.org/\""))
    );
}
