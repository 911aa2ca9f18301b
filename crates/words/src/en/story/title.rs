//! Title and lead.

use super::super::N;
use super::tell::Tell;
use crate::span::Span;
use crate::story::{Actor, Piece, Scene};

/// Two values apart by less than this ratio are called equal.
const ALIKE: f64 = 1.1;

const WORDS: [&str; 11] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// A gain that is none.
pub(super) fn little(gain: f64) -> bool {
    gain.is_nan() || gain < 1.05
}

fn word(whole: f64) -> String {
    let at = whole as usize;
    match at.checked_sub(2).and_then(|at| WORDS.get(at)) {
        Some(word) => (*word).to_owned(),
        None => N.whole(whole),
    }
}

/// A ratio in words: "seven", "almost seven", "more than six"; digits below two.
fn about(ratio: f64) -> String {
    if ratio < 1.9 {
        return N.ratio(ratio);
    }
    let (near, below) = (ratio.round(), ratio.floor());
    if (ratio - near).abs() <= 0.05 || near > 12.0 {
        word(near)
    } else if near > ratio && near - ratio <= 0.2 {
        format!("almost {}", word(near))
    } else {
        format!("more than {}", word(below))
    }
}

fn ratio(high: f64, low: f64) -> f64 {
    if low > 0.0 { high / low } else { f64::INFINITY }
}

fn first(text: &'static str) -> Vec<Span> {
    vec![Span::text(text)]
}

/// How the sizes of two models compare.
#[derive(PartialEq)]
enum Sizes {
    Same,
    Different,
}

fn sizes(a: &Actor, b: &Actor) -> Sizes {
    if ratio(a.stored.max(b.stored), a.stored.min(b.stored)) < ALIKE {
        Sizes::Same
    } else {
        Sizes::Different
    }
}

pub(super) fn title(scene: &Scene) -> [Vec<Span>; 2] {
    match scene.sides[..] {
        [] => [first("How fast does a model write?"), first("Choose one.")],
        [ref one] if one.fits => {
            let text = N.forecast(one.speed);
            let after = if text == "1" || text == "1.0" {
                " token a second."
            } else {
                " tokens a second."
            };
            [
                vec![
                    Span::text("This model writes "),
                    Span::quantity("decode.tok_s_per_user", one.slot, one.speed, text),
                    Span::text(after),
                ],
                first("Why not more?"),
            ]
        }
        [_] => [
            first("This model does not fit."),
            first("What would make room?"),
        ],
        [_, _, ..] if scene.same => [
            first("Twice the same model."),
            first("Change one, and see what changes."),
        ],
        [ref a, ref b, ..] => two(a, b),
    }
}

fn two(a: &Actor, b: &Actor) -> [Vec<Span>; 2] {
    let size = sizes(a, b);
    let opening = first(match size {
        Sizes::Same => "Two models of the same size.",
        Sizes::Different => "Two models of different size.",
    });
    let (fast, slow) = if b.speed >= a.speed { (b, a) } else { (a, b) };
    let faster = ratio(fast.speed, slow.speed);
    let finding = match (a.fits, b.fits) {
        (false, false) => first("Neither fits this machine."),
        (true, false) | (false, true) => first(match size {
            Sizes::Same => "Only one fits this machine.",
            Sizes::Different if a.fits == (a.stored > b.stored) => "Only the larger one fits.",
            Sizes::Different => "Only the smaller one fits.",
        }),
        (true, true) if faster < ALIKE => first("They write about as fast."),
        (true, true) => vec![
            Span::text(match size {
                Sizes::Same => "One writes ",
                Sizes::Different if fast.stored > slow.stored => "The larger one writes ",
                Sizes::Different => "The smaller one writes ",
            }),
            Span::strong(faster, about(faster)),
            Span::text(" times faster."),
        ],
    };
    [opening, finding]
}

pub(super) fn lead(scene: &Scene) -> Vec<Piece> {
    let say = match scene.sides[..] {
        [] => return Vec::new(),
        [ref one] => alone(one, scene),
        [ref a, ref b, ..] => {
            let say = stored(a, b);
            let say = match (a.fits, b.fits) {
                (true, true) => both(say, a, b, scene),
                (false, false) => say.w(" Neither fits here, so no speed is shown."),
                (true, false) => one_fits(say, a, b),
                (false, true) => one_fits(say, b, a),
            };
            reason(say, a, b)
        }
    };
    say.done()
}

fn alone(one: &Actor, scene: &Scene) -> Tell {
    let say = Tell::new().name(one).w(" takes ").gb(one.stored);
    let say = if one.fits {
        say.w(" and writes ").speed(one).w(" tok/s").own(on(scene))
    } else {
        say.own(format!(". That does not fit{}: ", on(scene))).n(
            one.over,
            format!("{}\u{a0}GiB are missing", N.spare(one.over)),
        )
    };
    say.w(". Its speed depends on how many bytes are read for each token: here ")
        .gb(one.read)
        .w(".")
}

fn on(scene: &Scene) -> String {
    scene
        .device
        .as_ref()
        .map_or_else(String::new, |device| format!(" on {device}"))
}

fn stored(a: &Actor, b: &Actor) -> Tell {
    if sizes(a, b) == Sizes::Same {
        let mean = f64::midpoint(a.stored, b.stored);
        return Tell::new()
            .name(a)
            .w(" and ")
            .name(b)
            .w(" take about ")
            .n(mean, format!("{}\u{a0}GB", N.significant(mean / 1e9, 2)))
            .w(" each.");
    }
    Tell::new()
        .name(a)
        .w(" takes ")
        .gb(a.stored)
        .w(", ")
        .name(b)
        .w(" ")
        .gb(b.stored)
        .w(".")
}

fn both(say: Tell, a: &Actor, b: &Actor, scene: &Scene) -> Tell {
    let say = match &scene.device {
        Some(device) => say.own(format!(" On the same machine, {device},")),
        None => say.w(" Each on its own machine,"),
    };
    let say = say.w(" the first writes ").speed(a);
    let text = N.forecast(a.speed);
    let say = say.w(if text == "1" || text == "1.0" {
        " token a second, the second "
    } else {
        " tokens a second, the second "
    });
    say.speed(b).w(if scene.users > 1.0 {
        ", for each user."
    } else {
        "."
    })
}

fn one_fits(say: Tell, fits: &Actor, not: &Actor) -> Tell {
    say.w(" ")
        .name(not)
        .w(" does not fit; ")
        .name(fits)
        .w(" writes ")
        .speed(fits)
        .w(" tok/s.")
}

fn reason(say: Tell, a: &Actor, b: &Actor) -> Tell {
    let (light, heavy) = if b.read <= a.read { (b, a) } else { (a, b) };
    let fewer = ratio(heavy.read, light.read);
    let explains = fewer >= ALIKE && light.speed >= heavy.speed * ALIKE;
    if explains && a.fits && b.fits {
        return say.w(
            " Nothing is misconfigured. The difference is how many bytes are read for each token.",
        );
    }
    if fewer < ALIKE {
        return say.w(" They read about as many bytes for each token.");
    }
    say.w(" ")
        .name(light)
        .w(" reads ")
        .n(fewer, format!("{}\u{a0}times", N.ratio(fewer)))
        .w(" fewer bytes for each token.")
}
