//! Sentences of figure `together` in English.

use crate::facts::{Facts, Reading, Side};
use crate::format::round_significant;
use crate::language::{Chart, Room};
use crate::span::{Slot, Span};

use super::N;

const SPEED: &str = "decode.tok_s_per_user";

fn words(text: &'static str) -> Span {
    Span::text(text)
}

fn own(text: String) -> Span {
    Span::Text(text.into())
}

fn tokens(value: f64) -> Span {
    Span::plain(value, N.whole(value))
}

fn speed(side: &Side) -> Span {
    Span::quantity(SPEED, side.slot, side.speed, N.forecast(side.speed))
}

fn gib(value: f64) -> Span {
    Span::strong(value, format!("{}\u{a0}GiB", N.spare(value)))
}

/// The sentence above everything: first match.
pub(super) fn sentence(facts: &Facts, room: Room) -> Vec<Span> {
    let a = &facts.a;
    let Some(b) = &facts.b else {
        return alone(facts);
    };
    match (a.fits, b.fits) {
        (false, false) => neither(facts, a, b),
        (false, true) => one_not(facts, a, b),
        (true, false) => one_not(facts, b, a),
        (true, true) if facts.same => vec![words("A and B are the same. Change one.")],
        (true, true) => compare(facts, a, b, room),
    }
}

fn alone(facts: &Facts) -> Vec<Span> {
    let a = &facts.a;
    if !a.fits {
        return does_not(facts, a);
    }
    vec![
        Span::Model(a.slot),
        words(" writes "),
        speed(a),
        words(" tokens a second"),
        words(each(facts)),
        words(" and needs "),
        Span::strong(a.need, N.gib(a.need)),
        own(format!(" of {}\u{a0}GiB.", N.capacity(a.usable))),
    ]
}

const fn each(facts: &Facts) -> &'static str {
    if facts.users > 1.0 {
        " for each user"
    } else {
        ""
    }
}

fn neither(facts: &Facts, a: &Side, b: &Side) -> Vec<Span> {
    vec![
        words("Neither fits at "),
        tokens(facts.context),
        words(" tokens: "),
        Span::Model(a.slot),
        words(" is "),
        gib(a.over),
        words(" over, "),
        Span::Model(b.slot),
        words(" "),
        gib(b.over),
        words("."),
    ]
}

fn does_not(facts: &Facts, side: &Side) -> Vec<Span> {
    if side.weights > side.usable {
        return vec![
            Span::Model(side.slot),
            own(format!(
                " does not fit on {}: its weights alone are ",
                side.device
            )),
            gib(side.weights - side.usable),
            words(" over."),
        ];
    }
    vec![
        Span::Model(side.slot),
        words(" does not fit at "),
        tokens(facts.context),
        words(" tokens: it is "),
        gib(side.over),
        words(" over."),
    ]
}

fn one_not(facts: &Facts, not: &Side, fits: &Side) -> Vec<Span> {
    let mut spans = does_not(facts, not);
    spans.extend([
        words(" "),
        Span::Model(fits.slot),
        words(" fits and writes "),
        speed(fits),
        words(" tokens a second"),
        words(each(facts)),
        words("."),
    ]);
    spans
}

fn compare(facts: &Facts, a: &Side, b: &Side, room: Room) -> Vec<Span> {
    let (fast, slow) = if b.speed >= a.speed { (b, a) } else { (a, b) };
    let ratio = fast.speed / slow.speed;
    let mut spans = Vec::new();
    if ratio <= 1.1 {
        spans.extend([
            Span::Model(a.slot),
            words(" and "),
            Span::Model(b.slot),
            words(" are about as fast, "),
            speed(a),
            words(" and "),
            speed(b),
            words(" tokens a second"),
            words(each(facts)),
            words("."),
        ]);
    } else {
        spans.extend([
            Span::Model(fast.slot),
            words(" writes "),
            Span::strong(ratio, format!("{}\u{a0}times faster", N.ratio(ratio))),
            words(each(facts)),
            words(" than "),
            Span::Model(slow.slot),
        ]);
        if room == Room::Wide {
            spans.extend(why(fast, slow));
        }
        spans.push(words("."));
    }
    spans.extend(fit(a, b));
    spans
}

/// What the faster one reads, against the slower.
fn why(fast: &Side, slow: &Side) -> Vec<Span> {
    let fewer = slow.reads / fast.reads;
    if fewer >= 1.05 {
        return vec![
            words(": it reads "),
            Span::strong(fewer, format!("{}\u{a0}times fewer", N.ratio(fewer))),
            words(" weight bytes for each token"),
        ];
    }
    if fewer > 1.0 / 1.05 && fast.device != slow.device {
        let faster = fast.bandwidth / slow.bandwidth;
        if faster < 1.05 {
            return vec![words(", although its memory is no faster")];
        }
        return vec![
            words(": its memory is "),
            Span::strong(faster, format!("{}\u{a0}times", N.ratio(faster))),
            words(" as fast"),
        ];
    }
    if fewer > 1.0 / 1.05 {
        return vec![words(", although it reads as many weight bytes")];
    }
    let more = 1.0 / fewer;
    vec![
        words(", although it reads "),
        Span::strong(more, format!("{}\u{a0}times as many", N.ratio(more))),
        words(" weight bytes"),
    ]
}

