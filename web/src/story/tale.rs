//! What all chapters share: their data, and whether they show the reader's models and machine.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_permalink::PageState;
use bpt_story::{Story, is_default};
use bpt_words::story::Chapter;

use crate::state::Page;

/// Shared by the chapters of a page.
#[derive(Clone, Copy)]
pub(crate) struct Tale {
    pub(crate) page: Page,
    pub(crate) data: StoredValue<Story>,
    /// Whether the reader asked for their own models and machine.
    pub(crate) asked: RwSignal<bool>,
    /// Whether the chapters show the page's models and machine.
    pub(crate) mine: Memo<bool>,
    /// The chapter that the link points to, with the state it holds: that chapter shows all of it.
    exact: StoredValue<Option<(String, PageState)>>,
}

impl Tale {
    /// `None` where the data cannot be read, which tests exclude.
    pub(crate) fn new(page: Page) -> Option<Self> {
        let data = StoredValue::new(Story::embedded().ok()?);
        let asked = RwSignal::new(false);
        let mine = Memo::new(move |_| {
            let other = page
                .state
                .with(|state| !is_default(state, Catalog::embedded()));
            other || asked.get()
        });
        let hash = window().location().hash().unwrap_or_default();
        // A link that says nothing of a scenario asks for the chapter's own.
        let first = PageState::default();
        let said = page
            .state
            .with_untracked(|state| state.a != first.a || state.b != first.b);
        let exact = hash
            .strip_prefix('#')
            .filter(|id| said && Chapter::from_id(id).is_some());
        let exact = exact.map(|id| (id.to_owned(), page.state.get_untracked()));
        Some(Self {
            page,
            data,
            asked,
            mine,
            exact: StoredValue::new(exact),
        })
    }

    /// What a chapter's figure starts from.
    pub(crate) fn state(self, chapter: Chapter) -> PageState {
        let mine = self.mine.get();
        let exact = self.exact.with_value(|exact| {
            exact.as_ref().is_some_and(|(id, state)| {
                id == chapter.id() && self.page.state.with(|now| now == state)
            })
        });
        if exact {
            return self.page.state.get();
        }
        self.page.state.with(|picks| {
            self.data
                .with_value(|data| data.state(chapter, picks, mine))
        })
    }
}

/// Builds a part of the page whose [`Page`] is a figure's own.
pub(crate) fn scoped<T>(page: Page, build: impl FnOnce() -> T) -> T {
    let owner = Owner::new();
    let kept = owner.clone();
    on_cleanup(move || kept.cleanup());
    owner.with(|| {
        provide_context(page);
        build()
    })
}
