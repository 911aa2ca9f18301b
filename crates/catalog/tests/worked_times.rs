//! Worked examples of formulas.md, sections 5 to 9 and 12: FLOPs and time of a prompt, the
//! all-reduce inequality, expert exchanges, offload and speculation. Each expected number is
//! copied from the section named beside it.

mod common;

use bpt_core::experts::{one_sequence, touched};
use bpt_core::model::{Class, Model};
use bpt_core::parallel::{Lanes, all_reduce};
use bpt_core::parts::PartKind;
use bpt_core::quant::{Format, Mix, Recipe};
use bpt_core::speculative::{expected_tokens, gain};
use bpt_core::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};
use bpt_core::weights::Weights;
use bpt_core::{Estimate, Scenario, derived, estimate, flops};
use common::{TEXT, UNIFORM, founding_pair, resolve};
use serde_json::json;

fn model(id: &str) -> Model {
    common::model(&common::models(), id)
}

fn weights(id: &str) -> Weights {
    Weights::build(&model(id), &Recipe::plain(Format::Mix(Mix::Q4_K_M)))
}

fn near(what: &str, actual: f64, expected: f64, relative: f64) {
    let error = (actual / expected - 1.0).abs();
    assert!(error <= relative, "{what}: {actual} instead of {expected}");
}

/// formulas.md 5.4: at 32k the naive count (0.537) is 30 % below linear 0.455 + attention 0.317.
#[test]
fn a_prompt_of_32k_costs_0_772_pflop() {
    let linear = flops::prefill_linear(&weights("qwen3-8b"), 32_768.0).get() / 1e15;
    let attention = flops::prefill_attention(&model("qwen3-8b"), 32_768.0, 0.0).get() / 1e15;
    near("linear", linear, 0.455, 2e-3);
    near("attention", attention, 0.317, 2e-3);
    near("together", linear + attention, 0.772, 2e-3);
}

/// Counted by hand: without flash attention each of Qwen3-8B's 36 x 32 heads multiplies 512 new tokens
/// with all cached ones: with 512 in the first batch, with 1,024 in the second.
#[test]
fn scores_that_are_written_out() {
    let of = |n: f64, depth: f64| flops::prefill_scores(&model("qwen3-8b"), n, depth, 512.0);
    let heads = 36.0 * 32.0;
    near("one batch", of(512.0, 0.0), heads * 512.0 * 512.0, 1e-12);
    let two = heads * 512.0 * (512.0 + 1024.0);
    near("two batches", of(1024.0, 0.0), two, 1e-12);
    let later = heads * 512.0 * 1024.0;
    near("after 512", of(512.0, 512.0), later, 1e-12);
}

/// GLM-4.7-Flash's heads are 192 + 64 wide for keys and 256 for values; its latents 512, with 64 of
/// position: (2 x 512 + 64) / (192 + 64 + 256) = 2.125. llama.cpp reads prompts in that form.
#[test]
fn absorbed_attention_costs_more_over_a_prompt() {
    let of = |engine: &str| {
        let s = resolve(
            &json!({"model_id": "glm-4.7-flash", "engine": engine, "device_id": "h100-sxm"}),
        );
        estimate(&s).prefill.flops_attention.get()
    };
    near("absorbed", of("llama.cpp") / of("vllm"), 2.125, 1e-9);
}

