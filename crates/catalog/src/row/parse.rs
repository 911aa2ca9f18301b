//! A row from JSON. Checks kinds and the hard limits of core; names are looked up later.

use std::sync::Arc;

use bpt_core::decimal::{self, shortest};
use bpt_core::limits::{self, Limit};
use bpt_core::model::Class;
use serde_json::{Map, Value};

use super::{
    BitsRow, DeviceRow, HostRow, LinkRow, ParallelRow, PcieRow, PlacementRow, ScenarioRow,
    SpeculativeRow,
};
use crate::error::{ScenarioError, shown};

type Result<T> = core::result::Result<T, ScenarioError>;

/// Longest text taken as a name.
const MAX_TEXT: usize = 4096;
/// Most entries of a list.
const MAX_LIST: usize = 1024;
/// What a measurement adds to a scenario.
const MEASURED: [&str; 5] = [
    "decode_tok_s_per_user",
    "decode_tok_s_total",
    "prefill_tok_s",
    "ttft_s",
    "power_w",
];
const PLACEMENTS: &str = "all_gpu, cpu_only, layers_on_gpu, experts_on_cpu";

impl ScenarioRow {
    /// Reads a row. Null and absent are the same; unknown keys are ignored.
    ///
    /// # Errors
    ///
    /// Names the first field of the wrong kind or outside the hard limits.
    pub fn from_json(value: &Value) -> Result<Self> {
        let map = object(value, "")?;
        let mut row = Self::default();
        for (key, value) in map {
            if !value.is_null() {
                field(&mut row, key, value)?;
            }
        }
        Ok(row)
    }
}

/// `N decode threads` or `N threads` somewhere in the notes of a measurement.
fn threads(notes: &str) -> Option<f64> {
    let before = notes.split_once(" decode threads");
    let (before, _) = before.or_else(|| notes.split_once(" threads"))?;
    let number = before.rsplit([' ', ',']).next()?;
    decimal::parse(number).filter(|threads| *threads > 0.0)
}

fn field(row: &mut ScenarioRow, key: &str, value: &Value) -> Result<()> {
    match key {
        "id" => row.id = value.as_str().map(Into::into),
        "model_id" => row.model_id = Some(text(value, key)?),
        "model" => row.model = Some(Arc::new(Value::Object(object(value, key)?.clone()))),
        "quant" => row.quant = Some(text(value, key)?),
        "bits_per_weight" => row.bits_per_weight = Some(limited(value, &limits::BITS)?),
        "bits_by_class" => row.bits_by_class = bits_by_class(value)?,
        "file_bytes" => row.file_bytes = Some(limited(value, &limits::FILE_BYTES)?),
        "device_id" => row.device_id = Some(text(value, key)?),
        "device" => row.device = device(value)?,
        "devices" => row.devices = names(value, key)?,
        "device_count" => row.device_count = Some(whole(value, &limits::DEVICES)?),
        "nodes" => row.nodes = Some(whole(value, &limits::NODES)?),
        "link_id" => row.link_id = Some(text(value, key)?),
        "link" => row.link = link(value, key)?,
        "inner_link_id" => row.inner_link_id = Some(text(value, key)?),
        "inner_link" => row.inner_link = link(value, key)?,
        "parallel" => row.parallel = Some(parallel(value)?),
        "engine" => row.engine = Some(text(value, key)?),
        "backend" => row.backend = Some(text(value, key)?),
        "software_date" => row.software_date = Some(text(value, key)?),
        "date" => row.date = Some(text(value, key)?),
        "engine_build" => row.engine_build = Some(text(value, key)?),
        "driver" => row.driver = Some(text(value, key)?),
        "kv_type" => row.kv_type = Some(text(value, key)?),
        "flash_attention" => row.flash_attention = Some(flag(value, key)?),
        "context_tokens" => row.context_tokens = Some(limited(value, &limits::CONTEXT)?),
        "prompt_tokens" => row.prompt_tokens = Some(limited(value, &limits::PROMPT)?),
        "cached_prompt_tokens" => {
            row.cached_prompt_tokens = Some(limited(value, &limits::CACHED)?);
        }
        "prefill_depth_tokens" => {
            row.prefill_depth_tokens = Some(limited(value, &limits::PREFILL_DEPTH)?);
        }
        "gen_tokens" => row.gen_tokens = Some(limited(value, &limits::OUTPUT)?),
        "users" => row.users = Some(limited(value, &limits::USERS)?),
        "request_rate_per_s" => {
            row.request_rate_per_s = Some(limited(value, &limits::REQUEST_RATE)?);
        }
        "ubatch_tokens" => row.ubatch_tokens = Some(limited(value, &limits::UBATCH)?),
        "reserve_gib" => row.reserve_gib = Some(limited(value, &limits::RESERVE)?),
        "margin_gib" => row.margin_gib = Some(limited(value, &limits::MARGIN)?),
        "placement" => row.placement = Some(placement(value)?),
        "host_id" => row.host_id = Some(text(value, key)?),
        "host" => row.host = host(value)?,
        "pcie" => {
            row.pcie = Some(match value {
                Value::String(_) => PcieRow::Id(text(value, key)?),
                _ => PcieRow::GbPerSecond(limited(value, &limits::PCIE)?),
            });
        }
        "speculative" => row.speculative = Some(speculative(value)?),
        "power_limit_w" => row.power_limit_w = Some(limited(value, &limits::POWER_LIMIT)?),
        "tariff_per_kwh" => row.tariff_per_kwh = Some(limited(value, &limits::TARIFF)?),
        "device_price" => row.device_price = Some(limited(value, &limits::PRICE)?),
        "own_tok_s" => row.own_tok_s = Some(limited(value, &limits::OWN_SPEED)?),
        "assume" => row.assume = assume(value)?,
        "tags" => row.tags = names(value, key)?,
        "notes" => row.decode_threads = value.as_str().and_then(threads),
        _ => row.measured |= MEASURED.contains(&key),
    }
    Ok(())
}

