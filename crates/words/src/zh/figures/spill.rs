//! Words of figure `spill`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::joined;
use super::super::say::{Say, percent};
use crate::figures::{Compared, FigureWords, Shown, SpillLanguage, SpillTexts, Spilling};
use crate::language::Room;
use crate::span::Slot;

impl SpillLanguage for super::super::Chinese {
    fn spill_texts(&self) -> &'static SpillTexts {
        later(|| &SpillTexts {
            name: "RAM 中的权重",
            axis_in_ram: "RAM 中的权重，% →",
            column_in_ram: "在 RAM，%",
            column_layers_in_ram: "tok/s，整层在 RAM",
            column_experts_in_ram: "tok/s，只放专家",
        })
    }

    fn must_spill(&self, slot: Slot) -> String {
        later(|| joined(&[slot.letter(), "放进 RAM 的再少就放不下"]))
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
        later(|| words(facts, room))
    }
}

fn words(facts: &Compared<Spilling>, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: line(facts).done(),
        takeaway: takeaway(facts).done(),
        note: match room {
            Room::Wide => {
                "实线：整层放在 RAM。虚线：只放专家。点线：同一模型放在统一内存池。斜线底：设备放不下。"
            }
            Room::Narrow => "实线：整层放在 RAM。虚线：只放专家。",
        }
        .to_owned(),
    }
}

fn title(facts: &Compared<Spilling>) -> Say {
    let slower = facts.sides.iter().map(|side| side.own.slower);
    let most = slower.fold(0.0, f64::max);
    Say::new().w(if most > 1.5 {
        "放在 RAM 的部分拖慢每个 token"
    } else {
        "这么快的 RAM 代价很小"
    })
}

fn line(facts: &Compared<Spilling>) -> Say {
    let Some(first) = facts.sides.first() else {
        return Say::new();
    };
    let forced = facts.sides.iter().filter(|side| side.own.forced > 0.0);
    let mut say = Say::new();
    for side in forced {
        let share = side.own.forced / 100.0;
        say = if say.is_empty() { say } else { say.w("，") };
        say = say
            .m(side.slot)
            .w("至少有")
            .n(share, percent(share))
            .w("必须放在 RAM");
    }
    if !say.is_empty() {
        return say.w("。");
    }
    let slower = first.own.slower;
    if slower > 1.5 {
        Say::new()
            .w("设备内存的读取速度是 RAM 的")
            .times(slower)
            .w("。")
    } else {
        Say::new().w("RAM 的读取速度与设备内存差不多。")
    }
}

fn takeaway(facts: &Compared<Spilling>) -> Say {
    let say = facts
        .sides
        .iter()
        .fold(Say::new(), |say, side| say.then(one(side)));
    let mut pools = Say::new();
    for side in &facts.sides {
        let Some(speed) = side.own.pool else { continue };
        pools = if pools.is_empty() {
            pools.w("在一个统一内存池里，")
        } else {
            pools.w("，")
        };
        pools = pools
            .m(side.slot)
            .w("的速度为")
            .n(speed, N.forecast(speed))
            .w(" tok/s");
    }
    if pools.is_empty() {
        return say;
    }
    say.then(pools).w("。")
}

fn one(side: &Shown<Spilling>) -> Say {
    let own = &side.own;
    if let Some(experts) = own.all_experts {
        return Say::new()
            .m(side.slot)
            .w(if experts > 0.3 * own.whole {
                "把全部专家放在 RAM，速度仍有"
            } else {
                "把全部专家放在 RAM，速度只有"
            })
            .n(experts, N.forecast(experts))
            .w(" tok/s。");
    }
    let share = own.share / 100.0;
    let say = Say::new()
        .m(side.slot)
        .w("把")
        .p(share, percent(share))
        .w("的权重放在 RAM，");
    if own.keeps > 0.97 {
        return say.w("几乎不变慢。");
    }
    if own.forced > own.share {
        // Its speed without RAM does not exist here, so only the ratio is told.
        return say
            .w("会保留")
            .percent(own.keeps)
            .w("的速度，但它需要放得更多。");
    }
    say.w("保留").percent(own.keeps).w("的速度。")
}
