//! GGUF headers written by the reference Python package `gguf` (tools/oracle/ingest): every tensor
//! agrees with its reader, and the model is the published one.

use std::fs;
use std::path::PathBuf;

use bpt_core::quant::GgmlType;
use bpt_ingest::gguf::{Header, Parser, Progress, TYPES, merge, read};
use bpt_ingest::{Inspection, from_gguf};
use serde_json::{Value, json};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/gguf")
}

fn references() -> Vec<Value> {
    let text = fs::read_to_string(folder().join("reference.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn catalog(id: &str) -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/models.json");
    let all: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    all.into_iter().find(|row| row["id"] == id).unwrap()
}

fn headers(row: &Value) -> Vec<Header> {
    let files = row["files"].as_array().unwrap().iter();
    files
        .map(|file| read(&fs::read(folder().join(file.as_str().unwrap())).unwrap()).unwrap())
        .collect()
}

fn inspect(row: &Value) -> Inspection {
    let (header, note) = merge(headers(row)).unwrap();
    assert_eq!(note, None, "{}", row["name"]);
    from_gguf(header).unwrap_or_else(|error| panic!("{}: {error}", row["name"]))
}

#[test]
fn every_tensor_agrees_with_the_reference_reader() {
    let rows = references();
    assert!(rows.len() >= 14);
    for row in rows {
        let found: Vec<Value> = headers(&row)
            .iter()
            .flat_map(|header| &header.tensors)
            .map(|one| json!([one.name, one.dims, one.kind, one.bytes, one.offset]))
            .collect();
        let expected = row["tensors"].as_array().unwrap();
        assert_eq!(found.len(), expected.len(), "{}", row["name"]);
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found, expected, "{}", row["name"]);
        }
    }
}

#[test]
fn the_model_is_the_published_one() {
    for row in references() {
        let found = inspect(&row);
        assert!(
            found.unknown.is_empty(),
            "{}: {:?}",
            row["name"],
            found.unknown
        );
        assert!(found.notes.is_empty(), "{}: {:?}", row["name"], found.notes);
        let Some(id) = row["catalog"].as_str() else {
            continue;
        };
        let published = catalog(id);
        for key in [
            "hidden_size",
            "vocab_size",
            "tie_word_embeddings",
            "qk_norm",
            "max_context",
        ] {
            if key == "vocab_size" && id == "gemma-3-1b" {
                continue;
            }
            assert_eq!(found.model[key], published[key], "{id} {key}");
        }
        assert_eq!(found.model["attn_bias"], published["attn_bias"], "{id}");
        assert_eq!(
            found.model["fused_qkv"] == true,
            published["fused_qkv"] == true,
            "{id}"
        );
        kinds_agree(
            id,
            &found.model["attention"]["layers"],
            &published["attention"]["layers"],
        );
        kinds_agree(id, &found.model["ffn"], &published["ffn"]);
        // What is not explained by the groups is small: norms, decays, biases of the router.
        let params = found.params.unwrap();
        let rest: f64 = found.model["extra_params"]
            .as_array()
            .unwrap()
            .iter()
            .map(|extra| extra["params"].as_f64().unwrap())
            .sum();
        assert!(
            rest < 3e-4 * params,
            "{id}: {rest} of {params} outside the groups"
        );
        if found.model["num_hidden_layers"] == published["num_hidden_layers"] {
            let total = published["computed"]["total_text"].as_f64().unwrap();
            assert!(
                (params / total - 1.0).abs() < 1e-4,
                "{id}: {params} instead of {total}"
            );
        }
        // The table and the model count the same parameters.
        let totals = found.totals.as_ref().unwrap();
        assert_eq!(params, totals.params.total(), "{id}");
    }
}

/// The kinds of layers, without how many there are of each (fixtures hold fewer layers).
fn kinds_agree(id: &str, found: &Value, published: &Value) {
    let kinds = |groups: &Value| -> Vec<Value> {
        let mut kinds: Vec<Value> = groups
            .as_array()
            .unwrap()
            .iter()
            .map(|group| {
                let mut group = group.clone();
                group.as_object_mut().unwrap().remove("count");
                group
            })
            .collect();
        kinds.sort_by_key(Value::to_string);
        kinds
    };
    assert_eq!(kinds(found), kinds(published), "{id}");
}

/// What a file holds and what core computes with are the same blocks.
#[test]
fn blocks_are_those_of_core() {
    for kind in GgmlType::ALL {
        let found = TYPES.iter().find(|one| one.name == kind.slug()).unwrap();
        let core = (u64::from(kind.block()), u64::from(kind.block_bytes()));
        assert_eq!((found.block, found.bytes), core, "{}", kind.slug());
    }
}

#[test]
fn slices_of_any_size_give_the_same_header() {
    let bytes = fs::read(folder().join("qwen3-8b.gguf")).unwrap();
    let whole = read(&bytes).unwrap();
    for size in [1, 7, 64, 4_096, 1 << 20] {
        let mut parser = Parser::new();
        loop {
            let from = parser.wanted() as usize;
            let to = (from + size).min(bytes.len());
            match parser.push(&bytes[from..to]).unwrap() {
                Progress::Done => break,
                Progress::NeedMore(_) => assert!((parser.wanted() as usize) < bytes.len()),
            }
        }
        assert_eq!(parser.finish().unwrap(), whole, "slices of {size}");
    }
}

#[test]
fn fixed_size_arrays_are_seeked_over() {
    let bytes = fs::read(folder().join("qwen3-8b.gguf")).unwrap();
    let mut parser = Parser::new();
    let mut read = 0;
    loop {
        let from = parser.wanted() as usize;
        let to = (from + 256).min(bytes.len());
        read += to - from;
        if parser.push(&bytes[from..to]).unwrap() == Progress::Done {
            break;
        }
    }
    // Scores and token types of 2,000 tokens (16 kB) and a chat template need no reading.
    assert!(read < bytes.len() - 12_000, "{read} of {}", bytes.len());
}

#[test]
fn errors_are_words() {
    let message = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert_eq!(
        message(b"PK\x03\x04rest of a zip file, long enough"),
        "This is not a GGUF file: it starts with bytes 50 4b 03 04 72 65 73 74 instead of \"GGUF\"."
    );
    assert!(message(b"").contains("cut off"));
    assert!(message(b"GGUF\0\0\0\x03").contains("big-endian"));
    assert!(message(b"GGUF\x01\0\0\0\0\0\0\0").contains("version 1"));
    let many = [
        b"GGUF\x03\0\0\0".as_slice(),
        &u64::MAX.to_le_bytes(),
        &[0; 8],
    ]
    .concat();
    assert!(message(&many).contains("claims 18446744073709551615 tensors"));
    let whole = fs::read(folder().join("phi-4-14b.gguf")).unwrap();
    assert!(message(&whole[..whole.len() - 1]).contains("cut off"));
}

#[test]
fn a_missing_shard_is_said() {
    let rows = references();
    let row = rows
        .iter()
        .find(|row| row["name"] == "llama-3.1-8b")
        .unwrap();
    let mut shards = headers(row);
    shards.remove(1);
    let (_, note) = merge(shards).unwrap();
    assert!(note.unwrap().starts_with("2 of 3 shards were given"));
}
