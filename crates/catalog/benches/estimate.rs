//! Time of one estimate (fit, decode and prefill together), of what surrounds it, and of the whole
//! market. `cargo xtask bench` runs this and compares it with `baseline.json` beside it.

use std::hint::black_box;

use bpt_catalog::report::{self, Extra};
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::estimate;
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::json;

fn scenario(row: &serde_json::Value) -> bpt_core::Scenario {
    let row = ScenarioRow::from_json(row).expect("a row");
    Catalog::embedded().resolve(&row).expect("a scenario")
}

/// A fixed piece of arithmetic of the same kind: powers, logarithms, divisions, each needing the one
/// before. Times over this one's hardly depend on the machine.
fn reference(criterion: &mut Criterion) {
    criterion.bench_function("reference", |bencher| {
        bencher.iter(|| {
            let mut x = black_box(1.7_f64);
            for _ in 0..32 {
                x = (x.powf(1.1) + 2.0 / x).ln_1p() + 1.0;
            }
            x
        });
    });
}

fn one(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("estimate");
    for (name, row) in [
        (
            "dense",
            json!({ "model_id": "qwen3-32b", "device_id": "dgx-spark" }),
        ),
        (
            "moe",
            json!({ "model_id": "qwen3-30b-a3b", "device_id": "dgx-spark" }),
        ),
        (
            "hybrid",
            json!({ "model_id": "qwen3.6-35b-a3b", "device_id": "rtx-3090", "users": 8 }),
        ),
        (
            "mla",
            json!({ "model_id": "deepseek-v3", "device_id": "h200-sxm", "device_count": 8 }),
        ),
    ] {
        let mut s = scenario(&row);
        let mut context = 0.0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                context = (context + 97.0) % 100_000.0;
                s.context = context;
                black_box(estimate(black_box(&s)))
            });
        });
    }
    group.finish();
}

/// What stands before and after an estimate: a row resolved, derived numbers, the report as JSON.
fn around(criterion: &mut Criterion) {
    let row = json!({ "model_id": "qwen3-30b-a3b", "device_id": "dgx-spark" });
    let parsed = ScenarioRow::from_json(&row).expect("a row");
    let s = scenario(&row);
    let mut group = criterion.benchmark_group("around");
    group.bench_function("resolve", |bencher| {
        bencher.iter(|| Catalog::embedded().resolve(black_box(&parsed)).is_ok());
    });
    group.bench_function("report", |bencher| {
        let extra = Extra {
            id: None,
            words: &|_| String::new(),
            members: &[],
        };
        let estimate = estimate(&s);
        bencher.iter(|| {
            let mut out = String::new();
            report::write(&mut out, black_box(&estimate), &extra);
            out
        });
    });
    group.finish();
}

/// The 137 x 165 table, models built and scenarios resolved before.
fn market(criterion: &mut Criterion) {
    let catalog = Catalog::embedded();
    let all: Vec<_> = catalog
        .models()
        .iter()
        .flat_map(|model| catalog.devices().iter().map(move |device| (model, device)))
        .filter_map(|(model, device)| {
            let row = json!({ "model_id": model.id, "device_id": device.id });
            catalog.resolve(&ScenarioRow::from_json(&row).ok()?).ok()
        })
        .collect();
    criterion.bench_function("market", |bencher| {
        bencher.iter(|| {
            all.iter()
                .map(|s| estimate(s).decode.per_user.get())
                .sum::<f64>()
        });
    });
}

criterion_group!(benches, reference, one, around, market);
criterion_main!(benches);
