//! The catalog: entries by id, defaults, and what was built from them.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use bpt_core::device::Engine;
use serde_json::Value;

use crate::cache::Cache;
use crate::calibration::Calibration;
use crate::entries::{DeviceEntry, EngineEntry, KvEntry, LinkEntry, ModelEntry, QuantEntry};
use crate::error::DataError;
use crate::kv_types::KvTypes;
use crate::load;
use crate::quants::Quants;
use crate::read::{Result, list};

const WHOLE: &str = include_str!(concat!(env!("OUT_DIR"), "/catalog.json"));
const START: &str = include_str!(concat!(env!("OUT_DIR"), "/start.json"));

/// Whether this build has only the start of the catalog in it.
const IS_START: bool = cfg!(all(feature = "start", target_family = "wasm"));
const EMBEDDED: &str = if IS_START { START } else { WHOLE };

/// The whole catalog, once it has arrived in a build that lacks it.
static ARRIVED: OnceLock<Catalog> = OnceLock::new();

/// The scenario that page, links and command line start from.
pub mod default {
    /// Model A.
    pub const MODEL_A: &str = "qwen3-32b";
    /// Model B.
    pub const MODEL_B: &str = "qwen3-30b-a3b";
    /// Device.
    pub const DEVICE: &str = "dgx-spark";
    /// Weight format.
    pub const QUANT: &str = "q4_k_m";
    /// KV cache type.
    pub const KV_TYPE: &str = "f16";
    /// Memory platform behind an offload.
    pub const HOST: &str = "ddr5-5600-2ch";
    /// Bus to that platform where a device names none.
    pub const PCIE: &str = "pcie-4-x16";
}

/// Models, devices, links, formats, engines and coefficients.
#[derive(Debug)]
pub struct Catalog {
    models: Vec<ModelEntry>,
    devices: Vec<DeviceEntry>,
    links: Vec<LinkEntry>,
    engines: Vec<EngineEntry>,
    engine_aliases: HashMap<String, Engine>,
    model_ids: HashMap<String, usize>,
    device_ids: HashMap<String, usize>,
    link_ids: HashMap<String, usize>,
    pub(crate) quants: Quants,
    pub(crate) kv_types: KvTypes,
    calibration: Calibration,
    pub(crate) cache: Arc<Cache>,
}

fn ids<T>(entries: &[T], id: impl Fn(&T) -> &str) -> HashMap<String, usize> {
    entries
        .iter()
        .enumerate()
        .map(|(at, entry)| (id(entry).to_owned(), at))
        .collect()
}

/// Every entry of a list, read.
fn all<T>(data: &Value, key: &str, read: impl Fn(&Value) -> Result<T>) -> Result<Vec<T>> {
    list(data, key)?.iter().map(read).collect()
}

