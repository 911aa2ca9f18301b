//! Several line charts above each other on one horizontal axis.

use crate::axis::Axis;
use crate::frame::{FOOT, HEAD, gutter};
use crate::lines::LineChart;
use crate::measure::Measure;
use crate::scene::{Rect, Scene, Size};

/// Space between the panels: the lower one's head.
const BETWEEN: f64 = 40.0;

/// Line charts that share their horizontal axis.
#[derive(Clone, Debug, PartialEq)]
pub struct StackChart {
    /// The panels from top to bottom, each with its share of the height.
    pub panels: Vec<(f64, LineChart)>,
}

impl StackChart {
    /// The common axis.
    #[must_use]
    pub fn x(&self) -> Option<&Axis> {
        self.panels.last().map(|(_, chart)| &chart.x)
    }

    /// Places everything for a chart of this size.
    #[must_use]
    pub fn layout(&self, size: Size, measure: &dyn Measure) -> Scene {
        let labels = self
            .panels
            .iter()
            .flat_map(|(_, chart)| chart.y.ticks.iter().map(|tick| tick.label.as_str()));
        let left = gutter(labels, measure);
        let count = self.panels.len().max(1) as f64;
        let height = (size.height - HEAD - FOOT - BETWEEN * (count - 1.0)).max(20.0 * count);
        let all: f64 = self.panels.iter().map(|(share, _)| share).sum();
        let right = size.width - 0.5;
        let whole = Rect::new(left, HEAD, right, size.height - FOOT);
        let mut scene = Scene::new(size, whole);
        let mut top = HEAD;
        for (at, (share, chart)) in self.panels.iter().enumerate() {
            let bottom = top + height * share / all.max(1e-9);
            let last = at + 1 == self.panels.len();
            chart.place(
                &mut scene,
                Rect::new(left, top, right, bottom),
                last,
                measure,
            );
            top = bottom + BETWEEN;
        }
        scene
    }
}
