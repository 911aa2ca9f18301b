//! Rows of data/models.json written as config.json by the configuration classes of `transformers`
//! (tools/oracle/ingest/published.py) and read back: the same layers, the same total.

use std::fs;
use std::path::PathBuf;

use bpt_ingest::from_config;
use serde_json::Value;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn published_models_come_back() {
    let catalog: Vec<Value> =
        serde_json::from_str(&fs::read_to_string(path("../../data/models.json")).unwrap()).unwrap();
    let text = fs::read_to_string(path("tests/fixtures/published.jsonl")).unwrap();
    let mut read = 0;
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let id = row["id"].as_str().unwrap();
        let published = catalog.iter().find(|one| one["id"] == id).unwrap();
        let found = from_config(&row["config"]).unwrap_or_else(|error| panic!("{id}: {error}"));
        let total = published["computed"]["total_text"].as_f64().unwrap();
        let params = found.params.unwrap();
        assert!(
            (params / total - 1.0).abs() < 1e-4,
            "{id}: {params} instead of {total}"
        );
        for part in ["/attention/layers", "/ffn"] {
            let sorted = |model: &Value| {
                let mut groups = model.pointer(part).unwrap().as_array().unwrap().clone();
                groups.sort_by_key(Value::to_string);
                groups
            };
            assert_eq!(sorted(&found.model), sorted(published), "{id} {part}");
        }
        assert_eq!(
            found.model["tie_word_embeddings"], published["tie_word_embeddings"],
            "{id}"
        );
        read += 1;
    }
    assert!(read >= 110, "{read} models");
}
