//! Worked examples of formulas.md, models.md and claims.md on models of the catalog.

mod common;

use bpt_core::buffers::{llama_cpp_graph, llama_cpp_inputs};
use bpt_core::kv::allocated::{LlamaCache, PagedCache, cells_read, llama_cpp, rank_share, vllm};
use bpt_core::kv::{self, state_f32};
use bpt_core::kv_type::{KvKind, KvType};
use bpt_core::model::{ByClass, Class, Mixer, Model};
use bpt_core::quant::{ClassBits, Format, Mix, Recipe};
use bpt_core::units::{BitsPerWeight, Bytes};
use bpt_core::weights::Weights;
use common::founding_recipe;

const MIB: f64 = 1_048_576.0;

fn model(id: &str) -> Model {
    common::model(&common::models(), id)
}

fn plain(mix: Mix) -> Recipe {
    Recipe::plain(Format::Mix(mix))
}

fn near(actual: f64, expected: f64, relative: f64) {
    let error = (actual / expected - 1.0).abs();
    assert!(error <= relative, "{actual} instead of {expected}");
}

#[test]
fn sizes_of_formulas_1_4() {
    let qwen = model("qwen3-8b");
    for (mix, gb) in [(Mix::Q4_K_M, 5.022), (Mix::Q6_K, 6.720), (Mix::Q8_0, 8.704)] {
        near(
            Weights::build(&qwen, &plain(mix)).stored.total().gb(),
            gb,
            1e-3,
        );
    }
    // Larger embedding and output layer, as Q6_K_L has them.
    let mut large = plain(Mix::Q6_K);
    large.by_class[Class::Embedding] = Some(ClassBits::Format(Format::Mix(Mix::Q8_0)));
    large.by_class[Class::LmHead] = Some(ClassBits::Format(Format::Mix(Mix::Q8_0)));
    near(
        Weights::build(&qwen, &large).stored.total().gb(),
        7.022,
        1e-3,
    );
    // Read per token: 10.3 % of the file (formulas.md 1.4).
    let moe = Weights::build(&model("qwen3-30b-a3b"), &plain(Mix::Q4_K_M));
    near(moe.stored.total().gb(), 18.55, 1e-3);
    near(moe.read.total().gb(), 1.92, 2e-3);
}

/// claims.md P3: 170.9 GB stored, 15.5 GB read, and 7.5 GB of draft layer.
#[test]
fn the_three_precisions_of_the_founding_post() {
    let recipe = founding_recipe();
    let weights = Weights::build(&model("hy3-295b-a21b"), &recipe);
    near(weights.stored.total().gb(), 170.9, 1e-3);
    near(weights.read.total().gb(), 15.5, 1e-2);
    // formulas.md 12.3 has 15.64, with the one dense layer in FP8 too.
    near(weights.read.total().gb(), 15.64, 5e-3);
    near(weights.mtp.gb(), 7.5, 2e-3);
    assert!(weights.mtp_read.gb() < 0.6, "{:?}", weights.mtp_read);
}

/// models.md, last section: experts 4.50 bits, the rest without the embedding 8.26.
#[test]
fn a_measured_file_leaves_non_experts_near_8_bit() {
    let mut recipe = plain(Mix::Q4_K_M);
    recipe.dynamic = true;
    recipe.file_bytes = Some(Bytes::new(20_408_576_512.0));
    let weights = Weights::build(&model("qwen3.6-35b-a3b"), &recipe);
    near(weights.stored.total().get(), 20_408_576_512.0, 1e-12);
    near(
        weights.stored[Class::RoutedExperts].get(),
        18_119_393_280.0,
        1e-3,
    );
    near(weights.stored[Class::Embedding].get(), 286_064_640.0, 1e-9);
    let others = Class::ALL
        .into_iter()
        .filter(|class| !matches!(class, Class::RoutedExperts | Class::Embedding));
    let (bytes, params) = others.fold((0.0, 0.0), |(bytes, params), class| {
        (
            bytes + weights.stored[class].get(),
            params + weights.params[class].get(),
        )
    });
    near(8.0 * bytes / params, 8.26, 5e-3);
}

#[test]
fn a_file_size_scales_a_dense_model_and_survives_nonsense() {
    let model = model("qwen3-8b");
    for size in [5.0e9, 1.0, -3.0, f64::NAN, f64::INFINITY, 0.0] {
        let recipe = Recipe {
            file_bytes: Some(Bytes::new(size)),
            ..plain(Mix::Q4_K_M)
        };
        let total = Weights::build(&model, &recipe).stored.total().get();
        assert!(total.is_finite() && total > 0.0, "{size}: {total}");
        if size == 5.0e9 {
            near(total, size, 1e-12);
        }
    }
    let free = Recipe::plain(Format::Free(BitsPerWeight::new(f64::NAN)));
    assert!(
        Weights::build(&model, &free)
            .stored
            .total()
            .get()
            .is_finite()
    );
}

#[test]
fn free_bits_reach_the_embedding_but_no_norm_or_router() {
    let free = Recipe::plain(Format::Free(BitsPerWeight::new(5.0)));
    let weights = Weights::build(&model("qwen3-30b-a3b"), &free);
    for class in [
        Class::Embedding,
        Class::LmHead,
        Class::Attention,
        Class::RoutedExperts,
    ] {
        near(
            weights.stored[class].get() * 8.0 / weights.params[class].get(),
            5.0,
            1e-9,
        );
    }
    for class in [Class::Norms, Class::Router] {
        near(
            weights.stored[class].get() / weights.params[class].get(),
            4.0,
            1e-12,
        );
    }
    let ByClass(read) = weights.read;
    assert_eq!(read[Class::Embedding as usize], Bytes::ZERO);
}

