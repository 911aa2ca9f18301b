//! Every number with a control: where it stands in a row, its limits, its value and its preset.

use bpt_catalog::ScenarioRow;
use bpt_catalog::row::{PlacementRow, SpeculativeRow};
use bpt_core::Scenario;
use bpt_core::limits::{self, Limit};
use bpt_words::Quantity;

use crate::names;
use crate::state::stored_bits;

/// The limits of a number.
pub(crate) const fn limit(quantity: Quantity) -> &'static Limit {
    match quantity {
        Quantity::Bandwidth => &limits::BANDWIDTH,
        Quantity::Bits => &limits::BITS,
        Quantity::Context => &limits::CONTEXT,
        Quantity::Users => &limits::USERS,
        Quantity::Compute => &limits::COMPUTE,
        Quantity::DeviceMemory => &limits::MEMORY,
        Quantity::Devices => &limits::DEVICES,
        Quantity::Machines => &limits::NODES,
        Quantity::LinkBandwidth => &limits::LINK_BANDWIDTH,
        Quantity::LinkLatency => &limits::LINK_LATENCY,
        Quantity::Prompt => &limits::PROMPT,
        Quantity::Cached => &limits::CACHED_SHARE,
        Quantity::Output => &limits::OUTPUT,
        Quantity::LayersInRam => &limits::GPU_LAYERS,
        Quantity::ExpertLayers => &limits::EXPERT_LAYERS,
        Quantity::HostBandwidth => &limits::HOST_BANDWIDTH,
        Quantity::Drafted => &limits::DRAFT_TOKENS,
        Quantity::Acceptance => &limits::ACCEPTANCE,
        Quantity::Unfused => &limits::UNFUSED,
        Quantity::OwnSpeed => &limits::OWN_SPEED,
        Quantity::Reserve => &limits::RESERVE,
        Quantity::Margin => &limits::MARGIN,
        Quantity::WeightShare => &limits::WEIGHT_EFFICIENCY,
        Quantity::KvShare => &limits::KV_EFFICIENCY,
        Quantity::LayerTime => &limits::LAYER_OVERHEAD,
        Quantity::MoeLayerTime => &limits::MOE_OVERHEAD,
        Quantity::StepTime => &limits::STEP_OVERHEAD,
        Quantity::PrefillShare => &limits::PREFILL_MFU,
        Quantity::Routing => &limits::ROUTING,
        Quantity::Least | Quantity::Target => &limits::LEAST_SPEED,
        Quantity::TargetContext => &limits::CONTEXT,
        Quantity::TargetUsers => &limits::USERS,
        Quantity::Wait => &limits::LONGEST_WAIT,
    }
}

/// The coefficient behind an assumption.
pub(crate) const fn coefficient(quantity: Quantity) -> Option<&'static str> {
    Some(match quantity {
        Quantity::WeightShare => "weight_efficiency",
        Quantity::KvShare => "kv_efficiency",
        Quantity::LayerTime => "layer_overhead_us",
        Quantity::MoeLayerTime => "moe_layer_overhead_us",
        Quantity::StepTime => "step_overhead_us",
        Quantity::PrefillShare => "prefill_mfu",
        Quantity::Routing => "routing_exponent",
        _ => return None,
    })
}

/// Positions of a slider: those of its limit, or one for each layer of the model.
pub(crate) fn positions(quantity: Quantity, scenario: Option<&Scenario>) -> Vec<f64> {
    match (quantity, scenario) {
        (Quantity::LayersInRam | Quantity::ExpertLayers, Some(s)) => {
            let layers = s.model.model.layers.max(1);
            (0..=layers).map(f64::from).collect()
        }
        _ => limit(quantity).positions(),
    }
}

fn layers(s: &Scenario) -> f64 {
    f64::from(s.model.model.layers)
}

