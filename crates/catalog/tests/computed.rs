//! The `computed` block of every model in `data/models.json`: parameter counts, cache and state,
//! made by an independent program from the same shapes.

mod common;

use bpt_core::kv;
use bpt_core::kv_type::KvType;
use bpt_core::model::{Class, Ffn, Model, Role, tensors};
use bpt_core::quant::{Format, Mix, Recipe};
use bpt_core::weights::Weights;
use serde_json::Value;

/// What the other program counts besides: a bias for every expert of a router, also where the
/// router has none, and two norms for every layer of the config, also where a layer holds one
/// block. The checkpoints have neither: `check.checkpoint_minus_text` shows the difference.
fn counted_besides(model: &Model) -> f64 {
    let mut extra = 0.0;
    let mut blocks = 0.0;
    for group in &model.ffns {
        let count = f64::from(group.count);
        blocks += count;
        if let Ffn::Moe(moe) = &group.ffn
            && !moe.bias
        {
            extra += count * f64::from(moe.experts);
        }
    }
    let norms = tensors(model)
        .iter()
        .filter(|tensor| tensor.role == Role::Norm && tensor.layer.is_some())
        .count();
    assert!(norms as f64 >= blocks);
    extra + (2.0 * f64::from(model.layers) - norms as f64) * f64::from(model.hidden)
}

fn expect(misses: &mut Vec<String>, what: &str, actual: f64, expected: &Value) {
    let expected = expected.as_f64().expect(what);
    if (actual - expected).abs() > 1e-9 * expected.abs() {
        misses.push(format!("{what}: {actual} instead of {expected}"));
    }
}

#[test]
fn every_model_matches_its_computed_block() {
    let models = common::models();
    // Whoever adds a model need not bring a computation of somebody else's.
    let computed: Vec<&Value> = models
        .iter()
        .filter(|row| row["computed"].is_object())
        .collect();
    assert!(computed.len() >= 137, "{} are compared", computed.len());
    let mut misses = Vec::new();
    for row in computed {
        let id = row["id"].as_str().expect("id");
        let model = common::model(&models, id);
        let computed = &row["computed"];
        let weights = Weights::build(&model, &Recipe::plain(Format::Mix(Mix::BF16)));
        let mut of_model = Vec::new();
        let besides = counted_besides(&model);
        let total = weights.params.total().get();
        let active = weights.active.total().get();
        let table = f64::from(model.vocab) * f64::from(model.hidden);
        let both = if model.tied { 0.0 } else { table };
        let mixers: f64 = tensors(&model)
            .iter()
            .filter(|tensor| {
                tensor.class == Class::Attention
                    || (tensor.class == Class::Norms && tensor.role == Role::Vector)
            })
            .map(|tensor| tensor.params())
            .sum();
        let lookup: f64 = model
            .extras
            .iter()
            .filter(|e| e.lookup)
            .map(|e| e.params)
            .sum();
        let check = &mut of_model;
        expect(
            check,
            "total_text",
            total + besides,
            &computed["total_text"],
        );
        expect(
            check,
            "active_read_per_token",
            active + besides,
            &computed["active_read_per_token"],
        );
        expect(
            check,
            "active_with_embeddings",
            active + both + besides,
            &computed["active_with_embeddings"],
        );
        expect(
            check,
            "active_without_embeddings",
            active - table + besides,
            &computed["active_without_embeddings"],
        );
        let routed = weights.params[Class::RoutedExperts].get();
        expect(
            check,
            "routed_expert_params",
            routed,
            &computed["routed_expert_params"],
        );
        expect(check, "mixer_params", mixers, &computed["mixer_params"]);
        expect(
            check,
            "lookup_only_params",
            lookup,
            &computed["lookup_only_params"],
        );
        for n in [4096.0, 8192.0, 32_768.0, 131_072.0] {
            let bytes = kv::stored(&model, &KvType::F16, n).get();
            expect(
                check,
                &format!("kv at {n}"),
                bytes,
                &computed["kv_bytes_bf16"][n.to_string()],
            );
        }
        let growth = kv::growth(&model, &KvType::F16, 131_072.0).get();
        expect(
            check,
            "growth",
            growth,
            &computed["kv_growth_bytes_per_token_bf16"],
        );
        expect(
            check,
            "state",
            kv::state(&model).get(),
            &computed["fixed_state_bytes"],
        );
        misses.extend(of_model.iter().map(|miss| format!("{id} {miss}")));
    }
    assert!(
        misses.is_empty(),
        "{} misses:\n{}",
        misses.len(),
        misses.join("\n")
    );
}

/// Totals against the published checkpoints themselves, where they hold text and nothing else.
#[test]
fn text_only_checkpoints_are_met() {
    let models = common::models();
    let mut seen = 0;
    for row in models
        .iter()
        .filter(|row| row["checkpoint_scope"] == "text")
    {
        let id = row["id"].as_str().expect("id");
        let published = row["params_total_checkpoint"].as_f64();
        let published = published.unwrap_or_else(|| {
            panic!("{id}: a checkpoint_scope of `text` needs params_total_checkpoint")
        });
        let model = common::model(&models, id);
        let weights = Weights::build(&model, &Recipe::plain(Format::Mix(Mix::BF16)));
        let error = weights.params.total().get() / published - 1.0;
        assert!(error.abs() < 5e-5, "{id}: {:+.5} %", 100.0 * error);
        seen += 1;
    }
    assert!(seen > 80, "{seen}");
}
