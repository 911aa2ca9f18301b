//! JSON and quantities come from one table.

mod common;

use bpt_catalog::report::{self, Extra};
use bpt_catalog::{Catalog, ScenarioRow};
use serde_json::{Value, json};

fn report(row: &Value) -> (bpt_core::Estimate, Value) {
    let row = ScenarioRow::from_json(row).expect("a row");
    let scenario = Catalog::embedded().resolve(&row).expect("a scenario");
    let estimate = bpt_core::estimate(&scenario);
    let mut out = String::new();
    let extra = Extra {
        id: row.id.as_deref(),
        words: &|note| format!("said \"{}\"\n", note.slug()),
        members: &[("derived", "{\"x\":1}".into())],
    };
    report::write(&mut out, &estimate, &extra);
    (estimate, serde_json::from_str(&out).expect("JSON"))
}

fn at<'a>(json: &'a Value, path: &str) -> &'a Value {
    path.split('.')
        .fold(json, |json, name| match name.parse::<usize>() {
            Ok(index) => &json[index],
            Err(_) => &json[name],
        })
}

/// The names of contract section 2.
#[test]
fn the_contract_names_are_there() {
    let (_, json) =
        report(&json!({"model_id": "qwen3-30b-a3b", "device_id": "dgx-spark", "id": "r"}));
    for path in [
        "memory.weights_bytes",
        "memory.weights_by_class.embedding",
        "memory.weights_by_class.other",
        "memory.kv_bytes",
        "memory.state_bytes",
        "memory.kv_allocated_bytes",
        "memory.compute_bytes",
        "memory.overhead_bytes",
        "memory.draft_bytes",
        "memory.total_bytes",
        "memory.host_bytes",
        "memory.devices.0.used_bytes",
        "memory.devices.0.capacity_bytes",
        "memory.devices.0.fits",
        "memory.fits",
        "memory.binding",
        "memory.max_context_tokens",
        "memory.max_users",
        "decode.weight_bytes_read",
        "decode.weight_bytes_read_by_class.routed_experts",
        "decode.kv_bytes_read",
        "decode.state_bytes_moved",
        "decode.flops",
        "decode.step_s",
        "decode.tok_s_per_user",
        "decode.tok_s_total",
        "decode.low",
        "decode.high",
        "decode.ceiling_tok_s",
        "decode.bound",
        "decode.parts.0.name",
        "decode.parts.0.kind",
        "decode.parts.0.bytes",
        "decode.parts.0.seconds",
        "prefill.flops_linear",
        "prefill.flops_attention",
        "prefill.seconds",
        "prefill.tok_s",
        "prefill.low",
        "prefill.high",
        "prefill.ttft_s",
        "prefill.ttft_low",
        "prefill.ttft_high",
        "energy.watts",
        "energy.watts_low",
        "energy.watts_high",
        "energy.joules_per_token",
        "energy.joules_per_token_low",
        "energy.joules_per_token_high",
        "derived.x",
    ] {
        assert!(!at(&json, path).is_null(), "{path}");
    }
    let energy = json["energy"].as_object().expect("an object");
    assert!(energy.contains_key("cost_per_million_tokens_high"));
    assert_eq!(json["id"], "r");
    assert!(json["notes"].is_array());
}

#[test]
fn json_and_quantities_agree() {
    for row in [
        json!({"model_id": "qwen3-30b-a3b", "device_id": "dgx-spark"}),
        json!({"model_id": "deepseek-v3", "devices": ["rtx-3090", "rtx-3060-12"], "tariff_per_kwh": 0.3}),
        json!({"model_id": "qwen3.5-27b", "device_id": "tpu-v5e", "prompt_tokens": 0, "users": 3.5}),
    ] {
        let (estimate, json) = report(&row);
        let mut paths: Vec<String> = report::paths().collect();
        for (index, _) in json["memory"]["devices"]
            .as_array()
            .expect("devices")
            .iter()
            .enumerate()
        {
            paths.push(format!("memory.devices.{index}.used_bytes"));
            paths.push(format!("memory.devices.{index}.capacity_bytes"));
        }
        for (index, _) in json["decode"]["parts"]
            .as_array()
            .expect("parts")
            .iter()
            .enumerate()
        {
            paths.push(format!("decode.parts.{index}.seconds"));
        }
        for path in paths {
            let value = match at(&json, &path) {
                Value::Bool(flag) => Some(f64::from(u8::from(*flag))),
                other => other.as_f64(),
            };
            let quantity = report::quantity(&estimate, &path);
            assert_eq!(quantity.is_some(), value.is_some(), "{path}");
            // serde_json reads a number to within one unit in the last place.
            let (a, b) = (quantity.unwrap_or(0.0), value.unwrap_or(0.0));
            assert!((a - b).abs() <= 1e-15 * b.abs(), "{path}: {a} {b}");
        }
        assert_eq!(
            report::text(&estimate, "decode.bound"),
            json["decode"]["bound"].as_str()
        );
        for path in [
            "",
            "memory",
            "memory.devices",
            "decode.parts.99.seconds",
            "a.b.c.d",
            "memory.fits.x",
        ] {
            assert_eq!(report::quantity(&estimate, path), None, "{path}");
        }
    }
}
