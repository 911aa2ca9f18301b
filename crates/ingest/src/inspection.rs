//! What was found in a file.

use bpt_core::model::Class;
use serde_json::{Map, Value, json};

use crate::layers::whole;
use crate::tensors::{TensorInfo, Totals};

/// The result of reading a file: a model, and how sure each part of it is.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Inspection {
    /// `gguf`, `safetensors`, `config.json` or `llama-bench`.
    pub format: &'static str,
    /// Name of the architecture in the file.
    pub architecture: String,
    /// The model in the schema of `data/models.json`, fit for a scenario's `model`. Null where a
    /// file holds tensors only.
    pub model: Value,
    /// Key in the file and what was taken from it.
    pub understood: Vec<(String, String)>,
    /// What the file does not say, the value taken, and why.
    pub assumed: Vec<(String, String)>,
    /// Key in the file that no rule explains, and its value.
    pub unknown: Vec<(String, String)>,
    /// Things the reader should know.
    pub notes: Vec<String>,
    /// Quantization slug, where the file names one.
    pub quant: Option<String>,
    /// Parameters of the text part, without drafting layers.
    pub params: Option<f64>,
    /// Sums over the tensor table, where the file has one.
    pub totals: Option<Totals>,
    /// The tensor table, where the file has one.
    pub tensors: Vec<TensorInfo>,
    /// Measurement rows of a benchmark log.
    pub measurements: Vec<Value>,
}

impl Inspection {
    pub(crate) fn understand(&mut self, key: impl Into<String>, what: impl Into<String>) {
        self.understood.push((key.into(), what.into()));
    }

    pub(crate) fn assume(&mut self, key: impl Into<String>, what: impl Into<String>) {
        self.assumed.push((key.into(), what.into()));
    }

    pub(crate) fn not_known(&mut self, key: impl Into<String>, what: impl Into<String>) {
        self.unknown.push((key.into(), what.into()));
    }

    /// Measured bits of each class's matrices, as a scenario's `bits_by_class`; `None` without a
    /// tensor table.
    #[must_use]
    pub fn bits_by_class(&self) -> Option<Value> {
        let totals = self.totals.as_ref()?;
        // Norms and other vectors are kept at full precision by every format.
        let classes = Class::ALL
            .into_iter()
            .filter(|class| !matches!(class, Class::Norms | Class::Other));
        Some(
            classes
                .filter_map(|class| Some((class.slug().to_owned(), json!(totals.bits(class)?))))
                .collect::<Map<_, _>>()
                .into(),
        )
    }

    /// Bytes of the text tensors, without drafting layers and towers.
    #[must_use]
    pub fn file_bytes(&self) -> Option<f64> {
        self.totals.as_ref().map(|totals| totals.bytes.total())
    }

    /// What `bpt inspect` prints.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let object = |pairs: &[(String, String)]| -> Value {
            let pairs = pairs.iter().map(|(key, what)| (key.clone(), json!(what)));
            pairs.collect::<Map<_, _>>().into()
        };
        let mut out = json!({
            "model": self.model,
            "understood": object(&self.understood),
            "assumed": object(&self.assumed),
            "unknown": object(&self.unknown),
            "format": self.format,
            "architecture": self.architecture,
            "notes": self.notes,
            "quant": self.quant,
            "params": self.params.map(whole),
        });
        if let (Some(totals), Some(out)) = (&self.totals, out.as_object_mut()) {
            let by_class: Map<String, Value> = Class::ALL
                .into_iter()
                .map(|class| (class.slug().to_owned(), whole(totals.bytes[class])))
                .collect();
            out.insert("file_bytes".into(), json!(self.file_bytes().map(whole)));
            out.insert("bytes_by_class".into(), by_class.into());
            out.insert("bits_by_class".into(), json!(self.bits_by_class()));
            out.insert("tensor_count".into(), json!(self.tensors.len()));
            out.insert("tensor_bytes".into(), whole(totals.all_bytes));
            out.insert("mtp_bytes".into(), whole(totals.mtp_bytes));
            out.insert("tower_bytes".into(), whole(totals.tower_bytes));
        }
        if let (false, Some(out)) = (self.measurements.is_empty(), out.as_object_mut()) {
            out.insert("rows".into(), json!(self.measurements));
        }
        out
    }
}
