//! Rows: defaults, fallbacks, overrides, errors, and all measurements.

mod common;

use bpt_catalog::row::{PlacementRow, SpeculativeRow};
use bpt_catalog::{Catalog, ScenarioError, ScenarioRow};
use bpt_core::device::{Backend, DeviceClass, Engine};
use bpt_core::notes::Note;
use bpt_core::scenario::{Draft, ParallelKind, Placement, Scenario};
use serde_json::{Value, json};

fn try_resolve(mut row: Value) -> Result<Scenario, ScenarioError> {
    let map = row.as_object_mut().expect("an object");
    map.entry("model_id").or_insert(json!("qwen3-8b"));
    map.entry("device_id").or_insert(json!("rtx-3090"));
    Catalog::embedded().resolve(&ScenarioRow::from_json(&row)?)
}

fn resolve(row: Value) -> Scenario {
    try_resolve(row).unwrap_or_else(|error| panic!("{error}"))
}

/// Contract section 0 and 1: the defaults.
#[test]
fn an_empty_row_is_the_default_scenario() {
    let s = resolve(json!({"device_id": "dgx-spark", "model_id": "qwen3-32b"}));
    assert_eq!((s.context, s.prompt, s.output), (8192.0, 2048.0, 512.0));
    assert_eq!((s.users, s.cached, s.prefill_depth), (1.0, 0.0, 0.0));
    assert_eq!((s.engine, s.backend), (Engine::LlamaCpp, Backend::Cuda));
    assert_eq!(s.parallel.kind, ParallelKind::None);
    assert_eq!(s.placement, Placement::AllGpu);
    assert_eq!(s.margin.gib(), 1.0);
    assert_eq!(s.age, 0.0);
    assert!(s.flash_attention && s.speculation.is_none() && s.notes == Default::default());
}

/// llama.cpp fuses attention unasked since the end of August 2025; who says it is believed.
#[test]
fn flash_attention_follows_the_date() {
    for (row, fused) in [
        (json!({"engine": "llama.cpp", "date": "2024-05"}), false),
        (
            json!({"engine": "llama.cpp", "software_date": "2025-07"}),
            false,
        ),
        (json!({"engine": "llama.cpp", "date": "2025-10"}), true),
        (json!({"engine": "llama.cpp"}), true),
        (
            json!({"engine": "llama.cpp", "date": "2024-05", "flash_attention": true}),
            true,
        ),
        (json!({"engine": "vllm", "date": "2024-05"}), true),
    ] {
        assert_eq!(resolve(row.clone()).flash_attention, fused, "{row}");
    }
}

#[test]
fn null_and_unknown_keys_change_nothing() {
    let plain = resolve(json!({}));
    let noisy = resolve(json!({"users": null, "colour": "red", "placement": null, "link": null}));
    assert_eq!(plain, noisy);
}

/// Contract: llama.cpp, ollama, mlx split by layers; vllm, sglang, trtllm, exllama by tensors.
#[test]
fn the_split_follows_the_engine() {
    for engine in ["llama.cpp", "ollama", "mlx"] {
        let s = resolve(json!({"device_count": 2, "engine": engine}));
        assert_eq!(s.parallel.kind, ParallelKind::LayerSplit, "{engine}");
    }
    for engine in ["vllm", "sglang", "trtllm", "exllama"] {
        let s = resolve(json!({"device_count": 2, "engine": engine}));
        assert_eq!(s.parallel.kind, ParallelKind::Tensor, "{engine}");
        assert_eq!((s.parallel.size, s.parallel.replicas), (2, 1));
    }
    let s = resolve(json!({"device_count": 4, "parallel": {"kind": "tensor", "size": 2}}));
    assert_eq!((s.parallel.size, s.parallel.replicas), (2, 2));
    let s = resolve(json!({"parallel": {"kind": "tensor", "size": 2}}));
    assert_eq!(s.device_count(), 2);
}

#[test]
fn unknown_slugs_fall_back_with_a_note_and_a_wider_range() {
    let known = resolve(json!({}));
    for (key, value, note) in [
        ("engine", "warp-drive", Note::UnknownEngine),
        ("backend", "abacus", Note::UnknownBackend),
        ("quant", "zz9", Note::UnknownQuant),
        ("kv_type", "zz9", Note::UnknownKvType),
    ] {
        let s = resolve(json!({ key: value }));
        assert!(s.notes.has(note), "{key}");
        assert!(
            s.spread.decode_low > known.spread.decode_low - 1e-12,
            "{key}"
        );
    }
    let s = resolve(json!({"speculative": {"method": "oracle", "acceptance_rate": 0.5}}));
    assert!(s.notes.has(Note::UnknownMethod));
    assert!(s.spread.decode_low > known.spread.decode_low);
}

