//! Patterns of bars.

use bpt_words::Slot;

use crate::bars::Fill;
use crate::frame::corners;
use crate::scene::{Item, Rect, Scene, at};
use crate::theme::Ink;

/// Distance of dots and upright strokes, px.
const SPACING: f64 = 5.0;

/// Fills a part of a bar.
pub(crate) fn fill(scene: &mut Scene, rect: &Rect, fill: Fill, slot: Slot) {
    if rect.width() <= 0.0 {
        return;
    }
    match fill {
        Fill::Solid => scene.block(*rect, Ink::Fill(slot)),
        Fill::Grey => scene.block(*rect, Ink::Mute),
        Fill::Hatched => {
            scene.block(*rect, Ink::Soft(slot));
            // A and B also differ without colour.
            scene.hatch(corners(rect), Ink::Fill(slot), slot == Slot::A);
        }
        Fill::Dotted => dotted(scene, rect),
        Fill::Upright => {
            scene.block(*rect, Ink::Soft(slot));
            let mut x = rect.left + 1.0;
            while x < rect.right {
                let stroke = Rect::new(x, rect.top, (x + 2.0).min(rect.right), rect.bottom);
                scene.block(stroke, Ink::Fill(slot));
                x += SPACING;
            }
        }
    }
}

fn dotted(scene: &mut Scene, rect: &Rect) {
    outline(scene, rect);
    let mut row = 0.0;
    let mut y = rect.top + 0.5 * SPACING;
    while y < rect.bottom {
        let mut x = rect.left + SPACING * if row % 2.0 > 0.5 { 1.0 } else { 0.5 };
        while x < rect.right - 1.0 {
            scene.items.push(Item::Disc {
                at: at(x, y),
                radius: 1.1,
                ink: Ink::Second,
                ring: 0.0,
                ring_ink: Ink::Second,
            });
            x += SPACING;
        }
        row += 1.0;
        y += SPACING;
    }
}

/// A hairline around a rectangle.
pub(crate) fn outline(scene: &mut Scene, rect: &Rect) {
    let edge = |scene: &mut Scene, from: (f64, f64), to: (f64, f64)| {
        scene.rule(at(from.0, from.1), at(to.0, to.1), 1.0, Ink::Axis);
    };
    let (left, right) = (rect.left + 0.5, rect.right - 0.5);
    let (top, bottom) = (rect.top + 0.5, rect.bottom - 0.5);
    edge(scene, (left, top), (right, top));
    edge(scene, (left, bottom), (right, bottom));
    edge(scene, (left, top), (left, bottom));
    edge(scene, (right, top), (right, bottom));
}
