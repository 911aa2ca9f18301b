//! Any bytes as safetensors, and as the list of its shards.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for name in ["model.safetensors", "model.safetensors.index.json"] {
        bpt_fuzz::timed(|| {
            if let Ok(found) = bpt_ingest::inspect(name, bytes) {
                let _ = found.to_json();
            }
        });
    }
});
