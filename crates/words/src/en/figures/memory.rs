//! Words of figure `memory`.

use bpt_core::extent::later;

use super::super::{N, users_text};
use super::say::{Say, neither};
use crate::figures::{Compared, FigureWords, Held, MemoryLanguage, MemoryTexts, Shown};
use crate::format::THIN;
use crate::language::Room;
use crate::span::Span;

impl MemoryLanguage for super::super::English {
    fn memory_texts(&self) -> &'static MemoryTexts {
        later(|| &MemoryTexts {
            name: "What has to fit",
            axis_gib: "GiB",
            ram_row: "RAM beside it",
            column_device: "Device",
            column_total: "total, GiB",
            column_usable: "usable, GiB",
            column_free: "free, GiB",
            column_weights: "weights, GiB",
            column_kv: "KV, GiB",
            column_buffers: "buffers, GiB",
        })
    }

    fn free_for(&self, gib: f64, users: Option<f64>, context: f64) -> [String; 3] {
        later(|| free_for(gib, users, context))
    }

    fn system(&self, gib: f64) -> String {
        later(|| format!("system {}", N.capacity(gib)))
    }

    fn devices(&self, count: u32, all: u32) -> String {
        later(|| devices(count, all))
    }

    fn over_by(&self, gib: f64) -> String {
        later(|| format!("{}{THIN}GiB over", N.spare(gib)))
    }

    fn memory(&self, facts: &Compared<Held>, room: Room) -> FigureWords {
        later(|| words(facts, room))
    }
}

fn free_for(gib: f64, users: Option<f64>, context: f64) -> [String; 3] {
    let free = N.spare(gib);
    let short = [format!("{free}{THIN}GiB free"), format!("{free} free")];
    let [long, shortest] = short;
    let more = users.filter(|users| *users >= 1.0).map(|users| {
        let who = if (users - 1.0).abs() < 0.5 {
            "1 more user".to_owned()
        } else {
            format!("{} more users", N.whole(users))
        };
        format!("{long}: {who} at {}", N.binary_thousands(context))
    });
    [more.unwrap_or_else(|| long.clone()), long, shortest]
}

fn devices(count: u32, all: u32) -> String {
    match (count, all) {
        (1, 2) => "one of the two devices".to_owned(),
        (2, 2) => "each of the two devices".to_owned(),
        (1, all) => format!("one of {all} devices"),
        (count, all) if count == all => format!("each of {all} devices"),
        (count, all) => format!("{count} of {all} devices, each"),
    }
}

fn words(facts: &Compared<Held>, room: Room) -> FigureWords {
    FigureWords {
        title: Say::new().w("What has to fit in memory").done(),
        line: line(facts),
        takeaway: takeaway(facts),
        note: match room {
            Room::Wide => {
                "Solid: weights. Hatched: conversation (KV). Grey: buffers. Pale: kept for the \
                 system and as a margin."
            }
            Room::Narrow => "Solid: weights. Hatched: conversation (KV). Grey: buffers.",
        }
        .to_owned(),
    }
}

fn free(side: &Shown<Held>) -> f64 {
    side.own.usable - side.own.need
}

fn line(facts: &Compared<Held>) -> Vec<Span> {
    let fitting = facts.fitting();
    let said = match (&fitting[..], &facts.misfits()[..]) {
        ([a, b], _) => Say::new()
            .w("Both fit: ")
            .m(a.slot)
            .w(" leaves ")
            .gib(free(a))
            .w(" free, ")
            .m(b.slot)
            .w(" ")
            .gib(free(b))
            .w("."),
        ([one], []) => Say::new()
            .w("It fits and leaves ")
            .gib(free(one))
            .w(" free."),
        ([one], [not, ..]) => Say::new()
            .m(not.slot)
            .w(" is ")
            .gib(not.over)
            .w(" over. ")
            .m(one.slot)
            .w(" fits and leaves ")
            .gib(free(one))
            .w(" free."),
        (_, [a, b]) => neither(a, b),
        (_, [one]) => Say::new()
            .w("It does not fit: ")
            .gib(one.over)
            .w(" are missing."),
        _ => Say::new(),
    };
    said.done()
}

fn takeaway(facts: &Compared<Held>) -> Vec<Span> {
    let mut say = Say::new();
    for (at, side) in facts.sides.iter().enumerate() {
        if at > 0 {
            say = say.w(" ");
        }
        say = say.then(one(side, facts.context));
    }
    say.done()
}

fn one(side: &Shown<Held>, context: f64) -> Say {
    let own = &side.own;
    let say = Say::new()
        .m(side.slot)
        .w(" needs ")
        .n(own.need, N.gib(own.need))
        .own(format!(" of {}\u{a0}GiB", N.capacity(own.usable)));
    let say = if own.devices > 1 {
        say.w(" on its fullest device")
    } else {
        say
    };
    if !side.fits {
        return say.w(" and does not fit.");
    }
    match own.more_users {
        Some(more) if more >= 1.0 && context >= 2.0 => say
            .w(": there is room for ")
            .n(more, more_users(more))
            .w(" at ")
            .tokens(context)
            .w(" tokens each."),
        _ if context < 2.0 => say.w("."),
        _ => say.w(": there is no room for another user."),
    }
}

fn more_users(more: f64) -> String {
    users_text(more).replacen("user", "more user", 1)
}
