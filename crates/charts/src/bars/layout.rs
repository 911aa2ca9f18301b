//! Places in a bar chart.

use crate::bars::fill::{fill, outline};
use crate::bars::{BarChart, Fill, Room, Row};
use crate::frame::{TEXT, VALUE, corners, letter, text};
use crate::measure::Measure;
use crate::scene::{Anchor, Point, Rect, Scene, Size, Text, at};
use crate::theme::Ink;

/// Space above the first bar, px: the capacity rule stands out.
pub(crate) const TOP: f64 = 4.0;
/// Space below a bar, px.
pub(crate) const GAP: f64 = 12.0;
/// Height of a name above a bar, px.
pub(crate) const NAME: f64 = 20.0;
/// Height of the axis, px.
pub(crate) const AXIS: f64 = 22.0;
/// Width of the letters' column, px.
const LETTER: f64 = 30.0;
/// A part narrower than this is not named inside, px.
const NAMED_FROM: f64 = 88.0;
/// Space around texts in and beside bars, px.
const PAD: f64 = 8.0;

impl BarChart {
    /// Places everything for a chart of this size.
    #[must_use]
    pub fn layout(&self, size: Size, measure: &dyn Measure) -> Scene {
        let left = if self.rows.iter().any(|row| row.lettered) {
            LETTER
        } else {
            0.0
        };
        let ends = self
            .rows
            .iter()
            .map(|row| measure.width(&row.end, VALUE, 600))
            .fold(0.0, f64::max);
        let reserve = if ends > 0.0 { ends + 1.5 * PAD } else { 0.0 };
        let right = (size.width - reserve).max(left + 40.0);
        let plot = Rect::new(left, 0.0, right, size.height);
        let mut scene = Scene::new(size, plot);
        let mut top = TOP;
        for row in &self.rows {
            let name = if row.name.is_empty() { 0.0 } else { NAME };
            if name > 0.0 {
                let place = at(left, top + 8.0);
                scene.text(text(place, Anchor::Start, &row.name, Ink::Second));
            }
            let bar = Rect::new(left, top + name, right, top + name + self.bar);
            self.row(&mut scene, row, &bar, measure);
            top += self.row_height(row);
        }
        if self.named {
            self.ticks(&mut scene, &plot, top, measure);
        }
        scene
    }

    fn across(&self, bar: &Rect, value: f64) -> f64 {
        bar.left + self.axis.unit(value).clamp(0.0, 1.0) * bar.width()
    }

    fn row(&self, scene: &mut Scene, row: &Row, bar: &Rect, measure: &dyn Measure) {
        let middle = (bar.top + bar.bottom) / 2.0;
        if row.lettered {
            scene.text(letter(at(0.0, middle), row.slot));
        }
        if let Some(absent) = &row.absent {
            self.absent(scene, bar, absent);
            return;
        }
        let usable = row.room.as_ref().map_or(f64::INFINITY, |room| room.usable);
        if let Some(room) = &row.room {
            let physical = Rect {
                right: self.across(bar, room.physical),
                ..*bar
            };
            scene.block(
                Rect {
                    left: self.across(bar, room.usable),
                    ..physical
                },
                Ink::MuteSoft,
            );
            outline(scene, &physical);
        }
        let mut at_value: f64 = 0.0;
        let mut unnamed = false;
        for segment in &row.segments {
            let (from, to) = (at_value.min(usable), (at_value + segment.value).min(usable));
            at_value += segment.value;
            let (x0, x1) = (self.across(bar, from), self.across(bar, to));
            // A hair of paper between parts.
            let gap = if x1 - x0 > 2.0 { 1.0 } else { 0.0 };
            let rect = Rect::new(x0, bar.top, x1 - gap, bar.bottom);
            fill(scene, &rect, segment.fill, row.slot);
            let width = measure.width(&segment.label, TEXT, 500);
            let inside = segment.fill == Fill::Solid
                && rect.width() >= NAMED_FROM
                && width + 2.0 * PAD <= rect.width();
            if inside {
                let place = at(rect.left + PAD, middle);
                scene.text(Text {
                    weight: 500,
                    ..text(place, Anchor::Start, &segment.label, Ink::Paper)
                });
            } else {
                unnamed = true;
            }
        }
        match &row.room {
            Some(room) => self.room(scene, row, room, bar, measure),
            None => self.end(scene, row, bar, unnamed, measure),
        }
    }

    /// The total right of the bar, and what its parts are if there is room.
    fn end(&self, scene: &mut Scene, row: &Row, bar: &Rect, unnamed: bool, measure: &dyn Measure) {
        let place = at(
            self.across(bar, row.total()) + PAD,
            (bar.top + bar.bottom) / 2.0,
        );
        scene.text(Text {
            size: VALUE,
            weight: 600,
            ..text(place, Anchor::Start, &row.end, Ink::Strong)
        });
        let from = place.x + measure.width(&row.end, VALUE, 600) + 2.0 * PAD;
        let room = scene.size.width - from;
        let fits = |label: &&String| measure.width(label, TEXT, 400) <= room;
        if unnamed && let Some(label) = row.beside.iter().find(fits) {
            let place = at(from, place.y);
            scene.text(text(place, Anchor::Start, label, Ink::Second));
        }
    }

