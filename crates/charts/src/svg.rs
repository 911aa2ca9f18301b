//! A plotters backend that writes SVG: for posters, print and export, and for tests.

use core::convert::Infallible;
use core::fmt::Write;

use plotters::drawing::IntoDrawingArea;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use crate::ChartSpec;
use crate::measure::Measure;
use crate::paint::{Label, Pixels, Surface, draw};
use crate::scene::{Anchor, Size};
use crate::theme::{Rgb, Theme};

/// Units per CSS pixel in the written file.
const SUB: f64 = 10.0;

type Done = Result<(), DrawingErrorKind<Infallible>>;

/// Collects SVG elements.
#[derive(Debug)]
pub struct SvgBackend<'a> {
    into: &'a mut String,
    size: (u32, u32),
    /// Boxes of one colour that are written as one path: a field of cells is hundreds of them.
    boxes: Option<Boxes>,
}

/// A path that is not closed yet.
#[derive(Debug)]
struct Boxes {
    fill: String,
    path: String,
    /// Where the pen is.
    at: BackendCoord,
}

/// Left top corner, width and height of a polygon that is an upright box.
fn upright(path: &[BackendCoord]) -> Option<(BackendCoord, i32, i32)> {
    let [a, b, c, d] = *path else { return None };
    let is_box = a.1 == b.1 && b.0 == c.0 && c.1 == d.1 && d.0 == a.0;
    is_box.then_some((a, b.0 - a.0, c.1 - b.1))
}

/// A chart as an SVG document of this size.
#[must_use]
pub fn document(spec: &ChartSpec, theme: &Theme, measure: &dyn Measure, size: Size) -> String {
    let units = |css: f64| (css * SUB).round().max(1.0) as u32;
    let (width, height) = (units(size.width), units(size.height));
    let mut into = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Inter,system-ui,sans-serif\">",
        size.width, size.height,
    );
    let backend = SvgBackend {
        into: &mut into,
        size: (width, height),
        boxes: None,
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

fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn paint(color: &BackendColor, attribute: &str) -> String {
    let mut text = format!("{attribute}=\"{}\"", hex(color.rgb));
    if color.alpha < 1.0 {
        let _ = write!(text, " {attribute}-opacity=\"{}\"", color.alpha);
    }
    text
}

fn points(path: impl IntoIterator<Item = BackendCoord>) -> String {
    let mut text = String::new();
    for (x, y) in path {
        let _ = write!(text, "{x},{y} ");
    }
    text.truncate(text.trim_end().len());
    text
}

impl SvgBackend<'_> {
    fn push(&mut self, element: core::fmt::Arguments<'_>) -> Done {
        self.close();
        // Writing to a string cannot fail.
        let _ = self.into.write_fmt(element);
        Ok(())
    }

    /// Writes the boxes that were collected.
    fn close(&mut self) {
        if let Some(Boxes { fill, path, .. }) = self.boxes.take() {
            let _ = write!(self.into, "<path d=\"{path}\" {fill}/>");
        }
    }

    /// Adds a box to those of the same colour.
    fn add(&mut self, (x, y): BackendCoord, width: i32, height: i32, fill: String) {
        if self.boxes.as_ref().is_none_or(|boxes| boxes.fill != fill) {
            self.close();
        }
        let boxes = self.boxes.get_or_insert_with(|| Boxes {
            fill,
            path: String::new(),
            at: (0, 0),
        });
        let (right, down) = (x - boxes.at.0, y - boxes.at.1);
        let _ = write!(boxes.path, "m{right},{down}h{width}v{height}h{}z", -width);
        boxes.at = (x, y);
    }

    fn stroke_or_fill(color: &BackendColor, width: u32, fill: bool) -> String {
        if fill {
            paint(color, "fill")
        } else {
            format!(
                "fill=\"none\" {} stroke-width=\"{width}\"",
                paint(color, "stroke")
            )
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
        let how = Self::stroke_or_fill(&style.color(), style.stroke_width(), fill);
        let (width, height) = ((right - left).max(0), (bottom - top).max(0));
        self.push(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" {how}/>"
        ))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let how = Self::stroke_or_fill(&style.color(), style.stroke_width(), false);
        self.push(format_args!(
            "<polyline points=\"{}\" {how} stroke-linejoin=\"round\"/>",
            points(path)
        ))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Done {
        let how = Self::stroke_or_fill(&style.color(), style.stroke_width(), fill);
        self.push(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {how}/>"
        ))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let fill = paint(&style.color(), "fill");
        let path: Vec<BackendCoord> = path.into_iter().collect();
        if let Some((at, width, height)) = upright(&path) {
            self.add(at, width, height, fill);
            return Ok(());
        }
        self.push(format_args!(
            "<polygon points=\"{}\" {fill}/>",
            points(path)
        ))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        self.label(&Label::plain(text, style), at)
    }
}

impl Surface for SvgBackend<'_> {
    fn label(&mut self, label: &Label<'_>, (x, y): BackendCoord) -> Done {
        let anchor = match label.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let halo = label.halo.map_or_else(String::new, |(width, color)| {
            format!(
                " stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" \
                 paint-order=\"stroke\"",
                hex(color)
            )
        });
        let text = label
            .text
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        self.push(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" font-weight=\"{}\" \
             text-anchor=\"{anchor}\" fill=\"{}\"{halo}>{text}</text>",
            label.size,
            label.weight,
            hex(label.color),
        ))
    }
}
