//! One estimate takes at most so many times a fixed piece of arithmetic: a bound that holds on
//! any machine, in the checks' own build. Exact times are `cargo xtask bench`'s.

use std::hint::black_box;
use std::time::Instant;

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::estimate;
use serde_json::json;

/// Estimates, and pieces of reference arithmetic, of one round.
const EACH: u32 = 200;
/// The quickest of so many rounds, in turn: other programs only ever make a round longer, and
/// what slows the machine for a while slows both.
const ROUNDS: u32 = 500;
/// A piece is so many divisions, each of the one before: their latency in cycles is much the same
/// on every processor, other than the time of a power or logarithm, for which some libraries
/// choose instructions that others do not.
const DIVISIONS: usize = 16;
const AT_MOST: f64 = 13.5;

/// Nanoseconds of one run, with their fraction: a piece takes a few.
fn round(mut run: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..EACH {
        run();
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(EACH)
}

#[test]
fn an_estimate_is_quick() {
    let row = json!({ "model_id": "qwen3-30b-a3b", "device_id": "dgx-spark" });
    let row = ScenarioRow::from_json(&row).expect("a row");
    let mut s = Catalog::embedded().resolve(&row).expect("a scenario");
    let mut x = 1.7_f64;
    let (mut piece, mut one) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        piece = piece.min(round(|| {
            for _ in 0..DIVISIONS {
                x = 1.3 / (x + 0.7);
            }
            x = black_box(x);
        }));
        one = one.min(round(|| {
            s.context = (s.context + 97.0) % 100_000.0;
            black_box(estimate(black_box(&s)));
        }));
    }
    let times = one / piece;
    println!("an estimate {one:.0} ns, a piece {piece:.2} ns: {times:.1} times, at most {AT_MOST}");
    assert!(times <= AT_MOST, "{times:.1} times");
}