/// What a row shows for a number; `scenario` is the row resolved.
pub(crate) fn value(quantity: Quantity, row: &ScenarioRow, scenario: Option<&Scenario>) -> f64 {
    let limit = limit(quantity);
    let spec = row.speculative.as_ref();
    let of = |given: Option<f64>, read: &dyn Fn(&Scenario) -> f64| {
        given.unwrap_or_else(|| scenario.map_or(limit.default, read))
    };
    match quantity {
        Quantity::Bandwidth => names::bandwidth(row),
        Quantity::Bits => of(row.bits_per_weight, &stored_bits),
        Quantity::Context => row.context_tokens.unwrap_or(limit.default),
        Quantity::Users => row.users.unwrap_or(limit.default),
        Quantity::Compute => of(row.device.fp16_tflops, &|s| s.device().fp16.tera()),
        Quantity::DeviceMemory => scenario.map_or(limit.default, |s| s.device().memory.gib()),
        Quantity::Devices if row.devices.is_empty() => row.device_count.unwrap_or(1.0),
        Quantity::Devices => row.devices.len() as f64,
        Quantity::Machines => row.nodes.unwrap_or(1.0),
        Quantity::LinkBandwidth => of(row.link.bandwidth_gb_s, &|s| s.link.bandwidth.gb()),
        Quantity::LinkLatency => of(row.link.latency_us, &|s| s.link.all_reduce[0].get() * 1e6),
        Quantity::Prompt => row.prompt_tokens.unwrap_or(limit.default),
        Quantity::Cached => {
            let prompt = row.prompt_tokens.unwrap_or(limits::PROMPT.default);
            let cached = row.cached_prompt_tokens.unwrap_or(0.0);
            if prompt > 0.0 {
                (100.0 * cached / prompt).min(100.0)
            } else {
                0.0
            }
        }
        Quantity::Output => row.gen_tokens.unwrap_or(limit.default),
        Quantity::LayersInRam => match row.placement {
            Some(PlacementRow::LayersOnGpu(on_gpu)) => {
                scenario.map_or(0.0, |s| (layers(s) - on_gpu).max(0.0))
            }
            _ => 0.0,
        },
        Quantity::ExpertLayers => match row.placement {
            Some(PlacementRow::ExpertsOnCpu(in_ram)) => of(in_ram, &layers),
            _ => 0.0,
        },
        Quantity::HostBandwidth => of(row.host.bandwidth_gb_s, &|s| s.host.bandwidth.gb()),
        Quantity::Drafted => spec
            .filter(|spec| spec.method.is_some())
            .map_or(0.0, |spec| spec.draft_tokens.unwrap_or(limit.default)),
        Quantity::Acceptance => {
            let given = spec.and_then(|spec| spec.acceptance_per_token);
            given.unwrap_or_else(|| {
                scenario
                    .and_then(|s| s.speculation.as_ref())
                    .map_or(limit.default, |spec| spec.acceptance)
            })
        }
        Quantity::Unfused => spec
            .and_then(|spec| spec.unfused_factor)
            .unwrap_or(limit.default),
        Quantity::OwnSpeed => row.own_tok_s.unwrap_or(0.0),
        // Not part of a scenario: the page has them.
        Quantity::Least
        | Quantity::Wait
        | Quantity::Target
        | Quantity::TargetContext
        | Quantity::TargetUsers => limit.default,
        Quantity::Reserve => of(row.reserve_gib, &|s| s.device().reserve.gib()),
        Quantity::Margin => row.margin_gib.unwrap_or(limit.default),
        Quantity::WeightShare
        | Quantity::KvShare
        | Quantity::LayerTime
        | Quantity::MoeLayerTime
        | Quantity::StepTime
        | Quantity::PrefillShare
        | Quantity::Routing => {
            let name = coefficient(quantity).unwrap_or_default();
            let given = row.assume.iter().find(|(have, _)| have == name);
            of(given.map(|(_, value)| *value), &|s| {
                s.coefficients.get(name).unwrap_or(limit.default)
            })
        }
    }
}

