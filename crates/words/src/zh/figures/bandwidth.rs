//! Words of figure `bandwidth`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::Say;
use super::super::say::joined;
use super::gains::{self, Gain};
use super::shared::{after_misfits, no_speed, tok_s};
use crate::figures::{
    BandwidthLanguage, BandwidthTexts, Compared, FigureWords, OverBandwidth, Shown,
};
use crate::language::Room;
use crate::span::Slot;

impl BandwidthLanguage for super::super::Chinese {
    fn bandwidth_texts(&self) -> &'static BandwidthTexts {
        later(|| &BandwidthTexts {
            name: "内存带宽",
            axis_bandwidth: "内存带宽，GB/s →",
            column_bandwidth: "带宽，GB/s",
        })
    }

    fn no_fixed_work(&self, slot: Slot) -> String {
        later(|| joined(&[slot.letter(), "，无固定开销"]))
    }

    fn cannot_pass(&self, slot: Slot, speed: f64) -> String {
        later(|| joined(&[slot.letter(), "超不过", &N.forecast(speed)]))
    }

    fn bandwidth(&self, facts: &Compared<OverBandwidth>, room: Room) -> FigureWords {
        later(|| words(facts, room))
    }
}

fn words(facts: &Compared<OverBandwidth>, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: after_misfits(facts, line(facts)),
        takeaway: after_misfits(facts, takeaway(facts)),
        note: match room {
            Room::Wide => {
                "虚线：没有固定开销时的速度，变平之处受算力限制。点线：带宽无限大时的速度。"
            }
            Room::Narrow => "虚线：没有固定开销。点线：带宽无限大。",
        }
        .to_owned(),
    }
}

fn title(facts: &Compared<OverBandwidth>) -> Say {
    match facts.fitting()[..] {
        [] => no_speed(facts),
        [one] => Say::new().w(match one.own.doubled {
            gain if gain > 1.9 => "在这里速度跟着带宽走",
            gain if gain > 1.2 => "提高带宽有帮助，但打了折扣",
            _ => "在这里提高带宽几乎没有帮助",
        }),
        [a, b, ..] => gains::title("提高带宽", gain(a), gain(b)),
    }
}

fn gain(side: &Shown<OverBandwidth>) -> Gain {
    (side.slot, side.own.doubled)
}

fn gains_of(facts: &Compared<OverBandwidth>) -> Vec<Gain> {
    facts.fitting().into_iter().map(gain).collect()
}

fn line(facts: &Compared<OverBandwidth>) -> Say {
    let gains = gains_of(facts);
    let say = gains::list("带宽加倍：", &gains);
    say.w(if gains.is_empty() { "" } else { "。" })
}

fn takeaway(facts: &Compared<OverBandwidth>) -> Say {
    let fitting = facts.fitting();
    // The one that stops first in proportion to its present speed.
    let near = fitting
        .iter()
        .min_by(|a, b| (a.own.floor / a.speed).total_cmp(&(b.own.floor / b.speed)));
    let Some(near) = near else { return Say::new() };
    gains::list("带宽加倍后，", &gains_of(facts))
        .w("。即使带宽无限大，")
        .m(near.slot)
        .w("也会停在")
        .n(near.own.floor, N.forecast(near.own.floor))
        .w(" ")
        .w(tok_s(facts.users))
        .w("。")
}
