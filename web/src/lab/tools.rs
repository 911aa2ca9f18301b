//! Import, Export, Share: what opens below the scenario's sentence.

use crate::prelude::*;
use bpt_words::Ui;

use crate::lab::export::Export;
use crate::lab::import::Import;
use crate::lab::share::SharePanel;
use crate::state::Page;

/// Which of them is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    Import,
    Export,
    Share,
}

const TOOLS: [(Tool, Ui); 3] = [
    (Tool::Import, Ui::ToolImport),
    (Tool::Export, Ui::ToolExport),
    (Tool::Share, Ui::ToolShare),
];

/// The buttons.
pub(crate) fn buttons(page: Page, open: RwSignal<Option<Tool>>) -> AnyView {
    let words = page.words();
    TOOLS
        .map(|(tool, name)| {
            let is_open = move || open.get() == Some(tool);
            view! {
                <button
                    type="button"
                    class="quiet"
                    aria-expanded=move || is_open().to_string()
                    on:click=move |_| open.update(|open| *open = (*open != Some(tool)).then_some(tool))
                >
                    {words.ui(name)}
                </button>
            }
        })
        .collect_view()
        .into_any()
}

/// What is open.
#[component]
pub(crate) fn Tools(open: RwSignal<Option<Tool>>) -> impl IntoView {
    move || match open.get() {
        None => ().into_any(),
        Some(Tool::Import) => view! { <Import /> }.into_any(),
        Some(Tool::Export) => view! { <Export /> }.into_any(),
        Some(Tool::Share) => view! { <SharePanel /> }.into_any(),
    }
}
