//! Keys whose values are more than a number or a name.

use bpt_catalog::ScenarioRow;
use bpt_catalog::row::{BitsRow, HostRow, ParallelRow, PcieRow, PlacementRow, SpeculativeRow};
use bpt_core::limits;
use bpt_core::model::Class;
use bpt_core::scenario::ParallelKind;

use super::{Default, Key, device_id, model_id, text};
use crate::forms::{Joined, number, read_number, slug, whole, within};

pub(super) const BITS_BY_CLASS: Key = Key {
    name: "qx",
    get: |row| {
        if row.bits_by_class.is_empty() {
            return None;
        }
        let parts: Vec<String> = row
            .bits_by_class
            .iter()
            .map(|(class, bits)| match bits {
                BitsRow::Bits(bits) => format!("{}:{}", class.slug(), number(*bits)),
                BitsRow::Slug(slug) => format!("{}:{slug}", class.slug()),
            })
            .collect();
        Some(parts.join(","))
    },
    set: |row, text, _| {
        let mut found: Vec<(Class, BitsRow)> = Vec::new();
        for part in text.split(',') {
            let read = part.split_once(':').and_then(|(class, bits)| {
                let bits = match read_number(bits) {
                    Some(_) => BitsRow::Bits(within(bits, &limits::BITS)?),
                    None => BitsRow::Slug(slug(bits)?),
                };
                Some((Class::from_slug(class)?, bits))
            });
            match read {
                Some(one) if !found.iter().any(|(class, _)| *class == one.0) => found.push(one),
                _ => return false,
            }
        }
        bpt_core::order::sort_by(&mut found, |(a, _), (b, _)| (*a as usize) < *b as usize);
        row.bits_by_class = found;
        true
    },
    clear: |row| row.bits_by_class.clear(),
    default: Default::None,
};

pub(super) const DEVICES: Key = Key {
    name: "devs",
    get: |row| (!row.devices.is_empty()).then(|| row.devices.join(",")),
    set: |row, text, catalog| {
        let ids: Option<Vec<String>> = text.split(',').map(|id| device_id(id, catalog)).collect();
        let ids = ids.filter(|ids| limits::DEVICES.accepts(ids.len() as f64));
        let kinds = |ids: &[String]| {
            let mut kinds: Vec<&String> = ids.iter().collect();
            bpt_core::order::sort_by(&mut kinds, |a, b| a < b);
            kinds.dedup();
            kinds.len()
        };
        match ids {
            Some(ids) if kinds(&ids) <= bpt_core::estimate::DEVICE_GROUPS => {
                row.devices = ids;
                true
            }
            _ => false,
        }
    },
    clear: |row| row.devices.clear(),
    default: Default::None,
};

/// `tensor`, `layer`; with size and copies as `tensor:2x4`.
pub(super) const SPLIT: Key = Key {
    name: "split",
    get: |row| {
        let parallel = row.parallel.as_ref()?;
        let kind = match parallel.kind.as_deref() {
            Some("layer_split") => "layer",
            Some(kind) => kind,
            None => "auto",
        };
        Some(match (parallel.size, parallel.replicas) {
            (None, None) => kind.to_owned(),
            (Some(size), None) => format!("{kind}:{}", number(size)),
            (size, Some(replicas)) => format!(
                "{kind}:{}x{}",
                size.map_or_else(String::new, number),
                number(replicas)
            ),
        })
    },
    set: |row, text, _| {
        let read = || {
            let (kind, rest) = text
                .split_once(':')
                .map_or((text, None), |(kind, rest)| (kind, Some(rest)));
            let kind = match kind {
                "auto" => None,
                "layer" => Some("layer_split"),
                kind => Some(ParallelKind::from_slug(kind)?.slug()),
            };
            let count = |text: &str| whole(text, &limits::DEVICES);
            let (size, replicas) = match rest {
                None => (None, None),
                Some(rest) => match rest.split_once('x') {
                    None => (Some(count(rest)?), None),
                    Some(("", replicas)) => (None, Some(count(replicas)?)),
                    Some((size, replicas)) => (Some(count(size)?), Some(count(replicas)?)),
                },
            };
            Some(ParallelRow {
                kind: kind.map(Into::into),
                size,
                replicas,
            })
        };
        let Some(parallel) = read() else {
            return false;
        };
        row.parallel = Some(parallel);
        true
    },
    clear: |row| row.parallel = None,
    default: Default::None,
};

