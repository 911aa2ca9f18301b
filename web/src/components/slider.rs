//! A native range over the positions of a limit, with the exact value beside its name.

use crate::prelude::*;
use bpt_core::decimal::fixed;
use bpt_core::limits::Limit;
use bpt_words::{Quantity, Slot, Ui};
use leptos::ev::KeyboardEvent;
use leptos::html::Input;

use crate::components::number_field::NumberField;
use crate::knobs;
use crate::state::{Page, words};

/// What differs between the four sliders.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) quantity: Quantity,
    pub(crate) label: Ui,
    /// The visible name where room is short; the accessible name stays.
    pub(crate) short: Ui,
    pub(crate) unit: Option<Ui>,
    pub(crate) limit: &'static Limit,
    /// Values marked on the track.
    pub(crate) marks: &'static [f64],
}

impl Kind {
    /// A slider of the lab.
    pub(crate) const fn of(quantity: Quantity, marks: &'static [f64]) -> Self {
        Self {
            quantity,
            label: quantity.name(),
            short: quantity.name(),
            unit: quantity.unit(),
            limit: knobs::limit(quantity),
            marks,
        }
    }
}

/// The position nearest to a value.
fn nearest(positions: &[f64], value: f64) -> usize {
    let after = positions.partition_point(|position| *position < value);
    match (positions.get(after.wrapping_sub(1)), positions.get(after)) {
        (Some(low), Some(high)) if value - low <= high - value => after - 1,
        (Some(_), None) => after - 1,
        _ => after,
    }
}

#[component]
pub(crate) fn Slider(
    kind: Kind,
    /// Whether it is B's own value.
    #[prop(optional)]
    own: bool,
) -> impl IntoView {
    let page = Page::get();
    let quantity = kind.quantity;
    let positions = Memo::new(move |_| match quantity {
        Quantity::LayersInRam | Quantity::ExpertLayers => page.a.with(|a| {
            let scenario = a.as_ref().map(|a| &a.0.scenario);
            knobs::positions(quantity, scenario)
        }),
        _ => kind.limit.positions(),
    });
    let value = Memo::new(move |_| {
        let of_b = || {
            page.with_row(Slot::B, |row| {
                page.b.with(|b| {
                    let scenario = b.as_ref().map(|b| &b.0.scenario);
                    knobs::value(quantity, row, scenario)
                })
            })
        };
        own.then(of_b)
            .flatten()
            .unwrap_or_else(|| page.value(quantity))
    });
    let set = Callback::new(move |value: Option<f64>| {
        if own {
            page.set_own(quantity, value);
        } else {
            page.set(quantity, value);
        }
    });
    // Wishes have the limits of what they are wishes for.
    let wish = match quantity {
        Quantity::Target | Quantity::TargetContext | Quantity::TargetUsers => "target-",
        _ if own => "b-",
        _ => "",
    };
    bound(Bound {
        kind,
        own,
        positions,
        value: value.into(),
        set,
        dragging: page.dragging,
        phone: page.phone,
        id: page.id(&format!("slide-{wish}{}", kind.limit.key)),
    })
}

/// What a slider shows and changes.
pub(crate) struct Bound {
    pub(crate) kind: Kind,
    /// Whether it is B's own value.
    pub(crate) own: bool,
    pub(crate) positions: Memo<Vec<f64>>,
    pub(crate) value: Signal<f64>,
    /// `None` goes back to the preset.
    pub(crate) set: Callback<Option<f64>>,
    pub(crate) dragging: RwSignal<bool>,
    pub(crate) phone: Signal<bool>,
    pub(crate) id: String,
}

