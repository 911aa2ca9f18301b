//! Bars: what a whole consists of, one row per whole, all on one scale.

mod fill;
mod layout;

use bpt_words::Slot;

use crate::axis::Axis;

/// A chart of stacked bars.
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    /// The common scale, from 0.
    pub axis: Axis,
    /// Whether its ticks are named below the bars.
    pub named: bool,
    /// Height of a bar, px.
    pub bar: f64,
    /// The bars, from top to bottom.
    pub rows: Vec<Row>,
}

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Whose it is.
    pub slot: Slot,
    /// Whether the model's letter stands left of it.
    pub lettered: bool,
    /// What it stands for, above the bar; empty where the letter says it.
    pub name: String,
    /// What it consists of, from left to right.
    pub segments: Vec<Segment>,
    /// Its total, right of the bar.
    pub end: String,
    /// What its parts are, where they are too small to name inside: longest first.
    pub beside: Vec<String>,
    /// The room it is in.
    pub room: Option<Room>,
    /// What stands in the bar's place: "does not fit".
    pub absent: Option<String>,
}

/// A part of a bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// How much, in the axis' unit.
    pub value: f64,
    /// How it is filled.
    pub fill: Fill,
    /// What it says inside, if there is room.
    pub label: String,
}

/// How a part of a bar is filled: the pattern says what kind of thing it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Weights.
    Solid,
    /// Cache and state.
    Hatched,
    /// Anything that is not bytes.
    Grey,
    /// Waiting for a link.
    Dotted,
    /// What lies in RAM.
    Upright,
}

/// The room a bar is in: a device's memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// What it can give.
    pub usable: f64,
    /// What it has.
    pub physical: f64,
    /// Inside the free part: longest first.
    pub free: Vec<String>,
    /// Left of the part that is kept, if there is room.
    pub kept: String,
    /// Right of the bar where it overflows.
    pub over: String,
}

impl Row {
    /// The whole.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.segments.iter().map(|segment| segment.value).sum()
    }
}

impl BarChart {
    /// The height it takes at any width, px.
    #[must_use]
    pub fn natural_height(&self) -> f64 {
        let rows: f64 = self.rows.iter().map(|row| self.row_height(row)).sum();
        layout::TOP + rows + if self.named { layout::AXIS } else { 0.0 }
    }

    fn row_height(&self, row: &Row) -> f64 {
        let name = if row.name.is_empty() {
            0.0
        } else {
            layout::NAME
        };
        name + self.bar + layout::GAP
    }
}
