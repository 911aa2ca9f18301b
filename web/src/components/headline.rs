//! What a model answers: its speed with the range, what it reads, what it needs.

use crate::prelude::*;
use bpt_core::units::GIBI;
use bpt_words::facts::Side;
use bpt_words::{Room, Slot, Ui};

use crate::components::number::{live_number, number};
use crate::components::sentence::{hue, sentence, spans};
use crate::fixes::{Way, ways};
use crate::state::Page;

/// What is said of one model, and the ways out where it does not fit.
pub(crate) fn told(page: Page, slot: Slot) -> (Memo<Option<Side>>, Memo<Vec<Way>>) {
    let side = Memo::new(move |_| {
        page.facts.with(|facts| {
            let facts = facts.as_ref()?;
            match slot {
                Slot::A => Some(facts.a.clone()),
                Slot::B => facts.b.clone(),
            }
        })
    });
    let fixes = Memo::new(move |_| {
        if side.with(|side| side.as_ref().is_none_or(|side| side.fits)) {
            return Vec::new();
        }
        let now = page.side(slot).get();
        page.row(slot)
            .zip(now)
            .map_or_else(Vec::new, |(row, now)| ways(&row, &now.0.now, 2))
    });
    (side, fixes)
}

/// The numbers of one model, below its chooser.
#[component]
pub(crate) fn Headline(of: Slot) -> impl IntoView {
    let slot = of;
    let page = Page::get();
    let (side, fixes) = told(page, slot);
    move || {
        side.get().map(|side| {
            let answer = if side.fits {
                speed(&side, page).into_any()
            } else {
                over(&side, fixes.get(), page).into_any()
            };
            view! {
                <div class="answer">{answer}</div>
                {facts(&side, page)}
            }
        })
    }
}

pub(crate) fn speed(side: &Side, page: Page) -> impl IntoView + use<> {
    let words = page.words();
    let slot = side.slot;
    let likely = words.likely(slot, side.low, side.high, page.room());
    view! {
        <p class=format!("big {}", hue(slot))>
            {number(
                "decode.tok_s_per_user",
                slot,
                side.speed,
                words.numbers().forecast(side.speed),
                "plain",
            )}
        </p>
        <p class="likely">{spans(likely)}</p>
    }
}

/// The speed of a side that fits, changed in place.
pub(crate) fn live_speed(side: Memo<Option<Side>>, slot: Slot, page: Page) -> AnyView {
    let words = page.words();
    let speed = move || {
        side.with(|side| {
            side.as_ref()
                .map_or([f64::NAN; 3], |side| [side.speed, side.low, side.high])
        })
    };
    let big = live_number("decode.tok_s_per_user", slot, "plain", move || {
        let [speed, ..] = speed();
        (speed, words.numbers().forecast(speed))
    });
    let likely = Memo::new(move |_| {
        let [_, low, high] = speed();
        words.likely(slot, low, high, page.room())
    });
    view! {
        <p class=format!("big {}", hue(slot))>{big}</p>
        <p class="likely">{sentence(likely)}</p>
    }
    .into_any()
}

pub(crate) fn over(side: &Side, ways: Vec<Way>, page: Page) -> impl IntoView + use<> {
    let words = page.words();
    let slot = side.slot;
    let buttons = ways
        .into_iter()
        .map(|way| {
            let label = words.fix(&way.fix);
            let press = move |_| page.adopt(slot, &way.row);
            view! { <button type="button" on:click=press>{label}</button> }
        })
        .collect_view();
    view! {
        <div class="misfit">
            <p>
                <strong class="bad">{cross()} {words.ui(Ui::DoesNotFit)}</strong>
                " "
                {spans(words.over(side.over))}
            </p>
            <div class="ways">{buttons}</div>
        </div>
    }
}

fn facts(side: &Side, page: Page) -> impl IntoView + use<> {
    let words = page.words();
    let numbers = words.numbers();
    let slot = side.slot;
    let users = page
        .facts
        .with(|facts| facts.as_ref().map_or(1.0, |facts| facts.users));
    let (reads, memory) = match page.room() {
        Room::Wide if users > 1.0 => (Ui::WeightsPerStep, Ui::Memory),
        Room::Wide => (Ui::WeightsPerToken, Ui::Memory),
        Room::Narrow => (Ui::Reads, Ui::Needs),
    };
    let of = match page.room() {
        Room::Wide => spans(words.of_capacity(side.slot, side.usable)).into_any(),
        Room::Narrow => words.ui(Ui::Gib).into_any(),
    };
    let mark = if side.fits {
        view! { <span class="fit" role="img" aria-label=words.ui(Ui::Fits)>{tick()}</span> }
            .into_any()
    } else {
        view! {
            <span class="fit bad" role="img" aria-label=words.ui(Ui::DoesNotFitShort)>{cross()}</span>
        }
        .into_any()
    };
    view! {
        <dl class="facts">
            <div>
                <dt>{words.ui(reads)}</dt>
                <dd>
                    {number(
                        "decode.weight_bytes_read",
                        slot,
                        side.reads,
                        numbers.exact(side.reads / 1e9),
                        "asked",
                    )}
                    " "
                    {words.ui(Ui::Gb)}
                </dd>
            </div>
            <div>
                <dt>{words.ui(memory)}</dt>
                <dd>
                    {mark}
                    " "
                    {number(
                        "memory.devices.0.used_bytes",
                        slot,
                        side.need * GIBI,
                        numbers.gib(side.need),
                        "asked",
                    )}
                    " "
                    {of}
                </dd>
            </div>
        </dl>
    }
}

/// The tick of what fits.
pub(crate) fn tick() -> impl IntoView {
    view! {
        <svg class="sign" viewBox="0 0 14 12" width="14" height="12" aria-hidden="true">
            <path d="M2 6.5 5.3 9.8 12 2.6" fill="none" stroke="currentColor" stroke-width="2.2" />
        </svg>
    }
}

/// The cross of what does not.
pub(crate) fn cross() -> impl IntoView {
    view! {
        <svg class="sign" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M2 2 10 10M10 2 2 10" fill="none" stroke="currentColor" stroke-width="2.2" />
        </svg>
    }
}
