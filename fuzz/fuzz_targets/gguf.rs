//! Any bytes as a file whose name says nothing: GGUF is found by its first four bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    bpt_fuzz::timed(|| {
        if let Ok(found) = bpt_ingest::inspect("file", bytes) {
            let _ = found.to_json();
        }
    });
});
