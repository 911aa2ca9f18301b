//! From one description per layer to a model in the schema of `data/models.json`.

use bpt_catalog::model_from_json;
use bpt_core::model::{Class, Model, tensors};
use serde_json::{Map, Value, json};

use crate::error::{Error, Result};

/// Most layers that are described one by one.
pub(crate) const MAX_LAYERS: u32 = 1_024;
/// Most different kinds of layers, so that grouping stays quick.
const MAX_KINDS: usize = 128;

/// One layer: groups of the schema without their `count`.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Layer {
    /// The token mixer.
    pub(crate) mixer: Option<Value>,
    /// A second mixer that runs beside the first.
    pub(crate) beside: Option<Value>,
    /// The feed-forward block.
    pub(crate) ffn: Option<Value>,
}

/// Parameters outside the groups.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Extra {
    pub(crate) name: String,
    pub(crate) params: f64,
    pub(crate) lookup: bool,
    pub(crate) norms: bool,
}

/// A model before it is grouped.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Shape {
    pub(crate) name: String,
    pub(crate) hidden: u64,
    pub(crate) vocab: u64,
    pub(crate) tied: bool,
    pub(crate) max_context: Option<u64>,
    pub(crate) qk_norm: bool,
    /// `qkv`, `qkvo` or none.
    pub(crate) bias: Option<&'static str>,
    pub(crate) fused_qkv: bool,
    pub(crate) layers: Vec<Layer>,
    pub(crate) extras: Vec<Extra>,
    pub(crate) mtp_layers: u64,
    pub(crate) mtp_params: Option<f64>,
}

impl Shape {
    /// The model as JSON.
    pub(crate) fn to_json(&self) -> Result<Value> {
        let mut mixers = Groups::default();
        let mut ffns = Groups::default();
        let single = self.one_block_a_layer();
        let parallel = self.layers.iter().any(|layer| layer.beside.is_some());
        for layer in &self.layers {
            if let Some(mixer) = &layer.mixer {
                mixers.add(mixer);
                if let Some(beside) = &layer.beside {
                    let mut beside = beside.clone();
                    if let Some(beside) = beside.as_object_mut() {
                        beside.insert("parallel".into(), json!(true));
                    }
                    mixers.add(&beside);
                }
            } else if !single {
                mixers.add(&json!({"kind": "none"}));
            }
            if let Some(ffn) = &layer.ffn {
                ffns.add(ffn);
            }
        }
        let mut attention = Map::new();
        if single && !parallel {
            attention.insert("hybrid_override_pattern".into(), self.pattern().into());
        }
        attention.insert("layers".into(), mixers.into_json()?);
        let mtp = (self.mtp_layers > 0)
            .then(|| json!({"layers": self.mtp_layers, "params": self.mtp_params.map(whole)}));
        let mut model = json!({
            "name": self.name,
            "num_hidden_layers": self.layers.len(),
            "hidden_size": self.hidden,
            "vocab_size": self.vocab,
            "tie_word_embeddings": self.tied,
            "max_context": self.max_context.filter(|tokens| *tokens > 0),
            "qk_norm": self.qk_norm,
            "attn_bias": self.bias,
            "fused_qkv": self.fused_qkv,
            "attention": attention,
            "ffn": ffns.into_json()?,
            "mtp": mtp,
            "extra_params": self.extras.iter().map(extra_json).collect::<Vec<_>>(),
        });
        if self.interleaved()
            && let Some(model) = model.as_object_mut()
        {
            model.insert("moe".into(), json!({"moe_layer_freq": 2}));
        }
        Ok(model)
    }

    /// Whether layers hold one block each (Nemotron H): some only mix, some only feed forward.
    fn one_block_a_layer(&self) -> bool {
        let only_mix = self
            .layers
            .iter()
            .any(|one| one.mixer.is_some() && one.ffn.is_none());
        let both = self
            .layers
            .iter()
            .any(|one| one.mixer.is_some() && one.ffn.is_some());
        let only_ffn = self
            .layers
            .iter()
            .any(|one| one.mixer.is_none() && one.ffn.is_some());
        only_mix && only_ffn && !both
    }

    /// The pattern of a model with one block a layer.
    fn pattern(&self) -> String {
        let letter = |layer: &Layer| match (&layer.mixer, &layer.ffn) {
            (Some(mixer), _) => match mixer.get("kind").and_then(Value::as_str) {
                Some("full" | "sliding" | "chunked" | "mla" | "v4_compressed") => '*',
                _ => 'M',
            },
            (None, Some(ffn)) if ffn.get("kind") == Some(&json!("moe")) => 'E',
            (None, _) => '-',
        };
        self.layers.iter().map(letter).collect()
    }

