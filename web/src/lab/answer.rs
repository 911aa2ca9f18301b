//! The lab's headline: the sentence and both models' numbers.

use crate::prelude::*;
use bpt_core::units::GIBI;
use bpt_words::facts::Side;
use bpt_words::figures::Fixed;
use bpt_words::{Room, Slot, Ui};

use crate::components::headline::told;
use crate::components::headline::{cross, live_speed, over, tick};
use crate::components::number::live_number;
use crate::components::sentence::{hue, sentence};
use crate::figures::together::Status;
use crate::lab::{bar, own};
use crate::names::{self, joint};
use crate::state::Page;

#[component]
pub(crate) fn Answer() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let said = Memo::new(move |_| {
        page.facts
            .with(|facts| {
                facts
                    .as_ref()
                    .map(|facts| words.sentence(facts, Room::Wide))
            })
            .unwrap_or_default()
    });
    let same = Memo::new(move |_| {
        page.facts.with(|facts| {
            facts
                .as_ref()
                .is_some_and(|facts| facts.same && facts.a.fits)
        })
    });
    view! {
        <h1 class="sentence" id="lab-title">{sentence(said)}</h1>
        <Status sentence=said />
        {move || same.get().then(|| apart(page))}
        <div class="headline">
            <Column of=Slot::A />
            <Column of=Slot::B />
        </div>
    }
}

/// Two of the same: what is asked is most often which machine.
fn apart(page: Page) -> AnyView {
    let press = move |_| {
        own::set_machine(page, true);
        // Its chooser is there in the next frame.
        request_animation_frame(|| bar::show("device-b"));
    };
    view! {
        <p class="apart">
            <button type="button" on:click=press>{page.words().ui(Ui::OwnMachine)}</button>
        </p>
    }
    .into_any()
}

#[component]
fn Column(of: Slot) -> impl IntoView {
    let slot = of;
    let page = Page::get();
    let words = page.words();
    let (side, fixes) = told(page, slot);
    // Built once for each of these; what a slider changes is changed in place.
    let kind =
        Memo::new(move |_| side.with(|side| side.as_ref().map(|side| (side.fits, side.slot))));
    let body = move || {
        let (fits, _) = kind.get()?;
        let answer = if fits {
            live_speed(side, slot, page)
        } else {
            (move || {
                side.get()
                    .map(|side| over(&side, fixes.get(), page).into_any())
            })
            .into_any()
        };
        Some(view! {
            {who(side, slot, page)}
            <div class="answer">{answer}</div>
            {facts(side, slot, fits, page)}
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
fn who(side: Memo<Option<Side>>, slot: Slot, page: Page) -> impl IntoView {
    let words = page.words();
    let entry = move || page.with_row(slot, names::model).flatten();
    let name = Memo::new(move |_| {
        entry().map_or_else(
            || words.ui(Ui::Imported).to_owned(),
            |entry| entry.name.clone(),
        )
    });
    let kind = Memo::new(move |_| {
        entry().map(|entry| {
            words.ui(names::kind(&entry.model)).to_owned() + joint(words, Fixed::Comma)
        })
    });
    let reads = words.ui(Ui::Reads).to_lowercase();
    let read = live_number("decode.weight_bytes_read", slot, "plain", move || {
        let reads = of(side, |side| side.reads);
        (reads, words.numbers().exact(reads / 1e9))
    });
    view! {
        <p class="who">
            <i class=format!("dot dot-{}", slot.slug()) aria-hidden="true"></i>
            <strong class=hue(slot)>{name}</strong>
            <span>
                {kind} {reads} " "
                {read} "\u{202f}" {words.ui(Ui::Gb)}
            </span>
        </p>
    }
}

/// A number of a side that is there.
fn of(side: Memo<Option<Side>>, number: fn(&Side) -> f64) -> f64 {
    side.with(|side| side.as_ref().map_or(f64::NAN, number))
}

fn facts(side: Memo<Option<Side>>, slot: Slot, fits: bool, page: Page) -> impl IntoView {
    let words = page.words();
    let numbers = words.numbers();
    let solved = page.side(slot);
    let nothing = move || view! { <span class="asked">"\u{2014}"</span> }.into_any();
    let all = if fits {
        live_number("decode.tok_s_total", slot, "asked", move || {
            let total = solved.with(|solved| {
                let now = solved.as_ref().map(|solved| &solved.0.now.decode);
                now.map_or(f64::NAN, |decode| decode.total.get())
            });
            (total, format!("{}\u{202f}tok/s", numbers.forecast(total)))
        })
    } else {
        nothing()
    };
    let ttft = Memo::new(move |_| {
        let ttft = solved.with(|solved| solved.as_ref().and_then(|one| one.0.now.prefill.ttft));
        ttft.map(|ttft| ttft.get()).filter(|_| fits)
    });
    let answers = Memo::new(move |_| ttft.with(Option::is_some));
    let first = move || {
        if answers.get() {
            live_number("prefill.ttft_s", slot, "asked", move || {
                let ttft = ttft.get().unwrap_or(f64::NAN);
                (ttft, format!("{}\u{202f}s", numbers.forecast(ttft)))
            })
        } else {
            nothing()
        }
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
    let capacity = Memo::new(move |_| words.of_capacity(slot, of(side, |side| side.usable)));
    let need = live_number("memory.devices.0.used_bytes", slot, "asked", move || {
        let need = of(side, |side| side.need);
        (need * GIBI, numbers.gib(need))
    });
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
                    {need} " " <span class="of">{sentence(capacity)}</span>
                    <span class="of-phone">{words.ui(Ui::Gib)}</span>
                </dd>
            </div>
        </dl>
    }
}
