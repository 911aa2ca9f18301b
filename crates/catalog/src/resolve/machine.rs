//! Devices, host, links and split.

use bpt_core::decimal::shortest;
use bpt_core::device::{Device, DeviceClass, Engine, Link};
use bpt_core::limits;
use bpt_core::notes::{Note, Notes};
use bpt_core::scenario::{Parallel, ParallelKind};
use bpt_core::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds, Watts};

use super::Result;
use crate::catalog::{Catalog, default};
use crate::entries::{DeviceEntry, DeviceKind, LinkEntry, Reserve, Status};
use crate::error::ScenarioError;
use crate::row::{DeviceRow, LinkRow, PcieRow, PlacementRow, ScenarioRow};

/// Most kinds of device in one machine: what an estimate keeps apart.
const MAX_KINDS: usize = bpt_core::estimate::DEVICE_GROUPS;

/// What a scenario runs on.
pub(super) struct Machine<'a> {
    /// Entry of the (first) device.
    pub(super) entry: &'a DeviceEntry,
    pub(super) devices: Vec<(Device, u32)>,
    pub(super) count: u32,
    pub(super) nodes: u32,
    pub(super) host: Device,
    pub(super) cpu_only: bool,
}

impl Machine<'_> {
    pub(super) fn class(&self) -> DeviceClass {
        self.devices
            .first()
            .map_or(DeviceClass::Cpu, |(device, _)| device.class)
    }
}

pub(super) fn machine<'a>(
    catalog: &'a Catalog,
    row: &ScenarioRow,
    notes: &mut Notes,
) -> Result<Machine<'a>> {
    let entries = entries(catalog, row)?;
    let entry = entries[0].0;
    let listed = u32::try_from(row.devices.len()).unwrap_or(u32::MAX);
    let (count, nodes) = counts(row, listed)?;
    let whole = matches!(row.placement, None | Some(PlacementRow::AllGpu));
    let backend_cpu = whole && row.backend.as_deref() == Some("cpu");
    let cpu_only = entry.kind == DeviceKind::Cpu
        || entry.device.class == DeviceClass::Cpu
        || row.placement == Some(PlacementRow::CpuOnly)
        || backend_cpu;
    let mut host = host(catalog, row, entry)?;
    let mut devices: Vec<(Device, u32)> = Vec::with_capacity(entries.len());
    for (entry, several) in &entries {
        let base = if !cpu_only || entry.device.class == DeviceClass::Cpu {
            entry.device
        } else {
            // The CPU beside the device does the work.
            entry.cpu.unwrap_or(host)
        };
        let mut device = overridden(base, entry, &row.device, notes);
        if let Some(gib) = row.reserve_gib {
            device.reserve = Bytes::from_gib(gib);
        }
        if let (true, Some(threads), Some(cores)) = (cpu_only, row.decode_threads, entry.cores) {
            // Few threads reach the memory's stream, but not the vector rate of all cores.
            device.fp32 = device.fp32 * (threads / cores).min(1.0);
        }
        devices.push((device, if listed > 0 { *several } else { count }));
    }
    if cpu_only && row.host_id.is_none() && row.host.is_empty() {
        host = devices[0].0;
    }
    let given = row.device.fp16_tflops.is_some() && row.device.fp32_tflops.is_some();
    let assumed = entry.status.fp16 == Status::Assumed || entry.status.fp32 == Status::Assumed;
    if assumed && !given {
        notes.add(Note::ComputeAssumed);
    }
    Ok(Machine {
        entry,
        devices,
        count,
        nodes,
        host,
        cpu_only,
    })
}

/// The devices by kind, in order of first appearance.
fn entries<'a>(catalog: &'a Catalog, row: &ScenarioRow) -> Result<Vec<(&'a DeviceEntry, u32)>> {
    let find = |field: &str, id: &str| {
        catalog
            .device(id)
            .ok_or_else(|| ScenarioError::new(field, id, "an id of data/devices.json"))
    };
    if row.devices.is_empty() {
        let id = match &row.device_id {
            Some(id) => id.as_str(),
            None if row.device.is_empty() => {
                return Err(ScenarioError::new(
                    "device_id",
                    "nothing",
                    "an id of data/devices.json",
                ));
            }
            None => default::DEVICE,
        };
        return Ok(vec![(find("device_id", id)?, 1)]);
    }
    let mut kinds: Vec<(&DeviceEntry, u32)> = Vec::new();
    for id in &row.devices {
        let entry = find("devices", id)?;
        match kinds.iter_mut().find(|(kind, _)| kind.id == entry.id) {
            Some((_, several)) => *several += 1,
            None => kinds.push((entry, 1)),
        }
    }
    if kinds.len() > MAX_KINDS {
        let allowed = format!("at most {MAX_KINDS} different devices");
        return Err(ScenarioError::new("devices", kinds.len(), allowed));
    }
    Ok(kinds)
}

