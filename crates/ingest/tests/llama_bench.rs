//! The same three tests as llama-bench prints them in its four formats (column and field names of
//! tools/llama-bench/llama-bench.cpp).

use bpt_ingest::{inspect, llama_bench};
use serde_json::{Value, json};

const MARKDOWN: &str = "\
ggml_cuda_init: found 1 CUDA devices:
  Device 0: NVIDIA GeForce RTX 3090, compute capability 8.6, VMM: yes
| model                          |       size |     params | backend    | ngl | n_ubatch | type_k | type_v | fa |            test |                  t/s |
| ------------------------------ | ---------: | ---------: | ---------- | --: | -------: | -----: | -----: | -: | --------------: | -------------------: |
| qwen3moe 30B.A3B Q4_K - Medium |  17.28 GiB |    30.53 B | CUDA       |  99 |     1024 |   q8_0 |   q8_0 |  1 |           pp512 |      3000.25 ± 12.50 |
| qwen3moe 30B.A3B Q4_K - Medium |  17.28 GiB |    30.53 B | CUDA       |  99 |     1024 |   q8_0 |   q8_0 |  1 |   tg128 @ d8192 |        120.50 ± 0.75 |
| qwen3moe 30B.A3B Q4_K - Medium |  17.28 GiB |    30.53 B | CUDA       |  99 |     1024 |   q8_0 |   q8_0 |  1 |     pp512+tg128 |        500.00 ± 1.00 |

build: 53d0a12 (6500)
";

fn object(prompt: u32, generated: u32, depth: u32, speed: f64, deviation: f64) -> Value {
    json!({
        "build_commit": "53d0a12", "build_number": 6500, "cpu_info": "Ryzen", "gpu_info": "NVIDIA GeForce RTX 3090",
        "backends": "CUDA", "model_filename": "/models/qwen3-30b.gguf",
        "model_type": "qwen3moe 30B.A3B Q4_K - Medium", "model_size": 18554000000_u64,
        "model_n_params": 30532122624_u64, "n_batch": 2048, "n_ubatch": 1024, "n_threads": 8,
        "type_k": "q8_0", "type_v": "q8_0", "n_gpu_layers": 99, "split_mode": "layer", "main_gpu": 0,
        "flash_attn": true, "tensor_split": "0.00", "n_prompt": prompt, "n_gen": generated,
        "n_depth": depth, "test_time": "2026-09-01T10:00:00Z", "avg_ns": 1, "stddev_ns": 1,
        "avg_ts": speed, "stddev_ts": deviation, "samples_ns": [1], "samples_ts": [1.5]
    })
}

fn objects() -> [Value; 3] {
    [
        object(512, 0, 0, 3000.25, 12.5),
        object(0, 128, 8192, 120.5, 0.75),
        object(512, 128, 0, 500.0, 1.0),
    ]
}

fn csv() -> String {
    let objects = objects();
    let keys: Vec<&String> = objects[0]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(_, value)| !value.is_array())
        .map(|(key, _)| key)
        .collect();
    let mut text = keys
        .iter()
        .map(|key| key.as_str())
        .collect::<Vec<_>>()
        .join(",")
        + "\n";
    for one in &objects {
        let cells: Vec<String> = keys
            .iter()
            .map(|key| match &one[key.as_str()] {
                Value::String(cell) => format!("\"{cell}\""),
                Value::Bool(flag) => format!("\"{}\"", u8::from(*flag)),
                other => format!("\"{other}\""),
            })
            .collect();
        text += &(cells.join(",") + "\n");
    }
    text
}

fn check(rows: &[Value]) {
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert_eq!(row["engine"], "llama.cpp");
        assert_eq!(row["model_type"], "qwen3moe 30B.A3B Q4_K - Medium");
        assert_eq!(row["quant"], "q4_k_m");
        assert_eq!(row["backend"], "cuda");
        assert_eq!(row["kv_type"], "q8_0");
        assert_eq!(row["flash_attention"], true);
        assert_eq!(row["ubatch_tokens"], 1024);
        assert_eq!(row["placement"], Value::Null);
        assert!(row["engine_build"].as_str().unwrap().starts_with("53d0a12"));
        let (bytes, params) = (
            row["file_bytes"].as_f64().unwrap(),
            row["model_params"].as_f64().unwrap(),
        );
        assert!((bytes / 18.554e9 - 1.0).abs() < 1e-3 && (params / 30.53e9 - 1.0).abs() < 1e-3);
    }
    assert_eq!(
        (
            &rows[0]["prompt_tokens"],
            &rows[0]["prefill_tok_s"],
            &rows[0]["prefill_depth_tokens"]
        ),
        (&json!(512), &json!(3000.25), &json!(0))
    );
    assert_eq!(
        (
            &rows[1]["gen_tokens"],
            &rows[1]["decode_tok_s_per_user"],
            &rows[1]["context_tokens"]
        ),
        (&json!(128), &json!(120.5), &json!(8192))
    );
    assert_eq!(
        (
            &rows[2]["combined_tok_s"],
            &rows[2]["decode_tok_s_per_user"]
        ),
        (&json!(500.0), &Value::Null)
    );
    assert_eq!(
        [&rows[0]["tok_s_deviation"], &rows[1]["tok_s_deviation"]],
        [&json!(12.5), &json!(0.75)]
    );
    assert_eq!(
        [&rows[0]["test"], &rows[1]["test"], &rows[2]["test"]],
        ["pp512", "tg128 @ d8192", "pp512+tg128"]
    );
}

#[test]
fn four_formats_give_the_same_rows() {
    check(&llama_bench::read(MARKDOWN).unwrap());
    check(&llama_bench::read(&csv()).unwrap());
    check(&llama_bench::read(&serde_json::to_string_pretty(&objects()).unwrap()).unwrap());
    let lines: Vec<String> = objects().iter().map(Value::to_string).collect();
    check(&llama_bench::read(&lines.join("\n")).unwrap());
}

#[test]
fn inspect_knows_a_log_by_its_content() {
    for text in [MARKDOWN.to_owned(), csv(), json!(objects()).to_string()] {
        let found = inspect("results.txt", text.as_bytes()).unwrap();
        assert_eq!(found.format, "llama-bench");
        check(found.to_json()["rows"].as_array().unwrap());
    }
}

#[test]
fn offload_and_cpu_are_placements() {
    let mut one = object(0, 128, 0, 10.0, 0.1);
    one["n_gpu_layers"] = json!(20);
    assert_eq!(
        llama_bench::read(&one.to_string()).unwrap()[0]["placement"],
        json!({"kind": "layers_on_gpu", "gpu_layers": 20})
    );
    one["n_gpu_layers"] = json!(0);
    assert_eq!(
        llama_bench::read(&one.to_string()).unwrap()[0]["placement"],
        json!({"kind": "cpu_only"})
    );
    one["n_gpu_layers"] = json!(99);
    one["n_cpu_moe"] = json!(48);
    assert_eq!(
        llama_bench::read(&one.to_string()).unwrap()[0]["placement"],
        json!({"kind": "experts_on_cpu", "cpu_expert_layers": 48})
    );
}

#[test]
fn what_is_no_log_is_said() {
    let error = llama_bench::read("| a | b |\n| - | - |\n| 1 | 2 |").unwrap_err();
    assert!(error.message().starts_with("No llama-bench results found"));
}
