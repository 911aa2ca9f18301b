//! A chart that is a slider over its horizontal axis.

use crate::prelude::*;
use bpt_charts::ChartSpec;
use bpt_charts::axis::Axis;
use bpt_core::decimal::shortest;
use bpt_core::limits::Limit;
use bpt_words::{Quantity, Span, plain};
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::{Canvas, Div};

use crate::components::painted::painted;
use crate::state::Page;

/// Share of the axis that an arrow press moves the rule: a tenth of the distance of two ticks.
const STEP: f64 = 1.0 / 50.0;

/// A chart whose rule is the value of `quantity`. It writes its width into `width`, whether it is
/// on the screen into `visible`, and where it is being read into `reading`.
#[component]
#[allow(clippy::too_many_arguments, reason = "properties of a component")]
pub(crate) fn Chart(
    spec: Memo<Option<ChartSpec>>,
    readout: Signal<Vec<Span>>,
    width: RwSignal<f64>,
    #[prop(into)] name: String,
    class: &'static str,
    quantity: Quantity,
    limit: &'static Limit,
    canvas: NodeRef<Canvas>,
    reading: RwSignal<Option<f64>>,
    visible: RwSignal<bool>,
) -> impl IntoView {
    let page = Page::get();
    let wrapper = NodeRef::<Div>::new();
    let plot = painted(spec.into(), width, canvas, wrapper, visible);
    let with_axis = move |take: &dyn Fn(&Axis) -> f64| {
        spec.with_untracked(|spec| spec.as_ref().and_then(ChartSpec::x).map(take))
    };
    let positions = StoredValue::new(limit.positions());
    let whole = limit.round >= 1.0;
    let here = move || reading.get().unwrap_or_else(|| page.value(quantity));
    // The slider's own positions, so that a drag ends on a value that the slider has too.
    let snapped = move |unit: f64| {
        with_axis(&|axis| {
            let off = |x: &f64| (axis.unit(*x) - unit).abs();
            positions.with_value(|all| {
                all.iter()
                    .copied()
                    .min_by(|a, b| off(a).total_cmp(&off(b)))
                    .unwrap_or_else(|| axis.value(unit))
            })
        })
    };
    let under = move |event: &PointerEvent| -> Option<f64> {
        let rect = wrapper.get_untracked()?.get_bounding_client_rect();
        let plot = plot.get_value()?;
        let x = f64::from(event.client_x()) - rect.left();
        snapped(((x - plot.left) / plot.width()).clamp(0.0, 1.0))
    };
    let dragging = StoredValue::new(false);
    let moved = move |event: PointerEvent| {
        let Some(value) = under(&event) else { return };
        if dragging.get_value() {
            reading.set(None);
            page.set(quantity, Some(value));
        } else if event.pointer_type() != "touch" && reading.get_untracked() != Some(value) {
            reading.set(Some(value));
        }
    };
    let pressed = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        dragging.set_value(true);
        page.dragging.set(true);
        if let Some(wrapper) = wrapper.get_untracked() {
            // Refused for a pointer that is gone already.
            let _ = wrapper.set_pointer_capture(event.pointer_id());
        }
        moved(event);
    };
    let released = move |_: PointerEvent| {
        dragging.set_value(false);
        page.dragging.set(false);
    };
    let left = move |_: PointerEvent| {
        if !dragging.get_value() {
            reading.set(None);
        }
    };
    let key = move |event: KeyboardEvent| {
        let now = untrack(here);
        let unit = with_axis(&|axis| axis.unit(now)).unwrap_or(0.0);
        let target = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => unit + STEP,
            "ArrowLeft" | "ArrowDown" => unit - STEP,
            "PageUp" => unit + 10.0 * STEP,
            "PageDown" => unit - 10.0 * STEP,
            "Home" => 0.0,
            "End" => 1.0,
            "Enter" => {
                if let Some(value) = reading.get_untracked() {
                    page.set(quantity, Some(value));
                    reading.set(None);
                }
                event.prevent_default();
                return;
            }
            "Escape" => {
                reading.set(None);
                return;
            }
            _ => return,
        };
        event.prevent_default();
        let value = with_axis(&|axis| axis.value(target.clamp(0.0, 1.0)));
        let value = value.map(|value| if whole { value.round() } else { value });
        // Rounding must not eat a press: then the slider's next position is taken.
        let value = value.map(|value| {
            let next = positions.with_value(|all| {
                if target > unit {
                    all.iter().copied().find(|position| *position > now)
                } else {
                    all.iter().rev().copied().find(|position| *position < now)
                }
            });
            if value == now {
                next.unwrap_or(now)
            } else {
                value
            }
        });
        reading.set(value);
    };
    // Two more estimates for each model, which nobody hears while something is dragged.
    let spoken = Memo::new(move |old: Option<&String>| match old {
        Some(old) if page.dragging.get() && reading.with(Option::is_none) => old.clone(),
        _ => plain(&readout.get()),
    });
    view! {
        <div
            node_ref=wrapper
            class=format!("chart {class}")
            role="slider"
            tabindex="0"
            aria-label=name
            aria-valuemin=shortest(limit.slider_min)
            aria-valuemax=shortest(limit.slider_max)
            aria-valuenow=move || shortest(here())
            aria-valuetext=move || spoken.get()
            on:pointermove=moved
            on:pointerdown=pressed
            on:pointerup=released
            on:pointercancel=released
            on:pointerleave=left
            on:keydown=key
            on:blur=move |_| reading.set(None)
        >
            <canvas node_ref=canvas aria-hidden="true"></canvas>
        </div>
    }
}
