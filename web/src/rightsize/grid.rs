//! Models and machines behind the table: what is computed, and for whom.

use std::cell::RefCell;
use std::sync::Arc;

use bpt_catalog::row::SpeculativeRow;
use bpt_catalog::{Catalog, DeviceEntry, DeviceKind, ModelEntry, ScenarioRow};
use bpt_charts::figures::rightsize::{Assessed, Bar};
use bpt_core::estimate::rank;
use bpt_core::model::Ffn;
use bpt_core::{Scenario, limits};
use bpt_permalink::{Accepted, Machines, RightSize};

/// A machine of the table: one device or several of a kind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rig {
    /// The device, by its place in the catalog.
    pub(crate) device: usize,
    /// How many.
    pub(crate) count: u32,
}

impl Rig {
    pub(crate) fn entry(&self) -> &'static DeviceEntry {
        &Catalog::embedded().devices()[self.device]
    }

    /// Memory on the boxes, GB.
    pub(crate) fn sold(&self) -> f64 {
        self.entry().sold() * f64::from(self.count)
    }
}

/// Everything in the base row that belongs to the work: how long, how many, at which precision.
/// What belongs to one machine or one model stays behind.
pub(crate) fn work(row: &ScenarioRow) -> ScenarioRow {
    ScenarioRow {
        quant: row.quant.clone(),
        bits_per_weight: row.bits_per_weight,
        bits_by_class: row.bits_by_class.clone(),
        kv_type: row.kv_type.clone(),
        flash_attention: row.flash_attention,
        context_tokens: row.context_tokens,
        prompt_tokens: row.prompt_tokens,
        cached_prompt_tokens: row.cached_prompt_tokens,
        prefill_depth_tokens: row.prefill_depth_tokens,
        gen_tokens: row.gen_tokens,
        users: row.users,
        request_rate_per_s: row.request_rate_per_s,
        margin_gib: row.margin_gib,
        speculative: None::<SpeculativeRow>,
        ..ScenarioRow::default()
    }
}

/// The work with its lengths and users taken out: what is left decides how weights are stored.
pub(crate) fn frame(work: &ScenarioRow) -> ScenarioRow {
    ScenarioRow {
        context_tokens: None,
        prompt_tokens: None,
        cached_prompt_tokens: None,
        prefill_depth_tokens: None,
        gen_tokens: None,
        users: None,
        request_rate_per_s: None,
        ..work.clone()
    }
}

/// The row of a model on a machine.
pub(crate) fn row_of(work: &ScenarioRow, model: &ModelEntry, machine: &Rig) -> ScenarioRow {
    let mut row = work.clone();
    row.model_id = Some(model.id.clone());
    row.device_id = Some(machine.entry().id.clone());
    if machine.count > 1 {
        let count = f64::from(machine.count);
        row.device_count = Some(count);
        // A box with one memory for everything is a machine by itself.
        row.nodes = (machine.entry().kind == DeviceKind::Unified).then_some(count);
    }
    row
}

/// Lengths and users of the work put into a scenario that was resolved without them.
pub(crate) fn load(s: &mut Scenario, work: &ScenarioRow) {
    s.context = work.context_tokens.unwrap_or(limits::CONTEXT.default);
    s.users = work.users.unwrap_or(1.0);
    s.prompt = work.prompt_tokens.unwrap_or(limits::PROMPT.default);
    s.cached = work.cached_prompt_tokens.unwrap_or(0.0).min(s.prompt);
    s.prefill_depth = work.prefill_depth_tokens.unwrap_or(0.0);
    s.output = work.gen_tokens.unwrap_or(limits::OUTPUT.default);
    s.request_rate = work.request_rate_per_s.filter(|rate| *rate > 0.0);
}

/// What the reader asks for, as the ranking takes it.
pub(crate) fn bar(right: &RightSize, work: &ScenarioRow) -> Bar {
    Bar {
        least: right.least,
        wait: right.wait,
        context: work.context_tokens.unwrap_or(limits::CONTEXT.default),
        users: work.users.unwrap_or(1.0),
    }
}

