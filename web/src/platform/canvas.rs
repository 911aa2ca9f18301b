//! Drawing of charts on a canvas: a plotters backend around that of plotters-canvas.
//!
//! What it adds: positions finer than a device pixel (the context is scaled by the inverse of
//! [`SUB`]), strokes and fills of one style collected into one path, text with weight and halo,
//! and widths measured on the canvas instead of in the document.

use std::cell::RefCell;

use bpt_charts::paint::{Label, Pixels, Surface, paint};
use bpt_charts::scene::{Anchor, Rect, Size};
use bpt_charts::theme::{Rgb, Theme};
use bpt_charts::{ChartSpec, Measure};
use plotters::drawing::IntoDrawingArea;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Units per device pixel.
const SUB: f64 = 16.0;
/// More device pixels per CSS pixel than this are not seen.
const SHARPEST: f64 = 3.0;
const FAMILY: &str = "Inter, system-ui, sans-serif";

type CanvasError = <CanvasBackend as DrawingBackend>::ErrorType;
type Done = Result<(), DrawingErrorKind<CanvasError>>;

/// A style whose paths are being collected.
#[derive(Clone, Copy, PartialEq)]
enum Pending {
    Stroke(Rgb, f64, u32),
    Fill(Rgb, f64),
}

struct Sharp<'a> {
    inner: CanvasBackend,
    context: &'a CanvasRenderingContext2d,
    size: (u32, u32),
    pending: Option<Pending>,
}

fn css((red, green, blue): Rgb, alpha: f64) -> String {
    if alpha >= 1.0 {
        format!("#{red:02x}{green:02x}{blue:02x}")
    } else {
        format!(
            "rgba({red},{green},{blue},{})",
            bpt_core::decimal::shortest(alpha)
        )
    }
}

impl Sharp<'_> {
    /// Makes `style` the one whose paths are collected; draws what was collected in another.
    fn collect(&mut self, style: Pending) {
        if self.pending != Some(style) {
            self.flush();
            self.context.begin_path();
            self.pending = Some(style);
        }
    }

    fn flush(&mut self) {
        match self.pending.take() {
            Some(Pending::Stroke(rgb, alpha, width)) => {
                self.context.set_stroke_style_str(&css(rgb, alpha));
                self.context.set_line_width(f64::from(width));
                self.context.stroke();
            }
            Some(Pending::Fill(rgb, alpha)) => {
                self.context.set_fill_style_str(&css(rgb, alpha));
                self.context.fill();
            }
            None => {}
        }
    }

    fn trace(&self, path: impl IntoIterator<Item = BackendCoord>) {
        let mut path = path.into_iter();
        if let Some((x, y)) = path.next() {
            self.context.move_to(x.into(), y.into());
            for (x, y) in path {
                self.context.line_to(x.into(), y.into());
            }
        }
    }
}

impl DrawingBackend for Sharp<'_> {
    type ErrorType = CanvasError;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        self.flush();
        self.inner.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Done {
        self.flush();
        self.inner.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, s: &S) -> Done {
        self.draw_path([from, to], s)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        self.flush();
        self.inner.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let color = style.color();
        self.collect(Pending::Stroke(
            color.rgb,
            color.alpha,
            style.stroke_width(),
        ));
        self.trace(path);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let color = style.color();
        // Alone: areas on each other are layers, not one shape with holes.
        self.flush();
        self.collect(Pending::Fill(color.rgb, color.alpha));
        self.trace(path);
        self.context.close_path();
        self.flush();
        Ok(())
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
            self.flush();
            return self.inner.draw_circle((x, y), radius, style, fill);
        }
        self.collect(Pending::Fill(color.rgb, color.alpha));
        let (x, y, radius) = (f64::from(x), f64::from(y), f64::from(radius));
        self.context.move_to(x + radius, y);
        // Fails only for a radius below zero.
        let _ = self.context.arc(x, y, radius, 0.0, core::f64::consts::TAU);
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        self.flush();
        self.inner.draw_text(text, style, at)
    }
}

impl Surface for Sharp<'_> {
    fn label(&mut self, label: &Label<'_>, (x, y): BackendCoord) -> Done {
        self.flush();
        let context = self.context;
        context.set_font(&font(label.size, label.weight));
        context.set_text_align(match label.anchor {
            Anchor::Start => "left",
            Anchor::Middle => "center",
            Anchor::End => "right",
        });
        let (x, y) = (f64::from(x), f64::from(y));
        // Neither call can fail: both are given finite numbers.
        if let Some((width, rgb)) = label.halo {
            context.set_line_width(width);
            context.set_stroke_style_str(&css(rgb, 1.0));
            let _ = context.stroke_text(label.text, x, y);
        }
        context.set_fill_style_str(&css(label.color, 1.0));
        let _ = context.fill_text(label.text, x, y);
        Ok(())
    }
}

