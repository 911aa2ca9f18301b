//! Makes the slim catalog: the fields that an estimate and the page's choosers need. Command line
//! and tests have all of it in them, the page its start. Sources, dates and measurements stay in
//! `data/` and are fetched when somebody asks for them.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Map, Value, json};

fn main() {
    let data = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("data");
    println!("cargo:rerun-if-changed=build/main.rs");
    let read = |name: &str| -> Value {
        let path = data.join(name);
        println!("cargo:rerun-if-changed={}", path.display());
        let text =
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let (devices, quants) = (read("devices.json"), read("quants.json"));
    let (kv_types, engines) = (read("kv_types.json"), read("engines.json"));
    let slim = json!({
        "models": list(&read("models.json"), model),
        "memory_rules": devices["memory_rules"],
        "devices": list(&devices["devices"], device),
        "links": list(&read("links.json")["links"], link),
        "quants": with_losses(list(&quants["quants"], without_source), &read("quant_quality.json")),
        "quant_families": list(&quants["families"], without_source),
        "quant_aliases": quants["aliases"],
        "kv_types": list(&kv_types["kv_types"], without_source),
        "kv_families": kv_types["families"],
        "engines": list(&engines["engines"], without_source),
        "engine_aliases": engines["aliases"],
        "calibration": calibration(&read("calibration.json")),
    });
    let story = read("story.json");
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    let write = |name: &str, value: &Value| {
        fs::write(out.join(name), value.to_string()).expect("the build directory is writable");
    };
    write("catalog.json", &slim);
    write("start.json", &start(slim, &story));
    write("story.json", &without_notes(story));
}

/// What the page starts with: of models and devices those of the first scenario and of the story.
/// The whole catalog is a file that the page fetches when it is needed.
fn start(mut catalog: Value, story: &Value) -> Value {
    let mut named = vec!["qwen3-32b", "qwen3-30b-a3b", "dgx-spark", "ddr5-5600-2ch"];
    texts(story, &mut named);
    for key in ["models", "devices"] {
        if let Some(all) = catalog[key].as_array_mut() {
            all.retain(|entry| entry["id"].as_str().is_some_and(|id| named.contains(&id)));
        }
    }
    catalog
}

/// All texts in a value.
fn texts<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => into.push(text),
        Value::Array(items) => items.iter().for_each(|item| texts(item, into)),
        Value::Object(pairs) => pairs.values().for_each(|item| texts(item, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The story without what its file says of itself.
fn without_notes(mut story: Value) -> Value {
    if let Some(story) = story.as_object_mut() {
        story.remove("what");
    }
    story
}

fn list(items: &Value, slim: fn(&Map<String, Value>) -> Value) -> Value {
    let items = items.as_array().expect("a list");
    items
        .iter()
        .map(|item| slim(item.as_object().expect("an object")))
        .collect()
}

/// Nothing that a reader of the slim file takes for absent anyway.
fn kept(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false))
        && value.as_array().is_none_or(|items| !items.is_empty())
}

fn model(row: &Map<String, Value>) -> Value {
    const KEYS: [&str; 17] = [
        "id",
        "name",
        "family",
        "license",
        "release_date",
        "status",
        "num_hidden_layers",
        "hidden_size",
        "vocab_size",
        "tie_word_embeddings",
        "max_context",
        "qk_norm",
        "attn_bias",
        "fused_qkv",
        "attention",
        "ffn",
        "native_dtype",
    ];
    let mut slim = Map::new();
    for key in KEYS {
        if let Some(value) = row.get(key).filter(|value| kept(value)) {
            slim.insert(key.into(), value.clone());
        }
    }
    if let Some(groups) = slim
        .get_mut("attention")
        .and_then(|a| a["layers"].as_array_mut())
    {
        for group in groups.iter_mut().filter_map(Value::as_object_mut) {
            group.remove("state_dtype");
            // Absent means true here: `gated_norm: false` has to stay.
            group.retain(|key, value| kept(value) || key == "gated_norm");
        }
    }
    if let Some(groups) = slim.get_mut("ffn").and_then(Value::as_array_mut) {
        for group in groups.iter_mut().filter_map(Value::as_object_mut) {
            group.remove("num_shared_experts");
            if group.get("gated") == Some(&Value::Bool(true)) {
                group.remove("gated");
            }
        }
    }
    let every = &row
        .get("moe")
        .map_or(Value::Null, |moe| moe["moe_layer_freq"].clone());
    if every.as_u64().is_some_and(|every| every > 1) {
        slim.insert("moe".into(), json!({ "moe_layer_freq": every }));
    }
    let mtp = &row["mtp"];
    if mtp["layers"].as_u64().is_some_and(|layers| layers > 0) {
        let value = json!({"layers": mtp["layers"], "params": mtp["params"]});
        slim.insert("mtp".into(), value);
    }
    if let Some(extras) = row["extra_params"]
        .as_array()
        .filter(|extras| !extras.is_empty())
    {
        let extras: Value = extras
            .iter()
            .map(|extra| {
                let mut extra = extra.as_object().cloned().unwrap_or_default();
                extra.remove("name");
                Value::Object(extra)
            })
            .collect();
        slim.insert("extra_params".into(), extras);
    }
    Value::Object(slim)
}

/// `[value, status, sources]` becomes `[value, first letter of the status]`.
fn datum(value: &Value) -> Value {
    let status = value[1].as_str().and_then(|status| status.get(..1));
    json!([value[0], status])
}

fn device(row: &Map<String, Value>) -> Value {
    const PLAIN: [&str; 13] = [
        "id",
        "name",
        "short",
        "group",
        "class",
        "kind",
        "sold_gb",
        "default_gb",
        "engine",
        "backend",
        "link",
        "node_link",
        "pcie",
    ];
    const DATA: [&str; 11] = [
        "memory_gib",
        "reserve_gib",
        "bandwidth_gb_s",
        "stream_gb_s",
        "fp32_tflops",
        "fp16_tflops",
        "int8_tops",
        "fp8_tflops",
        "fp4_tflops",
        "tdp_w",
        "price_usd",
    ];
    let mut slim = Map::new();
    for key in PLAIN {
        if let Some(value) = row.get(key).filter(|value| kept(value)) {
            slim.insert(key.into(), value.clone());
        }
    }
    if let Some(value) = row.get("sold_in").and_then(|datum| datum.get(0)) {
        slim.insert("sold_in".into(), value.clone());
    }
    for key in DATA {
        if let Some(value) = row.get(key) {
            slim.insert(key.into(), datum(value));
        }
    }
    if let Some(cpu) = row.get("cpu") {
        let value = json!({
            "stream_gb_s": datum(&cpu["stream_gb_s"]),
            "fp32_tflops": datum(&cpu["fp32_tflops"]),
        });
        slim.insert("cpu".into(), value);
    }
    let cores = |key: &str| row.get(key).and_then(|cpu| cpu.get("cores"));
    if let Some(cores) = cores("cpu").or_else(|| cores("cpu_assumed")) {
        slim.insert("cores".into(), cores.clone());
    }
    Value::Object(slim)
}

fn link(row: &Map<String, Value>) -> Value {
    json!({
        "id": row["id"],
        "name": row["name"],
        "kind": row["kind"],
        "bandwidth_gb_s": datum(&row["bandwidth_gb_s"]),
        "all_reduce_us": row["all_reduce_us"][0],
        "all_reduce_status": row["all_reduce_us"][1][0].as_str().and_then(|s| s.get(..1)),
    })
}

/// Adds what a format lost on the one model that all were measured on, where it was: without an
/// importance matrix if possible, as most files are made.
fn with_losses(mut quants: Value, quality: &Value) -> Value {
    let rows = quality["rows"].as_array().expect("a list");
    for quant in quants.as_array_mut().expect("a list") {
        let of = |row: &&Value| row["quant"] == quant["id"];
        let found = rows
            .iter()
            .filter(of)
            .find(|row| row["imatrix"].is_null())
            .or_else(|| rows.iter().find(of));
        if let Some(loss) = found.and_then(|row| row["mean_dp_pct"].as_f64()) {
            quant["loss"] = json!((-loss).max(0.0));
        }
    }
    quants
}

fn without_source(row: &Map<String, Value>) -> Value {
    let mut slim = row.clone();
    for key in ["source", "status", "what"] {
        slim.remove(key);
    }
    Value::Object(slim)
}

/// Values, levels and ranges; what says how they were found stays behind.
fn calibration(all: &Value) -> Value {
    let mut slim = all.as_object().cloned().unwrap_or_default();
    slim.retain(|key, _| !matches!(key.as_str(), "licence" | "what" | "status"));
    trim(slim.get_mut("coefficients"));
    trim(slim.get_mut("ranges"));
    Value::Object(slim)
}

fn trim(items: Option<&mut Value>) {
    for item in items.and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(item) = item.as_object_mut() {
            for key in ["source", "what", "unit", "spread", "rows"] {
                item.remove(key);
            }
            // Most are fitted: only what is not says so.
            if item.get("status").is_some_and(|status| status == "derived") {
                item.remove("status");
            }
            trim(item.get_mut("levels"));
        }
    }
}
