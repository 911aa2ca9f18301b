//! Sentences of figure `together` in Chinese.

use crate::facts::{Facts, Reading, Side};
use crate::format::round_significant;
use crate::language::{Chart, Room};
use crate::span::{Slot, Span};

use super::N;
use super::say::{Say, percent, times, unit};

fn words(text: &'static str) -> Vec<Span> {
    Say::new().w(text).done()
}

/// "/ 114.7 GiB"
fn of(usable: f64) -> String {
    format!("/ {}", unit(&N.capacity(usable), "GiB"))
}

/// The sentence above everything: first match.
pub(super) fn sentence(facts: &Facts, room: Room) -> Vec<Span> {
    let a = &facts.a;
    let Some(b) = &facts.b else {
        return alone(facts).done();
    };
    match (a.fits, b.fits) {
        (false, false) => neither(facts, a, b),
        (false, true) => one_not(facts, a, b),
        (true, false) => one_not(facts, b, a),
        (true, true) if facts.same => Say::new().w("A 和 B 完全相同。请改动其中一个。"),
        (true, true) => compare(facts, a, b, room),
    }
    .done()
}

fn alone(facts: &Facts) -> Say {
    let a = &facts.a;
    if !a.fits {
        return does_not(facts, a);
    }
    Say::new()
        .m(a.slot)
        .then(writes(facts, a))
        .w("，需要")
        .n(a.need, N.gib(a.need))
        .own(format!(" {}。", of(a.usable)))
}

/// "每秒生成 10 个 token", for each user where there are several.
fn writes(facts: &Facts, side: &Side) -> Say {
    Say::new()
        .w(each(facts, "每秒生成", "每秒为每个用户生成"))
        .speed(side.slot, side.speed)
        .w("个 token")
}

const fn each(facts: &Facts, one: &'static str, several: &'static str) -> &'static str {
    if facts.users > 1.0 { several } else { one }
}

fn neither(facts: &Facts, a: &Side, b: &Side) -> Say {
    Say::new()
        .w("上下文为")
        .tokens(facts.context)
        .w("时两个都放不下：")
        .m(a.slot)
        .w("超出")
        .gib(a.over)
        .w("，")
        .m(b.slot)
        .w("超出")
        .gib(b.over)
        .w("。")
}

fn does_not(facts: &Facts, side: &Side) -> Say {
    if side.weights > side.usable {
        return Say::new()
            .m(side.slot)
            .w("在")
            .own(side.device.clone())
            .w("上放不下：光是权重就超出")
            .gib(side.weights - side.usable)
            .w("。");
    }
    Say::new()
        .m(side.slot)
        .w("在上下文为")
        .tokens(facts.context)
        .w("时放不下：超出")
        .gib(side.over)
        .w("。")
}

fn one_not(facts: &Facts, not: &Side, fits: &Side) -> Say {
    does_not(facts, not)
        .m(fits.slot)
        .w("放得下，")
        .then(writes(facts, fits))
        .w("。")
}

fn compare(facts: &Facts, a: &Side, b: &Side, room: Room) -> Say {
    let (fast, slow) = if b.speed >= a.speed { (b, a) } else { (a, b) };
    let ratio = fast.speed / slow.speed;
    let say = if ratio <= 1.1 {
        Say::new()
            .m(a.slot)
            .w("和")
            .m(b.slot)
            .w(each(
                facts,
                "差不多一样快，每秒分别生成",
                "差不多一样快，每秒为每个用户分别生成",
            ))
            .speed(a.slot, a.speed)
            .w("和")
            .speed(b.slot, b.speed)
            .w("个 token。")
    } else {
        let say = Say::new()
            .m(fast.slot)
            .w(each(facts, "的生成速度是", "的每用户生成速度是"))
            .m(slow.slot)
            .w("的")
            .n(ratio, times(ratio));
        let say = if room == Room::Wide {
            say.then(why(fast, slow))
        } else {
            say
        };
        say.w("。")
    };
    say.then(fit(a, b))
}

