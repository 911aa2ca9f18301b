//! Words of figure `context`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::{Say, times, tokens};
use super::shared::{ALIKE, after_misfits, measured, order};
use crate::figures::{Compared, ContextLanguage, ContextTexts, FigureWords, OverContext, Shown};
use crate::language::Room;

/// Below this context nothing has been lost yet, so the end of the line is told instead, tokens.
const SHORT: f64 = 512.0;

impl ContextLanguage for super::super::Chinese {
    fn context_texts(&self) -> &'static ContextTexts {
        later(|| &ContextTexts {
            name: "上下文",
            column_context: "上下文，token",
        })
    }

    fn context(&self, facts: &Compared<OverContext>, measured: usize, room: Room) -> FigureWords {
        later(|| words(facts, measured, room))
    }
}

fn words(facts: &Compared<OverContext>, runs: usize, room: Room) -> FigureWords {
    FigureWords {
        title: Say::new().w("对话越长，速度越慢").done(),
        line: Say::new().w("每个 token 都把整个对话再读一遍。").done(),
        takeaway: after_misfits(facts, takeaway(facts)),
        note: note(facts, runs, room),
    }
}

/// "到 8,192 个 token 时，A 保留 77% 的速度"
fn kept(at: f64, side: &Shown<OverContext>, share: f64) -> Say {
    Say::new()
        .w("到")
        .tokens(at)
        .w("时，")
        .m(side.slot)
        .w("保留")
        .percent(share)
        .w("的速度")
}

fn takeaway(facts: &Compared<OverContext>) -> Say {
    let early = facts.context <= SHORT;
    let last = |side: &Shown<OverContext>| kept(side.own.last_at, side, side.own.last_keeps);
    match facts.fitting()[..] {
        [] => Say::new(),
        [one] if early => last(one).w("。"),
        [one] => kept(facts.context, one, one.own.keeps).w("。"),
        [a, b, ..] if early => last(a).w("；").then(last(b)).w("。"),
        [a, b, ..] => kept(facts.context, a, a.own.keeps)
            .w("，")
            .m(b.slot)
            .w("保留")
            .percent(b.own.keeps)
            .w("。")
            .then(ratio(a, b)),
    }
}

/// How far apart they are, and how far they were with an empty conversation.
fn ratio(a: &Shown<OverContext>, b: &Shown<OverContext>) -> Say {
    let (fast, slow) = order(a, b, |side| side.speed);
    let now = fast.speed / slow.speed;
    let then = fast.own.first_speed / slow.own.first_speed;
    if now < ALIKE {
        return Say::new().w("这时两个差不多一样快。");
    }
    let say = Say::new()
        .w("这时")
        .m(fast.slot)
        .w("的速度是")
        .m(slow.slot)
        .w("的")
        .n(now, times(now));
    let moved = N.ratio(then) != N.ratio(now) && then > ALIKE;
    if moved {
        say.w("，而对话很短时是").n(then, times(then)).w("。")
    } else {
        say.w("。")
    }
}

fn note(facts: &Compared<OverContext>, runs: usize, room: Room) -> String {
    let trained: Vec<f64> = facts
        .sides
        .iter()
        .filter_map(|side| side.own.trained)
        .collect();
    let dotted = match trained[..] {
        [] => "点线：超出实测范围。".to_owned(),
        [a, b, ..] if (a - b).abs() > 0.5 => format!(
            "点线：超出训练长度 {}（A）、{}（B），或超出实测范围。",
            tokens(a),
            tokens(b)
        ),
        [a, ..] => format!("点线：超出训练长度 {}，或超出实测范围。", tokens(a)),
    };
    let band = match room {
        Room::Wide => "色带：可能范围，五次实测约有四次在内。",
        Room::Narrow => "色带：可能范围。",
    };
    format!("{band}{dotted}{}", measured(runs))
}
