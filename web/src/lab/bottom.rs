//! The bar at the bottom of a phone: both speeds and the way to the controls.

use crate::prelude::*;
use bpt_words::{Slot, Ui};

use crate::components::sentence::hue;
use crate::state::Page;

#[component]
pub(crate) fn Bottom() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let speeds = move || {
        page.facts.with(|facts| {
            let facts = facts.as_ref()?;
            let side = |side: &bpt_words::facts::Side| {
                let text = if side.fits {
                    words.numbers().forecast(side.speed)
                } else {
                    "\u{2014}".to_owned()
                };
                view! {
                    <p>
                        <strong class=hue(side.slot)>{text}</strong>
                        <span>
                            {side.slot.letter()} " " {words.ui(Ui::TokPerSecond)}
                        </span>
                    </p>
                }
            };
            let ratio = facts
                .b
                .as_ref()
                .filter(|b| b.fits && facts.a.fits)
                .map(|b| {
                    let (more, less) = (b.speed.max(facts.a.speed), b.speed.min(facts.a.speed));
                    let faster = if b.speed >= facts.a.speed {
                        Slot::B
                    } else {
                        Slot::A
                    };
                    view! {
                        <p>
                            <strong>{words.numbers().ratio(more / less)} "×"</strong>
                            <span>{faster.letter()} " " {words.ui(Ui::Faster)}</span>
                        </p>
                    }
                });
            Some(view! { {side(&facts.a)} {facts.b.as_ref().map(side)} {ratio} })
        })
    };
    let change = move |_| {
        if let Some(panel) = document().get_element_by_id("lab-controls") {
            panel.scroll_into_view();
        }
    };
    view! {
        <div class="bottom" aria-hidden="false">
            {speeds}
            <button type="button" class="main" on:click=change>
                {words.ui(Ui::Change)}
            </button>
        </div>
    }
}
