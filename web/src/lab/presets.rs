//! The presets: taking one over.

use bpt_catalog::Catalog;
use bpt_permalink::{PageState, View};

use crate::state::Page;

/// Takes a scenario over; view, theme and language stay.
pub(crate) fn take(page: Page, query: &str) {
    let wanted = PageState::read(query, Catalog::embedded()).0;
    page.state.update(|state| {
        state.a = wanted.a;
        state.b = wanted.b;
        state.frozen = None;
        state.view = View::Lab;
    });
}

/// Takes the default scenario.
pub(crate) fn reset(page: Page) {
    take(page, "");
}
