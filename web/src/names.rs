//! Names and presets behind a row: what choosers and sentences call things.

use bpt_catalog::{Catalog, DeviceEntry, ModelEntry, QuantEntry, ScenarioRow, default};
use bpt_core::decimal::shortest;
use bpt_core::model::{Ffn, Mixer, Model};
use bpt_words::figures::Fixed;
use bpt_words::{Language, Ui};

/// A short text in three: its number, and what stands before and after it.
pub(crate) fn around_number(text: &str) -> [&str; 3] {
    let digit = |c: char| c.is_ascii_digit();
    let start = text.find(digit).unwrap_or(0);
    let end = text.rfind(digit).map_or(text.len(), |last| last + 1);
    [&text[..start], &text[start..end], &text[end..]]
}

/// The catalog entry of a row's device.
pub(crate) fn device(row: &ScenarioRow) -> Option<&'static DeviceEntry> {
    let first = row.devices.first().map(String::as_str);
    let id = first.or(row.device_id.as_deref());
    Catalog::embedded().device(id.unwrap_or(default::DEVICE))
}

/// The short name of a row's machine.
pub(crate) fn device_short(row: &ScenarioRow) -> String {
    let name = device(row).map_or_else(|| "?".to_owned(), |entry| entry.short.clone());
    match row.device_count {
        Some(count) if count > 1.0 => format!("{} \u{d7} {name}", shortest(count)),
        _ => name,
    }
}

/// Bandwidth of a row's device as the catalog has it, GB/s.
pub(crate) fn device_bandwidth(row: &ScenarioRow) -> f64 {
    device(row).map_or(0.0, |entry| entry.device.bandwidth.gb())
}

/// Bandwidth of a row's device with the reader's own value, GB/s.
pub(crate) fn bandwidth(row: &ScenarioRow) -> f64 {
    row.device
        .bandwidth_gb_s
        .unwrap_or_else(|| device_bandwidth(row))
}

/// The catalog entry of a row's model.
pub(crate) fn model(row: &ScenarioRow) -> Option<&'static ModelEntry> {
    Catalog::embedded().model(row.model_id.as_deref()?)
}

/// The catalog entry of a row's weight format.
pub(crate) fn quant(row: &ScenarioRow) -> Option<&'static QuantEntry> {
    Catalog::embedded().quant(row.quant.as_deref().unwrap_or(default::QUANT))
}

/// The short name of a row's weight format; its id where the catalog has no such format.
pub(crate) fn format(row: &ScenarioRow) -> String {
    quant(row).map_or_else(
        || row.quant.clone().unwrap_or_default(),
        |entry| entry.label.clone(),
    )
}

/// The name of a row's model; one of the reader's own is called so.
pub(crate) fn model_name(row: &ScenarioRow, words: &dyn Language) -> String {
    model(row).map_or_else(
        || words.ui(Ui::Imported).to_owned(),
        |entry| entry.name.clone(),
    )
}

/// A row's KV type.
pub(crate) fn kv(row: &ScenarioRow) -> String {
    row.kv_type
        .clone()
        .unwrap_or_else(|| default::KV_TYPE.to_owned())
}

/// What kind of model it is, in words.
pub(crate) fn kind(model: &Model) -> Ui {
    let moe = model
        .ffns
        .iter()
        .any(|group| matches!(group.ffn, Ffn::Moe(_)));
    let linear = model.mixers.iter().any(|group| {
        matches!(
            group.mixer,
            Mixer::GatedDeltaNet { .. }
                | Mixer::Kda { .. }
                | Mixer::Mamba2 { .. }
                | Mixer::Lightning { .. }
                | Mixer::ShortConv { .. }
        )
    });
    match (moe, linear) {
        (true, false) => Ui::Mixture,
        (true, true) => Ui::MixtureHybrid,
        (false, true) => Ui::DenseHybrid,
        (false, false) => Ui::Dense,
    }
}

/// How many devices a row has.
pub(crate) fn count(row: &ScenarioRow) -> f64 {
    if row.devices.is_empty() {
        row.device_count.unwrap_or(1.0)
    } else {
        row.devices.len() as f64
    }
}

/// The slug of a row's engine: its own, or its device's usual one.
pub(crate) fn engine(row: &ScenarioRow) -> String {
    row.engine.clone().unwrap_or_else(|| {
        device(row).map_or_else(String::new, |entry| entry.engine.slug().to_owned())
    })
}

/// What joins two texts in a language: comma, colon, the mark between members of a list.
pub(crate) fn joint(words: &dyn Language, joint: Fixed) -> &'static str {
    words.figures().fixed(joint)
}
