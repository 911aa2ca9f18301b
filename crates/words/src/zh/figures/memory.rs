//! Words of figure `memory`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::{Say, joined, tight, unit};
use crate::figures::{Compared, FigureWords, Held, MemoryLanguage, MemoryTexts, Shown};
use crate::language::Room;
use crate::span::Span;

impl MemoryLanguage for super::super::Chinese {
    fn memory_texts(&self) -> &'static MemoryTexts {
        later(|| &MemoryTexts {
            name: "必须放下什么",
            axis_gib: "GiB",
            ram_row: "旁边的 RAM",
            column_device: "设备",
            column_total: "合计，GiB",
            column_usable: "可用，GiB",
            column_free: "空闲，GiB",
            column_weights: "权重，GiB",
            column_kv: "KV，GiB",
            column_buffers: "缓冲区，GiB",
        })
    }

    fn free_for(&self, gib: f64, users: Option<f64>, context: f64) -> [String; 3] {
        later(|| free_for(gib, users, context))
    }

    fn system(&self, gib: f64) -> String {
        later(|| joined(&["系统", &N.capacity(gib)]))
    }

    fn devices(&self, count: u32, all: u32) -> String {
        later(|| devices(count, all))
    }

    fn over_by(&self, gib: f64) -> String {
        later(|| joined(&["超出", &tight(&N.spare(gib), "GiB")]))
    }

    fn memory(&self, facts: &Compared<Held>, room: Room) -> FigureWords {
        later(|| words(facts, room))
    }
}

fn free_for(gib: f64, users: Option<f64>, context: f64) -> [String; 3] {
    let free = N.spare(gib);
    let long = joined(&["空闲", &tight(&free, "GiB")]);
    let more = users.filter(|users| *users >= 1.0).map(|users| {
        joined(&[
            &long,
            "：上下文",
            &N.binary_thousands(context),
            "时还能多",
            &N.whole(users),
            "个用户",
        ])
    });
    [
        more.unwrap_or_else(|| long.clone()),
        long,
        joined(&["空闲", &free]),
    ]
}

fn devices(count: u32, all: u32) -> String {
    let all_text = all.to_string();
    match count {
        1 => joined(&[&all_text, "台设备中的一台"]),
        count if count == all => joined(&[&all_text, "台设备，每台"]),
        count => joined(&[&all_text, "台设备中的", &count.to_string(), "台，每台"]),
    }
}

fn words(facts: &Compared<Held>, room: Room) -> FigureWords {
    FigureWords {
        title: Say::new().w("内存里要放下什么").done(),
        line: line(facts),
        takeaway: takeaway(facts),
        note: match room {
            Room::Wide => "实色：权重。斜线：对话（KV）。灰色：缓冲区。浅色：系统保留和余量。",
            Room::Narrow => "实色：权重。斜线：对话（KV）。灰色：缓冲区。",
        }
        .to_owned(),
    }
}

fn free(side: &Shown<Held>) -> f64 {
    side.own.usable - side.own.need
}

fn line(facts: &Compared<Held>) -> Vec<Span> {
    let fitting = facts.fitting();
    let left = |say: Say, side: &Shown<Held>| say.m(side.slot).w("还空闲").gib(free(side));
    let over = |say: Say, side: &Shown<Held>| say.m(side.slot).w("超出").gib(side.over);
    let said = match (&fitting[..], &facts.misfits()[..]) {
        ([a, b], _) => {
            let say = left(Say::new().w("两个都放得下："), a).w("，");
            left(say, b).w("。")
        }
        ([one], []) => Say::new().w("放得下，还空闲").gib(free(one)).w("。"),
        ([one], [not, ..]) => over(Say::new(), not)
            .w("。")
            .m(one.slot)
            .w("放得下，还空闲")
            .gib(free(one))
            .w("。"),
        (_, [a, b]) => {
            let say = over(Say::new().w("两个都放不下："), a).w("，");
            over(say, b).w("。")
        }
        (_, [one]) => Say::new().w("放不下：还差").gib(one.over).w("。"),
        _ => Say::new(),
    };
    said.done()
}

fn takeaway(facts: &Compared<Held>) -> Vec<Span> {
    facts
        .sides
        .iter()
        .fold(Say::new(), |say, side| say.then(one(side, facts.context)))
        .done()
}

fn one(side: &Shown<Held>, context: f64) -> Say {
    let own = &side.own;
    let say = Say::new().m(side.slot);
    let say = if own.devices > 1 {
        say.w("在占用最多的设备上需要")
    } else {
        say.w("需要")
    };
    let say = say
        .n(own.need, unit(&N.gib(own.need), "GiB"))
        .w("，可用")
        .own(unit(&N.capacity(own.usable), "GiB"));
    if !side.fits {
        return say.w("，放不下。");
    }
    match own.more_users {
        Some(more) if more >= 1.0 && context >= 2.0 => say
            .w("：上下文各为")
            .tokens(context)
            .w("时，还能再放")
            .n(more, format!("{}\u{a0}个用户", N.whole(more)))
            .w("。"),
        _ if context < 2.0 => say.w("。"),
        _ => say.w("：再多一个用户就放不下。"),
    }
}
