//! Undo: what the state was before each change that has settled.

use std::cell::RefCell;

use crate::prelude::*;
use bpt_permalink::PageState;

use crate::platform::frame::Settled;
use crate::state::Page;

/// Steps kept.
const STEPS: usize = 50;

struct History {
    /// The state when things were last quiet.
    base: PageState,
    past: Vec<PageState>,
}

thread_local! {
    static HISTORY: RefCell<Option<History>> = const { RefCell::new(None) };
}

/// How many steps there are, for the button.
#[derive(Clone, Copy)]
struct Depth(RwSignal<usize>);

fn same(a: &PageState, b: &PageState) -> bool {
    a.a == b.a && a.b == b.b
}

fn settle(now: &PageState) -> usize {
    HISTORY.with(|history| {
        let mut history = history.borrow_mut();
        let history = history.get_or_insert_with(|| History {
            base: now.clone(),
            past: Vec::new(),
        });
        if !same(&history.base, now) {
            let before = core::mem::replace(&mut history.base, now.clone());
            if history.past.len() == STEPS {
                history.past.remove(0);
            }
            history.past.push(before);
        }
        history.past.len()
    })
}

/// Keeps the history while the lab is shown.
pub(crate) fn keep(page: Page) {
    let depth = RwSignal::new(0);
    provide_context(Depth(depth));
    depth.set(page.state.with_untracked(settle));
    // A drag is one step.
    let settled = Settled::after(400);
    Effect::new(move |_| {
        page.state.track();
        settled.ask(move || {
            let now = page.state.with_untracked(settle);
            let _ = depth.try_set(now);
        });
    });
}

/// Whether there is anything to undo.
pub(crate) fn can_undo() -> bool {
    use_context::<Depth>().is_some_and(|Depth(depth)| depth.get() > 0)
}

/// One step back.
pub(crate) fn undo(page: Page) {
    let _ = page.state.with_untracked(settle);
    let before = HISTORY.with(|history| {
        let mut history = history.borrow_mut();
        let history = history.as_mut()?;
        let before = history.past.pop()?;
        history.base = before.clone();
        Some(before)
    });
    if let Some(before) = before {
        page.state.update(|state| {
            state.a = before.a;
            state.b = before.b;
        });
    }
}

/// A with B, and what each has of its own.
pub(crate) fn swap(page: Page) {
    let catalog = bpt_catalog::Catalog::embedded();
    page.state.update(|state| {
        let Some(b) = state.row_b(catalog) else {
            return;
        };
        let a = state.row_a();
        state.a = b;
        state.b = Some(a);
        *state = core::mem::take(state).canonical(catalog);
    });
}
