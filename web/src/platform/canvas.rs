//! Drawing of charts on a canvas: a plotters backend around that of plotters-canvas.
//!
//! What it adds: positions finer than a device pixel (the context is scaled by the inverse of
//! [`SUB`]), strokes and fills of one style collected into one path, text with weight and halo,
//! and widths measured on the canvas instead of in the document.

use std::cell::RefCell;
use std::collections::HashMap;

use bpt_charts::geometry::thinned;
use bpt_charts::paint::{Broken, Hatching, Label, Pixels, Surface, paint};
use bpt_charts::scene::{Anchor, Rect, Size};
use bpt_charts::theme::{Rgb, Theme};
use bpt_charts::{ChartSpec, Measure};
use bpt_words::story::Trouble;
use js_sys::{Array, JsString};
use plotters::drawing::IntoDrawingArea;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::platform::{hatching, trouble};

/// Units per device pixel.
const SUB: f64 = 16.0;
/// A curve's points are left out where it stays this close without them, units: a sixteenth of a
/// device pixel.
const THIN: i32 = 1;
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

#[wasm_bindgen]
extern "C" {
    /// The context once more, taking strings that are JavaScript's already.
    #[wasm_bindgen(extends = CanvasRenderingContext2d, js_name = CanvasRenderingContext2D)]
    type Pen;
    #[wasm_bindgen(method, structural, setter, js_name = fillStyle)]
    fn set_fill(this: &Pen, color: &JsString);
    #[wasm_bindgen(method, structural, setter, js_name = strokeStyle)]
    fn set_stroke(this: &Pen, color: &JsString);
    #[wasm_bindgen(method, structural, setter, js_name = font)]
    fn set_face(this: &Pen, font: &JsString);
    #[wasm_bindgen(method, structural, setter, js_name = textAlign)]
    fn set_align(this: &Pen, align: &JsString);
    #[wasm_bindgen(method, structural, js_name = fillText)]
    fn write(this: &Pen, text: &JsString, x: f64, y: f64);
    #[wasm_bindgen(method, structural, js_name = strokeText)]
    fn outline(this: &Pen, text: &JsString, x: f64, y: f64);
}

/// Most strings kept: a page's labels are a few hundred, those of a drag some more.
const KEPT: usize = 1024;

thread_local! {
    static STRINGS: RefCell<HashMap<String, JsString>> = RefCell::default();
}

/// A string as JavaScript's, made once: colours, fonts and most labels are the same in each frame.
fn shared(text: &str) -> JsString {
    STRINGS.with(|strings| {
        let mut strings = strings.borrow_mut();
        if let Some(found) = strings.get(text) {
            return found.clone();
        }
        if strings.len() >= KEPT {
            strings.clear();
        }
        let made = JsString::from(text);
        strings.insert(text.to_owned(), made.clone());
        made
    })
}

/// What the context was last given: giving it the same again is work without effect.
#[derive(Default)]
struct Given {
    fill: Option<(Rgb, f64)>,
    stroke: Option<(Rgb, f64)>,
    width: Option<f64>,
    font: Option<(f64, u16)>,
    anchor: Option<Anchor>,
}

struct Sharp<'a> {
    inner: CanvasBackend,
    pen: &'a Pen,
    size: (u32, u32),
    pending: Option<Pending>,
    given: Given,
}

/// Two corners of what an upright or level stroke covers: a box is less work for the browser than
/// a path. `None` for any other stroke.
fn level(
    (x0, y0): BackendCoord,
    (x1, y1): BackendCoord,
    width: u32,
) -> Option<(BackendCoord, BackendCoord)> {
    let half = i32::try_from(width / 2)
        .ok()
        .filter(|_| width.is_multiple_of(2))?;
    if x0 == x1 {
        Some(((x0 - half, y0.min(y1)), (x0 + half, y0.max(y1))))
    } else if y0 == y1 {
        Some(((x0.min(x1), y0 - half), (x0.max(x1), y0 + half)))
    } else {
        None
    }
}

