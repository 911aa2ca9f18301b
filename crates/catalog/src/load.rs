//! The catalog from its slim JSON, which `build/main.rs` makes from `data/`.

use std::sync::Arc;

use bpt_core::device::{Backend, Device, DeviceClass, Engine, Link};
use bpt_core::scenario::ParallelKind;
use bpt_core::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds, Watts};
use serde_json::Value;

use crate::entries::{
    DeviceEntry, DeviceKind, DeviceStatus, EngineEntry, LinkEntry, MemoryOption, ModelEntry,
    Reserve, Status, Variant,
};
use crate::error::DataError;
use crate::model_from_json;
use crate::read::{Result, datum, list, miss, number, optional_datum, string, text};

pub(crate) fn model(entry: &Value) -> Result<ModelEntry> {
    let model = model_from_json(entry).map_err(|error| {
        DataError(format!(
            "{}: {error}",
            entry["id"].as_str().unwrap_or_default()
        ))
    })?;
    Ok(ModelEntry {
        id: string(entry, "id")?,
        name: string(entry, "name")?,
        family: string(entry, "family")?,
        license: string(entry, "license")?,
        released: string(entry, "release_date")?,
        native_dtype: entry["native_dtype"].as_str().map(Into::into),
        status: Status::from_letter(text(entry, "status")?),
        model: Arc::new(model),
    })
}

pub(crate) fn link(entry: &Value) -> Result<LinkEntry> {
    let times = list(entry, "all_reduce_us")?;
    let time = |at: usize| {
        times
            .get(at)
            .and_then(Value::as_f64)
            .map(Seconds::from_us)
            .ok_or_else(|| miss(entry, "all_reduce_us"))
    };
    Ok(LinkEntry {
        id: string(entry, "id")?,
        name: string(entry, "name")?,
        kind: string(entry, "kind")?,
        link: Link {
            bandwidth: BytesPerSecond::from_gb(datum(entry, "bandwidth_gb_s")?),
            all_reduce: [time(0)?, time(1)?, time(2)?],
        },
        bandwidth_status: status(entry, "bandwidth_gb_s"),
        latency_status: Status::from_letter(entry["all_reduce_status"].as_str().unwrap_or("a")),
    })
}

pub(crate) fn engine(entry: &Value) -> Result<EngineEntry> {
    let slug = text(entry, "id")?;
    let backends: Option<Vec<Backend>> = list(entry, "backends")?
        .iter()
        .map(|slug| slug.as_str().and_then(Backend::from_slug))
        .collect();
    Ok(EngineEntry {
        engine: Engine::from_slug(slug).ok_or_else(|| miss(entry, "id"))?,
        name: string(entry, "name")?,
        parallel: ParallelKind::from_slug(text(entry, "parallel")?)
            .ok_or_else(|| miss(entry, "parallel"))?,
        ubatch: number(entry, "ubatch_tokens")?,
        backends: backends.ok_or_else(|| miss(entry, "backends"))?,
        variants: variants(entry),
    })
}

fn variants(entry: &Value) -> Vec<(Variant, Vec<String>)> {
    let each = |variant: &Value| {
        let builds = variant["builds"].as_array()?;
        let builds = builds
            .iter()
            .filter_map(|build| build.as_str().map(Into::into))
            .collect();
        Some((Variant::new(variant["id"].as_str()?), builds))
    };
    entry["variants"]
        .as_array()
        .map_or_else(Vec::new, |all| all.iter().filter_map(each).collect())
}

fn status(entry: &Value, key: &str) -> Status {
    Status::from_letter(entry[key][1].as_str().unwrap_or("a"))
}

