//! Words of figure `breakdown`.

use bpt_core::extent::later;

use super::super::N;
use super::say::{Say, after_misfits, percent};
use crate::figures::{Breakdown, BreakdownLanguage, BreakdownTexts, Compared, FigureWords, Shown};
use crate::format::THIN;
use crate::language::Room;

impl BreakdownLanguage for super::super::English {
    fn breakdown_texts(&self) -> &'static BreakdownTexts {
        later(|| &BreakdownTexts {
            name: "Where the time goes",
            axis_share: "share of the step, % →",
        })
    }

    fn part(&self, name: &str, value: f64, decimals: usize) -> String {
        later(|| format!("{name} {}", N.decimals(value, decimals)))
    }

    fn milliseconds(&self, value: f64, decimals: usize) -> String {
        later(|| format!("{}{THIN}ms", N.decimals(value, decimals)))
    }

    fn experts(&self, touched: f64, all: f64) -> String {
        later(|| format!("{} of {} experts", N.whole(touched), N.whole(all)))
    }

    fn breakdown(&self, facts: &Compared<Breakdown>, room: Room) -> FigureWords {
        later(|| words(facts, room))
    }
}

/// What most of a step goes to.
#[derive(Clone, Copy, PartialEq)]
struct Most {
    name: &'static str,
    share: f64,
}

fn most(side: &Shown<Breakdown>) -> Most {
    let own = &side.own;
    let mut most = Most {
        name: "reading weights",
        share: own.weights,
    };
    for (name, value) in [
        ("reading the conversation (KV)", own.kv),
        ("arithmetic", own.compute),
        ("fixed work", own.fixed),
        ("waiting for the link", own.link),
        ("what lies in RAM", own.host),
    ] {
        if value > most.share {
            most = Most { name, share: value };
        }
    }
    most.share /= own.total.max(f64::MIN_POSITIVE);
    most
}

fn capital(name: &'static str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

fn words(facts: &Compared<Breakdown>, room: Room) -> FigureWords {
    let fitting = facts.fitting();
    let step = facts.users > 1.0 || fitting.iter().any(|side| side.own.tokens > 1.0);
    let title = Say::new().w(if step {
        "Where one step’s milliseconds go"
    } else {
        "Where one token’s milliseconds go"
    });
    let line = match fitting[..] {
        [] => Say::new(),
        [one] if facts.sides.len() == 1 => {
            let most = most(one);
            Say::new()
                .own(capital(most.name))
                .w(" takes ")
                .n(most.share, percent(most.share))
                .w(" of the time.")
        }
        [one] => {
            let most = most(one);
            Say::new()
                .own(capital(most.name))
                .w(" takes ")
                .n(most.share, percent(most.share))
                .w(" of ")
                .m(one.slot)
                .w("’s time.")
        }
        [a, b, ..] => both(a, b),
    };
    FigureWords {
        title: title.done(),
        line: after_misfits(facts, line),
        takeaway: after_misfits(facts, takeaway(&fitting, step)),
        note: note(&fitting, facts.users, room),
    }
}

fn both(a: &Shown<Breakdown>, b: &Shown<Breakdown>) -> Say {
    let (first, second) = (most(a), most(b));
    let say = Say::new()
        .own(capital(first.name))
        .w(" takes ")
        .n(first.share, percent(first.share))
        .w(" of ")
        .m(a.slot);
    if first.name == second.name {
        return say
            .w("’s time and ")
            .n(second.share, percent(second.share))
            .w(" of ")
            .m(b.slot)
            .w("’s.");
    }
    say.w("’s time, ")
        .w(second.name)
        .w(" ")
        .n(second.share, percent(second.share))
        .w(" of ")
        .m(b.slot)
        .w("’s.")
}

fn ms(value: f64, decimals: usize) -> String {
    format!("{}\u{a0}ms", N.decimals(value, decimals))
}

fn takeaway(fitting: &[&Shown<Breakdown>], step: bool) -> Say {
    let what = if step { "One step" } else { "One token" };
    match fitting[..] {
        [] => Say::new(),
        [one] => {
            let own = &one.own;
            let say = Say::new()
                .w(what)
                .w(" of ")
                .m(one.slot)
                .w(" takes ")
                .n(own.total, ms(own.total, own.decimals));
            say.w(": ").then(parts(own)).w(".")
        }
        [a, b, ..] => {
            let quick = if a.own.total <= b.own.total { a } else { b };
            let slow = if a.own.total <= b.own.total { b } else { a };
            let say = Say::new()
                .w(what)
                .w(" takes ")
                .m(a.slot)
                .w(" ")
                .n(a.own.total, ms(a.own.total, a.own.decimals))
                .w(" and ")
                .m(b.slot)
                .w(" ")
                .n(b.own.total, ms(b.own.total, b.own.decimals))
                .w(". ");
            let (quick_fixed, slow_fixed) = (quick.own.fixed, slow.own.fixed);
            if quick_fixed <= 0.0 {
                return say.w("None of it is fixed work.");
            }
            say.w("Fixed work, which fewer bytes do not shorten, is ")
                .n(quick_fixed, ms(quick_fixed, quick.own.decimals))
                .w(" of ")
                .m(quick.slot)
                .w("’s and ")
                .n(slow_fixed, ms(slow_fixed, slow.own.decimals))
                .w(" of ")
                .m(slow.slot)
                .w("’s.")
        }
    }
}

/// "14.1 ms for reading weights, 4.9 ms for the conversation and 3.6 ms for fixed work"
fn parts(own: &Breakdown) -> Say {
    let all = [
        (own.weights, "reading weights"),
        (own.kv, "reading the conversation (KV)"),
        (own.compute, "arithmetic"),
        (own.fixed, "fixed work"),
        (own.link, "waiting for the link"),
        (own.host, "what lies in RAM"),
    ];
    let shown: Vec<_> = all.into_iter().filter(|(value, _)| *value > 0.0).collect();
    let mut say = Say::new();
    for (at, (value, name)) in shown.iter().enumerate() {
        say = match at {
            0 => say,
            at if at + 1 == shown.len() => say.w(" and "),
            _ => say.w(", "),
        };
        say = say.n(*value, ms(*value, own.decimals)).w(" for ").w(name);
    }
    say
}

fn note(fitting: &[&Shown<Breakdown>], users: f64, room: Room) -> String {
    let any = |value: fn(&Breakdown) -> f64| fitting.iter().any(|side| value(&side.own) > 0.0);
    let mut note =
        "Solid: weights read. Hatched: conversation (KV) read. Grey: fixed work".to_owned();
    if any(|own| own.compute) {
        note.push_str(" and arithmetic");
    }
    note.push('.');
    if any(|own| own.link) {
        note.push_str(" Dotted: waiting for the link.");
    }
    if any(|own| own.host) {
        note.push_str(" Upright strokes: what lies in RAM.");
    }
    if users > 1.0 && room == Room::Wide {
        note.push_str(" One step writes for all users together.");
    } else if any(|own| own.tokens - 1.0) && room == Room::Wide {
        note.push_str(" One step drafts and verifies several tokens.");
    }
    note
}
