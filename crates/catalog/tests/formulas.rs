//! `docs/FORMULAS.md`: every anchor that the code names is there, and every bold number of a
//! worked example is what core computes. The numbers come from the project's research notes
//! (formulas.md, the section named beside each), not from this code.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use bpt_core::buffers::llama_cpp_graph;
use bpt_core::experts::{one_sequence, touched};
use bpt_core::kv::{self, state_f32};
use bpt_core::kv_type::KvType;
use bpt_core::model::{Class, Model};
use bpt_core::parallel::{Lanes, Rates, all_reduce};
use bpt_core::parts::{PartKind, PartName};
use bpt_core::prefill::pipelined_gain;
use bpt_core::quant::{Format, Mix, Recipe};
use bpt_core::queue::mean_wait;
use bpt_core::smooth::smooth_max;
use bpt_core::speculative::{acceptance_for_length, expected_tokens};
use bpt_core::units::{Seconds, Watts};
use bpt_core::weights::{Prepared, Weights};
use bpt_core::{Estimate, Scenario, derived, estimate, flops};
use common::{TEXT, UNIFORM, founding_recipe, resolve};
use serde_json::{Value, json};

const MIB: f64 = 1_048_576.0;

fn formulas() -> String {
    common::read("docs/FORMULAS.md")
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || " -".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Sections by anchor.
fn sections() -> Vec<(String, String)> {
    let text = formulas();
    text.split("\n## ")
        .skip(1)
        .map(|section| {
            let (heading, body) = section.split_once('\n').unwrap_or((section, ""));
            (anchor(heading), body.to_owned())
        })
        .collect()
}

fn rust_files(folder: &Path, into: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") {
            rust_files(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(std::fs::read_to_string(&path).expect("text"));
        }
    }
}

#[test]
fn every_anchor_that_the_code_names_is_there() {
    let known: BTreeSet<String> = sections().into_iter().map(|(anchor, _)| anchor).collect();
    let mut files = Vec::new();
    rust_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src"),
        &mut files,
    );
    let mut named = 0;
    for file in &files {
        for rest in file.split("docs/FORMULAS.md#").skip(1) {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
            let anchor = &rest[..end.unwrap_or(rest.len())];
            assert!(
                known.contains(anchor),
                "{anchor} is not in docs/FORMULAS.md"
            );
            named += 1;
        }
    }
    assert!(named > 15, "{named}");
}

#[test]
fn every_section_says_where_it_comes_from_and_where_it_stops() {
    for (anchor, body) in sections() {
        for part in ["- Source: ", "- Worked example: ", "- Stops holding: "] {
            assert!(body.contains(part), "{anchor}: no {part}");
        }
    }
}

fn model(id: &str) -> Model {
    common::model(&common::models(), id)
}

fn weights(id: &str, mix: Mix) -> Weights {
    Weights::build(&model(id), &Recipe::plain(Format::Mix(mix)))
}

fn estimated(row: &Value) -> (Scenario, Estimate) {
    let s = resolve(row);
    let estimate = estimate(&s);
    (s, estimate)
}

/// formulas.md 4.8: arithmetic so fast that it does not count.
fn section_4_8() -> Estimate {
    let row = json!({
        "model_id": "qwen3-8b", "device_id": "rtx-3090", "context_tokens": 8192,
        "device": {"bandwidth_gb_s": 936, "fp16_tflops": 1e6, "fp32_tflops": 1e6},
        "assume": {
            "weight_efficiency": 0.85, "kv_efficiency": 0.6, "layer_overhead_us": 40,
            "step_overhead_us": 500, "decode_correction": 1, "dequant_ops": 0,
        },
    });
    estimated(&row).1
}

/// formulas.md 12.3: experts at 4.5 bits, attention and shared expert in FP8, tables in 16 bits.
fn founding() -> Prepared {
    Prepared::new(model("hy3-295b-a21b"), founding_recipe())
}

