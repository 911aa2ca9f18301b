//! Drawing a scene on a plotters drawing area.
//!
//! plotters addresses whole pixels. Here a device pixel is divided further ([`Pixels::sub`]), so
//! that curves are not stepped and strokes may be 2.25 px wide; a canvas backend scales by the
//! inverse, an SVG has that view box.

use core::fmt::{Debug, Formatter};

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, Drawable, PathElement, PointCollection, Polygon, Rectangle};
use plotters::style::{RGBAColor, ShapeStyle};
use plotters_backend::{BackendCoord, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use crate::ChartSpec;
use crate::geometry::{dashes, hatch};
use crate::measure::Measure;
use crate::scene::{Anchor, Dash, Item, Point, Rect, Scene, Size, Text};
use crate::theme::{Ink, Rgb, Theme};

/// Length of a dash and of the gap after it, px.
const DASHED: (f64, f64) = (4.0, 4.0);
/// The same of a dot, which is as long as its line is wide.
const DOTTED: (f64, f64) = (0.01, 4.6);

/// How CSS pixels map to a backend's units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pixels {
    /// Device pixels per CSS pixel.
    pub ratio: f64,
    /// Backend units per device pixel.
    pub sub: f64,
}

impl Pixels {
    /// Backend units per CSS pixel.
    #[must_use]
    pub fn units(&self) -> f64 {
        self.ratio * self.sub
    }

    fn unit(&self, css: f64) -> i32 {
        (css * self.units()).round() as i32
    }

    fn width(&self, css: f64) -> u32 {
        (css * self.units()).round().max(1.0) as u32
    }

    fn point(&self, point: Point) -> BackendCoord {
        (self.unit(point.x), self.unit(point.y))
    }

    /// An edge moved to the next device pixel.
    fn edge(&self, css: f64) -> i32 {
        ((css * self.ratio).round() * self.sub) as i32
    }

    /// The middle of an upright or level stroke, so that it covers whole device pixels, and its
    /// width in them.
    fn crisp(&self, css: f64, width: f64) -> (i32, u32) {
        let device = (width * self.ratio).round().max(1.0);
        let start = (css * self.ratio - device / 2.0).round();
        let middle = (start + device / 2.0) * self.sub;
        (middle.round() as i32, (device * self.sub) as u32)
    }
}

/// A text as a backend has to draw it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label<'a> {
    /// What it says.
    pub text: &'a str,
    /// Font size in backend units.
    pub size: f64,
    /// Font weight.
    pub weight: u16,
    /// Its colour.
    pub color: Rgb,
    /// Which part of it stands at its place; the place is on the baseline.
    pub anchor: Anchor,
    /// Margin in another colour around the glyphs: its width in backend units.
    pub halo: Option<(f64, Rgb)>,
}

impl<'a> Label<'a> {
    /// A text in one of plotters' own styles, which have neither weight nor anchor nor halo.
    #[must_use]
    pub fn plain<S: BackendTextStyle>(text: &'a str, style: &S) -> Self {
        Self {
            text,
            size: style.size(),
            weight: 400,
            color: style.color().rgb,
            anchor: Anchor::Start,
            halo: None,
        }
    }
}

/// A broken line as a backend that can break lines has to draw it, in backend units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Broken {
    /// Its width.
    pub width: u32,
    /// Its colour.
    pub color: Rgb,
    /// Length of a piece, with which it starts.
    pub on: f64,
    /// Distance to the next piece.
    pub off: f64,
    /// Whether pieces end in half circles.
    pub round: bool,
}

/// Hatching as a backend that can fill with a pattern has to draw it, in backend units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hatching {
    /// Its colour.
    pub color: Rgb,
    /// Whether strokes rise to the right.
    pub rising: bool,
    /// Distance of two strokes.
    pub spacing: f64,
    /// Width of a stroke.
    pub width: f64,
}

/// A backend that can draw text with a weight and a halo, which plotters' own styles lack.
pub trait Surface: DrawingBackend {
    /// Whether it breaks lines itself. Else they are drawn piece by piece.
    const BREAKS_LINES: bool = false;
    /// Whether it hatches areas itself. Else they are drawn stroke by stroke.
    const HATCHES: bool = false;

    /// Hatches a polygon, with strokes from the backend's origin on, so that neighbours continue
    /// each other's; asked only of those that hatch.
    ///
    /// # Errors
    ///
    /// If the backend cannot draw.
    fn hatched(
        &mut self,
        _corners: &[BackendCoord],
        _style: &Hatching,
    ) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        Ok(())
    }

    /// Draws a broken line; asked only of those that break lines.
    ///
    /// # Errors
    ///
    /// If the backend cannot draw.
    fn broken(
        &mut self,
        _path: &[BackendCoord],
        _style: &Broken,
    ) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        Ok(())
    }

    /// Draws a text with its anchor on the baseline at this place.
    ///
    /// # Errors
    ///
    /// If the backend cannot draw.
    fn label(
        &mut self,
        label: &Label<'_>,
        at: BackendCoord,
    ) -> Result<(), DrawingErrorKind<Self::ErrorType>>;
}