    /// Whether feed-forward kinds alternate: more changes of kind than groups explain.
    fn interleaved(&self) -> bool {
        let ffns: Vec<&Value> = self
            .layers
            .iter()
            .filter_map(|one| one.ffn.as_ref())
            .collect();
        let changes = ffns
            .windows(2)
            .filter(|pair| pair.first() != pair.last())
            .count();
        let is_moe = |ffn: &&&Value| ffn.get("kind") == Some(&json!("moe"));
        let moe = ffns.iter().filter(is_moe).count();
        changes >= 3 && moe > 0 && moe < ffns.len() && changes * 3 >= ffns.len()
    }

    /// The model as core computes with it.
    pub(crate) fn model(&self) -> Result<Model> {
        model_from_json(&self.to_json()?).map_err(|error| {
            Error::new(format!(
                "The model that the file describes is not computable: {error}."
            ))
        })
    }
}

/// Parameters of a model's text part that core counts, by class.
pub(crate) fn counted(model: &Model) -> bpt_core::model::ByClass<f64> {
    let mut sums = bpt_core::model::ByClass::<f64>::default();
    for tensor in tensors(model) {
        sums[tensor.class] += tensor.params();
    }
    sums
}

/// Gives a shape the parameters that its groups do not explain, so that its total is that of the
/// tensor table. Returns the difference where it is negative (the groups claim too much).
pub(crate) fn reconcile(
    shape: &mut Shape,
    model: &Model,
    actual: &bpt_core::model::ByClass<f64>,
) -> f64 {
    let have = counted(model);
    let mut norms = 0.0;
    let mut rest = 0.0;
    let mut lookup = 0.0;
    for class in Class::ALL {
        let more = actual[class] - have[class];
        match class {
            Class::Norms => norms += more,
            Class::Embedding => lookup += more,
            _ => rest += more,
        }
    }
    // Small vectors are booked under attention here and under norms there.
    let total = norms + rest;
    let (norms, rest) = if rest.abs() < norms.abs() && total >= 0.0 {
        (total, 0.0)
    } else if total >= 0.0 && (norms < 0.0 || rest < 0.0) {
        (0.0, total)
    } else {
        (norms, rest)
    };
    let mut missing = 0.0;
    for (name, params, lookup, norms) in [
        ("other lookup tables", lookup, true, false),
        ("norms and other vectors", norms, false, true),
        ("tensors outside the layer groups", rest, false, false),
    ] {
        if params > 0.5 {
            shape.extras.push(Extra {
                name: name.into(),
                params,
                lookup,
                norms,
            });
        } else {
            missing += params.min(0.0);
        }
    }
    missing
}

fn extra_json(extra: &Extra) -> Value {
    let mut json = json!({
        "name": extra.name,
        "params": whole(extra.params),
        "read_per_token": if extra.lookup { "lookup" } else { "all" },
    });
    if let (true, Some(json)) = (extra.norms, json.as_object_mut()) {
        json.insert("norms".into(), json!(true));
    }
    json
}

/// A parameter count without a decimal point.
pub(crate) fn whole(value: f64) -> Value {
    if value.fract() == 0.0 && (0.0..9e15).contains(&value) {
        json!(value as u64)
    } else {
        json!(value)
    }
}

/// Equal descriptions with their counts, in order of first appearance.
#[derive(Default)]
struct Groups {
    groups: Vec<(Value, u64)>,
    too_many: bool,
}

impl Groups {
    fn add(&mut self, one: &Value) {
        // Layers of a kind usually follow one another.
        let kinds = self.groups.len();
        match self.groups.iter_mut().rev().find(|(group, _)| group == one) {
            Some((_, count)) => *count += 1,
            None if kinds < MAX_KINDS => self.groups.push((one.clone(), 1)),
            None => self.too_many = true,
        }
    }

    fn into_json(self) -> Result<Value> {
        if self.too_many {
            return Err(Error::new(format!(
                "The file describes more than {MAX_KINDS} different kinds of layers."
            )));
        }
        let with_count = |(mut group, count): (Value, u64)| {
            if let Some(group) = group.as_object_mut() {
                group.insert("count".into(), json!(count));
            }
            group
        };
        Ok(self.groups.into_iter().map(with_count).collect())
    }
}