    fn room(&self, scene: &mut Scene, row: &Row, room: &Room, bar: &Rect, measure: &dyn Measure) {
        let middle = (bar.top + bar.bottom) / 2.0;
        let usable = self.across(bar, room.usable);
        let total = row.total();
        if total > room.usable {
            let over = Rect::new(usable, bar.top, self.across(bar, total), bar.bottom);
            scene.block(over, Ink::BadSoft);
            scene.hatch(corners(&over), Ink::Bad, false);
            let rule = (at(usable, bar.top - 4.0), at(usable, bar.bottom + 4.0));
            scene.rule(rule.0, rule.1, 2.0, Ink::Strong);
            self.overflow_label(scene, room, &over, usable, measure);
            return;
        }
        let from = self.across(bar, total) + PAD;
        let mut to = usable - PAD;
        let width = |label: &str| measure.width(label, TEXT, 400);
        let longest = room.free.first().map_or(0.0, |label| width(label));
        if from + longest + 2.0 * PAD + width(&room.kept) <= to {
            let place = at(to, middle);
            scene.text(text(place, Anchor::End, &room.kept, Ink::Third));
            to -= width(&room.kept) + PAD;
        }
        if let Some(label) = room.free.iter().find(|label| from + width(label) <= to) {
            let place = at(from, middle);
            scene.text(text(place, Anchor::Start, label, Ink::Second));
        }
    }

    /// How much is missing: on the overflow, else left of the capacity rule inside the bar.
    fn overflow_label(
        &self,
        scene: &mut Scene,
        room: &Room,
        over: &Rect,
        usable: f64,
        measure: &dyn Measure,
    ) {
        let middle = (over.top + over.bottom) / 2.0;
        let width = measure.width(&room.over, TEXT, 600);
        let label = |place: Point, anchor: Anchor| Text {
            weight: 600,
            halo: true,
            ..text(place, anchor, &room.over, Ink::Bad)
        };
        if over.width() >= width + 2.0 * PAD {
            scene.text(label(
                at((over.left + over.right) / 2.0, middle),
                Anchor::Middle,
            ));
        } else if over.right + PAD + width <= scene.size.width {
            scene.text(label(at(over.right + PAD, middle), Anchor::Start));
        } else if usable - PAD - width > scene.plot.left {
            // On paper of its own, because it stands on the bar.
            let place = at(usable - PAD, middle);
            let ground = Rect::new(
                place.x - width - 4.0,
                middle - 8.0,
                place.x + 4.0,
                middle + 8.0,
            );
            scene.block(ground, Ink::Paper);
            scene.text(label(place, Anchor::End));
        }
    }

    /// A cross and why there is no bar.
    fn absent(&self, scene: &mut Scene, bar: &Rect, why: &str) {
        let middle = at(bar.left + 5.0, (bar.top + bar.bottom) / 2.0);
        for side in [-1.0, 1.0] {
            scene.rule(
                at(middle.x - 4.0, middle.y - 4.0 * side),
                at(middle.x + 4.0, middle.y + 4.0 * side),
                1.8,
                Ink::Bad,
            );
        }
        let place = at(bar.left + 16.0, middle.y);
        scene.text(Text {
            weight: 500,
            ..text(place, Anchor::Start, why, Ink::Bad)
        });
    }

    fn ticks(&self, scene: &mut Scene, plot: &Rect, top: f64, measure: &dyn Measure) {
        let y = top + 2.0;
        let last = self.axis.ticks.len().saturating_sub(1);
        let place = |tick: &crate::axis::Tick| {
            let width = measure.width(&tick.label, TEXT, 400);
            let x = self.across(plot, tick.value);
            let left = (x - width / 2.0).clamp(plot.left, scene_right(scene) - width);
            (left, width)
        };
        // The last tick, the capacity, goes before its neighbours.
        let end = self
            .axis
            .ticks
            .last()
            .map_or(f64::INFINITY, |tick| place(tick).0);
        let mut free_from = f64::NEG_INFINITY;
        let mut texts = Vec::new();
        for (at_tick, tick) in self.axis.ticks.iter().enumerate() {
            let (left, width) = place(tick);
            let clear = left > free_from && (at_tick == last || left + width + PAD < end);
            if clear {
                texts.push(text(at(left, y), Anchor::Start, &tick.label, Ink::Third));
                free_from = left + width + 4.0;
            }
        }
        for label in texts {
            scene.text(label);
        }
    }
}

fn scene_right(scene: &Scene) -> f64 {
    scene.size.width
}
