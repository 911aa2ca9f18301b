//! Scenario rows at random: what the properties are tried on.

use bpt_catalog::Catalog;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::common::splits;

/// Log-uniform between two numbers.
fn log(low: f64, high: f64) -> impl Strategy<Value = f64> {
    (low.ln()..high.ln()).prop_map(f64::exp)
}

/// Once in so many.
fn seldom<T: Strategy>(times: u32, what: T) -> impl Strategy<Value = Option<T::Value>> {
    prop::option::weighted(1.0 / f64::from(times), what)
}

/// Ids of a list of the catalog.
fn ids<T>(entries: &[T], id: impl Fn(&T) -> &String) -> Vec<String> {
    entries.iter().map(|entry| id(entry).clone()).collect()
}

/// Keys of a row and their values.
type Keys = Vec<(&'static str, Value)>;

/// Model, formats, engine.
fn what() -> impl Strategy<Value = Keys> {
    let catalog = Catalog::embedded();
    let engines = [
        "llama.cpp",
        "ik_llama",
        "ollama",
        "mlx",
        "vllm",
        "sglang",
        "trtllm",
        "exllama",
        "other",
    ];
    let backends = ["cuda", "metal", "vulkan", "rocm", "sycl", "cpu"];
    (
        select(ids(catalog.models(), |model| &model.id)),
        select(ids(catalog.quants(), |quant| &quant.id)),
        select(ids(catalog.kv_types(), |kv| &kv.id)),
        prop::option::of(log(0.3, 32.0)),
        select(engines.to_vec()),
        seldom(5, select(backends.to_vec())),
        seldom(5, select(vec!["2023-09", "2024-06", "2025-08", "2026-05"])),
        seldom(10, Just(false)),
        seldom(5, select(vec![json!(["eager"]), json!(["mixed-prefill"])])),
    )
        .prop_map(
            |(model, quant, kv, bits, engine, backend, date, flash, tags)| {
                let mut keys = vec![
                    ("model_id", json!(model)),
                    ("quant", json!(quant)),
                    ("kv_type", json!(kv)),
                    ("engine", json!(engine)),
                ];
                keys.extend(bits.map(|bits| ("bits_per_weight", json!(bits))));
                keys.extend(backend.map(|backend| ("backend", json!(backend))));
                keys.extend(date.map(|date| ("software_date", json!(date))));
                keys.extend(flash.map(|flash| ("flash_attention", json!(flash))));
                keys.extend(tags.map(|tags| ("tags", tags)));
                keys
            },
        )
}

/// Context, prompt, users and what they wait for.
fn work() -> impl Strategy<Value = Keys> {
    (
        prop_oneof![log(1.0, 16_000_000.0), Just(0.0), Just(8192.0)],
        prop_oneof![log(1.0, 1_000_000.0), Just(0.0)],
        prop_oneof![
            log(1.0, 60_000.0).prop_map(f64::round),
            Just(1.0),
            1.0..64.0
        ],
        0.0..1.0f64,
        log(1.0, 100_000.0),
        seldom(5, log(1.0, 1_000_000.0)),
        seldom(5, log(1e-4, 100.0)),
        seldom(5, log(16.0, 16_384.0)),
        seldom(5, log(0.1, 5000.0)),
    )
        .prop_map(
            |(context, prompt, users, cached, output, depth, rate, ubatch, own)| {
                let mut keys = vec![
                    ("context_tokens", json!(context)),
                    ("prompt_tokens", json!(prompt)),
                    ("users", json!(users)),
                    ("cached_prompt_tokens", json!(cached * prompt)),
                    ("gen_tokens", json!(output)),
                ];
                keys.extend(depth.map(|depth| ("prefill_depth_tokens", json!(depth))));
                keys.extend(rate.map(|rate| ("request_rate_per_s", json!(rate))));
                keys.extend(ubatch.map(|ubatch| ("ubatch_tokens", json!(ubatch))));
                keys.extend(own.map(|own| ("own_tok_s", json!(own))));
                keys
            },
        )
}

/// Devices and how a model is spread over them.
fn machine() -> impl Strategy<Value = Keys> {
    let catalog = Catalog::embedded();
    let device = select(ids(catalog.devices(), |device| &device.id));
    let links = ids(catalog.links(), |link| &link.id);
    (
        prop_oneof![
            8 => device.clone().prop_map(|one| vec![one]),
            1 => prop::collection::vec(device, 2..4),
        ],
        select(vec![1u32, 1, 1, 2, 3, 4, 8, 16, 100]),
        select(vec![1u32, 1, 2, 3]),
        select(splits().to_vec()),
        1u32..5,
        seldom(4, select(links.clone())),
        seldom(4, select(links)),
        seldom(4, (log(0.01, 5000.0), log(0.1, 50_000.0))),
        seldom(4, log(5.0, 20_000.0)),
        prop::option::of(log(5.0, 2000.0)),
    )
        .prop_map(
            |(devices, count, nodes, kind, side_by_side, link, inner, own, bandwidth, power)| {
                let mixed = devices.len() > 1;
                let count = if mixed { devices.len() as u32 } else { count };
                let mut keys = vec![if mixed {
                    ("devices", json!(devices))
                } else {
                    ("device_id", json!(devices[0]))
                }];
                if count > 1 {
                    // Where it divides, several groups of devices each hold a copy.
                    let size = if count % side_by_side == 0 {
                        count / side_by_side
                    } else {
                        count
                    };
                    keys.push(("device_count", json!(count)));
                    keys.push(("nodes", json!(nodes.min(count))));
                    keys.push(("parallel", json!({ "kind": kind, "size": size })));
                }
                keys.extend(link.map(|id| ("link_id", json!(id))));
                keys.extend(inner.map(|id| ("inner_link_id", json!(id))));
                keys.extend(own.map(|(bandwidth, latency)| {
                    let link = json!({ "bandwidth_gb_s": bandwidth, "latency_us": latency });
                    ("link", link)
                }));
                keys.extend(bandwidth.map(|gb_s| ("device", json!({ "bandwidth_gb_s": gb_s }))));
                if let Some(power) = power {
                    keys.push(("power_limit_w", json!(power)));
                    keys.push(("tariff_per_kwh", json!(0.3)));
                    keys.push(("device_price", json!(power * 10.0)));
                }
                keys
            },
        )
}

/// Where the weights lie, and the memory and bus behind them.
fn placement() -> impl Strategy<Value = Keys> {
    let kinds = prop_oneof![
        4 => Just(json!({ "kind": "all_gpu" })),
        1 => Just(json!({ "kind": "cpu_only" })),
        1 => (0.0..120.0f64)
            .prop_map(|layers| json!({ "kind": "layers_on_gpu", "gpu_layers": layers })),
        1 => (0.0..120.0f64)
            .prop_map(|layers| json!({ "kind": "experts_on_cpu", "cpu_expert_layers": layers })),
        1 => Just(json!({ "kind": "experts_on_cpu" })),
    ];
    (
        kinds,
        seldom(3, (log(10.0, 1000.0), log(4.0, 4000.0))),
        seldom(3, log(0.5, 500.0)),
    )
        .prop_map(|(kind, host, pcie)| {
            let mut keys = vec![("placement", kind)];
            keys.extend(host.map(|(bandwidth, memory)| {
                let host = json!({ "bandwidth_gb_s": bandwidth, "memory_gib": memory });
                ("host", host)
            }));
            keys.extend(pcie.map(|gb_s| ("pcie", json!(gb_s))));
            keys
        })
}

/// Every method, draft and way to give an acceptance, in half of the rows.
fn speculation() -> impl Strategy<Value = Keys> {
    let catalog = Catalog::embedded();
    let methods = [
        "draft-model",
        "mtp",
        "eagle",
        "ngram",
        "dflash",
        "two-stage",
    ];
    let acceptance = prop_oneof![
        (0.0..=1.0f64).prop_map(|share| json!({ "acceptance_per_token": share })),
        (0.0..=1.0f64).prop_map(|share| json!({ "acceptance_rate": share })),
        (1.0..2.0f64).prop_map(|tokens| json!({ "acceptance_length": tokens })),
        Just(json!({})),
    ];
    let drawn = (
        select(methods.to_vec()),
        1u32..9,
        acceptance,
        log(1.0, 20.0),
        seldom(3, select(ids(catalog.models(), |model| &model.id))),
    );
    prop::option::of(drawn).prop_map(|drawn| {
        let Some((method, drafted, mut row, unfused, model)) = drawn else {
            return Vec::new();
        };
        row["method"] = json!(method);
        row["draft_tokens"] = json!(drafted);
        row["unfused_factor"] = json!(unfused);
        if let Some(model) = model {
            row["draft_model_id"] = json!(model);
        }
        vec![("speculative", row)]
    })
}

/// A row.
pub(crate) fn row() -> impl Strategy<Value = Value> {
    (what(), work(), machine(), placement(), speculation()).prop_map(|parts| {
        let (what, work, machine, placement, speculation) = parts;
        let all = [what, work, machine, placement, speculation];
        let keys = all.into_iter().flatten();
        keys.map(|(key, value)| (key.to_owned(), value)).collect()
    })
}
