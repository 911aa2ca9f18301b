//! Coefficients and ranges for one engine, backend and device class, from `calibration.json`.

use bpt_core::coefficients::Coefficients;
use bpt_core::decimal::parse;
use bpt_core::device::{Backend, DeviceClass, Engine};
use bpt_core::kv_type::KvKind;
use bpt_core::quant::Kernel;
use bpt_core::scenario::Spread;
use serde_json::Value;

use crate::entries::{Status, Variant};
use crate::error::DataError;
use crate::read::{Result, list, miss, number, text};

/// What calibration distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// Class of the (first) device.
    pub class: DeviceClass,
    /// Engine.
    pub engine: Engine,
    /// Backend.
    pub backend: Backend,
    /// How the KV cache is read.
    pub kv: KvKind,
    /// What reads the weights.
    pub kernel: Kernel,
    /// Whether the model is a mixture of experts.
    pub moe: bool,
    /// Whether the model has Mamba-2 layers.
    pub mamba: bool,
    /// Whether several machines work together.
    pub nodes: bool,
    /// Whether several devices work together.
    pub several: bool,
    /// Whether tokens are drafted and verified.
    pub speculation: bool,
    /// Which of the programs or drivers that one name hides, where the row tells.
    pub variant: Option<Variant>,
}

impl Group {
    /// What a `where` may name of it, as key and value.
    #[must_use]
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![
            ("class", self.class.slug().to_owned()),
            ("hbm", self.class.is_hbm().to_string()),
            ("engine", self.engine.slug().to_owned()),
            ("engine_family", family(self.engine).slug().to_owned()),
            ("backend", self.backend.slug().to_owned()),
            ("kv", self.kv.slug().to_owned()),
            ("kernel", self.kernel.slug().to_owned()),
            ("moe", self.moe.to_string()),
            ("mamba", self.mamba.to_string()),
            ("nodes", self.nodes.to_string()),
            ("several", self.several.to_string()),
            ("speculation", self.speculation.to_string()),
        ];
        if let Some(variant) = &self.variant {
            facts.push(("variant", variant.name().to_owned()));
        }
        facts
    }
}

/// Engines whose kernels are kin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EngineFamily {
    Ggml,
    Server,
    Mlx,
    Exllama,
    Other,
}

impl EngineFamily {
    const ALL: [Self; 5] = [
        Self::Ggml,
        Self::Server,
        Self::Mlx,
        Self::Exllama,
        Self::Other,
    ];

    const fn slug(self) -> &'static str {
        match self {
            Self::Ggml => "ggml",
            Self::Server => "server",
            Self::Mlx => "mlx",
            Self::Exllama => "exllama",
            Self::Other => "other",
        }
    }
}

const fn family(engine: Engine) -> EngineFamily {
    match engine {
        Engine::LlamaCpp | Engine::IkLlama | Engine::Ollama => EngineFamily::Ggml,
        Engine::Vllm | Engine::Sglang | Engine::TrtLlm => EngineFamily::Server,
        Engine::Mlx => EngineFamily::Mlx,
        Engine::Exllama => EngineFamily::Exllama,
        Engine::Other => EngineFamily::Other,
    }
}

/// The `where` of a level or range: what is not named matches everything.
#[derive(Clone, Debug, Default, PartialEq)]
struct Where {
    class: Option<DeviceClass>,
    hbm: Option<bool>,
    engine: Option<Engine>,
    engine_family: Option<EngineFamily>,
    backend: Option<Backend>,
    kv: Option<KvKind>,
    kernel: Option<Kernel>,
    moe: Option<bool>,
    mamba: Option<bool>,
    nodes: Option<bool>,
    several: Option<bool>,
    speculation: Option<bool>,
    variant: Option<Variant>,
}

