//! Any JSON as a scenario row, estimated and written out.
#![no_main]

use bpt_catalog::report::{self, Extra};
use bpt_catalog::{Catalog, ScenarioRow};
use serde_json::Value;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(row) = serde_json::from_slice::<Value>(bytes) else {
        return;
    };
    bpt_fuzz::timed(|| {
        let Ok(scenario) =
            ScenarioRow::from_json(&row).and_then(|row| Catalog::embedded().resolve(&row))
        else {
            return;
        };
        let mut out = String::new();
        let extra = Extra { id: None, words: &|_| String::new(), members: &[] };
        report::write(&mut out, &bpt_core::estimate(&scenario), &extra);
        assert!(serde_json::from_str::<Value>(&out).is_ok(), "{out}");
    });
});