/// A text as plotters element.
struct LabelElement<'a> {
    label: Label<'a>,
    at: BackendCoord,
}

impl<'a> PointCollection<'a, BackendCoord> for &'a LabelElement<'_> {
    type Point = &'a BackendCoord;
    type IntoIter = core::iter::Once<&'a BackendCoord>;
    fn point_iter(self) -> Self::IntoIter {
        core::iter::once(&self.at)
    }
}

impl<DB: Surface> Drawable<DB> for LabelElement<'_> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut points: I,
        backend: &mut DB,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
        points
            .next()
            .map_or(Ok(()), |place| backend.label(&self.label, place))
    }
}

/// A path or polygon in a style that plotters does not have, as its element.
struct Styled<S> {
    points: Vec<BackendCoord>,
    style: S,
}

impl<'a, S> PointCollection<'a, BackendCoord> for &'a Styled<S> {
    type Point = &'a BackendCoord;
    type IntoIter = core::slice::Iter<'a, BackendCoord>;

    fn point_iter(self) -> Self::IntoIter {
        self.points.iter()
    }
}

impl<DB: Surface> Drawable<DB> for Styled<Broken> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        backend: &mut DB,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
        let path: Vec<BackendCoord> = points.collect();
        backend.broken(&path, &self.style)
    }
}

impl<DB: Surface> Drawable<DB> for Styled<Hatching> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        backend: &mut DB,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
        let corners: Vec<BackendCoord> = points.collect();
        backend.hatched(&corners, &self.style)
    }
}

/// Draws a chart on a whole drawing area.
///
/// # Errors
///
/// If the backend cannot draw.
pub fn draw<DB: Surface>(
    spec: &ChartSpec,
    theme: &Theme,
    pixels: Pixels,
    measure: &dyn Measure,
    area: &DrawingArea<DB, Shift>,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let (width, height) = area.dim_in_pixel();
    let size = Size {
        width: f64::from(width) / pixels.units(),
        height: f64::from(height) / pixels.units(),
    };
    paint(&spec.layout(size, measure), theme, pixels, area)
}

/// Draws a scene on a drawing area of its size.
///
/// # Errors
///
/// If the backend cannot draw.
pub fn paint<DB: Surface>(
    scene: &Scene,
    theme: &Theme,
    pixels: Pixels,
    area: &DrawingArea<DB, Shift>,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let painter = Painter {
        theme,
        pixels,
        area,
    };
    scene.items.iter().try_for_each(|item| painter.item(item))
}

struct Painter<'a, DB: Surface> {
    theme: &'a Theme,
    pixels: Pixels,
    area: &'a DrawingArea<DB, Shift>,
}

impl<DB: Surface> Debug for Painter<'_, DB> {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Painter").finish_non_exhaustive()
    }
}

type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

