//! What can be done with a figure: its table, its embed code, its link, the lab.

use crate::prelude::*;
use bpt_words::Ui;
use leptos::html::Textarea;

use crate::platform::export;
use crate::state::Page;

/// What is open below the row of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    Nothing,
    Table,
    Embed,
    Link,
}

/// The buttons.
#[component]
pub(crate) fn Actions(open: RwSignal<Open>, lab: Signal<String>) -> impl IntoView {
    let words = Page::get().words();
    let button = move |what: Open, name: Ui| {
        let is_open = move || open.get() == what;
        view! {
            <button
                type="button"
                class="quiet"
                aria-expanded=move || is_open().to_string()
                on:click=move |_| open.set(if is_open() { Open::Nothing } else { what })
            >
                {words.ui(name)}
            </button>
        }
    };
    view! {
        <div class="actions">
            {button(Open::Table, Ui::Table)} {button(Open::Embed, Ui::Embed)}
            {button(Open::Link, Ui::Link)}
            <a class="main" href=move || lab.get()>
                {words.ui(Ui::OpenLab)}
            </a>
        </div>
    }
}

/// A text to copy, with a button that does it where the browser allows.
#[component]
pub(crate) fn Share(text: Signal<String>, button: Ui) -> impl IntoView {
    let words = Page::get().words();
    let said = RwSignal::new(None::<Ui>);
    let field = NodeRef::<Textarea>::new();
    let copy = move |_| {
        export::copy(&text.get_untracked(), move |done| {
            // The page may have moved on meanwhile.
            let _ = said.try_set(Some(if done { Ui::Copied } else { Ui::CopyByHand }));
            if !done && let Some(field) = field.get_untracked() {
                field.select();
            }
        });
    };
    view! {
        <div class="share">
            <textarea
                node_ref=field
                readonly
                rows="3"
                spellcheck="false"
                aria-label=words.ui(button)
                prop:value=move || text.get()
            ></textarea>
            <button type="button" on:click=copy>
                {words.ui(button)}
            </button>
            <span role="status">{move || said.get().map(|ui| words.ui(ui))}</span>
        </div>
    }
}
