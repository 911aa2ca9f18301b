//! Words of figure `two`.

use bpt_core::extent::later;

use super::super::N;
use super::say::{Say, each};
use crate::figures::{Compared, Divided, FigureWords, Shown, SplitKind, TwoLanguage, TwoTexts};
use crate::language::Room;

/// Speeds apart by less than this ratio are a wash.
const WASH: f64 = 1.1;

impl TwoLanguage for super::super::English {
    fn two_texts(&self) -> &'static TwoTexts {
        later(|| &TwoTexts {
            name: "Two devices",
            column_split: "Split",
            column_sum_ms: "all, ms",
        })
    }

    fn split_name(&self, kind: SplitKind, count: u32) -> String {
        later(|| match kind {
            SplitKind::One => "1 device".to_owned(),
            SplitKind::Layers => format!("{count} devices, split by layers"),
            SplitKind::Tensor => format!("{count} devices, split by tensor"),
        })
    }

    fn two(&self, facts: &Compared<Divided>, room: Room) -> FigureWords {
        later(|| words(facts, room))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Worth,
    Wash,
    Loses,
    Impossible,
}

fn verdict(own: &Divided) -> Verdict {
    if own.tensor.is_none() {
        Verdict::Impossible
    } else if own.gains >= WASH {
        Verdict::Worth
    } else if own.gains > 1.0 / WASH {
        Verdict::Wash
    } else {
        Verdict::Loses
    }
}

fn words(facts: &Compared<Divided>, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: line(facts).done(),
        takeaway: takeaway(facts).done(),
        note: match room {
            Room::Wide => {
                "Solid: weights read. Hatched: conversation (KV) read. Grey: fixed work. Dots: \
                 waiting for the link. Split by layers, devices take turns."
            }
            Room::Narrow => "Solid: weights. Hatched: KV. Grey: fixed work. Dots: the link.",
        }
        .to_owned(),
    }
}

fn title(facts: &Compared<Divided>) -> Say {
    let verdicts: Vec<_> = facts
        .sides
        .iter()
        .map(|side| (side.slot, verdict(&side.own)))
        .collect();
    let one = |verdict| match verdict {
        Verdict::Worth => "Dividing every layer pays here",
        Verdict::Wash => "Dividing every layer is a wash here",
        Verdict::Loses => "Dividing every layer costs more than it saves",
        Verdict::Impossible => "Even divided it does not fit",
    };
    match verdicts[..] {
        [(_, a), (_, b)] if a == b => Say::new().w(match a {
            Verdict::Worth => "Dividing every layer pays for both",
            Verdict::Wash => "Dividing every layer is a wash for both",
            Verdict::Loses => "Dividing every layer costs both more than it saves",
            Verdict::Impossible => "Even divided neither fits",
        }),
        [(a, Verdict::Worth), (b, other)] => pays_for(a, b, other),
        [(a, other), (b, Verdict::Worth)] => pays_for(b, a, other),
        [(_, a), (_, b)] => Say::new().w(if a == Verdict::Loses || b == Verdict::Loses {
            "Dividing every layer pays for neither"
        } else {
            "Dividing every layer gains little here"
        }),
        [(_, only), ..] => Say::new().w(one(only)),
        [] => Say::new(),
    }
}

fn pays_for(a: crate::span::Slot, b: crate::span::Slot, other: Verdict) -> Say {
    let say = Say::new().w("Dividing every layer pays for ").m(a);
    match other {
        Verdict::Impossible => say.w(" alone"),
        Verdict::Wash => say.w(", hardly for ").m(b),
        Verdict::Worth | Verdict::Loses => say.w(", not for ").m(b),
    }
}

/// How much slower the link is than memory, and the inequality.
fn line(facts: &Compared<Divided>) -> Say {
    let ratio = facts
        .sides
        .first()
        .map_or(1.0, |side| side.own.memory_over_link);
    let say = if ratio < 1.5 {
        Say::new().w("The link moves bytes about as fast as memory here; its wait counts.")
    } else {
        Say::new()
            .w("The link moves ")
            .n(ratio, format!("{}\u{a0}times fewer", N.ratio(ratio)))
            .w(" bytes a second than memory, but little has to cross it.")
    };
    say.then(inequality(facts))
}

