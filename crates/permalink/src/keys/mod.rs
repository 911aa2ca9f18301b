//! The table of keys: order, reading, writing and default of each.

mod special;

use bpt_catalog::row::LinkRow;
use bpt_catalog::{Catalog, DeviceEntry, ScenarioRow, default};
use bpt_core::limits::{self, Limit};

use crate::forms::{Joined, number, slug, whole, within};
use special::{
    ACCEPTANCE, BITS_BY_CLASS, DEVICES, DRAFT_MODEL, FLASH, HOST, PCIE, PLACE, SPECULATION, SPLIT,
    UNFUSED,
};

/// One key of a scenario.
pub struct Key {
    /// Its name in a link; B's own has the prefix `b.`.
    pub name: &'static str,
    /// The text of a row's value, if it has one.
    pub(crate) get: fn(&ScenarioRow) -> Option<String>,
    /// Takes a text; false (and the row unchanged) if it is bad.
    pub(crate) set: fn(&mut ScenarioRow, &str, &Catalog) -> bool,
    /// Takes the value away.
    pub(crate) clear: fn(&mut ScenarioRow),
    /// The text that its absence stands for.
    pub(crate) default: Default,
}

impl core::fmt::Debug for Key {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name)
    }
}

/// What the absence of a key stands for.
#[derive(Clone, Copy)]
pub(crate) enum Default {
    /// Nothing.
    None,
    /// Always the same.
    Text(&'static str),
    /// The number that core takes for it.
    Number(f64),
    /// A field of the device.
    Device(fn(&DeviceEntry, &Catalog) -> Option<String>),
}

macro_rules! numbers {
    ($name:literal, $($field:ident).+, $limit:ident, $read:ident, $default:expr) => {
        Key {
            name: $name,
            get: |row| row.$($field).+.map(number),
            set: |row, text, _| {
                let value = $read(text, &limits::$limit);
                if value.is_some() {
                    row.$($field).+ = value;
                }
                value.is_some()
            },
            clear: |row| row.$($field).+ = None,
            default: $default,
        }
    };
}

macro_rules! words {
    ($name:literal, $field:ident, $default:expr) => {
        words!(
            $name,
            $field,
            |text: &str, _: &Catalog| slug(text),
            $default
        )
    };
    ($name:literal, $field:ident, $read:expr, $default:expr) => {
        Key {
            name: $name,
            get: |row| row.$field.clone(),
            set: |row, text, catalog| {
                let read: fn(&str, &Catalog) -> Option<String> = $read;
                let value = read(text, catalog);
                let fine = value.is_some();
                if fine {
                    row.$field = value;
                }
                fine
            },
            clear: |row| row.$field = None,
            default: $default,
        }
    };
}

macro_rules! link {
    ($name:literal, $id:ident, $link:ident, $default:expr) => {
        Key {
            name: $name,
            get: |row| {
                Joined {
                    id: row.$id.clone(),
                    first: row.$link.bandwidth_gb_s,
                    second: row.$link.latency_us,
                }
                .text()
            },
            set: |row, text, catalog| {
                let read = Joined::read(text, &limits::LINK_BANDWIDTH, &limits::LINK_LATENCY)
                    .filter(|read| read.id.as_ref().is_none_or(|id| catalog.link(id).is_some()));
                let Some(read) = read else {
                    return false;
                };
                row.$id = read.id;
                row.$link = LinkRow {
                    bandwidth_gb_s: read.first,
                    latency_us: read.second,
                };
                true
            },
            clear: |row| {
                row.$id = None;
                row.$link = LinkRow::default();
            },
            default: $default,
        }
    };
}

const fn text(text: &'static str) -> Default {
    Default::Text(text)
}

const fn usual(limit: &Limit) -> Default {
    Default::Number(limit.default)
}

fn device_id(text: &str, catalog: &Catalog) -> Option<String> {
    slug(text).filter(|id| catalog.device(id).is_some())
}

fn model_id(text: &str, catalog: &Catalog) -> Option<String> {
    slug(text).filter(|id| catalog.model(id).is_some())
}

fn date(text: &str, _: &Catalog) -> Option<String> {
    bpt_catalog::calibration::years(text).map(|_| text.to_owned())
}

/// All keys of a scenario but the coefficients (`x.NAME`), in the order of a link.
pub const KEYS: &[Key] = &[
    words!("q", quant, text(default::QUANT)),
    numbers!("bits", bits_per_weight, BITS, within, Default::None),
    BITS_BY_CLASS,
    numbers!("file", file_bytes, FILE_BYTES, within, Default::None),
    words!("d", device_id, device_id, text(default::DEVICE)),
    DEVICES,
    numbers!("n", device_count, DEVICES, whole, usual(&limits::DEVICES)),
    numbers!("nodes", nodes, NODES, whole, usual(&limits::NODES)),
    SPLIT,
    link!("link", link_id, link, Default::None),
    link!("ilink", inner_link_id, inner_link, Default::None),
    words!(
        "eng",
        engine,
        Default::Device(|entry, _| Some(entry.engine.slug().into()))
    ),
    words!("be", backend, Default::None),
    numbers!(
        "bw",
        device.bandwidth_gb_s,
        BANDWIDTH,
        within,
        Default::Device(|entry, _| Some(number(rounded(entry.device.bandwidth.gb()))))
    ),
    numbers!(
        "mem",
        device.memory_gib,
        MEMORY,
        within,
        Default::Device(|entry, _| Some(number(rounded(shown(entry)))))
    ),
    numbers!(
        "tf",
        device.fp16_tflops,
        COMPUTE,
        within,
        Default::Device(|entry, _| Some(number(rounded(entry.device.fp16.tera()))))
    ),
    numbers!(
        "tf32",
        device.fp32_tflops,
        VECTOR,
        within,
        Default::Device(|entry, _| Some(number(rounded(entry.device.fp32.tera()))))
    ),
    numbers!(
        "ti8",
        device.int8_tops,
        INT8,
        within,
        Default::Device(|entry, _| entry.device.int8.map(|rate| number(rounded(rate.tera()))))
    ),
    numbers!(
        "tdp",
        device.tdp_w,
        TDP,
        within,
        Default::Device(|entry, _| entry.device.tdp.map(|watts| number(watts.get())))
    ),
    words!("kv", kv_type, text(default::KV_TYPE)),
    numbers!(
        "ctx",
        context_tokens,
        CONTEXT,
        within,
        usual(&limits::CONTEXT)
    ),
    numbers!("in", prompt_tokens, PROMPT, within, usual(&limits::PROMPT)),
    numbers!(
        "cached",
        cached_prompt_tokens,
        CACHED,
        within,
        usual(&limits::CACHED)
    ),
    numbers!(
        "depth",
        prefill_depth_tokens,
        PREFILL_DEPTH,
        within,
        usual(&limits::PREFILL_DEPTH)
    ),
    numbers!("out", gen_tokens, OUTPUT, within, usual(&limits::OUTPUT)),
    numbers!("u", users, USERS, within, usual(&limits::USERS)),
    numbers!(
        "rate",
        request_rate_per_s,
        REQUEST_RATE,
        within,
        Default::None
    ),
    numbers!("ub", ubatch_tokens, UBATCH, within, Default::None),
    PLACE,
    HOST,
    PCIE,
    SPECULATION,
    DRAFT_MODEL,
    ACCEPTANCE,
    UNFUSED,
];

/// The keys that follow the coefficients.
pub const LAST_KEYS: &[Key] = &[
    numbers!("you", own_tok_s, OWN_SPEED, within, Default::None),
    numbers!(
        "res",
        reserve_gib,
        RESERVE,
        within,
        Default::Device(|entry, _| Some(number(rounded(entry.device.reserve.gib()))))
    ),
    numbers!("mar", margin_gib, MARGIN, within, usual(&limits::MARGIN)),
    numbers!("lim", power_limit_w, POWER_LIMIT, within, Default::None),
    numbers!("kwh", tariff_per_kwh, TARIFF, within, Default::None),
    numbers!("price", device_price, PRICE, within, Default::None),
    words!("soft", software_date, date, Default::None),
    FLASH,
];

/// Chooses a model of the catalog: `a` and `b`.
pub(crate) fn read_model(text: &str, catalog: &Catalog) -> Option<String> {
    model_id(text, catalog)
}

/// All keys of a scenario, coefficients aside.
pub(crate) fn all() -> impl Iterator<Item = &'static Key> {
    KEYS.iter().chain(LAST_KEYS)
}

/// The key with this name.
#[must_use]
pub fn key(name: &str) -> Option<&'static Key> {
    all().find(|key| key.name == name)
}

/// A number of the catalog as it stands there, to twelve digits: units leave dust in the last ones.
pub(crate) fn rounded(value: f64) -> f64 {
    let scale = 10_f64.powf(11.0 - value.abs().log10().floor());
    if scale.is_normal() {
        (value * scale).round() / scale
    } else {
        value
    }
}

/// Whether a key is a number (or the name) of one kind of device.
pub(crate) fn of_device(name: &str) -> bool {
    ["d", "n", "bw", "mem", "tf", "tf32", "ti8", "tdp", "res"].contains(&name)
}

fn shown(entry: &DeviceEntry) -> f64 {
    entry
        .memory
        .get(entry.default_memory)
        .map_or_else(|| entry.device.memory.gib(), |option| option.shown_gib)
}
