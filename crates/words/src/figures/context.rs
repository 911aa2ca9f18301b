//! What figure `context` says, and the numbers it is given.

use super::fixed::texts;
use super::{Compared, FigureWords};
use crate::language::Room;

texts! {
    /// Fixed texts of figure `context`.
    ContextTexts { column_context, }
}

/// What a language says of it. Every function is pure.
pub trait ContextLanguage {
    /// Its fixed texts.
    fn context_texts(&self) -> &'static ContextTexts;
    /// Words of figure `context`; `measured` runs are drawn.
    fn context(&self, facts: &Compared<OverContext>, measured: usize, room: Room) -> FigureWords;
}

/// Speed along the conversation's length.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OverContext {
    /// Left end of the chart, tokens.
    pub first_at: f64,
    /// Speed there, tok/s.
    pub first_speed: f64,
    /// Share of it that is left at the present context.
    pub keeps: f64,
    /// Right end of the line, tokens.
    pub last_at: f64,
    /// Share of the first speed that is left there.
    pub last_keeps: f64,
    /// Trained context, tokens.
    pub trained: Option<f64>,
}