/// formulas.md 5.1: attention equals linear work at 47k tokens (Qwen3-8B), ~14k (30B-A3B).
#[test]
fn attention_overtakes_linear_work() {
    for (id, expected, relative) in [("qwen3-8b", 47e3, 1e-2), ("qwen3-30b-a3b", 14e3, 4e-2)] {
        let (model, weights) = (model(id), weights(id));
        let more = |n: f64| {
            flops::prefill_attention(&model, n, 0.0).get()
                > flops::prefill_linear(&weights, n).get()
        };
        let (mut low, mut high) = (1e3, 1e6);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if more(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        near(id, low, expected, relative);
    }
}

/// formulas.md 5.4: 4090 at 165 TFLOP/s x 0.6 reads 8,192 tokens in 1.35 s, 6.1k tok/s. Nothing
/// else takes time, so the first token comes one step later.
#[test]
fn a_prompt_on_a_4090() {
    let mut s = resolve(&json!({
        "model_id": "qwen3-8b", "device_id": "rtx-4090", "prompt_tokens": 8192,
        "ubatch_tokens": 8192, "engine": "vllm", "quant": "bf16",
        "device": {"fp16_tflops": 165},
        "assume": {
            "prefill_mfu": 0.6, "prefill_attention_mfu": 0.6, "half_batch_tokens": 1,
            "prefill_layer_us": 0, "prefill_start_ms": 0, "prefill_stream_share": 1,
        },
    }));
    s.age = 0.0;
    let of = estimate(&s);
    near("seconds", of.prefill.seconds.get(), 1.35, 5e-3);
    near(
        "speed",
        of.prefill.speed.expect("a prompt").get(),
        6.1e3,
        1e-2,
    );
    let first = of.prefill.ttft.expect("no queue").get();
    let sum = (of.prefill.seconds + of.decode.step).get();
    near("first token", first, sum, 1e-9);
}

fn divided(model_id: &str, wait_us: f64) -> Scenario {
    let mut s = resolve(&json!({
        "model_id": model_id, "device_id": "dgx-spark", "device_count": 2, "nodes": 2,
        "parallel": {"kind": "tensor", "size": 2}, "assume": {"all_reduce_factor": 1},
    }));
    s.link.all_reduce = [Seconds::from_us(wait_us); 3];
    s
}

/// formulas.md 6.3: at 333 ms per token TP2 saves about 166 ms for ~7 ms of collectives (80 layers,
/// 41 us each); a 2.3 GB MoE saves 5.3 ms at most against 2.5 ms of them.
#[test]
fn the_inequality_of_splitting() {
    let heavy = divided("llama-3.1-70b", 41.0);
    let lanes = Lanes::of(&heavy, &heavy.model.counts, 1.0);
    let waits = |s: &Scenario, lanes: &Lanes| lanes.all_reduces * all_reduce(s, 0.0) * 1e3;
    near("saved", 332.7 * (1.0 - 1.0 / lanes.weights), 166.0, 5e-3);
    near("collectives", waits(&heavy, &lanes), 7.0, 7e-2);
    let (saves, costs) = derived::split(&heavy);
    let pair = (saves.expect("two devices"), costs.expect("two devices"));
    assert!(pair.0 > pair.1, "a heavy model gains: {pair:?}");
    let small = divided("gemma-4-26b-a4b", 41.0);
    let lanes = Lanes::of(&small, &small.model.counts, 1.0);
    near("small", waits(&small, &lanes), 2.5, 2e-2);
}

/// formulas.md 6.2: PCIe 4 x16, an 8k prompt, 80 layers of width 8192: 21 GB, 0.9 s.
#[test]
fn all_reduces_of_a_prompt() {
    let mut s = divided("llama-3.1-70b", 0.0);
    s.nodes = 1;
    s.link.bandwidth = BytesPerSecond::from_gb(25.0);
    s.coefficients.link_efficiency = 1.0;
    let lanes = Lanes::of(&s, &s.model.counts, 1.0);
    let message = 8192.0 * f64::from(s.model.model.hidden) * 2.0;
    near("bytes", lanes.all_reduces * message / 1e9, 21.0, 3e-2);
    near(
        "seconds",
        lanes.all_reduces * all_reduce(&s, message),
        0.9,
        5e-2,
    );
}

/// formulas.md 6.4: N = 8, k = 8: 4.6 remote ranks of 8; d = 7168: 33 KB out, 66 KB back.
#[test]
fn what_an_expert_exchange_sends() {
    let s = resolve(&json!({
        "model_id": "deepseek-v3", "device_id": "h200-sxm", "device_count": 8, "engine": "vllm",
        "parallel": {"kind": "expert", "size": 8}, "users": 8,
    }));
    let of = estimate(&s);
    let parts = of.decode.parts.iter();
    let sent = parts
        .filter(|part| part.name.kind() == PartKind::Link)
        .map(|part| part.bytes);
    let lanes = Lanes::of(&s, &s.model.counts, 8.0);
    // Out and back are two exchanges of a layer; eight users are one token for each rank.
    let each = sent.sum::<f64>() / (lanes.all_to_alls / 2.0);
    near("a layer and token, KB", each / 1e3, 33.0 + 66.0, 1e-2);
}

/// formulas.md 7.1: 70B Q4_K_M with 0, 10, 25, 50 % of its bytes on DDR5 (70 GB/s x 0.8) beside a
/// 3090-class card (936 x 0.8), 8 ms of fixed work: 15.6, 7.5, 4.2, 2.4 tok/s.
#[test]
fn a_tenth_in_ram_halves_the_speed() {
    let step = |gpu_layers: f64| {
        let mut s = resolve(&json!({
            "model_id": "llama-3.1-70b", "device_id": "rtx-3090", "quant": "q4_k_m",
            "context_tokens": 0,
            "placement": {"kind": "layers_on_gpu", "gpu_layers": gpu_layers},
            "device": {"bandwidth_gb_s": 936, "fp16_tflops": 1e6, "fp32_tflops": 1e6},
            "assume": {
                "weight_efficiency": 0.8, "host_efficiency": 0.8, "dequant_ops": 0,
                "layer_overhead_us": 100, "host_layer_us": 100, "step_overhead_us": 0,
            },
        }));
        fast_host(&mut s);
        estimate(&s).decode.step.get()
    };
    // A step is straight in the share of bytes that lie in RAM. Two digits are printed.
    let (all, none) = (step(81.0), step(0.0));
    for (share, speed) in [(0.0, 15.6), (0.10, 7.5), (0.25, 4.2), (0.5, 2.4)] {
        let found = 1.0 / (all + share * (none - all));
        near(&format!("{share} in RAM"), found, speed, 2.1e-2);
    }
}

/// Memory of 70 GB/s and arithmetic that does not count.
fn fast_host(s: &mut Scenario) {
    s.host.bandwidth = BytesPerSecond::from_gb(70.0);
    s.host.stream = Some(BytesPerSecond::from_gb(70.0));
    s.host.fp32 = FlopsPerSecond::from_tera(1e6);
    s.host.memory = Bytes::from_gb(1000.0);
}

/// formulas.md 7.2: Qwen3-30B-A3B, experts at 56 GB/s 19.6 ms + 1.1 ms on the card + 4.8 ms: 39
/// tok/s.
#[test]
fn experts_in_ram() {
    let mut s = resolve(&json!({
        "model_id": "qwen3-30b-a3b", "device_id": "rtx-3090", "quant": "q4_k_m",
        "context_tokens": 0, "placement": {"kind": "experts_on_cpu"},
        "device": {"bandwidth_gb_s": 936, "fp16_tflops": 1e6, "fp32_tflops": 1e6},
        "assume": {
            "weight_efficiency": 0.8, "host_efficiency": 0.8, "host_layer_us": 100,
            "layer_overhead_us": 0, "moe_layer_overhead_us": 0, "step_overhead_us": 0,
        },
    }));
    fast_host(&mut s);
    let decode = estimate(&s).decode;
    let ms = |kind| decode.parts.seconds_of(kind) * 1e3;
    near("card", ms(PartKind::Weights), 1.1, 3e-2);
    near("host", ms(PartKind::Host), 19.6 + 4.8, 5e-3);
    near("speed", decode.per_user.get(), 39.0, 1e-2);
}

/// formulas.md 7.3: 17.55 GB of experts over 25 GB/s: 1158 tok/s at 512 tokens if 63 % are
/// touched, 5834 at 4096.
#[test]
fn streaming_experts_over_the_bus() {
    let stored = weights("qwen3-30b-a3b").stored[Class::RoutedExperts].gb();
    near("experts", stored, 17.55, 6e-3);
    near("63 %", 512.0 / (0.63 * stored / 25.0), 1158.0, 6e-3);
    near("4096", 4096.0 / (stored / 25.0), 5834.0, 6e-3);
}

/// formulas.md 8.3: 60 % routed experts, 4 drafts: uniform routing reads 4.4 times the experts,
/// v = 3.05, more than T = 2.77; with correlation 2.98 times, v = 2.19 and S = 1.27.
#[test]
fn when_a_moe_loses_by_speculating() {
    let (uniform, text) = (UNIFORM, TEXT);
    let times = |routing| one_sequence(128.0, 8.0, 5.0, routing) / 8.0;
    let tokens = expected_tokens(0.7, 4.0);
    near("uniform", times(uniform), 4.4, 1e-2);
    near("v", 0.4 + 0.6 * times(uniform), 3.05, 1e-2);
    near("correlated", times(text), 2.98, 1e-2);
    near("S", tokens / (0.4 + 0.6 * times(text)), 1.27, 1e-2);
    near("T", tokens, 2.77, 2e-3);
    assert!(touched(128.0, 8.0, 1.0, 5.0, text) < touched(128.0, 8.0, 1.0, 5.0, uniform));
}

/// formulas.md 12.6: built-in drafting on the founding pair, fused, with 0.6, 0.7, 0.8 accepted:
/// 1.23, 1.30, 1.38 times at one drafted token, 1.24, 1.39, 1.55 at two, 1.19, 1.39, 1.62 at three
/// (eta 0.8, 9.0 ms of fixed work).
#[test]
fn the_founding_pair_speculates() {
    for (drafted, acceptance, expected) in [
        (1, 0.6, 1.23),
        (1, 0.7, 1.30),
        (1, 0.8, 1.38),
        (2, 0.6, 1.24),
        (2, 0.7, 1.39),
        (2, 0.8, 1.55),
        (3, 0.6, 1.19),
        (3, 0.7, 1.39),
        (3, 0.8, 1.62),
    ] {
        let drafting = json!({"speculative": {
            "method": "mtp", "draft_tokens": drafted, "acceptance_per_token": acceptance,
        }});
        let s = founding_pair(&drafting, 9.0);
        let found = gain(&s).expect("a draft").speedup;
        near(&format!("{drafted} at {acceptance}"), found, expected, 2e-2);
    }
}

/// formulas.md 9: a request's energy is that of its prompt and its tokens; batch 8 divides the
/// cost of a token by aggregate(8) / aggregate(1).
#[test]
fn users_divide_the_cost() {
    let of = |users: f64| -> Estimate {
        estimate(&resolve(&json!({
            "model_id": "qwen3-8b", "device_id": "rtx-4090", "users": users,
            "tariff_per_kwh": 0.15,
        })))
    };
    let (one, eight) = (of(1.0), of(8.0));
    let cost = |of: &Estimate| of.energy.cost_per_million.expect("a tariff").value;
    let faster = eight.decode.total.get() / one.decode.total.get();
    near("cost", cost(&one) / cost(&eight), faster, 1e-9);
}
