//! A figure as a picture that stands alone: title, models, chart, takeaway, and where it is from.
//!
//! For pictures that leave the page, posters of embeds, and previews of links.

mod ranked;
mod text;

use bpt_words::{Slot, Span};

use crate::ChartSpec;

use crate::figures::Figure;
use crate::measure::Measure;
use crate::scene::Size;
use crate::svg::{self, hex};
use crate::theme::{Rgb, Theme};

use text::{Block, wrapped};

const SANS: &str = "Inter,system-ui,sans-serif";
const SERIF: &str = " font-family=\"SourceSerif,'Source Serif 4',Charter,Georgia,serif\"";
/// Free space around everything, px.
const PAD: f64 = 20.0;
/// Height of a chart that has none of its own, px.
const CHART: f64 = 300.0;

/// What stands around the chart.
#[derive(Clone, Copy, Debug)]
pub struct Plate<'a> {
    /// The figure.
    pub figure: &'a Figure,
    /// A second chart below its own.
    pub below: Option<&'a ChartSpec>,
    /// Names of the models.
    pub names: &'a [(Slot, String)],
    /// What else was picked: format, device, users.
    pub picks: &'a str,
    /// Where it is from: product, version, address.
    pub source: &'a str,
    /// Width, px.
    pub width: f64,
    /// Whether it has a ground: else it lies on whatever is behind it.
    pub ground: bool,
    /// Height, px: the chart takes what the words leave. `None`: as high as it needs.
    pub height: Option<f64>,
}

/// The picture as an SVG document.
#[must_use]
pub fn document(plate: &Plate<'_>, theme: &Theme, measure: &dyn Measure) -> String {
    let inner = plate.width - 2.0 * PAD;
    let sans = |size, leading, weight| Block {
        size,
        leading,
        weight,
        family: "",
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
    let charts: Vec<&ChartSpec> = [Some(&plate.figure.chart), plate.below]
        .into_iter()
        .flatten()
        .collect();
    let between = 12.0 * (charts.len() - 1) as f64;
    let share = plate.height.map_or(CHART, |height| {
        ((height - around - between) / charts.len() as f64).max(120.0)
    });
    let heights: Vec<f64> = charts
        .iter()
        .map(|chart| match chart {
            ChartSpec::Strips(chart) => ranked::height(chart),
            chart => chart.natural_height(inner).unwrap_or(share),
        })
        .collect();
    let chart = heights.iter().sum::<f64>() + between;
    let height = plate.height.unwrap_or(0.0).max(around + chart);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{height:.0}\" viewBox=\"0 0 {0} {height:.0}\" font-family=\"{SANS}\">",
        plate.width,
    );
    if plate.ground {
        let paper = hex(theme.paper);
        out.push_str(&format!(
            "<rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>"
        ));
    }
    let mut top = title.write(&mut out, PAD, PAD);
    top = picks.write(&mut out, PAD, top) + 12.0;
    for (chart, height) in charts.into_iter().zip(heights) {
        if let ChartSpec::Strips(strips) = chart {
            let table = &plate.figure.table;
            ranked::write(&mut out, (strips, table), top, inner, theme, measure);
        } else {
            let size = Size {
                width: inner,
                height,
            };
            let drawn = svg::document(chart, theme, measure, size);
            out.push_str(&drawn.replacen("<svg ", &format!("<svg x=\"{PAD}\" y=\"{top:.1}\" "), 1));
        }
        top += height + 12.0;
    }
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
        family: "",
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