/// A slider, whatever it is bound to.
pub(crate) fn bound(of: Bound) -> AnyView {
    let Bound {
        kind,
        own,
        positions,
        value,
        set,
        dragging,
        phone,
        id,
    } = of;
    let words = words();
    let Kind {
        quantity,
        label,
        short,
        unit,
        limit,
        marks,
    } = kind;
    let last = Memo::new(move |_| positions.with(Vec::len).saturating_sub(1));
    let index = Memo::new(move |_| positions.with(|all| nearest(all, value.get())));
    let share = move |index: usize| index as f64 / last.get().max(1) as f64;
    let error = RwSignal::new(None);
    let go = move |index: usize| {
        let index = index.min(last.get_untracked());
        if let Some(value) = positions.with_untracked(|all| all.get(index).copied()) {
            set.run(Some(value));
        }
    };
    let numbers = words.numbers();
    let shown = Signal::derive(move || {
        let value = value.get();
        match quantity {
            Quantity::Bits => numbers.significant(value, 2),
            Quantity::Bandwidth | Quantity::Compute if value >= 100.0 => numbers.whole(value),
            Quantity::Wait if value >= limit.slider_max => words.ui(Ui::AnyWait).to_owned(),
            Quantity::Wait => format!(
                "{}\u{202f}{}",
                numbers.trimmed(value, 1),
                words.ui(Ui::Seconds)
            ),
            Quantity::Drafted if value == 0.0 => words.ui(Ui::Off).to_owned(),
            Quantity::LinkBandwidth
            | Quantity::LinkLatency
            | Quantity::LayerTime
            | Quantity::MoeLayerTime
            | Quantity::StepTime
            | Quantity::Cached
            | Quantity::DeviceMemory
            | Quantity::HostBandwidth
            | Quantity::Reserve
            | Quantity::Margin => numbers.trimmed(value, 1),
            _ => numbers.trimmed(value, 3),
        }
    });
    let range = NodeRef::<Input>::new();
    let input = move |_| {
        if let Some(index) = range
            .get_untracked()
            .and_then(|range| range.value().parse().ok())
        {
            go(index);
        }
    };
    let key = move |event: KeyboardEvent| {
        let now = index.get_untracked();
        match event.key().as_str() {
            "0" => set.run(None),
            "PageUp" => go(now + 10),
            "PageDown" => go(now.saturating_sub(10)),
            _ => return,
        }
        event.prevent_default();
    };
    let grab = move |on: bool| dragging.set(on);
    let named = move |name: Ui| {
        if own {
            words.of_b(words.ui(name))
        } else {
            words.ui(name).to_owned()
        }
    };
    let name = named(label);
    let ticks = marks
        .iter()
        .map(|mark| {
            let at = untrack(|| share(positions.with(|all| nearest(all, *mark))));
            view! { <i style:left=format!("{}%", fixed(at * 100.0, 2))></i> }
        })
        .collect_view();
    view! {
        <div class="slider" on:dblclick=move |_| set.run(None)>
            <div class="slider-head">
                <label for=id.clone()>
                    {move || named(if phone.get() { short } else { label })}
                </label>
                <NumberField
                    quantity
                    limit
                    name=name.clone()
                    unit
                    value
                    shown
                    set
                    error
                />
            </div>
            <div class="track" style=("--at", move || fixed(share(index.get()), 4))>
                <div class="ticks" aria-hidden="true">{ticks}</div>
                <input
                    node_ref=range
                    id=id
                    type="range"
                    min="0"
                    max=move || last.get().to_string()
                    step="1"
                    aria-label=name
                    aria-valuetext=move || words.spoken(quantity, value.get())
                    prop:value=move || index.get().to_string()
                    on:input=input
                    on:keydown=key
                    on:pointerdown=move |_| grab(true)
                    on:pointerup=move |_| grab(false)
                    on:pointercancel=move |_| grab(false)
                    on:lostpointercapture=move |_| grab(false)
                    on:blur=move |_| grab(false)
                />
            </div>
            {move || error.get().map(|text| view! { <p class="trouble" role="alert">{text}</p> })}
        </div>
    }
    .into_any()
}
