//! Text as HTML.

use bpt_charts::figures::{Cell, Table};
use bpt_words::story::{Piece, StoryLanguage};
use bpt_words::{Slot, Span};

/// A text in which nothing is read as markup.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn hue(slot: Slot) -> &'static str {
    match slot {
        Slot::A => "hue-a",
        Slot::B => "hue-b",
    }
}

fn raw(value: f64) -> String {
    if value.is_finite() {
        value.to_string()
    } else {
        String::new()
    }
}

/// Attributes of a computed number.
fn computed(path: &str, slot: Slot, value: f64) -> String {
    format!(
        " data-quantity=\"{path}\" data-model=\"{}\" data-raw=\"{}\"",
        slot.slug(),
        raw(value)
    )
}

fn span(span: &Span) -> String {
    match span {
        Span::Text(text) => escaped(text),
        Span::Model(slot) => format!("<span class=\"{}\">{}</span>", hue(*slot), slot.letter()),
        Span::Number {
            text,
            value,
            strong,
            quantity,
        } => {
            let class = if *strong { "number strong" } else { "number" };
            let attributes = match quantity {
                Some((path, slot)) => computed(path, *slot, *value),
                // Not for programs to read: the page that is alive writes it.
                None => String::new(),
            };
            format!(
                "<span class=\"{class}\"{attributes}>{}</span>",
                escaped(text)
            )
        }
    }
}

/// A sentence.
pub(crate) fn spans(list: &[Span]) -> String {
    list.iter().map(span).collect()
}

/// Prose; technical words say what they mean.
pub(crate) fn pieces(list: &[Piece], words: &dyn StoryLanguage) -> String {
    list.iter()
        .map(|piece| match piece {
            Piece::Span(one) => span(one),
            Piece::Name(slot, name) => {
                format!(
                    "<span class=\"model {}\">{}</span>",
                    hue(*slot),
                    escaped(name)
                )
            }
            Piece::Term(term, text) => {
                let [_, meaning] = words.term(*term);
                format!(
                    "<abbr class=\"term\" title=\"{}\">{}</abbr>",
                    escaped(meaning),
                    escaped(text)
                )
            }
        })
        .collect()
}

/// A figure's numbers.
pub(crate) fn table(table: &Table, caption: &str) -> String {
    let head: String = table
        .columns
        .iter()
        .map(|column| format!("<th scope=\"col\">{}</th>", escaped(&column.head())))
        .collect();
    let rows: String = table
        .rows
        .iter()
        .map(|row| {
            let cells: String = row.iter().enumerate().map(cell).collect();
            format!("<tr>{cells}</tr>")
        })
        .collect();
    format!(
        "<table><caption>{}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>",
        escaped(caption)
    )
}

fn cell((at, cell): (usize, &Cell)) -> String {
    let text = match cell {
        Cell::Text(text) | Cell::Number { text, .. } => escaped(text),
        Cell::Nothing => "\u{2014}".to_owned(),
    };
    if at == 0 {
        return format!("<th scope=\"row\">{text}</th>");
    }
    let attributes = match cell {
        Cell::Number {
            value,
            quantity: Some((path, slot)),
            ..
        } => computed(path, *slot, *value),
        _ => String::new(),
    };
    format!("<td{attributes}>{text}</td>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_read_as_markup() {
        assert_eq!(escaped("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
        let list = [Span::text("<i>"), Span::Model(Slot::B)];
        assert_eq!(spans(&list), "&lt;i&gt;<span class=\"hue-b\">B</span>");
    }
}
