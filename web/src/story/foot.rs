//! Below a figure: sources and actions; in an embed the way back to the page.

use crate::prelude::*;
use bpt_permalink::View;
use bpt_words::figures::Fixed;
use bpt_words::{Ui, gap};

use crate::app::Links;
use crate::components::actions::{Actions, Open, Share};
use crate::components::code::Code;
use crate::components::header::Mark;
use crate::link;
use crate::names::joint;
use crate::platform::url;
use crate::state::Page;

/// `name` is the figure's.
#[component]
pub(crate) fn Foot(name: &'static str, open: RwSignal<Open>) -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let method = expect_context::<Links>().method;
    let story =
        Signal::derive(move || format!("{}#{name}", url::address(&link::free(page, View::Story))));
    if page.embedded {
        return view! {
            <footer class="embed-foot">
                <Mark />
                <span class="product">{words.ui(Ui::Product)}</span>
                <a class="how" href=move || method.get() target="_blank" rel="noopener">
                    {words.ui(Ui::HowComputed)}
                </a>
                <a href=move || story.get() target="_blank" rel="noopener">
                    {words.ui(Ui::OpenHere)}
                </a>
            </footer>
        }
        .into_any();
    }
    let lab = Signal::derive(move || url::address(&link::free(page, View::Lab)));
    let figure = Signal::stored(name.to_owned());
    let share = move || match open.get() {
        Open::Embed => Some(view! { <Code page figure /> }),
        Open::Link => Some(view! { <Share text=story button=Ui::CopyLink /> }),
        Open::Nothing | Open::Table => None,
    };
    let comma = joint(words, Fixed::Listed);
    view! {
        <div class="foot">
            <p class="sources">
                {words.ui(Ui::Sources)} {gap(words.ui(Ui::Sources))}
                <a href=move || method.get()>{words.ui(Ui::ModelFiles)}</a> {comma}
                <a href=move || method.get()>{words.ui(Ui::DeviceData)}</a> {comma}
                <a href=move || method.get()>{words.ui(Ui::Formula)}</a>
            </p>
            <Actions open lab />
        </div>
        {share}
    }
    .into_any()
}
