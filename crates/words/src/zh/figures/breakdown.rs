//! Words of figure `breakdown`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::joined;
use super::super::say::tight;
use super::super::say::{Say, unit};
use super::shared::after_misfits;
use crate::figures::{Breakdown, BreakdownLanguage, BreakdownTexts, Compared, FigureWords, Shown};
use crate::language::Room;

impl BreakdownLanguage for super::super::Chinese {
    fn breakdown_texts(&self) -> &'static BreakdownTexts {
        later(|| &BreakdownTexts {
            name: "时间花在哪里",
            axis_share: "占一步的比例，% →",
        })
    }

    fn part(&self, name: &str, value: f64, decimals: usize) -> String {
        later(|| joined(&[name, &N.decimals(value, decimals)]))
    }

    fn milliseconds(&self, value: f64, decimals: usize) -> String {
        later(|| tight(&N.decimals(value, decimals), "ms"))
    }

    fn experts(&self, touched: f64, all: f64) -> String {
        later(|| joined(&[&N.whole(all), "个专家中的", &N.whole(touched), "个"]))
    }

    fn breakdown(&self, facts: &Compared<Breakdown>, room: Room) -> FigureWords {
        later(|| words(facts, room))
    }
}

/// The parts of a step in order, with what they are called.
fn all(own: &Breakdown) -> [(f64, &'static str); 6] {
    [
        (own.weights, "读取权重"),
        (own.kv, "读取对话（KV）"),
        (own.compute, "计算"),
        (own.fixed, "固定开销"),
        (own.link, "等待互连"),
        (own.host, "RAM 中的部分"),
    ]
}

/// What most of a step goes to, and its share.
fn most(side: &Shown<Breakdown>) -> (f64, &'static str) {
    let [mut most, rest @ ..] = all(&side.own);
    for part in rest {
        if part.0 > most.0 {
            most = part;
        }
    }
    (most.0 / side.own.total.max(f64::MIN_POSITIVE), most.1)
}

fn words(facts: &Compared<Breakdown>, room: Room) -> FigureWords {
    let fitting = facts.fitting();
    let step = facts.users > 1.0 || fitting.iter().any(|side| side.own.tokens > 1.0);
    let title = Say::new().w(if step {
        "一步的时间花在哪里"
    } else {
        "一个 token 的时间花在哪里"
    });
    let line = match fitting[..] {
        [] => Say::new(),
        [one] if facts.sides.len() == 1 => {
            let (share, name) = most(one);
            Say::new().w(name).w("占时间的").percent(share).w("。")
        }
        [one] => time(one).w("。"),
        [a, b, ..] => time(a).w("，").then(time(b)).w("。"),
    };
    FigureWords {
        title: title.done(),
        line: after_misfits(facts, line),
        takeaway: after_misfits(facts, takeaway(&fitting, step)),
        note: note(&fitting, facts.users, room),
    }
}

/// "A 的时间有 85% 是读取权重"
fn time(side: &Shown<Breakdown>) -> Say {
    let (share, name) = most(side);
    Say::new()
        .m(side.slot)
        .w("的时间有")
        .percent(share)
        .w("是")
        .w(name)
}

fn ms(value: f64, decimals: usize) -> String {
    unit(&N.decimals(value, decimals), "ms")
}

fn takeaway(fitting: &[&Shown<Breakdown>], step: bool) -> Say {
    let what = if step { "一步" } else { "一个 token" };
    match fitting[..] {
        [] => Say::new(),
        [one] => {
            let own = &one.own;
            Say::new()
                .m(one.slot)
                .w("的")
                .w(what)
                .w("需要")
                .n(own.total, ms(own.total, own.decimals))
                .w("：")
                .then(parts(own))
                .w("。")
        }
        [a, b, ..] => {
            let quick = if a.own.total <= b.own.total { a } else { b };
            let slow = if a.own.total <= b.own.total { b } else { a };
            let say = Say::new()
                .w(what)
                .w("，")
                .m(a.slot)
                .w("需要")
                .n(a.own.total, ms(a.own.total, a.own.decimals))
                .w("，")
                .m(b.slot)
                .w("需要")
                .n(b.own.total, ms(b.own.total, b.own.decimals))
                .w("。");
            let (quick_fixed, slow_fixed) = (quick.own.fixed, slow.own.fixed);
            if quick_fixed <= 0.0 {
                return say.w("其中没有固定开销。");
            }
            say.w("其中固定开销，")
                .m(quick.slot)
                .w("有")
                .n(quick_fixed, ms(quick_fixed, quick.own.decimals))
                .w("，")
                .m(slow.slot)
                .w("有")
                .n(slow_fixed, ms(slow_fixed, slow.own.decimals))
                .w("，少读字节也缩短不了。")
        }
    }
}

/// "14.1 ms 读取权重，4.9 ms 读取对话（KV），3.6 ms 固定开销"
fn parts(own: &Breakdown) -> Say {
    let shown = all(own).into_iter().filter(|(value, _)| *value > 0.0);
    let mut say = Say::new();
    for (value, name) in shown {
        say = if say.is_empty() { say } else { say.w("，") };
        say = say.w(name).n(value, ms(value, own.decimals));
    }
    say
}

fn note(fitting: &[&Shown<Breakdown>], users: f64, room: Room) -> String {
    let any = |value: fn(&Breakdown) -> f64| fitting.iter().any(|side| value(&side.own) > 0.0);
    let mut note = "实色：读取权重。斜线：读取对话（KV）。灰色：固定开销".to_owned();
    if any(|own| own.compute) {
        note.push_str("和计算");
    }
    note.push('。');
    if any(|own| own.link) {
        note.push_str("圆点：等待互连。");
    }
    if any(|own| own.host) {
        note.push_str("竖线：RAM 中的部分。");
    }
    if users > 1.0 && room == Room::Wide {
        note.push_str("一步同时为所有用户生成。");
    } else if any(|own| own.tokens - 1.0) && room == Room::Wide {
        note.push_str("一步打草稿并验证多个 token。");
    }
    note
}
