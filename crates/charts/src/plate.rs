//! A figure as a picture that stands alone: title, models, chart, takeaway, and where it is from.
//!
//! For pictures that leave the page, posters of embeds, and previews of links.

use bpt_words::{Slot, Span};

use crate::figures::Figure;
use crate::measure::Measure;
use crate::scene::Size;
use crate::svg;
use crate::theme::{Rgb, Theme};

const SANS: &str = "Inter,system-ui,sans-serif";
const SERIF: &str = "SourceSerif,'Source Serif 4',Charter,Georgia,serif";
/// Free space around everything, px.
const PAD: f64 = 20.0;
/// Height of a chart that has none of its own, px.
const CHART: f64 = 300.0;

/// What stands around the chart.
#[derive(Clone, Copy, Debug)]
pub struct Plate<'a> {
    /// The figure.
    pub figure: &'a Figure,
    /// Names of the models.
    pub names: &'a [(Slot, String)],
    /// What else was picked: format, device, users.
    pub picks: &'a str,
    /// Where it is from: product, version, address.
    pub source: &'a str,
    /// Width, px.
    pub width: f64,
    /// Height, px: the chart takes what the words leave. `None`: as high as it needs.
    pub height: Option<f64>,
}

/// Words of one look, on lines.
struct Block {
    size: f64,
    leading: f64,
    weight: u16,
    family: &'static str,
    lines: Vec<Vec<Word>>,
}

struct Word {
    text: String,
    weight: u16,
    color: Rgb,
}

impl Block {
    fn height(&self) -> f64 {
        self.leading * self.lines.len() as f64
    }

    /// Writes the lines and gives where the next thing may begin.
    fn write(&self, out: &mut String, x: f64, top: f64) -> f64 {
        for (at, line) in self.lines.iter().enumerate() {
            let baseline = top + self.leading * at as f64 + self.leading / 2.0 + self.size * 0.36;
            out.push_str(&format!(
                "<text x=\"{x}\" y=\"{baseline:.1}\" font-size=\"{}\" font-family=\"{}\" xml:space=\"preserve\">",
                self.size, self.family
            ));
            for word in line {
                out.push_str(&format!("<tspan fill=\"{}\"", hex(word.color)));
                if word.weight != 400 {
                    out.push_str(&format!(" font-weight=\"{}\"", word.weight));
                }
                out.push('>');
                escape(out, &word.text);
                out.push_str("</tspan>");
            }
            out.push_str("</text>");
        }
        top + self.height()
    }
}

/// The picture as an SVG document.
#[must_use]
pub fn document(plate: &Plate<'_>, theme: &Theme, measure: &dyn Measure) -> String {
    let inner = plate.width - 2.0 * PAD;
    let sans = |size, leading, weight| Block {
        size,
        leading,
        weight,
        family: SANS,
        lines: Vec::new(),
    };
    let words = &plate.figure.words;
    let title = wrapped(
        sans(18.0, 24.0, 600),
        &words.title,
        theme.ink,
        theme,
        inner,
        measure,
    );
    let picks = picks(plate, theme, inner, measure);
    let serif = Block {
        family: SERIF,
        ..sans(17.0, 24.0, 400)
    };
    let takeaway = wrapped(serif, &words.takeaway, theme.ink, theme, inner, measure);
    let source = [Span::Text(plate.source.to_owned().into())];
    let source = wrapped(
        sans(12.0, 18.0, 400),
        &source,
        theme.ink_3,
        theme,
        inner - 30.0,
        measure,
    );
    let around = 2.0 * PAD
        + title.height()
        + picks.height()
        + takeaway.height()
        + 12.0
        + 12.0
        + 34.0
        + source.height();
    let chart = plate.figure.chart.natural_height(inner).unwrap_or_else(|| {
        plate
            .height
            .map_or(CHART, |height| (height - around).max(120.0))
    });
    let height = plate.height.unwrap_or(0.0).max(around + chart);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{height:.0}\" viewBox=\"0 0 {0} {height:.0}\">\
         <rect width=\"100%\" height=\"100%\" fill=\"{1}\"/>",
        plate.width,
        hex(theme.paper)
    );
    let mut top = title.write(&mut out, PAD, PAD);
    top = picks.write(&mut out, PAD, top) + 12.0;
    let size = Size {
        width: inner,
        height: chart,
    };
    let drawn = svg::document(&plate.figure.chart, theme, measure, size);
    out.push_str(&drawn.replacen("<svg ", &format!("<svg x=\"{PAD}\" y=\"{top:.1}\" "), 1));
    top += chart + 12.0;
    takeaway.write(&mut out, PAD, top);
    let foot = height - PAD - source.height();
    out.push_str(&format!(
        "<path d=\"M0 {0:.1}H{1}\" stroke=\"{2}\"/>",
        foot - 12.0,
        plate.width,
        hex(theme.grid)
    ));
    mark(&mut out, theme, foot + 3.0);
    source.write(&mut out, PAD + 30.0, foot);
    out.push_str("</svg>");
    out
}

