//! Hatching as patterns of a canvas, in device pixels: one tile is drawn once and repeated, instead
//! of every stroke of every area in every frame.

use std::cell::RefCell;
use std::f64::consts::SQRT_2;

use bpt_charts::paint::Hatching;
use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{CanvasPattern, HtmlCanvasElement};

use crate::platform::canvas::{context, css};

/// Strokes along a tile's side. A tile is whole pixels wide: with four of them, strokes are at most
/// an eighth of a pixel nearer or farther than asked for.
const STROKES: i32 = 4;
/// Most patterns kept: those of a page in one theme.
const KEPT: usize = 32;

thread_local! {
    static PATTERNS: RefCell<Vec<(Hatching, CanvasPattern)>> = const { RefCell::new(Vec::new()) };
}

/// A pattern, made when it is first asked for; `None` where the browser refuses a canvas.
pub(crate) fn pattern(style: Hatching) -> Option<CanvasPattern> {
    PATTERNS.with(|patterns| {
        let mut patterns = patterns.borrow_mut();
        if let Some((_, found)) = patterns.iter().find(|(known, _)| *known == style) {
            return Some(found.clone());
        }
        let made = tile(style)?;
        if patterns.len() >= KEPT {
            patterns.clear();
        }
        patterns.push((style, made.clone()));
        Some(made)
    })
}

fn tile(style: Hatching) -> Option<CanvasPattern> {
    let canvas = document().create_element("canvas").ok()?;
    let canvas: HtmlCanvasElement = canvas.unchecked_into();
    let side = (f64::from(STROKES) * style.spacing * SQRT_2)
        .round()
        .max(1.0);
    canvas.set_width(side as u32);
    canvas.set_height(side as u32);
    let pen = context(&canvas)?;
    pen.set_line_width(style.width);
    pen.set_stroke_style_str(&css(style.color, 1.0));
    let sign = if style.rising { 1.0 } else { -1.0 };
    // Strokes are where `y + sign * x` is a multiple of their distance; all that meet the tile.
    for stroke in -STROKES..=2 * STROKES {
        let across = side * f64::from(stroke) / f64::from(STROKES);
        for (x, draw) in [(-side, false), (2.0 * side, true)] {
            let y = across - sign * x;
            if draw {
                pen.line_to(x, y);
            } else {
                pen.move_to(x, y);
            }
        }
    }
    pen.stroke();
    pen.create_pattern_with_html_canvas_element(&canvas, "repeat")
        .ok()?
}
