//! Places in a memory chart.

use crate::frame::{
    FOOT, HEAD, NARROW, TEXT, across, gutter, horizontal_axis, letter, marker, text,
};
use crate::geometry::{between, height_at};
use crate::measure::Measure;
use crate::panels::{Panel, PanelChart, Stack};
use crate::scene::{Anchor, Point, Rect, Scene, Size, Text, at};
use crate::theme::Ink;

/// Share of a panel's height at which physical capacity lies.
const PHYSICAL: f64 = 0.86;

/// One panel's frame and scale.
struct Frame<'a> {
    panel: &'a Panel,
    rect: Rect,
}

impl Frame<'_> {
    fn y(&self, gib: f64) -> f64 {
        let per_gib = PHYSICAL * self.rect.height() / self.panel.physical.max(1e-9);
        self.rect.bottom - gib * per_gib
    }
}

impl PanelChart {
    /// Places everything for a chart of this size.
    #[must_use]
    pub fn layout(&self, size: Size, measure: &dyn Measure) -> Scene {
        let labels = self
            .panels
            .iter()
            .flat_map(|panel| panel.ticks.iter().map(|tick| tick.label.as_str()));
        let left = gutter(labels, measure);
        let gap = if size.width < NARROW { 42.0 } else { 46.0 };
        let count = self.panels.len().max(1) as f64;
        let height = (size.height - HEAD - FOOT - gap * (count - 1.0)) / count;
        let mut frames = Vec::new();
        let mut top = HEAD;
        for panel in &self.panels {
            let rect = Rect::new(left, top, size.width - 0.5, top + height);
            frames.push(Frame { panel, rect });
            top += height + gap;
        }
        let whole = Rect::new(left, HEAD, size.width - 0.5, size.height - FOOT);
        let mut scene = Scene::new(size, whole);
        for frame in &frames {
            self.panel(&mut scene, frame, measure);
        }
        if let Some(last) = frames.last() {
            horizontal_axis(&mut scene, &self.x, &last.rect, size.width, measure);
        }
        scene
    }

    fn panel(&self, scene: &mut Scene, frame: &Frame<'_>, measure: &dyn Measure) {
        let (panel, rect) = (frame.panel, &frame.rect);
        head(scene, frame, measure);
        for tick in &panel.ticks {
            let y = frame.y(tick.value);
            scene.rule(at(rect.left, y), at(rect.right, y), 1.0, Ink::Grid);
            let place = at(rect.left - 8.0, y);
            scene.text(text(place, Anchor::End, &tick.label, Ink::Third));
        }
        let usable = frame.y(panel.usable);
        let system = Rect::new(rect.left, frame.y(panel.physical), rect.right, usable);
        scene.block(system, Ink::MuteSoft);

        let curve = |value: &dyn Fn(&Stack) -> f64| -> Vec<Point> {
            panel
                .stacks
                .iter()
                .map(|stack| at(across(&self.x, rect, stack.x), frame.y(value(stack))))
                .collect()
        };
        let base = curve(&|_| 0.0);
        let weights = curve(&|stack| stack.weights);
        let kv = curve(&|stack| stack.weights + stack.kv);
        let total = curve(&Stack::total);
        layers(scene, frame, &base, &weights, &kv, &total);
        overflow(scene, frame, &total);
        scene.rule(
            at(rect.left, rect.bottom),
            at(rect.right, rect.bottom),
            1.0,
            Ink::Axis,
        );
        scene.rule(
            at(rect.left, usable),
            at(rect.right, usable),
            2.0,
            Ink::Strong,
        );

        if let Some(limit) = panel.limit {
            let x = across(&self.x, rect, limit);
            if x >= rect.left {
                let bar = (at(x, usable - 8.0), at(x, usable + 8.0));
                scene.rule(bar.0, bar.1, 2.0, Ink::Text(panel.slot));
            }
        }
        let mut taken = Vec::new();
        if let Some(now) = self.now {
            taken.extend(present(scene, frame, across(&self.x, rect, now), measure));
        }
        capacity_label(scene, frame, measure);
        weights_label(scene, frame, measure);
        kv_label(scene, frame, &total, &taken, measure);
    }
}

