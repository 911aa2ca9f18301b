//! Pictures of the figures: the first within the page, the others as files of their own.

use std::path::Path;

use bpt_charts::measure::Average;
use bpt_charts::{ChartSpec, Size, Theme, svg};

use crate::Failed;

/// A picture's width with much room and with little, CSS px: the story's column and a phone's.
pub(crate) const WIDTHS: [f64; 2] = [1040.0, 358.0];
/// Heights of charts that have none of their own at these widths (web/style/).
const HEIGHTS: [f64; 2] = [380.0, 270.0];
/// The same of charts that lie above each other.
const STACKED: [f64; 2] = [460.0, 420.0];
/// Width and height of an embed's picture.
const EMBED: Size = Size {
    width: 640.0,
    height: 420.0,
};

/// Light and dark, from the page's own stylesheet.
pub(crate) struct Themes {
    pub(crate) light: Theme,
    dark: Theme,
    tokens: Vec<(String, String)>,
}

fn theme(block: &str) -> Result<Theme, Failed> {
    Theme::from_tokens(|token| {
        let from = block.find(&format!("{token}:"))? + token.len() + 1;
        Some(block[from..].split([';', '}']).next()?.trim().to_owned())
    })
    .ok_or_else(|| "a colour is missing in the stylesheet".into())
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

/// Most dots of a picture: it stands for the chart, and has to be small.
const DOTS: usize = 300;

/// The chart with fewer dots.
fn thinned(chart: &ChartSpec) -> ChartSpec {
    let mut chart = chart.clone();
    if let ChartSpec::Scatter(scatter) = &mut chart {
        let each = scatter.dots.len().div_ceil(DOTS).max(1);
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
    let chart = &thinned(chart);
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

/// What an embed shows until it is seen: web/loader.js asks for it by name and theme.
pub(crate) fn embed(
    chart: &ChartSpec,
    name: &str,
    themes: &Themes,
    dist: &Path,
) -> Result<(), Failed> {
    let chart = &thinned(chart);
    let folder = dist.join("posters");
    std::fs::create_dir_all(&folder)?;
    let height = chart.natural_height(EMBED.width).unwrap_or(EMBED.height);
    let size = Size { height, ..EMBED };
    for (theme, slug) in [(&themes.light, "light"), (&themes.dark, "dark")] {
        let text = svg::document(chart, theme, &Average, size);
        std::fs::write(folder.join(format!("{name}-{slug}.svg")), text)?;
    }
    Ok(())
}
