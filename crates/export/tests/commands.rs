//! Command lines. Options and their meaning are those of llama.cpp's `tools/server/README.md`
//! (`-c` is for all slots together, `-ngl all`, `-ncmoe N`, `-sm tensor`, `--spec-type draft-mtp`)
//! and of vLLM's engine arguments.

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_export::{Command, llama_server, vllm_serve};
use bpt_words::CommandNote;

fn both(json: &str) -> [Command; 2] {
    let row = ScenarioRow::from_json(&serde_json::from_str(json).expect("JSON")).expect("a row");
    let scenario = Catalog::embedded().resolve(&row).expect("a scenario");
    let estimate = bpt_core::estimate(&scenario);
    [
        llama_server(&row, &scenario),
        vllm_serve(&row, &scenario, &estimate),
    ]
}

fn has(command: &Command, words: &str) {
    let line = format!("{} ", command.line);
    assert!(line.contains(&format!(" {words} ")), "{words} in {line}");
}

#[test]
fn the_default_scenario() {
    let [llama, _] = both(r#"{"model_id": "qwen3-32b", "device_id": "dgx-spark"}"#);
    assert_eq!(
        llama.line,
        "llama-server -m qwen3-32b-q4_k_m.gguf -c 8192 -ngl all -fa on -fit off"
    );
    assert_eq!(llama.notes, [CommandNote::OwnPath]);
}

#[test]
fn users_share_the_context_of_llama_cpp_and_not_of_vllm() {
    let [llama, vllm] = both(
        r#"{"model_id": "qwen3-8b", "device_id": "rtx-3090", "users": 8, "context_tokens": 5000,
            "quant": "bf16", "kv_type": "q8_0"}"#,
    );
    // 5,000 tokens are 20 blocks of 256; 8 slots of them.
    has(&llama, "-c 40960");
    has(&llama, "-np 8");
    has(&llama, "-ctk q8_0 -ctv q8_0");
    has(&vllm, "--max-model-len 5120");
    has(&vllm, "--max-num-seqs 8");
    has(&vllm, "--dtype bfloat16");
    assert!(vllm.notes.contains(&CommandNote::KvNotForEngine));
}

#[test]
fn placements() {
    let row = |placement: &str| {
        both(&format!(
            r#"{{"model_id": "qwen3-30b-a3b", "device_id": "rtx-3090", "placement": {placement}}}"#
        ))
    };
    has(
        &row(r#"{"kind": "layers_on_gpu", "gpu_layers": 20}"#)[0],
        "-ngl 20",
    );
    has(
        &row(r#"{"kind": "experts_on_cpu", "cpu_expert_layers": 30}"#)[0],
        "-ngl all -ncmoe 30",
    );
    let all = row(r#"{"kind": "experts_on_cpu"}"#);
    has(&all[0], "-ngl all -cmoe");
    assert!(all[1].line.contains("--cpu-offload-gb "), "{}", all[1].line);
    assert!(all[1].notes.contains(&CommandNote::OffloadOverBus));
}

#[test]
fn splits_and_drafts() {
    let [llama, vllm] = both(
        r#"{"model_id": "qwen3-32b", "device_id": "dgx-spark", "device_count": 2, "nodes": 2,
            "engine": "vllm", "quant": "fp8", "kv_type": "fp8",
            "speculative": {"method": "mtp", "draft_tokens": 1}}"#,
    );
    has(&vllm, "--tensor-parallel-size 2");
    has(&vllm, "--kv-cache-dtype fp8");
    has(
        &vllm,
        r#"--speculative-config '{"method": "mtp", "num_speculative_tokens": 1}'"#,
    );
    assert_eq!(vllm.notes, [CommandNote::OwnPath, CommandNote::RayCluster]);
    has(&llama, "-sm tensor --rpc machine-2:50052");
    has(&llama, "--spec-type draft-mtp --spec-draft-n-max 1");
    for note in [
        CommandNote::FormatNotForEngine,
        CommandNote::KvNotForEngine,
        CommandNote::RpcServers,
    ] {
        assert!(llama.notes.contains(&note), "{note:?}");
    }
}

#[test]
fn drafts_and_caches_that_both_engines_have() {
    let row = |method: &str, kv: &str| {
        both(&format!(
            r#"{{"model_id": "qwen3-8b", "device_id": "rtx-5090", "engine": "vllm", "quant": "bf16",
                "kv_type": "{kv}", "speculative": {{"method": "{method}", "draft_tokens": 4}}}}"#
        ))
    };
    let kinds = [
        ("draft-model", "draft-simple", "draft_model", true),
        ("eagle", "draft-eagle3", "eagle3", true),
        ("dflash", "draft-dflash", "dflash", true),
        ("mtp", "draft-mtp", "mtp", false),
    ];
    for (method, of_llama, of_vllm, own) in kinds {
        let [llama, vllm] = row(method, "f16");
        has(
            &llama,
            &format!("--spec-type {of_llama} --spec-draft-n-max 4"),
        );
        assert_eq!(
            llama.line.contains(" -md draft.gguf"),
            own,
            "{}",
            llama.line
        );
        assert!(
            vllm.line.contains(&format!(r#""method": "{of_vllm}""#)),
            "{}",
            vllm.line
        );
        assert_eq!(vllm.line.contains("path/to/draft\""), own, "{}", vllm.line);
    }
    let [llama, _] = row("ngram", "f16");
    has(
        &llama,
        "--spec-type ngram-simple --spec-ngram-simple-size-m 4",
    );
    for (kv, name) in [
        ("fp8", "fp8"),
        ("nvfp4", "nvfp4"),
        ("int8", "int8_per_token_head"),
    ] {
        has(&row("mtp", kv)[1], &format!("--kv-cache-dtype {name}"));
        assert!(
            row("mtp", kv)[0]
                .notes
                .contains(&CommandNote::KvNotForEngine)
        );
    }
    has(&row("mtp", "k-q8_0-v-f16")[0], "-ctk q8_0");
    for (kind, word) in [
        ("row", "row"),
        ("tensor", "tensor"),
        ("layer_split", "layer"),
    ] {
        let [llama, _] = both(&format!(
            r#"{{"model_id": "qwen3-32b", "device_id": "rtx-3090", "device_count": 2,
                "parallel": {{"kind": "{kind}"}}}}"#
        ));
        has(&llama, &format!("-sm {word}"));
    }
}

#[test]
fn a_hostile_name_stays_one_word() {
    let [llama, vllm] = both(
        r#"{"model_id": "qwen3-8b", "device_id": "rtx-3090", "quant": "q4; rm -rf $HOME 'x'"}"#,
    );
    for command in [&llama, &vllm] {
        // Outside of quotes there is nothing a shell would act on.
        let bare: String = command.line.split('\'').step_by(2).collect();
        assert!(
            !bare.contains([';', '$', '&', '|', '`']),
            "{}",
            command.line
        );
    }
}
