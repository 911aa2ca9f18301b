//! The story: title, lead, contents, eleven chapters, figure `together`, the way to the lab.

mod baked;
mod bar;
mod chapter;
mod claims;
mod controls;
mod figure;
pub(crate) mod foot;
pub(crate) mod frame;
mod guess;
mod play;
mod prose;
mod right;
pub(crate) mod runs;
mod tale;
mod top;

use crate::prelude::*;
use bpt_story::CHAPTERS;
use bpt_words::Ui;
use bpt_words::story::StoryText;

use crate::app::Links;
use crate::dom::is_shown;
use crate::figures::together::Together;
use crate::platform::url;
use crate::state::Page;

use bar::Bar;
use chapter::ChapterOf;
pub(crate) use figure::Embedded;
pub(crate) use figure::next_token;
use tale::Tale;
use top::Top;

/// The whole of it.
#[component]
pub(crate) fn Story() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let links: Links = expect_context();
    let Some(tale) = Tale::new(page) else {
        return ().into_any();
    };
    // What the link points to was in the page as it was built, or is only there now.
    if !is_shown() {
        url::scroll_to_place();
    }
    let chapters = CHAPTERS
        .iter()
        .enumerate()
        .map(|(at, entry)| view! { <ChapterOf entry at tale /> })
        .collect_view();
    view! {
        <article class="story">
            <Top />
            <Bar tale />
            {chapters}
            <section class="chapter" id="together" aria-labelledby="together-head">
                <h2 class="finding" id="together-head">
                    {words.story().text(StoryText::Together)}
                </h2>
                <Together />
            </section>
            <section class="invitation">
                <p class="prose">{words.story().text(StoryText::Invitation)}</p>
                <a class="main" href=move || links.lab.get()>
                    {words.ui(Ui::OpenLab)}
                </a>
            </section>
        </article>
    }
    .into_any()
}
