//! Each term of the sum is a function that says its unit, where it comes from and when it holds.

#![cfg(not(target_arch = "wasm32"))]

const TERMS: &[(&str, &[&str])] = &[
    ("weights/mod", &["build"]),
    ("kv/mod", &["row", "latent_row", "stored", "read", "growth"]),
    ("kv/state", &["state", "state_f32"]),
    (
        "kv/allocated",
        &["cells_read", "llama_cpp", "vllm", "rank_share"],
    ),
    ("buffers", &["llama_cpp_graph", "llama_cpp_inputs"]),
    ("memory", &["memory"]),
    (
        "flops",
        &[
            "prefill_linear",
            "prefill_attention",
            "decode_linear",
            "decode_attention",
            "state",
            "pairs",
        ],
    ),
    ("experts", &["touched", "one_sequence"]),
    ("smooth", &["smooth_max"]),
    (
        "step",
        &[
            "parts",
            "matrix_rate",
            "unpack_ops",
            "kv_efficiency",
            "overhead_factor",
        ],
    ),
    ("decode", &["decode", "ceiling_seconds", "kv_share"]),
    ("parallel", &["all_reduce", "small_message"]),
    (
        "prefill",
        &[
            "prefill_work",
            "prefill_seconds",
            "pipelined_gain",
            "host_seconds",
        ],
    ),
    ("queue", &["mean_wait"]),
    ("speculative", &["expected_tokens", "cycle", "gain"]),
    (
        "derived",
        &[
            "kv_equals_weights",
            "floor",
            "split",
            "answer",
            "mixed",
            "kv_knee",
            "compute_knee",
            "copying_pays",
            "elasticity",
            "needed",
        ],
    ),
    (
        "range",
        &["decode_range", "prefill_range", "octaves_outside"],
    ),
    ("energy", &["energy"]),
];

/// The comment above a function, in one line.
fn comment(text: &str, name: &str) -> Option<String> {
    let all: Vec<&str> = text.lines().map(str::trim).collect();
    let starts = [format!("fn {name}("), format!("fn {name}<")];
    let at = all
        .iter()
        .position(|line| starts.iter().any(|start| line.contains(start)))?;
    let mut lines: Vec<&str> = all[..at]
        .iter()
        .rev()
        .copied()
        .take_while(|line| line.starts_with("///") || line.starts_with("#["))
        .collect();
    lines.reverse();
    Some(lines.join(" ").replace("///", ""))
}

#[test]
fn every_term_says_unit_source_and_where_it_holds() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (file, names) in TERMS {
        let text = std::fs::read_to_string(root.join(format!("{file}.rs"))).expect(file);
        for name in *names {
            seen += 1;
            let said = comment(&text, name).unwrap_or_default();
            for word in ["Units:", "Source:", "Holds when:"] {
                if !said.contains(word) {
                    wrong.push(format!("{file}: {name} says no {word}"));
                }
            }
        }
    }
    println!("{seen} terms");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
