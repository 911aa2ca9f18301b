//! One estimate takes at most so many times a fixed piece of arithmetic: a bound that holds on
//! any machine, in the checks' own build. Exact times are `cargo xtask bench`'s.

use std::hint::black_box;
use std::time::Instant;

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::estimate;
use serde_json::json;

/// Estimates, and pieces of reference arithmetic, of one round.
const EACH: u32 = 200;
/// The quickest of so many rounds, in turn, is taken: other programs only ever make a round longer.
/// A machine that is busy for a while gets more rounds; an estimate that is slow fails them all.
const ROUNDS: u32 = 500;
const ROUNDS_AT_MOST: u32 = 60_000;
/// A piece is so many steps of chains that do not wait for each other. Like an estimate it fills
/// the processor's units, so a neighbour who shares them slows both alike; a single chain would
/// only wait, and be as fast as ever.
const STEPS: usize = 16;
const CHAINS: usize = 8;
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
    let mut chains: [f64; CHAINS] = std::array::from_fn(|at| 1.0 + at as f64 / 10.0);
    let (mut piece, mut one) = (f64::INFINITY, f64::INFINITY);
    for round_number in 1..=ROUNDS_AT_MOST {
        piece = piece.min(round(|| {
            for _ in 0..STEPS {
                for x in &mut chains {
                    *x = if *x > 2.0 { *x - 1.9 } else { *x * 1.3 + 0.1 };
                }
            }
            chains = black_box(chains);
        }));
        one = one.min(round(|| {
            s.context = (s.context + 97.0) % 100_000.0;
            black_box(estimate(black_box(&s)));
        }));
        if round_number >= ROUNDS && one / piece <= AT_MOST {
            break;
        }
    }
    let times = one / piece;
    println!("an estimate {one:.0} ns, a piece {piece:.2} ns: {times:.1} times, at most {AT_MOST}");
    assert!(times <= AT_MOST, "{times:.1} times");
}
