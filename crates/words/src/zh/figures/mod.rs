//! The figures of story and lab in Chinese.

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
mod shared;
mod speculation;
mod spill;
mod two;
mod users;

use bpt_core::extent::later;

use super::N;
use super::say::{joined, tight};
use crate::figures::{
    Breakdown, BytesRead, CellState, Compared, Divided, FigureLanguage, FigureWords, FirstToken,
    Fixed, Held, Measured, OverBandwidth, OverBits, OverContext, OverUsers, RightCellName,
    RightSizing, Speculating, Spilling, SplitKind,
};
use crate::language::Room;
use crate::span::{Slot, Span};

impl FigureLanguage for super::Chinese {
    fn fixed(&self, fixed: Fixed) -> &'static str {
        fixed::text(fixed)
    }

    fn part(&self, name: &str, value: f64, decimals: usize) -> String {
        later(|| joined(&[name, &N.decimals(value, decimals)]))
    }

    fn milliseconds(&self, value: f64, decimals: usize) -> String {
        later(|| tight(&N.decimals(value, decimals), "ms"))
    }

    fn experts(&self, touched: f64, all: f64) -> String {
        later(|| joined(&[&N.whole(all), "个专家中的", &N.whole(touched), "个"]))
    }

    fn breakdown(&self, facts: &Compared<Breakdown>, room: Room) -> FigureWords {
        later(|| breakdown::words(facts, room))
    }

    fn free_for(&self, gib: f64, users: Option<f64>, context: f64) -> [String; 3] {
        later(|| memory::free_for(gib, users, context))
    }

    fn system(&self, gib: f64) -> String {
        later(|| joined(&["系统", &N.capacity(gib)]))
    }

    fn devices(&self, count: u32, all: u32) -> String {
        later(|| memory::devices(count, all))
    }

    fn over_by(&self, gib: f64) -> String {
        later(|| joined(&["超出", &tight(&N.spare(gib), "GiB")]))
    }

    fn memory(&self, facts: &Compared<Held>, room: Room) -> FigureWords {
        later(|| memory::words(facts, room))
    }

    fn context(&self, facts: &Compared<OverContext>, measured: usize, room: Room) -> FigureWords {
        later(|| context::words(facts, measured, room))
    }

    fn no_fixed_work(&self, slot: Slot) -> String {
        later(|| joined(&[slot.letter(), "，无固定开销"]))
    }

    fn cannot_pass(&self, slot: Slot, speed: f64) -> String {
        later(|| joined(&[slot.letter(), "超不过", &N.forecast(speed)]))
    }

    fn bandwidth(&self, facts: &Compared<OverBandwidth>, room: Room) -> FigureWords {
        later(|| bandwidth::words(facts, room))
    }

    fn users_axis(&self, context: f64) -> String {
        later(|| joined(&["并发用户，每个上下文", &N.binary_thousands(context), " →"]))
    }

    fn memory_full(&self, slot: Slot, users: f64) -> String {
        later(|| joined(&[slot.letter(), "：到", &N.whole(users), "内存占满"]))
    }

    fn users(&self, facts: &Compared<OverUsers>, measured: usize, room: Room) -> FigureWords {
        later(|| users::words(facts, measured, room))
    }

    fn seconds(&self, seconds: f64) -> String {
        later(|| tight(&N.forecast(seconds), "s"))
    }

    fn one_read(&self, slot: Slot) -> [String; 2] {
        later(|| {
            let letter = slot.letter();
            [
                format!("{letter}：把权重完整读一遍"),
                format!("{letter}：读一遍"),
            ]
        })
    }

    fn prefill(&self, facts: &Compared<FirstToken>, prompt: f64, room: Room) -> FigureWords {
        later(|| prefill::words(facts, prompt, room))
    }

    fn full_bits(&self, slot: Slot, bits: f64) -> String {
        later(|| joined(&[slot.letter(), "：到", &N.ratio(bits), "位内存占满"]))
    }

    fn only_bytes(&self, slot: Slot) -> String {
        later(|| joined(&[slot.letter(), "，若只看字节"]))
    }

    fn bits(&self, facts: &Compared<OverBits>, room: Room) -> FigureWords {
        later(|| bits::words(facts, room))
    }

    fn drafts(&self, drafts: f64) -> String {
        later(|| joined(&[&N.trimmed(drafts, 2), "个草稿"]))
    }

    fn breaks_even(&self, acceptance: f64) -> String {
        later(|| joined(&["在", &N.decimals(acceptance, 2), "处持平"]))
    }

    fn speculation(&self, facts: &Compared<Speculating>, room: Room) -> FigureWords {
        later(|| speculation::words(facts, room))
    }

    fn split_name(&self, kind: SplitKind, count: u32) -> String {
        later(|| {
            let devices = joined(&[&count.to_string(), "台设备"]);
            match kind {
                SplitKind::One => "1 台设备".to_owned(),
                SplitKind::Layers => format!("{devices}，按层切分"),
                SplitKind::Tensor => format!("{devices}，张量并行"),
            }
        })
    }

    fn two(&self, facts: &Compared<Divided>, room: Room) -> FigureWords {
        later(|| two::words(facts, room))
    }

    fn must_spill(&self, slot: Slot) -> String {
        later(|| joined(&[slot.letter(), "在 RAM 里放得再少就放不下"]))
    }

    fn one_pool(&self, slot: Slot) -> [String; 2] {
        later(|| {
            let letter = slot.letter();
            [
                joined(&[letter, "在一个统一内存池"]),
                joined(&[letter, "，统一内存"]),
            ]
        })
    }

    fn only_experts(&self, slot: Slot) -> String {
        later(|| joined(&[slot.letter(), "，只放专家"]))
    }

    fn spill(&self, facts: &Compared<Spilling>, room: Room) -> FigureWords {
        later(|| spill::words(facts, room))
    }

    fn stored(&self, mixture: bool, gb: f64) -> [String; 2] {
        let kind = if mixture { "混合专家" } else { "稠密" };
        let stored = joined(&["存放", &tight(&N.exact(gb), "GB")]);
        [format!("{kind}，{stored}"), stored]
    }

    fn dense_caption(&self, layers: u32) -> [String; 2] {
        [
            joined(&["前馈，", &layers.to_string(), "层"]),
            "前馈".to_owned(),
        ]
    }

    fn experts_caption(&self, experts: f64, layers: f64, each: f64) -> [String; 2] {
        let (experts, layers) = (N.whole(experts), N.whole(layers));
        let short = joined(&[&experts, "个专家 ×", " ", &layers, "层"]);
        let long = joined(&[
            "横向",
            &experts,
            "个专家，纵向",
            &layers,
            "层；浅色格存着但不读",
        ]);
        if each > 1.0 {
            [short.clone(), short]
        } else {
            [long, short]
        }
    }

    fn read_each(&self, gb: f64, tokens: f64) -> [String; 2] {
        let what = if tokens > 1.0 {
            "每步读取"
        } else {
            "每个 token 读取"
        };
        [tight(&N.exact(gb), "GB"), what.to_owned()]
    }

    fn tokens_written(&self, speed: f64, low: f64, high: f64) -> [String; 2] {
        [
            joined(&[&N.forecast(speed), "个 token"]),
            joined(&["（可能为", &N.range(low, high), "）"]),
        ]
    }

    fn tick_stands_for(&self, tokens: f64) -> String {
        joined(&["1 格 =", " ", &N.whole(tokens), "个 token"])
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
        later(|| format!("±{}%", N.whole(share * 100.0)))
    }

    fn measure(&self, facts: &Measured, room: Room) -> FigureWords {
        later(|| measure::words(facts, room))
    }
}
