//! Worked examples of formulas.md where one quantity grows past another: caches by context, knees
//! by users, slots of a mixture, weights over the bus, room that a draft takes. Each expected
//! number is copied from the section named beside it.

mod common;

use bpt_core::kv::{self, state_f32};
use bpt_core::kv_type::KvType;
use bpt_core::model::{Class, Model};
use bpt_core::parts::PartKind;
use bpt_core::quant::{ClassBits, Format, Mix, Recipe};
use bpt_core::units::{BitsPerWeight, BytesPerSecond, FlopsPerSecond};
use bpt_core::weights::Weights;
use bpt_core::{Scenario, derived, estimate, flops};
use common::{founding_pair, resolve};
use serde_json::json;

const GIB: f64 = 1_073_741_824.0;

fn model(id: &str) -> Model {
    common::model(&common::models(), id)
}

fn near(what: &str, actual: f64, expected: f64, relative: f64) {
    let error = (actual / expected - 1.0).abs();
    println!("{what}: {actual} ({expected})");
    assert!(error <= relative, "{what}: {actual} instead of {expected}");
}

/// formulas.md 2.1, the table: bytes of a token and of 32k in f16.
#[test]
fn caches_at_32k() {
    let f16 = KvType::F16;
    for (id, row_kib, at_32k_gib) in [
        ("qwen3-8b", 144.0, 4.50),
        ("qwen3-30b-a3b", 96.0, 3.00),
        ("hy3-295b-a21b", 320.0, 10.0),
        ("deepseek-v3", 68.6, 2.14),
        ("gpt-oss-120b", 36.0, 1.13),
        ("qwen3.5-35b-a3b", 20.0, 0.69),
    ] {
        let model = model(id);
        let row = kv::growth(&model, &f16, 4096.0).get() / 1024.0;
        near(id, row, row_kib, 1e-3);
        let state = state_f32(&model).get();
        let kept = (kv::stored(&model, &f16, 32_768.0).get() + state) / GIB;
        near(&format!("{id} at 32k"), kept, at_32k_gib, 6e-3);
    }
    // Five global layers grow, 25 stop at 1,024 tokens: 20 KiB, and 200 KiB of each of those.
    let gemma = model("gemma-4-26b-a4b");
    let growth = kv::growth(&gemma, &f16, 4096.0).get() / 1024.0;
    near("gemma-4-26b-a4b", growth, 20.0, 1e-12);
    let windows = kv::stored(&gemma, &f16, 32_768.0).get() / 1024.0 - 20.0 * 32_768.0;
    near("its windows", windows, 200.0 * 1024.0, 1e-12);
}

/// formulas.md 4.3: arithmetic takes over at 295 users on an H100 in 16 bits, at 46 on a 4090 at
/// 4.5 bits (165 TFLOP/s, 1008 GB/s). 4.6: a cache of 8k equals the weights at 3.9 users.
#[test]
fn the_two_knees() {
    for (device, bits, tflops, gb_s, expected) in [
        ("h100-sxm", 16.0, 989.0, 3350.0, 295.0),
        ("rtx-4090", 4.5, 165.0, 1008.0, 46.0),
    ] {
        let mut s = resolve(&json!({
            "model_id": "qwen3-8b", "device_id": device, "engine": "exllama",
            "bits_per_weight": bits,
            "device": {"bandwidth_gb_s": gb_s, "fp16_tflops": tflops, "fp32_tflops": 1e6},
            "assume": {"weight_efficiency": 1, "decode_mfu": 1, "dequant_ops": 0},
        }));
        s.devices[0].0.int8 = None;
        let knee = derived::derived(&s).compute_knee.expect("a knee");
        near(device, knee, expected, 2e-2);
    }
    let s = resolve(&json!({
        "model_id": "qwen3-8b", "device_id": "rtx-3090", "context_tokens": 8192, "engine": "vllm",
    }));
    let knee = derived::derived(&s).kv_knee.expect("a knee");
    near("cache", knee, 3.9, 1e-2);
}

/// formulas.md 5.3: cached tokens cost no linear work, but the new ones still attend to them: of
/// the square ((n + p)^2 - p^2) / 2 is left.
#[test]
fn a_cached_prefix() {
    let qwen = model("qwen3-8b");
    let (n, p) = (2048.0, 6144.0);
    let of = |n: f64, p: f64| flops::prefill_attention(&qwen, n, p).get();
    near("pairs", of(n, p), of(n + p, 0.0) - of(p, 0.0), 1e-12);
    let row = |cached: f64| {
        let row = json!({
            "model_id": "qwen3-8b", "device_id": "rtx-3090", "prompt_tokens": n + p,
            "cached_prompt_tokens": cached,
        });
        estimate(&resolve(&row)).prefill
    };
    near("attention", row(p).flops_attention.get(), of(n, p), 1e-12);
    let share = row(p).flops_linear.get() / row(0.0).flops_linear.get();
    // One row of the output layer comes on top in both.
    near("linear", share, n / (n + p), 1e-4);
}

