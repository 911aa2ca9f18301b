//! Share: a link, the code of an embed with its preview, a picture.

use crate::prelude::*;
use bpt_permalink::FIGURES;
use bpt_words::Ui;

use crate::components::actions::Share;
use crate::components::code::Code;
use crate::lab::pictures::{self, Pictures};
use crate::link;
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
                    {Ui::figure(name).map(|ui| words.ui(ui))}
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
            <Code page figure=figure.into() preview=true frozen />
            <h2>{words.ui(Ui::SharePicture)}</h2>
            <FigurePick figures=pictures::names() figure=picture />
            <Pictures figure=picture />
        </section>
    }
}
