//! Words of figure `bits`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::Say;
use super::super::say::joined;
use super::gains::{self, Gain};
use super::shared::{after_misfits, no_speed};
use crate::figures::{BitsLanguage, BitsTexts, Compared, FigureWords, OverBits, Shown};
use crate::language::Room;
use crate::span::Slot;

/// A gain below this share of the bytes saved is explained.
const SHORT_OF: f64 = 0.93;

impl BitsLanguage for super::super::Chinese {
    fn bits_texts(&self) -> &'static BitsTexts {
        later(|| &BitsTexts {
            name: "每权重位数",
            axis_bits: "每权重位数 →",
            axis_loss: "质量损失，分（参考）",
            quality_drops: "质量从这里下降",
            column_bits: "每权重位数",
        })
    }

    fn full_bits(&self, slot: Slot, bits: f64) -> String {
        later(|| joined(&[slot.letter(), "：到", &N.ratio(bits), "位内存占满"]))
    }

    fn only_bytes(&self, slot: Slot) -> String {
        later(|| joined(&[slot.letter(), "，若只看字节"]))
    }

    fn bits(&self, facts: &Compared<OverBits>, room: Room) -> FigureWords {
        later(|| words(facts, room))
    }
}

fn words(facts: &Compared<OverBits>, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: after_misfits(facts, line(facts)),
        takeaway: after_misfits(facts, takeaway(facts)),
        note: match room {
            Room::Wide => {
                "圆点：有名称的格式。虚线：若只看字节。质量：在一个小模型上测得，仅供参考，因为更大的\
                 模型损失更少。"
            }
            Room::Narrow => "圆点：有名称的格式。虚线：若只看字节。",
        }
        .to_owned(),
    }
}

fn title(facts: &Compared<OverBits>) -> Say {
    match facts.fitting()[..] {
        [] => no_speed(facts),
        [one] => Say::new().w(match one.own.halved {
            gain if gain > 1.75 => "位数减半，速度接近加倍",
            gain if gain > 1.15 => "位数减半，速度更快，但没有加倍",
            _ => "在这里减少位数省内存，不省时间",
        }),
        [a, b, ..] => gains::title("减少位数", gain(a), gain(b)),
    }
}

fn gain(side: &Shown<OverBits>) -> Gain {
    (side.slot, side.own.halved)
}

fn gains_of(facts: &Compared<OverBits>) -> Vec<Gain> {
    facts.fitting().into_iter().map(gain).collect()
}

fn line(facts: &Compared<OverBits>) -> Say {
    let gains = gains_of(facts);
    let say = gains::list("把现在的位数减半：", &gains);
    say.w(if gains.is_empty() { "" } else { "。" })
}

fn bits(value: f64) -> String {
    format!("{}\u{a0}位", N.ratio(value))
}

fn takeaway(facts: &Compared<OverBits>) -> Say {
    let fitting = facts.fitting();
    let Some(first) = fitting.first() else {
        return Say::new();
    };
    let say = path(first);
    match fitting[..] {
        [_, second, ..] if first.own.from_fits => say.then(second_path(second)),
        [_, second, ..] => say.then(path(second)),
        _ => say,
    }
}

fn ratio(side: &Shown<OverBits>) -> f64 {
    side.own.to_speed / side.own.from_speed
}

/// How much the speed changed; a change that rounds to nothing is not "1.0 times".
fn faster(side: &Shown<OverBits>, whose: Say) -> Say {
    let ratio = ratio(side);
    if (0.95..1.05).contains(&ratio) {
        return whose.w("几乎没有变快");
    }
    let whose = if whose.is_empty() {
        whose.w("速度变为原来的")
    } else {
        whose.w("的速度变为原来的")
    };
    whose.times(ratio)
}

/// The first model's way from many bits to few.
fn path(side: &Shown<OverBits>) -> Say {
    let own = &side.own;
    if own.to > own.from * 0.97 {
        // Nothing lies between, or the way leads up.
        return Say::new()
            .m(side.slot)
            .w("在")
            .p(own.to, bits(own.to))
            .w("时的速度为")
            .speed(side.slot, own.to_speed)
            .w(" tok/s。");
    }
    if !own.from_fits {
        return Say::new()
            .m(side.slot)
            .w("在")
            .p(own.from, bits(own.from))
            .w("时放不下；在")
            .p(own.to, bits(own.to))
            .w("时的速度为")
            .n(own.to_speed, N.forecast(own.to_speed))
            .w(" tok/s。");
    }
    Say::new()
        .w("从")
        .p(own.from, bits(own.from))
        .w("到")
        .p(own.to, bits(own.to))
        .w("，")
        .m(side.slot)
        .w("从")
        .n(own.from_speed, N.forecast(own.from_speed))
        .w("变为")
        .n(own.to_speed, N.forecast(own.to_speed))
        .w(" tok/s：字节减少到")
        .percent(1.0 / own.fewer_bytes)
        .w("，")
        .then(faster(side, Say::new()))
        .w("。")
}

fn second_path(side: &Shown<OverBits>) -> Say {
    let own = &side.own;
    if !own.from_fits || own.to > own.from * 0.97 {
        return path(side);
    }
    let say = faster(side, Say::new().m(side.slot));
    if ratio(side) < own.fewer_bytes * SHORT_OF {
        say.w("，因为固定开销和对话（KV）不会变小。")
    } else {
        say.w("。")
    }
}