/// `cpu`, `gpu:20`, `experts:48`, `experts`; `gpu` is everything on the GPU.
pub(super) const PLACE: Key = Key {
    name: "place",
    get: |row| {
        Some(match row.placement? {
            PlacementRow::AllGpu => "gpu".into(),
            PlacementRow::CpuOnly => "cpu".into(),
            PlacementRow::LayersOnGpu(layers) => format!("gpu:{}", number(layers)),
            PlacementRow::ExpertsOnCpu(None) => "experts".into(),
            PlacementRow::ExpertsOnCpu(Some(layers)) => format!("experts:{}", number(layers)),
        })
    },
    set: |row, text, _| {
        let read = || {
            Some(match text.split_once(':') {
                None if text == "gpu" => PlacementRow::AllGpu,
                None if text == "cpu" => PlacementRow::CpuOnly,
                None if text == "experts" => PlacementRow::ExpertsOnCpu(None),
                Some(("gpu", layers)) => {
                    PlacementRow::LayersOnGpu(within(layers, &limits::GPU_LAYERS)?)
                }
                Some(("experts", layers)) => {
                    PlacementRow::ExpertsOnCpu(Some(within(layers, &limits::EXPERT_LAYERS)?))
                }
                _ => return None,
            })
        };
        let placement = read();
        if placement.is_some() {
            row.placement = placement;
        }
        placement.is_some()
    },
    clear: |row| row.placement = None,
    default: text("gpu"),
};

pub(super) const HOST: Key = Key {
    name: "host",
    get: |row| {
        Joined {
            id: row.host_id.clone(),
            first: row.host.bandwidth_gb_s,
            second: row.host.memory_gib,
        }
        .text()
    },
    set: |row, text, catalog| {
        let has_cpu = |id: &String| {
            catalog.device(id).is_some_and(|entry| {
                entry.device.class == bpt_core::device::DeviceClass::Cpu || entry.cpu.is_some()
            })
        };
        let read = Joined::read(text, &limits::HOST_BANDWIDTH, &limits::HOST_MEMORY)
            .filter(|read| read.id.as_ref().is_none_or(has_cpu));
        let Some(read) = read else {
            return false;
        };
        row.host_id = read.id;
        row.host = HostRow {
            bandwidth_gb_s: read.first,
            memory_gib: read.second,
        };
        true
    },
    clear: |row| {
        row.host_id = None;
        row.host = HostRow::default();
    },
    default: Default::None,
};

pub(super) const PCIE: Key = Key {
    name: "pcie",
    get: |row| {
        row.pcie.as_ref().map(|pcie| match pcie {
            PcieRow::Id(id) => id.clone(),
            PcieRow::GbPerSecond(rate) => number(*rate),
        })
    },
    set: |row, text, catalog| {
        let pcie = match read_number(text) {
            Some(_) => within(text, &limits::PCIE).map(PcieRow::GbPerSecond),
            None => slug(text)
                .filter(|id| catalog.link(id).is_some())
                .map(PcieRow::Id),
        };
        let fine = pcie.is_some();
        if fine {
            row.pcie = pcie;
        }
        fine
    },
    clear: |row| row.pcie = None,
    default: Default::None,
};

fn speculation(row: &mut ScenarioRow) -> &mut SpeculativeRow {
    row.speculative.get_or_insert_default()
}

/// Takes the whole away once nothing is left of it.
fn tidy(row: &mut ScenarioRow) {
    if row.speculative.as_ref() == Some(&SpeculativeRow::default()) {
        row.speculative = None;
    }
}

