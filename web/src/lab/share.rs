//! Share: a link, the code of an embed with its preview, a picture.

use crate::prelude::*;
use bpt_permalink::FIGURES;
use bpt_words::Ui;
use leptos::ev::message;
use leptos::html::Iframe;

use crate::components::actions::Share;
use crate::components::code::Code;
use crate::lab::pictures::{self, Pictures};
use crate::link::{self, Shot};
use crate::platform::{embed, url};
use crate::state::Page;

/// A list of figures to choose from.
#[component]
pub(crate) fn FigurePick(figures: Vec<&'static str>, figure: RwSignal<String>) -> impl IntoView {
    let words = Page::get().words();
    let options = figures
        .into_iter()
        .map(|name| {
            let chosen = figure.with_untracked(|figure| figure == name);
            view! {
                <option value=name selected=chosen.then_some("")>
                    {words.figures().name(name)}
                </option>
            }
        })
        .collect_view();
    view! {
        <label class="figure-pick">
            {words.ui(Ui::ShareFigure)} " "
            <select on:change=move |event| figure.set(event_target_value(&event))>{options}</select>
        </label>
    }
}

#[component]
pub(crate) fn SharePanel() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let frozen = RwSignal::new(false);
    let address = Signal::derive(move || link::shot(page, "together", frozen.get()).link);
    let figure = RwSignal::new("together".to_owned());
    let mut all = FIGURES.to_vec();
    all.rotate_right(3);
    let picture = RwSignal::new("context".to_owned());
    view! {
        <section class="tool" id="tool-share" aria-label=words.ui(Ui::ToolShare)>
            <h2>{words.ui(Ui::ShareLink)}</h2>
            <Share text=address button=Ui::CopyLink />
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || frozen.get()
                    on:change=move |event| frozen.set(event_target_checked(&event))
                />
                {words.ui(Ui::Freeze)}
            </label>
            <p class="note">{words.ui(Ui::FreezeHint)}</p>
            <h2>{words.ui(Ui::ShareEmbed)}</h2>
            <FigurePick figures=all figure />
            <Code page figure=figure.into() frozen />
            <Preview figure frozen />
            <h2>{words.ui(Ui::SharePicture)}</h2>
            <FigurePick figures=pictures::names() figure=picture />
            <Pictures figure=picture />
        </section>
    }
}

/// The embed as its readers will see it, as high as it asks to be.
#[component]
fn Preview(figure: RwSignal<String>, frozen: RwSignal<bool>) -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let frame = NodeRef::<Iframe>::new();
    let height = RwSignal::new(None);
    let listening = window_event_listener(message, move |event| {
        let asked = frame
            .get_untracked()
            .and_then(|frame| embed::height_asked(&frame, &event));
        if asked.is_some() {
            height.set(asked);
        }
    });
    on_cleanup(move || listening.remove());
    view! {
        <h3>{words.ui(Ui::Preview)}</h3>
        <div class="previews">
        <iframe
            node_ref=frame
            class="preview"
            title=words.ui(Ui::Preview)
            loading="lazy"
            style:height=move || height.get().map(|height| format!("{height}px"))
            src=move || {
                let Shot { query, .. } = link::shot(page, &figure.get(), frozen.get());
                url::address(&query)
            }
        ></iframe>
        </div>
    }
}
