//! The lab's headline: the sentence and both models' numbers.

use crate::prelude::*;
use bpt_words::facts::Side;
use bpt_words::{Room, Slot, Ui};

use crate::components::headline::{cross, over, speed, tick};
use crate::components::number::number;
use crate::components::sentence::{hue, spans};
use crate::figures::together::Status;
use crate::fixes::ways;
use crate::names;
use crate::state::{Page, Shared};

const GIBI: f64 = 1_073_741_824.0;

#[component]
pub(crate) fn Answer() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let sentence = Memo::new(move |_| {
        page.facts
            .with(|facts| {
                facts
                    .as_ref()
                    .map(|facts| words.sentence(facts, Room::Wide))
            })
            .unwrap_or_default()
    });
    view! {
        <h1 class="sentence" id="lab-title">{move || spans(sentence.get())}</h1>
        <Status sentence />
        <div class="headline">
            <Column of=Slot::A />
            <Column of=Slot::B />
        </div>
    }
}

#[component]
fn Column(of: Slot) -> impl IntoView {
    let slot = of;
    let page = Page::get();
    let words = page.words();
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
    let body = move || {
        let (side, solved) = side.get().zip(page.side(slot).get())?;
        let answer = if side.fits {
            speed(&side, page).into_any()
        } else {
            over(&side, fixes.get(), page).into_any()
        };
        Some(view! {
            {who(&side, page)}
            <div class="answer">{answer}</div>
            {facts(&side, &solved, page)}
        })
    };
    let empty = move || {
        side.with(Option::is_none).then(|| {
            let press = move |_| {
                page.state
                    .update(|state| state.b = Some(Default::default()))
            };
            view! { <button type="button" on:click=press>{words.ui(Ui::PickB)}</button> }
        })
    };
    view! { <div class=format!("side side-{}", slot.slug())>{body} {empty}</div> }
}

/// The model's name, its kind, what it reads.
fn who(side: &Side, page: Page) -> impl IntoView + use<> {
    let words = page.words();
    let slot = side.slot;
    let row = page.row(slot);
    let entry = row.as_ref().and_then(names::model);
    let name = entry.map_or_else(
        || words.ui(Ui::Imported).to_owned(),
        |entry| entry.name.clone(),
    );
    let kind = entry.map(|entry| format!("{}, ", words.ui(names::kind(&entry.model))));
    let reads = words.ui(Ui::Reads).to_lowercase();
    view! {
        <p class="who">
            <i class=format!("dot dot-{}", slot.slug()) aria-hidden="true"></i>
            <strong class=hue(slot)>{name}</strong>
            <span>
                {kind} {reads} " "
                {number(
                    "decode.weight_bytes_read",
                    slot,
                    side.reads,
                    words.numbers().exact(side.reads / 1e9),
                    "plain",
                )} "\u{202f}" {words.ui(Ui::Gb)}
            </span>
        </p>
    }
}

fn facts(side: &Side, solved: &Shared, page: Page) -> impl IntoView + use<> {
    let words = page.words();
    let numbers = words.numbers();
    let slot = side.slot;
    let now = &solved.0.now;
    let total = now.decode.total.get();
    let fits = side.fits;
    let all = if fits {
        let text = format!("{}\u{202f}tok/s", numbers.forecast(total));
        number("decode.tok_s_total", slot, total, text, "asked")
    } else {
        view! { <span class="asked">"\u{2014}"</span> }.into_any()
    };
    let first = match now.prefill.ttft.filter(|_| fits) {
        Some(ttft) => {
            let text = format!("{}\u{202f}s", numbers.forecast(ttft.get()));
            number("prefill.ttft_s", slot, ttft.get(), text, "asked")
        }
        None => view! { <span class="asked">"\u{2014}"</span> }.into_any(),
    };
    let mark = if fits {
        view! { <span class="fit" role="img" aria-label=words.ui(Ui::Fits)>{tick()}</span> }
            .into_any()
    } else {
        view! {
            <span class="fit bad" role="img" aria-label=words.ui(Ui::DoesNotFitShort)>
                {cross()}
            </span>
        }
        .into_any()
    };
    let of = spans(words.of_capacity(slot, side.usable));
    view! {
        <dl class="trio">
            <div>
                <dt>{words.ui(Ui::AllUsers)}</dt>
                <dd>{all}</dd>
            </div>
            <div>
                <dt>{words.ui(Ui::FirstToken)}</dt>
                <dd>{first}</dd>
            </div>
            <div>
                <dt>{words.ui(Ui::Memory)}</dt>
                <dd>
                    {mark} " "
                    {number(
                        "memory.devices.0.used_bytes",
                        slot,
                        side.need * GIBI,
                        numbers.gib(side.need),
                        "asked",
                    )} " " <span class="of">{of}</span>
                    <span class="of-phone">{words.ui(Ui::Gib)}</span>
                </dd>
            </div>
        </dl>
    }
}
