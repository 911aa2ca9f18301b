//! Scatter charts: predicted against measured, both logarithmic on the same scale.

use bpt_words::Slot;

use crate::axis::Axis;
use crate::frame::{
    FOOT, HEAD, TEXT, VALUE, across, corners, gutter, horizontal_axis, square, text,
};
use crate::measure::Measure;
use crate::place::{Candidate, Placer, Wish};
use crate::scene::{Anchor, Dash, Item, Point, Rect, Scene, Size, at};
use crate::theme::Ink;

/// Predicted against measured.
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterChart {
    /// Measured.
    pub x: Axis,
    /// Predicted, on the same scale.
    pub y: Axis,
    /// The runs.
    pub dots: Vec<Dot>,
    /// Share by which the guides lie above and below the diagonal.
    pub guide: f64,
    /// What the guides are: "±20 %".
    pub guide_label: String,
    /// The reader's own run, drawn large, with its label.
    pub own: Option<(Dot, String)>,
}

/// A run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Measured.
    pub x: f64,
    /// Predicted.
    pub y: f64,
    /// Square for dense models, round for mixtures.
    pub round: bool,
    /// Whose it is, if one of the two picks.
    pub slot: Option<Slot>,
}

impl ScatterChart {
    /// Places everything for a chart of this size.
    #[must_use]
    pub fn layout(&self, size: Size, measure: &dyn Measure) -> Scene {
        let labels = self.y.ticks.iter().map(|tick| tick.label.as_str());
        let left = gutter(labels, measure);
        let plot = Rect::new(left, HEAD, size.width - 0.5, size.height - FOOT);
        let mut scene = Scene::new(size, plot);
        scene.text(text(at(0.0, 7.0), Anchor::Start, &self.y.name, Ink::Second));
        for tick in &self.y.ticks {
            let y = self.place(&plot, self.x.min, tick.value).y;
            if tick.value > self.y.min {
                scene.rule(at(left, y), at(plot.right, y), 1.0, Ink::Grid);
            }
            scene.text(text(
                at(left - 8.0, y),
                Anchor::End,
                &tick.label,
                Ink::Third,
            ));
        }
        horizontal_axis(&mut scene, &self.x, &plot, size.width, measure);
        self.guides(&mut scene, &plot, measure);
        // Picks above the rest.
        for picked in [false, true] {
            for dot in self.dots.iter().filter(|dot| dot.slot.is_some() == picked) {
                self.dot(&mut scene, &plot, dot, 3.2);
            }
        }
        if let Some((dot, label)) = &self.own {
            self.dot(&mut scene, &plot, dot, 6.0);
            let place = self.place(&plot, dot.x, dot.y);
            let mut placer = Placer::new(
                Rect::new(left, plot.top - 6.0, size.width, plot.bottom),
                measure,
            );
            let places = [
                Candidate::new(place.x + 12.0, place.y, Anchor::Start),
                Candidate::new(place.x - 12.0, place.y, Anchor::End),
                Candidate::new(place.x, place.y - 16.0, Anchor::Middle),
                Candidate::new(place.x, place.y + 16.0, Anchor::Middle),
            ];
            let wish = Wish {
                lines: vec![label.clone()],
                size: VALUE,
                weight: 600,
                ink: dot.slot.map_or(Ink::Strong, Ink::Text),
            };
            placer.put(&mut scene, wish, &places, 0.0);
        }
        scene
    }

    /// A place, held inside the frame.
    fn place(&self, plot: &Rect, x: f64, y: f64) -> Point {
        at(
            across(&self.x, plot, x).clamp(plot.left, plot.right),
            (plot.bottom - self.y.unit(y) * plot.height()).clamp(plot.top, plot.bottom),
        )
    }

    /// The diagonal, and a line above and below it.
    fn guides(&self, scene: &mut Scene, plot: &Rect, measure: &dyn Measure) {
        let factors = [1.0 - self.guide, 1.0, 1.0 + self.guide];
        for factor in factors {
            let from = self.x.min.max(self.y.min / factor);
            let to = self.x.max.min(self.y.max / factor);
            if to <= from {
                continue;
            }
            let (from, to) = (
                self.place(plot, from, from * factor),
                self.place(plot, to, to * factor),
            );
            scene.items.push(Item::Line {
                points: vec![from, to],
                width: 1.0,
                ink: Ink::Axis,
                dash: if factor == 1.0 {
                    Dash::Solid
                } else {
                    Dash::Dashed
                },
            });
        }
        let top = self.y.max / (1.0 + self.guide);
        let end = self.place(plot, self.x.max.min(top), self.y.max);
        let width = measure.width(&self.guide_label, TEXT, 400);
        if end.x - width - 14.0 > plot.left {
            let place = at(end.x - 14.0, plot.top + 8.0);
            scene.text(crate::scene::Text {
                halo: true,
                ..text(place, Anchor::End, &self.guide_label, Ink::Third)
            });
        }
    }

    fn dot(&self, scene: &mut Scene, plot: &Rect, dot: &Dot, radius: f64) {
        // A dot on the frame stays whole.
        let inside = plot.grown(-radius);
        let place = self.place(plot, dot.x, dot.y);
        let place = at(
            place.x.clamp(inside.left, inside.right),
            place.y.clamp(inside.top, inside.bottom),
        );
        let ink = dot.slot.map_or(Ink::Third, Ink::Fill);
        let inner = if dot.slot.is_some() { ink } else { Ink::Paper };
        if dot.round {
            scene.items.push(Item::Disc {
                at: place,
                radius: radius - 0.7,
                ink: inner,
                ring: 1.2,
                ring_ink: ink,
            });
        } else {
            scene.area(corners(&square(place, radius + 0.2)), ink, 1.0);
            scene.area(corners(&square(place, radius - 1.0)), inner, 1.0);
        }
    }
}
