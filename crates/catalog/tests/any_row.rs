//! Rows drawn at random, sensible and not: no panic, no number that is not finite, and an error
//! only where a field is wrong.

mod common;

use bpt_catalog::report::{self, Extra};
use bpt_catalog::{Catalog, ScenarioRow};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use common::splits;

fn pick(of: &'static [&'static str]) -> impl Strategy<Value = Value> {
    prop::sample::select(of).prop_map(|text| json!(text))
}

fn ids(of: Vec<String>) -> impl Strategy<Value = Value> {
    prop::sample::select(of).prop_map(|id| json!(id))
}

fn models() -> impl Strategy<Value = Value> {
    ids(Catalog::embedded()
        .models()
        .iter()
        .map(|entry| entry.id.clone())
        .collect())
}

fn devices() -> impl Strategy<Value = Value> {
    ids(Catalog::embedded()
        .devices()
        .iter()
        .map(|entry| entry.id.clone())
        .collect())
}

fn links() -> impl Strategy<Value = Value> {
    ids(Catalog::embedded()
        .links()
        .iter()
        .map(|entry| entry.id.clone())
        .collect())
}

fn log(low: f64, high: f64) -> impl Strategy<Value = Value> {
    (low.ln()..high.ln()).prop_map(|log| json!(log.exp()))
}

fn fields() -> impl Strategy<Value = (&'static str, Value)> {
    fn key(
        name: &'static str,
        value: impl Strategy<Value = Value> + 'static,
    ) -> BoxedStrategy<(&'static str, Value)> {
        value.prop_map(move |value| (name, value)).boxed()
    }
    let placements = prop_oneof![
        Just(json!({"kind": "cpu_only"})),
        (0.0..90.0).prop_map(|n| json!({"kind": "layers_on_gpu", "gpu_layers": n})),
        (0.0..90.0).prop_map(|n| json!({"kind": "experts_on_cpu", "cpu_expert_layers": n})),
        Just(json!({"kind": "experts_on_cpu"})),
    ];
    let speculation = (
        pick(&["mtp", "eagle", "draft-model", "ngram", "dflash", "two-stage", "new"]),
        0..8_u32,
        0.0..=1.0,
    )
        .prop_map(|(method, tokens, rate)| {
            json!({"method": method, "draft_tokens": tokens, "acceptance_rate": rate})
        });
    let parallel =
        (pick(splits()), 1..5_u32).prop_map(|(kind, size)| json!({"kind": kind, "size": size}));
    prop_oneof![
        key(
            "quant",
            pick(&[
                "q4_k_m",
                "q8_0",
                "iq1_s",
                "mxfp4",
                "fp8",
                "ud-q4_k_xl",
                "mlx-4bit",
                "exl3-4.0bpw",
                "zz9",
                "f32"
            ])
        ),
        key("bits_per_weight", log(0.1, 32.0)),
        key("file_bytes", log(1e6, 1e13)),
        key("device_count", (1..1024_u32).prop_map(|n| json!(n))),
        key("link_id", links()),
        key(
            "link",
            log(0.001, 1e4).prop_map(|gb| json!({"bandwidth_gb_s": gb, "latency_us": 0}))
        ),
        key("parallel", parallel),
        key(
            "engine",
            pick(&[
                "llama.cpp",
                "ik_llama",
                "mlx",
                "ollama",
                "vllm",
                "sglang",
                "trtllm",
                "exllama",
                "other",
                "x"
            ])
        ),
        key(
            "backend",
            pick(&["cuda", "metal", "vulkan", "rocm", "sycl", "cpu", "x"])
        ),
        key(
            "kv_type",
            pick(&[
                "f16",
                "q8_0",
                "q4_0",
                "fp8",
                "k-q8_0-v-f16",
                "turboquant-3bit",
                "x"
            ])
        ),
        key(
            "flash_attention",
            any::<bool>().prop_map(|flag| json!(flag))
        ),
        key("context_tokens", log(1.0, 16_777_216.0)),
        key("context_tokens", Just(json!(0))),
        key("prompt_tokens", log(1.0, 16_777_216.0)),
        key("prompt_tokens", Just(json!(0))),
        key("cached_prompt_tokens", log(1.0, 1e6)),
        key("prefill_depth_tokens", log(1.0, 1e6)),
        key("gen_tokens", log(1.0, 1e6)),
        key("users", log(1.0, 65_536.0)),
        key("request_rate_per_s", log(1e-3, 1e4)),
        key("ubatch_tokens", log(1.0, 1e6)),
        key("reserve_gib", log(0.1, 1e6)),
        key("placement", placements),
        key(
            "host",
            log(1.0, 1e5).prop_map(|gb| json!({"bandwidth_gb_s": gb, "memory_gib": gb}))
        ),
        key("pcie", log(0.001, 1e5)),
        key("speculative", speculation),
        key("power_limit_w", log(0.1, 1e6)),
        key("tariff_per_kwh", log(0.001, 10.0)),
        key("device_price", log(1.0, 1e9)),
        key("own_tok_s", log(1e-4, 1e7)),
        key(
            "device",
            log(0.001, 1e6).prop_map(|x| json!({"bandwidth_gb_s": x, "memory_gib": x}))
        ),
        key(
            "device",
            log(1e-4, 1e6).prop_map(|x| json!({"fp16_tflops": x, "fp32_tflops": x, "tdp_w": 0.1}))
        ),
        key(
            "devices",
            prop::collection::vec(devices(), 1..6).prop_map(|ids| json!(ids))
        ),
        key(
            "tags",
            Just(json!(["eager", "mixed-prefill", "power-cap-220w"]))
        ),
        key(
            "software_date",
            pick(&["2023", "2024-05", "2026-07-01", "2030-01"])
        ),
        key("decode_tok_s_total", Just(json!(1))),
        key(
            "bits_by_class",
            Just(json!({"routed_experts": 4.5, "attention": "fp8", "norms": 2}))
        ),
    ]
}

