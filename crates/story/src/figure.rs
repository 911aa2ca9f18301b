//! What the chapters' figures need beside their scenarios: named formats, devices, pools, runs.

use std::cell::RefCell;
use std::rc::Rc;

use bpt_catalog::story::Chapter as Data;
use bpt_catalog::{Catalog, ScenarioRow, default};
use bpt_charts::axis::Tick;
use bpt_charts::figures::bits::{AtBits, NamedFormat, bits_of};
use bpt_charts::figures::bytes::Names;
use bpt_charts::figures::measure::Runs;
use bpt_charts::figures::{self, Figure, Inputs};
use bpt_core::Scenario;
use bpt_core::model::Model;
use bpt_core::weights::Prepared;
use bpt_words::{Language, Slot};
use serde_json::Value;

use crate::right;

/// Scenarios and names of A and B.
#[derive(Clone, Debug)]
pub struct Models {
    /// Rows of both; `None` without B.
    pub rows: [Option<ScenarioRow>; 2],
    /// Their names.
    pub names: [String; 2],
}

/// Everything a figure is made of.
#[derive(Clone, Debug)]
pub struct Given<'a> {
    /// Scenarios and how they are shown.
    pub inputs: Inputs<'a>,
    /// Rows and names.
    pub models: &'a Models,
    /// The chapter's data.
    pub data: Option<&'a Data>,
    /// Which token's experts are shown.
    pub token: u64,
    /// Bytes that fill the height of a field: those of the preset.
    pub full: Option<f64>,
    /// Measured runs with what is predicted for them.
    pub runs: Runs<'a>,
    /// Least speed that is good enough, tok/s.
    pub least: f64,
    /// Scenarios before the last change of the cache's type.
    pub before: &'a [&'a Scenario],
}

/// Formats that are marked on the axis of the bits.
const FORMATS: [&str; 7] = ["q2_k", "q3_k_m", "q4_k_m", "q5_k_m", "q6_k", "q8_0", "f16"];
/// Models whose tables are kept: both, and those before the last change.
const KEPT: usize = 4;

thread_local! {
    static TABLES: RefCell<Vec<(Model, Rc<AtBits>)>> = const { RefCell::new(Vec::new()) };
}

/// A model's weights at all bits: built when it is first drawn.
fn tables(of: &Prepared) -> Rc<AtBits> {
    TABLES.with(|tables| {
        let mut tables = tables.borrow_mut();
        if let Some((_, found)) = tables.iter().find(|(model, _)| *model == of.model) {
            return Rc::clone(found);
        }
        let built = Rc::new(AtBits::new(of));
        if tables.len() == KEPT {
            tables.remove(0);
        }
        tables.push((of.model.clone(), Rc::clone(&built)));
        built
    })
}

pub(crate) fn bytes(given: &Given<'_>, words: &dyn Language) -> Figure {
    let [a, b] = &given.models.names;
    let names = Names {
        models: [a, b],
        token: given.token,
        full: given.full,
    };
    figures::bytes::figure(&given.inputs, names, words)
}

/// What a format was measured to lose, points of the right token's probability.
fn losses() -> Vec<(String, f64)> {
    let text = include_str!("../../../data/quant_quality.json");
    let Ok(file) = serde_json::from_str::<Value>(text) else {
        return Vec::new();
    };
    file["rows"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|row| row["imatrix"].is_null())
        .filter_map(|row| {
            let lost = -row["mean_dp_pct"].as_f64()?;
            Some((row["quant"].as_str()?.to_owned(), lost.max(0.0)))
        })
        .collect()
}

pub(crate) fn bits(given: &Given<'_>, words: &dyn Language) -> Figure {
    let inputs = &given.inputs;
    let now = bits_of(&inputs.a.model);
    let losses = losses();
    let formats: Vec<NamedFormat> = FORMATS
        .iter()
        .filter_map(|id| Catalog::embedded().quant(id))
        .map(|entry| NamedFormat {
            name: entry.label.clone(),
            bits: entry.bits,
            loss: losses
                .iter()
                .find(|(id, _)| *id == entry.id)
                .map(|(_, lost)| *lost),
            now: (entry.bits / now).ln().abs() < 0.03,
        })
        .collect();
    let built: Vec<Rc<AtBits>> = inputs
        .scenarios()
        .map(|(_, scenario)| tables(&scenario.model))
        .collect();
    let built: Vec<&AtBits> = built.iter().map(Rc::as_ref).collect();
    figures::bits::figure(inputs, &built, &formats, words)
}

pub(crate) fn context(given: &Given<'_>, words: &dyn Language) -> Figure {
    figures::context::figure(&given.inputs, given.before, words)
}

/// Well-known devices are named on the axis.
pub(crate) fn bandwidth(given: &Given<'_>, words: &dyn Language) -> Figure {
    let named = given.data.map_or(&[][..], |data| &data.machines);
    let ticks: Vec<Tick> = named
        .iter()
        .filter_map(|(id, _)| Catalog::embedded().device(id))
        .map(|entry| Tick {
            value: entry.device.bandwidth.gb(),
            label: entry.short.clone(),
        })
        .collect();
    figures::bandwidth::figure(&given.inputs, &ticks, words)
}

/// The same models in the one pool of the first scenario's machine.
pub(crate) fn spill(given: &Given<'_>, words: &dyn Language) -> Figure {
    let pools: Vec<Scenario> = given
        .models
        .rows
        .iter()
        .flatten()
        .filter_map(|row| {
            let pool = ScenarioRow {
                device_id: Some(default::DEVICE.into()),
                devices: Vec::new(),
                device: Default::default(),
                device_count: None,
                nodes: None,
                placement: None,
                ..row.clone()
            };
            Catalog::embedded().resolve(&pool).ok()
        })
        .collect();
    let pools: Vec<&Scenario> = pools.iter().collect();
    figures::spill::figure(&given.inputs, &pools, words)
}

pub(crate) fn measure(given: &Given<'_>, words: &dyn Language) -> Figure {
    let own = Slot::ALL
        .into_iter()
        .zip(&given.models.rows)
        .find_map(|(slot, row)| Some((slot, row.as_ref()?.own_tok_s?)));
    figures::measure::figure(&given.inputs, given.runs, own, words)
}

pub(crate) fn rightsize(given: &Given<'_>, words: &dyn Language) -> Figure {
    let sized = right::sized(given);
    sized.figure(given.inputs.view.room, words)
}

/// Stored bytes of the largest of some models.
#[must_use]
pub fn largest<'a>(scenarios: impl Iterator<Item = &'a Scenario>) -> Option<f64> {
    scenarios
        .map(|scenario| scenario.model.weights.stored.total().get())
        .reduce(f64::max)
}