/// `mtp`, or `mtp:1` with the drafted tokens; `none` is no speculation.
pub(super) const SPECULATION: Key = Key {
    name: "spec",
    get: |row| {
        let spec = row.speculative.as_ref()?;
        let method = spec.method.as_ref()?;
        Some(match spec.draft_tokens {
            None => method.clone(),
            Some(tokens) => format!("{method}:{}", number(tokens)),
        })
    },
    set: |row, text, _| {
        let (method, tokens) = match text.split_once(':') {
            None => (slug(text), None),
            Some((method, tokens)) => match within(tokens, &limits::DRAFT_TOKENS) {
                None => return false,
                tokens => (slug(method), tokens),
            },
        };
        let Some(method) = method else {
            return false;
        };
        let spec = speculation(row);
        spec.method = Some(method);
        spec.draft_tokens = tokens;
        true
    },
    clear: |row| {
        if let Some(spec) = &mut row.speculative {
            spec.method = None;
            spec.draft_tokens = None;
        }
        tidy(row);
    },
    default: text("none"),
};

pub(super) const DRAFT_MODEL: Key = Key {
    name: "dm",
    get: |row| row.speculative.as_ref()?.draft_model_id.clone(),
    set: |row, text, catalog| {
        let Some(id) = model_id(text, catalog) else {
            return false;
        };
        speculation(row).draft_model_id = Some(id);
        true
    },
    clear: |row| {
        if let Some(spec) = &mut row.speculative {
            spec.draft_model_id = None;
        }
        tidy(row);
    },
    default: Default::None,
};

/// `0.7` per token, `rate:0.5` accepted of drafted, `len:3.4` tokens per cycle.
pub(super) const ACCEPTANCE: Key = Key {
    name: "acc",
    get: |row| {
        let spec = row.speculative.as_ref()?;
        if let Some(value) = spec.acceptance_per_token {
            return Some(number(value));
        }
        if let Some(value) = spec.acceptance_rate {
            return Some(format!("rate:{}", number(value)));
        }
        spec.acceptance_length
            .map(|value| format!("len:{}", number(value)))
    },
    set: |row, text, _| {
        let mut read = SpeculativeRow::default();
        let value = match text.split_once(':') {
            None => {
                read.acceptance_per_token = within(text, &limits::ACCEPTANCE);
                read.acceptance_per_token
            }
            Some(("rate", rate)) => {
                read.acceptance_rate = within(rate, &limits::ACCEPTANCE_RATE);
                read.acceptance_rate
            }
            Some(("len", length)) => {
                read.acceptance_length = within(length, &limits::ACCEPTANCE_LENGTH);
                read.acceptance_length
            }
            _ => None,
        };
        if value.is_none() {
            return false;
        }
        let spec = speculation(row);
        spec.acceptance_per_token = read.acceptance_per_token;
        spec.acceptance_rate = read.acceptance_rate;
        spec.acceptance_length = read.acceptance_length;
        true
    },
    clear: |row| {
        if let Some(spec) = &mut row.speculative {
            spec.acceptance_per_token = None;
            spec.acceptance_rate = None;
            spec.acceptance_length = None;
        }
        tidy(row);
    },
    default: Default::None,
};

pub(super) const UNFUSED: Key = Key {
    name: "unf",
    get: |row| row.speculative.as_ref()?.unfused_factor.map(number),
    set: |row, text, _| {
        let value = within(text, &limits::UNFUSED);
        if value.is_some() {
            speculation(row).unfused_factor = value;
        }
        value.is_some()
    },
    clear: |row| {
        if let Some(spec) = &mut row.speculative {
            spec.unfused_factor = None;
        }
        tidy(row);
    },
    default: Default::None,
};

pub(super) const FLASH: Key = Key {
    name: "fa",
    get: |row| row.flash_attention.map(|flash| u8::from(flash).to_string()),
    set: |row, text, _| {
        row.flash_attention = match text {
            "0" => Some(false),
            "1" => Some(true),
            _ => return false,
        };
        true
    },
    clear: |row| row.flash_attention = None,
    default: text("1"),
};
