//! Words of figure `speculation`.

use bpt_core::extent::later;

use super::super::N;
use super::say::{Say, after_misfits, each, no_speed, percent};
use crate::figures::{
    Compared, FigureWords, Shown, Speculating, SpeculationLanguage, SpeculationTexts,
};
use crate::language::Room;

/// A speed-up this close to 1 is called none.
const EVEN: f64 = 0.05;
/// A factor above this means kernels that are not fused.
const FUSED: f64 = 1.05;

impl SpeculationLanguage for super::super::English {
    fn speculation_texts(&self) -> &'static SpeculationTexts {
        later(|| &SpeculationTexts {
            name: "Speculation",
            axis_acceptance: "share of drafted tokens accepted →",
            axis_speedup: "times the speed without",
            slower_than_without: "slower than without",
            column_acceptance: "Acceptance",
        })
    }

    fn drafts(&self, drafts: f64) -> String {
        later(|| {
            if (drafts - 1.0).abs() < 1e-9 {
                "1 draft".to_owned()
            } else {
                format!("{} drafts", N.trimmed(drafts, 2))
            }
        })
    }

    fn breaks_even(&self, acceptance: f64) -> String {
        later(|| format!("breaks even at {}", N.decimals(acceptance, 2)))
    }

    fn speculation(&self, facts: &Compared<Speculating>, room: Room) -> FigureWords {
        later(|| words(facts, room))
    }
}

fn words(facts: &Compared<Speculating>, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: after_misfits(facts, line(facts)),
        takeaway: after_misfits(facts, takeaway(facts)),
        note: match room {
            Room::Wide => {
                "Thick: the present number of drafts, with its likely range. Thin: other numbers. \
                 Grey ground: slower than without."
            }
            Room::Narrow => "Thick: the present number of drafts. Grey ground: slower.",
        }
        .to_owned(),
    }
}

fn title(facts: &Compared<Speculating>) -> Say {
    let fitting = facts.fitting();
    if fitting.is_empty() {
        return no_speed(facts);
    }
    let all = |test: fn(&Speculating) -> bool| fitting.iter().all(|side| test(&side.own));
    Say::new().w(if all(|own| own.break_even.is_none()) {
        "No acceptance rate breaks even"
    } else if all(|own| own.speedup >= 1.0 + EVEN) {
        "At this acceptance drafting pays"
    } else if all(|own| own.speedup <= 1.0 - EVEN) {
        "At this acceptance drafting loses"
    } else if all(|own| (own.speedup - 1.0).abs() < EVEN) {
        "At this acceptance drafting neither pays nor loses"
    } else {
        "Drafting pays for one and not for the other"
    })
}

fn line(facts: &Compared<Speculating>) -> Say {
    let fitting = facts.fitting();
    let Some(first) = fitting.first() else {
        return Say::new();
    };
    let clause = |side: &Shown<Speculating>| match side.own.break_even {
        None => Say::new().m(side.slot).w(" never breaks even"),
        Some(at) if at <= 0.005 => Say::new().m(side.slot).w(" cannot lose"),
        Some(at) => Say::new()
            .m(side.slot)
            .w(" breaks even at ")
            .n(at, N.decimals(at, 2)),
    };
    let say = Say::new().then(clause(first));
    let say = match fitting[..] {
        [_, second, ..] => say.w(", ").then(clause(second)),
        _ => say,
    };
    say.w("; here ")
        .p(first.own.acceptance, N.decimals(first.own.acceptance, 2))
        .w(" of the drafted tokens are accepted.")
}

/// "1.3 times faster", "4.3 times slower", "no faster".
fn outcome(speedup: f64) -> Say {
    if speedup >= 1.0 + EVEN {
        Say::new().n(speedup, format!("{}\u{a0}times faster", N.ratio(speedup)))
    } else if speedup <= 1.0 - EVEN {
        let slower = 1.0 / speedup;
        Say::new().n(slower, format!("{}\u{a0}times slower", N.ratio(slower)))
    } else {
        Say::new().w("no faster")
    }
}

fn drafted(drafts: f64) -> String {
    if (drafts - 1.0).abs() < 1e-9 {
        "1 drafted token".to_owned()
    } else {
        format!("{} drafted tokens", N.trimmed(drafts, 2))
    }
}

fn takeaway(facts: &Compared<Speculating>) -> Say {
    let fitting = facts.fitting();
    let Some(first) = fitting.first() else {
        return Say::new();
    };
    let own = &first.own;
    let unfused = own.unfused > FUSED;
    let start = Say::new()
        .own(drafted(own.drafts))
        .w(" at ")
        .p(own.acceptance, percent(own.acceptance))
        .w(" acceptance ");
    let say = if unfused {
        start
            .w("would make ")
            .m(first.slot)
            .w(" ")
            .then(outcome(own.fused))
            .w(". Drafting and checking run ")
            .p(
                own.unfused,
                format!("{}\u{a0}times too slow", N.ratio(own.unfused)),
            )
            .w(" and make it ")
            .then(outcome(own.speedup))
    } else {
        start
            .w(if own.drafts > 1.0 { "make " } else { "makes " })
            .m(first.slot)
            .w(" ")
            .then(outcome(own.speedup))
    };
    let say = say
        .w(": from ")
        .n(own.before, N.forecast(own.before))
        .w(" to ")
        .n(own.after, N.forecast(own.after))
        .w(" tok/s")
        .w(each(facts.users))
        .w(".");
    let say = match fitting[..] {
        [_, second, ..] => say
            .w(" ")
            .m(second.slot)
            .w(" gets ")
            .then(outcome(second.own.speedup))
            .w("."),
        _ => say,
    };
    match own.context_lost {
        Some(lost) if lost >= 256.0 => say
            .w(" The draft takes the room of ")
            .n(lost, N.whole(lost))
            .w(" tokens of context."),
        _ => say,
    }
}
