//! What the chapters' figures need beside their scenarios: named formats, devices, pools, runs.

use bpt_catalog::story::Chapter as Data;
use bpt_catalog::{Catalog, ScenarioRow, default};
use bpt_charts::axis::Tick;
use bpt_charts::figures::bits::{NamedFormat, bits_of};
use bpt_charts::figures::bytes::Names;
use bpt_charts::figures::measure::Runs;
use bpt_charts::figures::{self, Beside, Figure, Inputs};
use bpt_core::Scenario;
use bpt_core::weights::Prepared;
use bpt_words::{Language, Slot};

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
}

/// Formats that are marked on the axis of the bits.
const FORMATS: [&str; 7] = ["q2_k", "q3_k_m", "q4_k_m", "q5_k_m", "q6_k", "q8_0", "f16"];
pub(crate) fn bytes(given: &Given<'_>, words: &dyn Language) -> Figure {
    let [a, b] = &given.models.names;
    let names = Names {
        models: [a, b],
        token: given.token,
        full: given.full,
    };
    figures::bytes::figure(&given.inputs, names, words)
}

/// The formats that are marked on the axis of the bits, for a model as it is stored.
#[must_use]
pub fn formats(model: &Prepared) -> Vec<NamedFormat> {
    let now = bits_of(model);
    FORMATS
        .iter()
        .filter_map(|id| Catalog::embedded().quant(id))
        .map(|entry| NamedFormat {
            name: entry.label.clone(),
            bits: entry.bits,
            loss: entry.loss,
            now: (entry.bits / now).ln().abs() < 0.03,
        })
        .collect()
}

/// Devices to name on the axis of the bandwidth, by their ids.
pub fn devices<'a>(ids: impl IntoIterator<Item = &'a str>) -> Vec<Tick> {
    ids.into_iter()
        .filter_map(|id| Catalog::embedded().device(id))
        .map(|entry| Tick {
            value: entry.device.bandwidth.gb(),
            label: entry.short.clone(),
        })
        .collect()
}

/// A figure of the lab, with what it names.
fn with(
    make: fn(&Inputs<'_>, &dyn Language) -> Figure,
    given: &Given<'_>,
    beside: Beside<'_>,
    words: &dyn Language,
) -> Figure {
    let inputs = Inputs {
        beside,
        ..given.inputs
    };
    make(&inputs, words)
}

pub(crate) fn bits(given: &Given<'_>, words: &dyn Language) -> Figure {
    let beside = Beside {
        formats: &formats(&given.inputs.a.model),
        ..Beside::default()
    };
    with(figures::bits::figure, given, beside, words)
}

/// Well-known devices are named on the axis.
pub(crate) fn bandwidth(given: &Given<'_>, words: &dyn Language) -> Figure {
    let named = given.data.map_or(&[][..], |data| &data.machines);
    let beside = Beside {
        devices: &devices(named.iter().map(|(id, _)| id.as_str())),
        ..Beside::default()
    };
    with(figures::bandwidth::figure, given, beside, words)
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
    let beside = Beside {
        pools: &pools,
        ..Beside::default()
    };
    with(figures::spill::figure, given, beside, words)
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