/// Letter and need at the left, where it ends at the right.
fn head(scene: &mut Scene, frame: &Frame<'_>, measure: &dyn Measure) {
    let (panel, top) = (frame.panel, frame.rect.top - 18.6);
    scene.text(letter(at(0.0, top), panel.slot));
    let mut label = panel.head.clone();
    if !panel.which.is_empty() {
        label = format!("{}{label}", panel.which);
    }
    let (end_ink, cross) = if panel.fits() {
        (Ink::Text(panel.slot), 0.0)
    } else {
        (Ink::Bad, 12.0)
    };
    let end_width = measure.width(&panel.end, TEXT, 500);
    let room = scene.size.width - 17.0 - end_width - cross - 8.0;
    if measure.width(&label, TEXT, 400) > room {
        label.clone_from(&panel.head);
    }
    scene.text(text(at(17.0, top), Anchor::Start, &label, Ink::Second));
    let right = at(scene.size.width, top);
    scene.text(Text {
        weight: 500,
        ..text(right, Anchor::End, &panel.end, end_ink)
    });
    if cross > 0.0 {
        let middle = at(right.x - end_width - 8.0, top);
        for side in [-1.0, 1.0] {
            scene.rule(
                at(middle.x - 3.0, middle.y - 3.0 * side),
                at(middle.x + 3.0, middle.y + 3.0 * side),
                1.6,
                Ink::Bad,
            );
        }
    }
}

/// Weights solid, cache hatched, buffers grey, all cut at the capacity line.
fn layers(
    scene: &mut Scene,
    frame: &Frame<'_>,
    base: &[Point],
    weights: &[Point],
    kv: &[Point],
    total: &[Point],
) {
    let (rect, slot) = (&frame.rect, frame.panel.slot);
    let top = frame.y(frame.panel.usable).max(rect.top);
    let cut = |upper: &[Point], lower: &[Point]| between(upper, lower, top, rect.bottom);
    scene.area(cut(kv, weights), Ink::Soft(slot), 1.0);
    scene.hatch(cut(kv, weights), Ink::Fill(slot), true);
    // At least 1.2 px, so that the layer is seen on the largest machines.
    let total: Vec<Point> = total
        .iter()
        .zip(kv)
        .map(|(total, kv)| at(total.x, total.y.min(kv.y - 1.2)))
        .collect();
    scene.area(cut(&total, kv), Ink::Mute, 1.0);
    scene.area(cut(weights, base), Ink::Fill(slot), 1.0);
}

/// Red hatching above the capacity line where it does not fit, cut at the panel's top.
fn overflow(scene: &mut Scene, frame: &Frame<'_>, total: &[Point]) {
    let (usable, top) = (frame.y(frame.panel.usable), frame.rect.top);
    let mut over: Vec<Point> = Vec::new();
    for pair in total.windows(2) {
        if pair[1].y >= usable {
            continue;
        }
        if over.is_empty() {
            let share = ((usable - pair[0].y) / (pair[1].y - pair[0].y)).clamp(0.0, 1.0);
            let from = if pair[0].y < usable { 0.0 } else { share };
            let x = pair[0].x + from * (pair[1].x - pair[0].x);
            over.push(at(x, pair[0].y.min(usable)));
        }
        over.push(pair[1]);
    }
    let line: Vec<Point> = over.iter().map(|point| at(point.x, usable)).collect();
    let polygon = between(&over, &line, top, usable);
    scene.area(polygon.clone(), Ink::BadSoft, 1.0);
    scene.hatch(polygon, Ink::Bad, false);
}

