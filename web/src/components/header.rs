//! The header: mark, places, languages, theme.

use crate::prelude::*;
use bpt_permalink::View;
use bpt_words::story::StoryText;
use bpt_words::{NAMES, Ui};
use leptos::ev::MouseEvent;

use crate::app::{PLACES, place_name};
use crate::components::theme_toggle::ThemeToggle;
use crate::link;
use crate::platform::theme::Choice;
use crate::platform::url;
use crate::state::Page;

/// Figure 1 in 20 pixels: two bars of equal length, one read whole, one a fifth.
#[component]
pub(crate) fn Mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 20 14" width="20" height="14" aria-hidden="true">
            <rect class="mark-a" width="20" height="6" />
            <rect class="mark-b-soft" y="8" width="20" height="6" />
            <rect class="mark-b" y="8" width="4" height="6" />
        </svg>
    }
}

/// The other languages: pages of their own, which take the state with them.
#[component]
pub(crate) fn Languages() -> impl IntoView {
    let page = Page::get();
    let now = page.words().tag();
    let links: Vec<_> = NAMES
        .iter()
        .filter(|(tag, _)| *tag != now)
        .map(|(tag, [name, short])| {
            let to = page.rested(move || {
                let view = page.state.with(|state| state.view);
                link::in_language(page, view, tag)
            });
            view! {
                <a href=to lang=*tag hreflang=*tag rel="alternate" title=*name>
                    <span class="own">{*name}</span>
                    <span class="short">{*short}</span>
                </a>
            }
        })
        .collect();
    view! {
        <nav class="languages" aria-label=page.words().story().text(StoryText::LanguageSwitch)>
            {links}
        </nav>
    }
}

#[component]
pub(crate) fn Header(
    view: Memo<View>,
    choice: RwSignal<Choice>,
    go: Callback<View>,
) -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let links = PLACES
        .into_iter()
        .map(|place| {
            let press = move |event: MouseEvent| {
                let plain = !(event.ctrl_key() || event.meta_key() || event.shift_key());
                if plain && event.button() == 0 {
                    event.prevent_default();
                    go.run(place);
                }
            };
            let address = page.rested(move || url::address(&link::query(page, place)));
            let current = move || (view.get() == place).then_some("page");
            view! {
                <a href=address aria-current=current on:click=press>
                    {words.ui(place_name(place))}
                </a>
            }
        })
        .collect_view();
    view! {
        <header class="top">
            <Mark />
            <span class="product">{words.ui(Ui::Product)}</span>
            <nav aria-label=words.ui(Ui::Navigation)>{links}</nav>
            <Languages />
            <ThemeToggle choice />
        </header>
    }
}
