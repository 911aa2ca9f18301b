//! Words on lines.

use bpt_words::{Slot, Span};

use crate::measure::Measure;
use crate::svg::{escape, hex};
use crate::theme::{Rgb, Theme};

/// Words of one look, on lines.
pub(super) struct Block {
    pub(super) size: f64,
    pub(super) leading: f64,
    pub(super) weight: u16,
    /// An attribute, where it is not the picture's.
    pub(super) family: &'static str,
    pub(super) lines: Vec<Vec<Word>>,
}

pub(super) struct Word {
    text: String,
    weight: u16,
    color: Rgb,
}

impl Block {
    pub(super) fn height(&self) -> f64 {
        self.leading * self.lines.len() as f64
    }

    /// Writes the lines and gives where the next thing may begin.
    pub(super) fn write(&self, out: &mut String, x: f64, top: f64) -> f64 {
        for (at, line) in self.lines.iter().enumerate() {
            let baseline = top + self.leading * at as f64 + self.leading / 2.0 + self.size * 0.36;
            out.push_str(&format!(
                "<text x=\"{x}\" y=\"{baseline:.1}\" font-size=\"{}\"{} xml:space=\"preserve\">",
                self.size, self.family
            ));
            for word in line {
                out.push_str(&format!("<tspan fill=\"{}\"", hex(word.color)));
                if word.weight != 400 {
                    out.push_str(&format!(" font-weight=\"{}\"", word.weight));
                }
                out.push('>');
                escape(out, &word.text);
                out.push_str("</tspan>");
            }
            out.push_str("</text>");
        }
        top + self.height()
    }
}

/// Whether a letter stands for itself: a line may end before and after it.
fn alone(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}')
}

/// Whether a line may end between two letters.
fn may_end(before: char, after: char) -> bool {
    let closes = "\u{ff0c}\u{3002}\u{3001}\u{ff1b}\u{ff1a}\u{ff09}\u{300b}\u{300d}\u{ff01}\u{ff1f}";
    let opens = "\u{ff08}\u{300a}\u{300c}";
    before == ' '
        || (alone(before) || alone(after))
            && after != ' '
            && !closes.contains(after)
            && !opens.contains(before)
}

/// Adds letters of one look.
fn add(line: &mut Vec<Word>, word: Word) {
    match line.last_mut() {
        Some(last) if last.weight == word.weight && last.color == word.color => {
            last.text.push_str(&word.text);
        }
        _ => line.push(word),
    }
}

/// What no line may end within, piece by piece: letters of several looks may belong together.
fn pieces(spans: &[Span], look: impl Fn(&Span) -> (u16, Rgb)) -> Vec<Vec<Word>> {
    let mut pieces: Vec<Vec<Word>> = Vec::new();
    let mut before = ' ';
    for span in spans {
        let text = match span {
            Span::Text(text) => text.as_ref(),
            Span::Number { text, .. } => text.as_str(),
            Span::Model(slot) => slot.letter(),
        };
        let (weight, color) = look(span);
        for letter in text.chars() {
            if pieces.is_empty() || may_end(before, letter) {
                pieces.push(Vec::new());
            }
            before = letter;
            let word = Word {
                text: letter.to_string(),
                weight,
                color,
            };
            if let Some(piece) = pieces.last_mut() {
                add(piece, word);
            }
        }
    }
    pieces
}

/// Breaks spans into lines.
pub(super) fn wrapped(
    mut block: Block,
    spans: &[Span],
    plain: Rgb,
    theme: &Theme,
    width: f64,
    measure: &dyn Measure,
) -> Block {
    let pieces = pieces(spans, |span| match span {
        Span::Text(_) => (block.weight, plain),
        Span::Number { strong, .. } => (if *strong { 600 } else { block.weight }, plain),
        Span::Model(Slot::A) => (600, theme.a),
        Span::Model(Slot::B) => (600, theme.b),
    });
    let long = |text: &str, weight| measure.width(text, block.size, weight);
    let mut lines: Vec<Vec<Word>> = Vec::new();
    let mut used = f64::INFINITY;
    for piece in pieces {
        let whole: f64 = piece.iter().map(|word| long(&word.text, word.weight)).sum();
        let blank = piece
            .last()
            .filter(|last| last.text.ends_with(' '))
            .map_or(0.0, |last| long(" ", last.weight));
        if used + whole - blank > width {
            lines.push(Vec::new());
            used = 0.0;
        }
        used += whole;
        if let Some(line) = lines.last_mut() {
            for word in piece {
                add(line, word);
            }
        }
    }
    block.lines = lines;
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Average;

    fn lines(spans: &[Span], width: f64) -> Vec<String> {
        let block = Block {
            size: 10.0,
            leading: 14.0,
            weight: 400,
            family: "",
            lines: Vec::new(),
        };
        let block = wrapped(block, spans, (0, 0, 0), &Theme::PLAIN, width, &Average);
        let line = |line: &Vec<Word>| line.iter().map(|word| word.text.as_str()).collect();
        block.lines.iter().map(line).collect()
    }

    #[test]
    fn what_belongs_together_stays_on_one_line() {
        let spans = [
            Span::Text("more than ".into()),
            Span::Model(Slot::B),
            Span::Text("'s, so: yes".into()),
        ];
        for width in [20.0, 50.0, 62.0, 200.0] {
            let lines = lines(&spans, width);
            assert!(lines.concat() == "more than B's, so: yes");
            assert!(lines.iter().all(|line| !line.starts_with(['\'', ',', ':'])));
            assert!(lines.iter().any(|line| line.contains("B's,")), "{lines:?}");
        }
        assert_eq!(lines(&spans, 200.0).len(), 1);
    }

    #[test]
    fn chinese_needs_no_blank_to_break() {
        let spans = [Span::Text(
            "\u{6bcf}\u{4e2a} token\u{ff0c}\u{8bfb}\u{53d6}\u{4e00}\u{6b21}\u{3002}".into(),
        )];
        let lines = lines(&spans, 45.0);
        assert!(lines.len() >= 3, "{lines:?}");
        for line in lines {
            assert!(!line.starts_with(['\u{ff0c}', '\u{3002}']), "{line}");
        }
    }
}
