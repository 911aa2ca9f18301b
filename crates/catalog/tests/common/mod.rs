//! What the tests share: the model file and its models.

#![allow(dead_code, unreachable_pub)]

use std::sync::LazyLock;

use bpt_catalog::{Catalog, ScenarioRow, model_from_json};
use bpt_core::Scenario;
use bpt_core::experts::Routing;
use bpt_core::model::{Class, Model};
use bpt_core::quant::{ClassBits, Format, Mix, Recipe, Safetensors};
use bpt_core::scenario::ParallelKind;
use bpt_core::units::{BitsPerWeight, Seconds};
use serde_json::{Value, json};

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

/// A scenario from a row as JSON.
pub fn resolve(row: &Value) -> Scenario {
    let row = ScenarioRow::from_json(row).unwrap_or_else(|error| panic!("{error}: {row}"));
    let scenario = Catalog::embedded().resolve(&row);
    scenario.unwrap_or_else(|error| panic!("{error}"))
}

/// Ways to spread a model over several devices, by their names in a row.
pub fn splits() -> &'static [&'static str] {
    static SPLITS: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let several = |kind: &ParallelKind| *kind != ParallelKind::None;
        let kinds = ParallelKind::ALL.into_iter().filter(several);
        kinds.map(ParallelKind::slug).collect()
    });
    &SPLITS
}

/// Routing without correlation, as formulas.md counts it first.
pub const UNIFORM: Routing = Routing {
    exponent: 1.0,
    sequence_share: 1.0,
    sequence_exponent: 1.0,
};

/// Routing of texts, as formulas.md has it.
pub const TEXT: Routing = Routing {
    exponent: 0.8,
    sequence_share: 0.65,
    sequence_exponent: 0.75,
};

/// formulas.md 12.3: experts at 4.5 bits, attention and shared expert in FP8, tables in 16 bits.
pub fn founding_recipe() -> Recipe {
    let mut recipe = Recipe::plain(Format::Mix(Mix::Q4_K_M));
    let fp8 = ClassBits::Format(Format::Safetensors(Safetensors::Fp8));
    let bf16 = ClassBits::Format(Format::Mix(Mix::BF16));
    recipe.by_class[Class::RoutedExperts] = Some(ClassBits::Bits(BitsPerWeight::new(4.5)));
    recipe.by_class[Class::Attention] = Some(fp8);
    recipe.by_class[Class::SharedExperts] = Some(fp8);
    recipe.by_class[Class::Embedding] = Some(bf16);
    recipe.by_class[Class::LmHead] = Some(bf16);
    recipe
}

/// The founding pair at eta 0.8 without links, with so much fixed work.
pub fn founding_pair(more: &Value, fixed_ms: f64) -> Scenario {
    let mut row = json!({
        "model_id": "hy3-295b-a21b", "device_id": "dgx-spark", "device_count": 2, "nodes": 2,
        "engine": "vllm", "kv_type": "bf16", "context_tokens": 0,
        "parallel": {"kind": "tensor", "size": 2},
        "bits_by_class": {
            "routed_experts": 4.5, "attention": "fp8", "shared_experts": "fp8",
            "dense_ffn": "fp8", "embedding": "bf16", "lm_head": "bf16",
        },
        "assume": {
            "weight_efficiency": 0.8, "expert_efficiency": 1, "dequant_ops": 0,
            "layer_overhead_us": 0, "moe_layer_overhead_us": 0, "linear_layer_overhead_us": 0,
            "step_overhead_us": fixed_ms * 1e3, "user_overhead_us": 0,
            "all_reduce_factor": 0.1, "batch_overhead_factor": 1, "draft_overhead_factor": 1,
            "routing_exponent": 1, "kv_efficiency": 1, "link_efficiency": 1,
        },
    });
    for (key, value) in more.as_object().expect("keys") {
        row[key] = value.clone();
    }
    let mut s = resolve(&row);
    s.link.all_reduce = [Seconds::from_us(0.0); 3];
    s
}