/// Slugs of measured rows whose bits are in the name.
#[test]
fn families_give_bits() {
    let bits = |slug: &str| {
        let weights = resolve(json!({ "quant": slug })).model.weights.clone();
        8.0 * weights.stored.total().get() / weights.params.total().get()
    };
    for (slug, low, high) in [
        ("ud-q4_k_xl", 4.5, 5.2),
        ("ud-q8_k_xl", 8.4, 8.7),
        ("ud-iq2_xxs", 2.1, 3.0),
        ("mlx-6bit", 6.4, 6.6),
        ("exl3-4.0bpw", 4.0, 6.5),
        ("iq4_xs-mix", 4.3, 4.6),
        ("autoround-int4", 4.1, 7.0),
        ("q6_k_l", 6.6, 7.0),
        ("q3_k_xl", 3.5, 5.0),
        ("w4a16", 4.1, 7.0),
        ("q5_weird", 5.0, 6.0),
        ("Q4_K_M", 4.8, 5.0),
    ] {
        let bits = bits(slug);
        assert!((low..=high).contains(&bits), "{slug}: {bits}");
    }
}

#[test]
fn errors_name_field_value_and_range() {
    for (row, field) in [
        (json!({"model_id": "no-such"}), "model_id"),
        (json!({"device_id": "no-such"}), "device_id"),
        (json!({"users": 0}), "users"),
        (json!({"users": 70_000}), "users"),
        (json!({"users": "many"}), "users"),
        (json!({"context_tokens": -1}), "context_tokens"),
        (json!({"context_tokens": 16_777_217}), "context_tokens"),
        (json!({"device_count": 1025}), "device_count"),
        (json!({"device_count": 1.5}), "device_count"),
        (json!({"nodes": 3, "device_count": 2}), "nodes"),
        (
            json!({"device": {"bandwidth_gb_s": 0}}),
            "device.bandwidth_gb_s",
        ),
        (json!({"placement": {"kind": "attic"}}), "placement.kind"),
        (
            json!({"parallel": {"kind": "sideways"}, "device_count": 2}),
            "parallel.kind",
        ),
        (json!({"link_id": "string"}), "link_id"),
        (json!({"assume": {"nonsense": 1}}), "assume"),
        (
            json!({"assume": {"weight_efficiency": 2}}),
            "assume.weight_efficiency",
        ),
        (json!({"bits_by_class": {"soul": 4}}), "bits_by_class"),
        (json!({"software_date": "soon"}), "software_date"),
        (json!({"model": {"hidden_size": 4}}), "model.attention"),
        (json!([1]), "scenario"),
    ] {
        let error = if row.is_object() {
            try_resolve(row.clone()).expect_err(field)
        } else {
            ScenarioRow::from_json(&row).expect_err(field)
        };
        assert_eq!(error.field, field, "{row}");
        assert!(
            !error.allowed.is_empty() && !error.value.is_empty(),
            "{row}"
        );
    }
    let error = Catalog::embedded()
        .resolve(&ScenarioRow::default())
        .expect_err("nothing is named");
    assert_eq!(error.field, "device_id");
}

/// Contract: absent context of a measurement is prompt + half the output, else 512; absent prompt
/// 512.
#[test]
fn a_measurement_has_its_own_defaults() {
    let s = resolve(json!({"decode_tok_s_total": 10, "prompt_tokens": 1000, "gen_tokens": 200}));
    assert_eq!((s.prompt, s.context), (1000.0, 1100.0));
    assert!(s.notes.has(Note::ContextAssumed) && !s.notes.has(Note::PromptAssumed));
    let s = resolve(json!({"prefill_tok_s": 10}));
    assert_eq!((s.prompt, s.context), (512.0, 512.0));
    assert!(s.notes.has(Note::ContextAssumed) && s.notes.has(Note::PromptAssumed));
}

#[test]
fn tags_that_name_physics_are_read() {
    let s = resolve(json!({"tags": ["power-cap-220w", "eager", "mixed-prefill"]}));
    assert_eq!(s.power_limit.map(|watts| watts.get()), Some(220.0));
    assert!(s.eager && s.mixed_traffic);
}