/// Two machines that divide every layer, over a link of 41 µs without other cost.
fn divided(model_id: &str, wait_us: f64) -> Scenario {
    let mut s = resolve(&json!({
        "model_id": model_id, "device_id": "dgx-spark", "device_count": 2, "nodes": 2,
        "parallel": {"kind": "tensor", "size": 2},
        "assume": {"all_reduce_factor": 1, "weight_efficiency": 0.8},
    }));
    s.link.all_reduce = [Seconds::from_us(wait_us); 3];
    s
}

/// Exchanges of one step when each message is small.
fn exchanges(s: &Scenario) -> f64 {
    Lanes::of(s, &s.model.counts, 1.0).all_reduces * all_reduce(s, 0.0)
}

/// Section, figure as printed, what core computes in the figure's unit, tolerance.
fn figures() -> Vec<(&'static str, &'static str, f64, f64)> {
    let mut rows = weight_figures();
    rows.extend(step_figures());
    rows.extend(split_figures());
    rows.extend(prompt_figures());
    rows.extend(memory_figures());
    rows.extend(cost_figures());
    rows
}

fn weight_figures() -> Vec<(&'static str, &'static str, f64, f64)> {
    let dense = weights("qwen3-8b", Mix::Q4_K_M);
    let moe = weights("qwen3-30b-a3b", Mix::Q4_K_M);
    let f16 = KvType::F16;
    let row = kv::growth(&model("qwen3-8b"), &f16, 100.0).get();
    let cache = kv::stored(&model("qwen3-30b-a3b"), &f16, 32_768.0).get();
    let state = state_f32(&model("qwen3.5-35b-a3b")).get();
    let (uniform, text) = (UNIFORM, TEXT);
    vec![
        // 1.4 and 12.1
        ("weight-bytes", "5.022 GB", dense.stored.total().gb(), 1e-3),
        ("weight-bytes", "4.672 GB", dense.read.total().gb(), 1e-3),
        ("weight-bytes", "18.55 GB", moe.stored.total().gb(), 1e-3),
        ("weight-bytes", "1.92 GB", moe.read.total().gb(), 2e-3),
        // 2.1
        ("kv-cache", "144 KiB", row / 1024.0, 1e-9),
        ("kv-cache", "3072 MiB", cache / MIB, 1e-9),
        // 2.2
        ("recurrent-state", "62.8 MiB", state / MIB, 1e-3),
        // 4.7
        (
            "experts-touched",
            "51.6",
            touched(128.0, 8.0, 8.0, 1.0, uniform),
            1e-3,
        ),
        (
            "experts-touched",
            "83",
            one_sequence(128.0, 8.0, 512.0, text),
            6e-3,
        ),
        // 7.2
        (
            "offload",
            "1.10 GB",
            moe.read[Class::RoutedExperts].gb(),
            5e-3,
        ),
        (
            "offload",
            "19.6 ms",
            moe.read[Class::RoutedExperts].gb() / 56.0 * 1e3,
            5e-3,
        ),
        // 7.3
        (
            "streaming",
            "729 tok/s",
            512.0 * 25.0 / moe.stored[Class::RoutedExperts].gb(),
            3e-3,
        ),
    ]
}

fn step_figures() -> Vec<(&'static str, &'static str, f64, f64)> {
    let of = section_4_8();
    let mut capped = resolve(&json!({"model_id": "qwen3-8b", "device_id": "rtx-3090"}));
    let full = Rates::of(&capped).fp16;
    capped.power_limit = capped.device().tdp.map(|tdp| tdp * 0.5);
    capped.coefficients.power_exponent = 0.5;
    let parts = &of.decode.parts;
    let ms = |kind| parts.seconds_of(kind) * 1e3;
    vec![
        // 4.8
        ("decode", "5.87 ms", ms(PartKind::Weights), 3e-3),
        ("decode", "2.15 ms", ms(PartKind::Kv), 3e-3),
        ("decode", "9.96 ms", of.decode.step.ms(), 3e-3),
        ("decode", "100 tok/s", of.decode.per_user.get(), 1e-2),
        ("ceiling", "159 tok/s", of.decode.ceiling.get(), 3e-3),
        // The root of a half.
        ("power-limit", "0.707", Rates::of(&capped).fp16 / full, 1e-3),
        // The fourth root of two.
        ("smooth-maximum", "1.189", smooth_max(1.0, 1.0), 1e-3),
        // 8.1 and 8.5
        ("speculation", "2.19", expected_tokens(0.7, 2.0), 1e-3),
        (
            "speculation",
            "0.81",
            acceptance_for_length(3.42, 4.0),
            6e-3,
        ),
        // 8.2
        (
            "draft-cost",
            "0.99 GB",
            founding().weights.read[Class::LmHead].gb(),
            1e-3,
        ),
    ]
}

