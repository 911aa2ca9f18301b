//! Pictures of the figures: the first within the page, the others as files of their own.

use std::path::Path;

use bpt_catalog::Catalog;
use bpt_charts::figures::Figure;
use bpt_charts::measure::Average;
use bpt_charts::plate::{Plate, document};
use bpt_charts::{ChartSpec, Size, Theme, svg};
use bpt_story::page_file;
use bpt_words::figures::Fixed;
use bpt_words::{Slot, Ui};

use crate::Failed;
use crate::chapters::Pair;
use crate::page::Making;

/// A picture's width with much room and with little, CSS px: the story's column and a phone's.
pub(crate) const WIDTHS: [f64; 2] = [1040.0, 358.0];
/// Heights of charts that have none of their own at these widths (web/style/).
const HEIGHTS: [f64; 2] = [380.0, 270.0];
/// The same of charts that lie above each other.
const STACKED: [f64; 2] = [460.0, 420.0];
/// Widths of an embed's picture: a post's column and a phone's.
const EMBED: [f64; 2] = [640.0, 340.0];
/// Most bytes of an embed's picture.
const LARGEST: usize = 15_000;

/// Light and dark, from the page's own stylesheet.
pub(crate) struct Themes {
    pub(crate) light: Theme,
    dark: Theme,
    tokens: Vec<(String, String)>,
}

fn theme(block: &str) -> Result<Theme, Failed> {
    Theme::from_style(block).ok_or_else(|| "a colour is missing in the stylesheet".into())
}

impl Themes {
    pub(crate) fn read(style: &str) -> Result<Self, Failed> {
        let block = |head: &str| -> Result<&str, Failed> {
            let from = style.find(head).ok_or("a theme is missing")?;
            let rest = &style[from..];
            Ok(&rest[..rest.find('}').ok_or("a theme does not end")?])
        };
        let light = block(":root {")?;
        let tokens = light
            .split(';')
            .filter_map(|line| {
                let (name, value) = line.trim().split_once(':')?;
                let name = name.trim().rsplit_once("--").map(|(_, name)| name)?;
                let value = value.trim();
                value
                    .starts_with('#')
                    .then(|| (format!("--{name}"), value.to_owned()))
            })
            .collect();
        Ok(Self {
            light: theme(light)?,
            dark: theme(block("[data-theme=\"dark\"] {")?)?,
            tokens,
        })
    }

    /// A picture within the page takes its colours from the page's theme.
    pub(crate) fn follow(&self, svg: &str) -> String {
        let mut out = svg.to_owned();
        for (name, colour) in &self.tokens {
            out = out.replace(&format!("\"{colour}\""), &format!("\"var({name})\""));
        }
        out
    }
}

/// Most dots of a picture in the page and of an embed's: it stands for the chart, and has to be
/// small.
const DOTS: [usize; 2] = [300, 220];

/// The chart with fewer dots.
fn thinned(chart: &ChartSpec, dots: usize) -> ChartSpec {
    let mut chart = chart.clone();
    if let ChartSpec::Scatter(scatter) = &mut chart {
        let each = scatter.dots.len().div_ceil(dots).max(1);
        let mut at = 0;
        scatter.dots.retain(|_| {
            at += 1;
            at % each == 0
        });
    }
    chart
}

/// A chart's picture: with much room (0) or little (1).
pub(crate) fn picture(chart: &ChartSpec, theme: &Theme, at: usize) -> String {
    let chart = &thinned(chart, DOTS[0]);
    let width = WIDTHS[at];
    let heights = match chart {
        ChartSpec::Stack(_) => STACKED,
        _ => HEIGHTS,
    };
    let height = chart.natural_height(width).unwrap_or(heights[at]);
    svg::document(chart, theme, &Average, Size { width, height })
}