impl Where {
    fn load(value: &Value) -> Result<Self> {
        let mut found = Self::default();
        let Some(map) = value.as_object() else {
            return Ok(found);
        };
        for (key, value) in map {
            let text = value.as_str().unwrap_or_default();
            let known = match key.as_str() {
                "class" => set(&mut found.class, DeviceClass::from_slug(text)),
                "hbm" => set(&mut found.hbm, flag(value)),
                "several" => set(&mut found.several, flag(value)),
                "speculation" => set(&mut found.speculation, flag(value)),
                "engine" => set(&mut found.engine, Engine::from_slug(text)),
                "backend" => set(&mut found.backend, Backend::from_slug(text)),
                "kv" => set(&mut found.kv, KvKind::from_slug(text)),
                "kernel" => set(&mut found.kernel, Kernel::from_slug(text)),
                "moe" => set(&mut found.moe, flag(value)),
                "mamba" => set(&mut found.mamba, flag(value)),
                "variant" => set(&mut found.variant, Some(Variant::new(text))),
                "nodes" => set(&mut found.nodes, flag(value)),
                "engine_family" => set(
                    &mut found.engine_family,
                    EngineFamily::ALL
                        .into_iter()
                        .find(|family| family.slug() == text),
                ),
                _ => false,
            };
            if !known {
                return Err(DataError(format!("calibration: where {key} = {value}")));
            }
        }
        Ok(found)
    }

    fn matches(&self, group: &Group) -> bool {
        fn fits<T: PartialEq>(wanted: Option<T>, is: T) -> bool {
            wanted.is_none_or(|wanted| wanted == is)
        }
        fits(self.class, group.class)
            && fits(self.hbm, group.class.is_hbm())
            && fits(self.engine, group.engine)
            && fits(self.engine_family, family(group.engine))
            && fits(self.backend, group.backend)
            && fits(self.kv, group.kv)
            && fits(self.kernel, group.kernel)
            && fits(self.moe, group.moe)
            && fits(self.mamba, group.mamba)
            && fits(self.nodes, group.nodes)
            && fits(self.several, group.several)
            && fits(self.speculation, group.speculation)
            && self
                .variant
                .is_none_or(|wanted| wanted == group.variant.unwrap_or(Variant::NONE))
    }

    /// How many things it names.
    fn specific(&self) -> u32 {
        u32::from(self.class.is_some())
            + u32::from(self.hbm.is_some())
            + u32::from(self.engine.is_some())
            + u32::from(self.engine_family.is_some())
            + u32::from(self.backend.is_some())
            + u32::from(self.kv.is_some())
            + u32::from(self.kernel.is_some())
            + u32::from(self.moe.is_some())
            + u32::from(self.mamba.is_some())
            + u32::from(self.nodes.is_some())
            + u32::from(self.several.is_some())
            + u32::from(self.speculation.is_some())
            + u32::from(self.variant.is_some())
    }
}

/// A truth value, also as text; `multi` is several machines.
fn flag(value: &Value) -> Option<bool> {
    value.as_bool().or_else(|| match value.as_str()? {
        "true" | "multi" => Some(true),
        "false" => Some(false),
        _ => None,
    })
}

fn set<T>(slot: &mut Option<T>, value: Option<T>) -> bool {
    *slot = value;
    slot.is_some()
}

#[derive(Clone, Debug)]
struct Level {
    place: Where,
    times: f64,
}

#[derive(Clone, Debug)]
struct Leveled {
    name: &'static str,
    value: f64,
    levels: Vec<Level>,
}

#[derive(Clone, Debug)]
struct Range {
    place: Where,
    prefill: bool,
    low: f64,
    high: f64,
    kv: Option<f64>,
    octave: Option<f64>,
    measured_context: Option<f64>,
    measured_users: Option<f64>,
    measured_prompt: Option<f64>,
}

/// The calibration: universal values, levels and ranges.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// Revision of the data; a link that freezes a scenario names it.
    pub revision: String,
    /// Month of the newest software it holds for, `YYYY-MM`.
    pub newest_software: String,
    /// The same in years.
    pub newest: f64,
    /// Added to the logarithm of a range for each thing that had to be guessed.
    pub fallback_widening: f64,
    base: Coefficients,
    leveled: Vec<Leveled>,
    ranges: Vec<Range>,
    classes: Vec<DeviceClass>,
    statuses: Vec<(&'static str, Status)>,
}