/// Names of the models behind their marks, then the rest of the scenario.
fn picks(plate: &Plate<'_>, theme: &Theme, width: f64, measure: &dyn Measure) -> Block {
    let mut spans = Vec::new();
    for (slot, name) in plate.names {
        spans.push(Span::Model(*slot));
        spans.push(Span::Text(format!(" {name}   ").into()));
    }
    spans.push(Span::Text(plate.picks.to_owned().into()));
    let block = Block {
        size: 13.0,
        leading: 20.0,
        weight: 400,
        family: SANS,
        lines: Vec::new(),
    };
    wrapped(block, &spans, theme.ink_2, theme, width, measure)
}

/// Two bars of equal length, one read whole, one a fifth.
fn mark(out: &mut String, theme: &Theme, top: f64) {
    let bar = |out: &mut String, y: f64, width: f64, color: Rgb| {
        out.push_str(&format!(
            "<rect x=\"{PAD}\" y=\"{y:.1}\" width=\"{width}\" height=\"5\" fill=\"{}\"/>",
            hex(color)
        ));
    };
    bar(out, top, 20.0, theme.a_fill);
    bar(out, top + 7.0, 20.0, theme.b_soft);
    bar(out, top + 7.0, 4.0, theme.b_fill);
}

/// Breaks spans into lines at spaces.
fn wrapped(
    mut block: Block,
    spans: &[Span],
    plain: Rgb,
    theme: &Theme,
    width: f64,
    measure: &dyn Measure,
) -> Block {
    let mut line: Vec<Word> = Vec::new();
    let mut used = 0.0;
    for span in spans {
        let (text, weight, color) = match span {
            Span::Text(text) => (text.as_ref(), block.weight, plain),
            Span::Number { text, strong, .. } => {
                let weight = if *strong { 600 } else { block.weight };
                (text.as_str(), weight, plain)
            }
            Span::Model(slot) => {
                let color = if *slot == Slot::A { theme.a } else { theme.b };
                (slot.letter(), 600, color)
            }
        };
        for piece in text.split_inclusive(' ') {
            let room = measure.width(piece.trim_end(), block.size, weight);
            if used + room > width && !line.is_empty() {
                block.lines.push(core::mem::take(&mut line));
                used = 0.0;
            }
            used += measure.width(piece, block.size, weight);
            match line.last_mut() {
                Some(last) if last.weight == weight && last.color == color => {
                    last.text.push_str(piece)
                }
                _ => line.push(Word {
                    text: piece.to_owned(),
                    weight,
                    color,
                }),
            }
        }
    }
    if !line.is_empty() {
        block.lines.push(line);
    }
    block
}

fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escape(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            other => out.push(other),
        }
    }
}
