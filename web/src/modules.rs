//! Which view is in which WebAssembly module. `web/loader.js` has the same list, because it has to
//! choose before any module is there.
//!
//! A module holds only the code that its views reach, so a view must not be named outside of its
//! module's line. From a view of one module to one of another leads a link that loads the page
//! anew, with the state in its query.

use bpt_permalink::View;

use crate::components::explain::Explain;
use crate::components::question::{Answers, Asker};
use crate::dom;
use crate::figures::together::Together;
use crate::lab::runs::OwnRuns;
use crate::lab::{Embedded as OfLab, Lab};
use crate::measured::Measurements;
use crate::measured::store::Measured;
use crate::method::Method;
use crate::prelude::*;
use crate::rightsize::Rightsize;
use crate::state::Page;
use crate::story::{Embedded, Story};

/// Views that are loaded together.
#[derive(Clone, Copy, Debug)]
pub struct Module {
    pub(crate) views: &'static [View],
    /// Whether they need more than the start of the catalog.
    pub(crate) whole_catalog: bool,
    /// What its views share.
    pub(crate) provide: fn(),
    pub(crate) show: fn(View) -> AnyView,
    /// The figure of an embed.
    pub(crate) embed: fn(Page) -> AnyView,
    /// What tells where a number comes from.
    pub(crate) explain: fn() -> AnyView,
    /// What is done on a page that another module has made; without it the module makes its own.
    pub(crate) guest: Option<fn()>,
}

/// The front page and embeds. The front page's first figure runs before it: `first`.
pub const PAGE: Module = Module {
    views: &[View::Story],
    whole_catalog: false,
    provide: || {},
    show: |_| view! { <Story /> }.into_any(),
    embed: |page| {
        let name = page.state.with_untracked(|state| state.embed.clone());
        match name.as_deref().and_then(bpt_story::entry) {
            Some(entry) => view! { <Embedded entry /> }.into_any(),
            None => view! { <Together /> }.into_any(),
        }
    },
    explain: || view! { <Asker /> }.into_any(),
    guest: None,
};

/// The lab, and what belongs to it.
pub const LAB: Module = Module {
    views: &[View::Lab, View::Rightsize, View::Measurements, View::Method],
    whole_catalog: true,
    provide: || {
        OwnRuns::provide();
        provide_context(Measured::new());
    },
    show: |view| match view {
        View::Rightsize => view! { <Rightsize /> }.into_any(),
        View::Measurements => view! { <Measurements /> }.into_any(),
        View::Method => view! { <Method /> }.into_any(),
        View::Lab | View::Story => view! { <Lab /> }.into_any(),
    },
    embed: |_| view! { <OfLab /> }.into_any(),
    explain: || view! { <Explain /> }.into_any(),
    guest: Some(|| mount_to_body(|| dom::mount_beside(&view! { <Answers /> }))),
};