/// What the faster one reads, against the slower.
fn why(fast: &Side, slow: &Side) -> Say {
    let fewer = slow.reads / fast.reads;
    if fewer >= 1.05 {
        return Say::new()
            .w("：每个 token 要读的权重字节，")
            .m(slow.slot)
            .w("是")
            .m(fast.slot)
            .w("的")
            .n(fewer, times(fewer));
    }
    if fewer > 1.0 / 1.05 && fast.device != slow.device {
        let faster = fast.bandwidth / slow.bandwidth;
        if faster < 1.05 {
            return Say::new().w("，尽管").m(fast.slot).w("的内存并不更快");
        }
        return Say::new()
            .w("：")
            .m(fast.slot)
            .w("的内存速度是")
            .m(slow.slot)
            .w("的")
            .n(faster, times(faster));
    }
    if fewer > 1.0 / 1.05 {
        return Say::new().w("，尽管读取的权重字节一样多");
    }
    let more = 1.0 / fewer;
    Say::new()
        .w("，尽管")
        .m(fast.slot)
        .w("读取的权重字节是")
        .m(slow.slot)
        .w("的")
        .n(more, times(more))
}

fn fit(a: &Side, b: &Side) -> Say {
    let tight = if b.spare() < a.spare() { b } else { a };
    let spare = tight.spare();
    if spare < 5.0 {
        return Say::new()
            .w("两个都放得下，其中")
            .m(tight.slot)
            .w("还剩")
            .gib(spare)
            .w("。");
    }
    Say::new()
        .w("两个都放得下，至少还剩")
        .n(spare, unit(&N.whole(spare.floor()), "GiB"))
        .w("。")
}

fn lines(facts: &Facts) -> Vec<&Side> {
    facts.sides().filter(|side| !side.never_fits()).collect()
}

fn little(lines: &[&Side]) -> bool {
    lines.iter().all(|side| side.keeps() > 0.9)
}

pub(super) fn speed_title(facts: &Facts) -> Vec<Span> {
    let lines = lines(facts);
    words(match (lines.len(), facts.b.is_some()) {
        (0, true) => "两个都放不下，所以没有速度可显示",
        (0, false) => "放不下，所以没有速度可显示",
        _ if little(&lines) => "在这里长度几乎没有影响",
        (1, _) => "对话越长，速度越慢",
        _ => "对话越长，两个都越慢",
    })
}

pub(super) fn speed_line(facts: &Facts, room: Room) -> Vec<Span> {
    let lines = lines(facts);
    if lines.is_empty() {
        return words("光是权重就比内存大。");
    }
    let nearest = lines
        .iter()
        .filter_map(|side| Some((side.crossing?, side.slot)))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    if let (Some((at, slot)), false) = (nearest, little(&lines)) {
        let text = N.whole(round_significant(at, 3));
        return match room {
            Room::Wide => Say::new()
                .w("从")
                .p(at, text)
                .w("个 token 起，")
                .m(slot)
                .w("读取的对话（KV）多于权重。"),
            Room::Narrow => Say::new()
                .w("从")
                .p(at, text)
                .w("起，")
                .m(slot)
                .w("读的 KV 多于权重。"),
        }
        .done();
    }
    keeps(&lines, room).done()
}

/// What is left of the speed at the end of each line.
fn keeps(lines: &[&Side], room: Room) -> Say {
    let kept = |say: Say, side: &Side| {
        let share = side.keeps().min(1.0);
        say.m(side.slot).w("保留").p(side.keeps(), percent(share))
    };
    match lines {
        [a, b] if (a.last_at - b.last_at).abs() < 0.5 => {
            let say = Say::new().w("到").tokens(a.last_at).w("时，");
            let say = kept(kept(say, a).w("，"), b);
            say.w(match room {
                Room::Wide => "的速度。",
                Room::Narrow => "。",
            })
        }
        [a, b] if room == Room::Narrow => {
            kept(kept(Say::new().w("占满时，"), a).w("，"), b).w("。")
        }
        [a, b] => {
            let say = kept(Say::new().w("到").tokens(a.last_at).w("时"), a);
            kept(say.w("的速度，到").tokens(b.last_at).w("时"), b).w("。")
        }
        [one, ..] => kept(Say::new().w("到").tokens(one.last_at).w("时，"), one).w("的速度。"),
        [] => Say::new(),
    }
}

