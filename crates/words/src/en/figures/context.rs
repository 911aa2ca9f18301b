//! Words of figure `context`.

use bpt_core::extent::later;

use super::super::N;
use super::say::{ALIKE, Say, after_misfits, measured, order};
use crate::figures::{Compared, ContextLanguage, ContextTexts, FigureWords, OverContext, Shown};
use crate::language::Room;

/// Below this context nothing has been lost yet, so the end of the line is told instead, tokens.
const SHORT: f64 = 512.0;

impl ContextLanguage for super::super::English {
    fn context_texts(&self) -> &'static ContextTexts {
        later(|| &ContextTexts {
            name: "Context",
            column_context: "Context, tokens",
        })
    }

    fn context(&self, facts: &Compared<OverContext>, measured: usize, room: Room) -> FigureWords {
        later(|| words(facts, measured, room))
    }
}

fn words(facts: &Compared<OverContext>, runs: usize, room: Room) -> FigureWords {
    FigureWords {
        title: Say::new().w("Longer conversations slow it down").done(),
        line: Say::new()
            .w("Each token reads the whole conversation again.")
            .done(),
        takeaway: after_misfits(facts, takeaway(facts)),
        note: note(facts, runs, room),
    }
}

fn takeaway(facts: &Compared<OverContext>) -> Say {
    let early = facts.context <= SHORT;
    match facts.fitting()[..] {
        [] => Say::new(),
        [one] if early => Say::new()
            .w("By ")
            .tokens(one.own.last_at)
            .w(" tokens ")
            .m(one.slot)
            .w(" keeps ")
            .percent(one.own.last_keeps)
            .w(" of its speed."),
        [one] => Say::new()
            .w("At ")
            .tokens(facts.context)
            .w(" tokens ")
            .m(one.slot)
            .w(" keeps ")
            .percent(one.own.keeps)
            .w(" of its speed."),
        [a, b, ..] if early => Say::new()
            .m(a.slot)
            .w(" keeps ")
            .percent(a.own.last_keeps)
            .w(" of its speed to ")
            .tokens(a.own.last_at)
            .w(" tokens, ")
            .m(b.slot)
            .w(" keeps ")
            .percent(b.own.last_keeps)
            .w(" to ")
            .tokens(b.own.last_at)
            .w("."),
        [a, b, ..] => Say::new()
            .w("At ")
            .tokens(facts.context)
            .w(" tokens ")
            .m(a.slot)
            .w(" keeps ")
            .percent(a.own.keeps)
            .w(" of its speed and ")
            .m(b.slot)
            .w(" keeps ")
            .percent(b.own.keeps)
            .w(". ")
            .then(ratio(a, b)),
    }
}

/// How far apart they are, and how far they were with an empty conversation.
fn ratio(a: &Shown<OverContext>, b: &Shown<OverContext>) -> Say {
    let (fast, slow) = order(a, b, |side| side.speed);
    let now = fast.speed / slow.speed;
    let then = fast.own.first_speed / slow.own.first_speed;
    if now < ALIKE {
        return Say::new().w("They are about as fast there.");
    }
    let say = Say::new()
        .m(fast.slot)
        .w(" is ")
        .n(now, format!("{}\u{a0}times faster", N.ratio(now)))
        .w(" there");
    let moved = N.ratio(then) != N.ratio(now) && then > ALIKE;
    match moved {
        true if then > now => say.w(", down from ").n(then, N.ratio(then)).w("."),
        true => say.w(", up from ").n(then, N.ratio(then)).w("."),
        false => say.w("."),
    }
}

fn note(facts: &Compared<OverContext>, runs: usize, room: Room) -> String {
    let trained: Vec<f64> = facts
        .sides
        .iter()
        .filter_map(|side| side.own.trained)
        .collect();
    let dotted = match trained[..] {
        [] => "Dotted: outside what was measured.".to_owned(),
        [a, b, ..] if (a - b).abs() > 0.5 => format!(
            "Dotted: past the trained {} tokens (A), {} (B), or outside what was measured.",
            N.whole(a),
            N.whole(b)
        ),
        [a, ..] => format!(
            "Dotted: past the trained {} tokens or outside what was measured.",
            N.whole(a)
        ),
    };
    let band = match room {
        Room::Wide => "Band: likely range, four runs of five.",
        Room::Narrow => "Band: likely range.",
    };
    format!("{band} {dotted}{}", measured(runs))
}
