//! One layer's tensors and the metadata around them.

use std::collections::BTreeMap;

use crate::classify::GgufName;
use crate::gguf::{Header, Value};
use crate::tensors::TensorInfo;

/// Largest number that is taken from metadata: products of two cannot overflow.
const MAX_NUMBER: u64 = 1 << 31;

/// Metadata of one architecture, remembering which keys were asked for.
pub(super) struct Meta<'a> {
    header: &'a Header,
    pub(super) architecture: &'a str,
    /// Keys that were used.
    used: core::cell::RefCell<std::collections::BTreeSet<String>>,
}

impl<'a> Meta<'a> {
    pub(super) fn new(header: &'a Header, architecture: &'a str) -> Self {
        Self {
            header,
            architecture,
            used: core::cell::RefCell::default(),
        }
    }

    /// Value of `<architecture>.key`.
    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.global(&format!("{}.{key}", self.architecture))
    }

    /// Value of a key as it stands in the file.
    pub(super) fn global(&self, key: &str) -> Option<&'a Value> {
        let (key, value) = self.header.metadata.get_key_value(key)?;
        self.used.borrow_mut().insert(key.clone());
        Some(value)
    }

    pub(super) fn number(&self, key: &str) -> Option<u64> {
        self.get(key)?
            .as_u64()
            .filter(|number| *number <= MAX_NUMBER)
    }

    /// Value for one layer: an element of an array, or the scalar.
    pub(super) fn at(&self, key: &str, layer: u32) -> Option<u64> {
        self.get(key)?
            .at(layer as usize)
            .filter(|number| *number <= MAX_NUMBER)
    }

    pub(super) fn was_used(&self, key: &str) -> bool {
        self.used.borrow().contains(key)
    }
}

/// The tensors of one layer by what they are (`attn_q`), with their suffix (`weight`).
#[derive(Default)]
pub(super) struct LayerTensors<'a> {
    tensors: BTreeMap<(&'a str, &'a str), &'a TensorInfo>,
    /// Experts stored one tensor each: number and one of them.
    single_experts: BTreeMap<&'a str, (u64, &'a TensorInfo)>,
}

impl<'a> LayerTensors<'a> {
    pub(super) fn add(&mut self, name: GgufName<'a>, tensor: &'a TensorInfo) {
        let single = name
            .base
            .split_once('.')
            .filter(|(base, expert)| base.starts_with("ffn_") && expert.parse::<u32>().is_ok());
        if let Some((base, _)) = single {
            let entry = self.single_experts.entry(base).or_insert((0, tensor));
            entry.0 += 1;
        }
        self.tensors.insert((name.base, name.suffix), tensor);
    }

    /// The weight of this name.
    pub(super) fn weight(&self, base: &str) -> Option<&'a TensorInfo> {
        self.tensors.get(&(base, "weight")).copied()
    }

    pub(super) fn has(&self, base: &str) -> bool {
        self.weight(base).is_some()
    }

    pub(super) fn has_bias(&self, base: &str) -> bool {
        self.tensors.contains_key(&(base, "bias"))
    }

    /// Whether any tensor's name starts so.
    pub(super) fn any(&self, prefix: &str) -> bool {
        self.tensors
            .keys()
            .any(|(base, _)| base.starts_with(prefix))
    }

    /// Rows (output width) of a weight.
    pub(super) fn rows(&self, base: &str) -> Option<u64> {
        self.weight(base).map(|tensor| tensor.dim(1))
    }

    /// Columns (input width) of a weight.
    pub(super) fn cols(&self, base: &str) -> Option<u64> {
        self.weight(base).map(|tensor| tensor.dim(0))
    }

    /// Experts that are stored one by one under this name: how many, and the shape of one.
    pub(super) fn single(&self, base: &str) -> Option<(u64, &'a TensorInfo)> {
        self.single_experts.get(base).copied()
    }
}
