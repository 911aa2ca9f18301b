//! Words of figure `spill`.

use bpt_core::extent::later;

use super::super::N;
use super::say::{Say, percent};
use crate::figures::{Compared, FigureWords, Shown, SpillLanguage, SpillTexts, Spilling};
use crate::language::Room;
use crate::span::Slot;

impl SpillLanguage for super::super::English {
    fn spill_texts(&self) -> &'static SpillTexts {
        later(|| &SpillTexts {
            name: "Weights in RAM",
            axis_in_ram: "% of the weights in RAM →",
            column_in_ram: "In RAM, %",
            column_layers_in_ram: "tok/s, whole layers in RAM",
            column_experts_in_ram: "tok/s, experts only",
        })
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
                "Solid: whole layers in RAM. Dashed: experts only. Dotted: the same model in one \
                 unified pool. Hatched ground: the device is too small."
            }
            Room::Narrow => "Solid: whole layers in RAM. Dashed: experts only.",
        }
        .to_owned(),
    }
}

fn title(facts: &Compared<Spilling>) -> Say {
    let slower = facts.sides.iter().map(|side| side.own.slower);
    let most = slower.fold(0.0, f64::max);
    Say::new().w(if most > 1.5 {
        "What lies in RAM slows every token"
    } else {
        "RAM as fast as this costs little"
    })
}

fn line(facts: &Compared<Spilling>) -> Say {
    let Some(first) = facts.sides.first() else {
        return Say::new();
    };
    let forced = facts.sides.iter().filter(|side| side.own.forced > 0.0);
    let mut say = Say::new();
    for (at, side) in forced.enumerate() {
        let share = side.own.forced / 100.0;
        say = if at == 0 {
            say.w("At least ")
                .n(share, percent(share))
                .w(" of ")
                .m(side.slot)
                .w(" has to lie in RAM")
        } else {
            say.w(", and ")
                .n(share, percent(share))
                .w(" of ")
                .m(side.slot)
        };
    }
    if !say.is_empty() {
        return say.w(".");
    }
    let slower = first.own.slower;
    if slower > 1.5 {
        Say::new()
            .w("RAM is read ")
            .n(slower, format!("{}\u{a0}times slower", N.ratio(slower)))
            .w(" than the device’s memory.")
    } else {
        Say::new().w("RAM is read about as fast as the device’s memory.")
    }
}

fn takeaway(facts: &Compared<Spilling>) -> Say {
    let mut say = Say::new();
    for (at, side) in facts.sides.iter().enumerate() {
        if at > 0 {
            say = say.w(" ");
        }
        say = say.then(one(side));
    }
    let pool = facts
        .sides
        .iter()
        .filter_map(|side| Some((side.slot, side.own.pool?)));
    let mut pools = Say::new();
    for (slot, speed) in pool {
        pools = if pools.is_empty() {
            pools.w(" In one unified pool ").m(slot).w(" writes ")
        } else {
            pools.w(" and ").m(slot).w(" ")
        }
        .n(speed, N.forecast(speed));
    }
    if pools.is_empty() {
        return say;
    }
    say.then(pools).w(" tok/s.")
}

fn one(side: &Shown<Spilling>) -> Say {
    let own = &side.own;
    if let Some(experts) = own.all_experts {
        return Say::new()
            .m(side.slot)
            .w(if experts > 0.3 * own.whole {
                " with all experts in RAM still writes "
            } else {
                " with all experts in RAM writes only "
            })
            .n(experts, N.forecast(experts))
            .w(" tok/s.");
    }
    let share = own.share / 100.0;
    if own.keeps > 0.97 {
        return Say::new()
            .w("With ")
            .p(share, percent(share))
            .w(" of its weights in RAM, ")
            .m(side.slot)
            .w(" is hardly slower.");
    }
    if own.forced > own.share {
        // Its speed without RAM does not exist here, so only the ratio is told.
        return Say::new()
            .m(side.slot)
            .w(" would keep ")
            .percent(own.keeps)
            .w(" of its speed with ")
            .p(share, percent(share))
            .w(" of its weights in RAM, and needs more there.");
    }
    Say::new()
        .w("With ")
        .p(share, percent(share))
        .w(" of its weights in RAM, ")
        .m(side.slot)
        .w(" keeps ")
        .percent(own.keeps)
        .w(" of its speed.")
}