fn fit(a: &Side, b: &Side) -> Vec<Span> {
    let tight = if b.spare() < a.spare() { b } else { a };
    let spare = tight.spare();
    if spare < 5.0 {
        return vec![
            words(" Both fit, "),
            Span::Model(tight.slot),
            words(" with "),
            gib(spare),
            words(" to spare."),
        ];
    }
    let whole = spare.floor();
    vec![
        words(" Both fit, with "),
        Span::strong(spare, format!("{}\u{a0}GiB", N.whole(whole))),
        words(" or more to spare."),
    ]
}

pub(super) fn speed_title(facts: &Facts) -> Vec<Span> {
    let lines: Vec<&Side> = facts.sides().filter(|side| !side.never_fits()).collect();
    let little = lines.iter().all(|side| side.keeps() > 0.9);
    vec![match (lines.len(), facts.b.is_some()) {
        (0, true) => words("Neither fits, so no speed is shown"),
        (0, false) => words("It does not fit: no speed is shown"),
        _ if little => words("Length hardly matters here"),
        (1, _) => words("A longer conversation slows it down"),
        _ => words("Longer conversations slow both down"),
    }]
}

pub(super) fn speed_line(facts: &Facts, room: Room) -> Vec<Span> {
    let lines: Vec<&Side> = facts.sides().filter(|side| !side.never_fits()).collect();
    if lines.is_empty() {
        return vec![words("Weights alone are larger than the memory.")];
    }
    let little = lines.iter().all(|side| side.keeps() > 0.9);
    let nearest = lines
        .iter()
        .filter_map(|side| Some((side.crossing?, side.slot)))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    if let (Some((at, slot)), false) = (nearest, little) {
        let at = Span::plain(at, N.whole(round_significant(at, 3)));
        return match room {
            Room::Wide => vec![
                words("From "),
                at,
                words(" tokens "),
                Span::Model(slot),
                words(" reads more conversation (KV) than weights."),
            ],
            Room::Narrow => vec![
                Span::Model(slot),
                words(" reads more KV than weights from "),
                at,
                words("."),
            ],
        };
    }
    keeps(&lines, room)
}

/// What is left of the speed at the end of each line.
fn keeps(lines: &[&Side], room: Room) -> Vec<Span> {
    let percent = |side: &Side| {
        let share = (side.keeps() * 100.0).min(100.0);
        Span::plain(side.keeps(), format!("{}\u{a0}%", N.whole(share)))
    };
    match lines {
        [a, b] if (a.last_at - b.last_at).abs() < 0.5 => {
            let mut spans = vec![
                words("At "),
                tokens(a.last_at),
                words(" tokens "),
                Span::Model(a.slot),
                words(" keeps "),
                percent(a),
                words(" and "),
                Span::Model(b.slot),
                words(" "),
                percent(b),
            ];
            spans.push(words(match room {
                Room::Wide => " of its speed.",
                Room::Narrow => ".",
            }));
            spans
        }
        [a, b] if room == Room::Narrow => vec![
            words("When full "),
            Span::Model(a.slot),
            words(" keeps "),
            percent(a),
            words(" and "),
            Span::Model(b.slot),
            words(" "),
            percent(b),
            words("."),
        ],
        [a, b] => vec![
            Span::Model(a.slot),
            words(" keeps "),
            percent(a),
            words(" of its speed to "),
            tokens(a.last_at),
            words(" tokens, "),
            Span::Model(b.slot),
            words(" "),
            percent(b),
            words(" to "),
            tokens(b.last_at),
            words("."),
        ],
        [one, ..] => vec![
            words("At "),
            tokens(one.last_at),
            words(" tokens "),
            Span::Model(one.slot),
            words(" keeps "),
            percent(one),
            words(" of its speed."),
        ],
        [] => Vec::new(),
    }
}

