//! Charts as data, and their drawing on any plotters backend.
//!
//! A figure is three steps, each of them pure:
//!
//! 1. a specification ([`ChartSpec`]) made from estimates: what to show, in the chart's own units;
//! 2. [`ChartSpec::layout`]: a [`Scene`] of lines, areas and labels in CSS pixels, in which no
//!    label is clipped or lies on another;
//! 3. [`draw`]: the scene on a plotters `DrawingArea`, a canvas in the page, SVG elsewhere.
//!
//! # What this crate does not do
//!
//! It computes nothing about models (that is `bpt-core`), words nothing (`bpt-words`) and knows
//! no browser.

#![deny(missing_docs)]

pub mod axis;
pub mod bars;
pub mod field;
pub mod figures;
mod frame;
pub mod geometry;
pub mod heat;
pub mod lines;
pub mod measure;
pub mod paint;
pub mod panels;
mod place;
pub mod plate;
pub mod scatter;
pub mod scene;
pub mod strips;
pub mod svg;
pub mod sweep;
pub mod theme;
pub mod together;

use bpt_core::extent::whole;

pub use frame::NARROW;
pub use measure::Measure;
pub use paint::{Label, Pixels, Surface, draw};
pub use scene::{Scene, Size};
pub use theme::Theme;

/// What a chart shows.
#[derive(Clone, Debug, PartialEq)]
pub enum ChartSpec {
    /// Lines with ranges over one quantity.
    Lines(lines::LineChart),
    /// Several line charts on one horizontal axis.
    Stack(lines::StackChart),
    /// What memory holds, one panel per model, over one quantity.
    Panels(panels::PanelChart),
    /// Bytes as area.
    Fields(field::FieldChart),
    /// Predicted against measured.
    Scatter(scatter::ScatterChart),
    /// Short bars beside a table's rows.
    Strips(strips::StripChart),
    /// Many pairs, coloured by a level.
    Heat(heat::HeatChart),
    /// What wholes consist of.
    Bars(bars::BarChart),
}

impl ChartSpec {
    /// Places everything for a chart of this size.
    #[must_use]
    pub fn layout(&self, size: Size, measure: &dyn Measure) -> Scene {
        match self {
            Self::Fields(chart) => chart.layout(size, measure),
            _ if !whole() => Scene::new(size, scene::Rect::new(0.0, 0.0, size.width, size.height)),
            Self::Lines(chart) => chart.layout(size, measure),
            Self::Stack(chart) => chart.layout(size, measure),
            Self::Panels(chart) => chart.layout(size, measure),
            Self::Scatter(chart) => chart.layout(size, measure),
            Self::Strips(chart) => chart.layout(size, measure),
            Self::Heat(chart) => chart.layout(size, measure),
            Self::Bars(chart) => chart.layout(size, measure),
        }
    }

    /// The horizontal axis, where there is one.
    #[must_use]
    pub fn x(&self) -> Option<&axis::Axis> {
        match self {
            Self::Lines(chart) => Some(&chart.x),
            Self::Stack(chart) => chart.x(),
            Self::Panels(chart) => Some(&chart.x),
            Self::Scatter(chart) => Some(&chart.x),
            Self::Fields(_) | Self::Strips(_) | Self::Heat(_) => None,
            Self::Bars(chart) => Some(&chart.axis),
        }
    }

    /// Its values on a logarithmic axis, where it has lines on a linear one.
    pub fn logarithmic(&mut self, words: &dyn bpt_words::Language) {
        match self {
            Self::Lines(chart) => chart.logarithmic(words),
            Self::Stack(chart) => {
                for (_, panel) in &mut chart.panels {
                    panel.logarithmic(words);
                }
            }
            _ => {}
        }
    }

    /// The height that its content takes at a width, where it has one of its own, px.
    #[must_use]
    pub fn natural_height(&self, width: f64) -> Option<f64> {
        match self {
            Self::Fields(chart) => Some(chart.natural_height(width)),
            _ if !whole() => None,
            Self::Lines(_) | Self::Stack(_) | Self::Panels(_) | Self::Scatter(_) => None,
            Self::Strips(chart) => Some(chart.natural_height()),
            Self::Heat(chart) => Some(chart.natural_height(width)),
            Self::Bars(chart) => Some(chart.natural_height()),
        }
    }
}