/// formulas.md 7.3: 512 tokens touch about 63 % of 17.55 GB of experts, which cross PCIe 4 at 25
/// GB/s: 1158 tok/s, copying alone. The core's own count is 83 of 128.
#[test]
fn a_batch_over_the_bus() {
    let mut s = resolve(&json!({
        "model_id": "qwen3-30b-a3b", "device_id": "rtx-3090", "prompt_tokens": 512,
        "ubatch_tokens": 512, "placement": {"kind": "experts_on_cpu"}, "pcie": 25.0,
        "device": {"bandwidth_gb_s": 1e5, "fp16_tflops": 1e6, "fp32_tflops": 1e6},
        "assume": {"prefill_layer_us": 0, "prefill_start_ms": 0},
    }));
    s.host.fp32 = FlopsPerSecond::from_tera(1e-3);
    s.age = 0.0;
    let speed = estimate(&s).prefill.speed.expect("a prompt").get();
    near("tok/s", speed, 1158.0 * 0.63 / (83.0 / 128.0), 2e-2);
}

/// formulas.md 7.3: copying pays above u_x = C_cpu b_w / (2 BW_pcie): at 4.5 bits, 10 TFLOP/s (AMX)
/// and 25 GB/s 112.5 tokens; at 1 TFLOP/s (AVX2) 11, and llama.cpp copies from 32 on.
#[test]
fn where_copying_begins_to_pay() {
    for (tera, expected) in [(10.0, 112.5), (1.0, 32.0)] {
        let mut s = resolve(&json!({
            "model_id": "qwen3-8b", "device_id": "rtx-3090", "bits_per_weight": 4.5, "pcie": 25.0,
            "placement": {"kind": "layers_on_gpu", "gpu_layers": 0},
            "device": {"bandwidth_gb_s": 1e5, "fp16_tflops": 1e6, "fp32_tflops": 1e6},
        }));
        s.devices[0].0.int8 = None;
        s.coefficients.prefill_mfu = 1.0;
        s.host.fp32 = FlopsPerSecond::from_tera(tera);
        let fast = BytesPerSecond::from_gb(1e5);
        (s.host.bandwidth, s.host.stream) = (fast, Some(fast));
        let found = derived::derived(&s).copying_pays.expect("a crossing");
        near("tokens", found.get(), expected, 1e-2);
    }
    let row = json!({"model_id": "qwen3-8b", "device_id": "rtx-3090"});
    assert_eq!(derived::derived(&resolve(&row)).copying_pays, None);
}

/// formulas.md 8.4: the built-in layer is 3.8e9 parameters, 7.6 GB in 16 bits or 2.1 GB at 4.5;
/// 7.6 GB are 23k tokens of 320 KiB.
#[test]
fn the_room_a_draft_takes() {
    let hy3 = model("hy3-295b-a21b");
    let of = |bits: f64| {
        let mut recipe = Recipe::plain(Format::Mix(Mix::BF16));
        for class in [Class::RoutedExperts, Class::Attention, Class::SharedExperts] {
            recipe.by_class[class] = Some(ClassBits::Bits(BitsPerWeight::new(bits)));
        }
        recipe
    };
    let sixteen = Weights::build(&hy3, &of(16.0)).mtp;
    near("bf16", sixteen.gb(), 7.6, 2e-2);
    near("parameters", sixteen.get() / 2.0, 3.8e9, 2e-2);
    let row = kv::growth(&hy3, &KvType::F16, 100.0).get();
    near("tokens", sixteen.get() / row, 23e3, 1e-2);
    let free = Recipe::plain(Format::Free(BitsPerWeight::new(4.5)));
    near("4.5 bits", Weights::build(&hy3, &free).mtp.gb(), 2.1, 2e-2);
}

/// formulas.md 12.4: 35,000 tokens of 320 KiB are 11.47 GB, 5.73 GB a node, 21.0 ms at 273 GB/s;
/// at 0.81 of it 26 ms, and 100,000 tokens take 74.2 ms.
#[test]
fn what_35k_tokens_cost_the_founding_pair() {
    for (context, efficiency, gb, ms) in [
        (35_000.0, 1.0, 11.47, 21.0),
        (35_000.0, 0.81, 11.47, 26.0),
        (100_000.0, 0.81, 32.77, 74.2),
    ] {
        let mut s = founding_pair(&json!({ "context_tokens": context }), 9.0);
        s.coefficients.kv_efficiency = efficiency;
        let decode = estimate(&s).decode;
        near("GB", decode.kv_bytes_read.gb(), gb, 1e-2);
        near("ms", decode.parts.seconds_of(PartKind::Kv) * 1e3, ms, 1e-2);
    }
}

/// formulas.md 12.5: 4 to 8 slots with uniform routing: +27 % on A (11 ms of fixed work), +43 % on
/// B (5.9 ms).
#[test]
fn twice_the_slots_of_a_mixture() {
    let gain = |more: &dyn Fn(f64) -> Scenario| {
        let total = |users| estimate(&more(users)).decode.total.get();
        total(8.0) / total(4.0)
    };
    let a = gain(&|users| founding_pair(&json!({ "users": users }), 11.0));
    near("A", a, 1.27, 2e-2);
    let b = gain(&|users| {
        let row = json!({
            "users": users, "model_id": "gemma-4-26b-a4b", "device_count": 1, "nodes": 1,
            "parallel": {"kind": "none"}, "bits_by_class": {}, "bits_per_weight": 4.5,
        });
        founding_pair(&row, 5.9)
    });
    near("B", b, 1.43, 2e-2);
}
