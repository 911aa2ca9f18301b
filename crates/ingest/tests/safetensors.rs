//! Headers and an index written by the reference package `safetensors`
//! (tools/oracle/ingest/safetensors_headers.py).

use std::fs;
use std::path::PathBuf;

use bpt_core::model::Class;
use bpt_ingest::{inspect, inspect_all, safetensors};
use serde_json::{Value, json};

const SHARDS: [&str; 2] = [
    "model-00001-of-00002.safetensors",
    "model-00002-of-00002.safetensors",
];
const INDEX: &str = "model.safetensors.index.json";

fn file(name: &str) -> Vec<u8> {
    fs::read(
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("tests/fixtures/safetensors")
            .join(name),
    )
    .unwrap()
}

#[test]
fn every_tensor_agrees_with_the_reference() {
    let reference: Value = serde_json::from_slice(&file("reference.json")).unwrap();
    let mut seen = 0;
    for shard in SHARDS {
        for tensor in safetensors::read(&file(shard)).unwrap() {
            let shape: Vec<u64> = tensor.dims.iter().rev().copied().collect();
            assert_eq!(
                json!([shape, tensor.bytes]),
                reference[&tensor.name],
                "{}",
                tensor.name
            );
            assert_eq!(tensor.kind, "f16");
            seen += 1;
        }
    }
    assert_eq!(seen, reference.as_object().unwrap().len());
}

#[test]
fn shards_index_and_config_make_one_model() {
    let parts: Vec<(&str, Vec<u8>)> = [SHARDS[1], INDEX, "config.json", SHARDS[0]]
        .map(|name| (name, file(name)))
        .to_vec();
    let borrowed: Vec<(&str, &[u8])> = parts
        .iter()
        .map(|(name, bytes)| (*name, bytes.as_slice()))
        .collect();
    let found = inspect_all(&borrowed).unwrap();
    let index: Value = serde_json::from_slice(&file(INDEX)).unwrap();
    assert_eq!(found.file_bytes(), index["metadata"]["total_size"].as_f64());
    assert_eq!(found.params.unwrap() * 2.0, found.file_bytes().unwrap());
    let totals = found.totals.as_ref().unwrap();
    // 3 layers of 4 experts of three 64 x 96 matrices; routers of 4 x 64; 32 and 2 x 16 norms.
    assert_eq!(
        totals.params[Class::RoutedExperts],
        3.0 * 4.0 * 3.0 * 64.0 * 96.0
    );
    assert_eq!(totals.params[Class::Router], 3.0 * 4.0 * 64.0);
    assert_eq!(totals.params[Class::Norms], 3.0 * (128.0 + 32.0) + 64.0);
    assert_eq!(
        totals.params[Class::Attention],
        3.0 * 64.0 * (64.0 + 32.0 + 32.0 + 64.0)
    );
    assert_eq!(found.model["extra_params"], json!([]));
    assert_eq!(found.quant.as_deref(), Some("f16"));
    assert!(
        found.unknown.is_empty() && found.notes.is_empty(),
        "{:?} {:?}",
        found.unknown,
        found.notes
    );
}

#[test]
fn what_is_missing_is_said() {
    let alone = inspect(SHARDS[0], &file(SHARDS[0])).unwrap();
    assert_eq!(alone.model, Value::Null);
    assert!(alone.notes[0].contains("config.json"));
    let index = inspect(INDEX, &file(INDEX)).unwrap();
    assert!(index.notes.iter().any(|note| note.contains("names only")));
    let message = |bytes: &[u8]| inspect("a.safetensors", bytes).unwrap_err().to_string();
    assert!(
        message(b"GARBAGE!")
            .contains("This is not a safetensors file: it starts with \"GARBAGE!\".")
    );
    let whole = file(SHARDS[0]);
    assert!(message(&whole[..whole.len() - 9]).contains("bytes long, but only"));
    let bad = br#"{"a":{"dtype":"F16","shape":[2,2],"data_offsets":[0,4]}}"#;
    let bad = [(bad.len() as u64).to_le_bytes().as_slice(), bad].concat();
    assert!(message(&bad).contains("disagree"));
}