impl<DB: Surface> Painter<'_, DB> {
    fn style(&self, ink: Ink, opacity: f64, width: u32) -> ShapeStyle {
        let (red, green, blue) = self.theme.rgb(ink);
        ShapeStyle {
            color: RGBAColor(red, green, blue, opacity),
            filled: true,
            stroke_width: width,
        }
    }

    fn item(&self, item: &Item) -> Drawn<DB> {
        match item {
            Item::Line {
                points,
                width,
                ink,
                dash,
            } => self.line(points, *width, *ink, *dash),
            Item::Area {
                points,
                ink,
                opacity,
            } => {
                let corners = self.points(points);
                self.area
                    .draw(&Polygon::new(corners, self.style(*ink, *opacity, 1)))
            }
            Item::Hatch {
                points,
                ink,
                rising,
                spacing,
                width,
            } if DB::HATCHES => self.area.draw(&Styled {
                points: self.corners(points),
                style: Hatching {
                    color: self.theme.rgb(*ink),
                    rising: *rising,
                    spacing: spacing * self.pixels.units(),
                    width: width * self.pixels.units(),
                },
            }),
            Item::Hatch {
                points,
                ink,
                rising,
                spacing,
                width,
            } => {
                let style = self.style(*ink, 1.0, self.pixels.width(*width));
                hatch(points, *rising, *spacing)
                    .iter()
                    .try_for_each(|stroke| self.path(stroke, style))
            }
            Item::Block { rect, ink } => self.block(rect, *ink),
            Item::Disc {
                at,
                radius,
                ink,
                ring,
                ring_ink,
            } => {
                let middle = self.pixels.point(*at);
                for (radius, ink) in [(radius + ring, ring_ink), (*radius, ink)] {
                    let style = self.style(*ink, 1.0, 1);
                    self.area
                        .draw(&Circle::new(middle, self.pixels.width(radius), style))?;
                }
                Ok(())
            }
            Item::Text(text) => self.text(text),
        }
    }

    /// Corners of a polygon; those of an upright rectangle on whole device pixels, as a block has
    /// them.
    fn corners(&self, points: &[Point]) -> Vec<BackendCoord> {
        let upright = points.len() == 4
            && (0..4).all(|at| {
                let (from, to) = (points[at], points[(at + 1) % 4]);
                from.x == to.x || from.y == to.y
            });
        let place = |point: &Point| {
            if upright {
                (self.pixels.edge(point.x), self.pixels.edge(point.y))
            } else {
                self.pixels.point(*point)
            }
        };
        points.iter().map(place).collect()
    }

    fn points(&self, points: &[Point]) -> Vec<BackendCoord> {
        let place = |point: &Point| self.pixels.point(*point);
        points.iter().map(place).collect()
    }

    fn path(&self, points: &[Point], style: ShapeStyle) -> Drawn<DB> {
        let points = self.points(points);
        self.area.draw(&PathElement::new(points, style))
    }

    fn line(&self, points: &[Point], width: f64, ink: Ink, dash: Dash) -> Drawn<DB> {
        let style = self.style(ink, 1.0, self.pixels.width(width));
        match dash {
            Dash::Solid => {
                if let [from, to] = points
                    && (from.x == to.x || from.y == to.y)
                {
                    return self.level(*from, *to, width, ink);
                }
                self.path(points, style)
            }
            Dash::Dashed | Dash::Dotted if DB::BREAKS_LINES => {
                let (on, off, round) = match dash {
                    Dash::Dotted => (DOTTED.0, DOTTED.1, true),
                    _ => (DASHED.0, DASHED.1, false),
                };
                let units = self.pixels.units();
                self.area.draw(&Styled {
                    points: self.points(points),
                    style: Broken {
                        width: self.pixels.width(width),
                        color: self.theme.rgb(ink),
                        on: on * units,
                        off: off * units,
                        round,
                    },
                })
            }
            Dash::Dashed => dashes(points, DASHED.0, DASHED.1)
                .iter()
                .try_for_each(|piece| self.path(piece, style)),
            Dash::Dotted => {
                let radius = self.pixels.width(width / 2.0);
                dashes(points, DOTTED.0, DOTTED.1)
                    .iter()
                    .filter_map(|piece| piece.first())
                    .try_for_each(|point| {
                        let middle = self.pixels.point(*point);
                        self.area.draw(&Circle::new(middle, radius, style))
                    })
            }
        }
    }

    /// An upright or level stroke on whole device pixels.
    fn level(&self, from: Point, to: Point, width: f64, ink: Ink) -> Drawn<DB> {
        let upright = from.x == to.x;
        let (middle, stroke) = self
            .pixels
            .crisp(if upright { from.x } else { from.y }, width);
        let style = self.style(ink, 1.0, stroke);
        let ends = if upright {
            [from.y, to.y].map(|y| (middle, self.pixels.edge(y)))
        } else {
            [from.x, to.x].map(|x| (self.pixels.edge(x), middle))
        };
        self.area.draw(&PathElement::new(ends, style))
    }

    fn block(&self, rect: &Rect, ink: Ink) -> Drawn<DB> {
        let corners = [
            (self.pixels.edge(rect.left), self.pixels.edge(rect.top)),
            (self.pixels.edge(rect.right), self.pixels.edge(rect.bottom)),
        ];
        self.area
            .draw(&Rectangle::new(corners, self.style(ink, 1.0, 1)))
    }

    fn text(&self, text: &Text) -> Drawn<DB> {
        let units = self.pixels.units();
        // Capitals and digits are 0.73 em high: their middle is 0.364 em above the baseline.
        let place = Point {
            x: text.at.x,
            y: text.at.y + 0.364 * text.size,
        };
        self.area.draw(&LabelElement {
            label: Label {
                text: &text.text,
                size: text.size * units,
                weight: text.weight,
                color: self.theme.rgb(text.ink),
                anchor: text.anchor,
                halo: text.halo.then(|| (4.0 * units, self.theme.rgb(Ink::Paper))),
            },
            at: self.pixels.point(place),
        })
    }
}
