//! One estimate takes at most so many times a fixed piece of arithmetic: a bound that holds on
//! any machine, in the checks' own build. Exact times are `cargo xtask bench`'s.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::estimate;
use serde_json::json;

/// Estimates, and pieces of reference arithmetic, of one round.
const EACH: u32 = 200;
/// The quickest of so many rounds, in turn: other programs only ever make a round longer, and
/// what slows the machine for a while slows both.
const ROUNDS: u32 = 500;
/// A piece is a power, a logarithm and an exponential of the machine's own library. The same code
/// takes up to 87 of them, by machine.
const AT_MOST: f64 = 100.0;

fn round(mut run: impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..EACH {
        run();
    }
    start.elapsed() / EACH
}

#[test]
fn an_estimate_is_quick() {
    let row = json!({ "model_id": "qwen3-30b-a3b", "device_id": "dgx-spark" });
    let row = ScenarioRow::from_json(&row).expect("a row");
    let mut s = Catalog::embedded().resolve(&row).expect("a scenario");
    let mut x = 1.7_f64;
    let (mut piece, mut one) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        piece = piece.min(round(|| {
            x = black_box(x.powf(1.1).ln().exp() * 0.9 + 0.5);
        }));
        one = one.min(round(|| {
            s.context = (s.context + 97.0) % 100_000.0;
            black_box(estimate(black_box(&s)));
        }));
    }
    let times = one.as_secs_f64() / piece.as_secs_f64();
    println!("an estimate {one:?}, a piece {piece:?}: {times:.1} times, at most {AT_MOST}");
    assert!(times <= AT_MOST, "{times:.1} times");
}
