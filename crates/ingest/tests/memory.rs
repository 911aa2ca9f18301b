//! What a hostile file can make the readers allocate. The allocator that counts is the whole
//! program's, so all of it is one test.

use bpt_ingest::{inspect, llama_bench};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Bytes allocated at the highest point of `read`, beyond what was there before.
fn peak(read: impl FnOnce()) -> usize {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    read();
    MEMORY.peak_usage().saturating_sub(before)
}

/// A GGUF header of version 3 with these counts, then a metadata array that claims `length`
/// elements of a type.
fn gguf(tensors: u64, entries: u64, kind: u32, length: u64) -> Vec<u8> {
    let mut file = b"GGUF\x03\0\0\0".to_vec();
    file.extend(tensors.to_le_bytes());
    file.extend(entries.to_le_bytes());
    file.extend(1_u64.to_le_bytes());
    file.push(b'k');
    file.extend(9_u32.to_le_bytes());
    file.extend(kind.to_le_bytes());
    file.extend(length.to_le_bytes());
    file
}

#[test]
fn counts_and_lengths_size_no_allocation() {
    const SMALL: usize = 64 << 10;
    let extremes = [u64::MAX, 1 << 63, 1 << 40, u64::from(u32::MAX), 131_072];
    for count in extremes {
        for kind in [0, 8, 9, 12] {
            let file = gguf(count.min(131_072), count.min(65_536), kind, count);
            let used = peak(|| drop(inspect("a.gguf", &file)));
            assert!(used < SMALL, "{used} bytes for {count} of type {kind}");
        }
        let mut file = count.to_le_bytes().to_vec();
        file.extend(b"{\"a\": {\"dtype\": \"F32\", \"shape\": [9, 9]}}");
        let used = peak(|| drop(inspect("a.safetensors", &file)));
        assert!(used < SMALL, "{used} bytes for a header of {count}");
    }

    // Brackets, numbers, keys and lines: at most a hundred times the input, and the limit on JSON
    // holds that down (docs/IMPORT.md).
    const LENGTH: usize = 1 << 20;
    const TIMES: usize = 100;
    let cases = [
        ("brackets", "[".repeat(LENGTH)),
        ("numbers", format!("[{}0]", "0,".repeat(LENGTH / 2))),
        ("lists", format!("[{}[]]", "[],".repeat(LENGTH / 3))),
        (
            "keys",
            format!("{{{}\"z\":0}}", "\"a\":0,".repeat(LENGTH / 6)),
        ),
        ("rows", "| a | b |\n".repeat(LENGTH / 10)),
    ];
    for (what, text) in cases {
        let used = peak(|| {
            drop(inspect("config.json", text.as_bytes()));
            drop(inspect("model.safetensors.index.json", text.as_bytes()));
            drop(llama_bench::read(&text));
        });
        println!("{what}: {} bytes for each of the input", used / text.len());
        assert!(used < TIMES * text.len(), "{what}: {used} bytes");
    }
}