fn split_figures() -> Vec<(&'static str, &'static str, f64, f64)> {
    let two = divided("hy3-295b-a21b", 40.0);
    let lanes = Lanes::of(&two, &two.model.counts, 1.0).weights;
    let bandwidth = 0.8 * two.device().bandwidth.get();
    let small = divided("gemma-4-26b-a4b", 41.0);
    vec![
        // 12.3: 7.75 GB on each
        (
            "several-devices",
            "35.5 ms",
            15.5e9 / (lanes * bandwidth) * 1e3,
            2e-3,
        ),
        ("all-reduce", "6.4 ms", exchanges(&two) * 1e3, 1e-9),
        // 6.3
        (
            "when-splitting-wins",
            "2.5 ms",
            exchanges(&small) * 1e3,
            2e-2,
        ),
        (
            "when-splitting-wins",
            "5.3 ms",
            2.3e9 / bandwidth * (1.0 - 1.0 / lanes) * 1e3,
            1e-2,
        ),
        // 6.1
        ("pipeline", "1.6", pipelined_gain(2.0, 4.0), 1e-9),
    ]
}

fn prompt_figures() -> Vec<(&'static str, &'static str, f64, f64)> {
    let qwen = model("qwen3-8b");
    let linear = flops::prefill_linear(&weights("qwen3-8b", Mix::Q4_K_M), 8192.0).get();
    let attention = flops::prefill_attention(&qwen, 8192.0, 0.0).get();
    let (_, mixed) = {
        let mut s = resolve(&json!({
            "model_id": "qwen3-8b", "device_id": "rtx-3090", "users": 8, "gen_tokens": 512,
            "assume": {"decode_correction": 1},
        }));
        s.mixed_traffic = true;
        let estimate = estimate(&s);
        (s, estimate)
    };
    let carried = mixed
        .decode
        .parts
        .iter()
        .find(|part| part.name == PartName::MixedPrefill);
    let carried = carried.map_or(0.0, |part| part.seconds) / mixed.prefill.seconds.get();
    vec![
        // 5.4
        ("prefill", "0.1138 PFLOP", linear / 1e15, 1e-3),
        ("prefill", "0.1336 PFLOP", (linear + attention) / 1e15, 1e-3),
        // 5.3
        ("queue", "1.8 s", mean_wait(0.6, 1.2), 1e-9),
        // 8 / 512
        ("mixed-traffic", "0.0156", carried, 3e-3),
    ]
}

