//! Heat maps: many pairs of two things, one small cell each, coloured by a level.

use crate::measure::Measure;
use crate::scene::{Rect, Scene, Size};
use crate::theme::Ink;

/// Height of a row, px: wide and narrow charts.
const ROW: [f64; 2] = [4.0, 3.0];
/// Below this width a chart is narrow, px.
const NARROW: f64 = 480.0;

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Not computed yet.
    Unknown,
    /// Does not fit.
    Over,
    /// Fits, but does not meet the bar.
    Below,
    /// Meets it: 1 to 4 for how well.
    Passes(u8),
}

/// A map of cells, rows from top to bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatChart {
    /// Cells of a row.
    pub columns: usize,
    /// The cells, row after row; the last row may be short.
    pub cells: Vec<Level>,
    /// A cell that is being read.
    pub at: Option<[usize; 2]>,
}

impl HeatChart {
    /// Rows, the last of which may be short.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.cells.len().div_ceil(self.columns.max(1))
    }

    /// The height it takes, px.
    #[must_use]
    pub fn natural_height(&self, width: f64) -> f64 {
        ROW[usize::from(width < NARROW)] * self.rows() as f64
    }

    /// The cell at a place of the chart, row and column.
    #[must_use]
    pub fn cell_at(&self, size: Size, x: f64, y: f64) -> Option<[usize; 2]> {
        let rows = self.rows();
        if self.columns == 0 || rows == 0 || x < 0.0 || y < 0.0 {
            return None;
        }
        let column = (x / size.width * self.columns as f64) as usize;
        let row = (y / size.height * rows as f64) as usize;
        (row < rows && column < self.columns).then_some([row, column])
    }

    /// Places everything for a chart of this size.
    #[must_use]
    pub fn layout(&self, size: Size, _: &dyn Measure) -> Scene {
        let mut scene = Scene::new(size, Rect::new(0.0, 0.0, size.width, size.height));
        let rows = self.rows().max(1) as f64;
        let columns = self.columns.max(1);
        let (wide, high) = (size.width / columns as f64, size.height / rows);
        // Cells of one colour that touch are one block; colour after colour, so that a canvas
        // changes its style a few times only.
        let levels = [Level::Over, Level::Below, Level::Passes(1)];
        let more = [Level::Passes(2), Level::Passes(3), Level::Passes(4)];
        for level in levels.into_iter().chain(more) {
            for (row, cells) in self.cells.chunks(columns).enumerate() {
                let (top, bottom) = (row as f64 * high, (row as f64 + 1.0) * high);
                let mut from = 0;
                while from < cells.len() {
                    if cells[from] != level {
                        from += 1;
                        continue;
                    }
                    let run = cells[from..].iter().take_while(|cell| **cell == level);
                    let to = from + run.count();
                    let rect = Rect::new(from as f64 * wide, top, to as f64 * wide, bottom);
                    scene.block(rect, ink(level));
                    from = to;
                }
            }
        }
        if let Some([row, column]) = self.at {
            let (left, top) = (column as f64 * wide, row as f64 * high);
            let around = Rect::new(left, top, left + wide, top + high).grown(2.0);
            for edge in edges(&around) {
                scene.block(edge, Ink::Strong);
            }
        }
        scene
    }
}

fn ink(level: Level) -> Ink {
    match level {
        Level::Unknown => Ink::Paper,
        Level::Over => Ink::BadSoft,
        Level::Below => Ink::Grid,
        Level::Passes(times) => Ink::Heat(times),
    }
}

/// A frame of four thin blocks.
fn edges(of: &Rect) -> [Rect; 4] {
    let Rect {
        left,
        top,
        right,
        bottom,
    } = *of;
    [
        Rect::new(left, top, right, top + 2.0),
        Rect::new(left, bottom - 2.0, right, bottom),
        Rect::new(left, top, left + 2.0, bottom),
        Rect::new(right - 2.0, top, right, bottom),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NoText;
    impl Measure for NoText {
        fn width(&self, _: &str, _: f64, _: u16) -> f64 {
            0.0
        }
    }

    #[test]
    fn cells_of_a_colour_are_one_block_and_found_again() {
        let cells = vec![
            Level::Passes(4),
            Level::Passes(4),
            Level::Over,
            Level::Below,
            Level::Below,
            Level::Below,
        ];
        let chart = HeatChart {
            columns: 3,
            cells,
            at: None,
        };
        let size = Size {
            width: 300.0,
            height: 8.0,
        };
        let scene = chart.layout(size, &NoText);
        assert_eq!(scene.items.len(), 3);
        assert_eq!(chart.rows(), 2);
        assert_eq!(chart.cell_at(size, 299.0, 7.9), Some([1, 2]));
        assert_eq!(chart.cell_at(size, 150.0, 1.0), Some([0, 1]));
        assert_eq!(chart.cell_at(size, 301.0, 1.0), None);
    }
}
