//! Entries of the catalog: what a chooser shows and what arithmetic takes.

use std::sync::Arc;

use bpt_core::device::{Backend, Device, Engine, Link};
use bpt_core::kv_type::KvType;
use bpt_core::model::Model;
use bpt_core::scenario::ParallelKind;

/// Where a number comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Status {
    /// A maker's figure.
    Spec,
    /// Measured.
    Measured,
    /// Computed from other figures.
    Derived,
    /// Taken for want of anything better.
    #[default]
    Assumed,
}

impl Status {
    /// The name used in data.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Measured => "measured",
            Self::Derived => "derived",
            Self::Assumed => "assumed",
        }
    }

    /// From a name or its first letter.
    pub(crate) fn from_letter(text: &str) -> Self {
        match text.as_bytes().first() {
            Some(b's') => Self::Spec,
            Some(b'm') => Self::Measured,
            Some(b'd') => Self::Derived,
            _ => Self::Assumed,
        }
    }
}

/// A model of the catalog.
#[derive(Clone, Debug)]
pub struct ModelEntry {
    /// Its id in scenarios.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Family, for grouping.
    pub family: String,
    /// Licence tag.
    pub license: String,
    /// Release, `YYYY-MM-DD`.
    pub released: String,
    /// Precision it was published in.
    pub native_dtype: Option<String>,
    /// How sure the shape is: read in a config (spec), filled in and confirmed by the total
    /// (derived), or fitted (assumed).
    pub status: Status,
    /// The shape.
    pub model: Arc<Model>,
}

/// What kind of machine a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeviceKind {
    /// A card with memory of its own.
    Discrete,
    /// GPU and CPU on one memory.
    Unified,
    /// A CPU with its RAM.
    Cpu,
    /// Another accelerator.
    Accelerator,
}

/// A size that a device is sold in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryOption {
    /// The number on the box.
    pub sold: f64,
    /// What the system shows, GiB.
    pub shown_gib: f64,
}

/// What is kept for the system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reserve {
    /// So many GiB.
    Gib(f64),
    /// A share of memory that depends on its size, as macOS keeps it.
    Share {
        /// Sizes up to this, GiB, keep `small`, larger ones `large`.
        up_to_gib: f64,
        /// Share kept of small memories.
        small: f64,
        /// Share kept of large memories.
        large: f64,
    },
}

impl Reserve {
    /// GiB kept of so much memory.
    #[must_use]
    pub fn gib(self, memory_gib: f64) -> f64 {
        match self {
            Self::Gib(gib) => gib.min(memory_gib / 2.0),
            Self::Share {
                up_to_gib,
                small,
                large,
            } => {
                memory_gib
                    * if memory_gib <= up_to_gib {
                        small
                    } else {
                        large
                    }
            }
        }
    }
}

/// How sure the numbers of a device are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct DeviceStatus {
    pub memory: Status,
    pub bandwidth: Status,
    pub fp16: Status,
    pub fp32: Status,
    pub tdp: Status,
    pub price: Status,
    pub reserve: Status,
    pub stream: Status,
    pub int8: Status,
    pub fp8: Status,
    pub fp4: Status,
    /// Of the CPU side of a unified machine.
    pub cpu: Status,
}

/// A device of the catalog.
#[derive(Clone, Debug)]
pub struct DeviceEntry {
    /// Its id in scenarios.
    pub id: String,
    /// Its full name.
    pub name: String,
    /// A short name for charts and sentences.
    pub short: String,
    /// Machines that it is sold in, where people know it by their names; else empty.
    pub sold_in: String,
    /// Group in choosers.
    pub group: String,
    /// Kind of machine.
    pub kind: DeviceKind,
    /// Sizes it is sold in, smallest first.
    pub memory: Vec<MemoryOption>,
    /// The size taken where none is named, as an index into `memory`.
    pub default_memory: usize,
    /// What is kept for the system.
    pub reserve: Reserve,
    /// The device with its default memory.
    pub device: Device,
    /// The CPU side of a unified machine.
    pub cpu: Option<Device>,
    /// Cores of a CPU or of the CPU side, where known.
    pub cores: Option<f64>,
    /// What usually serves models on it.
    pub engine: Engine,
    /// What that engine runs on; `None` where it is none of the known ones.
    pub backend: Option<Backend>,
    /// Link between devices of one machine, as an index of links.
    pub link: usize,
    /// Link between machines.
    pub node_link: usize,
    /// Bus to the host, where there is one.
    pub pcie: Option<usize>,
    /// Price at launch or on the street, US dollars.
    pub price_usd: Option<f64>,
    /// How sure the numbers are.
    pub status: DeviceStatus,
}

