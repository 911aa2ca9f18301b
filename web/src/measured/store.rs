//! The measured runs: fetched when somebody wants them, kept for all views.

use std::sync::Arc;

use bpt_catalog::measured::{self, Along, Run};
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::lines::Sample;
use bpt_core::{Scenario, limits};
use bpt_words::views::NearRun;
use bpt_words::{Quantity, Slot};

use crate::names;
use crate::platform::{fetch, url};
use crate::prelude::*;
use crate::state::Page;

/// Where they are, beside the page.
const FILE: &str = "measurements.json";

/// How far they are.
#[derive(Clone, Debug, Default)]
pub(crate) enum State {
    /// Nobody asked.
    #[default]
    Idle,
    Loading,
    Failed,
    Ready(Arc<Vec<Run>>),
}

/// The runs, for whoever wants them.
#[derive(Clone, Copy)]
pub(crate) struct Measured(pub(crate) RwSignal<State>);

impl Measured {
    pub(crate) fn new() -> Self {
        Self(RwSignal::new(State::Idle))
    }

    /// Those of this page; none where there are none to be had.
    pub(crate) fn get() -> Option<Self> {
        use_context()
    }

    /// Fetches them, unless that has been done.
    pub(crate) fn ask(self) {
        if matches!(self.0.get_untracked(), State::Loading | State::Ready(_)) {
            return;
        }
        self.0.set(State::Loading);
        leptos::task::spawn_local(async move {
            let runs = match text().await {
                Some(text) => measured::runs(Catalog::embedded(), &text).ok(),
                None => None,
            };
            let state = runs.map_or(State::Failed, |runs| State::Ready(Arc::new(runs)));
            let _ = self.0.try_set(state);
        });
    }

    /// The runs, once they are there.
    pub(crate) fn runs(self) -> Option<Arc<Vec<Run>>> {
        self.0.with(|state| match state {
            State::Ready(runs) => Some(Arc::clone(runs)),
            _ => None,
        })
    }
}

async fn text() -> Option<String> {
    let revision = &Catalog::embedded().calibration().revision;
    fetch::text(&format!("{}{FILE}?r={revision}", url::folder())).await
}

/// The axis that a quantity makes, where measured runs can lie on it.
pub(crate) fn along(over: Option<Quantity>) -> Option<Along> {
    Some(match over? {
        Quantity::Context => Along::Context,
        Quantity::Users => Along::Users,
        Quantity::Prompt => Along::Prompt,
        Quantity::Bandwidth => Along::Bandwidth,
        Quantity::Bits => Along::Bits,
        _ => return None,
    })
}

/// Places in the list of the runs of a model's machine: searched only when that changes.
pub(crate) fn of_machine(page: Page, slot: Slot) -> Memo<Vec<usize>> {
    let store = Measured::get();
    let machine = Memo::new(move |_| {
        page.with_row(slot, |row| ScenarioRow {
            device_id: row.device_id.clone(),
            devices: row.devices.clone(),
            device_count: row.device_count,
            ..ScenarioRow::default()
        })
    });
    Memo::new(move |_| {
        let Some((runs, row)) = store.and_then(Measured::runs).zip(machine.get()) else {
            return Vec::new();
        };
        let on = |run: &Run| measured::on_machine(run, &row);
        (0..runs.len()).filter(|at| on(&runs[*at])).collect()
    })
}

/// The runs that are a scenario measured, of those at these places, as points of a chart.
pub(crate) fn points(
    runs: &[Run],
    at: &[usize],
    row: &ScenarioRow,
    s: &Scenario,
    along: Along,
) -> Vec<Sample> {
    let runs = at.iter().filter_map(|at| runs.get(*at));
    measured::on_chart(runs, row, s, along)
        .into_iter()
        .map(|(_, x, y)| {
            // An almost empty conversation is at the chart's left end.
            let x = if along == Along::Context {
                x.max(limits::CONTEXT.slider_min)
            } else {
                x
            };
            Sample::exact(x, y)
        })
        .collect()
}

/// The run that is nearest to a model's scenario, in words.
pub(crate) fn near(page: Page, slot: Slot, runs: &[Run]) -> Option<NearRun> {
    let row = page.row(slot)?;
    let solved = page.side(slot).get()?;
    let (run, differs) = measured::nearest(runs, &row, &solved.0.scenario)?;
    Some(NearRun {
        slot,
        model: names::model(&run.row).map_or_else(String::new, |entry| entry.name.clone()),
        device: names::device_short(&run.row),
        format: names::format(&run.row),
        engine: run.about.engine.clone(),
        speed: run.decode?,
        context: run.scenario.context,
        differs: differs.each(),
    })
}
