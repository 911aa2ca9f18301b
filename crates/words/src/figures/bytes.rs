//! What figure `bytes` says, and the numbers it is given.

use super::fixed::texts;
use super::{Compared, FigureWords};
use crate::language::Room;

texts! {
    /// Fixed texts of figure `bytes`.
    BytesTexts { one_second, column_stored, }
}

/// What a language says of it. Every function is pure.
pub trait BytesLanguage {
    /// Its fixed texts.
    fn bytes_texts(&self) -> &'static BytesTexts;
    /// Kind and size: "mixture of experts, 18.6 GB stored", and shorter.
    fn stored(&self, mixture: bool, gb: f64) -> [String; 2];
    /// Above dense layers: long and short.
    fn dense_caption(&self, layers: u32) -> [String; 2];
    /// Above the cells: long and short; `each` experts are one cell.
    fn experts_caption(&self, experts: f64, layers: f64, each: f64) -> [String; 2];
    /// "19.3 GB", "read for each token", or for a step of several tokens.
    fn read_each(&self, gb: f64, tokens: f64) -> [String; 2];
    /// "11 tokens", "(likely 10–13)".
    fn tokens_written(&self, speed: f64, low: f64, high: f64) -> [String; 2];
    /// "1 tick = 4 tokens".
    fn tick_stands_for(&self, tokens: f64) -> String;
    /// Words of figure `bytes`; a cell stands for `cell` experts.
    fn bytes(&self, facts: &Compared<BytesRead>, cell: f64, room: Room) -> FigureWords;
}

/// Bytes stored and read.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct BytesRead {
    /// Weights stored, bytes.
    pub stored: f64,
    /// Weights read in a step, bytes.
    pub read: f64,
    /// Fixed work of a step, ms.
    pub fixed_ms: f64,
    /// Reading cache and state in a step, ms.
    pub kv_ms: f64,
    /// Tokens that a step yields: users, times drafts that are accepted.
    pub tokens: f64,
}