#[test]
fn overrides_reach_the_device() {
    let s = resolve(json!({"device": {
        "bandwidth_gb_s": 500, "memory_gib": 20, "fp16_tflops": 35.6, "fp32_tflops": 10, "tdp_w": 99
    }}));
    let device = s.device();
    assert_eq!(device.bandwidth.gb(), 500.0);
    assert_eq!(device.memory.gib(), 20.0);
    assert_eq!(device.fp32.tera(), 10.0);
    // Half the FP16 rate is half the INT8 rate: 284.7 / 2.
    assert!((device.int8.expect("has INT8").tera() - 142.35).abs() < 1e-9);
    // The size on the box stands for what the system shows.
    let s = resolve(json!({"device_id": "dgx-spark", "device": {"memory_gib": 128}}));
    assert_eq!(s.device().memory.gib(), 121.69);
    assert!(s.notes.has(Note::MemoryOption));
    // macOS keeps a quarter above 36 GB (devices.md).
    let s = resolve(json!({"device_id": "m3-max-40c", "device": {"memory_gib": 64}}));
    assert_eq!(
        (s.device().memory.gib(), s.device().reserve.gib()),
        (64.0, 16.0)
    );
}

#[test]
fn a_device_of_ones_own_starts_from_the_default() {
    let row = json!({"model_id": "qwen3-8b", "device": {"bandwidth_gb_s": 100}});
    let row = ScenarioRow::from_json(&row).expect("a row");
    let s = Catalog::embedded().resolve(&row).expect("a scenario");
    assert_eq!(s.device().class, DeviceClass::NvidiaUnified);
    assert_eq!(s.device().bandwidth.gb(), 100.0);
}

#[test]
fn mixed_devices_are_grouped() {
    let s = resolve(json!({"devices": ["rtx-3090", "rtx-3060-12", "rtx-3090"]}));
    let counts: Vec<u32> = s.devices.iter().map(|(_, count)| *count).collect();
    assert_eq!(counts, [2, 1]);
    assert_eq!(s.parallel.kind, ParallelKind::LayerSplit);
}

#[test]
fn cpu_only_runs_on_the_cpu() {
    let cpu = json!({"placement": {"kind": "cpu_only"}, "device_id": "strix-halo-395"});
    let s = resolve(cpu);
    assert_eq!((s.placement, s.backend), (Placement::CpuOnly, Backend::Cpu));
    assert_eq!(s.device().class, DeviceClass::Cpu);
    // devices.md: the CPU cores of Strix Halo stream 117.9 GB/s.
    assert_eq!(s.device().stream.expect("measured").gb(), 117.9);
    let s = resolve(json!({"device_id": "ddr5-5600-2ch"}));
    assert_eq!((s.placement, s.backend), (Placement::CpuOnly, Backend::Cpu));
}

#[test]
fn offload_has_a_host_and_a_bus() {
    let s = resolve(json!({"placement": {"kind": "experts_on_cpu"}, "model_id": "qwen3-30b-a3b"}));
    assert_eq!(s.placement, Placement::ExpertsOnCpu(48.0));
    assert_eq!(s.host.bandwidth.gb(), 89.6);
    assert_eq!(s.pcie.gb(), 25.0);
    let s = resolve(json!({"host": {"bandwidth_gb_s": 90, "memory_gib": 64}, "pcie": 12.5}));
    assert_eq!((s.host.bandwidth.gb(), s.host.memory.gib()), (90.0, 64.0));
    assert_eq!(s.pcie.gb(), 12.5);
}

/// formulas.md 8.5: two accepted lengths and a rate.
#[test]
fn acceptance_in_every_form() {
    let a = |spec: Value| {
        resolve(json!({ "speculative": spec }))
            .speculation
            .expect("one")
    };
    let rate = a(json!({"method": "mtp", "draft_tokens": 4, "acceptance_rate": 0.605}));
    assert!((rate.acceptance - 0.81).abs() < 0.005);
    let length = a(json!({"method": "mtp", "draft_tokens": 4, "acceptance_length": 3.42}));
    assert!((length.acceptance - 0.81).abs() < 0.005);
    let none = a(json!({"method": "draft-model"}));
    assert_eq!((none.acceptance, none.tokens), (0.7, 2.0));
    assert_eq!(none.draft, Draft::Share(0.05));
    let model = a(json!({"method": "draft-model", "draft_model_id": "qwen3-0.6b"}));
    assert!(matches!(model.draft, Draft::Model(_)));
    assert!(
        try_resolve(json!({"speculative": {"draft_tokens": 1, "acceptance_length": 2.5}})).is_err()
    );
}

