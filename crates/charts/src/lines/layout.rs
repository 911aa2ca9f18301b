//! Places of axes, bands, lines and marks.

use crate::frame::{FOOT, HEAD, across, corners, gutter, horizontal_axis, marker, square, text};
use crate::geometry::{between, clip_top, height_at};
use crate::lines::{LineChart, Sample, Series, Stroke};
use crate::measure::Measure;
use crate::scene::{Anchor, Dash, Item, Point, Rect, Scene, Size, at};
use crate::theme::Ink;

/// One series with its curves in pixels.
pub(crate) struct Drawn<'a> {
    pub(crate) series: &'a Series,
    pub(crate) line: Vec<Point>,
    pub(crate) low: Vec<Point>,
    pub(crate) high: Vec<Point>,
    /// The mark at the present value, if it is inside the frame.
    pub(crate) mark: Option<Point>,
}

impl LineChart {
    /// Places everything for a chart of this size.
    #[must_use]
    pub fn layout(&self, size: Size, measure: &dyn Measure) -> Scene {
        let labels = self.y.ticks.iter().map(|tick| tick.label.as_str());
        let left = gutter(labels, measure);
        let plot = Rect::new(left, HEAD, size.width - 0.5, size.height - FOOT);
        let mut scene = Scene::new(size, plot);
        self.place(&mut scene, plot, true, measure);
        scene
    }

    /// Places everything around a frame, with or without the names of the horizontal axis.
    pub(crate) fn place(&self, scene: &mut Scene, plot: Rect, named: bool, measure: &dyn Measure) {
        let name = text(
            at(0.0, plot.top - 19.0),
            Anchor::Start,
            &self.y.name,
            Ink::Second,
        );
        scene.text(name);
        self.zones(scene, &plot);
        for tick in &self.y.ticks {
            let y = self.height(&plot, tick.value);
            if tick.value > self.y.min {
                scene.rule(at(plot.left, y), at(plot.right, y), 1.0, Ink::Grid);
            }
            scene.text(text(
                at(plot.left - 8.0, y),
                Anchor::End,
                &tick.label,
                Ink::Third,
            ));
        }

        let drawn: Vec<Drawn<'_>> = self
            .series
            .iter()
            .map(|series| self.drawn(series, &plot))
            .collect();
        for series in &drawn {
            band(scene, series, &plot);
        }
        self.ground(scene, &plot);
        if named {
            horizontal_axis(scene, &self.x, &plot, scene.size.width, measure);
            self.landmarks(scene, &plot, measure);
        } else {
            let base = plot.bottom;
            scene.rule(at(plot.left, base), at(plot.right, base), 1.0, Ink::Axis);
        }
        self.rules(scene, &plot);
        for series in &drawn {
            line(scene, series, &plot, |x| across(&self.x, &plot, x));
        }
        if let Some(now) = self.now {
            let x = across(&self.x, &plot, now);
            scene.rule(at(x, plot.top), at(x, plot.bottom), 1.0, Ink::Axis);
        }
        self.marks(scene, &drawn, &plot);
        self.dots(scene, &plot);
        for series in &drawn {
            if let Some(mark) = series.mark {
                marker(scene, mark, series.series.slot);
            }
        }
        for run in &self.measured {
            let x = across(&self.x, &plot, run.x);
            if (plot.left - 0.5..=plot.right + 0.5).contains(&x) {
                diamond(scene, at(x, self.height(&plot, run.value).max(plot.top)));
            }
        }
        self.gauges(scene, &plot, measure);
        self.labels(scene, &drawn, &plot, measure);
    }

    pub(crate) fn height(&self, plot: &Rect, value: f64) -> f64 {
        plot.bottom - self.y.unit(value) * plot.height()
    }