impl DeviceEntry {
    /// The default size as it is sold, the number on the box.
    #[must_use]
    pub fn sold(&self) -> f64 {
        self.memory
            .get(self.default_memory)
            .map_or_else(|| self.device.memory.gib(), |option| option.sold)
    }

    /// Memory as the system shows it for a wanted size: a size on the box gives what is shown for
    /// it, any other number is itself.
    #[must_use]
    pub fn shown_gib(&self, wanted: f64) -> f64 {
        self.memory
            .iter()
            .find(|option| option.sold == wanted)
            .map_or(wanted, |option| option.shown_gib)
    }
}

/// A link of the catalog.
#[derive(Clone, Debug)]
pub struct LinkEntry {
    /// Its id in scenarios.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Kind: pcie, nvlink, xgmi, ethernet, infiniband, thunderbolt, ici.
    pub kind: String,
    /// Usable bandwidth and small-message times.
    pub link: Link,
    /// How sure the bandwidth is.
    pub bandwidth_status: Status,
    /// How sure the small-message time of two ranks is.
    pub latency_status: Status,
}

/// A weight format of the catalog.
#[derive(Clone, Debug)]
pub struct QuantEntry {
    /// Its slug in scenarios.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// Group in choosers.
    pub group: String,
    /// What a typical 8B model comes to, bits per weight; for choosers only.
    pub bits: f64,
    /// Quality that one small model lost in it: points of the right token's probability
    /// (`data/quant_quality.json`); a guide only.
    pub loss: Option<f64>,
    /// Whether choosers offer it.
    pub picker: bool,
}

/// A KV cache type of the catalog.
#[derive(Clone, Debug)]
pub struct KvEntry {
    /// Its slug in scenarios.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// Bytes and kernel.
    pub kv: KvType,
    /// Whether choosers offer it.
    pub picker: bool,
}

/// The name of a variant, at most 12 bytes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant([u8; 12]);

impl Variant {
    /// What a row is that names no build: as a condition, that it names none.
    pub const NONE: Self = Self([0; 12]);

    /// From its name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let mut bytes = [0; 12];
        for (slot, byte) in bytes.iter_mut().zip(name.bytes()) {
            *slot = byte;
        }
        Self(bytes)
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        let end = self
            .0
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(self.0.len());
        core::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }
}

/// An engine of the catalog.
#[derive(Clone, Debug)]
pub struct EngineEntry {
    /// The engine.
    pub engine: Engine,
    /// Its name for people.
    pub name: String,
    /// How it usually splits over devices.
    pub parallel: ParallelKind,
    /// Tokens it processes together in prefill.
    pub ubatch: f64,
    /// Backends it has.
    pub backends: Vec<Backend>,
    /// Programs and drivers that one name hides, with the builds each is known by.
    pub variants: Vec<(Variant, Vec<String>)>,
}

impl EngineEntry {
    /// The variant that a build or driver belongs to.
    #[must_use]
    pub fn variant(&self, build: &str) -> Option<Variant> {
        let known =
            |builds: &[String]| builds.iter().any(|known| build.starts_with(known.as_str()));
        self.variants
            .iter()
            .find(|(_, builds)| known(builds))
            .map(|(variant, _)| *variant)
    }
}
