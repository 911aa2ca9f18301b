//! Title, lead and contents.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_story::scene;
use bpt_words::story::{Chapter, Scene, StoryText};
use bpt_words::{gap, plain};

use crate::components::sentence::spans;
use crate::state::{Page, Shared};
use crate::story::prose::pieces;

/// What sentences about a page's models are told.
pub(crate) fn scene_of(page: Page) -> Scene {
    let (row_a, row_b) = (page.row_a.get(), page.row_b.get());
    let solved = page.solved();
    let pair = |shared: &Option<Shared>| shared.as_ref().map(|shared| shared.0.clone());
    let [a, b] = [pair(&solved[0]), pair(&solved[1])];
    scene(
        Catalog::embedded(),
        [Some(&row_a), row_b.as_ref()],
        [
            a.as_ref().map(|a| (&a.scenario, &a.now)),
            b.as_ref().map(|b| (&b.scenario, &b.now)),
        ],
    )
}

#[component]
pub(crate) fn Top() -> impl IntoView {
    let page = Page::get();
    let words = page.words().story();
    let scene = Memo::new(move |_| scene_of(page));
    let title = move |at: usize| {
        scene.with(|scene| {
            let [first, second] = words.title(scene);
            if at == 0 { first } else { second }
        })
    };
    let entries = || {
        Chapter::ALL
            .iter()
            .enumerate()
            .map(|(at, chapter)| {
                let chapter = *chapter;
                view! {
                    <li>
                        <a href=format!("#{}", chapter.id())>
                            <span class="at">{(at + 1).to_string()}</span>
                            {words.short(chapter)}
                        </a>
                    </li>
                }
            })
            .collect_view()
    };
    // Folded on a phone; the stylesheet shows one of the two.
    let (beside, folded) = (entries(), entries());
    view! {
        <header class="story-top">
            <div>
                <h1>
                    <span>{move || spans(title(0))}</span>
                    {move || gap(&plain(&title(0)))}
                    <span>{move || spans(title(1))}</span>
                </h1>
                <p class="lead-text">
                    {move || scene.with(|scene| pieces(words.lead(scene), "lead"))}
                </p>
            </div>
            <nav class="contents" aria-label=words.text(StoryText::Contents)>
                <ol>{beside}</ol>
                <details>
                    <summary>{words.chapters(Chapter::ALL.len())}</summary>
                    <ol>{folded}</ol>
                </details>
            </nav>
        </header>
    }
}
