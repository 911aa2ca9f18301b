//! A scene: what a chart consists of once everything has its place, in CSS pixels, y downwards.

use crate::theme::Ink;

/// A place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// A place from its two coordinates.
#[must_use]
pub const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// A size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub left: f64,
    /// Top edge.
    pub top: f64,
    /// Right edge.
    pub right: f64,
    /// Bottom edge.
    pub bottom: f64,
}

impl Rect {
    /// From its edges.
    #[must_use]
    pub const fn new(left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self {
            left,
            top,
            right,
            bottom,
        }
    }

    /// Width.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// Height.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Larger by so much on each side.
    #[must_use]
    pub fn grown(&self, by: f64) -> Self {
        Self::new(
            self.left - by,
            self.top - by,
            self.right + by,
            self.bottom + by,
        )
    }

    /// Whether two share more than an edge.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Whether another lies inside.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && self.right >= other.right
            && self.bottom >= other.bottom
    }
}

/// How a stroke is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// Not at all.
    Solid,
    /// Round dots: an extrapolation.
    Dotted,
    /// Short dashes: a what-if line.
    Dashed,
}

/// Where a text's place is on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At its left end.
    Start,
    /// In its middle.
    Middle,
    /// At its right end.
    End,
}

/// A text with its place: the vertical middle of its capitals.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Where.
    pub at: Point,
    /// Which part of it stands there.
    pub anchor: Anchor,
    /// What it says.
    pub text: String,
    /// Font size, px.
    pub size: f64,
    /// Font weight.
    pub weight: u16,
    /// Its colour.
    pub ink: Ink,
    /// Whether a margin in paper colour keeps it apart from what lies below.
    pub halo: bool,
}

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A stroke along points.
    Line {
        /// Its points.
        points: Vec<Point>,
        /// Its width.
        width: f64,
        /// Its colour.
        ink: Ink,
        /// How it is broken.
        dash: Dash,
    },
    /// A filled polygon.
    Area {
        /// Its corners.
        points: Vec<Point>,
        /// Its colour.
        ink: Ink,
        /// Its opacity.
        opacity: f64,
    },
    /// 45-degree strokes inside a polygon.
    Hatch {
        /// Its corners.
        points: Vec<Point>,
        /// Its colour.
        ink: Ink,
        /// Whether the strokes rise to the right.
        rising: bool,
        /// Distance between strokes.
        spacing: f64,
        /// Width of a stroke.
        width: f64,
    },
    /// A filled rectangle with edges on device pixels.
    Block {
        /// Where.
        rect: Rect,
        /// Its colour.
        ink: Ink,
    },
    /// A disc with a ring around it.
    Disc {
        /// Its middle.
        at: Point,
        /// Its radius, without the ring.
        radius: f64,
        /// Its colour.
        ink: Ink,
        /// Width of the ring.
        ring: f64,
        /// The ring's colour.
        ring_ink: Ink,
    },
    /// A text.
    Text(Text),
}

/// Everything a chart consists of, in drawing order.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The chart's size.
    pub size: Size,
    /// Where values are drawn: the frame of the first panel.
    pub plot: Rect,
    /// The things to draw.
    pub items: Vec<Item>,
}

impl Scene {
    /// An empty scene.
    #[must_use]
    pub const fn new(size: Size, plot: Rect) -> Self {
        Self {
            size,
            plot,
            items: Vec::new(),
        }
    }

    /// Adds a solid stroke.
    pub fn line(&mut self, points: Vec<Point>, width: f64, ink: Ink) {
        if points.len() > 1 {
            self.items.push(Item::Line {
                points,
                width,
                ink,
                dash: Dash::Solid,
            });
        }
    }

    /// Adds a stroke between two places.
    pub fn rule(&mut self, from: Point, to: Point, width: f64, ink: Ink) {
        self.line(vec![from, to], width, ink);
    }

    /// Adds a filled polygon.
    pub fn area(&mut self, points: Vec<Point>, ink: Ink, opacity: f64) {
        if points.len() > 2 {
            self.items.push(Item::Area {
                points,
                ink,
                opacity,
            });
        }
    }

    /// Adds a filled rectangle, unless it is empty.
    pub fn block(&mut self, rect: Rect, ink: Ink) {
        if rect.width() > 0.0 && rect.height() > 0.0 {
            self.items.push(Item::Block { rect, ink });
        }
    }

    /// Adds hatching.
    pub fn hatch(&mut self, points: Vec<Point>, ink: Ink, rising: bool) {
        if points.len() > 2 {
            self.items.push(Item::Hatch {
                points,
                ink,
                rising,
                spacing: 5.0,
                width: 2.0,
            });
        }
    }

    /// Adds a text.
    pub fn text(&mut self, text: Text) {
        if !text.text.is_empty() {
            self.items.push(Item::Text(text));
        }
    }
}