    fn drawn<'a>(&self, series: &'a Series, plot: &Rect) -> Drawn<'a> {
        let curve = |value: fn(&Sample) -> f64| -> Vec<Point> {
            series
                .points
                .iter()
                .map(|sample| {
                    at(
                        across(&self.x, plot, sample.x),
                        // A logarithmic axis has an end below.
                        self.height(plot, value(sample)).min(plot.bottom),
                    )
                })
                .collect()
        };
        let mark = series
            .at
            .or(self.now)
            .zip(series.value.as_ref())
            .map(|(x, (value, _))| at(across(&self.x, plot, x), self.height(plot, *value)))
            .filter(|mark| mark.y >= plot.top - 1.0);
        Drawn {
            series,
            line: curve(|sample| sample.value),
            low: curve(|sample| sample.low),
            high: curve(|sample| sample.high),
            mark,
        }
    }

    /// Red-hatched strips on the baseline where a model does not fit, in the order of the limits.
    fn ground(&self, scene: &mut Scene, plot: &Rect) {
        let mut limits: Vec<f64> = self
            .series
            .iter()
            .filter_map(|series| series.limit.as_ref())
            .map(|limit| across(&self.x, plot, limit.x).max(plot.left))
            .collect();
        bpt_core::order::sort(&mut limits);
        let mut bottom = plot.bottom;
        for from in limits {
            let strip = Rect::new(from, bottom - 5.0, plot.right, bottom);
            scene.block(strip, Ink::BadSoft);
            if strip.width() > 1.0 {
                scene.hatch(corners(&strip), Ink::Bad, false);
            }
            bottom -= 5.0;
        }
    }

    /// End bars of lines and ticks of crossings.
    fn marks(&self, scene: &mut Scene, drawn: &[Drawn<'_>], plot: &Rect) {
        for series in drawn {
            let slot = series.series.slot;
            let mut bar = |x: f64, half: f64| {
                let x = across(&self.x, plot, x);
                if let Some(y) = height_at(&series.line, x)
                    && x >= plot.left
                    && y > plot.top
                {
                    scene.rule(at(x, y - half), at(x, y + half), 2.0, Ink::Text(slot));
                }
            };
            if let Some(limit) = &series.series.limit
                && !series.line.is_empty()
            {
                bar(limit.x, 7.0);
            }
            if let Some(crossing) = &series.series.crossing {
                bar(crossing.x, 9.0);
            }
        }
    }
}

fn band(scene: &mut Scene, drawn: &Drawn<'_>, plot: &Rect) {
    if drawn.series.stroke == Stroke::Estimate {
        let polygon = between(&drawn.high, &drawn.low, plot.top, plot.bottom);
        scene.area(polygon, Ink::Fill(drawn.series.slot), 0.13);
    }
}

fn line(scene: &mut Scene, drawn: &Drawn<'_>, plot: &Rect, place: impl Fn(f64) -> f64) {
    let (width, whole, ink) = match drawn.series.stroke {
        Stroke::Estimate => (2.25, Dash::Solid, Ink::Fill(drawn.series.slot)),
        Stroke::WhatIf => (1.25, Dash::Dashed, Ink::Fill(drawn.series.slot)),
        Stroke::Thin => (1.0, Dash::Solid, Ink::Fill(drawn.series.slot)),
        Stroke::Ghost => (1.0, Dash::Solid, Ink::Axis),
    };
    let turn = drawn.series.dotted_from.map_or(f64::INFINITY, place);
    let (solid, dotted) = split(&drawn.line, turn);
    for (points, dash) in [(solid, whole), (dotted, Dash::Dotted)] {
        for points in clip_top(&points, plot.top) {
            if points.len() > 1 {
                scene.items.push(Item::Line {
                    points,
                    width,
                    ink,
                    dash,
                });
            }
        }
    }
    if drawn.series.stroke == Stroke::Estimate {
        caret(scene, &drawn.line, plot, ink);
    }
}

/// A small triangle where a line leaves the frame through its top.
fn caret(scene: &mut Scene, line: &[Point], plot: &Rect, ink: Ink) {
    for pair in line.windows(2) {
        if (pair[0].y < plot.top) != (pair[1].y < plot.top) {
            let share = (plot.top - pair[0].y) / (pair[1].y - pair[0].y);
            let x = pair[0].x + share * (pair[1].x - pair[0].x);
            let x = x.clamp(plot.left + 5.0, plot.right - 5.0);
            let top = plot.top - 7.0;
            let base = plot.top - 1.0;
            scene.area(
                vec![at(x - 4.5, base), at(x, top), at(x + 4.5, base)],
                ink,
                1.0,
            );
        }
    }
}

/// A curve up to x and from there on; both hold the point at x.
fn split(points: &[Point], x: f64) -> (Vec<Point>, Vec<Point>) {
    let after = points.partition_point(|point| point.x <= x);
    let mut left = points[..after].to_vec();
    let mut right = points[after..].to_vec();
    if let (Some(last), Some(_), Some(y)) = (left.last(), right.first(), height_at(points, x)) {
        if last.x < x {
            left.push(at(x, y));
        }
        right.insert(0, at(x, y));
    }
    (left, right)
}

fn diamond(scene: &mut Scene, place: Point) {
    let corners = |half: f64| {
        vec![
            at(place.x, place.y - half),
            at(place.x + half, place.y),
            at(place.x, place.y + half),
            at(place.x - half, place.y),
        ]
    };
    scene.area(corners(6.5), Ink::Strong, 1.0);
    scene.area(corners(4.4), Ink::Paper, 1.0);
}

/// The rectangle a mark takes.
pub(crate) fn mark_rect(mark: Point) -> Rect {
    square(mark, 8.0)
}