/// What a split by tensor saves in reading against what it pays in waiting.
fn inequality(facts: &Compared<Divided>) -> Say {
    let mut say = Say::new();
    for side in facts.sides.iter().filter(|side| side.own.tensor.is_some()) {
        let [saves, pays] = [side.own.saves_ms, side.own.pays_ms];
        let sign = match (ms(saves) == ms(pays), saves > pays) {
            (true, _) => " = ",
            (false, true) => " > ",
            (false, false) => " < ",
        };
        let before = if say.is_empty() {
            " Reading saved against waiting paid, by tensor: "
        } else {
            "; "
        };
        say = say
            .w(before)
            .m(side.slot)
            .w(" ")
            .n(saves, ms(saves))
            .w(sign)
            .n(pays, ms(pays));
    }
    if say.is_empty() { say } else { say.w(".") }
}

fn takeaway(facts: &Compared<Divided>) -> Say {
    let mut say = Say::new();
    for (at, side) in facts.sides.iter().enumerate() {
        if at > 0 {
            say = say.w(" ");
        }
        say = say.then(one(side, facts.users));
    }
    say
}

fn ms(value: f64) -> String {
    let decimals = usize::from(value.abs() < 99.95);
    format!("{}\u{a0}ms", N.decimals(value, decimals))
}

fn one(side: &Shown<Divided>, users: f64) -> Say {
    let own = &side.own;
    let slot = side.slot;
    let start = match (own.one, own.layers) {
        (None, None) if own.tensor.is_none() => {
            return Say::new()
                .m(slot)
                .w(" does not fit, however it is split: it is ")
                .gib(own.tensor_over)
                .w(" over.");
        }
        (None, Some(layers)) => Say::new()
            .m(slot)
            .w(" fits only split: by layers it writes ")
            .n(layers, N.forecast(layers))
            .w(" tok/s")
            .w(each(users))
            .w("."),
        (Some(one), Some(layers)) if N.forecast(layers) != N.forecast(one) && layers < one => {
            Say::new()
                .w("Split by layers ")
                .m(slot)
                .w(" gets room and loses speed (")
                .n(layers, N.forecast(layers))
                .w(" instead of ")
                .n(one, N.forecast(one))
                .w(" tok/s).")
        }
        (Some(_), Some(layers)) => Say::new()
            .w("Split by layers ")
            .m(slot)
            .w(" gets room and no speed (")
            .n(layers, N.forecast(layers))
            .w(" tok/s)."),
        _ => Say::new().m(slot).w(" does not fit split by layers."),
    };
    let Some(tensor) = own.tensor else {
        return start.w(" Split by tensor it does not fit.");
    };
    let start = start.w(" Split by tensor it saves ");
    let start = if own.saves_ms < 0.05 {
        start.w("nothing")
    } else {
        start.n(own.saves_ms, ms(own.saves_ms))
    };
    let start = start
        .w(" of reading and pays ")
        .n(own.pays_ms, ms(own.pays_ms))
        .w(" of waiting");
    let start = match (own.one, own.layers) {
        // By layers it waits too, so the gain over that is more than the difference.
        (None, Some(_)) if own.layers_wait_ms >= 0.05 => start
            .w(", where layers wait ")
            .n(own.layers_wait_ms, ms(own.layers_wait_ms)),
        _ => start,
    };
    let start = start
        .w(". That makes ")
        .n(tensor, N.forecast(tensor))
        .w(" tok/s");
    let start = match (own.one, own.layers) {
        (Some(one), _) => start
            .w(" instead of ")
            .n(one, N.forecast(one))
            .w(" on one device"),
        (None, Some(layers)) => start.w(" instead of ").n(layers, N.forecast(layers)),
        (None, None) => start,
    };
    start.w(match verdict(own) {
        Verdict::Worth => ": worth it.",
        Verdict::Wash => ": a wash.",
        _ => ": not worth it.",
    })
}
