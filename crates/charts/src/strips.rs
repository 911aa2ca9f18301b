//! Strips: one short bar per row of a table, weights solid and cache hatched, in neutral ink.

use crate::frame::corners;
use crate::measure::Measure;
use crate::scene::{Item, Rect, Scene, Size};
use crate::theme::Ink;

/// Bars beside a table's rows, all on one linear scale from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct StripChart {
    /// Weights and cache of each row, from top to bottom.
    pub rows: Vec<[f64; 2]>,
    /// Value at the right end.
    pub max: f64,
    /// Height of a row, px.
    pub row: f64,
    /// Height of a bar, px.
    pub bar: f64,
    /// Whether bars end at the right edge, cache on the left, instead of starting at the left.
    pub ends: bool,
}

impl StripChart {
    /// The height it takes, px.
    #[must_use]
    pub fn natural_height(&self) -> f64 {
        self.row * self.rows.len() as f64
    }

    /// Places everything for a chart of this size.
    #[must_use]
    pub fn layout(&self, size: Size, _: &dyn Measure) -> Scene {
        let mut scene = Scene::new(size, Rect::new(0.0, 0.0, size.width, size.height));
        let per_unit = size.width / self.max.max(f64::MIN_POSITIVE);
        for (at, [weights, kv]) in self.rows.iter().enumerate() {
            let top = at as f64 * self.row + (self.row - self.bar) / 2.0;
            let middle = (weights * per_unit).min(size.width);
            // Seen even where it is next to nothing.
            let solid = Rect::new(0.0, top, middle.max(1.0), top + self.bar);
            let end = ((weights + kv) * per_unit).min(size.width);
            let hatched = Rect::new(solid.right, top, end.max(solid.right), top + self.bar);
            let [solid, hatched] = [solid, hatched].map(|rect| {
                if self.ends {
                    Rect::new(
                        size.width - rect.right,
                        rect.top,
                        size.width - rect.left,
                        rect.bottom,
                    )
                } else {
                    rect
                }
            });
            scene.block(solid, Ink::Second);
            if hatched.width() > 0.5 {
                scene.block(hatched, Ink::MuteSoft);
                scene.items.push(Item::Hatch {
                    points: corners(&hatched),
                    ink: Ink::Second,
                    rising: true,
                    spacing: 4.0,
                    width: 1.5,
                });
            }
        }
        scene
    }
}
