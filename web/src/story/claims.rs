//! The founding texts' own scenarios, which a press puts into the figure.

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_story::{claim_state, here};
use bpt_words::figures::Fixed;
use bpt_words::story::{Chapter, StoryText};

use crate::names::joint;
use crate::prelude::*;
use crate::state::Page;
use crate::story::tale::Tale;

/// What a scenario is called: its models and what is not the first scenario's.
fn label(page: Page, rows: [Option<&ScenarioRow>; 2]) -> String {
    let catalog = Catalog::embedded();
    let said = |row: &ScenarioRow| -> Vec<String> {
        let scenario = catalog.resolve(row).ok();
        here(
            catalog,
            [Some(row), None],
            scenario.as_ref(),
            &[],
            page.words(),
        )
        .into_iter()
        .filter(|piece| piece.differs || piece.slot.is_some())
        .map(|piece| piece.text)
        .collect()
    };
    let [first, second] = rows.map(|row| row.map(said).unwrap_or_default());
    let other: Vec<String> = second
        .into_iter()
        .filter(|text| !first.contains(text))
        .collect();
    let comma = joint(page.words(), Fixed::Listed);
    if other.is_empty() {
        first.join(comma)
    } else {
        format!("{} / {}", first.join(comma), other.join(comma))
    }
}

#[component]
pub(crate) fn Claims(chapter: Chapter, tale: Tale, page: Page, seen: Memo<bool>) -> impl IntoView {
    let words = page.words().story();
    let claims = tale.data.with_value(|data| {
        data.chapter(chapter)
            .map_or_else(Vec::new, |data| data.claims.clone())
    });
    let claims: Vec<_> = claims
        .into_iter()
        .filter(|claim| !claim.scenarios.is_empty())
        .collect();
    if claims.is_empty() {
        return ().into_any();
    }
    let buttons = move || {
        // Not before the figure is in view: a name is made of a scenario that must be solved.
        if !seen.get() {
            return Vec::new();
        }
        claims
            .iter()
            .filter_map(|claim| {
                let state = claim_state(&claim.scenarios, &page.state.get_untracked())?;
                let catalog = Catalog::embedded();
                let (a, b) = (state.row_a(), state.row_b(catalog));
                let text = label(page, [Some(&a), b.as_ref()]);
                let press = move |_| {
                    page.state.update(|now| {
                        now.a.clone_from(&state.a);
                        now.b.clone_from(&state.b);
                    });
                };
                let id = claim.id.clone();
                Some(view! {
                    <button type="button" class="case" data-claim=id on:click=press>
                        {text}
                    </button>
                })
            })
            .collect_view()
    };
    view! {
        <details class="cases">
            <summary>{words.text(StoryText::Cases)}</summary>
            <div>{buttons}</div>
        </details>
    }
    .into_any()
}
