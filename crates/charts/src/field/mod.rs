//! Fields: a model's bytes as area, the bytes that a token reads in full colour, and one second of
//! writing below.
//!
//! Equal areas are equal bytes in all fields of a chart.

mod layout;

use bpt_words::Slot;

/// One field per model.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldChart {
    /// The fields, A first.
    pub fields: Vec<Field>,
    /// Bytes that fill a field's whole height.
    pub full: f64,
}

/// One model's bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Whose they are.
    pub slot: Slot,
    /// The model's name.
    pub name: String,
    /// Kind and bytes stored, right of the name: long and short.
    pub about: [String; 2],
    /// The main part: columns whose widths are their bytes.
    pub columns: Vec<Column>,
    /// Layers: rows of the main part.
    pub rows: u32,
    /// Rows drawn in a second tint: layers that are not attention.
    pub tinted: Vec<bool>,
    /// Bytes of the output layer, which are read, and of the tables, which are not.
    pub strip: [f64; 2],
    /// Bytes read for a token, large: the number and what it is.
    pub read: [String; 2],
    /// One second of writing.
    pub lane: Lane,
}

/// A column of the main part.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// What it is: long and short.
    pub caption: [String; 2],
    /// Its bytes.
    pub bytes: f64,
    /// Its cells where only some of it is read; `None` where all of it is.
    pub cells: Option<Cells>,
}

/// Cells: experts across, layers down.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// Cells of a row.
    pub across: u32,
    /// Rows.
    pub down: u32,
    /// The cells that are read: row, place in it.
    pub lit: Vec<(u32, u32)>,
}

/// One second of writing as ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// What it is.
    pub title: String,
    /// Tokens of the second and their range: the number, and what follows it.
    pub said: [String; 2],
    /// Ticks; a fraction is a token that is not finished. 0 where nothing can be written.
    pub ticks: f64,
    /// The share of the second that is shown: less than 1 while it is played.
    pub shown: f64,
    /// What a tick stands for, if it is several tokens.
    pub each: String,
    /// Why there are none: "does not fit".
    pub absent: Option<String>,
}

impl Field {
    /// All bytes.
    #[must_use]
    pub fn bytes(&self) -> f64 {
        self.main() + self.strip[0] + self.strip[1]
    }

    /// Bytes of the main part.
    pub(crate) fn main(&self) -> f64 {
        self.columns.iter().map(|column| column.bytes).sum()
    }
}