/// Puts a number into a row; `None` takes the reader's own away.
pub(crate) fn set(
    quantity: Quantity,
    row: &mut ScenarioRow,
    value: Option<f64>,
    scenario: Option<&Scenario>,
) {
    match quantity {
        Quantity::Bandwidth => {
            let preset = names::device_bandwidth(row);
            row.device.bandwidth_gb_s = value.filter(|value| *value != preset);
        }
        Quantity::Bits => {
            row.bits_per_weight = value;
            row.bits_by_class.clear();
            row.file_bytes = None;
        }
        Quantity::Context => row.context_tokens = value,
        Quantity::Users => row.users = value,
        Quantity::Compute => row.device.fp16_tflops = value,
        Quantity::DeviceMemory => row.device.memory_gib = value,
        Quantity::Devices => {
            // So many of the first: a list of unlike devices ends here.
            if let Some(first) = row.devices.first().cloned() {
                row.device_id = Some(first);
                row.devices.clear();
            }
            row.device_count = value.map(f64::round).filter(|count| *count > 1.0);
            let most = row.device_count.unwrap_or(1.0);
            row.nodes = row
                .nodes
                .map(|nodes| nodes.min(most))
                .filter(|nodes| *nodes > 1.0);
            if row.device_count.is_none() {
                row.parallel = None;
            }
        }
        Quantity::Machines => {
            row.nodes = value.map(f64::round).filter(|nodes| *nodes > 1.0);
        }
        Quantity::LinkBandwidth => row.link.bandwidth_gb_s = value,
        Quantity::LinkLatency => row.link.latency_us = value,
        Quantity::Prompt => {
            let share = self::value(Quantity::Cached, row, scenario);
            row.prompt_tokens = value;
            set(Quantity::Cached, row, Some(share), scenario);
        }
        Quantity::Cached => {
            let prompt = row.prompt_tokens.unwrap_or(limits::PROMPT.default);
            row.cached_prompt_tokens = value
                .map(|share| (prompt * share / 100.0).round())
                .filter(|cached| *cached > 0.0);
        }
        Quantity::Output => row.gen_tokens = value,
        Quantity::LayersInRam => {
            let all = scenario.map_or(0.0, layers);
            let on_gpu = (all - value.unwrap_or(0.0)).max(0.0);
            // One more than the layers is the output layer (-ngl).
            let on_gpu = if on_gpu >= all { all + 1.0 } else { on_gpu };
            row.placement = Some(PlacementRow::LayersOnGpu(on_gpu));
        }
        Quantity::ExpertLayers => row.placement = Some(PlacementRow::ExpertsOnCpu(value)),
        Quantity::HostBandwidth => row.host.bandwidth_gb_s = value,
        Quantity::Drafted => match value.filter(|drafted| *drafted > 0.0) {
            None => row.speculative = None,
            drafted => {
                let spec = row.speculative.get_or_insert_default();
                spec.draft_tokens = drafted;
                if spec.method.is_none() {
                    let method = scenario.map_or("mtp", usual_method);
                    spec.method = Some(method.to_owned());
                }
            }
        },
        Quantity::Acceptance => {
            let spec = row.speculative.get_or_insert_default();
            *spec = SpeculativeRow {
                acceptance_per_token: value,
                acceptance_rate: None,
                acceptance_length: None,
                ..spec.clone()
            };
            // On the chart acceptance can be set before anything is drafted.
            if spec.method.is_none() && value.is_some() {
                spec.method = Some(scenario.map_or("mtp", usual_method).to_owned());
            }
        }
        Quantity::Unfused => {
            row.speculative.get_or_insert_default().unfused_factor = value;
        }
        Quantity::OwnSpeed => row.own_tok_s = value.filter(|speed| *speed > 0.0),
        Quantity::Least
        | Quantity::Wait
        | Quantity::Target
        | Quantity::TargetContext
        | Quantity::TargetUsers => {}
        Quantity::Reserve => row.reserve_gib = value,
        Quantity::Margin => row.margin_gib = value,
        Quantity::WeightShare
        | Quantity::KvShare
        | Quantity::LayerTime
        | Quantity::MoeLayerTime
        | Quantity::StepTime
        | Quantity::PrefillShare
        | Quantity::Routing => {
            let name = coefficient(quantity).unwrap_or_default();
            row.assume.retain(|(have, _)| have != name);
            if let Some(value) = value {
                row.assume.push((name.to_owned(), value));
            }
        }
    }
}

/// What drafts where nothing is said: the built-in head of a model that has one.
fn usual_method(s: &Scenario) -> &'static str {
    if s.model.model.mtp.is_some() {
        "mtp"
    } else {
        "draft-model"
    }
}