fn device(value: &Value) -> Result<DeviceRow> {
    let map = object(value, "device")?;
    let get = |key: &str, limit: &Limit| inner(map, "device", key, limit);
    Ok(DeviceRow {
        bandwidth_gb_s: get("bandwidth_gb_s", &limits::BANDWIDTH)?,
        memory_gib: get("memory_gib", &limits::MEMORY)?,
        fp16_tflops: get("fp16_tflops", &limits::COMPUTE)?,
        fp32_tflops: get("fp32_tflops", &limits::VECTOR)?,
        int8_tops: get("int8_tops", &limits::INT8)?,
        tdp_w: get("tdp_w", &limits::TDP)?,
    })
}

fn link(value: &Value, path: &str) -> Result<LinkRow> {
    let map = object(value, path)?;
    Ok(LinkRow {
        bandwidth_gb_s: inner(map, path, "bandwidth_gb_s", &limits::LINK_BANDWIDTH)?,
        latency_us: inner(map, path, "latency_us", &limits::LINK_LATENCY)?,
    })
}

fn host(value: &Value) -> Result<HostRow> {
    let map = object(value, "host")?;
    Ok(HostRow {
        bandwidth_gb_s: inner(map, "host", "bandwidth_gb_s", &limits::HOST_BANDWIDTH)?,
        memory_gib: inner(map, "host", "memory_gib", &limits::HOST_MEMORY)?,
    })
}

fn parallel(value: &Value) -> Result<ParallelRow> {
    let map = object(value, "parallel")?;
    let count = |key: &str| match present(map, key) {
        None => Ok(None),
        Some(value) => whole_at(value, &format!("parallel.{key}"), &limits::DEVICES).map(Some),
    };
    Ok(ParallelRow {
        kind: present(map, "kind")
            .map(|value| text(value, "parallel.kind"))
            .transpose()?,
        size: count("size")?,
        replicas: count("replicas")?,
    })
}

fn placement(value: &Value) -> Result<PlacementRow> {
    // A bare slug is taken as an object that holds nothing else.
    let empty = Map::new();
    let (kind, map) = match value {
        Value::String(kind) => (kind.as_str(), &empty),
        _ => {
            let map = object(value, "placement")?;
            match present(map, "kind") {
                None => ("all_gpu", map),
                Some(Value::String(kind)) => (kind.as_str(), map),
                Some(other) => {
                    return Err(ScenarioError::new(
                        "placement.kind",
                        shown(other),
                        PLACEMENTS,
                    ));
                }
            }
        }
    };
    Ok(match kind {
        "all_gpu" => PlacementRow::AllGpu,
        "cpu_only" => PlacementRow::CpuOnly,
        "layers_on_gpu" => {
            let layers = inner(map, "placement", "gpu_layers", &limits::GPU_LAYERS)?;
            PlacementRow::LayersOnGpu(layers.ok_or_else(|| {
                ScenarioError::new(
                    "placement.gpu_layers",
                    "nothing",
                    range(&limits::GPU_LAYERS),
                )
            })?)
        }
        "experts_on_cpu" => {
            let key = "cpu_expert_layers";
            PlacementRow::ExpertsOnCpu(inner(map, "placement", key, &limits::EXPERT_LAYERS)?)
        }
        other => return Err(ScenarioError::new("placement.kind", other, PLACEMENTS)),
    })
}

