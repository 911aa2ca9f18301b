//! Places in a chart of fields.

use crate::field::{Cells, Field, FieldChart, Lane};
use crate::frame::{TEXT, VALUE, corners, marker, text};
use crate::measure::Measure;
use crate::scene::{Anchor, Item, Rect, Scene, Size, Text, at};
use crate::theme::Ink;

/// Fields stand side by side from this width on, px.
const BESIDE: f64 = 720.0;
/// Space between fields that stand side by side, px.
const GAP: f64 = 48.0;
/// Name, and captions of the columns above the field, px.
const HEAD: f64 = 44.0;
/// Number, lane and what a tick stands for below it, px.
const FOOT: f64 = 118.0;
/// Space between main part and strip, px.
const STRIP_GAP: f64 = 3.0;
/// Size of the large number, px.
const LARGE: f64 = 30.0;
/// Width of the paper between cells, px.
const HAIR: f64 = 0.7;

impl FieldChart {
    fn beside(&self, width: f64) -> bool {
        width >= BESIDE && self.fields.len() > 1
    }

    fn field_width(&self, width: f64) -> f64 {
        if self.beside(width) {
            (width - GAP) / 2.0
        } else {
            width
        }
    }

    /// Height of a field that is as large as the scale allows, px.
    fn field_height(&self, width: f64) -> f64 {
        (0.5 * self.field_width(width)).clamp(130.0, 270.0)
    }

    /// The height it takes at a width, px.
    #[must_use]
    pub fn natural_height(&self, width: f64) -> f64 {
        let one = HEAD + self.field_height(width) + STRIP_GAP + FOOT;
        if self.beside(width) {
            one
        } else {
            one * self.fields.len().max(1) as f64
        }
    }

    /// Places everything for a chart of this size.
    #[must_use]
    pub fn layout(&self, size: Size, measure: &dyn Measure) -> Scene {
        let whole = Rect::new(0.0, 0.0, size.width, size.height);
        let mut scene = Scene::new(size, whole);
        let width = self.field_width(size.width);
        let height = self.field_height(size.width);
        let full = self
            .fields
            .iter()
            .map(Field::bytes)
            .fold(self.full, f64::max);
        let per_byte = height / full.max(1.0);
        let one = HEAD + height + STRIP_GAP + FOOT;
        for (index, field) in self.fields.iter().enumerate() {
            let at_index = index as f64;
            let (left, top) = if self.beside(size.width) {
                (at_index * (width + GAP), 0.0)
            } else {
                (0.0, at_index * one)
            };
            let frame = Rect::new(left, top, left + width, top + one);
            head(&mut scene, field, &frame, measure);
            // Bytes are area, so at one width they are height. Fields stand on one line.
            let bottom = top + HEAD + height + STRIP_GAP;
            area(&mut scene, field, &frame, bottom, per_byte, measure);
            foot(&mut scene, field, &frame, bottom, measure);
        }
        scene
    }
}

fn head(scene: &mut Scene, field: &Field, frame: &Rect, measure: &dyn Measure) {
    let y = frame.top + 9.0;
    marker(scene, at(frame.left + 6.0, y), field.slot);
    let name = at(frame.left + 18.0, y);
    let end = name.x + measure.width(&field.name, VALUE, 600);
    scene.text(Text {
        size: VALUE,
        weight: 600,
        ..text(name, Anchor::Start, &field.name, Ink::Text(field.slot))
    });
    let room = frame.right - end - 12.0;
    if let Some(about) = field
        .about
        .iter()
        .find(|about| measure.width(about, TEXT, 400) <= room)
    {
        scene.text(text(at(frame.right, y), Anchor::End, about, Ink::Second));
    }
}

/// The bytes: main part, and below it the strip of output layer and tables.
fn area(
    scene: &mut Scene,
    field: &Field,
    frame: &Rect,
    bottom: f64,
    per_byte: f64,
    measure: &dyn Measure,
) {
    let slot = field.slot;
    let strip_bytes = field.strip[0] + field.strip[1];
    let strip_height = strip_bytes * per_byte;
    let strip = Rect::new(frame.left, bottom - strip_height, frame.right, bottom);
    if strip_bytes > 0.0 {
        scene.area(corners(&strip), Ink::Cell(slot), 1.0);
        let read = Rect {
            right: strip.left + strip.width() * field.strip[0] / strip_bytes,
            ..strip
        };
        scene.area(corners(&read), Ink::Fill(slot), 1.0);
    }
    let main = Rect::new(
        frame.left,
        strip.top - STRIP_GAP - field.main() * per_byte,
        frame.right,
        strip.top - STRIP_GAP,
    );
    let mut left = main.left;
    let mut free_from = f64::NEG_INFINITY;
    for (index, column) in field.columns.iter().enumerate() {
        let width = main.width() * column.bytes / field.main().max(1.0);
        // A hair of paper between columns.
        let gap = if index + 1 < field.columns.len() {
            1.0
        } else {
            0.0
        };
        let rect = Rect::new(left, main.top, (left + width - gap).max(left), main.bottom);
        match &column.cells {
            None => {
                scene.area(corners(&rect), Ink::Fill(slot), 1.0);
                layers(scene, field, &rect);
            }
            Some(cells) => grid(scene, cells, &rect, slot),
        }
        let y = main.top - 9.0;
        let from = rect.left.max(free_from);
        for caption in &column.caption {
            let width = measure.width(caption, TEXT, 400);
            if !caption.is_empty() && from + width <= frame.right {
                scene.text(text(at(from, y), Anchor::Start, caption, Ink::Second));
                free_from = from + width + 12.0;
                break;
            }
        }
        left += width;
    }
}

