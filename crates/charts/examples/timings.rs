//! How long each figure takes: `cargo run --release -p bpt-charts --example timings`.

#[path = "../tests/fixture/shown.rs"]
mod shown;

use std::time::Instant;

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::figures::Inputs;
use bpt_charts::measure::Average;
use bpt_charts::scene::Size;
use bpt_core::Scenario;
use bpt_words::English;

/// Rounds of each measurement.
const ROUNDS: u32 = 200;

fn scenario(model: &str) -> Option<Scenario> {
    let row = format!("{{\"model_id\":\"{model}\",\"device_id\":\"dgx-spark\"}}");
    let row = ScenarioRow::from_json(&serde_json::from_str(&row).ok()?).ok()?;
    Catalog::embedded().resolve(&row).ok()
}

fn main() {
    let (Some(a), Some(b)) = (scenario("qwen3-32b"), scenario("qwen3-30b-a3b")) else {
        return eprintln!("the default pair is not in the catalog");
    };
    let inputs = Inputs::new(&a, Some(&b));
    let size = Size {
        width: 496.0,
        height: 380.0,
    };
    for (name, make) in shown::all() {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            std::hint::black_box(make(&inputs, &English));
        }
        let made = start.elapsed() / ROUNDS;
        let figure = make(&inputs, &English);
        let start = Instant::now();
        for _ in 0..ROUNDS {
            std::hint::black_box(figure.chart.layout(size, &Average));
        }
        println!(
            "{name:12} {made:>10.1?} to make, {:>10.1?} to lay out",
            start.elapsed() / ROUNDS
        );
    }
}