pub(super) fn memory_title(facts: &Facts) -> Vec<Span> {
    let a = &facts.a;
    let Some(b) = &facts.b else {
        return match (a.never_fits(), a.full_within(facts.right)) {
            (true, _) => never(a),
            (false, Some(_)) => words("对话会占满内存"),
            (false, None) => words("图中任何长度都放得下"),
        };
    };
    match (a.full_at, b.full_at) {
        (None, None) => Say::new()
            .w("两个在")
            .own(a.device.clone())
            .w("上都放不下")
            .done(),
        (None, Some(_)) => never(a),
        (Some(_), None) => never(b),
        (Some(x), Some(y)) if x >= facts.right && y >= facts.right => {
            words("图中任何长度两个都放得下")
        }
        (Some(x), Some(y)) => {
            let (more, less, ratio) = if y >= x { (b, a, y / x) } else { (a, b, x / y) };
            let say = if less.full_at.is_some_and(|full| full < 1.0) {
                Say::new()
                    .m(more.slot)
                    .w("能容纳对话，")
                    .m(less.slot)
                    .w("不能")
            } else if ratio <= 1.1 {
                Say::new().w("两个能容纳的对话差不多长")
            } else if more.full_at.is_some_and(|full| full >= 16.0 * facts.right) {
                Say::new().w("只有").m(more.slot).w("在任何长度都放得下")
            } else {
                Say::new()
                    .m(more.slot)
                    .w("能容纳的对话是")
                    .m(less.slot)
                    .w("的")
                    .n(ratio, times(ratio))
            };
            say.done()
        }
    }
}

fn never(side: &Side) -> Vec<Span> {
    Say::new()
        .m(side.slot)
        .w("在")
        .own(side.device.clone())
        .w("上怎么也放不下")
        .done()
}

pub(super) fn memory_line(facts: &Facts, room: Room) -> Vec<Span> {
    let a = &facts.a;
    let Some(b) = &facts.b else {
        return sentence_of(a, facts.right).done();
    };
    let two = |first, second| two_sentences(first, second, facts.right, room);
    match (a.full_at, b.full_at) {
        (None, None) => Say::new()
            .w("光是权重就需要")
            .p(a.weights, N.gib(a.weights))
            .w("和")
            .p(b.weights, unit(&N.gib(b.weights), "GiB"))
            .w("，可用的只有")
            .own(unit(&N.capacity(a.usable), "GiB"))
            .w("。"),
        (None, Some(_)) => two(a, b),
        (Some(_), None) => two(b, a),
        (Some(x), Some(y)) => match (x < facts.right, y < facts.right) {
            (true, true) => Say::new()
                .m(Slot::A)
                .w("到")
                .tokens(x)
                .w("占满，")
                .m(Slot::B)
                .w("到")
                .tokens(y)
                .w("占满。"),
            (false, false) => Say::new()
                .w("到")
                .tokens(facts.right)
                .w("时，")
                .m(Slot::A)
                .w("需要")
                .p(a.last_need, unit(&N.gib(a.last_need), "GiB"))
                .w("，")
                .m(Slot::B)
                .w("需要")
                .p(b.last_need, unit(&N.gib(b.last_need), "GiB"))
                .w("。"),
            (true, false) => two(a, b),
            (false, true) => two(b, a),
        },
    }
    .done()
}

fn two_sentences(first: &Side, second: &Side, right: f64, room: Room) -> Say {
    let say = sentence_of(first, right);
    if room == Room::Narrow {
        return say;
    }
    say.then(sentence_of(second, right))
}

fn sentence_of(side: &Side, right: f64) -> Say {
    if side.never_fits() {
        return Say::new()
            .w("光是权重就需要")
            .p(side.weights, unit(&N.gib(side.weights), "GiB"))
            .w("，可用的只有")
            .own(unit(&N.capacity(side.usable), "GiB"))
            .w("。");
    }
    match side.full_within(right) {
        Some(full) => Say::new().m(side.slot).w("到").tokens(full).w("占满。"),
        None => Say::new()
            .w("到")
            .tokens(right)
            .w("时，")
            .m(side.slot)
            .w("需要")
            .p(side.last_need, unit(&N.gib(side.last_need), "GiB"))
            .w("。"),
    }
}

pub(super) fn readout(chart: Chart, context: f64, readings: &[Reading], room: Room) -> Vec<Span> {
    let mut say = Say::new().tokens(context.round()).w("：");
    for (at, reading) in readings.iter().enumerate() {
        say = if at > 0 { say.w("，") } else { say };
        say = say.m(reading.slot);
        say = match (chart, reading.speed) {
            (Chart::Speed, Some([value, low, high])) => {
                let mut text = format!(" {}", N.forecast(value));
                if room == Room::Wide {
                    text = format!("{text}（{}）", N.range(low, high));
                }
                say.p(value, text)
            }
            (Chart::Speed, None) => say.w("放不下"),
            (Chart::Memory, _) => say.p(reading.need, format!(" {}", N.gib(reading.need))),
        };
    }
    match (chart, readings) {
        (Chart::Speed, _) if readings.iter().any(|reading| reading.speed.is_some()) => {
            say.w(" tok/s")
        }
        (Chart::Memory, [first, ..]) => say.own(format!(" {}", of(first.usable))),
        _ => say,
    }
    .done()
}
