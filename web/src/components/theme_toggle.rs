//! Light, dark or as the system: one button that goes round.

use crate::prelude::*;
use bpt_words::Ui;

use crate::platform::theme::Choice;
use crate::state::Page;

#[component]
pub(crate) fn ThemeToggle(choice: RwSignal<Choice>) -> impl IntoView {
    let words = Page::get().words();
    let name = move || {
        words.ui(match choice.get() {
            Choice::Auto => Ui::ThemeAuto,
            Choice::Light => Ui::ThemeLight,
            Choice::Dark => Ui::ThemeDark,
        })
    };
    let press = move |_| {
        let next = choice.get_untracked().next();
        next.remember();
        choice.set(next);
    };
    view! {
        <button class="theme" type="button" aria-label=name title=name on:click=press>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" stroke-width="1.5" />
                <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
            </svg>
        </button>
    }
}
