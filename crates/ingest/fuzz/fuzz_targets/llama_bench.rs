//! Any text as a benchmark log.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = bpt_ingest::llama_bench::read(text);
});
