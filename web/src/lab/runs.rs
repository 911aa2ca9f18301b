//! Measurements that the reader dropped on the page: on the charts of the model they are of.

use crate::prelude::*;
use bpt_charts::lines::Sample;
use bpt_words::figures::Fixed;
use bpt_words::{Quantity, Slot, Ui};

use crate::names::joint;
use crate::platform::files::Found;
use crate::state::{Page, Shared};

/// Most runs that are kept.
const MOST: usize = 512;
/// A run is of a model whose parameters differ by no more than this share.
const PARAMS: f64 = 0.03;
/// And whose weights differ by no more than this share.
const BYTES: f64 = 0.1;

/// One test of a log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    name: String,
    params: Option<f64>,
    bytes: Option<f64>,
    /// Tokens in the cache, and tok/s.
    decode: Option<(f64, f64)>,
    /// Tokens of the prompt, and tok/s.
    prefill: Option<(f64, f64)>,
}

impl Run {
    fn of(row: &Found) -> Option<Self> {
        let decode = row.number("decode_tok_s_per_user");
        let prompt = row.number("prompt_tokens");
        let depth = row.number("prefill_depth_tokens").unwrap_or(0.0);
        let prefill = row.number("prefill_tok_s").filter(|_| depth == 0.0);
        let run = Self {
            name: row.text("model_type").unwrap_or_default(),
            params: row.number("model_params"),
            bytes: row.number("file_bytes"),
            // An empty cache fills during the run: on average with half of what is written.
            decode: decode.map(|speed| {
                let written = row.number("gen_tokens").unwrap_or(0.0);
                let before = row.number("context_tokens").unwrap_or(0.0);
                (before + written / 2.0, speed)
            }),
            prefill: prompt.zip(prefill),
        };
        (run.decode.is_some() || run.prefill.is_some()).then_some(run)
    }

    /// Whether it is of this model in this format.
    fn is_of(&self, solved: &Shared) -> bool {
        let near = |ours: f64, theirs: Option<f64>, share: f64| {
            theirs.is_none_or(|theirs| (theirs / ours - 1.0).abs() <= share)
        };
        let weights = &solved.0.scenario.model.weights;
        (self.params.is_some() || self.bytes.is_some())
            && near(weights.params.total().get(), self.params, PARAMS)
            && near(weights.stored.total().get(), self.bytes, BYTES)
    }
}

/// All that were dropped.
#[derive(Clone, Copy)]
pub(crate) struct OwnRuns(RwSignal<Vec<Run>>);

impl OwnRuns {
    pub(crate) fn provide() {
        provide_context(Self(RwSignal::new(Vec::new())));
    }

    pub(crate) fn get() -> Self {
        use_context().unwrap_or_else(|| Self(RwSignal::new(Vec::new())))
    }

    pub(crate) fn add(self, found: &Found) {
        let new: Vec<Run> = found.list("rows").iter().filter_map(Run::of).collect();
        if !new.is_empty() {
            self.0.update(|runs| {
                runs.extend(new);
                runs.truncate(MOST);
            });
        }
    }

    /// Points on a chart over a quantity.
    pub(crate) fn samples(self, page: Page, over: Option<Quantity>) -> Vec<Sample> {
        let sides = [page.a.get(), page.b.get()];
        self.0.with(|runs| {
            runs.iter()
                .filter(|run| sides.iter().flatten().any(|side| run.is_of(side)))
                .filter_map(|run| match over? {
                    Quantity::Context => run.decode.map(|(at, speed)| Sample::exact(at, speed)),
                    Quantity::Prompt => {
                        let (prompt, speed) = run.prefill?;
                        Some(Sample::exact(prompt, prompt / speed))
                    }
                    _ => None,
                })
                .collect()
        })
    }

    /// What they are and where they stand.
    pub(crate) fn lines(self, page: Page) -> AnyView {
        let words = page.words();
        let runs = self.0.get();
        if runs.is_empty() {
            return ().into_any();
        }
        let sides = [(Slot::A, page.a.get()), (Slot::B, page.b.get())];
        let mut named: Vec<(String, Ui, usize)> = Vec::new();
        for run in &runs {
            let of = sides
                .iter()
                .find(|(_, side)| side.as_ref().is_some_and(|side| run.is_of(side)));
            let place = match of {
                Some((Slot::A, _)) => Ui::RunsOnA,
                Some((Slot::B, _)) => Ui::RunsOnB,
                None => Ui::RunsOnNone,
            };
            match named
                .iter_mut()
                .find(|(name, at, _)| *name == run.name && *at == place)
            {
                Some((_, _, count)) => *count += 1,
                None => named.push((run.name.clone(), place, 1)),
            }
        }
        let lines = named
            .into_iter()
            .map(|(name, place, count)| {
                let colon = joint(words, Fixed::Colon);
                view! { <li>{format!("{count} × {name}{colon}{}", words.ui(place))}</li> }
            })
            .collect_view();
        view! {
            <h3>{words.ui(Ui::RunsTitle)}</h3>
            <ul class="runs">{lines}</ul>
            <button type="button" class="quiet" on:click=move |_| self.0.set(Vec::new())>
                {words.ui(Ui::RunsForget)}
            </button>
        }
        .into_any()
    }
}
