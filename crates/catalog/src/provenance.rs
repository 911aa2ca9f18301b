//! How a value of a scenario came about: what a source label says, and where its source stands.

use bpt_core::Scenario;
use bpt_core::explain::{Origin, Row};
use serde_json::Value;

use crate::catalog::{Catalog, default};
use crate::entries::{DeviceEntry, DeviceKind, LinkEntry, Status};
use crate::row::{PcieRow, ScenarioRow};

/// How a value came about, and where its source stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// How it came about; `None` where the row itself gives it.
    pub status: Option<Status>,
    /// Data file that holds it, if one does.
    pub file: Option<&'static str>,
    /// Id of the entry in that file.
    pub entry: Option<String>,
    /// Field of the entry, or key of the row.
    pub field: String,
}

impl Provenance {
    fn plain(status: Status, field: &str) -> Self {
        Self {
            status: Some(status),
            file: None,
            entry: None,
            field: field.to_owned(),
        }
    }

    fn of(status: Status, file: &'static str, entry: &str, field: &str) -> Self {
        Self {
            status: Some(status),
            file: Some(file),
            entry: Some(entry.to_owned()),
            field: field.to_owned(),
        }
    }

    /// The row gives it.
    fn given(key: &str) -> Self {
        Self {
            status: None,
            file: None,
            entry: None,
            field: key.to_owned(),
        }
    }

    /// The label: a status of the data, or `input` for what the row gives.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self.status {
            Some(status) => status.slug(),
            None => "input",
        }
    }
}

impl Catalog {
    /// Where a value of an explanation of this row comes from.
    #[must_use]
    pub fn provenance(&self, row: &ScenarioRow, s: &Scenario, origin: Origin) -> Provenance {
        match origin {
            Origin::Datum(whose, field) => self.datum(row, s, whose, field),
            Origin::Input(key) => {
                if gives(row, key) {
                    Provenance::given(key)
                } else {
                    Provenance::plain(Status::Assumed, key)
                }
            }
            Origin::Calibrated(name) => {
                if row.assume.iter().any(|(assumed, _)| assumed == name) {
                    return Provenance::given(&format!("assume.{name}"));
                }
                let status = self.calibration().status(name);
                Provenance::of(status, "data/calibration.json", name, "value")
            }
            Origin::Errors => {
                let mut errors = Provenance::plain(Status::Derived, "ranges");
                errors.file = Some("data/calibration.json");
                errors
            }
            Origin::OwnMeasurement => Provenance::given("own_tok_s"),
            Origin::Derived(path) => Provenance::plain(Status::Derived, path.unwrap_or("")),
            Origin::Assumed => Provenance::plain(Status::Assumed, ""),
        }
    }

    fn datum(&self, row: &ScenarioRow, s: &Scenario, whose: Row, field: &str) -> Provenance {
        match whose {
            Row::Model => match row.model_id.as_deref().filter(|_| row.model.is_none()) {
                None => Provenance::given("model"),
                Some(id) => self.model_datum(id, field),
            },
            Row::DraftModel => {
                let id = row.speculative.as_ref();
                match id.and_then(|some| some.draft_model_id.as_deref()) {
                    Some(id) => self.model_datum(id, field),
                    None => Provenance::plain(Status::Assumed, "speculative"),
                }
            }
            Row::Device(at) => self.device_datum(row, s, usize::from(at), field),
            Row::Host => self.host_datum(row, s, field),
            Row::Link | Row::InnerLink => {
                let (given, key) = if whose == Row::Link {
                    (&row.link, "link")
                } else {
                    (&row.inner_link, "inner_link")
                };
                let by_hand = match field {
                    "bandwidth_gb_s" => given.bandwidth_gb_s.is_some(),
                    _ => given.latency_us.is_some(),
                };
                if by_hand {
                    return Provenance::given(&format!("{key}.{field}"));
                }
                link_datum(self.link_of(row, s, whose), field)
            }
            Row::Bus => match &row.pcie {
                Some(PcieRow::GbPerSecond(_)) => Provenance::given("pcie"),
                Some(PcieRow::Id(id)) => link_datum(self.link(id), field),
                None => match self.device_of(row, 0) {
                    Some(entry) if entry.pcie.is_some() => {
                        link_datum(entry.pcie.and_then(|at| self.links().get(at)), field)
                    }
                    // One memory: what crosses is as fast as it.
                    Some(entry) if entry.kind == DeviceKind::Unified => entry_datum(entry, field),
                    _ => link_datum(self.link(default::PCIE), field),
                },
            },
            Row::KvType => {
                let id = row.kv_type.as_deref().unwrap_or(default::KV_TYPE);
                Provenance::of(Status::Spec, "data/kv_types.json", id, field)
            }
            Row::Format => {
                let by_hand = row.bits_per_weight.is_some() || !row.bits_by_class.is_empty();
                let id = row.quant.as_deref().unwrap_or(default::QUANT);
                if by_hand {
                    return Provenance::plain(Status::Derived, "bits_per_weight");
                }
                Provenance::of(Status::Derived, "data/quants.json", id, field)
            }
        }
    }

