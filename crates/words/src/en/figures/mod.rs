//! The figures of story and lab in English.

mod breakdown;
mod fixed;
mod memory;
mod say;

use super::N;
use crate::figures::{Breakdown, Compared, FigureLanguage, FigureWords, Fixed, Held};
use crate::format::THIN;
use crate::language::Room;

impl FigureLanguage for super::English {
    fn fixed(&self, fixed: Fixed) -> &'static str {
        fixed::text(fixed)
    }

    fn part(&self, name: &str, value: f64, decimals: usize) -> String {
        format!("{name} {}", N.decimals(value, decimals))
    }

    fn milliseconds(&self, value: f64, decimals: usize) -> String {
        format!("{}{THIN}ms", N.decimals(value, decimals))
    }

    fn experts(&self, touched: f64, all: f64) -> String {
        format!("{} of {} experts", N.whole(touched), N.whole(all))
    }

    fn breakdown(&self, facts: &Compared<Breakdown>, room: Room) -> FigureWords {
        breakdown::words(facts, room)
    }

    fn free_for(&self, gib: f64, users: Option<f64>, context: f64) -> [String; 3] {
        memory::free_for(gib, users, context)
    }

    fn system(&self, gib: f64) -> String {
        format!("system {}", N.capacity(gib))
    }

    fn devices(&self, count: u32, all: u32) -> String {
        memory::devices(count, all)
    }

    fn over_by(&self, gib: f64) -> String {
        format!("{}{THIN}GiB over", N.spare(gib))
    }

    fn memory(&self, facts: &Compared<Held>, room: Room) -> FigureWords {
        memory::words(facts, room)
    }
}
