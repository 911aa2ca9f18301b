//! The model and how it is stored.

use std::sync::Arc;

use bpt_core::device::Engine;
use bpt_core::model::{Mixer, Model, Reach};
use bpt_core::notes::{Note, Notes};
use bpt_core::quant::{ClassBits, Format, Recipe};
use bpt_core::units::{BitsPerWeight, Bytes};
use bpt_core::weights::Prepared;
use serde_json::Value;

use super::Result;
use crate::cache::{Fnv, ModelKey};
use crate::calibration::years;
use crate::catalog::{Catalog, default};
use crate::error::ScenarioError;
use crate::model_from_json;
use crate::row::{BitsRow, ScenarioRow};

pub(super) fn prepared(
    catalog: &Catalog,
    row: &ScenarioRow,
    engine: Engine,
    notes: &mut Notes,
) -> Result<Arc<Prepared>> {
    let recipe = recipe(catalog, row, engine, notes);
    if let Some(own) = &row.model {
        let (key, model) = own_model(catalog, own)?;
        return Ok(catalog.cache.prepared(ModelKey::Own(key), &model, recipe));
    }
    let Some(id) = &row.model_id else {
        let allowed = "an id of data/models.json";
        return Err(ScenarioError::new("model_id", "nothing", allowed));
    };
    if reads_whole_cache(row, engine) {
        return whole(catalog, "model_id", id, recipe);
    }
    listed(catalog, "model_id", id, recipe)
}

/// Since May 2025 (llama.cpp PR #13194) ggml engines keep only the window of sliding layers;
/// before, each of them kept and read every token. Years.
const WINDOWED_CACHE: f64 = 2025.387;

fn reads_whole_cache(row: &ScenarioRow, engine: Engine) -> bool {
    let date = row.software_date.as_ref().or(row.date.as_ref());
    let date = date.and_then(|date| years(date.as_str()));
    engine.is_ggml() && date.is_some_and(|date| date < WINDOWED_CACHE)
}

/// A listed model without windows.
fn whole(catalog: &Catalog, field: &str, id: &str, recipe: Recipe) -> Result<Arc<Prepared>> {
    let at = index(catalog, field, id)?;
    let mut model = Model::clone(&catalog.models()[at].model);
    for group in &mut model.mixers {
        if let Mixer::Attention(attention) = &mut group.mixer
            && matches!(attention.reach, Reach::Sliding(_))
        {
            attention.reach = Reach::Full;
        }
    }
    Ok(catalog.cache.prepared(ModelKey::Whole(at), &model, recipe))
}

fn index(catalog: &Catalog, field: &str, id: &str) -> Result<usize> {
    let found = catalog.model_index(id);
    found.ok_or_else(|| ScenarioError::new(field, id, "an id of data/models.json"))
}

pub(super) fn listed(
    catalog: &Catalog,
    field: &str,
    id: &str,
    recipe: Recipe,
) -> Result<Arc<Prepared>> {
    let at = index(catalog, field, id)?;
    let model = &catalog.models()[at].model;
    Ok(catalog.cache.prepared(ModelKey::Listed(at), model, recipe))
}

/// Hashes a whole JSON value. (Writing it as text would link a printer of numbers.)
fn feed(hash: &mut Fnv, value: &Value) {
    match value {
        Value::Null => hash.bytes(b"0"),
        Value::Bool(value) => hash.bytes(&[b'b', u8::from(*value)]),
        Value::Number(value) => {
            hash.bytes(b"n");
            hash.bytes(&value.as_f64().unwrap_or(0.0).to_bits().to_le_bytes());
        }
        Value::String(text) => {
            hash.bytes(b"s");
            hash.bytes(&text.len().to_le_bytes());
            hash.bytes(text.as_bytes());
        }
        Value::Array(items) => {
            hash.bytes(b"[");
            items.iter().for_each(|item| feed(hash, item));
            hash.bytes(b"]");
        }
        Value::Object(fields) => {
            hash.bytes(b"{");
            for (name, field) in fields {
                hash.bytes(&name.len().to_le_bytes());
                hash.bytes(name.as_bytes());
                feed(hash, field);
            }
            hash.bytes(b"}");
        }
    }
}

fn own_model(catalog: &Catalog, json: &Value) -> Result<(u64, Arc<Model>)> {
    let mut hash = Fnv::new();
    feed(&mut hash, json);
    let key = hash.get();
    if let Some(model) = catalog.cache.own(key) {
        return Ok((key, model));
    }
    let model = Arc::new(model_from_json(json).map_err(|error| error.inside("model"))?);
    catalog.cache.keep_own(key, Arc::clone(&model));
    Ok((key, model))
}

/// The recipe of a row: `bits_by_class` over `bits_per_weight` over `quant`.
pub(super) fn recipe(
    catalog: &Catalog,
    row: &ScenarioRow,
    engine: Engine,
    notes: &mut Notes,
) -> Recipe {
    let mut recipe = match row.bits_per_weight {
        // Free bits say the size themselves: a measured one would undo them.
        Some(bits) => Recipe::plain(Format::Free(BitsPerWeight::new(bits))),
        None => {
            let slug = row.quant.as_deref().unwrap_or(default::QUANT);
            let reading = catalog.quants.read(slug, engine);
            if !reading.known {
                notes.add(Note::UnknownQuant);
            }
            if reading.dynamic {
                notes.add(Note::DynamicMix);
            }
            Recipe {
                format: reading.format,
                by_class: reading.by_class,
                file_bytes: row.file_bytes.map(Bytes::new),
                dynamic: reading.dynamic,
            }
        }
    };
    for (class, bits) in &row.bits_by_class {
        recipe.by_class[*class] = Some(match bits {
            BitsRow::Bits(bits) => ClassBits::Bits(BitsPerWeight::new(*bits)),
            BitsRow::Slug(slug) => {
                let reading = catalog.quants.read(slug, engine);
                if !reading.known {
                    notes.add(Note::UnknownQuant);
                }
                ClassBits::Format(reading.format)
            }
        });
    }
    recipe
}
