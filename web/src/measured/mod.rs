//! Measurements: every published run beside its prediction, with where it comes from.

mod groups;
mod readout;
mod scatter;
pub(crate) mod store;

use std::sync::Arc;

use bpt_catalog::measured::Run;
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::figures::measure;
use bpt_core::estimate;
use bpt_core::scenario::Placement;
use bpt_permalink::View;
use bpt_words::views::Text;
use bpt_words::{Slot, Span, Ui};

use crate::components::pickers::Select;
use crate::components::sentence::{raw, spans};
use crate::platform::url;
use crate::prelude::*;
use crate::state::Page;
use crate::{link, names};
use groups::{By, Groups};
use readout::Readout;
use scatter::Scatter;
use store::{Measured, State};

/// Rows of the list that are drawn at first, and more with each press.
const LIST: usize = 30;

/// Keys of a row, and the command that evaluates a file of them.
const HOW: [&str; 2] = [
    "model_id, device_id, engine, quant, context_tokens, users, decode_tok_s_per_user, source, date",
    "bpt evaluate data/measurements.json",
];

/// A run with what is predicted for it.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// Its place among all runs.
    pub(crate) at: usize,
    pub(crate) measured: f64,
    /// Predicted, with the range.
    pub(crate) predicted: [f64; 3],
    pub(crate) mixture: bool,
    pub(crate) model: String,
    pub(crate) device: String,
    pub(crate) format: String,
    pub(crate) engine: String,
    pub(crate) source: String,
    pub(crate) plain: bool,
}

/// All runs with their predictions.
#[derive(Clone)]
pub(crate) struct All {
    pub(crate) runs: Arc<Vec<Run>>,
    pub(crate) pairs: Arc<Vec<Pair>>,
}

impl PartialEq for All {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pairs, &other.pairs)
    }
}

fn pairs(runs: &[Run]) -> Vec<Pair> {
    runs.iter()
        .enumerate()
        .filter_map(|(at, run)| {
            let s = &run.scenario;
            let d = estimate(s).decode;
            Some(Pair {
                at,
                measured: run.decode?,
                predicted: [d.per_user, d.low, d.high].map(|speed| speed.get()),
                mixture: s.model.counts.moe > 0.0,
                model: names::model(&run.row).map_or_else(String::new, |entry| entry.name.clone()),
                device: names::device_short(&run.row),
                format: names::format(&run.row),
                engine: run.about.engine.clone(),
                source: run.about.group.clone(),
                plain: s.device_count() == 1
                    && s.users <= 1.0
                    && s.speculation.is_none()
                    && s.placement == Placement::AllGpu,
            })
        })
        .collect()
}

/// What is looked at.
#[derive(Clone, Copy)]
struct Filters {
    device: RwSignal<String>,
    model: RwSignal<String>,
    engine: RwSignal<String>,
    kind: RwSignal<String>,
    format: RwSignal<String>,
    source: RwSignal<String>,
    plain: RwSignal<bool>,
}

impl Filters {
    fn new() -> Self {
        let all = || RwSignal::new(String::new());
        Self {
            device: all(),
            model: all(),
            engine: all(),
            kind: all(),
            format: all(),
            source: all(),
            plain: RwSignal::new(false),
        }
    }

    fn takes(self, pair: &Pair) -> bool {
        let is = |wanted: RwSignal<String>, have: &str| {
            wanted.with(|wanted| wanted.is_empty() || wanted == have)
        };
        is(self.device, &pair.device)
            && is(self.model, &pair.model)
            && is(self.engine, &pair.engine)
            && is(self.kind, if pair.mixture { "moe" } else { "dense" })
            && is(self.format, &pair.format)
            && is(self.source, &pair.source)
            && (!self.plain.get() || pair.plain)
    }
}

/// The view.
#[component]
pub(crate) fn Measurements() -> impl IntoView {
    let page = Page::get();
    let say = page.lab_words().views();
    let measured: Measured = expect_context();
    measured.ask();
    let all = Memo::new(move |_| {
        measured.runs().map(|runs| {
            let pairs = Arc::new(pairs(&runs));
            All { runs, pairs }
        })
    });
    let body = move || {
        match measured.0.with(|state| matches!(state, State::Failed)) {
        true => view! {
            <p role="status">{say.text(Text::MeasuredFailed)}</p>
            <button type="button" on:click=move |_| measured.ask()>{say.text(Text::TryAgain)}</button>
        }
        .into_any(),
        false if all.with(Option::is_none) => {
            view! { <p role="status">{say.text(Text::MeasuredLoading)}</p> }.into_any()
        }
        false => view! { <Body all /> }.into_any(),
    }
    };
    view! {
        <article class="method measured">
            <h1>{say.text(Text::MeasuredHead)}</h1>
            <p class="told">{say.text(Text::MeasuredLead)}</p>
            {body}
            <h2>{say.text(Text::MeasuredHowHead)}</h2>
            <p class="told">{say.text(Text::MeasuredHow)}</p>
            <p>
                <code>{HOW[0]}</code>
            </p>
            <p>
                <code>{HOW[1]}</code>
            </p>
        </article>
    }
}