pub(crate) fn css((red, green, blue): Rgb, alpha: f64) -> String {
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
            self.pen.begin_path();
            self.pending = Some(style);
        }
    }

    fn flush(&mut self) {
        match self.pending.take() {
            Some(Pending::Stroke(rgb, alpha, width)) => {
                self.stroke_style(rgb, alpha, f64::from(width));
                self.pen.stroke();
            }
            Some(Pending::Fill(rgb, alpha)) => {
                self.fill_style(rgb, alpha);
                self.pen.fill();
            }
            None => {}
        }
    }

    fn fill_style(&mut self, rgb: Rgb, alpha: f64) {
        if self.given.fill != Some((rgb, alpha)) {
            self.pen.set_fill(&shared(&css(rgb, alpha)));
            self.given.fill = Some((rgb, alpha));
        }
    }

    fn stroke_style(&mut self, rgb: Rgb, alpha: f64, width: f64) {
        if self.given.stroke != Some((rgb, alpha)) {
            self.pen.set_stroke(&shared(&css(rgb, alpha)));
            self.given.stroke = Some((rgb, alpha));
        }
        if self.given.width != Some(width) {
            self.pen.set_line_width(width);
            self.given.width = Some(width);
        }
    }

    /// The backend of plotters-canvas, which sets styles of its own.
    fn plain(&mut self) -> &mut CanvasBackend {
        self.flush();
        self.given = Given::default();
        &mut self.inner
    }

    fn trace(&self, path: &[BackendCoord]) {
        let mut path = thinned(path, THIN).into_iter();
        if let Some((x, y)) = path.next() {
            self.pen.move_to(x.into(), y.into());
            for (x, y) in path {
                self.pen.line_to(x.into(), y.into());
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
        self.plain().present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Done {
        let (x, y) = point;
        self.flush();
        self.fill_style(color.rgb, color.alpha);
        self.pen.fill_rect(x.into(), y.into(), 1.0, 1.0);
        Ok(())
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
        if !fill {
            // The first side twice: its corners are joined too.
            let (from, to) = ((left, top), (right, top));
            return self.draw_path([from, to, (right, bottom), (left, bottom), from, to], style);
        }
        let color = style.color();
        self.flush();
        self.fill_style(color.rgb, color.alpha);
        let [left, top, right, bottom] = [left, top, right, bottom].map(f64::from);
        self.pen.fill_rect(left, top, right - left, bottom - top);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let color = style.color();
        let path: Vec<BackendCoord> = path.into_iter().collect();
        if let [from, to] = path[..]
            && let Some((corner, far)) = level(from, to, style.stroke_width())
        {
            return self.draw_rect(corner, far, style, true);
        }
        self.collect(Pending::Stroke(
            color.rgb,
            color.alpha,
            style.stroke_width(),
        ));
        self.trace(&path);
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
        let path: Vec<BackendCoord> = path.into_iter().collect();
        self.trace(&path);
        self.pen.close_path();
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
        // Half transparent ones are layers on each other, not one shape.
        let alone = color.alpha < 1.0;
        if alone {
            self.flush();
        }
        self.collect(if fill {
            Pending::Fill(color.rgb, color.alpha)
        } else {
            Pending::Stroke(color.rgb, color.alpha, style.stroke_width())
        });
        let (x, y, radius) = (f64::from(x), f64::from(y), f64::from(radius));
        self.pen.move_to(x + radius, y);
        // Fails only for a radius below zero.
        let _ = self.pen.arc(x, y, radius, 0.0, core::f64::consts::TAU);
        if alone {
            self.flush();
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        self.label(&Label::plain(text, style), at)
    }
}

impl Surface for Sharp<'_> {
    const BREAKS_LINES: bool = true;
    const HATCHES: bool = true;

    fn hatched(&mut self, corners: &[BackendCoord], style: &Hatching) -> Done {
        self.flush();
        let style = Hatching {
            spacing: style.spacing / SUB,
            width: style.width / SUB,
            ..*style
        };
        let Some(pattern) = hatching::pattern(style) else {
            return Ok(());
        };
        self.pen.set_fill_style_canvas_pattern(&pattern);
        self.given.fill = None;
        self.pen.begin_path();
        self.trace(corners);
        // A pattern is in device pixels. Finite numbers: neither can fail.
        let _ = self.pen.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
        self.pen.fill();
        let _ = self
            .pen
            .set_transform(1.0 / SUB, 0.0, 0.0, 1.0 / SUB, 0.0, 0.0);
        Ok(())
    }

    fn label(&mut self, label: &Label<'_>, (x, y): BackendCoord) -> Done {
        self.flush();
        if self.given.font != Some((label.size, label.weight)) {
            self.pen.set_face(&shared(&font(label.size, label.weight)));
            self.given.font = Some((label.size, label.weight));
        }
        if self.given.anchor != Some(label.anchor) {
            self.pen.set_align(&shared(match label.anchor {
                Anchor::Start => "left",
                Anchor::Middle => "center",
                Anchor::End => "right",
            }));
            self.given.anchor = Some(label.anchor);
        }
        let (x, y) = (f64::from(x), f64::from(y));
        let text = shared(label.text);
        if let Some((width, rgb)) = label.halo {
            self.stroke_style(rgb, 1.0, width);
            self.pen.outline(&text, x, y);
        }
        self.fill_style(label.color, 1.0);
        self.pen.write(&text, x, y);
        Ok(())
    }

    fn broken(&mut self, path: &[BackendCoord], style: &Broken) -> Done {
        self.flush();
        let lengths = Array::of2(&style.on.into(), &style.off.into());
        // Fails only for what is no list of numbers.
        let _ = self.pen.set_line_dash(&lengths);
        self.pen
            .set_line_cap(if style.round { "round" } else { "butt" });
        self.stroke_style(style.color, 1.0, style.width.into());
        self.pen.begin_path();
        self.trace(path);
        self.pen.stroke();
        let _ = self.pen.set_line_dash(&Array::new());
        if style.round {
            self.pen.set_line_cap("butt");
        }
        Ok(())
    }
}

fn font(size: f64, weight: u16) -> String {
    format!("{weight} {}px {FAMILY}", bpt_core::decimal::shortest(size))
}

/// The 2d context of a canvas; `None` where the browser refuses one.
pub(crate) fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// Draws a chart over a whole canvas of this size (CSS px), sharp at any pixel ratio, and tells
/// where its frame is; `None` if it cannot. The size is not asked of the canvas: that would lay
/// the page out once more for each chart.
pub(crate) fn draw_chart(
    canvas: &HtmlCanvasElement,
    spec: &ChartSpec,
    size: Size,
    theme: &Theme,
    ratio: f64,
    measure: &dyn Measure,
) -> Option<Rect> {
    let size = Size {
        width: size.width.round(),
        height: size.height.round(),
    };
    if size.width < 40.0 || size.height < 20.0 {
        return None;
    }
    let Some(context) = context(canvas) else {
        trouble::tell(Trouble::Canvas);
        return None;
    };
    let pen = context.unchecked_into::<Pen>();
    let ratio = ratio.clamp(1.0, SHARPEST);
    let device = |css: f64| (css * ratio).round() as u32;
    let (wide, high) = (device(size.width), device(size.height));
    if canvas.width() != wide || canvas.height() != high {
        canvas.set_width(wide);
        canvas.set_height(high);
    }
    let inner = CanvasBackend::with_canvas_object(canvas.clone())?;
    // Finite numbers: neither can fail.
    let _ = pen.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
    pen.clear_rect(0.0, 0.0, wide.into(), high.into());
    let _ = pen.set_transform(1.0 / SUB, 0.0, 0.0, 1.0 / SUB, 0.0, 0.0);
    pen.set_line_join("round");
    pen.set_text_baseline("alphabetic");
    let backend = Sharp {
        inner,
        pen: &pen,
        size: (wide * SUB as u32, high * SUB as u32),
        pending: None,
        given: Given::default(),
    };
    let scene = spec.layout(size, measure);
    let area = backend.into_drawing_area();
    paint(&scene, theme, Pixels { ratio, sub: SUB }, &area).ok()?;
    area.present().ok()?;
    Some(scene.plot)
}

/// Widths of the characters of a size and weight, measured once each.
struct Face {
    size: u32,
    weight: u16,
    /// Those of ASCII; below zero where it is not known yet.
    ascii: [f32; 128],
    others: Vec<(char, f32)>,
}

impl Face {
    fn known(&self, character: char) -> Option<f32> {
        match self.ascii.get(character as usize) {
            Some(width) => Some(*width).filter(|width| *width >= 0.0),
            None => {
                let mut others = self.others.iter();
                others.find(|(one, _)| *one == character).map(|one| one.1)
            }
        }
    }

    fn learn(&mut self, character: char, width: f32) {
        match self.ascii.get_mut(character as usize) {
            Some(slot) => *slot = width,
            None => self.others.push((character, width)),
        }
    }
}

/// Measures characters on a canvas that is not shown.
struct Widths {
    context: CanvasRenderingContext2d,
    faces: RefCell<Vec<Face>>,
}

impl Widths {
    fn new() -> Option<Self> {
        let canvas = leptos::prelude::document().create_element("canvas").ok()?;
        Some(Self {
            context: context(canvas.dyn_ref()?)?,
            faces: RefCell::default(),
        })
    }

    fn ask(&self, text: &str) -> f64 {
        self.context.measure_text(text).map_or(0.0, |m| m.width())
    }

    fn width(&self, text: &str, size: f64, weight: u16) -> f64 {
        let mut faces = self.faces.borrow_mut();
        let key = (size * 4.0) as u32;
        let same = |face: &Face| face.size == key && face.weight == weight;
        let at = faces.iter().position(same).unwrap_or_else(|| {
            faces.push(Face {
                size: key,
                weight,
                ascii: [-1.0; 128],
                others: Vec::new(),
            });
            faces.len() - 1
        });
        let face = &mut faces[at];
        let mut font_is_set = false;
        let mut sum = 0.0;
        for character in text.chars() {
            let width = face.known(character).unwrap_or_else(|| {
                if !font_is_set {
                    self.context.set_font(&font(size, weight));
                    font_is_set = true;
                }
                let width = self.ask(character.encode_utf8(&mut [0; 4])) as f32;
                face.learn(character, width);
                width
            });
            sum += f64::from(width);
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
            widths.faces.borrow_mut().clear();
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
