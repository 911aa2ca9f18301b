//! The question turned round: a speed, a context and users are set, and the lab says what they
//! take.

use std::sync::Arc;

use bpt_core::derived::{Input, needed};
use bpt_core::units::TokensPerSecond;
use bpt_core::{Scenario, estimate, limits};
use bpt_words::views::{Need, Needs, Text};
use bpt_words::{Quantity, Slot, Span};

use crate::components::sentence::{raw, spans};
use crate::components::slider::{Kind, Slider};
use crate::prelude::*;
use crate::state::{Page, stored_bits};

const SLIDERS: [Quantity; 3] = [
    Quantity::Target,
    Quantity::TargetContext,
    Quantity::TargetUsers,
];

/// What one model needs, with the sentence that says so.
#[derive(Clone, Debug, PartialEq)]
struct Answer {
    needs: Needs,
    said: Vec<Span>,
}

#[component]
pub(super) fn Reverse() -> impl IntoView {
    let page = Page::get();
    let say = page.lab_words().views();
    let open = RwSignal::new(false);
    let answers = Slot::ALL.map(|slot| {
        Memo::new(move |_| {
            // Bisections take a while: only for who looks at them.
            if !open.get() {
                return None;
            }
            let solved = page.side(slot).get()?;
            let mut scenario = solved.0.scenario.clone();
            scenario.context = page.value(Quantity::TargetContext);
            scenario.users = page.value(Quantity::TargetUsers);
            let target = page.value(Quantity::Target);
            let needs = needs(&scenario, target);
            Some(Answer {
                said: say.reverse(slot, target, &needs),
                needs,
            })
        })
    });
    let each = answers
        .into_iter()
        .zip(Slot::ALL)
        .map(|(answer, slot)| view! { <One answer slot /> })
        .collect_view();
    view! {
        <details
            class="more reverse"
            id="reverse"
            on:toggle=move |event| {
                use wasm_bindgen::JsCast;
                let now = event
                    .target()
                    .and_then(|target| target.dyn_into::<web_sys::HtmlDetailsElement>().ok());
                open.set(now.is_some_and(|details| details.open()));
            }
        >
            <summary>
                <h2>{say.text(Text::Reverse)}</h2>
            </summary>
            <p class="hint">{say.text(Text::ReverseLead)}</p>
            <div class="sliders">
                {SLIDERS.map(|quantity| view! { <Slider kind=Kind::of(quantity, &[]) /> }).collect_view()}
            </div>
            {each}
        </details>
    }
}

/// What one model needs, and buttons that put it into the lab.
#[component]
fn One(answer: Memo<Option<Answer>>, slot: Slot) -> impl IntoView {
    let page = Page::get();
    let say = page.lab_words().views();
    move || {
        let Answer { needs, said } = answer.get()?;
        let Needs {
            bandwidth,
            memory,
            bits,
        } = needs;
        let fits = memory.value.is_none_or(|value| value <= memory.now);
        let offers = [
            (Quantity::Bandwidth, bandwidth, bandwidth.value.is_some()),
            (Quantity::DeviceMemory, memory, !fits),
            (
                Quantity::Bits,
                bits,
                bits.value.is_some_and(|value| value < bits.now),
            ),
        ];
        let buttons = offers
            .into_iter()
            .filter(|(.., offered)| *offered)
            .map(|(quantity, need, _)| {
                let press = move |_| adopt(page, slot, quantity, need);
                view! {
                    <button type="button" data-need=key(quantity) data-raw=raw(need.value.unwrap_or_default()) on:click=press>
                        {say.need_fix(need, quantity)}
                    </button>
                }
            })
            .collect_view();
        Some(view! {
            <div class="need">
                <p class="needs-said">{spans(said)}</p>
                <p class="ways">{buttons}</p>
            </div>
        })
    }
}

/// The name of a need in the document.
const fn key(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Bandwidth => "bandwidth",
        Quantity::DeviceMemory => "memory",
        _ => "bits",
    }
}

/// Puts what is needed into the lab, with the context and users that it was asked for: as B's own
/// value where it is B's.
fn adopt(page: Page, slot: Slot, quantity: Quantity, need: Need) {
    let Some(value) = need.value else { return };
    let value = match quantity {
        // The memory that the system shows: what is used, and what is kept and left free.
        Quantity::DeviceMemory => {
            let kept = page.side(slot).with_untracked(|side| {
                side.as_ref().map_or(0.0, |side| {
                    let s = &side.0.scenario;
                    s.device().reserve.gib() + s.margin.gib()
                })
            });
            ((value + kept) * 10.0).ceil() / 10.0
        }
        // Upwards to three digits, so that it is reached.
        Quantity::Bandwidth => {
            let digits = 10f64.powf(2.0 - value.log10().floor());
            (value * digits).ceil() / digits
        }
        _ => (value * 100.0).floor() / 100.0,
    };
    let limit = crate::knobs::limit(quantity);
    let value = value.clamp(limit.min, limit.max);
    let context = untrack(|| page.value(Quantity::TargetContext));
    let users = untrack(|| page.value(Quantity::TargetUsers));
    page.set(Quantity::Context, Some(context));
    page.set(Quantity::Users, Some(users));
    match slot {
        Slot::A => page.set(quantity, Some(value)),
        Slot::B => page.set_own(quantity, Some(value)),
    }
}

fn needs(s: &Scenario, target: f64) -> Needs {
    let now = estimate(s);
    let fullest = now.memory.devices[0];
    let (used, capacity) = (fullest.used.gib(), fullest.capacity.gib());
    let speed = TokensPerSecond::new(target);
    let bandwidth = s.device().bandwidth.gb();
    let stored = stored_bits(s);
    Needs {
        bandwidth: Need {
            value: needed(s, Input::Bandwidth, speed).map(|factor| factor * bandwidth),
            now: bandwidth,
        },
        memory: Need {
            value: Some(used),
            now: capacity,
        },
        bits: Need {
            value: bits(s, target),
            now: stored,
        },
    }
}

/// The most bits of a weight at which a user still gets a speed.
fn bits(s: &Scenario, target: f64) -> Option<f64> {
    let speed = |bits: f64| {
        let mut changed = s.clone();
        let mut recipe = changed.model.recipe;
        recipe.format = bpt_core::quant::Format::Free(bpt_core::units::BitsPerWeight::new(bits));
        recipe.by_class = Default::default();
        recipe.file_bytes = None;
        let model = changed.model.model.clone();
        changed.model = Arc::new(bpt_core::weights::Prepared::new(model, recipe));
        bpt_core::decode::decode(&changed).per_user.get()
    };
    let (mut low, mut high) = (1.0_f64, limits::BITS.slider_max);
    if speed(low) < target {
        return None;
    }
    if speed(high) >= target {
        return Some(high);
    }
    for _ in 0..16 {
        let middle = (low * high).sqrt();
        if speed(middle) >= target {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}