/// Hairlines between layers, and the second tint of layers that are not attention.
fn layers(scene: &mut Scene, field: &Field, rect: &Rect) {
    let rows = f64::from(field.rows.max(1));
    let pitch = rect.height() / rows;
    for (row, _) in field
        .tinted
        .iter()
        .enumerate()
        .filter(|(_, tinted)| **tinted)
    {
        let top = rect.top + row as f64 * pitch;
        let band = Rect::new(rect.left, top, rect.right, (top + pitch).min(rect.bottom));
        scene.area(corners(&band), Ink::Paper, 0.35);
    }
    if pitch < 2.0 {
        return;
    }
    for row in 1..field.rows {
        let y = rect.top + f64::from(row) * pitch;
        let hair = Rect::new(rect.left, y - HAIR / 2.0, rect.right, y + HAIR / 2.0);
        scene.area(corners(&hair), Ink::Paper, 0.4);
    }
}

fn grid(scene: &mut Scene, cells: &Cells, rect: &Rect, slot: bpt_words::Slot) {
    scene.area(corners(rect), Ink::Cell(slot), 1.0);
    let (across, down) = (f64::from(cells.across.max(1)), f64::from(cells.down.max(1)));
    let (width, height) = (rect.width() / across, rect.height() / down);
    for (row, place) in &cells.lit {
        let left = rect.left + f64::from(*place) * width;
        let top = rect.top + f64::from(*row) * height;
        let cell = Rect::new(left, top, left + width, top + height);
        scene.area(corners(&cell), Ink::Fill(slot), 1.0);
    }
    if width >= 2.5 {
        for column in 1..cells.across {
            let x = rect.left + f64::from(column) * width;
            let hair = Rect::new(x - HAIR / 2.0, rect.top, x + HAIR / 2.0, rect.bottom);
            scene.area(corners(&hair), Ink::Paper, 1.0);
        }
    }
    if height >= 2.5 {
        for row in 1..cells.down {
            let y = rect.top + f64::from(row) * height;
            let hair = Rect::new(rect.left, y - HAIR / 2.0, rect.right, y + HAIR / 2.0);
            scene.area(corners(&hair), Ink::Paper, 1.0);
        }
    }
}

fn foot(scene: &mut Scene, field: &Field, frame: &Rect, bottom: f64, measure: &dyn Measure) {
    let y = bottom + 24.0;
    let [number, what] = &field.read;
    let end = frame.left + measure.width(number, LARGE, 600);
    scene.text(Text {
        size: LARGE,
        weight: 600,
        ..text(
            at(frame.left, y),
            Anchor::Start,
            number,
            Ink::Text(field.slot),
        )
    });
    scene.text(Text {
        size: VALUE,
        ..text(at(end + 10.0, y + 4.0), Anchor::Start, what, Ink::Second)
    });
    lane(scene, field, frame, bottom + 58.0, measure);
}

fn lane(scene: &mut Scene, field: &Field, frame: &Rect, y: f64, measure: &dyn Measure) {
    let lane: &Lane = &field.lane;
    scene.text(text(
        at(frame.left, y),
        Anchor::Start,
        &lane.title,
        Ink::Second,
    ));
    let (top, bottom) = (y + 14.0, y + 32.0);
    let middle = (top + bottom) / 2.0;
    if let Some(absent) = &lane.absent {
        scene.text(Text {
            weight: 500,
            ..text(at(frame.right, y), Anchor::End, absent, Ink::Bad)
        });
        scene.rule(
            at(frame.left, middle),
            at(frame.right, middle),
            1.0,
            Ink::Grid,
        );
        return;
    }
    let [number, rest] = &lane.said;
    let title = measure.width(&lane.title, TEXT, 400);
    let rest_width = measure.width(rest, TEXT, 400);
    let number_width = measure.width(number, TEXT, 600);
    let whole = title + 12.0 + number_width + 4.0 + rest_width <= frame.width();
    let mut right = frame.right;
    if whole && !rest.is_empty() {
        scene.text(text(at(right, y), Anchor::End, rest, Ink::Second));
        right -= rest_width + 4.0;
    }
    scene.text(Text {
        weight: 600,
        ..text(at(right, y), Anchor::End, number, Ink::Text(field.slot))
    });
    scene.rule(
        at(frame.left, middle),
        at(frame.right, middle),
        1.0,
        Ink::Grid,
    );
    ticks(
        scene,
        field,
        &Rect::new(frame.left, top, frame.right, bottom),
    );
    if !lane.each.is_empty() {
        let place = at(frame.left, bottom + 11.0);
        scene.text(text(place, Anchor::Start, &lane.each, Ink::Third));
    }
}

/// One tick at the start of each token; a token that is not finished is pale.
fn ticks(scene: &mut Scene, field: &Field, lane: &Rect) {
    let ticks = field.lane.ticks;
    if ticks.is_nan() || ticks <= 0.0 {
        return;
    }
    let pitch = lane.width() / ticks;
    let width = (0.6 * pitch).clamp(1.0, 9.0);
    let count = (ticks * field.lane.shown).ceil().min(400.0) as u32;
    for tick in 0..count {
        let left = lane.left + f64::from(tick) * pitch;
        let whole = f64::from(tick) + 1.0 <= ticks + 1e-9;
        let rect = Rect::new(left, lane.top, (left + width).min(lane.right), lane.bottom);
        if whole {
            scene.items.push(Item::Area {
                points: corners(&rect),
                ink: Ink::Fill(field.slot),
                opacity: 1.0,
            });
        } else {
            scene.area(corners(&rect), Ink::Fill(field.slot), 0.35);
        }
    }
}
