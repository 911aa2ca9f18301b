//! The golden vectors: every expected number comes from `crates/core/tests/golden/vectors.json`.
//! They hold natively and in WebAssembly.

mod common;

use bpt_core::flops;
use bpt_core::kv;
use bpt_core::kv_type::{KvKind, KvType};
use bpt_core::model::Class;
use bpt_core::quant::{Format, Mix, Recipe, Safetensors};
use bpt_core::weights::Prepared;
use serde_json::Value;

fn recipe(slug: &str) -> Recipe {
    Recipe::plain(match slug {
        "fp8" => Format::Safetensors(Safetensors::Fp8),
        "awq-int4" => Format::Safetensors(Safetensors::IntGroup {
            bits: 4.0,
            group: 128.0,
        }),
        "nvfp4" => Format::Safetensors(Safetensors::Nvfp4),
        "mlx-4bit" => Format::Mlx {
            bits: 4.0,
            group: 64.0,
        },
        mix => Format::Mix(Mix::from_slug(mix).expect("a mix")),
    })
}

fn kv_type(slug: &str) -> KvType {
    // Bytes an element: formulas.md 2.1.
    let bytes = match slug {
        "f16" => 2.0,
        "q8_0" => 34.0 / 32.0,
        "q5_1" => 0.75,
        "q4_0" => 0.5625,
        "fp8" => 1.0,
        "nvfp4" => 0.5 + 1.0 / 16.0,
        other => panic!("{other}"),
    };
    KvType {
        key: bytes,
        value: bytes,
        per_head: 0.0,
        kind: KvKind::Float,
    }
}

fn actual(prepared: &Prepared, scenario: &Value, quantity: &str) -> f64 {
    let context = scenario["context_tokens"].as_f64().expect("context");
    let prompt = scenario["prompt_tokens"].as_f64().expect("prompt");
    let kv_type = kv_type(scenario["kv_type"].as_str().expect("kv type"));
    let (model, weights) = (&prepared.model, &prepared.weights);
    if let Some(class) = quantity.strip_prefix("memory.weights_by_class.") {
        return weights.stored[Class::from_slug(class).expect("class")].get();
    }
    if let Some(class) = quantity.strip_prefix("decode.weight_bytes_read_by_class.") {
        return weights.read[Class::from_slug(class).expect("class")].get();
    }
    match quantity {
        "memory.weights_bytes" => weights.stored.total().get(),
        "decode.weight_bytes_read" => weights.read.total().get(),
        "memory.kv_bytes" => kv::stored(model, &kv_type, context).get(),
        "decode.kv_bytes_read" => kv::read(model, &kv_type, context).total().get(),
        "memory.state_bytes" => kv::state(model).get(),
        "prefill.flops_linear" => flops::prefill_linear(weights, prompt).get(),
        "prefill.flops_attention" => flops::prefill_attention(model, prompt, 0.0).get(),
        other => panic!("{other}"),
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn all_vectors_hold() {
    let models = common::models();
    let text = common::read("crates/core/tests/golden/vectors.json");
    let golden: Value = serde_json::from_str(&text).expect("JSON");
    let vectors = golden["vectors"].as_array().expect("vectors");
    assert_eq!(vectors.len(), 100);
    let (mut misses, mut checked, mut worst) = (Vec::new(), 0, 0.0_f64);
    for (at, vector) in vectors.iter().enumerate() {
        let scenario = &vector["scenario"];
        let id = scenario["model_id"].as_str().expect("id");
        let quant = scenario["quant"].as_str().expect("quant");
        let prepared = Prepared::new(common::model(&models, id), recipe(quant));
        for (quantity, expected) in vector["expect"].as_object().expect("expect") {
            let tolerance = vector["tolerance"][quantity].as_f64().unwrap_or(0.005);
            let expected = expected.as_f64().expect("number");
            let actual = actual(&prepared, scenario, quantity);
            let error = (actual - expected).abs() / expected.abs().max(1.0);
            worst = worst.max(error);
            checked += 1;
            if error > tolerance {
                misses.push(format!(
                    "{at} {id} {quant} {quantity}: {actual} instead of {expected} ({:+.3} %)",
                    100.0 * (actual / expected - 1.0)
                ));
            }
        }
    }
    println!("{checked} quantities, largest error {:.4} %", 100.0 * worst);
    assert!(
        misses.is_empty(),
        "{} of {checked}:\n{}",
        misses.len(),
        misses.join("\n")
    );
}
