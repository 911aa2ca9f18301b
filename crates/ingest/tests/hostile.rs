//! Mutations of valid inputs with a fixed seed: every reader ends with a result or an error, in
//! bounded time. Runs a few seconds; `cargo xtask fuzz` is the open-ended version.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use bpt_ingest::{inspect, llama_bench};
use serde_json::Value;

/// Time for the whole test; each reader gets a third.
const BUDGET: Duration = Duration::from_secs(6);
/// Longest an input may take. The promise is 50 ms in a release build; this is a debug build on a
/// shared machine.
const EACH: Duration = Duration::from_millis(1_000);

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// xorshift64*: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }
}

/// A few random edits: bytes, counts at their extremes, cuts, repeats.
fn mutate(random: &mut Random, input: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=random.below(6) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => bytes[at] = random.next() as u8,
            1 => {
                let extreme = [
                    u64::MAX,
                    0,
                    1,
                    1 << 31,
                    1 << 32,
                    1 << 63,
                    u64::from(u32::MAX),
                ][random.below(7)];
                for (byte, new) in bytes[at..].iter_mut().zip(extreme.to_le_bytes()) {
                    *byte = new;
                }
            }
            2 => bytes.truncate(at),
            3 => {
                let to = (at + random.below(200)).min(bytes.len());
                let part = bytes[at..to].to_vec();
                bytes.splice(at..at, part);
            }
            4 => {
                let to = (at + random.below(200)).min(bytes.len());
                bytes.drain(at..to);
            }
            _ => bytes[at] ^= 1 << random.below(8),
        }
    }
    bytes
}

/// Runs mutations of the inputs for a part of the budget; returns how many.
fn run(seed: u64, inputs: &[Vec<u8>], read: impl Fn(&[u8])) -> u32 {
    let mut random = Random(seed);
    let start = Instant::now();
    let mut count = 0;
    while start.elapsed() < BUDGET / 3 {
        let which = random.below(inputs.len());
        let input = mutate(&mut random, &inputs[which]);
        let begin = Instant::now();
        read(&input);
        let took = begin.elapsed();
        assert!(took < EACH, "one input took {took:?}");
        count += 1;
    }
    count
}

#[test]
fn gguf_headers() {
    let files = fs::read_dir(fixtures().join("gguf")).unwrap();
    let inputs: Vec<Vec<u8>> = files
        .map(|file| fs::read(file.unwrap().path()).unwrap())
        .filter(|bytes| bytes.starts_with(b"GGUF") && bytes.len() < 20_000)
        .collect();
    assert!(run(1, &inputs, |bytes| drop(inspect("a.gguf", bytes))) > 50);
}

#[test]
fn configs() {
    let text = fs::read_to_string(fixtures().join("configs.jsonl")).unwrap();
    let inputs: Vec<Vec<u8>> = text
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["config"]
                .to_string()
                .into_bytes()
        })
        .collect();
    let read = |bytes: &[u8]| drop(inspect("config.json", bytes));
    assert!(run(2, &inputs, read) > 50);
    // Valid JSON whose numbers are not: every number in turn at its extremes.
    let mut random = Random(3);
    let start = Instant::now();
    while start.elapsed() < BUDGET / 3 {
        let mut value: Value = serde_json::from_slice(&inputs[random.below(inputs.len())]).unwrap();
        let keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        for _ in 0..=random.below(4) {
            let extremes = [
                "0",
                "1",
                "3",
                "4096",
                "2147483648",
                "18446744073709551615",
                "-1",
                "1e308",
                "0.5",
                "[]",
                "[0]",
                "{}",
                "null",
                "\"x\"",
                "true",
                "[1,2,3]",
                "[\"full_attention\"]",
            ];
            let extreme = serde_json::from_str(extremes[random.below(extremes.len())]).unwrap();
            value[&keys[random.below(keys.len())]] = extreme;
        }
        let begin = Instant::now();
        read(value.to_string().as_bytes());
        assert!(begin.elapsed() < EACH, "{value}");
    }
}

#[test]
fn logs_and_safetensors() {
    let mut inputs = vec![
        b"| model | size | params | backend | ngl | test | t/s |\n| --- | ---: | ---: | --- | --: | ---: | ---: |\n| qwen3 8B Q4_K - Medium | 4.68 GiB | 8.19 B | CUDA | 99 | tg128 @ d8192 | 101.5 \xc2\xb1 0.3 |\n".to_vec(),
        b"n_prompt,n_gen,n_depth,avg_ts,stddev_ts\n\"512\",\"0\",\"0\",\"1000.5\",\"1.5\"\n".to_vec(),
        br#"[{"n_prompt": 512, "n_gen": 0, "n_depth": 0, "avg_ts": 1000.5, "model_type": "llama 8B Q4_0"}]"#.to_vec(),
        br#"{"metadata": {"total_size": 100}, "weight_map": {"model.layers.0.mlp.up_proj.weight": "a.safetensors"}}"#.to_vec(),
    ];
    let header = br#"{"__metadata__":{"format":"pt"},"model.embed_tokens.weight":{"dtype":"BF16","shape":[8,4],"data_offsets":[0,64]},"lm_head.weight":{"dtype":"F8_E4M3","shape":[8,4],"data_offsets":[64,96]}}"#;
    inputs.push([(header.len() as u64).to_le_bytes().as_slice(), header].concat());
    let read = |bytes: &[u8]| {
        drop(inspect("file", bytes));
        drop(inspect("file.safetensors", bytes));
        drop(llama_bench::read(&String::from_utf8_lossy(bytes)));
    };
    assert!(run(4, &inputs, read) > 50);
}

#[test]
fn the_largest_configs_are_quick() {
    let layers = 1_024;
    let types: Vec<&str> = (0..layers)
        .map(|at| {
            if at % 4 == 3 {
                "full_attention"
            } else {
                "sliding_attention"
            }
        })
        .collect();
    let listed: Vec<u32> = (0..200_000).collect();
    let config = serde_json::json!({
        "model_type": "qwen3_moe", "hidden_size": 4096, "num_hidden_layers": layers, "vocab_size": 1000,
        "num_attention_heads": 32, "intermediate_size": 1000, "num_experts": 8, "num_experts_per_tok": 2,
        "layer_types": types, "sliding_window": 128, "mlp_only_layers": listed, "moe_layers": listed,
    });
    let text = config.to_string();
    let begin = Instant::now();
    let found = inspect("config.json", text.as_bytes()).unwrap();
    let took = begin.elapsed();
    assert_eq!(found.model["num_hidden_layers"], layers);
    assert!(took < EACH, "{took:?}");
    println!("{took:?}");
}
