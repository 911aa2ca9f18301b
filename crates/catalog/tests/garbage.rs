//! Nothing that is read as a model panics: it is a model or an error that names its field.

mod common;

use bpt_catalog::model_from_json;
use bpt_core::kv_type::KvType;
use bpt_core::quant::{Format, Mix, Recipe};
use bpt_core::weights::Prepared;
use bpt_core::{flops, kv};
use serde_json::{Value, json};

/// Every place in a value, as a pointer.
fn places(value: &Value, at: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let path = format!("{at}/{key}");
                out.push(path.clone());
                places(inner, &path, out);
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                let path = format!("{at}/{index}");
                out.push(path.clone());
                places(inner, &path, out);
            }
        }
        _ => {}
    }
}

/// Builds everything a model is used for; all of it must be a number.
fn use_it(value: &Value) -> Result<(), String> {
    let model = model_from_json(value).map_err(|error| {
        assert!(!error.field.is_empty() && !error.allowed.is_empty());
        error.to_string()
    })?;
    let prepared = Prepared::new(model, Recipe::plain(Format::Mix(Mix::Q4_K_M)));
    let (model, weights) = (&prepared.model, &prepared.weights);
    let numbers = [
        weights.stored.total().get(),
        weights.read.total().get(),
        weights.mtp.get(),
        weights.mtp_read.get(),
        kv::stored(model, &KvType::F16, 1e7).get(),
        kv::read(model, &KvType::F16, 1e7).total().get(),
        kv::state(model).get(),
        flops::prefill_linear(weights, 1e7).get(),
        flops::prefill_attention(model, 1e7, 1e7).get(),
        flops::decode_attention(model, 1e7).get(),
    ];
    assert!(
        numbers
            .iter()
            .all(|number| number.is_finite() && *number >= 0.0),
        "{numbers:?}"
    );
    Ok(())
}

#[test]
fn every_field_survives_every_kind_of_nonsense() {
    let models = common::models();
    // One model of each kind of mixer and feed-forward block.
    let picked = [
        "qwen3.8-flash-next",
        "deepseek-v4-flash",
        "kimi-k3",
        "granite-4.0-h-tiny",
    ];
    let nonsense = [
        Value::Null,
        json!(-1),
        json!(0),
        json!(0.5),
        json!(1),
        json!(70_000),
        json!(4_294_967_296_u64),
        json!(1e300),
        json!("text"),
        json!(true),
        json!([]),
        json!({}),
    ];
    let mut errors = 0;
    for id in picked {
        let row = models.iter().find(|row| row["id"] == id).expect(id);
        let mut shape = row.clone();
        for key in ["gguf", "computed", "check", "sources", "notes"] {
            shape.as_object_mut().expect("object").remove(key);
        }
        let mut all = Vec::new();
        places(&shape, "", &mut all);
        for place in all {
            for value in &nonsense {
                let mut bent = shape.clone();
                *bent.pointer_mut(&place).expect("place") = value.clone();
                errors += usize::from(use_it(&bent).is_err());
            }
        }
    }
    assert!(errors > 500, "{errors}");
    for value in &nonsense {
        assert!(use_it(value).is_err());
    }
}

#[test]
fn an_error_names_field_value_and_what_is_allowed() {
    let models = common::models();
    let mut row = models[0].clone();
    row["attention"]["layers"][0]["num_heads"] = json!(-4);
    let error = model_from_json(&row).expect_err("negative heads");
    assert_eq!(error.field, "attention.layers[0].num_heads");
    assert_eq!(error.value, "-4");
    assert_eq!(error.allowed, "a whole number from 1 to 65536");
}