/// The rule at the present value, its mark and the free memory beside it. Returns what is taken.
fn present(scene: &mut Scene, frame: &Frame<'_>, x: f64, measure: &dyn Measure) -> Vec<Rect> {
    let (panel, rect) = (frame.panel, &frame.rect);
    let line = frame.y(panel.usable);
    scene.rule(at(x, rect.bottom), at(x, line), 1.0, Ink::Axis);
    if !panel.fits() {
        let top = rect.top;
        let x = x.clamp(rect.left + 5.5, rect.right - 5.5);
        scene.area(
            vec![at(x - 5.5, top + 8.0), at(x, top), at(x + 5.5, top + 8.0)],
            Ink::Bad,
            1.0,
        );
        return Vec::new();
    }
    let need = frame.y(panel.need);
    marker(scene, at(x, need), panel.slot);
    let mut taken = vec![Rect::new(x - 8.0, need - 8.0, x + 8.0, need + 8.0)];
    if need - line >= 26.0 {
        let label = &panel.free[usize::from(scene.size.width < NARROW)];
        let width = measure.width(label, TEXT, 400);
        let middle = (need + line) / 2.0;
        let left = x - 8.0 - width;
        let (place, anchor, left) = if left >= rect.left {
            (at(x - 8.0, middle), Anchor::End, left)
        } else {
            (at(x + 8.0, middle), Anchor::Start, x + 8.0)
        };
        scene.text(Text {
            halo: true,
            ..text(place, anchor, label, Ink::Second)
        });
        taken.push(Rect::new(left, middle - 7.0, left + width, middle + 7.0).grown(4.0));
    }
    taken
}

fn capacity_label(scene: &mut Scene, frame: &Frame<'_>, measure: &dyn Measure) {
    let (panel, rect) = (frame.panel, &frame.rect);
    if panel.capacity.is_empty() {
        return;
    }
    let y = frame.y(panel.physical) - 10.0;
    let place = at(rect.left + 6.0, y.max(rect.top - 2.0));
    let right = place.x + measure.width(&panel.capacity, TEXT, 500);
    if right < rect.right {
        scene.text(Text {
            weight: 500,
            halo: true,
            ..text(place, Anchor::Start, &panel.capacity, Ink::Strong)
        });
    }
}

fn weights_label(scene: &mut Scene, frame: &Frame<'_>, measure: &dyn Measure) {
    let (panel, rect) = (frame.panel, &frame.rect);
    let Some(first) = panel.stacks.first() else {
        return;
    };
    let top = frame.y(first.weights.min(panel.usable));
    let fits = measure.width(&panel.weights, TEXT, 500) + 16.0 < rect.width();
    if rect.bottom - top >= 16.5 && fits {
        let place = at(rect.left + 8.0, (top + rect.bottom) / 2.0);
        scene.text(Text {
            weight: 500,
            ..text(place, Anchor::Start, &panel.weights, Ink::Paper)
        });
    }
}

/// "conversation (KV)" over the wedge, as far right as it is free.
fn kv_label(
    scene: &mut Scene,
    frame: &Frame<'_>,
    total: &[Point],
    taken: &[Rect],
    measure: &dyn Measure,
) {
    let (panel, rect) = (frame.panel, &frame.rect);
    let ceiling = frame.y(panel.usable) + 5.0;
    let wedge = panel.stacks.last().map_or(0.0, |last| last.kv) / panel.physical.max(1e-9);
    if wedge * rect.height() < 8.0 {
        return;
    }
    for label in &panel.kv {
        if label.is_empty() {
            continue;
        }
        let width = measure.width(label, TEXT, 500);
        for share in [0.13, 0.2, 0.3, 0.4] {
            let right = rect.right - share * rect.width();
            let left = right - width;
            let Some(top) = height_at(total, right) else {
                continue;
            };
            let box_ = Rect::new(left, top - 20.0, right, top - 6.0);
            let free = !taken.iter().any(|other| other.overlaps(&box_));
            if left > rect.left && box_.top > ceiling && free {
                let place = at(right, top - 13.0);
                scene.text(Text {
                    weight: 500,
                    halo: true,
                    ..text(place, Anchor::End, label, Ink::Text(panel.slot))
                });
                return;
            }
        }
    }
}
