//! Words of figure `bandwidth`.

use super::super::N;
use super::say::{Say, after_misfits, each, no_speed};
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
                "Dashed: what bandwidth alone would allow. The gap is fixed work. Dotted: speed \
                 with endless bandwidth."
            }
            Room::Narrow => "Dashed: no fixed work. Dotted: endless bandwidth.",
        }
        .to_owned(),
    }
}

fn title(facts: &Compared<OverBandwidth>) -> Say {
    match facts.fitting()[..] {
        [] => no_speed(facts),
        [one] => Say::new().w(match one.own.doubled {
            gain if gain > 1.9 => "Speed follows bandwidth here",
            gain if gain > 1.2 => "More bandwidth helps, but not in full",
            _ => "More bandwidth hardly helps here",
        }),
        [a, b, ..] => {
            let (first, second) = if a.own.doubled >= b.own.doubled {
                (a, b)
            } else {
                (b, a)
            };
            if first.own.doubled / second.own.doubled < 1.03 {
                return Say::new().w("More bandwidth helps both alike");
            }
            Say::new()
                .w("More bandwidth helps ")
                .m(first.slot)
                .w(" more than ")
                .m(second.slot)
        }
    }
}

fn gain(side: &Shown<OverBandwidth>) -> Say {
    let doubled = side.own.doubled;
    if doubled < LITTLE {
        return Say::new().m(side.slot).w(" hardly faster");
    }
    Say::new()
        .m(side.slot)
        .w(" ")
        .n(doubled, format!("{}\u{a0}times faster", N.ratio(doubled)))
}

fn line(facts: &Compared<OverBandwidth>) -> Say {
    match facts.fitting()[..] {
        [] => Say::new(),
        [one] => Say::new().w("Twice the bandwidth: ").then(gain(one)).w("."),
        [a, b, ..] => Say::new()
            .w("Twice the bandwidth: ")
            .then(gain(a))
            .w(", ")
            .then(gain(b))
            .w("."),
    }
}

fn takeaway(facts: &Compared<OverBandwidth>) -> Say {
    let fitting = facts.fitting();
    let say = match fitting[..] {
        [] => return Say::new(),
        [one] => Say::new().w("Doubling bandwidth makes ").then(gain(one)),
        [a, b, ..] => Say::new()
            .w("Doubling bandwidth makes ")
            .then(gain(a))
            .w(" and ")
            .then(gain(b)),
    };
    // The one that stops first in proportion to its present speed.
    let near = fitting
        .iter()
        .min_by(|a, b| (a.own.floor / a.speed).total_cmp(&(b.own.floor / b.speed)));
    let Some(near) = near else { return say.w(".") };
    say.w(". With infinite bandwidth ")
        .m(near.slot)
        .w(" would stop at ")
        .n(near.own.floor, N.forecast(near.own.floor))
        .w(" tok/s")
        .w(each(facts.users))
        .w(".")
}
