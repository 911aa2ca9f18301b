//! Words of figure `users`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::joined;
use super::super::say::{Say, users as users_text};
use super::shared::{ALIKE, after_misfits, measured, no_speed, order};
use crate::figures::{Compared, FigureWords, OverUsers, Shown, UsersLanguage, UsersTexts};
use crate::language::Room;
use crate::span::Slot;

impl UsersLanguage for super::super::Chinese {
    fn users_texts(&self) -> &'static UsersTexts {
        later(|| &UsersTexts {
            name: "用户",
            axis_total: "全部用户合计 tok/s",
            axis_each: "每用户 tok/s",
            compute_bound: "受算力限制",
            column_users: "用户",
        })
    }

    fn users_axis(&self, context: f64) -> String {
        later(|| joined(&["并发用户，每个上下文", &N.binary_thousands(context), " →"]))
    }

    fn memory_full(&self, slot: Slot, users: f64) -> String {
        later(|| joined(&[slot.letter(), "：到", &N.whole(users), "内存占满"]))
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
        _ if to(facts) <= 1.0 => Say::new().w("第二个用户放不下"),
        [_] => Say::new().w("用户越多，合计越快，但单个用户不会更快"),
        [a, b, ..] => {
            let (fast, slow) = order(a, b, |side| side.own.total_one);
            let one = fast.own.total_one / slow.own.total_one;
            let many = fast.own.total_to / slow.own.total_to;
            Say::new().w(if many < one * 0.95 {
                "用户越多，差距越小"
            } else if many > one * 1.05 {
                "用户越多，差距越大"
            } else {
                "用户增多时，两个的合计提高幅度相当"
            })
        }
    }
}

/// "B 的速度是 A 的 7.2 倍" or that they are about even.
fn lead(a: &Shown<OverUsers>, b: &Shown<OverUsers>, total: fn(&OverUsers) -> f64) -> Say {
    let (fast, slow) = order(a, b, |side| total(&side.own));
    let ratio = total(&fast.own) / total(&slow.own);
    if ratio < ALIKE {
        return Say::new().w("差不多");
    }
    Say::new()
        .m(fast.slot)
        .w("的速度是")
        .m(slow.slot)
        .w("的")
        .times(ratio)
}

fn line(facts: &Compared<OverUsers>) -> Say {
    let to = to(facts);
    let one_user = Say::new().w("1 个用户：");
    let several = |say: Say| say.own(users_text(to)).w("合计：");
    match facts.fitting()[..] {
        [] => Say::new(),
        [a, b, ..] => {
            let say = one_user.then(lead(a, b, |own| own.total_one)).w("。");
            if to <= 1.0 {
                return say;
            }
            several(say).then(lead(a, b, |own| own.total_to)).w("。")
        }
        [one] => {
            let say = one_user.speed(one.slot, one.own.total_one).w(" tok/s。");
            if to <= 1.0 {
                return say;
            }
            several(say)
                .n(one.own.total_to, N.forecast(one.own.total_to))
                .w(" tok/s。")
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
        return Say::new().w("第二个用户放不下，所以没有可以共享的读取。");
    }
    let mut say = Say::new().w("从 1 个增加到").own(users_text(to)).w("，");
    for (at, side) in fitting.iter().enumerate() {
        say = say.w(if at > 0 { "，" } else { "" });
        say = say
            .m(side.slot)
            .w("的合计速度")
            .then(gain(side.own.total_to / side.own.total_one));
    }
    let say = say
        .w("。没有一个用户变快")
        .then(shares(&fitting, to))
        .w("。");
    let spread = fitting
        .iter()
        .find_map(|side| Some((side.slot, side.own.experts?)));
    match spread {
        Some((slot, [one, many, all])) if many > one * 1.05 => say
            .w("每个新用户都用到别的专家：")
            .m(slot)
            .w("在一层的")
            .own(N.whole(all))
            .w("个专家中读取")
            .n(many, N.whole(many))
            .w("个，而不是")
            .n(one, N.whole(one))
            .w("个。"),
        _ => say,
    }
}

/// What is left for each user.
fn shares(fitting: &[&Shown<OverUsers>], to: f64) -> Say {
    let mut say = Say::new();
    for side in fitting {
        let [one, each] = [side.own.total_one, side.own.total_to / to];
        if N.forecast(one) == N.forecast(each) {
            continue;
        }
        let first = say.is_empty();
        say = say
            .w(if first { "：每个用户，" } else { "，" })
            .m(side.slot)
            .w(" 从 ")
            .n(one, N.forecast(one))
            .w(" 降到 ")
            .n(each, N.forecast(each))
            .w(" tok/s");
    }
    say
}

fn gain(ratio: f64) -> Say {
    if ratio < 1.05 {
        Say::new().w("几乎不变")
    } else {
        Say::new().w("变为").times(ratio)
    }
}

fn note(facts: &Compared<OverUsers>, runs: usize, room: Room) -> String {
    let moe = facts.sides.iter().any(|side| side.own.experts.is_some());
    let note = match (room, moe) {
        (Room::Wide, true) => {
            "线在内存占满处终止。点线：用户数超出实测范围。小条：一步在一层中读取的不同专家。"
        }
        _ => "线在内存占满处终止。",
    };
    format!("{note}{}", measured(runs))
}
