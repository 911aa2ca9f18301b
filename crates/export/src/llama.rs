//! `llama-server` (options as in llama.cpp's tools/server/README.md, October 2026).

use bpt_catalog::ScenarioRow;
use bpt_catalog::row::PlacementRow;
use bpt_core::Scenario;
use bpt_core::scenario::{ParallelKind, Placement};
use bpt_words::CommandNote;

use crate::shell::Line;
use crate::{Command, drafted, file_stem, window};

/// Types that `-ctk` and `-ctv` take.
const KV_TYPES: [&str; 9] = [
    "f32", "f16", "bf16", "q8_0", "q4_0", "q4_1", "iq4_nl", "q5_0", "q5_1",
];
/// `-ub` without the option.
const UBATCH: f64 = 512.0;
/// `-b` without the option.
const BATCH: f64 = 2048.0;

/// The line that starts llama.cpp's server as configured.
#[must_use]
pub fn llama_server(row: &ScenarioRow, scenario: &Scenario) -> Command {
    let mut line = Line::new("llama-server");
    let mut notes = vec![CommandNote::OwnPath];
    let quant = row.quant.as_deref().unwrap_or(bpt_catalog::default::QUANT);
    if !is_gguf(quant) || row.bits_per_weight.is_some() || !row.bits_by_class.is_empty() {
        notes.push(CommandNote::FormatNotForEngine);
    }
    line.option("-m", &format!("{}-{quant}.gguf", file_stem(row)));
    // The context option is for all slots together.
    line.whole("-c", window(scenario) * scenario.users);
    if scenario.users > 1.0 {
        line.whole("-np", scenario.users);
    }
    place(&mut line, row, scenario);
    spread(&mut line, scenario, &mut notes);
    cache(&mut line, row, &mut notes);
    line.option(
        "-fa",
        if scenario.flash_attention {
            "on"
        } else {
            "off"
        },
    );
    if row.ubatch_tokens.is_some() && scenario.ubatch != UBATCH {
        line.whole("-ub", scenario.ubatch);
        if scenario.ubatch > BATCH {
            line.whole("-b", scenario.ubatch);
        }
    }
    draft(&mut line, row, &mut notes);
    // Else it would change what was left unsaid until it fits.
    line.option("-fit", "off");
    Command {
        line: line.finish(),
        notes,
    }
}

/// Mixes and block types of ggml, by their names.
fn is_gguf(quant: &str) -> bool {
    let base = quant.strip_prefix("ud-").unwrap_or(quant);
    let block = ["q", "iq", "tq"].iter().any(|start| {
        base.strip_prefix(start)
            .is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
    });
    block || ["f32", "f16", "bf16", "mxfp4"].contains(&base)
}

fn place(line: &mut Line, row: &ScenarioRow, scenario: &Scenario) {
    match scenario.placement {
        Placement::AllGpu => {
            line.option("-ngl", "all");
        }
        Placement::CpuOnly => {
            line.option("-ngl", "0");
        }
        Placement::LayersOnGpu(layers) => {
            line.whole("-ngl", layers);
        }
        Placement::ExpertsOnCpu(layers) => {
            line.option("-ngl", "all");
            if row.placement == Some(PlacementRow::ExpertsOnCpu(None)) {
                line.word("-cmoe");
            } else {
                line.whole("-ncmoe", layers);
            }
        }
    }
}

fn spread(line: &mut Line, scenario: &Scenario, notes: &mut Vec<CommandNote>) {
    if scenario.device_count() < 2 {
        return;
    }
    match scenario.parallel.kind {
        ParallelKind::None => {
            line.option("-sm", "none");
        }
        ParallelKind::LayerSplit | ParallelKind::Pipeline => {
            line.option("-sm", "layer");
        }
        ParallelKind::Row => {
            line.option("-sm", "row");
        }
        ParallelKind::Tensor => {
            line.option("-sm", "tensor");
        }
        ParallelKind::Expert | ParallelKind::Replica => notes.push(CommandNote::SplitNotForEngine),
    }
    if scenario.nodes > 1 {
        let hosts: Vec<String> = (2..=scenario.nodes)
            .map(|machine| format!("machine-{machine}:50052"))
            .collect();
        line.option("--rpc", &hosts.join(","));
        notes.push(CommandNote::RpcServers);
    }
}

fn cache(line: &mut Line, row: &ScenarioRow, notes: &mut Vec<CommandNote>) {
    let kv = row
        .kv_type
        .as_deref()
        .unwrap_or(bpt_catalog::default::KV_TYPE);
    let (keys, values) = kv
        .strip_prefix("k-")
        .and_then(|rest| rest.split_once("-v-"))
        .unwrap_or((kv, kv));
    if !KV_TYPES.contains(&keys) || !KV_TYPES.contains(&values) {
        notes.push(CommandNote::KvNotForEngine);
        return;
    }
    for (option, kind) in [("-ctk", keys), ("-ctv", values)] {
        if kind != "f16" {
            line.option(option, kind);
        }
    }
}

fn draft(line: &mut Line, row: &ScenarioRow, notes: &mut Vec<CommandNote>) {
    let Some(speculation) = &row.speculative else {
        return;
    };
    let kind = match speculation.method.as_deref() {
        None => return,
        Some("draft-model") => "draft-simple",
        Some("mtp") => "draft-mtp",
        Some("eagle") => "draft-eagle3",
        Some("dflash") => "draft-dflash",
        Some("ngram") => "ngram-simple",
        Some(_) => {
            notes.push(CommandNote::DraftNotForEngine);
            return;
        }
    };
    line.option("--spec-type", kind);
    let tokens = drafted(speculation);
    if kind == "ngram-simple" {
        line.whole("--spec-ngram-simple-size-m", tokens);
        return;
    }
    line.whole("--spec-draft-n-max", tokens);
    if kind != "draft-mtp" {
        let draft = speculation.draft_model_id.as_deref().unwrap_or("draft");
        line.option("-md", &format!("{draft}.gguf"));
    }
}