/// Writes the pictures of a figure and gives the element that shows them.
pub(crate) fn files(
    charts: [&ChartSpec; 2],
    name: &str,
    label: &str,
    themes: &Themes,
    dist: &Path,
) -> Result<String, Failed> {
    let folder = dist.join("posters");
    std::fs::create_dir_all(&folder)?;
    let mut sources = Vec::new();
    for (at, room) in ["wide", "narrow"].into_iter().enumerate() {
        for (theme, slug) in [(&themes.light, "light"), (&themes.dark, "dark")] {
            let file = format!("story-{name}-{room}-{slug}.svg");
            std::fs::write(folder.join(&file), picture(charts[at], theme, at))?;
            sources.push(file);
        }
    }
    let [light, dark, light_narrow, dark_narrow] = &sources[..] else {
        return Err("a picture is missing".into());
    };
    let size = |at: usize| {
        let height = charts[at].natural_height(WIDTHS[at]);
        height.unwrap_or(if matches!(charts[at], ChartSpec::Stack(_)) {
            STACKED[at]
        } else {
            HEIGHTS[at]
        })
    };
    Ok(format!(
        "<picture>\
         <source media=\"(max-width: 479.9px) and (prefers-color-scheme: dark)\" srcset=\"posters/{dark_narrow}\" width=\"358\" height=\"{}\">\
         <source media=\"(max-width: 479.9px)\" srcset=\"posters/{light_narrow}\" width=\"358\" height=\"{}\">\
         <source media=\"(prefers-color-scheme: dark)\" srcset=\"posters/{dark}\">\
         <img src=\"posters/{light}\" alt=\"{label}\" loading=\"lazy\" width=\"1040\" height=\"{}\"></picture>",
        size(1),
        size(1),
        size(0),
    ))
}

/// A figure of an embed before anybody has changed anything.
pub(crate) struct Poster<'a> {
    pub(crate) name: &'a str,
    pub(crate) pair: &'a Pair,
    /// With much room, and with little.
    pub(crate) figures: [Figure; 2],
    /// Second charts.
    pub(crate) below: [Option<ChartSpec>; 2],
    /// Its quantities, which its line says.
    pub(crate) named: &'a [bpt_words::Quantity],
}

impl Making<'_> {
    /// Writes what an embed shows until it is seen, which web/loader.js asks for by name, language,
    /// room and theme; and the picture that feeds and Markdown show instead.
    pub(crate) fn poster(&self, poster: &Poster<'_>) -> Result<(), Failed> {
        let words = self.words;
        let catalog = Catalog::embedded();
        let folder = self.dist.join("posters");
        std::fs::create_dir_all(&folder)?;
        let pieces = poster.pair.here(poster.named, words);
        let names: Vec<(Slot, String)> = pieces
            .iter()
            .filter_map(|piece| Some((piece.slot?, piece.text.clone())))
            .collect();
        let picks: Vec<&str> = pieces
            .iter()
            .filter(|piece| piece.slot.is_none())
            .map(|piece| piece.text.as_str())
            .collect();
        let picks = picks.join(words.figures().fixed(Fixed::Comma));
        let product = words.ui(Ui::Product);
        let revision = &catalog.calibration().revision;
        let source = format!(
            "{product} {}, {} {revision}",
            env!("CARGO_PKG_VERSION"),
            words.ui(Ui::ReportData)
        );
        let language = match page_file(words.tag()).strip_suffix(".html") {
            Some(language) => format!("-{language}"),
            None => String::new(),
        };
        let draw = |at: usize, theme: &Theme, source: &str, ground: bool| {
            let figure = &poster.figures[at];
            let figure = Figure {
                chart: thinned(&figure.chart, DOTS[1]),
                ..figure.clone()
            };
            let plate = Plate {
                figure: &figure,
                below: poster.below[at].as_ref(),
                names: &names,
                picks: &picks,
                source,
                width: EMBED[at],
                ground,
                height: None,
            };
            document(&plate, theme, &Average)
        };
        for (at, room) in ["", "-narrow"].into_iter().enumerate() {
            for (theme, slug) in [(&self.themes.light, "light"), (&self.themes.dark, "dark")] {
                let text = draw(at, theme, product, false);
                let file = format!("{}{language}{room}-{slug}.svg", poster.name);
                if text.len() > LARGEST {
                    return Err(format!("{file} has {} bytes", text.len()).into());
                }
                std::fs::write(folder.join(file), text)?;
            }
        }
        // The build makes PNG of it (web/e2e/cards.mjs): many that read feeds take nothing else.
        // Its faces have no Chinese letters, so there it stays as it is.
        let (ending, ready) = if self.is_first() {
            ("picture.svg", true)
        } else {
            ("svg", false)
        };
        let mut text = draw(0, &self.themes.light, &source, true);
        if ready {
            text = text.replace(" \u{2192}", "");
        }
        std::fs::write(
            folder.join(format!("{}{language}.{ending}", poster.name)),
            text,
        )?;
        Ok(())
    }
}
