//! The figures of story and lab in English.

mod bandwidth;
mod bits;
mod breakdown;
mod bytes;
mod context;
mod fixed;
mod gains;
mod measure;
mod memory;
mod prefill;
mod rightsize;
pub(super) mod say;
mod speculation;
mod spill;
mod two;
mod users;

use bpt_core::extent::later;

use super::N;
use crate::figures::{
    Breakdown, BytesRead, CellState, Compared, Divided, FigureLanguage, FigureWords, FirstToken,
    Fixed, Held, Measured, OverBandwidth, OverBits, OverContext, OverUsers, RightCellName,
    RightSizing, Speculating, Spilling, SplitKind,
};
use crate::format::THIN;
use crate::language::Room;
use crate::span::{Slot, Span};

impl FigureLanguage for super::English {
    fn fixed(&self, fixed: Fixed) -> &'static str {
        fixed::text(fixed)
    }

    fn part(&self, name: &str, value: f64, decimals: usize) -> String {
        later(|| format!("{name} {}", N.decimals(value, decimals)))
    }

    fn milliseconds(&self, value: f64, decimals: usize) -> String {
        later(|| format!("{}{THIN}ms", N.decimals(value, decimals)))
    }

    fn experts(&self, touched: f64, all: f64) -> String {
        later(|| format!("{} of {} experts", N.whole(touched), N.whole(all)))
    }

    fn breakdown(&self, facts: &Compared<Breakdown>, room: Room) -> FigureWords {
        later(|| breakdown::words(facts, room))
    }

    fn free_for(&self, gib: f64, users: Option<f64>, context: f64) -> [String; 3] {
        later(|| memory::free_for(gib, users, context))
    }

    fn system(&self, gib: f64) -> String {
        later(|| format!("system {}", N.capacity(gib)))
    }

    fn devices(&self, count: u32, all: u32) -> String {
        later(|| memory::devices(count, all))
    }

    fn over_by(&self, gib: f64) -> String {
        later(|| format!("{}{THIN}GiB over", N.spare(gib)))
    }

    fn memory(&self, facts: &Compared<Held>, room: Room) -> FigureWords {
        later(|| memory::words(facts, room))
    }

    fn context(&self, facts: &Compared<OverContext>, measured: usize, room: Room) -> FigureWords {
        later(|| context::words(facts, measured, room))
    }

    fn no_fixed_work(&self, slot: Slot) -> String {
        later(|| format!("{}, no fixed work", slot.letter()))
    }

    fn cannot_pass(&self, slot: Slot, speed: f64) -> String {
        later(|| format!("{} cannot pass {}", slot.letter(), N.forecast(speed)))
    }

    fn bandwidth(&self, facts: &Compared<OverBandwidth>, room: Room) -> FigureWords {
        later(|| bandwidth::words(facts, room))
    }

    fn users_axis(&self, context: f64) -> String {
        later(|| {
            format!(
                "users at once, {} of context each →",
                N.binary_thousands(context)
            )
        })
    }

    fn memory_full(&self, slot: Slot, users: f64) -> String {
        later(|| format!("{}: memory full at {}", slot.letter(), N.whole(users)))
    }

    fn users(&self, facts: &Compared<OverUsers>, measured: usize, room: Room) -> FigureWords {
        later(|| users::words(facts, measured, room))
    }

    fn seconds(&self, seconds: f64) -> String {
        later(|| format!("{}{THIN}s", N.forecast(seconds)))
    }

    fn one_read(&self, slot: Slot) -> [String; 2] {
        later(|| {
            let letter = slot.letter();
            [
                format!("{letter}: one full read of the weights"),
                format!("{letter}: one full read"),
            ]
        })
    }

    fn prefill(&self, facts: &Compared<FirstToken>, prompt: f64, room: Room) -> FigureWords {
        later(|| prefill::words(facts, prompt, room))
    }

    fn full_bits(&self, slot: Slot, bits: f64) -> String {
        later(|| format!("{}: memory full at {} bits", slot.letter(), N.ratio(bits)))
    }

    fn only_bytes(&self, slot: Slot) -> String {
        later(|| format!("{}, if only bytes counted", slot.letter()))
    }

    fn bits(&self, facts: &Compared<OverBits>, room: Room) -> FigureWords {
        later(|| bits::words(facts, room))
    }

    fn drafts(&self, drafts: f64) -> String {
        later(|| {
            if (drafts - 1.0).abs() < 1e-9 {
                "1 draft".to_owned()
            } else {
                format!("{} drafts", N.trimmed(drafts, 2))
            }
        })
    }

    fn breaks_even(&self, acceptance: f64) -> String {
        later(|| format!("breaks even at {}", N.decimals(acceptance, 2)))
    }

    fn speculation(&self, facts: &Compared<Speculating>, room: Room) -> FigureWords {
        later(|| speculation::words(facts, room))
    }

    fn split_name(&self, kind: SplitKind, count: u32) -> String {
        later(|| match kind {
            SplitKind::One => "1 device".to_owned(),
            SplitKind::Layers => format!("{count} devices, split by layers"),
            SplitKind::Tensor => format!("{count} devices, split by tensor"),
        })
    }

    fn two(&self, facts: &Compared<Divided>, room: Room) -> FigureWords {
        later(|| two::words(facts, room))
    }

    fn must_spill(&self, slot: Slot) -> String {
        later(|| format!("{} does not fit with less in RAM", slot.letter()))
    }

    fn one_pool(&self, slot: Slot) -> [String; 2] {
        later(|| {
            let letter = slot.letter();
            [
                format!("{letter} in one unified pool"),
                format!("{letter}, one pool"),
            ]
        })
    }

    fn only_experts(&self, slot: Slot) -> String {
        later(|| format!("{}, experts only", slot.letter()))
    }

    fn spill(&self, facts: &Compared<Spilling>, room: Room) -> FigureWords {
        later(|| spill::words(facts, room))
    }

    fn stored(&self, mixture: bool, gb: f64) -> [String; 2] {
        let kind = if mixture {
            "mixture of experts"
        } else {
            "dense"
        };
        let stored = format!("{}{THIN}GB stored", N.exact(gb));
        [format!("{kind}, {stored}"), stored]
    }

    fn dense_caption(&self, layers: u32) -> [String; 2] {
        [
            format!("feed-forward, {layers} layers"),
            "feed-forward".to_owned(),
        ]
    }

    fn experts_caption(&self, experts: f64, layers: f64, each: f64) -> [String; 2] {
        let short = format!("{} experts × {} layers", N.whole(experts), N.whole(layers));
        let long = format!(
            "{} experts across, {} layers down; pale cells are stored, not read",
            N.whole(experts),
            N.whole(layers)
        );
        if each > 1.0 {
            [short.clone(), short]
        } else {
            [long, short]
        }
    }

    fn read_each(&self, gb: f64, tokens: f64) -> [String; 2] {
        let what = if tokens > 1.0 {
            "read in each step"
        } else {
            "read for each token"
        };
        [format!("{}{THIN}GB", N.exact(gb)), what.to_owned()]
    }

    fn tokens_written(&self, speed: f64, low: f64, high: f64) -> [String; 2] {
        let text = N.forecast(speed);
        let unit = if text == "1" || text == "1.0" {
            "token"
        } else {
            "tokens"
        };
        [
            format!("{text} {unit}"),
            format!("(likely {})", N.range(low, high)),
        ]
    }

    fn tick_stands_for(&self, tokens: f64) -> String {
        format!("1 tick = {} tokens", N.whole(tokens))
    }

    fn bytes(&self, facts: &Compared<BytesRead>, cell: f64, room: Room) -> FigureWords {
        bytes::words(facts, cell, room)
    }

    fn right_cell(&self, state: CellState, speed: f64) -> String {
        later(|| rightsize::cell(state, speed))
    }

    fn right_cell_name(&self, cell: &RightCellName<'_>) -> String {
        later(|| rightsize::name(cell))
    }

    fn right_readout(&self, cell: &RightCellName<'_>) -> Vec<Span> {
        later(|| rightsize::readout(cell))
    }

    fn rightsize(&self, facts: &RightSizing, room: Room) -> FigureWords {
        later(|| rightsize::words(facts, room))
    }

    fn guide(&self, share: f64) -> String {
        later(|| format!("±{}\u{a0}%", N.whole(share * 100.0)))
    }

    fn measure(&self, facts: &Measured, room: Room) -> FigureWords {
        later(|| measure::words(facts, room))
    }
}
