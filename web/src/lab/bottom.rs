//! The bar at the bottom of a phone: both speeds and the way to the controls.

use crate::prelude::*;
use bpt_words::{Slot, Ui};

use crate::components::sentence::hue;
use crate::state::Page;

#[component]
pub(crate) fn Bottom() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let speed = move |slot: Slot| {
        let text = Memo::new(move |_| {
            page.facts.with(|facts| {
                let facts = facts.as_ref()?;
                let side = match slot {
                    Slot::A => &facts.a,
                    Slot::B => facts.b.as_ref()?,
                };
                Some(if side.fits {
                    words.numbers().forecast(side.speed)
                } else {
                    "\u{2014}".to_owned()
                })
            })
        });
        view! {
            <p hidden=move || text.with(Option::is_none)>
                <strong class=hue(slot)>{move || text.get()}</strong>
                <span>
                    {slot.letter()} " " {words.ui(Ui::TokPerSecond)}
                </span>
            </p>
        }
    };
    let ratio = Memo::new(move |_| {
        page.facts.with(|facts| {
            let (a, b) = facts.as_ref().map(|facts| (&facts.a, facts.b.as_ref()))?;
            let b = b.filter(|b| b.fits && a.fits)?;
            let (more, less) = (b.speed.max(a.speed), b.speed.min(a.speed));
            let faster = if b.speed >= a.speed { Slot::B } else { Slot::A };
            Some((words.numbers().ratio(more / less), faster))
        })
    });
    let times = move || ratio.get().map(|(ratio, _)| format!("{ratio}×"));
    let faster = move || ratio.get().map(|(_, faster)| faster.letter());
    let change = move |_| {
        if let Some(panel) = document().get_element_by_id("lab-controls") {
            panel.scroll_into_view();
        }
    };
    view! {
        <div class="bottom">
            {speed(Slot::A)}
            {speed(Slot::B)}
            <p hidden=move || ratio.with(Option::is_none)>
                <strong>{times}</strong>
                <span>{faster} " " {words.ui(Ui::Faster)}</span>
            </p>
            <button type="button" class="main" on:click=change>
                {words.ui(Ui::Change)}
            </button>
        </div>
    }
}
