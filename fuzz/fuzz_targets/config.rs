//! Any text as a `config.json`, and what it describes as a model of a scenario.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    bpt_fuzz::timed(|| {
        if let Ok(found) = bpt_ingest::inspect("config.json", bytes) {
            let _ = bpt_catalog::model_from_json(&found.model);
        }
    });
});