fn font(size: f64, weight: u16) -> String {
    format!("{weight} {size}px {FAMILY}")
}

/// The 2d context of a canvas; `None` where the browser refuses one.
fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// Draws a chart over a whole canvas, sharp at any pixel ratio, and tells where its frame is;
/// `None` if it cannot.
pub(crate) fn draw_chart(
    canvas: &HtmlCanvasElement,
    spec: &ChartSpec,
    theme: &Theme,
    ratio: f64,
    measure: &dyn Measure,
) -> Option<Rect> {
    let (width, height) = (canvas.client_width(), canvas.client_height());
    if width < 40 || height < 40 {
        return None;
    }
    let context = context(canvas)?;
    let ratio = ratio.clamp(1.0, SHARPEST);
    let device = |css: i32| (f64::from(css) * ratio).round() as u32;
    let (wide, high) = (device(width), device(height));
    if canvas.width() != wide || canvas.height() != high {
        canvas.set_width(wide);
        canvas.set_height(high);
    }
    let inner = CanvasBackend::with_canvas_object(canvas.clone())?;
    // Finite numbers: neither can fail.
    let _ = context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
    context.clear_rect(0.0, 0.0, wide.into(), high.into());
    let _ = context.set_transform(1.0 / SUB, 0.0, 0.0, 1.0 / SUB, 0.0, 0.0);
    context.set_line_join("round");
    context.set_text_baseline("alphabetic");
    let backend = Sharp {
        inner,
        context: &context,
        size: (wide * SUB as u32, high * SUB as u32),
        pending: None,
    };
    let size = Size {
        width: width.into(),
        height: height.into(),
    };
    let scene = spec.layout(size, measure);
    let area = backend.into_drawing_area();
    paint(&scene, theme, Pixels { ratio, sub: SUB }, &area).ok()?;
    area.present().ok()?;
    Some(scene.plot)
}

/// Widths of characters by size and weight, measured once each.
struct Widths {
    context: CanvasRenderingContext2d,
    known: RefCell<Vec<(u32, u16, [f32; 128])>>,
}

impl Widths {
    fn new() -> Option<Self> {
        let canvas = leptos::prelude::document().create_element("canvas").ok()?;
        Some(Self {
            context: context(canvas.dyn_ref()?)?,
            known: RefCell::default(),
        })
    }

    fn ask(&self, text: &str) -> f64 {
        self.context.measure_text(text).map_or(0.0, |m| m.width())
    }

    fn width(&self, text: &str, size: f64, weight: u16) -> f64 {
        let mut known = self.known.borrow_mut();
        let key = ((size * 4.0) as u32, weight);
        let at = known
            .iter()
            .position(|(size, weight, _)| (*size, *weight) == key)
            .unwrap_or_else(|| {
                known.push((key.0, key.1, [-1.0; 128]));
                known.len() - 1
            });
        let mut font_is_set = false;
        let mut sum = 0.0;
        let mut buffer = [0; 4];
        for character in text.chars() {
            let slot = known[at].2.get(character as usize).copied();
            if let Some(width) = slot.filter(|width| *width >= 0.0) {
                sum += f64::from(width);
                continue;
            }
            if !font_is_set {
                self.context.set_font(&font(size, weight));
                font_is_set = true;
            }
            let width = self.ask(character.encode_utf8(&mut buffer));
            sum += width;
            if let Some(slot) = known[at].2.get_mut(character as usize) {
                *slot = width as f32;
            }
        }
        sum
    }
}

thread_local! {
    static WIDTHS: Option<Widths> = Widths::new();
}

/// Measures on a canvas in the page's face.
#[derive(Clone, Copy)]
pub(crate) struct OnCanvas;

impl Measure for OnCanvas {
    fn width(&self, text: &str, size: f64, weight: u16) -> f64 {
        WIDTHS.with(|widths| {
            widths
                .as_ref()
                .map_or(0.0, |widths| widths.width(text, size, weight))
        })
    }
}

/// Forgets all widths: the web font has arrived.
pub(crate) fn forget_widths() {
    WIDTHS.with(|widths| {
        if let Some(widths) = widths {
            widths.known.borrow_mut().clear();
        }
    });
}

/// A colour as the browser writes it (`#rrggbb` where opaque), whatever its notation, system
/// colours included.
pub(crate) fn plain_color(color: &str) -> Option<String> {
    WIDTHS.with(|widths| {
        let context = &widths.as_ref()?.context;
        context.set_fill_style_str("#000");
        context.set_fill_style_str(color);
        context.fill_style().as_string()
    })
}
