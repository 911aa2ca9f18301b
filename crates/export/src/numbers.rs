//! A figure's numbers as CSV and JSON, each with what they were computed for and by.

use bpt_catalog::Catalog;
use bpt_catalog::report::string;
use bpt_core::decimal::shortest;

/// A cell of a figure's table.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// Words.
    Text(String),
    /// A number, unrounded.
    Number(f64),
    /// There is none.
    Nothing,
}

/// A figure's table.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers<'a> {
    /// The figure's name in links.
    pub figure: &'a str,
    /// What it finds.
    pub title: &'a str,
    /// Heads of the columns, with units.
    pub columns: &'a [String],
    /// Rows as long as the columns.
    pub rows: &'a [Vec<Field>],
}

/// One line for the heads and one for each row. The last columns say by which program, with which
/// data and for which scenario: a line taken out of the file keeps them.
///
/// ```
/// use bpt_catalog::Catalog;
/// use bpt_export::{Field, Numbers, numbers_csv};
/// let numbers = Numbers {
///     figure: "context",
///     title: "",
///     columns: &["context".into(), "A tok/s".into()],
///     rows: &[vec![Field::Number(256.0), Field::Text("does not \"fit\"".into())]],
/// };
/// let text = numbers_csv(Catalog::embedded(), "https://example.org/?v=1", &numbers);
/// assert!(text.starts_with("\"context\",\"A tok/s\",\"version\",\"data_revision\",\"scenario\"\n256,\"does not \"\"fit\"\"\",\""));
/// ```
#[must_use]
pub fn numbers_csv(catalog: &Catalog, link: &str, numbers: &Numbers<'_>) -> String {
    let own = [
        env!("CARGO_PKG_VERSION"),
        &catalog.calibration().revision,
        link,
    ]
    .map(field);
    let heads = ["version", "data_revision", "scenario"].map(str::to_owned);
    let heads = numbers.columns.iter().chain(&heads);
    let heads: Vec<String> = heads.map(|head| field(head)).collect();
    let mut lines = vec![heads.join(",")];
    for row in numbers.rows {
        let cells = row.iter().map(|cell| match cell {
            Field::Text(text) => field(text),
            Field::Number(value) if value.is_finite() => shortest(*value),
            Field::Number(_) | Field::Nothing => String::new(),
        });
        let cells: Vec<String> = cells.chain(own.iter().cloned()).collect();
        lines.push(cells.join(","));
    }
    lines.join("\n") + "\n"
}

fn field(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The document of [`crate::document`] with the figure's table in it, as `figure`.
#[must_use]
pub fn with_numbers(document: &str, numbers: &Numbers<'_>) -> String {
    let whole = document.trim_end();
    let mut out = whole.strip_suffix('}').unwrap_or(whole).to_owned();
    out.push_str(",\"figure\":{\"name\":");
    string(&mut out, numbers.figure);
    out.push_str(",\"title\":");
    string(&mut out, numbers.title);
    out.push_str(",\"columns\":");
    list(&mut out, numbers.columns, |out, head| string(out, head));
    out.push_str(",\"rows\":");
    list(&mut out, numbers.rows, |out, row| {
        list(out, row, |out, cell| match cell {
            Field::Text(text) => string(out, text),
            Field::Number(value) if value.is_finite() => out.push_str(&shortest(*value)),
            Field::Number(_) | Field::Nothing => out.push_str("null"),
        });
    });
    out.push_str("}}\n");
    out
}

fn list<T>(out: &mut String, items: &[T], mut write: impl FnMut(&mut String, &T)) {
    out.push('[');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(']');
}