fn rows() -> impl Strategy<Value = Value> {
    (models(), devices(), prop::collection::vec(fields(), 0..10)).prop_map(
        |(model, device, fields)| {
            let mut row = Map::new();
            row.insert("model_id".into(), model);
            row.insert("device_id".into(), device);
            for (key, value) in fields {
                row.insert(key.into(), value);
            }
            Value::Object(row)
        },
    )
}

fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|flag| json!(flag)),
        any::<f64>().prop_map(|number| json!(number)),
        "\\PC{0,8}".prop_map(|text| json!(text)),
        Just(json!([1, "a"])),
        Just(json!({"kind": 5, "a": null})),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_sensible_row_is_estimated(row in rows()) {
        let row = ScenarioRow::from_json(&row).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let scenario = match Catalog::embedded().resolve(&row) {
            Ok(scenario) => scenario,
            // More ways of a split than devices is the one thing these rows can get wrong.
            Err(error) => {
                prop_assert_eq!(error.field, "parallel.size");
                return Ok(());
            }
        };
        let estimate = bpt_core::estimate(&scenario);
        let mut out = String::new();
        let extra = Extra { id: None, words: &|_| String::new(), members: &[] };
        report::write(&mut out, &estimate, &extra);
        let json: Value = serde_json::from_str(&out)
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        for path in [
            "/decode/step_s", "/decode/tok_s_per_user", "/decode/low", "/decode/high",
            "/decode/ceiling_tok_s", "/memory/total_bytes", "/prefill/seconds",
        ] {
            let value = json.pointer(path).and_then(Value::as_f64);
            prop_assert!(value.is_some_and(|value| value >= 0.0), "{} is {:?}", path, value);
        }
    }

    #[test]
    fn nonsense_is_an_error_with_a_field(mut row in rows(), spoiled in prop::collection::vec(anything(), 1..6)) {
        let keys: Vec<String> = row.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect();
        for (key, value) in keys.iter().zip(spoiled) {
            row[key.as_str()] = value;
        }
        let result = ScenarioRow::from_json(&row).and_then(|row| Catalog::embedded().resolve(&row));
        if let Err(error) = result {
            prop_assert!(!error.field.is_empty() && !error.allowed.is_empty(), "{}", error);
        }
    }
}
