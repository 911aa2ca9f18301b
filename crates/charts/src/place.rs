//! Places for labels: the first candidate that is inside the chart and free.

use crate::frame::TEXT;
use crate::geometry::height_at;
use crate::measure::Measure;
use crate::scene::{Anchor, Item, Point, Rect, Scene, Text, at};
use crate::theme::Ink;

/// A label before it has a place.
pub(crate) struct Wish {
    pub(crate) lines: Vec<String>,
    pub(crate) size: f64,
    pub(crate) weight: u16,
    pub(crate) ink: Ink,
}

impl Wish {
    /// A label of chart size.
    pub(crate) const fn new(lines: Vec<String>, weight: u16, ink: Ink) -> Self {
        Self {
            lines,
            size: TEXT,
            weight,
            ink,
        }
    }
}

/// A place a label could take: a point and which part of the block of lines stands there. The
/// point's y is the middle of the block.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) at: Point,
    pub(crate) anchor: Anchor,
}

impl Candidate {
    pub(crate) const fn new(x: f64, y: f64, anchor: Anchor) -> Self {
        Self {
            at: at(x, y),
            anchor,
        }
    }
}

/// What is taken already.
pub(crate) struct Placer<'a> {
    bounds: Rect,
    taken: Vec<Rect>,
    curves: Vec<Vec<Point>>,
    rules: Vec<f64>,
    measure: &'a dyn Measure,
}

/// Distance between the lines of a label, px.
pub(crate) const LEADING: f64 = 14.0;

impl<'a> Placer<'a> {
    pub(crate) fn new(bounds: Rect, measure: &'a dyn Measure) -> Self {
        Self {
            bounds,
            taken: Vec::new(),
            curves: Vec::new(),
            rules: Vec::new(),
            measure,
        }
    }

    /// Keeps labels off a rectangle.
    pub(crate) fn take(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// Keeps labels off a curve.
    pub(crate) fn curve(&mut self, points: Vec<Point>) {
        self.curves.push(points);
    }

    /// Keeps labels from lying across a vertical rule.
    pub(crate) fn rule(&mut self, x: f64) {
        self.rules.push(x);
    }

    fn rect(&self, wish: &Wish, candidate: Candidate) -> Rect {
        let width = wish
            .lines
            .iter()
            .map(|line| self.measure.width(line, wish.size, wish.weight))
            .fold(0.0, f64::max);
        let left = match candidate.anchor {
            Anchor::Start => candidate.at.x,
            Anchor::Middle => candidate.at.x - width / 2.0,
            Anchor::End => candidate.at.x - width,
        };
        let half = (wish.size + LEADING * (wish.lines.len() as f64 - 1.0)) / 2.0;
        Rect::new(
            left,
            candidate.at.y - half,
            left + width,
            candidate.at.y + half,
        )
    }

    fn is_free(&self, rect: &Rect, clear: f64) -> bool {
        let wide = rect.grown(clear);
        self.bounds.contains(rect)
            && !self.taken.iter().any(|other| other.overlaps(&wide))
            && !self
                .rules
                .iter()
                .any(|x| rect.left - 3.0 < *x && *x < rect.right + 3.0)
            && !self
                .curves
                .iter()
                .any(|curve| crosses(curve, &rect.grown(1.5)))
    }

    /// Puts a label at the first free candidate and says whether there was one.
    pub(crate) fn put(
        &mut self,
        scene: &mut Scene,
        wish: Wish,
        candidates: &[Candidate],
        clear: f64,
    ) -> bool {
        let found = candidates
            .iter()
            .map(|candidate| (candidate, self.rect(&wish, *candidate)))
            .find(|(_, rect)| self.is_free(rect, clear));
        let Some((candidate, rect)) = found else {
            return false;
        };
        self.taken.push(rect.grown(2.0));
        let mut y = candidate.at.y - LEADING * (wish.lines.len() as f64 - 1.0) / 2.0;
        for text in wish.lines {
            scene.items.push(Item::Text(Text {
                at: at(candidate.at.x, y),
                anchor: candidate.anchor,
                text,
                size: wish.size,
                weight: wish.weight,
                ink: wish.ink,
                halo: true,
            }));
            y += LEADING;
        }
        true
    }
}

/// Whether a curve runs through a rectangle.
fn crosses(curve: &[Point], rect: &Rect) -> bool {
    let (Some(first), Some(last)) = (curve.first(), curve.last()) else {
        return false;
    };
    let (left, right) = (rect.left.max(first.x), rect.right.min(last.x));
    if left >= right {
        return false;
    }
    let ends = [left, right].map(|x| height_at(curve, x).unwrap_or(f64::INFINITY));
    let between = curve
        .iter()
        .filter(|point| point.x > left && point.x < right)
        .map(|point| point.y);
    let (low, high) = between
        .chain(ends)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| {
            (low.min(y), high.max(y))
        });
    low < rect.bottom && high > rect.top
}
