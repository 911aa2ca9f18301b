//! Any text as a benchmark log.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    bpt_fuzz::timed(|| drop(bpt_ingest::llama_bench::read(text)));
});
