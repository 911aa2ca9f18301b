//! A plotters backend that writes SVG: for posters, print and export, and for tests.

mod path;

use core::convert::Infallible;
use core::fmt::Write;

use plotters::drawing::IntoDrawingArea;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use crate::ChartSpec;
use crate::geometry::thinned;
use crate::measure::Measure;
use crate::paint::{Broken, Label, Pixels, Surface, draw};
use crate::scene::{Anchor, Size};
use crate::svg::path::{Path, Shape, upright};
use crate::theme::{Rgb, Theme};

/// Units per CSS pixel in the written file.
const SUB: f64 = 10.0;

type Done = Result<(), DrawingErrorKind<Infallible>>;

/// How far a curve's picture may leave it, units: a tenth of a pixel.
const NEAR: i32 = 1;

/// Collects SVG elements.
#[derive(Debug)]
pub struct SvgBackend<'a> {
    into: &'a mut String,
    size: (u32, u32),
    /// What looks alike and follows each other is one path: a field of cells is hundreds of boxes,
    /// hatching hundreds of strokes.
    run: Option<Run>,
    /// The last disc or box: the next one may make a ring of it.
    held: Option<(Shape, Rgb)>,
    /// The look of the group that is not closed yet.
    group: Option<String>,
}

/// A path that is not closed yet.
#[derive(Debug)]
struct Run {
    /// Its colour, or its pen.
    look: String,
    path: Path,
    /// Where it is of boxes: their colour and height.
    boxes: Option<(String, i32)>,
}

/// A chart as an SVG document of this size.
#[must_use]
pub fn document(spec: &ChartSpec, theme: &Theme, measure: &dyn Measure, size: Size) -> String {
    let units = |css: f64| (css * SUB).round().max(1.0) as u32;
    let (width, height) = (units(size.width), units(size.height));
    let mut into = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Inter,system-ui,sans-serif\" \
         fill=\"none\" stroke-linejoin=\"round\">",
        size.width, size.height,
    );
    let backend = SvgBackend {
        into: &mut into,
        size: (width, height),
        run: None,
        held: None,
        group: None,
    };
    let pixels = Pixels {
        ratio: 1.0,
        sub: SUB,
    };
    // The backend cannot fail.
    let _ = draw(spec, theme, pixels, measure, &backend.into_drawing_area());
    into.push_str("</svg>");
    into
}

pub(crate) fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Appends a text in which nothing is read as markup.
pub(crate) fn escape(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            other => out.push(other),
        }
    }
}

/// Without the noise of the last binary digits.
fn short(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn paint(color: &BackendColor, attribute: &str) -> String {
    let mut text = format!("{attribute}=\"{}\"", hex(color.rgb));
    if color.alpha < 1.0 {
        let _ = write!(text, " {attribute}-opacity=\"{}\"", color.alpha);
    }
    text
}

impl SvgBackend<'_> {
    fn push(&mut self, element: core::fmt::Arguments<'_>) -> Done {
        self.close();
        // Writing to a string cannot fail.
        let _ = self.into.write_fmt(element);
        Ok(())
    }

    /// Writes what was collected.
    fn close(&mut self) {
        self.settle();
        if let Some(Run { look, path, .. }) = self.run.take() {
            let _ = write!(self.into, "<path d=\"{}\" {look}/>", path.text);
        }
        if self.group.take().is_some() {
            self.into.push_str("</g>");
        }
    }

    /// Adds an element to those that look so.
    fn grouped(&mut self, look: String, element: core::fmt::Arguments<'_>) {
        if self.group.as_ref() != Some(&look) {
            self.close();
            let _ = write!(self.into, "<g {look}>");
            self.group = Some(look);
        }
        let _ = self.into.write_fmt(element);
    }

    /// Draws a shape, which covers the last one or leaves a ring of it.
    fn hold(&mut self, shape: Shape, color: Rgb) {
        if let Some((under, ring_color)) = self.held.take() {
            match under.ring(shape) {
                Some(0) => {}
                Some(ring) => return self.ringed(shape, color, ring, ring_color),
                None => {
                    self.held = Some((under, ring_color));
                    self.settle();
                }
            }
        }
        self.held = Some((shape, color));
    }

    fn ringed(&mut self, shape: Shape, color: Rgb, ring: i32, ring_color: Rgb) {
        let (color, ring_color) = (hex(color), hex(ring_color));
        let look = format!("fill=\"{color}\" stroke=\"{ring_color}\" stroke-width=\"{ring}\"");
        let half = f64::from(ring) / 2.0;
        match shape {
            Shape::Disc((x, y), radius) => self.grouped(
                look,
                format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>",
                    f64::from(radius) + half
                ),
            ),
            Shape::Block((x, y), width, height) => self.grouped(
                look + " stroke-linejoin=\"miter\"",
                format_args!(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                    f64::from(x) - half,
                    f64::from(y) - half,
                    width + ring,
                    height + ring
                ),
            ),
        }
    }

    /// Draws the shape that is held: nothing has made a ring of it.
    fn settle(&mut self) {
        match self.held.take() {
            // As wide a dot of a round pen.
            Some((Shape::Disc(at, radius), color)) => {
                let look = format!(
                    "stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
                    hex(color),
                    2 * radius
                );
                // Not all programs draw a stroke of no length.
                self.alike(look).line([at, (at.0 + 1, at.1)]);
            }
            Some((Shape::Block(at, width, height), color)) => {
                self.block(at, width, height, &format!("stroke=\"{}\"", hex(color)));
            }
            None => {}
        }
    }

    /// The path of what looks so: the last one, if it does.
    fn alike(&mut self, look: String) -> &mut Path {
        self.settle();
        if self.run.as_ref().is_none_or(|run| run.look != look) {
            self.close();
        }
        let new = Run {
            look,
            path: Path::default(),
            boxes: None,
        };
        &mut self.run.get_or_insert(new).path
    }

    /// A box: a stroke as wide as the box is high, which takes half the letters of its outline.
    fn block(&mut self, (left, top): BackendCoord, width: i32, height: i32, stroke: &str) {
        self.settle();
        let line = [(left, top), (left + width, top)];
        // Rows of a field differ by a tenth of a pixel, each edge being rounded by itself.
        let near = |boxes: &(String, i32)| boxes.0 == stroke && (boxes.1 - height).abs() <= 1;
        if let Some(run) = &mut self.run
            && run.boxes.as_ref().is_some_and(near)
        {
            run.path.line(line);
            return;
        }
        self.close();
        let mut path = Path::default();
        // From here on places are those of upper edges.
        let _ = write!(path.text, "M0 {}", f64::from(height) / 2.0);
        path.line(line);
        self.run = Some(Run {
            look: format!("{stroke} stroke-width=\"{height}\""),
            path,
            boxes: Some((stroke.to_owned(), height)),
        });
    }

    fn boxed(&mut self, at: BackendCoord, width: i32, height: i32, color: &BackendColor) {
        if color.alpha < 1.0 {
            self.block(at, width, height, &paint(color, "stroke"));
        } else {
            self.hold(Shape::Block(at, width, height), color.rgb);
        }
    }

    fn stroke(&mut self, points: &[BackendCoord], look: String, alone: bool) -> Done {
        if alone {
            self.close();
        }
        self.alike(look).line(thinned(points, NEAR));
        if alone {
            self.close();
        }
        Ok(())
    }

    fn stroke_or_fill(color: &BackendColor, width: u32, fill: bool) -> String {
        if fill {
            paint(color, "fill")
        } else {
            format!("{} stroke-width=\"{width}\"", paint(color, "stroke"))
        }
    }
}

