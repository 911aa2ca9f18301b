//! `cargo xtask fuzz`: libFuzzer on every reader, from the fixtures of the tests.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{exec, paths, tools};

/// Targets in fuzz/fuzz_targets.
const TARGETS: [&str; 7] = [
    "gguf",
    "gguf_slices",
    "safetensors",
    "config",
    "llama_bench",
    "link",
    "scenario",
];
/// What an input may be long, bytes; every fixture is shorter.
const LONGEST: &str = "-max_len=65536";
/// One allocation, and the whole process with libFuzzer's own corpus, MB.
const MEMORY: [&str; 2] = ["-malloc_limit_mb=64", "-rss_limit_mb=1024"];

/// `cargo xtask fuzz SECONDS [TARGET...]`.
pub(crate) fn command(args: &[&str]) -> Result<(), String> {
    let usage = || format!("usage: cargo xtask fuzz SECONDS [{}]", TARGETS.join("|"));
    let (seconds, chosen) = args.split_first().ok_or_else(usage)?;
    let seconds: u32 = seconds.parse().map_err(|_| usage())?;
    let path = exec::path_with(&[tools::cargo_fuzz()?])?;
    for target in TARGETS {
        if !chosen.is_empty() && !chosen.contains(&target) {
            continue;
        }
        seed(target)?;
        exec::run(
            exec::command("cargo")
                .args([
                    "+nightly",
                    "fuzz",
                    "run",
                    "--sanitizer",
                    "none",
                    target,
                    "--",
                ])
                .arg(format!("-max_total_time={seconds}"))
                .args(["-print_final_stats=1", LONGEST])
                .args(MEMORY)
                .current_dir(paths::root().join("fuzz"))
                // Set for this task's own toolchain, and stronger than `+nightly`.
                .env_remove("CARGO")
                .env_remove("RUSTC")
                .env_remove("RUSTUP_TOOLCHAIN")
                .env("PATH", &path),
        )?;
    }
    Ok(())
}

/// Puts what the tests read into the target's corpus.
fn seed(target: &str) -> Result<(), String> {
    let folder = paths::root().join("fuzz").join("corpus").join(target);
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    for (number, bytes) in seeds(target)?.into_iter().enumerate() {
        let file = folder.join(format!("seed-{number}"));
        std::fs::write(&file, bytes).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(())
}

fn seeds(target: &str) -> Result<Vec<Vec<u8>>, String> {
    let crates = paths::root().join("crates");
    let fixtures = crates.join("ingest/tests/fixtures");
    match target {
        "gguf" | "gguf_slices" => files(&fixtures.join("gguf")),
        "safetensors" => files(&fixtures.join("safetensors")),
        "config" => {
            let rows = text(&fixtures.join("configs.jsonl"))?;
            let config = |line: &str| Some(json(line).ok()?["config"].to_string().into_bytes());
            Ok(rows.lines().filter_map(config).collect())
        }
        "link" => {
            let links = text(&crates.join("permalink/tests/golden/links.txt"))?;
            let query = |line: &str| line.split_once(' ').map(|(_, q)| q.as_bytes().to_vec());
            Ok(links.lines().filter_map(query).collect())
        }
        "scenario" => {
            let rows = json(&text(&paths::root().join("data/measurements.json"))?)?;
            let rows = rows["rows"].as_array().cloned().unwrap_or_default();
            // One in twenty has every key that any has.
            Ok(rows.iter().step_by(20).map(|row| row.to_string().into_bytes()).collect())
        }
        _ => Ok(vec![
            b"| model | size | test | t/s |\n| --- | ---: | ---: | ---: |\n| qwen3 8B Q4_K - Medium | 4.68 GiB | tg128 @ d8192 | 101.5 |\n".to_vec(),
            b"n_prompt,n_gen,n_depth,avg_ts,stddev_ts\n\"512\",\"0\",\"0\",\"1000.5\",\"1.5\"\n".to_vec(),
            br#"[{"n_prompt": 512, "n_gen": 0, "n_depth": 0, "avg_ts": 1000.5, "model_type": "llama 8B"}]"#.to_vec(),
        ]),
    }
}

fn files(folder: &Path) -> Result<Vec<Vec<u8>>, String> {
    let read = |file: String| {
        let path: PathBuf = folder.join(file);
        std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))
    };
    paths::files_below(folder)?.into_iter().map(read).collect()
}

fn text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}
