//! How long each figure takes: `cargo run --release -p bpt-charts --example timings`.

use std::time::Instant;

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::figures::bits::AtBits;
use bpt_charts::figures::bytes::Names;
use bpt_charts::figures::{self, Figure, Inputs};
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
    let (at_a, at_b) = (AtBits::new(&a.model), AtBits::new(&b.model));
    let names = Names {
        models: ["A", "B"],
        token: 1,
        full: None,
    };
    let all: [(&str, &dyn Fn() -> Figure); 12] = [
        ("bytes", &|| {
            figures::bytes::figure(&inputs, names, &English)
        }),
        ("bits", &|| {
            figures::bits::figure(&inputs, &[&at_a, &at_b], &[], &English)
        }),
        ("context", &|| {
            figures::context::figure(&inputs, &[], &English)
        }),
        ("prefill", &|| figures::prefill::figure(&inputs, &English)),
        ("bandwidth", &|| {
            figures::bandwidth::figure(&inputs, &[], &English)
        }),
        ("users", &|| figures::users::figure(&inputs, &English)),
        ("two", &|| figures::two::figure(&inputs, &English)),
        ("spill", &|| figures::spill::figure(&inputs, &[], &English)),
        ("speculation", &|| {
            figures::speculation::figure(&inputs, &English)
        }),
        ("breakdown", &|| {
            figures::breakdown::figure(&inputs, &English)
        }),
        ("memory", &|| figures::memory::figure(&inputs, &English)),
        ("measure", &|| {
            let runs = figures::measure::Runs {
                runs: &[],
                held_out: true,
            };
            figures::measure::figure(&inputs, runs, None, &English)
        }),
    ];
    let size = Size {
        width: 496.0,
        height: 380.0,
    };
    for (name, make) in all {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            std::hint::black_box(make());
        }
        let made = start.elapsed() / ROUNDS;
        let figure = make();
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
