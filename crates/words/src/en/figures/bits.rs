//! Words of figure `bits`.

use bpt_core::extent::later;

use super::super::N;
use super::gains::{self, Gain};
use super::say::{Say, after_misfits, no_speed};
use crate::figures::{BitsLanguage, BitsTexts, Compared, FigureWords, OverBits, Shown};
use crate::language::Room;
use crate::span::Slot;

/// A gain below this share of the bytes saved is explained.
const SHORT_OF: f64 = 0.93;

impl BitsLanguage for super::super::English {
    fn bits_texts(&self) -> &'static BitsTexts {
        later(|| &BitsTexts {
            name: "Bits per weight",
            axis_bits: "bits per weight →",
            axis_loss: "quality lost, points (guide)",
            quality_drops: "quality drops here",
            column_bits: "Bits per weight",
        })
    }

    fn full_bits(&self, slot: Slot, bits: f64) -> String {
        later(|| format!("{}: memory full at {} bits", slot.letter(), N.ratio(bits)))
    }

    fn only_bytes(&self, slot: Slot) -> String {
        later(|| format!("{}, if only bytes counted", slot.letter()))
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
                "Dots: named formats. Dashed: if only bytes counted. Quality: measured on one \
                 small model, a guide only, because larger models lose less."
            }
            Room::Narrow => "Dots: named formats. Dashed: if only bytes counted.",
        }
        .to_owned(),
    }
}

fn title(facts: &Compared<OverBits>) -> Say {
    match facts.fitting()[..] {
        [] => no_speed(facts),
        [one] => Say::new().w(match one.own.halved {
            gain if gain > 1.75 => "Half the bits, nearly twice the speed",
            gain if gain > 1.15 => "Half the bits, more speed, but not twice",
            _ => "Fewer bits save memory here, not time",
        }),
        [a, b, ..] => gains::title("Fewer bits help", gain(a), gain(b)),
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
    let say = gains::list("Half the present bits: ", ", ", &gains);
    say.w(if gains.is_empty() { "" } else { "." })
}

fn bits(value: f64) -> String {
    N.ratio(value)
}

fn takeaway(facts: &Compared<OverBits>) -> Say {
    let fitting = facts.fitting();
    let Some(first) = fitting.first() else {
        return Say::new();
    };
    let say = path(first);
    match fitting[..] {
        [_, second, ..] if first.own.from_fits => say.w(" ").then(second_path(second)),
        [_, second, ..] => say.w(" ").then(path(second)),
        _ => say,
    }
}

fn ratio(side: &Shown<OverBits>) -> f64 {
    side.own.to_speed / side.own.from_speed
}

/// How much the speed changed; a change that rounds to nothing is not "1.0 times".
fn faster(side: &Shown<OverBits>) -> Say {
    let ratio = ratio(side);
    if (0.95..1.05).contains(&ratio) {
        return Say::new().w("hardly faster");
    }
    Say::new().times(ratio).w(" as fast")
}

/// The first model's way from many bits to few.
fn path(side: &Shown<OverBits>) -> Say {
    let own = &side.own;
    if own.to > own.from * 0.97 {
        // Nothing lies between, or the way leads up.
        return Say::new()
            .m(side.slot)
            .w(" writes ")
            .speed(side.slot, own.to_speed)
            .w(" tok/s at ")
            .p(own.to, bits(own.to))
            .w(" bits.");
    }
    if !own.from_fits {
        return Say::new()
            .w("At ")
            .p(own.from, bits(own.from))
            .w(" bits ")
            .m(side.slot)
            .w(" would not fit; at ")
            .p(own.to, bits(own.to))
            .w(" it writes ")
            .n(own.to_speed, N.forecast(own.to_speed))
            .w(" tok/s.");
    }
    Say::new()
        .w("From ")
        .p(own.from, bits(own.from))
        .w(" to ")
        .p(own.to, bits(own.to))
        .w(" bits ")
        .m(side.slot)
        .w(" goes from ")
        .n(own.from_speed, N.forecast(own.from_speed))
        .w(" to ")
        .n(own.to_speed, N.forecast(own.to_speed))
        .w(" tok/s, ")
        .then(faster(side))
        .w(" with ")
        .n(
            own.fewer_bytes,
            format!("{}\u{a0}times fewer bytes", N.ratio(own.fewer_bytes)),
        )
        .w(".")
}

fn second_path(side: &Shown<OverBits>) -> Say {
    let own = &side.own;
    if !own.from_fits || own.to > own.from * 0.97 {
        return path(side);
    }
    let say = Say::new().m(side.slot).w(" becomes ").then(faster(side));
    if ratio(side) < own.fewer_bytes * SHORT_OF {
        say.w(", because fixed work and the conversation (KV) do not shrink.")
    } else {
        say.w(".")
    }
}