/// Billions of parameters of each model, counted once.
pub(crate) fn sizes() -> Arc<[f64]> {
    thread_local! {
        static SIZES: RefCell<Option<Arc<[f64]>>> = const { RefCell::new(None) };
    }
    SIZES.with(|sizes| {
        Arc::clone(sizes.borrow_mut().get_or_insert_with(|| {
            Catalog::embedded()
                .models()
                .iter()
                .map(|entry| {
                    let tensors = bpt_core::model::tensors(&entry.model);
                    tensors.iter().map(|tensor| tensor.params()).sum::<f64>() / 1e9
                })
                .collect()
        }))
    })
}

/// The models that are accepted, by their places in the catalog.
pub(crate) fn accepted(models: &Accepted) -> Vec<usize> {
    let all = Catalog::embedded().models();
    match models {
        Accepted::Sizes(low, high) => {
            let sizes = sizes();
            (0..all.len())
                .filter(|at| *low <= sizes[*at] && sizes[*at] <= *high)
                .collect()
        }
        Accepted::Named(ids) => all
            .iter()
            .enumerate()
            .filter(|(_, entry)| ids.contains(&entry.id))
            .map(|(at, _)| at)
            .collect(),
    }
}

/// The machines that are looked at.
pub(crate) fn machines(machines: &Machines) -> Vec<Rig> {
    let all = Catalog::embedded().devices();
    match machines {
        Machines::Named(list) => list
            .iter()
            .filter_map(|(id, count)| {
                let device = all.iter().position(|entry| entry.id == *id)?;
                Some(Rig {
                    device,
                    count: *count,
                })
            })
            .collect(),
        Machines::Budget(most) => {
            let mut found: Vec<(f64, usize)> = all
                .iter()
                .enumerate()
                .filter_map(|(at, entry)| Some((entry.price_usd?, at)))
                .filter(|(price, _)| price <= most)
                .collect();
            found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            found
                .into_iter()
                .map(|(_, device)| Rig { device, count: 1 })
                .collect()
        }
    }
}

/// Whether a model is a mixture of experts.
pub(crate) fn mixture(entry: &ModelEntry) -> bool {
    entry
        .model
        .ffns
        .iter()
        .any(|group| matches!(group.ffn, Ffn::Moe(_)))
}

/// Scenarios of pairs, resolved once: what a slider changes is put in for each estimate.
#[derive(Debug)]
pub(crate) struct Pairs {
    scenarios: Vec<Option<Scenario>>,
}

impl Pairs {
    /// All models on all machines, a model's side by side.
    pub(crate) fn new(frame: &ScenarioRow, models: &[usize], machines: &[Rig]) -> Self {
        let all = Catalog::embedded().models();
        let scenarios = models
            .iter()
            .flat_map(|model| machines.iter().map(move |machine| (*model, machine)))
            .map(|(model, machine)| {
                let row = row_of(frame, &all[model], machine);
                Catalog::embedded().resolve(&row).ok()
            })
            .collect();
        Self { scenarios }
    }

    /// What each pair does under this work.
    pub(crate) fn assess(&self, work: &ScenarioRow) -> Vec<Assessed> {
        self.scenarios
            .iter()
            .map(|scenario| match scenario {
                Some(scenario) => {
                    let mut scenario = scenario.clone();
                    load(&mut scenario, work);
                    Assessed::of(&rank(&scenario))
                }
                None => NOTHING,
            })
            .collect()
    }
}

impl Pairs {
    /// The same without a copy of each scenario.
    pub(crate) fn assess_in_place(&mut self, work: &ScenarioRow) -> Vec<Assessed> {
        self.scenarios
            .iter_mut()
            .map(|scenario| match scenario {
                Some(scenario) => {
                    load(scenario, work);
                    Assessed::of(&rank(scenario))
                }
                None => NOTHING,
            })
            .collect()
    }
}

/// A pair that cannot be computed fits nowhere.
const NOTHING: Assessed = Assessed {
    speed: [0.0; 3],
    wait: None,
    fits: false,
    over: 0.0,
    extrapolated: false,
    read: [0.0; 2],
    need: 0.0,
};
