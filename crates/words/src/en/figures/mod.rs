//! The figures of story and lab in English.

mod bandwidth;
mod breakdown;
mod context;
mod fixed;
mod memory;
mod prefill;
mod say;
mod users;

use super::N;
use crate::figures::{
    Breakdown, Compared, FigureLanguage, FigureWords, FirstToken, Fixed, Held, OverBandwidth,
    OverContext, OverUsers,
};
use crate::format::THIN;
use crate::language::Room;
use crate::span::Slot;

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

    fn context(&self, facts: &Compared<OverContext>, measured: usize, room: Room) -> FigureWords {
        context::words(facts, measured, room)
    }

    fn no_fixed_work(&self, slot: Slot) -> String {
        format!("{}, no fixed work", slot.letter())
    }

    fn cannot_pass(&self, slot: Slot, speed: f64) -> String {
        format!("{} cannot pass {}", slot.letter(), N.forecast(speed))
    }

    fn bandwidth(&self, facts: &Compared<OverBandwidth>, room: Room) -> FigureWords {
        bandwidth::words(facts, room)
    }

    fn users_axis(&self, context: f64) -> String {
        format!(
            "users at once, {} of context each →",
            N.binary_thousands(context)
        )
    }

    fn memory_full(&self, slot: Slot, users: f64) -> String {
        format!("{}: memory full at {}", slot.letter(), N.whole(users))
    }

    fn users(&self, facts: &Compared<OverUsers>, measured: usize, room: Room) -> FigureWords {
        users::words(facts, measured, room)
    }

    fn seconds(&self, seconds: f64) -> String {
        format!("{}{THIN}s", N.forecast(seconds))
    }

    fn one_read(&self, slot: Slot) -> [String; 2] {
        let letter = slot.letter();
        [
            format!("{letter}: one full read of the weights"),
            format!("{letter}: one full read"),
        ]
    }

    fn prefill(&self, facts: &Compared<FirstToken>, prompt: f64, room: Room) -> FigureWords {
        prefill::words(facts, prompt, room)
    }
}
