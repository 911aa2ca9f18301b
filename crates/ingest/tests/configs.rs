//! Default configs of every causal language model class of `transformers` 5.24
//! (tools/oracle/ingest/configs.py): every key accounted for, totals equal to the meta-device model.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use bpt_ingest::{Inspection, from_config};
use serde_json::Value;

fn rows() -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/configs.jsonl");
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Types whose total is not that of the reference model, and why.
fn differing() -> BTreeMap<String, String> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/configs_differing.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn every_key_is_understood_or_listed() {
    let mut refused = Vec::new();
    for row in rows() {
        let name = row["type"].as_str().unwrap();
        let found = match from_config(&row["config"]) {
            Ok(found) => found,
            Err(error) => {
                refused.push((name.to_owned(), error.to_string()));
                continue;
            }
        };
        let listed: BTreeSet<&str> = found
            .understood
            .iter()
            .chain(&found.unknown)
            .map(|(key, _)| key.as_str())
            .collect();
        let config = row["config"].as_object().unwrap();
        for key in config.keys() {
            assert!(
                listed.contains(key.as_str()),
                "{}: {key} is nowhere",
                row["type"]
            );
        }
        if let Some((nested, prefix)) = nested(&listed, config) {
            for key in nested.keys() {
                assert!(
                    listed.contains(format!("{prefix}{key}").as_str()),
                    "{}: {prefix}{key}",
                    row["type"]
                );
            }
        }
        // No key is in two places.
        assert_eq!(
            listed.len(),
            found.understood.len() + found.unknown.len(),
            "{}",
            row["type"]
        );
    }
    refused.sort();
    let wanted: Vec<(String, String)> = REFUSED
        .iter()
        .map(|(name, why)| {
            let message =
                format!("Models of type {name} {why}, which the simulator does not compute.");
            ((*name).to_owned(), message)
        })
        .collect();
    assert_eq!(refused, wanted, "all others of 195 are read");
}

/// What is no decoder of the kinds that the formulas hold for, and why.
const REFUSED: &[(&str, &str)] = &[
    ("blt", "group bytes into patches of varying length"),
    ("doge", "look experts up by product keys"),
    ("dory", "run the same layers several times for each token"),
    (
        "hrm_text",
        "run the same layers several times for each token",
    ),
    (
        "inkling2_loop_text",
        "run the same layers several times for each token",
    ),
    ("jetmoe", "choose attention heads like experts"),
    ("moshi", "speak in audio tokens through a second decoder"),
    ("recurrent_gemma", "mix tokens with an RG-LRU"),
    ("reformer", "use hashed attention"),
    ("rwkv", "mix tokens the RWKV way"),
    ("xlstm", "mix tokens with an xLSTM memory"),
];

/// The nested config that was read, if any key of it is listed.
fn nested<'a>(
    listed: &BTreeSet<&str>,
    config: &'a serde_json::Map<String, Value>,
) -> Option<(&'a serde_json::Map<String, Value>, String)> {
    config.iter().find_map(|(key, value)| {
        let prefix = format!("{key}.");
        let inner = value.as_object()?;
        listed
            .iter()
            .any(|one| one.starts_with(&prefix) && !one.contains(".text_config"))
            .then_some((inner, prefix))
    })
}

#[test]
fn totals_are_those_of_the_reference_model() {
    let differing = differing();
    let (mut exact, mut close, mut wrong) = (0, 0, Vec::new());
    for row in rows() {
        let (name, Some(reference)) = (row["type"].as_str().unwrap(), row["params"].as_f64())
        else {
            continue;
        };
        let params = from_config(&row["config"])
            .ok()
            .and_then(|found| found.params);
        let error = params.map_or(f64::INFINITY, |params| (params / reference - 1.0).abs());
        match error {
            0.0 => exact += 1,
            _ if error < 1e-4 => close += 1,
            _ if differing.contains_key(name) => {}
            _ => wrong.push(format!("{name}: {params:?} instead of {reference}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(
        exact >= 101 && exact + close >= 137,
        "{exact} exact, {close} within 1e-4"
    );
}

fn model(name: &str) -> Inspection {
    let row = rows().into_iter().find(|row| row["type"] == name).unwrap();
    from_config(&row["config"]).unwrap()
}

#[test]
fn defaults_that_are_a_published_model_give_its_row() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/models.json");
    let catalog: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    for (name, id) in PUBLISHED {
        let published = catalog.iter().find(|row| row["id"] == *id).unwrap();
        let found = model(name);
        let total = published["computed"]["total_text"].as_f64().unwrap();
        let params = found.params.unwrap();
        assert!(
            (params / total - 1.0).abs() < 2e-4,
            "{name}: {params}, {id}: {total}"
        );
        for (found, published) in [
            (
                &found.model["attention"]["layers"],
                &published["attention"]["layers"],
            ),
            (&found.model["ffn"], &published["ffn"]),
        ] {
            let sorted = |groups: &Value| {
                let mut groups = groups.as_array().unwrap().clone();
                groups.sort_by_key(Value::to_string);
                groups
            };
            assert_eq!(sorted(found), sorted(published), "{name} and {id}");
        }
    }
}

/// Classes whose defaults are the named model.
const PUBLISHED: &[(&str, &str)] = &[
    ("llama", "llama-2-7b"),
    ("mixtral", "mixtral-8x7b"),
    ("qwen3_next", "qwen3-next-80b-a3b"),
    ("qwen3_5_moe_text", "qwen3.5-35b-a3b"),
    ("qwen3_5_text", "qwen3.5-9b"),
    ("gpt_oss", "gpt-oss-120b"),
    ("deepseek_v3", "deepseek-v3"),
    ("deepseek_v32", "deepseek-v3.2"),
    ("glm_moe_dsa", "glm-5"),
    ("glm4_moe_lite", "glm-4.7-flash"),
    ("hy_v3", "hy3-295b-a21b"),
    ("smollm3", "smollm3-3b"),
    ("bailing_hybrid", "ling-3.0-flash"),
    ("minimax_m2", "minimax-m2"),
    ("ernie4_5_moe", "ernie-4.5-21b-a3b"),
    ("llama4_text", "llama-4-scout"),
    ("phi3", "phi-3-mini"),
];

#[test]
fn errors_name_what_is_missing() {
    let message = |text: &str| {
        let value: Value = serde_json::from_str(text).unwrap();
        from_config(&value).unwrap_err().to_string()
    };
    assert_eq!(message("{}"), "No hidden_size found in the config.");
    assert_eq!(message("[]"), "The config is not a JSON object.");
    assert_eq!(
        message(r#"{"hidden_size": 64}"#),
        "No num_hidden_layers found in the config."
    );
    assert!(message(r#"{"model_type": "rwkv"}"#).contains("RWKV"));
}