/// Devices in all and machines. A count that is not given follows from the split or the machines.
fn counts(row: &ScenarioRow, listed: u32) -> Result<(u32, u32)> {
    let whole = |value: f64| value as u32;
    let nodes = row.nodes.map_or(1, whole);
    let count = if listed > 0 {
        listed
    } else if let Some(count) = row.device_count {
        whole(count)
    } else {
        let split = row.parallel.as_ref().map_or(1.0, |parallel| {
            parallel.size.unwrap_or(1.0) * parallel.replicas.unwrap_or(1.0)
        });
        if split > limits::DEVICES.max {
            let allowed = format!("size x replicas up to {}", shortest(limits::DEVICES.max));
            return Err(ScenarioError::new("parallel.size", split, allowed));
        }
        whole(split).max(nodes)
    };
    if nodes > count {
        let allowed = format!("1 to {count}, as many as there are devices");
        return Err(ScenarioError::new("nodes", nodes, allowed));
    }
    Ok((count, nodes))
}

/// A device with a row's overrides.
fn overridden(
    mut device: Device,
    entry: &DeviceEntry,
    row: &DeviceRow,
    notes: &mut Notes,
) -> Device {
    if let Some(gb) = row.bandwidth_gb_s {
        let bandwidth = BytesPerSecond::from_gb(gb);
        // What streaming reaches keeps its share of the peak.
        let share = bandwidth / device.bandwidth;
        device.stream = device.stream.map(|stream| stream * share);
        device.bandwidth = bandwidth;
    }
    if let Some(wanted) = row.memory_gib {
        let shown = entry.shown_gib(wanted);
        if shown != wanted {
            notes.add(Note::MemoryOption);
        }
        device.memory = Bytes::from_gib(shown);
        device.reserve = match entry.reserve {
            Reserve::Gib(_) => device.reserve.min(device.memory * 0.5),
            share => Bytes::from_gib(share.gib(shown)),
        };
    }
    if let Some(tera) = row.fp16_tflops {
        let rate = FlopsPerSecond::from_tera(tera);
        // Narrower types keep their ratio.
        let share = rate / device.fp16;
        device.fp16 = rate;
        device.int8 = device.int8.map(|rate| rate * share);
        device.fp8 = device.fp8.map(|rate| rate * share);
        device.fp4 = device.fp4.map(|rate| rate * share);
    }
    if let Some(tera) = row.fp32_tflops {
        device.fp32 = FlopsPerSecond::from_tera(tera);
    }
    if let Some(tera) = row.int8_tops {
        device.int8 = Some(FlopsPerSecond::from_tera(tera));
    }
    if let Some(watts) = row.tdp_w {
        device.tdp = Some(Watts::new(watts));
    }
    device
}

fn host(catalog: &Catalog, row: &ScenarioRow, entry: &DeviceEntry) -> Result<Device> {
    let named = row.host_id.as_deref();
    let allowed = "an id of data/devices.json with a CPU";
    let cpu_of = |entry: &DeviceEntry| match entry.device.class {
        DeviceClass::Cpu => Some(entry.device),
        _ => entry.cpu,
    };
    let mut host = match named {
        Some(id) => catalog
            .device(id)
            .and_then(cpu_of)
            .ok_or_else(|| ScenarioError::new("host_id", id, allowed))?,
        // A unified machine is its own host.
        None => cpu_of(entry)
            .or_else(|| catalog.device(default::HOST).and_then(cpu_of))
            .unwrap_or(entry.device),
    };
    if let Some(gb) = row.host.bandwidth_gb_s {
        let bandwidth = BytesPerSecond::from_gb(gb);
        let share = bandwidth / host.bandwidth;
        host.stream = host.stream.map(|stream| stream * share);
        host.bandwidth = bandwidth;
    }
    if let Some(gib) = row.host.memory_gib {
        host.memory = Bytes::from_gib(gib);
        host.reserve = host.reserve.min(host.memory * 0.5);
    }
    Ok(host)
}