    /// The entry of a split's link: the one that the row names, else the device's own.
    fn link_of(&self, row: &ScenarioRow, s: &Scenario, whose: Row) -> Option<&LinkEntry> {
        let crossing = whose == Row::Link;
        let named = if crossing {
            &row.link_id
        } else {
            &row.inner_link_id
        };
        if let Some(id) = named {
            return self.link(id);
        }
        let device = self.device_of(row, 0)?;
        let at = if crossing && s.nodes > 1 {
            device.node_link
        } else {
            device.link
        };
        self.links().get(at)
    }

    fn model_datum(&self, id: &str, field: &str) -> Provenance {
        let status = self.model(id).map_or(Status::Assumed, |entry| entry.status);
        Provenance::of(status, "data/models.json", id, field)
    }

    fn device_of(&self, row: &ScenarioRow, at: usize) -> Option<&DeviceEntry> {
        if row.devices.is_empty() {
            return self.device(row.device_id.as_deref().unwrap_or(default::DEVICE));
        }
        let mut kinds: Vec<&str> = Vec::new();
        for id in &row.devices {
            if !kinds.contains(&id.as_str()) {
                kinds.push(id);
            }
        }
        self.device(kinds.get(at)?)
    }

    fn device_datum(&self, row: &ScenarioRow, s: &Scenario, at: usize, field: &str) -> Provenance {
        let by_hand = match field {
            "bandwidth_gb_s" => row.device.bandwidth_gb_s.is_some(),
            "memory_gib" => row.device.memory_gib.is_some(),
            "fp16_tflops" => row.device.fp16_tflops.is_some(),
            "fp32_tflops" => row.device.fp32_tflops.is_some(),
            "int8_tops" => row.device.int8_tops.is_some(),
            "tdp_w" => row.device.tdp_w.is_some(),
            "reserve_gib" => row.reserve_gib.is_some(),
            _ => false,
        };
        if by_hand {
            let key = if field == "reserve_gib" {
                ""
            } else {
                "device."
            };
            return Provenance::given(&format!("{key}{field}"));
        }
        // A part of the device that follows an overridden one is computed from it.
        let follows = match field {
            "stream_gb_s" => row.device.bandwidth_gb_s.is_some(),
            "int8_tops" | "fp8_tflops" | "fp4_tflops" => row.device.fp16_tflops.is_some(),
            _ => false,
        };
        let Some(entry) = self.device_of(row, at) else {
            return Provenance::plain(Status::Assumed, field);
        };
        if follows {
            return Provenance::of(Status::Derived, "data/devices.json", &entry.id, field);
        }
        let device = s.devices.get(at).map(|(device, _)| device);
        if let (Some(cpu), Some(device)) = (entry.cpu, device)
            && cpu.bandwidth == device.bandwidth
            && device.class == cpu.class
            && entry.device.class != device.class
        {
            let field = format!("cpu.{field}");
            return Provenance::of(entry.status.cpu, "data/devices.json", &entry.id, &field);
        }
        entry_datum(entry, field)
    }

