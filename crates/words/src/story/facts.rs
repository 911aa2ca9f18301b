//! Numbers of the story, copied from scenarios and estimates.

use bpt_catalog::story::Run;
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::model::Ffn;
use bpt_core::units::GIBI;
use bpt_core::{Estimate, Scenario, estimate};

use crate::span::Slot;

/// One model of the story.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// Which of the two it is.
    pub slot: Slot,
    /// Its name.
    pub name: String,
    /// Weights stored, bytes.
    pub stored: f64,
    /// Weights read in a step, bytes.
    pub read: f64,
    /// Speed for one user, tok/s.
    pub speed: f64,
    /// Whether everything fits.
    pub fits: bool,
    /// What is missing where it does not, GiB.
    pub over: f64,
    /// Experts picked for a token and all there are in a layer; `None` if dense.
    pub experts: Option<[f64; 2]>,
}

impl Actor {
    /// Its numbers from its estimate.
    #[must_use]
    pub fn new(slot: Slot, name: &str, scenario: &Scenario, estimate: &Estimate) -> Self {
        let experts = scenario.model.model.ffns.iter().find_map(|group| {
            let Ffn::Moe(moe) = &group.ffn else {
                return None;
            };
            Some([f64::from(moe.per_token), f64::from(moe.experts)])
        });
        let memory = &estimate.memory;
        let over = memory
            .groups()
            .iter()
            .map(|group| group.used.get() - group.capacity.get())
            .chain([memory.host.get() - memory.host_capacity.get()])
            .fold(0.0, f64::max);
        Self {
            slot,
            name: name.to_owned(),
            stored: memory.weights.get(),
            read: estimate.decode.weight_bytes_read.get(),
            speed: estimate.decode.per_user.get(),
            fits: memory.fits,
            over: over / GIBI,
            experts,
        }
    }
}

/// The models of the story on their machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// A, then B if there is one.
    pub sides: Vec<Actor>,
    /// Whether both are the same in everything.
    pub same: bool,
    /// The machine's name; `None` where each has its own.
    pub device: Option<String>,
    /// Users at once.
    pub users: f64,
}

/// A measured run and what is computed for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// The measured value, as published.
    pub measured: f64,
    /// The same computed, where the scenario resolves.
    pub computed: Option<f64>,
    /// Name of the model.
    pub model: String,
    /// Whether another model of the same shape was run.
    pub alias: bool,
    /// Weight format as its makers write it.
    pub format: String,
    /// Name of the device.
    pub device: String,
    /// Devices in all.
    pub count: f64,
    /// Bandwidth of one, GB/s.
    pub bandwidth_gb: f64,
    /// Tokens in the cache.
    pub context: f64,
    /// Users at once.
    pub users: f64,
    /// Users of what a ratio is over.
    pub users_before: Option<f64>,
    /// Layers whose experts lie in RAM.
    pub expert_layers: f64,
    /// Drafted tokens.
    pub drafted: f64,
}

impl Held {
    /// A case's run.
    #[must_use]
    pub fn new(catalog: &Catalog, run: &Run) -> Self {
        let row = &run.scenario;
        let own = quantity(catalog, row, &run.path);
        let computed = match &run.against {
            None => own,
            Some(other) => own
                .zip(quantity(catalog, other, &run.path))
                .map(|(own, other)| own / other),
        };
        let model = row.model_id.as_deref().unwrap_or_default();
        let device = row.device_id.as_deref().unwrap_or_default();
        let scenario = catalog.resolve(row).ok();
        Self {
            measured: run.value,
            computed: computed.filter(|value| value.is_finite()),
            model: catalog
                .model(model)
                .map_or_else(|| model.to_owned(), |entry| entry.name.clone()),
            alias: row.tags.iter().any(|tag| tag == "arch-alias"),
            format: row
                .quant
                .as_deref()
                .unwrap_or_default()
                .to_ascii_uppercase(),
            device: catalog
                .device(device)
                .map_or_else(|| device.to_owned(), |entry| entry.short.clone()),
            count: row.device_count.unwrap_or(1.0),
            bandwidth_gb: scenario
                .as_ref()
                .and_then(|scenario| scenario.devices.first())
                .map_or(0.0, |(device, _)| device.bandwidth.get() / 1e9),
            context: scenario.as_ref().map_or(0.0, |scenario| scenario.context),
            users: row.users.unwrap_or(1.0),
            users_before: run.against.as_ref().and_then(|row| row.users),
            expert_layers: match row.placement {
                Some(bpt_catalog::row::PlacementRow::ExpertsOnCpu(Some(layers))) => layers,
                _ => 0.0,
            },
            drafted: row
                .speculative
                .as_ref()
                .and_then(|speculative| speculative.draft_tokens)
                .unwrap_or(0.0),
        }
    }
}

fn quantity(catalog: &Catalog, row: &ScenarioRow, path: &str) -> Option<f64> {
    let estimate = estimate(&catalog.resolve(row).ok()?);
    match path {
        "decode.tok_s_per_user" => Some(estimate.decode.per_user.get()),
        "decode.tok_s_total" => Some(estimate.decode.total.get()),
        "decode.step_ms" => Some(estimate.decode.step.get() * 1e3),
        "prefill.tok_s" => estimate.prefill.speed.map(|speed| speed.get()),
        _ => None,
    }
}