impl Catalog {
    /// The catalog that is part of this build, parsed once; where that is only the start, the
    /// whole one from [`Catalog::complete`] on. So it is asked for where it is used, not kept.
    ///
    /// # Panics
    ///
    /// Never in a build that passed its tests: the data are compiled in and read there.
    #[must_use]
    pub fn embedded() -> &'static Self {
        if let Some(whole) = ARRIVED.get() {
            return whole;
        }
        static EMBEDDED_CATALOG: OnceLock<Catalog> = OnceLock::new();
        EMBEDDED_CATALOG.get_or_init(|| match Self::from_json(EMBEDDED) {
            Ok(catalog) => catalog,
            Err(error) => unreachable!("{error}"),
        })
    }

    /// Whether [`Catalog::embedded`] has every model and device.
    #[must_use]
    pub fn is_whole() -> bool {
        !IS_START || ARRIVED.get().is_some()
    }

    /// Takes the whole catalog, as [`Catalog::whole_json`] is, for [`Catalog::embedded`].
    ///
    /// # Errors
    ///
    /// Names the first entry that cannot be read.
    pub fn complete(text: &str) -> core::result::Result<(), DataError> {
        // Refused where it is there already, with the same content.
        let _ = ARRIVED.set(Self::from_json(text)?);
        Ok(())
    }

    /// All of the slim catalog: the file that the page fetches.
    #[must_use]
    pub const fn whole_json() -> &'static str {
        WHOLE
    }

    /// What the page has in it: the models and devices of the first scenario and of the story,
    /// everything else whole.
    #[must_use]
    pub const fn start_json() -> &'static str {
        START
    }

    /// A catalog from the slim JSON that `build/main.rs` makes of `data/`.
    ///
    /// # Errors
    ///
    /// Names the first entry that cannot be read.
    pub fn from_json(text: &str) -> core::result::Result<Self, DataError> {
        let data: Value =
            serde_json::from_str(text).map_err(|error| DataError(format!("catalog: {error}")))?;
        let models = all(&data, "models", load::model)?;
        let links = all(&data, "links", load::link)?;
        let engines = all(&data, "engines", load::engine)?;
        let rules = &data["memory_rules"];
        let devices = all(&data, "devices", |entry| load::device(entry, rules, &links))?;
        let aliases = data["engine_aliases"].as_object();
        let engine_aliases = aliases
            .into_iter()
            .flatten()
            .filter_map(|(from, to)| Some((from.clone(), Engine::from_slug(to.as_str()?)?)))
            .collect();
        Ok(Self {
            model_ids: ids(&models, |entry: &ModelEntry| &entry.id),
            device_ids: ids(&devices, |entry: &DeviceEntry| &entry.id),
            link_ids: ids(&links, |entry: &LinkEntry| &entry.id),
            models,
            devices,
            links,
            engines,
            engine_aliases,
            quants: Quants::load(&data)?,
            kv_types: KvTypes::load(&data)?,
            calibration: Calibration::from_json(&data["calibration"])?,
            cache: Arc::default(),
        })
    }

    /// All models.
    #[must_use]
    pub fn models(&self) -> &[ModelEntry] {
        &self.models
    }

    /// All devices.
    #[must_use]
    pub fn devices(&self) -> &[DeviceEntry] {
        &self.devices
    }

    /// All links.
    #[must_use]
    pub fn links(&self) -> &[LinkEntry] {
        &self.links
    }

    /// All weight formats.
    #[must_use]
    pub fn quants(&self) -> &[QuantEntry] {
        &self.quants.entries
    }

    /// All KV cache types.
    #[must_use]
    pub fn kv_types(&self) -> &[KvEntry] {
        &self.kv_types.entries
    }

    /// All engines.
    #[must_use]
    pub fn engines(&self) -> &[EngineEntry] {
        &self.engines
    }

    /// The coefficients and ranges.
    #[must_use]
    pub const fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// The model with this id.
    #[must_use]
    pub fn model(&self, id: &str) -> Option<&ModelEntry> {
        self.model_index(id).map(|at| &self.models[at])
    }

    /// The device with this id.
    #[must_use]
    pub fn device(&self, id: &str) -> Option<&DeviceEntry> {
        self.device_ids.get(id).map(|at| &self.devices[*at])
    }

    /// The link with this id.
    #[must_use]
    pub fn link(&self, id: &str) -> Option<&LinkEntry> {
        self.link_ids.get(id).map(|at| &self.links[*at])
    }

    /// The weight format with this slug, if it is listed.
    #[must_use]
    pub fn quant(&self, slug: &str) -> Option<&QuantEntry> {
        self.quants.entries.iter().find(|entry| entry.id == slug)
    }

    pub(crate) fn model_index(&self, id: &str) -> Option<usize> {
        self.model_ids.get(id).copied()
    }

    pub(crate) fn link_at(&self, at: usize) -> &LinkEntry {
        &self.links[at]
    }

    /// The engine with this slug, or one that is known under another name.
    pub(crate) fn engine_named(&self, slug: &str) -> Option<Engine> {
        let slug = slug.to_ascii_lowercase();
        Engine::from_slug(&slug).or_else(|| self.engine_aliases.get(&slug).copied())
    }

    pub(crate) fn engine(&self, engine: Engine) -> Option<&EngineEntry> {
        self.engines.iter().find(|entry| entry.engine == engine)
    }
}
