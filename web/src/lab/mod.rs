//! The lab: every knob, both models, every number explained.

mod answer;
mod assumptions;
mod bar;
mod bottom;
mod controls;
mod embedded;
mod export;
mod group;
mod history;
mod import;
mod keys;
mod machine;
mod models;
mod own;
pub(crate) mod pictures;
mod placement;
mod presets;
mod report;
mod reverse;
pub(crate) mod runs;
mod share;
mod speculation;
mod tools;
mod work;

use crate::prelude::*;
use bpt_charts::figures::{LAB, Place};
use bpt_permalink::View;
use bpt_words::Ui;
use bpt_words::figures::Fixed;
use bpt_words::views::Text;

use crate::figures::drawn::Drawn;
use crate::link;
use crate::measured::store::Measured;
use crate::names::joint;
use crate::platform::url;
use crate::platform::watch::media;
use crate::state::Page;
use answer::Answer;
use bar::Bar;
pub(crate) use bar::show;
use bottom::Bottom;
use controls::Controls;
pub(crate) use embedded::Embedded;
use reverse::Reverse;

#[component]
pub(crate) fn Lab() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    history::keep(page);
    keys::listen(page);
    if let Some(measured) = Measured::get() {
        measured.ask();
    }
    view! {
        <div class="lab">
            <Bar />
            <section class="lab-answer" aria-label=words.ui(Ui::Answer)>
                <Answer />
            </section>
            <Controls />
            <div class="lab-figures">
                {drawn(Place::First)}
                <div class="grid">
                    {drawn(Place::Charts)}
                </div>
                <ToRightsize />
                <Reverse />
                <More />
            </div>
            <Bottom />
        </div>
    }
}

/// The figures of a place, in their order.
fn drawn(place: Place) -> AnyView {
    let here = LAB.iter().filter(|kind| kind.place == place);
    here.map(|kind| view! { <Drawn kind=*kind /> })
        .collect_view()
        .into_any()
}

/// The way to the ranking of models and devices.
#[component]
fn ToRightsize() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let colon = joint(words, Fixed::Colon);
    let head = page.lab_words().views().text(Text::RightHead);
    let name = format!("{}{colon}{head}", words.ui(Ui::RightSize));
    view! { <p class="to-rightsize">{to_rightsize(page, name)}</p> }
}

/// A link to it under a name.
pub(crate) fn to_rightsize(page: Page, name: String) -> AnyView {
    let address = page.rested(move || url::address(&link::query(page, View::Rightsize)));
    let press = move |event: leptos::ev::MouseEvent| {
        let plain = !(event.ctrl_key() || event.meta_key() || event.shift_key());
        if plain && event.button() == 0 {
            event.prevent_default();
            page.state.update(|state| state.view = View::Rightsize);
            url::push(&untrack(|| link::query(page, View::Rightsize)));
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    };
    view! { <a href=address on:click=press>{name}</a> }.into_any()
}

/// The charts that not everybody needs: open where there is room.
#[component]
fn More() -> impl IntoView {
    let words = Page::get().words();
    let roomy = media("(min-width: 1600px)");
    view! {
        <details class="more" prop:open=move || roomy.get()>
            <summary>
                <h2>{words.ui(Ui::MoreCharts)}</h2>
            </summary>
            <div class="grid">
                {drawn(Place::More)}
            </div>
        </details>
    }
}
