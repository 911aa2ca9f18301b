//! What all charts share: the frame's measures, the horizontal axis, texts in their style.

use crate::axis::Axis;
use crate::measure::Measure;
use crate::scene::{Anchor, Point, Rect, Scene, Text, at};
use crate::theme::Ink;

/// Size of chart text, px: the floor for any text of the page.
pub(crate) const TEXT: f64 = 12.0;
/// Size of letters and of values at the rule, px.
pub(crate) const VALUE: f64 = 14.0;
/// Room above the first frame: the axis name or a panel's head.
pub(crate) const HEAD: f64 = 26.0;
/// Room below the last frame: tick labels and axis name.
pub(crate) const FOOT: f64 = 48.0;
/// Below this width a chart has no room for its long labels, px.
pub const NARROW: f64 = 440.0;

/// A plain text of chart size.
pub(crate) fn text(at: Point, anchor: Anchor, text: &str, ink: Ink) -> Text {
    Text {
        at,
        anchor,
        text: text.to_owned(),
        size: TEXT,
        weight: 400,
        ink,
        halo: false,
    }
}

/// Room that tick labels need left of the frame.
pub(crate) fn gutter<'a>(labels: impl Iterator<Item = &'a str>, measure: &dyn Measure) -> f64 {
    let widest = labels
        .map(|label| measure.width(label, TEXT, 400))
        .fold(0.0, f64::max);
    (widest + 8.0).ceil().max(34.0)
}

/// Horizontal place of a value.
pub(crate) fn across(axis: &Axis, plot: &Rect, value: f64) -> f64 {
    plot.left + axis.unit(value) * plot.width()
}

/// Baseline, ticks, tick labels and name of a horizontal axis.
pub(crate) fn horizontal_axis(
    scene: &mut Scene,
    axis: &Axis,
    plot: &Rect,
    right_edge: f64,
    measure: &dyn Measure,
) {
    let base = plot.bottom;
    scene.rule(at(plot.left, base), at(plot.right, base), 1.0, Ink::Axis);
    let mut free_from = f64::NEG_INFINITY;
    for tick in &axis.ticks {
        let x = across(axis, plot, tick.value);
        if x < plot.left - 0.5 || x > plot.right + 0.5 {
            continue;
        }
        scene.rule(at(x, base), at(x, base + 4.0), 1.0, Ink::Axis);
        let width = measure.width(&tick.label, TEXT, 400);
        let left = (x - width / 2.0).min(right_edge - width).max(0.0);
        if left > free_from {
            let place = at(left, base + 14.0);
            scene.text(text(place, Anchor::Start, &tick.label, Ink::Third));
            free_from = left + width + 4.0;
        }
    }
    let place = at(right_edge, base + 32.0);
    scene.text(text(place, Anchor::End, &axis.name, Ink::Second));
}

/// The letter of a model, bold and in its hue.
pub(crate) fn letter(at: Point, slot: bpt_words::Slot) -> Text {
    Text {
        at,
        anchor: Anchor::Start,
        text: slot.letter().to_owned(),
        size: VALUE,
        weight: 600,
        ink: Ink::Text(slot),
        halo: false,
    }
}

/// The mark of a model at a value: a square for A, a disc for B.
pub(crate) fn marker(scene: &mut Scene, place: Point, slot: bpt_words::Slot) {
    match slot {
        bpt_words::Slot::A => {
            scene.block(square(place, 6.5), Ink::Paper);
            scene.block(square(place, 4.5), Ink::Fill(slot));
        }
        bpt_words::Slot::B => scene.items.push(crate::scene::Item::Disc {
            at: place,
            radius: 5.0,
            ink: Ink::Fill(slot),
            ring: 2.0,
            ring_ink: Ink::Paper,
        }),
    }
}

/// A square around a point.
pub(crate) fn square(place: Point, half: f64) -> Rect {
    Rect::new(
        place.x - half,
        place.y - half,
        place.x + half,
        place.y + half,
    )
}

/// The corners of a rectangle.
pub(crate) fn corners(rect: &Rect) -> Vec<Point> {
    vec![
        at(rect.left, rect.top),
        at(rect.right, rect.top),
        at(rect.right, rect.bottom),
        at(rect.left, rect.bottom),
    ]
}