/// formulas.md 10: the posterior mean lies between estimate and measurement, the range narrows.
#[test]
fn an_own_measurement_moves_and_narrows() {
    let plain = bpt_core::estimate(&resolve(json!({})));
    let own = plain.decode.per_user.get() * 0.8;
    let anchored = bpt_core::estimate(&resolve(json!({ "own_tok_s": own })));
    let speed = anchored.decode.per_user.get();
    assert!(own < speed && speed < plain.decode.per_user.get());
    let width = |e: &bpt_core::Estimate| (e.decode.high.get() / e.decode.low.get()).ln();
    assert!(width(&anchored) < 0.5 * width(&plain));
    assert!(anchored.notes.has(Note::Anchored));
    let absurd = resolve(json!({ "own_tok_s": 1e6 }));
    assert!(absurd.notes.has(Note::AbovePhysics) && absurd.anchor.is_none());
}

#[test]
fn links_cross_machines_where_there_are_several() {
    let s = resolve(json!({"device_id": "h200-sxm", "device_count": 16, "nodes": 2}));
    // 46.5 GB/s InfiniBand between, NVLink 4 at 341 GB/s inside.
    assert_eq!(
        (s.link.bandwidth.gb(), s.inner_link.bandwidth.gb()),
        (46.5, 341.0)
    );
    let s = resolve(json!({"device_count": 2, "link": {"latency_us": 41, "bandwidth_gb_s": 24.5}}));
    assert_eq!(
        (s.link.all_reduce[0].us().round(), s.link.bandwidth.gb()),
        (41.0, 24.5)
    );
}

#[test]
fn software_has_an_age() {
    assert_eq!(resolve(json!({"software_date": "2027-01"})).age, 0.0);
    assert!((resolve(json!({"software_date": "2025-07"})).age - 1.0).abs() < 1e-9);
    assert!((resolve(json!({"date": "2024"})).age - 2.04).abs() < 0.05);
}

#[test]
fn a_row_reads_back_what_it_writes() {
    for row in common::measurements() {
        let first = ScenarioRow::from_json(&row).expect("a row");
        let mut second = ScenarioRow::from_json(&first.to_json()).expect("its own JSON");
        second.measured = first.measured;
        assert_eq!(first, second);
    }
    let row = ScenarioRow {
        placement: Some(PlacementRow::LayersOnGpu(20.0)),
        speculative: Some(SpeculativeRow::default()),
        ..ScenarioRow::default()
    };
    assert_eq!(ScenarioRow::from_json(&row.to_json()), Ok(row));
}

/// Every measured row is a scenario: none is skipped, and every number is finite.
#[test]
fn all_measurements_can_be_estimated() {
    let catalog = Catalog::embedded();
    let mut count = 0;
    for row in common::measurements() {
        let id = row["id"].to_string();
        let parsed = ScenarioRow::from_json(&row).unwrap_or_else(|error| panic!("{id}: {error}"));
        let scenario = catalog
            .resolve(&parsed)
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        let estimate = bpt_core::estimate(&scenario);
        let decode = &estimate.decode;
        assert!(
            decode.per_user.get() > 0.0 && decode.per_user.get().is_finite(),
            "{id}"
        );
        assert!(
            decode.low <= decode.per_user && decode.per_user <= decode.high,
            "{id}"
        );
        count += 1;
    }
    assert!(count > 1700, "{count} rows");
}

#[test]
fn heads_that_are_stored_again_and_drafts_that_lose_are_noted() {
    let has = |row: Value, note: Note| bpt_core::estimate(&resolve(row)).notes.has(note);
    // Qwen3-8B has eight key/value heads.
    let split = |count: u32| json!({"device_count": count, "engine": "vllm"});
    assert!(!has(split(8), Note::KvReplicated));
    assert!(has(split(16), Note::KvReplicated));
    let speculation = |acceptance: f64| {
        let method = json!({
            "method": "ngram", "draft_tokens": 4, "acceptance_per_token": acceptance
        });
        json!({"speculative": method})
    };
    // Lookups cost nothing, but a pass over five tokens that yields one costs more than a step.
    assert!(has(speculation(0.0), Note::SpeculationLoses));
    assert!(!has(speculation(1.0), Note::SpeculationLoses));
    assert!(!has(json!({}), Note::SpeculationLoses));
}
