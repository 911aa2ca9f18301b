//! Any bytes as any file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(found) = bpt_ingest::inspect("file", bytes) {
        let _ = found.to_json();
    }
});
