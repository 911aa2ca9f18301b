//! What figure `memory` says, and the numbers it is given.

use super::fixed::texts;
use super::{Compared, FigureWords};
use crate::language::Room;

texts! {
    /// Fixed texts of figure `memory`.
    MemoryTexts { axis_gib, ram_row, column_device, column_total, column_usable, column_free, column_weights, column_kv, column_buffers, }
}

/// What a language says of it. Every function is pure.
pub trait MemoryLanguage {
    /// Its fixed texts.
    fn memory_texts(&self) -> &'static MemoryTexts;
    /// Free memory, and who could use it: long, short, shortest.
    fn free_for(&self, gib: f64, users: Option<f64>, context: f64) -> [String; 3];
    /// Kept for the system: "system 7".
    fn system(&self, gib: f64) -> String;
    /// Which devices a bar stands for.
    fn devices(&self, count: u32, all: u32) -> String;
    /// Missing memory: "4.4 GiB over".
    fn over_by(&self, gib: f64) -> String;
    /// Words of figure `memory`.
    fn memory(&self, facts: &Compared<Held>, room: Room) -> FigureWords;
}

/// What the fullest device holds.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Held {
    /// Everything, GiB.
    pub need: f64,
    /// What the device can give, GiB.
    pub usable: f64,
    /// Weights, GiB.
    pub weights: f64,
    /// Cache and state, GiB.
    pub kv: f64,
    /// Users beyond the present ones that still fit; `None` if the present ones do not.
    pub more_users: Option<f64>,
    /// Devices.
    pub devices: u32,
    /// Used and usable memory of the host, GiB, where it takes part.
    pub host: Option<(f64, f64)>,
}
