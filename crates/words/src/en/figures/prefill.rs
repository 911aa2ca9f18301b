//! Words of figure `prefill`.

use bpt_core::extent::later;

use super::super::N;
use super::say::{ALIKE, Say, after_misfits, no_speed, order};
use crate::figures::{Compared, FigureWords, FirstToken, PrefillLanguage, PrefillTexts, Shown};
use crate::format::THIN;
use crate::language::Room;
use crate::span::Slot;

impl PrefillLanguage for super::super::English {
    fn prefill_texts(&self) -> &'static PrefillTexts {
        later(|| &PrefillTexts {
            name: "First token",
            axis_prompt: "tokens in the prompt →",
            axis_first_token: "seconds to the first token",
            axis_prefill: "prompt tokens read a second",
            feels_instant: "feels instant",
            look_away: "you look away",
            nothing_cached: "nothing cached",
            column_prompt: "Prompt, tokens",
            column_seconds: "seconds",
        })
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
        later(|| words(facts, prompt, room))
    }
}

fn words(facts: &Compared<FirstToken>, prompt: f64, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: after_misfits(facts, line(facts, prompt)),
        takeaway: after_misfits(facts, takeaway(facts, prompt)),
        note: match room {
            Room::Wide => {
                "Both axes are logarithmic. Dotted: one full read of the weights, the least a \
                 prompt can cost. Band: likely range."
            }
            Room::Narrow => "Both axes are logarithmic. Dotted: one full read of the weights.",
        }
        .to_owned(),
    }
}

/// The models that fit and have a wait.
fn waiting(facts: &Compared<FirstToken>) -> Vec<(&Shown<FirstToken>, f64)> {
    facts
        .fitting()
        .into_iter()
        .filter_map(|side| Some((side, side.own.seconds?)))
        .collect()
}

fn title(facts: &Compared<FirstToken>) -> Say {
    let waiting = waiting(facts);
    if facts.fitting().is_empty() {
        return no_speed(facts);
    }
    if waiting.is_empty() {
        return Say::new().w("Requests arrive faster than they finish");
    }
    let compute = waiting
        .iter()
        .all(|(side, _)| side.own.twice_compute >= side.own.twice_bandwidth);
    let memory = waiting
        .iter()
        .all(|(side, _)| side.own.twice_compute <= side.own.twice_bandwidth);
    Say::new().w(match (compute, memory) {
        (true, false) => "A long prompt is paid in compute",
        (false, true) => "A prompt this short is paid in bandwidth",
        _ => "A prompt is paid in compute and in bandwidth",
    })
}

fn seconds(value: f64) -> String {
    format!("{}\u{a0}s", N.forecast(value))
}

fn line(facts: &Compared<FirstToken>, prompt: f64) -> Say {
    let start = Say::new().tokens(prompt).w(of(prompt)).w(": ");
    match waiting(facts)[..] {
        [] => none(facts),
        [(one, wait)] => start.n(wait, seconds(wait)).w(" for ").m(one.slot).w("."),
        [(a, wait_a), (b, wait_b), ..] => start
            .n(wait_a, seconds(wait_a))
            .w(" for ")
            .m(a.slot)
            .w(", ")
            .n(wait_b, seconds(wait_b))
            .w(" for ")
            .m(b.slot)
            .w("."),
    }
}

const fn of(prompt: f64) -> &'static str {
    if prompt == 1.0 { " token" } else { " tokens" }
}

fn none(facts: &Compared<FirstToken>) -> Say {
    if facts.fitting().is_empty() {
        Say::new()
    } else {
        Say::new().w("Requests arrive faster than they finish, so the wait grows without end.")
    }
}

fn takeaway(facts: &Compared<FirstToken>, prompt: f64) -> Say {
    let waiting = waiting(facts);
    let start = Say::new().tokens(prompt).w(of(prompt)).w(if prompt == 1.0 {
        " of prompt costs "
    } else {
        " of prompt cost "
    });
    let say = match waiting[..] {
        [] => return none(facts),
        [(one, wait)] => start.n(wait, seconds(wait)).w(" on ").m(one.slot),
        [(a, wait_a), (b, wait_b), ..] => start
            .n(wait_a, seconds(wait_a))
            .w(" on ")
            .m(a.slot)
            .w(" and ")
            .n(wait_b, seconds(wait_b))
            .w(" on ")
            .m(b.slot),
    };
    let say = say.w(" before the first word.");
    let slow = match waiting[..] {
        [(a, _), (b, _), ..] => order(a, b, |side| side.own.seconds.unwrap_or(0.0)).0,
        [(one, _), ..] => one,
        [] => return say,
    };
    let (compute, memory) = (slow.own.twice_compute, slow.own.twice_bandwidth);
    let (first, second) = if compute >= memory {
        (("compute", compute), ("bandwidth", memory))
    } else {
        (("bandwidth", memory), ("compute", compute))
    };
    let say = say
        .w(" Twice the ")
        .w(first.0)
        .w(" takes ")
        .percent(first.1)
        .w(" off ")
        .m(slow.slot)
        .w("’s wait, twice the ")
        .w(second.0);
    if second.1 * ALIKE < 0.005 {
        say.w(" next to nothing.")
    } else {
        say.w(" ").percent(second.1).w(".")
    }
}
