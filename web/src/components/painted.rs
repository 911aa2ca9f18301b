//! A canvas with a chart on it: drawn at most once a frame, and only while it is on the screen.

use crate::prelude::*;
use bpt_charts::ChartSpec;
use bpt_charts::scene::{Rect, Size};
use leptos::html::{Canvas, Div};

use crate::app::Drawing;
use crate::platform::canvas::{OnCanvas, draw_chart};
use crate::platform::frame::NextFrame;
use crate::platform::watch;

/// Keeps a canvas painted; gives where the chart's plot is.
pub(crate) fn painted(
    spec: Signal<Option<ChartSpec>>,
    width: RwSignal<f64>,
    canvas: NodeRef<Canvas>,
    wrapper: NodeRef<Div>,
    visible: RwSignal<bool>,
) -> StoredValue<Option<Rect>> {
    let drawing: Drawing = expect_context();
    // What the browser told: asking the canvas would lay the page out at each draw.
    let size = StoredValue::new(None::<Size>);
    let plot = StoredValue::new(None::<Rect>);
    let ratio = watch::pixel_ratio();
    let run = move || {
        let drawn = canvas.get_untracked().zip(size.get_value());
        let drawn = drawn.and_then(|(canvas, size)| {
            spec.with_untracked(|spec| {
                let theme = drawing.theme.get_untracked();
                let ratio = ratio.get_untracked() * drawing.zoom.get_untracked();
                // Without a canvas the table below still has the numbers.
                draw_chart(&canvas, spec.as_ref()?, size, &theme, ratio, &OnCanvas)
            })
        });
        plot.set_value(drawn);
    };
    Effect::new(move |_| {
        let Some(wrapper) = wrapper.get() else { return };
        watch::on_resize(&wrapper, move |wide, high| {
            if (width.get_untracked() - wide).abs() > 0.1 {
                width.set(wide);
            }
            let now = Some(Size {
                width: wide,
                height: high,
            });
            if size.get_value() != now {
                size.set_value(now);
                // Before this frame is painted: a stretched picture would be seen for a moment.
                if visible.get_untracked() {
                    run();
                }
            }
        });
        // Ready a little before it is seen.
        watch::on_view(&wrapper, "120px", move |now| {
            if visible.get_untracked() != now {
                visible.set(now);
            }
        });
    });
    let frame = StoredValue::new(NextFrame::new(run));
    Effect::new(move |_| {
        let printing = drawing.zoom.get() > 1.0;
        if !visible.get() && !printing {
            return;
        }
        spec.track();
        drawing.theme.track();
        drawing.fonts.track();
        ratio.track();
        if printing {
            run();
        } else {
            frame.with_value(NextFrame::ask);
        }
    });
    plot
}
