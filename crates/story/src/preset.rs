//! What a chapter shows: its own scenario, or the reader's models and machine with its work.

use bpt_catalog::row::ParallelRow;
use bpt_catalog::story::{Chapter as Data, chapters};
use bpt_catalog::{Catalog, DataError, ScenarioRow, default};
use bpt_core::limits;
use bpt_permalink::PageState;
use bpt_words::story::Chapter;

use crate::control::Control;

/// The data of all chapters.
#[derive(Clone, Debug)]
pub struct Story {
    chapters: Vec<Data>,
}

impl Story {
    /// Reads `data/story.json`.
    ///
    /// # Errors
    ///
    /// The file is embedded and checked by tests; an error names the entry that is wrong.
    pub fn embedded() -> Result<Self, DataError> {
        Ok(Self {
            chapters: chapters()?,
        })
    }

    /// One chapter's data.
    #[must_use]
    pub fn chapter(&self, chapter: Chapter) -> Option<&Data> {
        self.chapters.iter().find(|data| data.id == chapter.id())
    }

    /// The controls below a chapter's figure, most important first.
    #[must_use]
    pub fn controls(&self, chapter: Chapter) -> Vec<Control> {
        self.chapter(chapter)
            .into_iter()
            .flat_map(|data| &data.sliders)
            .filter_map(|path| Control::from_path(path))
            .collect()
    }

    /// The state of a chapter's figure before anything in it is changed. `picks` are the page's
    /// models and machine; where they are not taken, or the page's are the first ones, it is the
    /// chapter's own.
    #[must_use]
    pub fn state(&self, chapter: Chapter, picks: &PageState, take: bool) -> PageState {
        let Some(data) = self.chapter(chapter) else {
            return picks.clone();
        };
        chapter_state(data, picks, take)
    }
}

/// Whether models, format and machine are the first ones.
#[must_use]
pub fn is_default(state: &PageState, catalog: &Catalog) -> bool {
    let first = PageState::default().canonical(catalog);
    let now = PageState {
        view: first.view,
        embed: None,
        show: None,
        id: None,
        theme: None,
        lang: None,
        unknown: Vec::new(),
        ..state.clone()
    };
    let mut now = now.canonical(catalog);
    for row in [Some(&mut now.a), now.b.as_mut()].into_iter().flatten() {
        work(row, &ScenarioRow::default());
    }
    now == first
}

/// The same as [`Story::state`].
#[must_use]
pub fn chapter_state(data: &Data, picks: &PageState, take: bool) -> PageState {
    let base = PageState {
        embed: None,
        show: None,
        id: None,
        ..picks.clone()
    };
    if !take {
        return PageState {
            a: data.a.clone(),
            b: data.b.as_ref().map(|b| own(&data.a, b)),
            ..base
        }
        .canonical(Catalog::embedded());
    }
    let mut state = base;
    work(&mut state.a, &data.a);
    if let Some(b) = &mut state.b {
        work(b, &ScenarioRow::default());
    }
    if state.a.host_id.is_none() {
        state.a.host_id.clone_from(&data.a.host_id);
    }
    state
}

/// One or two scenarios of a claim as the state of a figure. Of several with different models the
/// last of each is taken: those before it are steps towards it.
#[must_use]
pub fn claim_state(scenarios: &[ScenarioRow], base: &PageState) -> Option<PageState> {
    let mut rows: Vec<&ScenarioRow> = Vec::new();
    for row in scenarios {
        match rows.iter_mut().find(|have| have.model_id == row.model_id) {
            Some(have) => *have = row,
            None => rows.push(row),
        }
    }
    if rows.len() == 1 {
        rows = scenarios.iter().take(2).collect();
    }
    let a = *rows.first()?;
    // What both share is said once: then a slider moves both.
    Some(
        PageState {
            a: a.clone(),
            b: rows.get(1).map(|b| own(a, b)),
            ..base.clone()
        }
        .canonical(Catalog::embedded()),
    )
}

/// Takes over what is done with models and machine, and leaves both.
fn work(row: &mut ScenarioRow, from: &ScenarioRow) {
    row.context_tokens = from.context_tokens;
    row.prompt_tokens = from.prompt_tokens;
    row.cached_prompt_tokens = from.cached_prompt_tokens;
    row.gen_tokens = from.gen_tokens;
    row.users = from.users;
    row.speculative.clone_from(&from.speculative);
    row.placement.clone_from(&from.placement);
    row.own_tok_s = None;
}

/// What B has of its own: where A says more than B, B says the first scenario's value.
fn own(a: &ScenarioRow, b: &ScenarioRow) -> ScenarioRow {
    let mut own = b.clone();
    let fill = |to: &mut Option<f64>, of_a: Option<f64>, first: f64| {
        if to.is_none() && of_a.is_some_and(|value| value != first) {
            *to = Some(first);
        }
    };
    fill(&mut own.device_count, a.device_count, 1.0);
    fill(&mut own.nodes, a.nodes, 1.0);
    fill(&mut own.users, a.users, 1.0);
    fill(
        &mut own.context_tokens,
        a.context_tokens,
        limits::CONTEXT.default,
    );
    if own.parallel.is_none() && a.parallel.is_some() {
        own.parallel = Some(ParallelRow {
            kind: Some("none".into()),
            ..ParallelRow::default()
        });
    }
    let same = |to: &mut Option<String>, of_a: &Option<String>, first: &str| {
        if to.is_none() && of_a.as_deref().is_some_and(|id| id != first) {
            *to = Some(first.into());
        }
    };
    same(&mut own.kv_type, &a.kv_type, default::KV_TYPE);
    if own.device_id == a.device_id {
        own.device_id = None;
    }
    if own.quant == a.quant {
        own.quant = None;
    }
    own
}