pub(crate) fn device(entry: &Value, rules: &Value, links: &[LinkEntry]) -> Result<DeviceEntry> {
    let class =
        DeviceClass::from_slug(text(entry, "class")?).ok_or_else(|| miss(entry, "class"))?;
    let memory = memory(entry)?;
    let wanted = number(entry, "default_gb")?;
    let default_memory = memory
        .iter()
        .position(|option| option.sold == wanted)
        .ok_or_else(|| miss(entry, "default_gb"))?;
    let reserve = reserve(entry, rules)?;
    let shown = memory[default_memory].shown_gib;
    let rate = |key: &str| optional_datum(entry, key).map(FlopsPerSecond::from_tera);
    let needed = |key: &str| rate(key).ok_or_else(|| miss(entry, key));
    let device = Device {
        bandwidth: BytesPerSecond::from_gb(datum(entry, "bandwidth_gb_s")?),
        stream: optional_datum(entry, "stream_gb_s").map(BytesPerSecond::from_gb),
        memory: Bytes::from_gib(shown),
        reserve: Bytes::from_gib(reserve.gib(shown)),
        fp16: needed("fp16_tflops")?,
        fp32: needed("fp32_tflops")?,
        int8: rate("int8_tops"),
        fp8: rate("fp8_tflops"),
        fp4: rate("fp4_tflops"),
        tdp: optional_datum(entry, "tdp_w").map(Watts::new),
        class,
    };
    let find = |key: &str| -> Result<usize> {
        let id = text(entry, key)?;
        links
            .iter()
            .position(|link| link.id == id)
            .ok_or_else(|| miss(entry, key))
    };
    let pcie = match entry["pcie"].is_null() {
        true => None,
        false => Some(find("pcie")?),
    };
    Ok(DeviceEntry {
        id: string(entry, "id")?,
        name: string(entry, "name")?,
        short: string(entry, "short")?,
        sold_in: entry["sold_in"].as_str().unwrap_or_default().to_owned(),
        group: string(entry, "group")?,
        kind: kind(entry)?,
        default_memory,
        reserve,
        device,
        cpu: cpu_side(entry, &device)?,
        cores: entry["cores"].as_f64(),
        engine: Engine::from_slug(text(entry, "engine")?).ok_or_else(|| miss(entry, "engine"))?,
        backend: entry["backend"].as_str().and_then(Backend::from_slug),
        link: find("link")?,
        node_link: find("node_link")?,
        pcie,
        price_usd: optional_datum(entry, "price_usd"),
        status: DeviceStatus {
            memory: status(entry, "memory_gib"),
            bandwidth: status(entry, "bandwidth_gb_s"),
            fp16: status(entry, "fp16_tflops"),
            fp32: status(entry, "fp32_tflops"),
            tdp: status(entry, "tdp_w"),
            price: status(entry, "price_usd"),
            reserve: status(entry, "reserve_gib"),
            stream: status(entry, "stream_gb_s"),
            int8: status(entry, "int8_tops"),
            fp8: status(entry, "fp8_tflops"),
            fp4: status(entry, "fp4_tflops"),
            cpu: status(&entry["cpu"], "stream_gb_s"),
        },
        memory,
    })
}

fn kind(entry: &Value) -> Result<DeviceKind> {
    match text(entry, "kind")? {
        "discrete" => Ok(DeviceKind::Discrete),
        "unified" => Ok(DeviceKind::Unified),
        "cpu" => Ok(DeviceKind::Cpu),
        "accelerator" => Ok(DeviceKind::Accelerator),
        _ => Err(miss(entry, "kind")),
    }
}

fn memory(entry: &Value) -> Result<Vec<MemoryOption>> {
    let shown = entry["memory_gib"][0]
        .as_array()
        .ok_or_else(|| miss(entry, "memory_gib"))?;
    let sold = entry["sold_gb"].as_array().unwrap_or(shown);
    shown
        .iter()
        .zip(sold)
        .map(|(shown, sold)| {
            Some(MemoryOption {
                sold: sold.as_f64()?,
                shown_gib: shown.as_f64()?,
            })
        })
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| miss(entry, "memory_gib"))
}

fn reserve(entry: &Value, rules: &Value) -> Result<Reserve> {
    if let Some(gib) = optional_datum(entry, "reserve_gib") {
        return Ok(Reserve::Gib(gib));
    }
    let rule = &rules[entry["reserve_gib"][0].as_str().unwrap_or("none")];
    let share = |key: &str| rule[key].as_f64().ok_or_else(|| miss(entry, "reserve_gib"));
    Ok(Reserve::Share {
        up_to_gib: share("up_to_gib")?,
        small: 1.0 - share("gpu_share_below")?,
        large: 1.0 - share("gpu_share_above")?,
    })
}

/// Least that a system keeps of a unified machine's memory while the CPU computes, GiB; assumed.
const CPU_RESERVE: f64 = 4.0;

/// The CPU side of a unified machine: all of its memory, the CPU's own stream and vector rate.
fn cpu_side(entry: &Value, device: &Device) -> Result<Option<Device>> {
    let cpu = &entry["cpu"];
    if cpu.is_null() {
        return Ok(None);
    }
    let fp32 = FlopsPerSecond::from_tera(datum(cpu, "fp32_tflops")?);
    let reserve = Bytes::from_gib(CPU_RESERVE).min(device.memory * 0.5);
    Ok(Some(Device {
        stream: Some(BytesPerSecond::from_gb(datum(cpu, "stream_gb_s")?)),
        reserve: reserve.max(match device.class {
            DeviceClass::Apple => Bytes::ZERO,
            _ => device.reserve,
        }),
        fp16: fp32,
        fp32,
        int8: Some(fp32 * 2.0),
        fp8: None,
        fp4: None,
        class: DeviceClass::Cpu,
        ..*device
    }))
}
