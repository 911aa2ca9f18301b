//! Time of one estimate (fit, decode and prefill together) and of the whole market.

use std::hint::black_box;

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::estimate;
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::json;

fn scenario(row: &serde_json::Value) -> bpt_core::Scenario {
    let row = ScenarioRow::from_json(row).expect("a row");
    Catalog::embedded().resolve(&row).expect("a scenario")
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

criterion_group!(benches, one, market);
criterion_main!(benches);
