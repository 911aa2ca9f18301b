//! "Numbers for": the models and the machine of the page, and whether the chapters show them.

use crate::prelude::*;
use bpt_words::story::StoryText;
use bpt_words::{Room, Slot, Ui};
use wasm_bindgen::JsCast;

use crate::components::picks::{DevicePick, FormatPick, ModelPick};
use crate::state::Page;
use crate::story::tale::{Tale, scoped};

#[component]
pub(crate) fn Bar(tale: Tale) -> impl IntoView {
    let page = Page::get();
    let words = page.words().story();
    let room = Signal::derive(|| Room::Narrow);
    let press = move |_| {
        if tale.mine.get_untracked() {
            tale.asked.set(false);
            page.state.update(|state| {
                let first = bpt_permalink::PageState::default();
                state.a = first.a;
                state.b = first.b;
            });
            return;
        }
        tale.asked.set(true);
        let first = document()
            .get_element_by_id("numbers-model-a")
            .and_then(|input| input.dyn_into::<web_sys::HtmlElement>().ok());
        if let Some(first) = first {
            // Refused only by elements that are not shown.
            let _ = first.focus();
        }
    };
    let own = Page {
        name: "numbers",
        ..page
    };
    scoped(own, move || {
        view! {
            <div class="bar" role="group" aria-label=words.text(StoryText::NumbersFor)>
                <span class="bar-name">{words.text(StoryText::NumbersFor)}</span>
                <div class="chip-pick"><ModelPick of=Slot::A /></div>
                <div class="chip-pick"><ModelPick of=Slot::B /></div>
                <div class="chip-pick"><FormatPick room /></div>
                <div class="chip-pick"><DevicePick room /></div>
                <span class="bar-work">
                    {move || {
                        let words = page.words();
                        let tokens = page.value(bpt_words::Quantity::Context);
                        format!(
                            "{} {}",
                            words.ui(Ui::Context),
                            words.spoken(bpt_words::Quantity::Context, tokens),
                        )
                    }}
                </span>
                <button type="button" class="use-mine" on:click=press>
                    {move || {
                        words.text(
                            if tale.mine.get() { StoryText::UseDefaults } else { StoryText::UseMine },
                        )
                    }}
                </button>
            </div>
        }
    })
}