#[component]
fn Body(all: Memo<Option<All>>) -> impl IntoView {
    let page = Page::get();
    let say = page.lab_words().views();
    let filters = Filters::new();
    let chosen = RwSignal::new(None::<usize>);
    let found = Memo::new(move |_| {
        all.with(|all| {
            all.as_ref().map_or_else(Vec::new, |all| {
                all.pairs
                    .iter()
                    .enumerate()
                    .filter(|(_, pair)| filters.takes(pair))
                    .map(|(at, _)| at)
                    .collect::<Vec<usize>>()
            })
        })
    });
    let count = move || {
        let there = all.with(|all| all.as_ref().map_or(0, |all| all.pairs.len()));
        say.runs_of(found.with(Vec::len), there)
    };
    let told = Memo::new(move |_| errors(all, &found.get(), say));
    let by = RwSignal::new(By::Device);
    view! {
        <Choices all filters />
        <p class="hint">{count}</p>
        <p class="takeaway">{move || spans(told.get())}</p>
        <div class="measured-pair">
            <Scatter all found chosen />
            <Readout all chosen />
        </div>
        <Groups all found by />
        <List all found chosen />
    }
}

/// What the runs' errors are, in a sentence.
fn errors(
    all: Memo<Option<All>>,
    found: &[usize],
    say: &dyn bpt_words::views::ViewLanguage,
) -> Vec<Span> {
    all.with(|all| {
        let Some(all) = all else { return Vec::new() };
        let pairs = || found.iter().filter_map(|at| all.pairs.get(*at));
        let errors = measure::errors(pairs().map(run));
        errors.map_or_else(Vec::new, |errors| say.errors(&errors, inside(pairs())))
    })
}

/// The share of runs that lie in the range that is predicted for them.
fn inside<'a>(pairs: impl Iterator<Item = &'a Pair>) -> f64 {
    let (mut all, mut inside) = (0.0_f64, 0.0);
    for pair in pairs {
        let [_, low, high] = pair.predicted;
        all += 1.0;
        inside += f64::from(u8::from((low..=high).contains(&pair.measured)));
    }
    inside / all.max(1.0)
}

/// As the figures take it.
pub(crate) fn run(pair: &Pair) -> measure::Run {
    measure::Run {
        measured: pair.measured,
        predicted: pair.predicted[0],
        mixture: pair.mixture,
        slot: None,
    }
}

/// The lists that choose what is looked at.
#[component]
fn Choices(all: Memo<Option<All>>, filters: Filters) -> impl IntoView {
    let say = Page::get().lab_words().views();
    let list =
        move |id: &'static str, name: Text, signal: RwSignal<String>, of: fn(&Pair) -> &str| {
            let options = Signal::derive(move || {
                let mut counts: Vec<(String, usize)> = Vec::new();
                all.with(|all| {
                    for pair in all.iter().flat_map(|all| all.pairs.iter()) {
                        let value = of(pair);
                        match counts.iter_mut().find(|(have, _)| have == value) {
                            Some((_, count)) => *count += 1,
                            None => counts.push((value.to_owned(), 1)),
                        }
                    }
                });
                counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
                let every = (String::new(), say.text(Text::AllOf).to_owned());
                core::iter::once(every)
                    .chain(counts.into_iter().map(|(value, count)| {
                        let shown = match value.as_str() {
                            "moe" => say.text(Text::Mixture),
                            "dense" => say.text(Text::Dense),
                            other => other,
                        };
                        (value.clone(), format!("{shown} ({count})"))
                    }))
                    .collect::<Vec<_>>()
            });
            view! {
                <Select
                    name=say.text(name)
                    id=id
                    options
                    value=signal.into()
                    set=Callback::new(move |value: String| signal.set(value))
                />
            }
        };
    view! {
        <div class="measured-filters">
            {list("runs-device", Text::FilterDevice, filters.device, |pair| &pair.device)}
            {list("runs-model", Text::FilterModel, filters.model, |pair| &pair.model)}
            {list("runs-engine", Text::FilterEngine, filters.engine, |pair| &pair.engine)}
            {list("runs-kind", Text::FilterKind, filters.kind, |pair| if pair.mixture { "moe" } else { "dense" })}
            {list("runs-format", Text::FilterFormat, filters.format, |pair| &pair.format)}
            {list("runs-source", Text::FilterSource, filters.source, |pair| &pair.source)}
        </div>
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || filters.plain.get()
                on:change=move |event| filters.plain.set(event_target_checked(&event))
            />
            {say.text(Text::OnlyClean)}
        </label>
    }
}

