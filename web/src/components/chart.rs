//! A chart: a canvas that is drawn at most once a frame, inside a slider over its horizontal axis.

use bpt_charts::ChartSpec;
use bpt_charts::axis::{Axis, Scale};
use bpt_charts::scene::Rect;
use bpt_core::limits::Limit;
use bpt_words::{Quantity, Span, plain};
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use leptos_use::{use_device_pixel_ratio, use_resize_observer};

use crate::app::Drawing;
use crate::platform::canvas::{OnCanvas, draw_chart};
use crate::platform::frame::NextFrame;
use crate::state::Page;

/// Share of the axis that an arrow press moves the rule: a tenth of the distance of two ticks.
const STEP: f64 = 1.0 / 50.0;

/// A chart over `limit`, whose rule is the value of `quantity`. It writes its width into
/// `width`.
#[component]
#[allow(clippy::too_many_arguments, reason = "properties of a component")]
pub(crate) fn Chart(
    spec: Memo<Option<ChartSpec>>,
    readout: Signal<Vec<Span>>,
    width: RwSignal<f64>,
    name: &'static str,
    class: &'static str,
    quantity: Quantity,
    limit: &'static Limit,
    canvas: NodeRef<Canvas>,
) -> impl IntoView {
    let page = Page::get();
    let drawing: Drawing = expect_context();
    let wrapper = NodeRef::<Div>::new();
    let resized = RwSignal::new(0_u32);
    let plot = StoredValue::new(None::<Rect>);
    let ratio = use_device_pixel_ratio();
    use_resize_observer(wrapper, move |entries, _| {
        let now = entries
            .first()
            .map_or(0.0, |entry| entry.content_rect().width());
        if (width.get_untracked() - now).abs() > 0.1 {
            width.set(now);
        }
        resized.update(|count| *count = count.wrapping_add(1));
    });

    let run = move || {
        let drawn = canvas.get_untracked().and_then(|canvas| {
            spec.with_untracked(|spec| {
                let theme = drawing.theme.get_untracked();
                let ratio = ratio.get_untracked() * drawing.zoom.get_untracked();
                // Without a canvas the table below still has the numbers.
                draw_chart(&canvas, spec.as_ref()?, &theme, ratio, &OnCanvas)
            })
        });
        plot.set_value(drawn);
    };
    let frame = StoredValue::new_local(NextFrame::new(run));
    Effect::new(move |_| {
        spec.track();
        resized.track();
        drawing.theme.track();
        drawing.fonts.track();
        ratio.track();
        if drawing.zoom.get() > 1.0 {
            run();
        } else {
            frame.with_value(NextFrame::ask);
        }
    });

    let axis = Axis {
        scale: Scale::Log,
        min: limit.slider_min,
        max: limit.slider_max,
        ticks: Vec::new(),
        name: String::new(),
    };
    let axis = StoredValue::new(axis);
    let positions = StoredValue::new(limit.positions());
    let here = move || page.reading.get().unwrap_or_else(|| page.value(quantity));
    // The slider's own positions, so that a drag ends on a value that the slider has too.
    let snapped = move |value: f64| {
        positions.with_value(|all| {
            all.iter()
                .copied()
                .min_by(|a, b| {
                    let off = |x: &f64| (x / value).ln().abs();
                    off(a).total_cmp(&off(b))
                })
                .unwrap_or(value)
        })
    };
    let under = move |event: &PointerEvent| -> Option<f64> {
        let rect = wrapper.get_untracked()?.get_bounding_client_rect();
        let plot = plot.get_value()?;
        let x = f64::from(event.client_x()) - rect.left();
        let unit = ((x - plot.left) / plot.width()).clamp(0.0, 1.0);
        Some(axis.with_value(|axis| axis.value(unit)))
    };
    let dragging = StoredValue::new(false);
    let moved = move |event: PointerEvent| {
        let Some(value) = under(&event) else { return };
        let value = snapped(value);
        if dragging.get_value() {
            page.reading.set(None);
            page.set(quantity, Some(value));
        } else if event.pointer_type() != "touch" && page.reading.get_untracked() != Some(value) {
            page.reading.set(Some(value));
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
            page.reading.set(None);
        }
    };
    let key = move |event: KeyboardEvent| {
        let unit = axis.with_value(|axis| axis.unit(here()));
        let target = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => unit + STEP,
            "ArrowLeft" | "ArrowDown" => unit - STEP,
            "PageUp" => unit + 10.0 * STEP,
            "PageDown" => unit - 10.0 * STEP,
            "Home" => 0.0,
            "End" => 1.0,
            "Enter" => {
                if let Some(value) = page.reading.get_untracked() {
                    page.set(quantity, Some(value));
                    page.reading.set(None);
                }
                event.prevent_default();
                return;
            }
            "Escape" => {
                page.reading.set(None);
                return;
            }
            _ => return,
        };
        event.prevent_default();
        let value = axis.with_value(|axis| axis.value(target.clamp(0.0, 1.0)));
        page.reading.set(Some(value.round()));
    };
    view! {
        <div
            node_ref=wrapper
            class=format!("chart {class}")
            role="slider"
            tabindex="0"
            aria-label=name
            aria-valuemin=limit.slider_min.to_string()
            aria-valuemax=limit.slider_max.to_string()
            aria-valuenow=move || here().to_string()
            aria-valuetext=move || plain(&readout.get())
            on:pointermove=moved
            on:pointerdown=pressed
            on:pointerup=released
            on:pointercancel=released
            on:pointerleave=left
            on:keydown=key
            on:blur=move |_| page.reading.set(None)
        >
            <canvas node_ref=canvas aria-hidden="true"></canvas>
        </div>
    }
}