    fn host_datum(&self, row: &ScenarioRow, s: &Scenario, field: &str) -> Provenance {
        let by_hand = match field {
            "bandwidth_gb_s" => row.host.bandwidth_gb_s.is_some(),
            "memory_gib" => row.host.memory_gib.is_some(),
            _ => false,
        };
        if by_hand {
            return Provenance::given(&format!("host.{field}"));
        }
        let named = row.host_id.as_deref().and_then(|id| self.device(id));
        let own = self.device_of(row, 0);
        let own = own.filter(|entry| entry.cpu.is_some_and(|cpu| cpu.fp32 == s.host.fp32));
        let entry = named.or(own).or_else(|| self.device(default::HOST));
        match entry {
            None => Provenance::plain(Status::Assumed, field),
            Some(entry) if entry.cpu.is_some() && field != "memory_gib" => {
                let field = format!("cpu.{field}");
                Provenance::of(entry.status.cpu, "data/devices.json", &entry.id, &field)
            }
            Some(entry) => entry_datum(entry, field),
        }
    }
}

fn entry_datum(entry: &DeviceEntry, field: &str) -> Provenance {
    let status = &entry.status;
    let status = match field {
        "bandwidth_gb_s" => status.bandwidth,
        "memory_gib" => status.memory,
        "fp16_tflops" => status.fp16,
        "fp32_tflops" => status.fp32,
        "tdp_w" => status.tdp,
        "stream_gb_s" => status.stream,
        "int8_tops" => status.int8,
        "fp8_tflops" => status.fp8,
        "fp4_tflops" => status.fp4,
        "reserve_gib" => status.reserve,
        _ => Status::Assumed,
    };
    Provenance::of(status, "data/devices.json", &entry.id, field)
}

fn link_datum(entry: Option<&LinkEntry>, field: &str) -> Provenance {
    match entry {
        None => Provenance::plain(Status::Assumed, field),
        Some(entry) => {
            let status = if field == "bandwidth_gb_s" {
                entry.bandwidth_status
            } else {
                entry.latency_status
            };
            Provenance::of(status, "data/links.json", &entry.id, field)
        }
    }
}

/// Whether a row gives the value at a key, as `speculative.draft_tokens`.
fn gives(row: &ScenarioRow, key: &str) -> bool {
    let json = row.to_json();
    let mut at = &json;
    for name in key.split('.') {
        at = &at[name];
    }
    // A split may follow from the list of devices or their number.
    let devices = key.starts_with("parallel") || key == "device_count";
    !matches!(at, Value::Null)
        || (devices && (!row.devices.is_empty() || row.device_count.is_some()))
}

/// A source as the data files name it.
#[cfg(feature = "files")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Where it was read.
    pub what: String,
    /// When it was published or read; empty where not known.
    pub date: String,
}

/// The sources of a datum, from the data files whole.
#[cfg(feature = "files")]
#[must_use]
pub fn sources(of: &Provenance) -> Vec<Source> {
    use crate::files;
    let (Some(file), Some(entry)) = (of.file, of.entry.as_deref()) else {
        return Vec::new();
    };
    let (text, list, id) = match file {
        "data/devices.json" => (files::DEVICES, "devices", "id"),
        "data/links.json" => (files::LINKS, "links", "id"),
        "data/calibration.json" => (files::CALIBRATION, "coefficients", "name"),
        "data/models.json" => (files::MODELS, "", "id"),
        "data/quants.json" => (files::QUANTS, "quants", "id"),
        "data/kv_types.json" => (files::KV_TYPES, "kv_types", "id"),
        _ => return Vec::new(),
    };
    let data: Value = serde_json::from_str(text).unwrap_or_default();
    let items = if list.is_empty() { &data } else { &data[list] };
    let Some(found) = items
        .as_array()
        .into_iter()
        .flatten()
        .find(|item| item[id] == entry)
    else {
        return Vec::new();
    };
    let mut datum = found;
    for name in of.field.split('.') {
        datum = &datum[name];
    }
    // A datum names its sources; an entry without data of its own names one for all.
    let keys = datum.as_array().and_then(|datum| datum.last()?.as_str());
    let Some(keys) = keys else {
        let config = &found["upstream_config"];
        let what = found["source"].as_str().or_else(|| config.as_str());
        let date = &found["release_date"];
        return what.map_or_else(Vec::new, |what| {
            vec![Source {
                what: what.to_owned(),
                date: date.as_str().unwrap_or_default().to_owned(),
            }]
        });
    };
    keys.split_whitespace()
        .map(|key| {
            let source = &data["sources"][key];
            Source {
                what: source["what"].as_str().unwrap_or(key).to_owned(),
                date: source["date"].as_str().unwrap_or_default().to_owned(),
            }
        })
        .collect()
}