fn memory_figures() -> Vec<(&'static str, &'static str, f64, f64)> {
    let row = kv::growth(&model("qwen3-8b"), &KvType::F16, 100.0).get();
    let cells = (10.0 * 1024.0 * MIB / row / 256.0).floor() * 256.0;
    let graph = |id: &str| llama_cpp_graph(&model(id), 512.0, 512.0, 4096.0, true).get() / MIB;
    let server = json!({
        "model_id": "qwen3-8b", "device_id": "rtx-3090", "engine": "vllm", "ubatch_tokens": 2048,
    });
    let (s, server) = estimated(&server);
    let logits = 4.0 * f64::from(s.model.model.vocab);
    let mut crossing = resolve(&json!({"model_id": "hy3-295b-a21b", "device_id": "dgx-spark"}));
    crossing.model = founding().into();
    let crossing = derived::kv_equals_weights(&crossing).map_or(0.0, |tokens| tokens.get());
    vec![
        // 2.1 and 3.4
        ("fit", "72,704", cells, 1e-9),
        // 3.1
        (
            "llamacpp-buffers",
            "258.50 MiB",
            graph("llama-3.1-8b"),
            1e-9,
        ),
        (
            "llamacpp-buffers",
            "304.75 MiB",
            graph("qwen3-235b-a22b"),
            1e-9,
        ),
        // 3.3: 11 x 2 x 2048 x 4096
        (
            "server-buffers",
            "176 MiB",
            (server.memory.compute.get() - logits) / MIB,
            1e-9,
        ),
        // 12.4
        ("crossing", "47,300", crossing, 1e-2),
    ]
}

fn cost_figures() -> Vec<(&'static str, &'static str, f64, f64)> {
    let of = |row: Value| {
        let mut s = resolve(&row);
        s.devices[0].0.tdp = Some(Watts::new(247.0));
        estimate(&s)
    };
    let base = || {
        json!({
            "model_id": "qwen3-8b", "device_id": "rtx-4090",
            "assume": {"decode_power_share": 1, "device_life_years": 3, "device_use": 0.2},
        })
    };
    // Energy and cost go as one over speed: this turns them to 138 tok/s.
    let at_138 = |estimate: &Estimate, each: f64| each * estimate.decode.total.get() / 138.0;
    let energy = of(base());
    let joules = energy
        .energy
        .joules_per_token
        .map_or(0.0, |joules| joules.value.get());
    let cost = |key: &str, price: f64| {
        let mut row = base();
        row[key] = json!(price);
        let estimate = of(row);
        let cost = estimate
            .energy
            .cost_per_million
            .map_or(0.0, |cost| cost.value);
        at_138(&estimate, cost)
    };
    let s = resolve(&json!({"model_id": "qwen3-8b", "device_id": "rtx-3090"}));
    let low = |context: f64, octave: f64| {
        let mut s = s.clone();
        s.context = context;
        s.spread.measured_context = 8192.0;
        s.spread.octave = octave;
        let decode = estimate(&s).decode;
        decode.low.get()
    };
    vec![
        // 9
        ("energy", "1.8 J", at_138(&energy, joules), 1e-2),
        ("energy", "0.075", cost("tariff_per_kwh", 0.15), 1e-2),
        ("energy", "0.77", cost("device_price", 2000.0), 1e-2),
        // 10: exp(0.1) for each octave, two of them
        (
            "ranges",
            "0.819",
            low(32_768.0, 0.1) / low(32_768.0, 0.0),
            1e-3,
        ),
    ]
}

/// The number of a printed figure.
fn number(figure: &str) -> f64 {
    let digits = figure
        .split(' ')
        .next()
        .unwrap_or_default()
        .replace(',', "");
    digits.parse().unwrap_or_else(|_| panic!("{figure}"))
}

#[test]
fn every_bold_number_is_what_core_computes() {
    let sections = sections();
    let figures = figures();
    for (anchor, figure, computed, tolerance) in &figures {
        let section = sections.iter().find(|(name, _)| name == anchor);
        let body = &section.unwrap_or_else(|| panic!("no {anchor}")).1;
        assert!(
            body.contains(&format!("**{figure}**")),
            "{anchor}: no **{figure}**"
        );
        let error = (computed / number(figure) - 1.0).abs();
        assert!(error <= *tolerance, "{anchor}: {figure} is {computed}");
    }
    for (anchor, body) in &sections {
        for (at, bold) in body.split("**").enumerate().filter(|(at, _)| at % 2 == 1) {
            let known = figures
                .iter()
                .any(|(name, figure, ..)| name == anchor && *figure == bold);
            assert!(known, "{anchor}: **{bold}** ({at}) is recomputed nowhere");
        }
    }
}
