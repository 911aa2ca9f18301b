//! Words of figure `users`.

use bpt_core::extent::later;

use super::super::{N, users_text};
use super::say::{ALIKE, Say, after_misfits, measured, no_speed, order};
use crate::figures::{Compared, FigureWords, OverUsers, Shown, UsersLanguage, UsersTexts};
use crate::language::Room;
use crate::span::Slot;

impl UsersLanguage for super::super::English {
    fn users_texts(&self) -> &'static UsersTexts {
        later(|| &UsersTexts {
            name: "Users",
            axis_total: "tok/s, all users together",
            axis_each: "tok/s for each user",
            compute_bound: "compute is the limit",
            column_users: "Users",
        })
    }

    fn users_axis(&self, context: f64) -> String {
        later(|| {
            format!(
                "users at once, {} of context each →",
                N.binary_thousands(context)
            )
        })
    }

    fn memory_full(&self, slot: Slot, users: f64) -> String {
        later(|| format!("{}: memory full at {}", slot.letter(), N.whole(users)))
    }

    fn users(&self, facts: &Compared<OverUsers>, measured: usize, room: Room) -> FigureWords {
        later(|| words(facts, measured, room))
    }
}

fn words(facts: &Compared<OverUsers>, runs: usize, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: after_misfits(facts, line(facts)),
        takeaway: after_misfits(facts, takeaway(facts)),
        note: note(facts, runs, room),
    }
}

fn to(facts: &Compared<OverUsers>) -> f64 {
    facts.sides.first().map_or(1.0, |side| side.own.to)
}

fn title(facts: &Compared<OverUsers>) -> Say {
    match facts.fitting()[..] {
        [] => no_speed(facts),
        _ if to(facts) <= 1.0 => Say::new().w("No second user fits"),
        [_] => Say::new().w("More users write more together, none of them faster"),
        [a, b, ..] => {
            let (fast, slow) = order(a, b, |side| side.own.total_one);
            let one = fast.own.total_one / slow.own.total_one;
            let many = fast.own.total_to / slow.own.total_to;
            Say::new().w(if many < one * 0.95 {
                "More users close the gap"
            } else if many > one * 1.05 {
                "More users widen the gap"
            } else {
                "More users raise both totals alike"
            })
        }
    }
}

/// "B is 7.2 times as fast" or "about even".
fn lead(a: &Shown<OverUsers>, b: &Shown<OverUsers>, total: fn(&OverUsers) -> f64) -> Say {
    let (fast, slow) = order(a, b, |side| total(&side.own));
    let ratio = total(&fast.own) / total(&slow.own);
    if ratio < ALIKE {
        return Say::new().w("about even");
    }
    Say::new().m(fast.slot).w(" is ").times(ratio).w(" as fast")
}

fn line(facts: &Compared<OverUsers>) -> Say {
    let to = to(facts);
    match facts.fitting()[..] {
        [] => Say::new(),
        [a, b, ..] => {
            let say = Say::new()
                .w("One user: ")
                .then(lead(a, b, |own| own.total_one))
                .w(".");
            if to <= 1.0 {
                return say;
            }
            say.own(format!(" {}: ", users_text(to)))
                .then(lead(a, b, |own| own.total_to))
                .w(".")
        }
        [one] => {
            let say = Say::new()
                .w("One user: ")
                .speed(one.slot, one.own.total_one)
                .w(" tok/s.");
            if to <= 1.0 {
                return say;
            }
            say.own(format!(" {}: ", users_text(to)))
                .n(one.own.total_to, N.forecast(one.own.total_to))
                .w(" in all.")
        }
    }
}

fn takeaway(facts: &Compared<OverUsers>) -> Say {
    let to = to(facts);
    let fitting = facts.fitting();
    if fitting.is_empty() {
        return Say::new();
    }
    if to <= 1.0 {
        return Say::new().w("A second user would not fit, so nothing can be shared.");
    }
    let raises = |side: &Shown<OverUsers>| side.own.total_to / side.own.total_one;
    let start = Say::new()
        .w("With ")
        .own(users_text(to))
        .w(" instead of 1, ");
    let say = match fitting[..] {
        [one] => start.m(one.slot).w("’s total is ").then(gain(raises(one))),
        [a, b, ..] => start
            .m(a.slot)
            .w("’s total is ")
            .then(gain(raises(a)))
            .w(" and ")
            .m(b.slot)
            .w("’s ")
            .then(gain(raises(b))),
        [] => start,
    };
    let say = say
        .w(". No single user gets faster")
        .then(shares(&fitting, to))
        .w(".");
    let spread = fitting
        .iter()
        .find_map(|side| Some((side.slot, side.own.experts?)));
    match spread {
        Some((slot, [one, many, all])) if many > one * 1.05 => say
            .w(" Each new user calls on other experts: ")
            .m(slot)
            .w(" reads ")
            .n(many, N.whole(many))
            .own(format!(" of {} in a layer instead of ", N.whole(all)))
            .n(one, N.whole(one))
            .w("."),
        _ => say,
    }
}

/// What is left for each user: ": A writes 8.6 tok/s for each instead of 11, B 23 instead of 72".
fn shares(fitting: &[&Shown<OverUsers>], to: f64) -> Say {
    let mut say = Say::new();
    for side in fitting {
        let [one, each] = [side.own.total_one, side.own.total_to / to];
        if N.forecast(one) == N.forecast(each) {
            continue;
        }
        let first = say.is_empty();
        say = say.w(if first { ": " } else { ", " }).m(side.slot);
        say = say.w(if first { " writes " } else { " " });
        say = say.n(each, N.forecast(each));
        say = say.w(if first {
            " tok/s for each instead of "
        } else {
            " instead of "
        });
        say = say.n(one, N.forecast(one));
    }
    say
}

fn gain(ratio: f64) -> Say {
    if ratio < 1.05 {
        Say::new().w("hardly higher")
    } else {
        Say::new().times(ratio).w(" as high")
    }
}

fn note(facts: &Compared<OverUsers>, runs: usize, room: Room) -> String {
    let moe = facts.sides.iter().any(|side| side.own.experts.is_some());
    let note = match (room, moe) {
        (Room::Wide, true) => {
            "A line ends where memory is full. Dotted: more users than were measured. The small \
             bar: distinct experts that a step reads in a layer."
        }
        _ => "A line ends where memory is full.",
    };
    format!("{note}{}", measured(runs))
}
