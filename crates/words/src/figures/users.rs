//! What figure `users` says, and the numbers it is given.

use super::fixed::texts;
use super::{Compared, FigureWords};
use crate::language::Room;
use crate::span::Slot;

texts! {
    /// Fixed texts of figure `users`.
    UsersTexts { axis_total, axis_each, compute_bound, column_users, }
}

/// What a language says of it. Every function is pure.
pub trait UsersLanguage {
    /// Its fixed texts.
    fn users_texts(&self) -> &'static UsersTexts;
    /// The users' axis: "users at once, 8k of context each →".
    fn users_axis(&self, context: f64) -> String;
    /// Where a line ends: "A: memory full at 40".
    fn memory_full(&self, slot: Slot, users: f64) -> String;
    /// Words of figure `users`; `measured` runs are drawn.
    fn users(&self, facts: &Compared<OverUsers>, measured: usize, room: Room) -> FigureWords;
}

/// Speed along users.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OverUsers {
    /// Users that one is compared with; 1 where no more fit.
    pub to: f64,
    /// Speed of one user alone, tok/s.
    pub total_one: f64,
    /// Speed of all those users together, tok/s.
    pub total_to: f64,
    /// Speed of each of them, tok/s.
    pub each_to: f64,
    /// Most users that fit.
    pub most: Option<f64>,
    /// Distinct experts read for one user, for those users, and all there are.
    pub experts: Option<[f64; 3]>,
}
