//! `vllm serve` (options as in vLLM's engine arguments and vllm/config, late 2026).

use bpt_catalog::ScenarioRow;
use bpt_core::scenario::ParallelKind;
use bpt_core::{Estimate, Scenario};
use bpt_words::CommandNote;

use crate::shell::Line;
use crate::{Command, drafted, file_stem, window};

/// The line that starts vLLM's server as configured.
#[must_use]
pub fn vllm_serve(row: &ScenarioRow, scenario: &Scenario, estimate: &Estimate) -> Command {
    let mut line = Line::new("vllm serve");
    let mut notes = vec![CommandNote::OwnPath];
    let quant = row.quant.as_deref().unwrap_or(bpt_catalog::default::QUANT);
    weights(&mut line, row, quant, &mut notes);
    line.whole("--max-model-len", window(scenario));
    line.whole("--max-num-seqs", scenario.users.max(1.0));
    let parallel = scenario.parallel;
    let size = f64::from(parallel.size);
    match parallel.kind {
        ParallelKind::None | ParallelKind::Replica => {}
        ParallelKind::Tensor => {
            line.whole("--tensor-parallel-size", size);
        }
        ParallelKind::Pipeline | ParallelKind::LayerSplit => {
            line.whole("--pipeline-parallel-size", size);
        }
        ParallelKind::Expert => {
            line.whole("--tensor-parallel-size", size);
            line.word("--enable-expert-parallel");
        }
        ParallelKind::Row => notes.push(CommandNote::SplitNotForEngine),
    }
    if parallel.replicas > 1 {
        line.whole("--data-parallel-size", f64::from(parallel.replicas));
    }
    if scenario.nodes > 1 {
        notes.push(CommandNote::RayCluster);
    }
    match row
        .kv_type
        .as_deref()
        .unwrap_or(bpt_catalog::default::KV_TYPE)
    {
        "f16" | "bf16" => {}
        kind @ ("fp8" | "nvfp4") => {
            line.option("--kv-cache-dtype", kind);
        }
        "int8" => {
            line.option("--kv-cache-dtype", "int8_per_token_head");
        }
        _ => notes.push(CommandNote::KvNotForEngine),
    }
    let host = estimate.memory.host.gib();
    if host > 0.0 {
        let each = host / f64::from(scenario.device_count().max(1));
        line.option(
            "--cpu-offload-gb",
            &format!("{:.1}", (each * 10.0).ceil() / 10.0),
        );
        notes.push(CommandNote::OffloadOverBus);
    }
    if row.ubatch_tokens.is_some() {
        line.whole("--max-num-batched-tokens", scenario.ubatch);
    }
    draft(&mut line, row, &mut notes);
    Command {
        line: line.finish(),
        notes,
    }
}

/// The model's folder, and how its weights are stored.
fn weights(line: &mut Line, row: &ScenarioRow, quant: &str, notes: &mut Vec<CommandNote>) {
    let stem = file_stem(row);
    if row.bits_per_weight.is_some() || !row.bits_by_class.is_empty() {
        notes.push(CommandNote::FormatNotForEngine);
        line.word(&format!("path/to/{stem}"));
        return;
    }
    match quant {
        "bf16" | "f16" => {
            let kind = if quant == "bf16" {
                "bfloat16"
            } else {
                "float16"
            };
            line.word(&format!("path/to/{stem}"))
                .option("--dtype", kind);
        }
        "fp8" => {
            line.word(&format!("path/to/{stem}"))
                .option("--quantization", "fp8");
        }
        // These say in their own config how they are stored.
        other
            if [
                "awq",
                "gptq",
                "nvfp4",
                "mxfp4",
                "fp8",
                "autoround",
                "w4",
                "w8",
                "int",
            ]
            .iter()
            .any(|start| other.starts_with(start)) =>
        {
            line.word(&format!("path/to/{stem}-{other}"));
        }
        other => {
            notes.push(CommandNote::FormatNotForEngine);
            line.word(&format!("path/to/{stem}-{other}"));
        }
    }
}

fn draft(line: &mut Line, row: &ScenarioRow, notes: &mut Vec<CommandNote>) {
    let Some(speculation) = &row.speculative else {
        return;
    };
    let Some(method) = speculation.method.as_deref() else {
        return;
    };
    let tokens = drafted(speculation);
    let draft = speculation.draft_model_id.as_deref().unwrap_or("draft");
    let config = match method {
        "mtp" => format!(r#"{{"method": "mtp", "num_speculative_tokens": {tokens:.0}}}"#),
        "ngram" => format!(
            r#"{{"method": "ngram", "num_speculative_tokens": {tokens:.0}, "prompt_lookup_max": 4}}"#
        ),
        "eagle" => format!(
            r#"{{"method": "eagle3", "model": "path/to/{draft}", "num_speculative_tokens": {tokens:.0}}}"#
        ),
        "dflash" => format!(
            r#"{{"method": "dflash", "model": "path/to/{draft}", "num_speculative_tokens": {tokens:.0}}}"#
        ),
        "draft-model" => format!(
            r#"{{"method": "draft_model", "model": "path/to/{draft}", "num_speculative_tokens": {tokens:.0}}}"#
        ),
        _ => {
            notes.push(CommandNote::DraftNotForEngine);
            return;
        }
    };
    line.option("--speculative-config", &config);
}