impl Drop for SvgBackend<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

impl DrawingBackend for SvgBackend<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Done {
        let fill = paint(&color, "fill");
        self.push(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" {fill}/>"
        ))
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, s: &S) -> Done {
        self.draw_path([from, to], s)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        let (width, height) = ((right - left).max(0), (bottom - top).max(0));
        if fill {
            self.boxed((left, top), width, height, &style.color());
            return Ok(());
        }
        let look = Self::stroke_or_fill(&style.color(), style.stroke_width(), false);
        self.push(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" {look}/>"
        ))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let path: Vec<BackendCoord> = path.into_iter().collect();
        let color = style.color();
        let look = Self::stroke_or_fill(&color, style.stroke_width(), false);
        // Where strokes that let the ground through cross, two are not as one.
        self.stroke(&path, look, color.alpha < 1.0)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Done {
        let color = style.color();
        if !fill || color.alpha < 1.0 {
            let look = Self::stroke_or_fill(&color, style.stroke_width(), fill);
            return self.push(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {look}/>"
            ));
        }
        self.hold(Shape::Disc((x, y), radius as i32), color.rgb);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let color = style.color();
        let path: Vec<BackendCoord> = path.into_iter().collect();
        if let Some((at, width, height)) = upright(&path).filter(|(_, w, h)| *w > 0 && *h > 0) {
            self.boxed(at, width, height, &color);
            return Ok(());
        }
        // Alone: shapes that turn the other way would take each other away.
        self.close();
        self.alike(paint(&color, "fill"))
            .shape(&thinned(&path, NEAR));
        self.close();
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        self.label(&Label::plain(text, style), at)
    }
}

impl Surface for SvgBackend<'_> {
    const BREAKS_LINES: bool = true;

    fn broken(&mut self, path: &[BackendCoord], style: &Broken) -> Done {
        let Broken { width, on, off, .. } = *style;
        let cap = if style.round {
            " stroke-linecap=\"round\""
        } else {
            ""
        };
        let look = format!(
            "stroke=\"{}\" stroke-width=\"{width}\" stroke-dasharray=\"{} {}\"{cap}",
            hex(style.color),
            short(on),
            short(off),
        );
        self.stroke(path, look, false)
    }

    fn label(&mut self, label: &Label<'_>, (x, y): BackendCoord) -> Done {
        let anchor = match label.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = match label.weight {
            400 => String::new(),
            weight => format!(" font-weight=\"{weight}\""),
        };
        let halo = label.halo.map_or_else(String::new, |(width, color)| {
            format!(
                " stroke=\"{}\" stroke-width=\"{width}\" paint-order=\"stroke\"",
                hex(color)
            )
        });
        let mut text = String::new();
        escape(&mut text, label.text);
        self.push(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{weight}{anchor} fill=\"{}\"{halo}>{text}</text>",
            label.size,
            hex(label.color),
        ))
    }
}