#[test]
fn caches_of_formulas_2_1() {
    // Bytes per token: 144 KiB (q8_0 76.5, q4_0 40.5).
    let qwen = model("qwen3-8b");
    let q8 = KvType {
        key: 1.0625,
        value: 1.0625,
        per_head: 0.0,
        kind: KvKind::Block,
    };
    let q4 = KvType {
        key: 0.5625,
        value: 0.5625,
        per_head: 0.0,
        kind: KvKind::Block,
    };
    near(
        kv::growth(&qwen, &KvType::F16, 100.0).get(),
        144.0 * 1024.0,
        1e-12,
    );
    near(kv::growth(&qwen, &q8, 100.0).get(), 76.5 * 1024.0, 1e-12);
    near(kv::growth(&qwen, &q4, 100.0).get(), 40.5 * 1024.0, 1e-12);
    // models.md: 81 blocks of Hy3 at q8_0 are 176,256 B a token; the model has 80.
    let hy3 = kv::growth(&model("hy3-295b-a21b"), &q8, 1000.0).get();
    near(hy3, 176_256.0 * 80.0 / 81.0, 1e-12);
    // Layers that share a cache store nothing but read.
    let shared = model("gemma-4-e4b");
    let read = kv::read(&shared, &KvType::F16, 300.0).total();
    assert!(read > kv::stored(&shared, &KvType::F16, 300.0));
    assert_eq!(kv::stored(&shared, &KvType::F16, f64::NAN), Bytes::ZERO);
}

#[test]
fn what_llama_cpp_allocates_formulas_2_2() {
    let gemma = model("gemma-4-26b-a4b");
    let cache = LlamaCache {
        context: 32_768.0,
        sequences: 1.0,
        ubatch: 512.0,
        unified: true,
        full_windows: false,
        snapshots: 0.0,
    };
    let bytes = |cache: &LlamaCache| llama_cpp(&gemma, &KvType::F16, cache).kv.get() / MIB;
    near(bytes(&cache), 640.0 + 300.0, 1e-12);
    near(
        bytes(&LlamaCache {
            full_windows: true,
            ..cache
        }),
        640.0 + 6400.0,
        1e-12,
    );
    near(
        bytes(&LlamaCache {
            sequences: 4.0,
            ..cache
        }),
        640.0 + 900.0,
        1e-12,
    );
    // 98,304 B of convolution and 2,097,152 B of state in each of 30 layers, thrice with two
    // snapshots.
    let qwen = model("qwen3.5-35b-a3b");
    near(
        state_f32(&qwen).get(),
        30.0 * (98_304.0 + 2_097_152.0),
        1e-12,
    );
    let undo = LlamaCache {
        snapshots: 2.0,
        ..cache
    };
    let state = llama_cpp(&qwen, &KvType::F16, &undo).state.get();
    near(state, 3.0 * 30.0 * (98_304.0 + 2_097_152.0), 1e-12);
    assert_eq!(cells_read(0.0), 256.0);
    assert_eq!(cells_read(255.0), 256.0);
    assert_eq!(cells_read(256.0), 512.0);
}

#[test]
fn what_vllm_allocates_formulas_2_3() {
    let cache = PagedCache {
        tokens: 1000.0,
        sequences: 2.0,
        ranks: 1,
        batched_tokens: 2048.0,
        draft_tokens: 0.0,
    };
    // 8 heads: one each at 8 ranks, copied at 16.
    let qwen = model("qwen3-8b");
    let Mixer::Attention(attention) = &qwen.mixers[0].mixer else {
        panic!()
    };
    assert_eq!(
        [1, 2, 8, 16].map(|ranks| rank_share(attention, ranks)),
        [1.0, 0.5, 0.125, 0.125]
    );
    let bytes = |ranks| {
        vllm(&qwen, &KvType::F16, &PagedCache { ranks, ..cache })
            .kv
            .get()
    };
    near(bytes(1), 2.0 * 1008.0 * 147_456.0, 1e-12);
    near(bytes(16), 2.0 * 1008.0 * 147_456.0 / 8.0, 1e-12);
    // A latent row is on every rank.
    let deepseek = model("deepseek-v3");
    let latent = |ranks| vllm(&deepseek, &KvType::F16, &PagedCache { ranks, ..cache }).kv;
    assert_eq!(latent(1), latent(8));
}

#[test]
fn compute_buffers_of_formulas_3_1() {
    let mib = |id, u, outputs, context, flash| {
        llama_cpp_graph(&model(id), u, outputs, context, flash).get() / MIB
    };
    near(
        mib("qwen3-235b-a22b", 512.0, 512.0, 4096.0, true),
        304.75,
        1e-12,
    );
    near(
        mib("llama-3.1-8b", 512.0, 512.0, 4096.0, true),
        258.50,
        1e-12,
    );
    near(
        mib("llama-3.1-8b", 512.0, 512.0, 8192.0, false),
        560.00,
        1e-12,
    );
    let host = llama_cpp_inputs(&model("qwen3-30b-a3b"), 512.0, 32_768.0, false);
    near(host.get() / MIB, 68.0, 1e-12);
}
