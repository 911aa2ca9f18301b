//! A figure's numbers as a table.

use bpt_words::Slot;

/// A table: the same numbers as the picture.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Table {
    /// Heads, with units.
    pub columns: Vec<Column>,
    /// Rows, each as long as there are columns; the first cell is the row's head.
    pub rows: Vec<Vec<Cell>>,
}

/// A column's head.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// What it holds, with its unit.
    pub name: String,
    /// Whose it is, where it is one model's.
    pub slot: Option<Slot>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number.
    Number {
        /// Unrounded, in the column's unit.
        value: f64,
        /// As it is read.
        text: String,
        /// Path of the computed quantity and whose it is, where it is one at the present scenario.
        quantity: Option<(&'static str, Slot)>,
    },
    /// There is no such number: it does not fit, or does not exist.
    Nothing,
}

impl Cell {
    /// A number in the column's unit, and as it is read.
    #[must_use]
    pub const fn number(value: f64, text: String) -> Self {
        Self::Number {
            value,
            text,
            quantity: None,
        }
    }
}

impl Table {
    /// A table with these columns and no rows.
    #[must_use]
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
        }
    }
}

impl Column {
    /// As it stands above the column: a model's with its letter.
    #[must_use]
    pub fn head(&self) -> String {
        match self.slot {
            Some(slot) => format!("{} {}", slot.letter(), self.name),
            None => self.name.clone(),
        }
    }

    /// A column of no model in particular.
    #[must_use]
    pub fn shared(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            slot: None,
        }
    }

    /// A column of one model.
    #[must_use]
    pub fn of(slot: Slot, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            slot: Some(slot),
        }
    }
}
