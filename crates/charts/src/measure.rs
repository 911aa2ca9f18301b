//! Widths of texts.

/// Tells how wide a text is.
pub trait Measure {
    /// Width of a text, px.
    fn width(&self, text: &str, size: f64, weight: u16) -> f64;
}

/// Average widths of the interface face, for drawings made without a browser.
#[derive(Clone, Copy, Debug, Default)]
pub struct Average;

impl Measure for Average {
    fn width(&self, text: &str, size: f64, weight: u16) -> f64 {
        let em: f64 = text.chars().map(advance).sum();
        em * size * (1.0 + f64::from(weight.saturating_sub(400)) * 0.000_2)
    }
}

/// Advance of a character in em: classes of widths of common sans-serif faces, rounded up.
fn advance(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.28,
        ' ' | '\u{a0}' => 0.28,
        '\u{202f}' | '\u{2009}' => 0.2,
        'f' | 'r' | 't' | '(' | ')' | '/' | 'I' => 0.38,
        'm' | 'w' | 'M' | 'W' | '%' | '→' => 0.9,
        'A'..='Z' | '=' | '+' | '–' | '×' => 0.7,
        '0'..='9' => 0.64,
        character if character.is_ascii() => 0.59,
        character if u32::from(character) > 0x2e7f => 1.0,
        _ => 0.62,
    }
}