/// The runs one by one; each can be chosen.
#[component]
fn List(
    all: Memo<Option<All>>,
    found: Memo<Vec<usize>>,
    chosen: RwSignal<Option<usize>>,
) -> impl IntoView {
    let words = Page::get().lab_words();
    let say = words.views();
    let most = RwSignal::new(LIST);
    Effect::new(move |_| {
        found.track();
        most.set(LIST);
    });
    let numbers = words.numbers();
    let rows = move || {
        all.with(|all| {
            let Some(all) = all else { return Vec::new() };
            found.with(|found| {
                found
                    .iter()
                    .take(most.get())
                    .filter_map(|at| Some((*at, all.pairs.get(*at)?)))
                    .map(|(at, pair)| {
                        let s = &all.runs[pair.at].scenario;
                        let pressed = move || (chosen.get() == Some(at)).to_string();
                        view! {
                            <tr>
                                <th scope="row">
                                    <button
                                        type="button"
                                        class="why"
                                        aria-pressed=pressed
                                        on:click=move |_| chosen.set(Some(at))
                                    >
                                        {pair.model.clone()}
                                    </button>
                                </th>
                                <td>{pair.device.clone()}</td>
                                <td>{pair.format.clone()}</td>
                                <td class="amount">{numbers.whole(s.context)}</td>
                                <td class="amount">{numbers.whole(s.users)}</td>
                                <td class="amount" data-raw=raw(pair.measured)>
                                    {numbers.trimmed(pair.measured, 2)}
                                </td>
                                <td class="amount" data-raw=raw(pair.predicted[0]) data-run=all.runs[pair.at].about.id.clone()>
                                    {numbers.forecast(pair.predicted[0])}
                                </td>
                                <td class="amount">{say.off(pair.predicted[0] / pair.measured)}</td>
                            </tr>
                        }
                    })
                    .collect_view()
            })
        })
    };
    let heads = [
        (Text::RunModel, false),
        (Text::RunDevice, false),
        (Text::RunFormat, false),
        (Text::RunContext, true),
        (Text::RunUsers, true),
        (Text::RunSpeed, true),
        (Text::RunPredicted, true),
        (Text::RunOff, true),
    ]
    .map(|(name, number)| {
        view! { <th scope="col" class:amount=move || number>{say.text(name)}</th> }
    });
    let more = move || {
        let left = found.with(Vec::len).saturating_sub(most.get());
        (left > 0).then(|| {
            view! {
                <button type="button" class="quiet" on:click=move |_| most.update(|most| *most += 100)>
                    {say.more(left.min(100))}
                </button>
            }
        })
    };
    view! {
        <h2>{say.text(Text::RunsTable)}</h2>
        <div class="scroll" tabindex="0" role="region" aria-label=say.text(Text::RunsTable)>
            <table>
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {more}
    }
}

/// Opens a run in the lab as A.
fn open(page: Page, run: &Run) {
    let s = &run.scenario;
    let row = ScenarioRow {
        context_tokens: Some(s.context),
        prompt_tokens: Some(s.prompt),
        // A link has no tags; this one of them has a key.
        power_limit_w: s.power_limit.map(|limit| limit.get()),
        software_date: run.row.software_date.clone().or_else(|| {
            let date = run.row.date.as_deref()?;
            Some(date.get(..7).unwrap_or(date).to_owned())
        }),
        ..run.row.clone()
    };
    page.state.update(|state| {
        state.a = row;
        state.frozen = None;
        state.view = View::Lab;
        *state = core::mem::take(state).canonical(Catalog::embedded());
    });
    url::push(&untrack(|| link::query(page, View::Lab)));
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Which of the picks a model is.
fn slot(page: Page, model: &str) -> Option<Slot> {
    Slot::ALL.into_iter().find(|slot| {
        page.row(*slot)
            .as_ref()
            .and_then(names::model)
            .is_some_and(|entry| entry.name == model)
    })
}

/// What a unit of speed is called.
fn per_second(words: &dyn bpt_words::Language) -> &'static str {
    words.ui(Ui::TokPerSecond)
}