pub(super) fn memory_title(facts: &Facts) -> Vec<Span> {
    let a = &facts.a;
    let Some(b) = &facts.b else {
        return match (a.never_fits(), a.full_within(facts.right)) {
            (true, _) => never(a),
            (false, Some(_)) => vec![words("Conversation fills the memory")],
            (false, None) => vec![words("It fits at every length on this chart")],
        };
    };
    match (a.full_at, b.full_at) {
        (None, None) => vec![own(format!("Neither ever fits on {}", a.device))],
        (None, Some(_)) => never(a),
        (Some(_), None) => never(b),
        (Some(x), Some(y)) if x >= facts.right && y >= facts.right => {
            vec![words("Both fit at every length on this chart")]
        }
        (Some(x), Some(y)) => {
            let (more, less, ratio) = if y >= x { (b, a, y / x) } else { (a, b, x / y) };
            if less.full_at.is_some_and(|full| full < 1.0) {
                vec![
                    Span::Model(more.slot),
                    words(" holds a conversation, "),
                    Span::Model(less.slot),
                    words(" none"),
                ]
            } else if ratio <= 1.1 {
                vec![words("Both hold about as much conversation")]
            } else if more.full_at.is_some_and(|full| full >= 16.0 * facts.right) {
                vec![
                    words("Only "),
                    Span::Model(more.slot),
                    words(" fits at every length"),
                ]
            } else {
                vec![
                    Span::Model(more.slot),
                    words(" holds "),
                    Span::strong(ratio, N.ratio(ratio)),
                    words(" times as much conversation"),
                ]
            }
        }
    }
}

fn never(side: &Side) -> Vec<Span> {
    vec![
        Span::Model(side.slot),
        own(format!(" never fits on {}", side.device)),
    ]
}

pub(super) fn memory_line(facts: &Facts, room: Room) -> Vec<Span> {
    let a = &facts.a;
    let Some(b) = &facts.b else {
        return sentence_of(a, facts.right);
    };
    match (a.full_at, b.full_at) {
        (None, None) => vec![
            words("Weights alone need "),
            Span::plain(a.weights, N.gib(a.weights)),
            words(" and "),
            Span::plain(b.weights, N.gib(b.weights)),
            own(format!(" of {}\u{a0}GiB.", N.capacity(a.usable))),
        ],
        (None, Some(_)) => two_sentences(a, b, facts.right, room),
        (Some(_), None) => two_sentences(b, a, facts.right, room),
        (Some(x), Some(y)) => match (x < facts.right, y < facts.right) {
            (true, true) => vec![
                Span::Model(Slot::A),
                words(" is full at "),
                tokens(x),
                words(" tokens, "),
                Span::Model(Slot::B),
                words(" at "),
                tokens(y),
                words("."),
            ],
            (false, false) => vec![
                words("At "),
                tokens(facts.right),
                words(" tokens "),
                Span::Model(Slot::A),
                words(" needs "),
                Span::plain(a.last_need, N.gib(a.last_need)),
                words("\u{a0}GiB, "),
                Span::Model(Slot::B),
                words(" "),
                Span::plain(b.last_need, N.gib(b.last_need)),
                words("."),
            ],
            (true, false) => two_sentences(a, b, facts.right, room),
            (false, true) => two_sentences(b, a, facts.right, room),
        },
    }
}

fn two_sentences(first: &Side, second: &Side, right: f64, room: Room) -> Vec<Span> {
    let mut spans = sentence_of(first, right);
    if room == Room::Narrow {
        return spans;
    }
    spans.push(words(" "));
    spans.extend(sentence_of(second, right));
    spans
}

fn sentence_of(side: &Side, right: f64) -> Vec<Span> {
    if side.never_fits() {
        return vec![
            words("Its weights alone need "),
            Span::plain(side.weights, N.gib(side.weights)),
            own(format!(" of {}\u{a0}GiB.", N.capacity(side.usable))),
        ];
    }
    match side.full_within(right) {
        Some(full) => vec![
            Span::Model(side.slot),
            words(" is full at "),
            tokens(full),
            words(" tokens."),
        ],
        None => vec![
            words("At "),
            tokens(right),
            words(" tokens "),
            Span::Model(side.slot),
            words(" needs "),
            Span::plain(side.last_need, N.gib(side.last_need)),
            words("\u{a0}GiB."),
        ],
    }
}

pub(super) fn readout(chart: Chart, context: f64, readings: &[Reading], room: Room) -> Vec<Span> {
    let mut spans = vec![tokens(context.round()), words(" tokens: ")];
    for (at, reading) in readings.iter().enumerate() {
        if at > 0 {
            spans.push(words(", "));
        }
        spans.push(Span::Model(reading.slot));
        match (chart, reading.speed) {
            (Chart::Speed, Some([value, low, high])) => {
                let mut text = format!(" {}", N.forecast(value));
                if room == Room::Wide {
                    text = format!("{text} ({})", N.range(low, high));
                }
                spans.push(Span::plain(value, text));
            }
            (Chart::Speed, None) => spans.push(words(" does not fit")),
            (Chart::Memory, _) => {
                spans.push(Span::plain(
                    reading.need,
                    format!(" {}", N.gib(reading.need)),
                ));
            }
        }
    }
    match (chart, readings) {
        (Chart::Speed, _) if readings.iter().any(|reading| reading.speed.is_some()) => {
            spans.push(words(" tok/s"));
        }
        (Chart::Memory, [first, ..]) => {
            spans.push(own(format!(" of {}\u{a0}GiB", N.capacity(first.usable))));
        }
        _ => {}
    }
    spans
}
