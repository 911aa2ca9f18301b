//! A chapter: number, finding, prose, figure, and a measured case.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_story::{Entry, holds, source_name};
use bpt_words::figures::Fixed;
use bpt_words::story::{Chapter, Scene, StoryText};
use bpt_words::{Quantity, gap};

use crate::components::sentence::spans;
use crate::first::hand;
use crate::names::joint;
use crate::state::Page;
use crate::story::baked::sentence;
use crate::story::figure::{Told, told};
use crate::story::guess::Guess;
use crate::story::prose::pieces;
use crate::story::tale::{Tale, scoped};
use crate::story::top::scene_of;

#[component]
pub(crate) fn ChapterOf(entry: &'static Entry, at: usize, tale: Tale) -> impl IntoView {
    let chapter = entry.chapter;
    let page = tale
        .page
        .within(chapter.id(), untrack(|| tale.state(chapter)));
    // The reader's models and machine replace what was changed here.
    Effect::new(move |first: Option<()>| {
        let state = tale.state(chapter);
        if first.is_some() {
            page.start_from(state);
        }
    });
    scoped(page, move || section(entry, at, tale, page))
}

fn section(entry: &'static Entry, at: usize, tale: Tale, page: Page) -> AnyView {
    let chapter = entry.chapter;
    let words = page.words().story();
    let id = chapter.id();
    let figure = Told::new(entry, page, tale, at == 0);
    if at == 0 {
        take_over(figure);
    }
    // Only the first chapter's text names the models.
    let scene = Memo::new(move |_| {
        if chapter == Chapter::Bytes {
            scene_of(page)
        } else {
            Scene {
                sides: Vec::new(),
                same: false,
                device: None,
                users: 1.0,
            }
        }
    });
    let guess = (chapter == Chapter::Bandwidth).then(|| view! { <Guess page /> });
    view! {
        <section class="chapter" id=id aria-labelledby=format!("head-{id}")>
            <p class="of">{words.chapter_of(at + 1, Chapter::ALL.len())}</p>
            <h2 class="finding" id=format!("head-{id}")>{words.heading(chapter)}</h2>
            <p class="prose">
                {move || scene.with(|scene| pieces(words.prose(chapter, scene), id))}
            </p>
            {guess}
            {told(figure)}
            <Holds chapter tale figure />
        </section>
    }
    .into_any()
}

/// Moves what was moved before the whole page came.
fn take_over(figure: Told) {
    for (key, value) in hand::moved(&format!("fig-{}", figure.entry.chapter.id())) {
        match key.as_str() {
            hand::BANDWIDTH => figure.page.set(Quantity::Bandwidth, Some(value)),
            hand::BITS => figure.page.set(Quantity::Bits, Some(value)),
            hand::TOKEN => figure.token.set(value as u64),
            _ => {}
        }
    }
}

/// "Does it hold?": a measured case with its source and date. Computed when it comes into view.
#[component]
fn Holds(chapter: Chapter, tale: Tale, figure: Told) -> impl IntoView {
    let words = tale.page.words().story();
    let head = words.text(StoryText::DoesItHold);
    let case = tale
        .data
        .with_value(|data| data.chapter(chapter).map(|data| data.case.clone()));
    case.map(|case| {
        let join = move |text| joint(tale.page.words(), text);
        let sources = case
            .sources()
            .enumerate()
            .map(|(at, (source, date))| {
                let between = (at > 0).then(|| join(Fixed::Semicolon));
                if !source.starts_with("http") {
                    return view! { {between} {words.source(source, date)} }.into_any();
                }
                view! {
                    {between}
                    <a href=source.to_owned() rel="noopener">
                        {source_name(source)}
                    </a>
                    {join(Fixed::Comma)}
                    <span class="date">{date.to_owned()}</span>
                }
                .into_any()
            })
            .collect_view();
        let said = move || {
            spans(if figure.seen.get() {
                words.holds(chapter, &holds(Catalog::embedded(), &case))
            } else {
                figure.baked.with_value(|baked| sentence(&baked.holds))
            })
        };
        view! {
            <p class="holds">
                <strong>{head}</strong>
                {gap(head)}
                {said}
                {gap(head)}
                <span class="source">{sources}</span>
            </p>
        }
    })
}
