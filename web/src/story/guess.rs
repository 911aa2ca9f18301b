//! A guess before chapter 5's figure: never asked for, never kept.

use crate::prelude::*;
use bpt_core::estimate;
use bpt_words::story::{StoryText, choices};
use bpt_words::{Quantity, Slot, gap};

use crate::components::sentence::spans;
use crate::knobs;
use crate::state::Page;

/// Times faster with twice the bandwidth.
fn gain(page: Page, slot: Slot) -> Option<f64> {
    let solved = page.side(slot).get()?;
    let mut row = page.row(slot)?;
    let now = knobs::value(Quantity::Bandwidth, &row, Some(&solved.0.scenario));
    knobs::set(Quantity::Bandwidth, &mut row, Some(2.0 * now), None);
    let twice = bpt_catalog::Catalog::embedded().resolve(&row).ok()?;
    let speed = estimate(&twice).decode.per_user.get();
    Some(speed / solved.0.now.decode.per_user.get())
}

#[component]
pub(crate) fn Guess(page: Page) -> impl IntoView {
    let words = page.words().story();
    let chosen = RwSignal::new(None::<usize>);
    let slot = Memo::new(move |_| {
        if page.b.with(Option::is_some) {
            Slot::B
        } else {
            Slot::A
        }
    });
    let right = Memo::new(move |_| gain(page, slot.get()).unwrap_or(f64::NAN));
    let button = move |at: usize| {
        view! {
            <button
                type="button"
                aria-pressed=move || (chosen.get() == Some(at)).to_string()
                on:click=move |_| chosen.set(Some(at))
            >
                {move || words.guess(choices(right.get())[at])}
            </button>
        }
    };
    view! {
        <div class="guess">
            <p>
                <strong>{words.text(StoryText::GuessFirst)}</strong>
                {gap(words.text(StoryText::GuessFirst))}
                {move || spans(words.guess_question(slot.get()))}
            </p>
            <div class="guesses">{button(0)} {button(1)} {button(2)}</div>
            <p class="guessed" role="status">
                {move || {
                    chosen
                        .get()
                        .map(|at| {
                            let right = right.get();
                            spans(words.guessed(slot.get(), choices(right)[at], right))
                        })
                }}
            </p>
        </div>
    }
}
