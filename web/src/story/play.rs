//! One second of writing in real time: the ticks of the first figure's lanes appear as the tokens
//! would. Nothing depends on it; who wants no motion has no button.

use crate::prelude::*;
use bpt_charts::ChartSpec;
use bpt_words::story::StoryText;

use crate::platform::frame;
use crate::state::words;

/// All of the second.
pub(super) const WHOLE: f64 = 1.0;

/// The chart with the first part of its second.
pub(super) fn until(mut chart: ChartSpec, shown: f64) -> ChartSpec {
    if let ChartSpec::Fields(chart) = &mut chart {
        for field in &mut chart.fields {
            field.lane.shown = shown;
        }
    }
    chart
}

/// The next frame, and those after it, until the second has passed.
fn go_on(shown: RwSignal<f64>, begin: f64) {
    request_animation_frame(move || {
        let share = ((frame::now() - begin) / 1000.0).clamp(0.0, WHOLE);
        // The figure may have left the page meanwhile.
        if shown.try_set(share).is_none() && share < WHOLE {
            go_on(shown, begin);
        }
    });
}

/// The button.
pub(super) fn play(id: String, shown: RwSignal<f64>) -> AnyView {
    let start = move |_| {
        if shown.get_untracked() < WHOLE {
            return;
        }
        shown.set(0.0);
        go_on(shown, frame::now());
    };
    view! {
        <button type="button" id=id class="play" on:click=start>
            {words().story().text(StoryText::PlaySecond)}
        </button>
    }
    .into_any()
}