fn speculative(value: &Value) -> Result<SpeculativeRow> {
    let map = object(value, "speculative")?;
    let get = |key: &str, limit: &Limit| inner(map, "speculative", key, limit);
    let word = |key: &str| {
        present(map, key)
            .map(|value| text(value, &format!("speculative.{key}")))
            .transpose()
    };
    Ok(SpeculativeRow {
        method: word("method")?,
        draft_tokens: get("draft_tokens", &limits::DRAFT_TOKENS)?,
        acceptance_per_token: get("acceptance_per_token", &limits::ACCEPTANCE)?,
        acceptance_rate: get("acceptance_rate", &limits::ACCEPTANCE_RATE)?,
        acceptance_length: get("acceptance_length", &limits::ACCEPTANCE_LENGTH)?,
        draft_model_id: word("draft_model_id")?,
        unfused_factor: get("unfused_factor", &limits::UNFUSED)?,
    })
}

fn bits_by_class(value: &Value) -> Result<Vec<(Class, BitsRow)>> {
    let mut found = Vec::new();
    for (key, value) in object(value, "bits_by_class")? {
        if value.is_null() {
            continue;
        }
        let path = format!("bits_by_class.{key}");
        let class = Class::from_slug(key).ok_or_else(|| {
            let classes: Vec<_> = Class::ALL.iter().map(|class| class.slug()).collect();
            ScenarioError::new("bits_by_class", key, classes.join(", "))
        })?;
        let bits = match value {
            Value::String(_) => BitsRow::Slug(text(value, &path)?),
            _ => BitsRow::Bits(number(value, &path, &limits::BITS)?),
        };
        found.push((class, bits));
    }
    // One order, so that equal rows are equal.
    bpt_core::order::sort_by(&mut found, |(a, _), (b, _)| (*a as usize) < *b as usize);
    Ok(found)
}

fn assume(value: &Value) -> Result<Vec<(String, f64)>> {
    let mut found = Vec::new();
    for (name, value) in object(value, "assume")? {
        if value.is_null() {
            continue;
        }
        let path = format!("assume.{name}");
        let info = bpt_core::coefficients::Coefficients::info(name).ok_or_else(|| {
            ScenarioError::new("assume", name, "a coefficient of data/calibration.json")
        })?;
        let number = value.as_f64().filter(|number| number.is_finite());
        let number = number
            .filter(|number| info.low <= *number && *number <= info.high)
            .ok_or_else(|| {
                ScenarioError::new(
                    path,
                    shown(value),
                    format!("{} to {}", shortest(info.low), shortest(info.high)),
                )
            })?;
        found.push((name.clone(), number));
    }
    Ok(found)
}

fn object<'a>(value: &'a Value, path: &str) -> Result<&'a Map<String, Value>> {
    value.as_object().ok_or_else(|| {
        let path = if path.is_empty() { "scenario" } else { path };
        ScenarioError::new(path, shown(value), "an object")
    })
}

fn present<'a>(map: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    map.get(key).filter(|value| !value.is_null())
}

fn inner(map: &Map<String, Value>, path: &str, key: &str, limit: &Limit) -> Result<Option<f64>> {
    match present(map, key) {
        None => Ok(None),
        Some(value) => number(value, &format!("{path}.{key}"), limit).map(Some),
    }
}

fn limited(value: &Value, limit: &Limit) -> Result<f64> {
    number(value, limit.key, limit)
}

fn whole(value: &Value, limit: &Limit) -> Result<f64> {
    whole_at(value, limit.key, limit)
}

fn whole_at(value: &Value, path: &str, limit: &Limit) -> Result<f64> {
    let number = number(value, path, limit)?;
    if number.fract() == 0.0 {
        Ok(number)
    } else {
        let allowed = format!("a whole number, {}", range(limit));
        Err(ScenarioError::new(path, number, allowed))
    }
}

fn number(value: &Value, path: &str, limit: &Limit) -> Result<f64> {
    value
        .as_f64()
        .filter(|number| limit.accepts(*number))
        .ok_or_else(|| ScenarioError::new(path, shown(value), range(limit)))
}

/// A limit in words.
pub(crate) fn range(limit: &Limit) -> String {
    format!("{} to {}", shortest(limit.min), shortest(limit.max))
}

fn flag(value: &Value, path: &str) -> Result<bool> {
    value
        .as_bool()
        .ok_or_else(|| ScenarioError::new(path, shown(value), "true or false"))
}

fn text(value: &Value, path: &str) -> Result<String> {
    match value {
        Value::String(text) if text.len() <= MAX_TEXT => Ok(text.clone()),
        _ => Err(ScenarioError::new(path, shown(value), "a text")),
    }
}

fn names(value: &Value, path: &str) -> Result<Vec<String>> {
    let items = value
        .as_array()
        .filter(|items| items.len() <= MAX_LIST)
        .ok_or_else(|| {
            let allowed = format!("a list of at most {MAX_LIST} names");
            ScenarioError::new(path, shown(value), allowed)
        })?;
    items.iter().map(|item| text(item, path)).collect()
}
