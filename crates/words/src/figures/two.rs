//! What figure `two` says, and the numbers it is given.

use super::fixed::texts;
use super::{Compared, FigureWords};
use crate::language::Room;

texts! {
    /// Fixed texts of figure `two`.
    TwoTexts { column_split, column_sum_ms, }
}

/// What a language says of it. Every function is pure.
pub trait TwoLanguage {
    /// Its fixed texts.
    fn two_texts(&self) -> &'static TwoTexts;
    /// A bar: "2 devices, split by layers".
    fn split_name(&self, kind: SplitKind, count: u32) -> String;
    /// Words of figure `two`.
    fn two(&self, facts: &Compared<Divided>, room: Room) -> FigureWords;
}

/// A way to stand on several devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitKind {
    /// On one of them.
    One,
    /// Whole layers on each.
    Layers,
    /// Every matrix divided.
    Tensor,
}

/// One device against several.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Divided {
    /// Devices.
    pub count: u32,
    /// Speed on one, tok/s; `None` where it does not fit.
    pub one: Option<f64>,
    /// What is missing on one, GiB.
    pub one_over: f64,
    /// Speed split by layers, tok/s.
    pub layers: Option<f64>,
    /// Speed split by tensor, tok/s.
    pub tensor: Option<f64>,
    /// What is missing split by tensor, GiB.
    pub tensor_over: f64,
    /// Reading time that dividing saves, ms.
    pub saves_ms: f64,
    /// Waiting that it pays, ms.
    pub pays_ms: f64,
    /// Waiting for the link where it is split by layers, ms.
    pub layers_wait_ms: f64,
    /// Speed by tensor over that of the fastest other way that fits.
    pub gains: f64,
    /// Memory bandwidth over link bandwidth.
    pub memory_over_link: f64,
}
