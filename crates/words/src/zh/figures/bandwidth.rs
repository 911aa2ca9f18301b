//! Words of figure `bandwidth`.

use super::super::N;
use super::super::say::{Say, times};
use super::shared::{after_misfits, no_speed, tok_s};
use crate::figures::{Compared, FigureWords, OverBandwidth, Shown};
use crate::language::Room;

/// A gain below this is called none.
const LITTLE: f64 = 1.05;

pub(super) fn words(facts: &Compared<OverBandwidth>, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: after_misfits(facts, line(facts)),
        takeaway: after_misfits(facts, takeaway(facts)),
        note: match room {
            Room::Wide => {
                "虚线：只看带宽时的速度，中间的差距就是固定开销。点线：带宽无限大时的速度。"
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
            gain if gain > 1.2 => "更多带宽有帮助，但打了折扣",
            _ => "在这里更多带宽几乎没有帮助",
        }),
        [a, b, ..] => {
            let (first, second) = if a.own.doubled >= b.own.doubled {
                (a, b)
            } else {
                (b, a)
            };
            if first.own.doubled / second.own.doubled < 1.03 {
                return Say::new().w("更多带宽对两个的帮助一样大");
            }
            Say::new()
                .w("更多带宽对")
                .m(first.slot)
                .w("的帮助比对")
                .m(second.slot)
                .w("更大")
        }
    }
}

fn gain(side: &Shown<OverBandwidth>) -> Say {
    let doubled = side.own.doubled;
    if doubled < LITTLE {
        return Say::new().m(side.slot).w("几乎没有变快");
    }
    Say::new()
        .m(side.slot)
        .w("的速度变为")
        .n(doubled, times(doubled))
}

/// "A 的速度变为 1.9 倍，B 的速度变为 1.6 倍"
fn gains(fitting: &[&Shown<OverBandwidth>]) -> Say {
    match fitting {
        [] => Say::new(),
        [one] => gain(one),
        [a, b, ..] => gain(a).w("，").then(gain(b)),
    }
}

fn line(facts: &Compared<OverBandwidth>) -> Say {
    let fitting = facts.fitting();
    if fitting.is_empty() {
        return Say::new();
    }
    Say::new().w("带宽加倍：").then(gains(&fitting)).w("。")
}

fn takeaway(facts: &Compared<OverBandwidth>) -> Say {
    let fitting = facts.fitting();
    // The one that stops first in proportion to its present speed.
    let near = fitting
        .iter()
        .min_by(|a, b| (a.own.floor / a.speed).total_cmp(&(b.own.floor / b.speed)));
    let Some(near) = near else { return Say::new() };
    Say::new()
        .w("带宽加倍后，")
        .then(gains(&fitting))
        .w("。即使带宽无限大，")
        .m(near.slot)
        .w("也会停在")
        .n(near.own.floor, N.forecast(near.own.floor))
        .w(" ")
        .w(tok_s(facts.users))
        .w("。")
}
