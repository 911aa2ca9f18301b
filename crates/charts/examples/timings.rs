//! How long each figure takes: `cargo run --release -p bpt-charts --example timings`.

#[path = "../tests/fixture/shown.rs"]
mod shown;

use std::time::{Duration, Instant};

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::figures::{Inputs, View};
use bpt_charts::measure::Average;
use bpt_charts::scene::Size;
use bpt_core::Scenario;
use bpt_words::English;

/// Rounds of each measurement; the quickest counts, since others share the machine.
const ROUNDS: u32 = 400;

/// The quickest of many runs.
fn quickest<T>(mut run: impl FnMut() -> T) -> Duration {
    let round = |_| {
        let start = Instant::now();
        std::hint::black_box(run());
        start.elapsed()
    };
    (0..ROUNDS).map(round).min().unwrap_or_default()
}

fn scenario(model: &str) -> Option<Scenario> {
    let row = format!("{{\"model_id\":\"{model}\",\"device_id\":\"dgx-spark\"}}");
    let row = ScenarioRow::from_json(&serde_json::from_str(&row).ok()?).ok()?;
    Catalog::embedded().resolve(&row).ok()
}

fn main() {
    let (Some(a), Some(b)) = (scenario("qwen3-32b"), scenario("qwen3-30b-a3b")) else {
        return eprintln!("the default pair is not in the catalog");
    };
    // As while a slider is dragged: nobody reads the tables.
    let inputs = Inputs {
        view: View {
            tables: false,
            ..View::default()
        },
        ..Inputs::new(&a, Some(&b))
    };
    let size = Size {
        width: 496.0,
        height: 380.0,
    };
    for (name, make) in shown::all() {
        let made = quickest(|| shown::made(make, &inputs, &English));
        let figure = shown::made(make, &inputs, &English);
        let laid = quickest(|| figure.chart.layout(size, &Average));
        println!("{name:12} {made:>10.1?} to make, {laid:>10.1?} to lay out");
    }
}
