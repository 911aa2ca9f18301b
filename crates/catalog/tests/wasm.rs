//! WebAssembly computes what the native program computes: `pow`, `exp` and `ln` may differ in the
//! last bit, nothing by more. `cargo xtask test webassembly` has `bpt estimate` answer the rows
//! first and hands both to this test.

#![cfg(target_arch = "wasm32")]

use bpt_catalog::report::{self, Extra};
use bpt_catalog::{Catalog, ScenarioRow};
use serde_json::Value;
use wasm_bindgen_test::wasm_bindgen_test;

/// Largest relative difference of two numbers (contract of page and command line).
const CLOSE: f64 = 1e-9;

/// Compares two trees; gives how many numbers they have, and the largest difference.
fn compare(at: &str, native: &Value, here: &Value, worst: &mut f64) -> usize {
    match (native, here) {
        (Value::Object(a), Value::Object(b)) => {
            assert!(a.keys().eq(b.keys()), "{at}: not the same keys");
            a.iter()
                .map(|(key, value)| compare(&format!("{at}.{key}"), value, &b[key], worst))
                .sum()
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{at}");
            let pairs = a.iter().zip(b).enumerate();
            pairs
                .map(|(i, (a, b))| compare(&format!("{at}.{i}"), a, b, worst))
                .sum()
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().expect(at), b.as_f64().expect(at));
            let off = (a - b).abs() / a.abs().max(f64::MIN_POSITIVE);
            assert!(a == b || off <= CLOSE, "{at}: {a} natively, {b} here");
            *worst = worst.max(if a == b { 0.0 } else { off });
            1
        }
        (a, b) => {
            assert_eq!(a, b, "{at}");
            0
        }
    }
}

#[wasm_bindgen_test]
fn the_same_as_natively() {
    let rows: Vec<Value> = serde_json::from_str(include_str!(env!("BPT_ROWS"))).expect("rows");
    let native: Vec<Value> = serde_json::from_str(include_str!(env!("BPT_NATIVE"))).expect("JSON");
    assert!(rows.len() > 100 && rows.len() == native.len());
    let (mut numbers, mut worst) = (0, 0.0);
    for (at, (row, native)) in rows.iter().zip(&native).enumerate() {
        let row = ScenarioRow::from_json(row).expect("a row");
        let scenario = Catalog::embedded().resolve(&row).expect("a scenario");
        let mut out = String::new();
        let extra = Extra {
            id: None,
            words: &|_| String::new(),
            members: &[],
        };
        report::write(&mut out, &bpt_core::estimate(&scenario), &extra);
        let here: Value = serde_json::from_str(&out).expect("JSON");
        for part in ["memory", "decode", "prefill", "energy"] {
            numbers += compare(
                &format!("row {at}: {part}"),
                &native[part],
                &here[part],
                &mut worst,
            );
        }
    }
    wasm_bindgen_test::console_log!(
        "{numbers} numbers of {} rows, largest difference {worst:e}",
        rows.len()
    );
    assert!(numbers > 5_000, "{numbers}");
}