pub(super) fn parallel(
    catalog: &Catalog,
    row: &ScenarioRow,
    machine: &Machine<'_>,
    engine: Engine,
) -> Result<Parallel> {
    let count = machine.count;
    let given = row.parallel.as_ref();
    let usual = catalog
        .engine(engine)
        .map_or(ParallelKind::Tensor, |entry| entry.parallel);
    let mut kind = match given.and_then(|given| given.kind.as_deref()) {
        None => usual,
        // The short name that links use.
        Some("layer") => ParallelKind::LayerSplit,
        Some(slug) => ParallelKind::from_slug(slug).ok_or_else(|| {
            let kinds: Vec<_> = ParallelKind::ALL.iter().map(|kind| kind.slug()).collect();
            ScenarioError::new("parallel.kind", slug, kinds.join(", "))
        })?,
    };
    if count == 1 {
        kind = ParallelKind::None;
    } else if kind == ParallelKind::None {
        kind = usual;
    }
    let number = |value: Option<f64>| value.map(|value| value as u32);
    let size = number(given.and_then(|given| given.size));
    let replicas = number(given.and_then(|given| given.replicas));
    let (size, replicas) = match kind {
        ParallelKind::None => (1, 1),
        // `size` of a replica row says how many copies there are.
        ParallelKind::Replica => (1, count),
        _ => match (size, replicas) {
            (None, None) => (count, 1),
            (Some(size), None) => (size, count / size.max(1)),
            (None, Some(replicas)) => (count / replicas.max(1), replicas),
            (Some(size), Some(replicas)) => (size, replicas),
        },
    };
    let (size, replicas) = (size.max(1), replicas.max(1));
    if u64::from(size) * u64::from(replicas) > u64::from(count) {
        let allowed = format!("size x replicas up to device_count, {count}");
        return Err(ScenarioError::new(
            "parallel.size",
            u64::from(size) * u64::from(replicas),
            allowed,
        ));
    }
    Ok(Parallel {
        kind,
        size,
        replicas,
    })
}

/// The link that the split crosses, and the one inside each machine.
pub(super) fn links(
    catalog: &Catalog,
    row: &ScenarioRow,
    machine: &Machine<'_>,
) -> Result<(Link, Link)> {
    let between = if machine.nodes > 1 {
        machine.entry.node_link
    } else {
        machine.entry.link
    };
    let crossing = find(catalog, "link_id", row.link_id.as_deref())?
        .unwrap_or_else(|| catalog.link_at(between));
    let inner = find(catalog, "inner_link_id", row.inner_link_id.as_deref())?
        .unwrap_or_else(|| catalog.link_at(machine.entry.link));
    Ok((
        adjusted(crossing.link, &row.link),
        adjusted(inner.link, &row.inner_link),
    ))
}

fn find<'a>(catalog: &'a Catalog, field: &str, id: Option<&str>) -> Result<Option<&'a LinkEntry>> {
    match id {
        None => Ok(None),
        Some(id) => match catalog.link(id) {
            Some(link) => Ok(Some(link)),
            None => Err(ScenarioError::new(field, id, "an id of data/links.json")),
        },
    }
}

fn adjusted(mut link: Link, row: &LinkRow) -> Link {
    if let Some(gb) = row.bandwidth_gb_s {
        link.bandwidth = BytesPerSecond::from_gb(gb);
    }
    if let Some(us) = row.latency_us {
        // More ranks keep their ratio to two.
        let two = link.all_reduce[0];
        let wanted = Seconds::from_us(us);
        link.all_reduce = if two > Seconds::ZERO {
            let share = wanted / two;
            link.all_reduce.map(|time| time * share)
        } else {
            [wanted; 3]
        };
    }
    link
}

/// Effective bandwidth of the bus to the host.
pub(super) fn pcie(
    catalog: &Catalog,
    row: &ScenarioRow,
    machine: &Machine<'_>,
) -> Result<BytesPerSecond> {
    Ok(match &row.pcie {
        Some(PcieRow::GbPerSecond(gb)) => BytesPerSecond::from_gb(*gb),
        Some(PcieRow::Id(id)) => find(catalog, "pcie", Some(id))?.map_or_else(
            || BytesPerSecond::from_gb(limits::PCIE.default),
            |link| link.link.bandwidth,
        ),
        None => match (machine.entry.pcie, catalog.link(default::PCIE)) {
            (Some(at), _) => catalog.link_at(at).link.bandwidth,
            // One memory: nothing crosses a bus, and what does is as fast as memory.
            (None, _) if machine.entry.kind == DeviceKind::Unified => {
                machine.entry.device.bandwidth
            }
            (None, Some(link)) => link.link.bandwidth,
            (None, None) => BytesPerSecond::from_gb(limits::PCIE.default),
        },
    })
}
