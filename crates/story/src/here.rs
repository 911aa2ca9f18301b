//! A figure's scenario in one line: models, format, machine, work. What differs from the page's
//! first scenario is marked.

use bpt_catalog::{Catalog, ScenarioRow, default};
use bpt_core::Scenario;
use bpt_core::limits;
use bpt_core::units::BitsPerWeight;
use bpt_words::{Language, Quantity, Slot, Ui};

/// A piece of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Here {
    /// As it is read.
    pub text: String,
    /// Whether it is another value than the first scenario's.
    pub differs: bool,
    /// Whose it is, where it is one model's.
    pub slot: Option<Slot>,
}

/// A model's name.
#[must_use]
pub(crate) fn model_name(catalog: &Catalog, row: &ScenarioRow) -> String {
    let id = row.model_id.as_deref();
    let entry = id.and_then(|id| catalog.model(id));
    entry.map_or_else(|| id.unwrap_or("?").to_owned(), |entry| entry.name.clone())
}

/// Names of the models of a pair of rows; empty where there is none.
#[must_use]
pub fn model_names(catalog: &Catalog, rows: [Option<&ScenarioRow>; 2]) -> [String; 2] {
    rows.map(|row| row.map_or_else(String::new, |row| model_name(catalog, row)))
}

/// A machine's short name, with its count.
pub(crate) fn device_name(catalog: &Catalog, row: &ScenarioRow) -> String {
    let id = row.devices.first().or(row.device_id.as_ref());
    let id = id.map_or(default::DEVICE, String::as_str);
    let name = catalog
        .device(id)
        .map_or_else(|| id.to_owned(), |entry| entry.short.clone());
    match row.device_count {
        Some(count) if count > 1.0 => format!("{count} \u{d7} {name}"),
        _ => name,
    }
}

/// The line. `named` are the quantities that the figure is about: they are said even where they
/// are the first scenario's.
#[must_use]
pub fn here(
    catalog: &Catalog,
    rows: [Option<&ScenarioRow>; 2],
    scenario: Option<&Scenario>,
    named: &[Quantity],
    words: &dyn Language,
) -> Vec<Here> {
    let mut line = Vec::new();
    for ((slot, row), first) in Slot::ALL
        .into_iter()
        .zip(rows)
        .zip([default::MODEL_A, default::MODEL_B])
    {
        if let Some(row) = row {
            line.push(Here {
                text: model_name(catalog, row),
                differs: row.model_id.as_deref() != Some(first),
                slot: Some(slot),
            });
        }
    }
    let Some(row) = rows[0] else { return line };
    let mut say = |text: String, differs: bool| {
        line.push(Here {
            text,
            differs,
            slot: None,
        });
    };
    say(format(catalog, row, scenario, words), other_format(row));
    say(
        device_name(catalog, row),
        row.device_id
            .as_deref()
            .is_some_and(|id| id != default::DEVICE)
            || row.device_count.is_some_and(|count| count > 1.0),
    );
    let link = row.link_id.as_deref().and_then(|id| catalog.link(id));
    if let Some(link) = link {
        say(link.name.clone(), true);
    }
    for (quantity, value, first) in values(row) {
        let differs = value != first;
        if differs || named.contains(&quantity) || quantity == Quantity::Context {
            say(said(quantity, value, words), differs);
        }
    }
    line
}

fn other_format(row: &ScenarioRow) -> bool {
    row.bits_per_weight.is_some()
        || !row.bits_by_class.is_empty()
        || row.quant.as_deref().is_some_and(|id| id != default::QUANT)
}

/// The format's name, or the bits that a weight takes where there are several or any.
fn format(
    catalog: &Catalog,
    row: &ScenarioRow,
    scenario: Option<&Scenario>,
    words: &dyn Language,
) -> String {
    let stored = || scenario?.model.weights.bits().map(BitsPerWeight::get);
    if row.bits_per_weight.is_some() || !row.bits_by_class.is_empty() {
        let bits = row
            .bits_per_weight
            .filter(|_| row.bits_by_class.is_empty())
            .or_else(stored);
        if let Some(bits) = bits {
            return words.bits_detail(bits, bpt_words::Room::Wide);
        }
    }
    let id = row.quant.as_deref().unwrap_or(default::QUANT);
    catalog
        .quant(id)
        .map_or_else(|| id.to_owned(), |entry| entry.label.clone())
}

/// The numbers of a row with those of the first scenario; what is not said has the same.
fn values(row: &ScenarioRow) -> Vec<(Quantity, f64, f64)> {
    let spec = row.speculative.as_ref();
    let own = |quantity, value: Option<f64>| value.map(|value| (quantity, value, f64::NAN));
    let of = |quantity, value: Option<f64>, limit: &limits::Limit| {
        (quantity, value.unwrap_or(limit.default), limit.default)
    };
    let mut list = vec![
        of(Quantity::Context, row.context_tokens, &limits::CONTEXT),
        of(Quantity::Users, row.users, &limits::USERS),
        of(Quantity::Prompt, row.prompt_tokens, &limits::PROMPT),
    ];
    list.extend(
        [
            own(Quantity::Bandwidth, row.device.bandwidth_gb_s),
            own(Quantity::Compute, row.device.fp16_tflops),
            own(Quantity::LinkLatency, row.link.latency_us),
            own(Quantity::LinkBandwidth, row.link.bandwidth_gb_s),
            own(Quantity::HostBandwidth, row.host.bandwidth_gb_s),
            own(Quantity::Drafted, spec.and_then(|spec| spec.draft_tokens)),
            own(
                Quantity::Acceptance,
                spec.and_then(|spec| spec.acceptance_per_token),
            ),
            own(Quantity::Unfused, spec.and_then(|spec| spec.unfused_factor)),
        ]
        .into_iter()
        .flatten(),
    );
    list
}

/// "context 1,024 tokens", "1 user".
#[must_use]
pub fn said(quantity: Quantity, value: f64, words: &dyn Language) -> String {
    if quantity == Quantity::Users {
        return words.spoken(quantity, value);
    }
    let name = words.ui(quantity.name());
    let mut letters = name.chars();
    let name: String = letters
        .next()
        .into_iter()
        .map(|first| first.to_ascii_lowercase())
        .chain(letters)
        .collect();
    let number = words.numbers().trimmed(value, 3);
    match quantity.unit().filter(|unit| *unit != Ui::Times) {
        Some(unit) => format!("{name} {number}\u{a0}{}", words.ui(unit)),
        None => format!("{name} {number}"),
    }
}
