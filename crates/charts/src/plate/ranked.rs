//! Bars beside a table's rows: without the table nobody knows whose they are.

use crate::ChartSpec;
use crate::figures::{Cell, Table};
use crate::measure::Measure;
use crate::plate::PAD;
use crate::scene::Size;
use crate::strips::StripChart;
use crate::svg::{self, escape, hex};
use crate::theme::Theme;

/// Font size, px.
const TEXT: f64 = 12.0;
/// Height of the heads, px.
const HEAD: f64 = 36.0;
/// Height of a row, px.
const ROW: f64 = 26.0;
/// Between two columns, px.
const GAP: f64 = 12.0;
/// Width of the bars, px.
const BARS: f64 = 60.0;
/// Columns before those of machines: model, bytes, memory.
const FIRST: usize = 3;

/// The height it takes, px.
pub(super) fn height(chart: &StripChart) -> f64 {
    HEAD + ROW * chart.rows.len() as f64
}

fn text(cell: &Cell) -> &str {
    match cell {
        Cell::Text(text) | Cell::Number { text, .. } => text,
        Cell::Nothing => "\u{2014}",
    }
}

/// A head on two lines, parted where both are shortest.
fn lines(head: &str) -> [&str; 2] {
    let parts = head.match_indices(' ').map(|(at, _)| head.split_at(at));
    let [first, second] = parts
        .map(|(first, second)| [first, second.trim_start()])
        .min_by_key(|[first, second]| first.chars().count().max(second.chars().count()))
        .unwrap_or(["", head]);
    [first, second]
}

/// The words, cut where they are too long.
fn cut(words: &str, width: f64, measure: &dyn Measure) -> String {
    // What the column was made for fits, however its edges were summed.
    let fits = |words: &str| measure.width(words, TEXT, 400) <= width + 0.5;
    let mut kept = words.to_owned();
    if fits(words) {
        return kept;
    }
    while kept.pop().is_some() {
        let short = format!("{}\u{2026}", kept.trim_end());
        if fits(&short) {
            return short;
        }
    }
    kept
}

/// Model, bytes with their bar, memory, and as many machines as there is room for.
pub(super) fn write(
    out: &mut String,
    (chart, table): (&StripChart, &Table),
    top: f64,
    inner: f64,
    theme: &Theme,
    measure: &dyn Measure,
) {
    let width = |words: &str, weight| measure.width(words, TEXT, weight);
    let wide = |column: usize| {
        let cells = table.rows.iter().filter_map(|row| row.get(column));
        let head = table.columns.get(column);
        let heads = head.into_iter().flat_map(|head| lines(&head.name));
        let words = cells
            .map(|cell| width(text(cell), 400))
            .chain(heads.map(|line| width(line, 600)));
        words.fold(0.0, f64::max)
    };
    let name = wide(0).min(0.32 * inner);
    let mut say = |x: f64, middle: f64, end: bool, weight: u16, words: &str| {
        let anchor = if end { " text-anchor=\"end\"" } else { "" };
        out.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{TEXT}\" \
             font-weight=\"{weight}\"{anchor} fill=\"{}\">",
            PAD + x,
            middle + 0.36 * TEXT,
            hex(theme.ink)
        ));
        escape(out, words);
        out.push_str("</text>");
    };
    let mut column = |at: usize, left: f64, right: f64| {
        let (x, end) = if at == 0 {
            (left, false)
        } else {
            (right, true)
        };
        if let Some(head) = table.columns.get(at) {
            for (line, words) in lines(&head.name).into_iter().enumerate() {
                say(x, top + 9.0 + 16.0 * line as f64, end, 600, words);
            }
        }
        for (row, cells) in table.rows.iter().enumerate() {
            let middle = top + HEAD + ROW * (row as f64 + 0.5);
            let words = cells.get(at).map_or("", text);
            let words = cut(words, right - left, measure);
            say(x, middle, end, 400, &words);
        }
    };
    let mut right = name;
    column(0, 0.0, name);
    let mut bars = 0.0;
    for at in 1..table.columns.len() {
        let own = wide(at);
        let free = if at == 1 { GAP + BARS } else { 0.0 };
        if at >= FIRST && right + GAP + own > inner {
            break;
        }
        column(at, right + GAP, right + GAP + own);
        right += GAP + own;
        if at == 1 {
            bars = right + GAP;
        }
        right += free;
    }
    let strips = ChartSpec::Strips(StripChart {
        row: ROW,
        ends: false,
        ..chart.clone()
    });
    let size = Size {
        width: BARS,
        height: ROW * chart.rows.len() as f64,
    };
    let drawn = svg::document(&strips, theme, measure, size);
    let place = format!("<svg x=\"{:.1}\" y=\"{:.1}\" ", PAD + bars, top + HEAD);
    out.push_str(&drawn.replacen("<svg ", &place, 1));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Average;

    #[test]
    fn long_names_are_cut_and_heads_parted() {
        let width = Average.width("Qwen3-32B", TEXT, 400);
        assert_eq!(cut("Qwen3-32B", width, &Average), "Qwen3-32B");
        let short = cut("Nemotron-3-Super-120B-A12B", width, &Average);
        assert!(short.ends_with('\u{2026}') && Average.width(&short, TEXT, 400) <= width + 0.5);
        assert_eq!(lines("2 \u{d7} RTX 3090"), ["2 \u{d7} RTX", "3090"]);
        assert_eq!(lines("Model"), ["", "Model"]);
    }
}