impl Calibration {
    /// Reads `calibration.json`.
    ///
    /// # Errors
    ///
    /// Names the first coefficient, level or range that cannot be read.
    pub fn from_json(data: &Value) -> core::result::Result<Self, DataError> {
        let mut calibration = Self {
            revision: text(data, "revision")?.to_owned(),
            newest_software: text(data, "newest_software")?.to_owned(),
            newest: years(text(data, "newest_software")?)
                .ok_or_else(|| miss(data, "newest_software"))?,
            fallback_widening: number(data, "fallback_widening")?,
            base: Coefficients::default(),
            leveled: Vec::new(),
            ranges: Vec::new(),
            classes: Vec::new(),
            statuses: Vec::new(),
        };
        for entry in list(data, "coefficients")? {
            let info = Coefficients::info(text(entry, "name")?)
                .ok_or_else(|| DataError(format!("no coefficient {}", entry["name"])))?;
            let value = number(entry, "value")?;
            calibration.base.set(info.name, value);
            let status = entry["status"].as_str();
            let status = status.map_or(Status::Derived, Status::from_letter);
            calibration.statuses.push((info.name, status));
            let mut levels = Vec::new();
            for level in entry["levels"].as_array().into_iter().flatten() {
                levels.push(Level {
                    place: Where::load(&level["where"])?,
                    times: number(level, "times")?,
                });
            }
            if !levels.is_empty() {
                calibration.leveled.push(Leveled {
                    name: info.name,
                    value,
                    levels,
                });
            }
        }
        for entry in list(data, "ranges")? {
            calibration.ranges.push(Range {
                place: Where::load(&entry["where"])?,
                prefill: text(entry, "metric")? == "prefill",
                low: number(entry, "low")?,
                high: number(entry, "high")?,
                kv: entry["kv"].as_f64(),
                octave: entry["octave"].as_f64(),
                measured_context: entry["measured_context"].as_f64(),
                measured_users: entry["measured_users"].as_f64(),
                measured_prompt: entry["measured_prompt"].as_f64(),
            });
        }
        if let Some(classes) = data["measured_classes"].as_object() {
            calibration.classes = classes
                .iter()
                .filter(|(_, rows)| rows.as_f64().is_some_and(|rows| rows > 0.0))
                .filter_map(|(slug, _)| DeviceClass::from_slug(slug))
                .collect();
        }
        Ok(calibration)
    }

    /// The coefficients of a group: universal value times every level that matches.
    #[must_use]
    pub fn coefficients(&self, group: &Group) -> Coefficients {
        let mut found = self.base;
        for leveled in &self.leveled {
            let times: f64 = leveled
                .levels
                .iter()
                .filter(|level| level.place.matches(group))
                .map(|level| level.times)
                .product();
            if times != 1.0 {
                found.set(leveled.name, leveled.value * times);
            }
        }
        found
    }

    /// The ranges of a group: for each value the most specific entry that matches and holds it.
    #[must_use]
    pub fn spread(&self, group: &Group) -> Spread {
        let mut spread = Spread::default();
        let mut matching: Vec<&Range> = self
            .ranges
            .iter()
            .filter(|range| range.place.matches(group))
            .collect();
        bpt_core::order::sort_by(&mut matching, |a, b| {
            a.place.specific() < b.place.specific()
        });
        for range in matching {
            if range.prefill {
                (spread.prefill_low, spread.prefill_high) = (range.low, range.high);
            } else {
                (spread.decode_low, spread.decode_high) = (range.low, range.high);
                take(&mut spread.kv, range.kv);
                take(&mut spread.octave, range.octave);
            }
            take(&mut spread.measured_context, range.measured_context);
            take(&mut spread.measured_users, range.measured_users);
            take(&mut spread.measured_prompt, range.measured_prompt);
        }
        spread
    }

    /// Whether a coefficient was fitted to measurements or is assumed.
    #[must_use]
    pub fn status(&self, name: &str) -> Status {
        let found = self.statuses.iter().find(|(known, _)| *known == name);
        found.map_or(Status::Assumed, |(_, status)| *status)
    }

    /// Whether any measurement of this class went into it.
    #[must_use]
    pub fn knows(&self, class: DeviceClass) -> bool {
        self.classes.contains(&class)
    }
}

fn take(slot: &mut f64, value: Option<f64>) {
    if let Some(value) = value {
        *slot = value;
    }
}

/// `YYYY`, `YYYY-MM` or `YYYY-MM-DD` as years; a year alone is its middle.
#[must_use]
pub fn years(text: &str) -> Option<f64> {
    let mut parts = text.split('-');
    let year = parts.next()?;
    if year.len() != 4 || !year.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let year = parse(year)?;
    let Some(month) = parts.next() else {
        return Some(year + 0.5);
    };
    let month = parse(month).filter(|_| month.len() == 2)?;
    let day = match parts.next() {
        None => 15.0,
        Some(day) => parse(day).filter(|_| day.len() == 2)?,
    };
    let fits = (1.0..=12.0).contains(&month) && (1.0..=31.0).contains(&day);
    (fits && parts.next().is_none()).then(|| year + (month - 1.0 + day / 31.0) / 12.0)
}
