//! Weight tables that were built already: thousands of rows share a few.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bpt_core::coefficients::Coefficients;
use bpt_core::model::{ByClass, Model};
use bpt_core::quant::{ClassBits, Format, Recipe, Safetensors};
use bpt_core::scenario::Spread;
use bpt_core::weights::Prepared;

use crate::calibration::Group;

/// Tables kept; a slider passes through a few hundred recipes.
const TABLES: usize = 2048;

/// Which model a table belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ModelKey {
    /// A catalog entry.
    Listed(usize),
    /// A catalog entry served by a build that keeps and reads every token in every layer.
    Whole(usize),
    /// A model of one's own, by the hash of its JSON.
    Own(u64),
}

type TableKey = (ModelKey, u64);

/// What was built and resolved before.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    tables: Mutex<HashMap<TableKey, Arc<Prepared>>>,
    own: Mutex<HashMap<u64, Arc<Model>>>,
    groups: Mutex<HashMap<Group, (Coefficients, Spread)>>,
}

/// A poisoned lock holds a whole map all the same: every insert is one call.
macro_rules! locked {
    ($lock:expr) => {
        $lock.lock().unwrap_or_else(PoisonError::into_inner)
    };
}

impl Cache {
    pub(crate) fn prepared(&self, key: ModelKey, model: &Model, recipe: Recipe) -> Arc<Prepared> {
        let key = (key, fingerprint(&recipe));
        if let Some(found) = locked!(self.tables).get(&key)
            && found.recipe == recipe
        {
            return Arc::clone(found);
        }
        let built = Arc::new(Prepared::new(model.clone(), recipe));
        let mut tables = locked!(self.tables);
        if tables.len() >= TABLES {
            tables.clear();
        }
        tables.insert(key, Arc::clone(&built));
        built
    }

    pub(crate) fn own(&self, key: u64) -> Option<Arc<Model>> {
        locked!(self.own).get(&key).cloned()
    }

    pub(crate) fn keep_own(&self, key: u64, model: Arc<Model>) {
        let mut own = locked!(self.own);
        if own.len() >= TABLES {
            own.clear();
        }
        own.insert(key, model);
    }

    pub(crate) fn group(
        &self,
        group: &Group,
        resolve: impl FnOnce() -> (Coefficients, Spread),
    ) -> (Coefficients, Spread) {
        if let Some(found) = locked!(self.groups).get(group) {
            return *found;
        }
        let found = resolve();
        locked!(self.groups).insert(*group, found);
        found
    }
}

/// FNV-1a over words: enough to tell recipes apart, equality is checked besides.
#[derive(Clone, Copy)]
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) const fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.word(u64::from(*byte));
        }
    }

    pub(crate) const fn get(self) -> u64 {
        self.0
    }
}

fn fingerprint(recipe: &Recipe) -> u64 {
    let mut hash = Fnv::new();
    format(&mut hash, &recipe.format);
    let ByClass(classes) = &recipe.by_class;
    for class in classes {
        match class {
            None => hash.word(1),
            Some(ClassBits::Bits(bits)) => hash.word(bits.get().to_bits()),
            Some(ClassBits::Format(other)) => format(&mut hash, other),
        }
    }
    hash.word(recipe.file_bytes.map_or(1, |bytes| bytes.get().to_bits()));
    hash.word(u64::from(recipe.dynamic));
    hash.get()
}

fn format(hash: &mut Fnv, format: &Format) {
    let mut pair = |kind: u64, a: f64, b: f64| {
        hash.word(kind);
        hash.word(a.to_bits());
        hash.word(b.to_bits());
    };
    match format {
        Format::Mix(mix) => pair(1, f64::from(*mix as u8), 0.0),
        Format::Pure(kind) => pair(2, f64::from(*kind as u8), 0.0),
        Format::Mlx { bits, group } => pair(3, *bits, *group),
        Format::Exl { bits, head_bits } => pair(4, *bits, *head_bits),
        Format::Free(bits) => pair(5, bits.get(), 0.0),
        Format::Safetensors(kind) => match kind {
            Safetensors::IntGroup { bits, group } => pair(6, *bits, *group),
            Safetensors::Fp8 => pair(7, 0.0, 0.0),
            Safetensors::Fp8Block => pair(8, 0.0, 0.0),
            Safetensors::Int8 => pair(9, 0.0, 0.0),
            Safetensors::Mxfp8 => pair(10, 0.0, 0.0),
            Safetensors::Nvfp4 => pair(11, 0.0, 0.0),
            Safetensors::Mxfp4 => pair(12, 0.0, 0.0),
        },
    }
}
