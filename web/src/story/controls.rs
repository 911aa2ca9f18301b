//! The controls below a figure. In an embed some may be fixed.

use crate::prelude::*;
use bpt_core::limits::Limit;
use bpt_story::{Control, LEAST};
use bpt_words::story::StoryText;
use bpt_words::{Quantity, Room, Slot, Ui};

use crate::choices;
use crate::components::picks::{DevicePick, KvPick, ModelPick};
use crate::components::slider::{Kind, Slider};
use crate::components::yours::Yours;
use crate::state::Page;

/// A slider's values on the track.
const fn marks(quantity: Quantity) -> &'static [f64] {
    match quantity {
        Quantity::Bandwidth => choices::BANDWIDTH_MARKS,
        Quantity::Bits => choices::BITS_MARKS,
        _ => &[],
    }
}

/// One control.
pub(crate) fn control(control: Control, least: RwSignal<f64>) -> AnyView {
    match control {
        Control::Slide(quantity) => {
            let kind = Kind {
                short: match quantity {
                    Quantity::Bandwidth => Ui::BandwidthShort,
                    _ => quantity.name(),
                },
                ..Kind::of(quantity, marks(quantity))
            };
            view! { <Slider kind /> }.into_any()
        }
        Control::Kv => view! { <KvPick /> }.into_any(),
        Control::Device => {
            let room = Signal::derive(|| Room::Wide);
            view! { <DevicePick room /> }.into_any()
        }
        Control::Model => view! { <div class="pick"><ModelPick of=Slot::A /></div> }.into_any(),
        Control::Least => view! { <Least least limit=&LEAST /> }.into_any(),
        Control::Own => view! { <div class="own"><Yours /></div> }.into_any(),
    }
}

/// A control's name.
pub(crate) fn name(control: Control, page: Page) -> &'static str {
    let words = page.words();
    match control {
        Control::Slide(quantity) => words.ui(quantity.name()),
        Control::Kv => words.ui(Ui::KvFormat),
        Control::Device => words.ui(Ui::Device),
        Control::Model => words.ui(Ui::ModelA),
        Control::Least => words.story().text(StoryText::LeastSpeed),
        Control::Own => words.ui(Ui::OwnSpeed),
    }
}

/// The least speed that is good enough.
#[component]
fn Least(least: RwSignal<f64>, limit: &'static Limit) -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let positions = StoredValue::new(limit.positions());
    let last = positions.with_value(Vec::len).saturating_sub(1);
    let index = move || {
        let now = least.get();
        positions.with_value(|all| {
            all.partition_point(|position| *position < now - 1e-9)
                .min(last)
        })
    };
    let at = move || bpt_core::decimal::fixed(index() as f64 / last.max(1) as f64, 4);
    let name = words.story().text(StoryText::LeastSpeed);
    let id = page.id("least");
    let shown = move || words.numbers().trimmed(least.get(), 1);
    view! {
        <div class="slider" on:dblclick=move |_| least.set(limit.default)>
            <div class="slider-head">
                <label for=id.clone()>{name}</label>
                <span class="field">{shown}</span>
            </div>
            <div class="track" style=("--at", at)>
                <input
                    id=id
                    type="range"
                    min="0"
                    max=last.to_string()
                    step="1"
                    aria-label=name
                    aria-valuetext=shown
                    prop:value=move || index().to_string()
                    on:keydown=move |event| {
                        let now = index();
                        let to = match event.key().as_str() {
                            "0" => {
                                least.set(limit.default);
                                event.prevent_default();
                                return;
                            }
                            "PageUp" => now + 10,
                            "PageDown" => now.saturating_sub(10),
                            _ => return,
                        };
                        event.prevent_default();
                        if let Some(value) = positions.with_value(|all| all.get(to.min(last)).copied()) {
                            least.set(value);
                        }
                    }
                    on:input=move |event| {
                        let value = event_target_value(&event).parse().ok();
                        let value = value.and_then(|at: usize| {
                            positions.with_value(|all| all.get(at).copied())
                        });
                        if let Some(value) = value {
                            least.set(value);
                        }
                    }
                />
            </div>
        </div>
    }
}
