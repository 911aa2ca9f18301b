//! Words of figure `bandwidth`.

use bpt_core::extent::later;

use super::super::N;
use super::gains::{self, Gain};
use super::say::{Say, after_misfits, each, no_speed};
use crate::figures::{
    BandwidthLanguage, BandwidthTexts, Compared, FigureWords, OverBandwidth, Shown,
};
use crate::language::Room;
use crate::span::Slot;

impl BandwidthLanguage for super::super::English {
    fn bandwidth_texts(&self) -> &'static BandwidthTexts {
        later(|| &BandwidthTexts {
            name: "Memory bandwidth",
            axis_bandwidth: "GB/s of memory bandwidth →",
            column_bandwidth: "Bandwidth, GB/s",
        })
    }

    fn no_fixed_work(&self, slot: Slot) -> String {
        later(|| format!("{}, no fixed work", slot.letter()))
    }

    fn cannot_pass(&self, slot: Slot, speed: f64) -> String {
        later(|| format!("{} cannot pass {}", slot.letter(), N.forecast(speed)))
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
                "Dashed: without fixed work; where it flattens, compute is the limit. Dotted: speed \
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
        [a, b, ..] => gains::title("More bandwidth helps", gain(a), gain(b)),
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
    let say = gains::list("Twice the bandwidth: ", ", ", &gains);
    say.w(if gains.is_empty() { "" } else { "." })
}

fn takeaway(facts: &Compared<OverBandwidth>) -> Say {
    let fitting = facts.fitting();
    let say = gains::list("Doubling bandwidth makes ", " and ", &gains_of(facts));
    // The one that stops first in proportion to its present speed.
    let near = fitting
        .iter()
        .min_by(|a, b| (a.own.floor / a.speed).total_cmp(&(b.own.floor / b.speed)));
    let Some(near) = near else { return say };
    say.w(". With infinite bandwidth ")
        .m(near.slot)
        .w(" would stop at ")
        .n(near.own.floor, N.forecast(near.own.floor))
        .w(" tok/s")
        .w(each(facts.users))
        .w(".")
}
