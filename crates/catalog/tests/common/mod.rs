//! What the tests share: the model file and its models.

#![allow(dead_code, unreachable_pub)]

use bpt_catalog::model_from_json;
use bpt_core::model::Model;
use serde_json::Value;

/// Text of a file of the repository. WebAssembly has no files: what its tests need is inside.
#[cfg(target_arch = "wasm32")]
pub fn read(path: &str) -> String {
    match path {
        "data/models.json" => include_str!("../../../../data/models.json"),
        "crates/core/tests/golden/vectors.json" => {
            include_str!("../../../core/tests/golden/vectors.json")
        }
        other => panic!("{other} is not inside"),
    }
    .to_owned()
}

/// Text of a file of the repository.
#[cfg(not(target_arch = "wasm32"))]
pub fn read(path: &str) -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All models of `data/models.json`, as JSON.
pub fn models() -> Vec<Value> {
    let value: Value = serde_json::from_str(&read("data/models.json")).expect("JSON");
    let list = value.get("models").unwrap_or(&value);
    list.as_array().expect("a list of models").clone()
}

/// One model by its id.
pub fn model(models: &[Value], id: &str) -> Model {
    let value = models.iter().find(|model| model["id"] == id).expect(id);
    model_from_json(value).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// All rows of `data/measurements.json`.
pub fn measurements() -> Vec<Value> {
    let value: Value = serde_json::from_str(&read("data/measurements.json")).expect("JSON");
    value["rows"].as_array().expect("rows").clone()
}
