//! Words of figure `bytes`.

use super::super::{N, tokens_text};
use super::say::{ALIKE, Say, after_misfits, each, percent};
use crate::figures::{BytesLanguage, BytesRead, BytesTexts, Compared, FigureWords, Shown};
use crate::format::THIN;
use crate::language::Room;

impl BytesLanguage for super::super::English {
    fn bytes_texts(&self) -> &'static BytesTexts {
        &BytesTexts {
            name: "Bytes of a token",
            one_second: "One second of writing",
            column_stored: "GB stored",
        }
    }

    fn stored(&self, mixture: bool, gb: f64) -> [String; 2] {
        let kind = if mixture {
            "mixture of experts"
        } else {
            "dense"
        };
        let stored = format!("{}{THIN}GB stored", N.exact(gb));
        [format!("{kind}, {stored}"), stored]
    }

    fn dense_caption(&self, layers: u32) -> [String; 2] {
        [
            format!("feed-forward, {layers} layers"),
            "feed-forward".to_owned(),
        ]
    }

    fn experts_caption(&self, experts: f64, layers: f64, each: f64) -> [String; 2] {
        let short = format!("{} experts × {} layers", N.whole(experts), N.whole(layers));
        let long = format!(
            "{} experts across, {} layers down; pale cells are stored, not read",
            N.whole(experts),
            N.whole(layers)
        );
        if each > 1.0 {
            [short.clone(), short]
        } else {
            [long, short]
        }
    }

    fn read_each(&self, gb: f64, tokens: f64) -> [String; 2] {
        let what = if tokens > 1.0 {
            "read in each step"
        } else {
            "read for each token"
        };
        [format!("{}{THIN}GB", N.exact(gb)), what.to_owned()]
    }

    fn tokens_written(&self, speed: f64, low: f64, high: f64) -> [String; 2] {
        let text = N.forecast(speed);
        let unit = if text == "1" || text == "1.0" {
            "token"
        } else {
            "tokens"
        };
        [
            format!("{text} {unit}"),
            format!("(likely {})", N.range(low, high)),
        ]
    }

    fn tick_stands_for(&self, tokens: f64) -> String {
        format!("1 tick = {}", tokens_text(tokens))
    }

    fn bytes(&self, facts: &Compared<BytesRead>, cell: f64, room: Room) -> FigureWords {
        words(facts, cell, room)
    }
}

fn words(facts: &Compared<BytesRead>, cell: f64, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: line(facts).done(),
        takeaway: after_misfits(facts, takeaway(facts)),
        note: note(facts, cell, room),
    }
}

fn share(side: &Shown<BytesRead>) -> f64 {
    (side.own.read / side.own.stored).min(1.0)
}

/// Tokens of a step, the most of both.
fn step(facts: &Compared<BytesRead>) -> f64 {
    let tokens = facts.sides.iter().map(|side| side.own.tokens);
    tokens.fold(1.0, f64::max)
}

fn per(tokens: f64) -> &'static str {
    if tokens > 1.0 { "step" } else { "token" }
}

fn title(facts: &Compared<BytesRead>) -> Say {
    let mut say = Say::new();
    for (at, side) in facts.sides.iter().enumerate() {
        let share = share(side);
        say = if at == 0 {
            say.m(side.slot)
                .w(" reads ")
                .n(share, percent(share))
                .w(" of its bytes for each ")
                .w(per(step(facts)))
        } else {
            say.w(", ").m(side.slot).w(" ").n(share, percent(share))
        };
    }
    say
}

fn gb(bytes: f64) -> String {
    format!("{}\u{a0}GB", N.exact(bytes / 1e9))
}

fn line(facts: &Compared<BytesRead>) -> Say {
    let mut say = Say::new().w("Stored: ");
    for (at, side) in facts.sides.iter().enumerate() {
        let stored = side.own.stored;
        say = if at == 0 { say } else { say.w(", ") };
        say = say.m(side.slot).w(" ").n(stored, gb(stored));
    }
    say.w(".")
}

fn takeaway(facts: &Compared<BytesRead>) -> Say {
    match facts.sides[..] {
        [] => Say::new(),
        [ref one] if one.fits => alone(one, facts),
        [_] => Say::new(),
        [ref a, ref b, ..] => both(a, b, step(facts)),
    }
}

fn alone(one: &Shown<BytesRead>, facts: &Compared<BytesRead>) -> Say {
    Say::new()
        .m(one.slot)
        .w(" reads ")
        .n(one.own.read, gb(one.own.read))
        .w(" of its ")
        .n(one.own.stored, gb(one.own.stored))
        .w(" for each ")
        .w(per(step(facts)))
        .w(" and writes ")
        .speed(one.slot, one.speed)
        .w(" tok/s")
        .w(each(facts.users))
        .w(".")
}

fn both(a: &Shown<BytesRead>, b: &Shown<BytesRead>, tokens: f64) -> Say {
    let (light, heavy) = if b.own.read <= a.own.read {
        (b, a)
    } else {
        (a, b)
    };
    let fewer = heavy.own.read / light.own.read;
    let speeds = a.fits && b.fits;
    let faster = light.speed / heavy.speed;
    if fewer < ALIKE {
        let say = Say::new()
            .m(a.slot)
            .w(" and ")
            .m(b.slot)
            .w(" read about as many bytes per ")
            .w(per(tokens));
        return match (speeds, faster) {
            (false, _) => say.w("."),
            (true, ratio) if ratio >= ALIKE => say.w(", yet ").then(writes(light, ratio)),
            (true, ratio) if ratio <= 1.0 / ALIKE => {
                say.w(", yet ").then(writes(heavy, 1.0 / ratio))
            }
            _ => say.w(" and write about as fast."),
        };
    }
    let size = light.own.stored / heavy.own.stored;
    let say = if size > ALIKE {
        Say::new().m(light.slot).w(" is larger on disk, yet reads ")
    } else if size < 1.0 / ALIKE {
        Say::new().m(light.slot).w(" is smaller on disk, reads ")
    } else {
        Say::new()
            .w("About the same size on disk, but ")
            .m(light.slot)
            .w(" reads ")
    };
    let say = say
        .n(fewer, format!("{}\u{a0}times fewer bytes", N.ratio(fewer)))
        .w(" per ")
        .w(per(tokens));
    if !speeds {
        return say.w(".");
    }
    if faster <= 1.0 / ALIKE {
        let slower = 1.0 / faster;
        return say
            .w(" and still writes ")
            .n(slower, format!("{}\u{a0}times slower", N.ratio(slower)))
            .w(".");
    }
    if faster < ALIKE {
        return say.w(" and writes about as fast.");
    }
    let say = say
        .w(" and writes ")
        .n(faster, format!("{}\u{a0}times faster", N.ratio(faster)))
        .w(".");
    if faster > fewer * 0.93 {
        return say;
    }
    let own = &light.own;
    let ms = |value: f64| format!("{}\u{a0}ms", N.decimals(value, usize::from(value < 99.95)));
    let say = say.w(" Not ").n(fewer, N.ratio(fewer)).w(": ");
    if own.fixed_ms >= own.kv_ms {
        say.n(own.fixed_ms, ms(own.fixed_ms))
            .w(" of each of its ")
            .w(if tokens > 1.0 { "steps" } else { "tokens" })
            .w(" is fixed work that reading less does not shorten.")
    } else {
        say.n(own.kv_ms, ms(own.kv_ms))
            .w(" of each of its ")
            .w(if tokens > 1.0 { "steps" } else { "tokens" })
            .w(" reads the conversation (KV), whatever the weights.")
    }
}

/// "B writes 1.4 times faster."
fn writes(side: &Shown<BytesRead>, ratio: f64) -> Say {
    Say::new()
        .m(side.slot)
        .w(" writes ")
        .n(ratio, format!("{}\u{a0}times faster", N.ratio(ratio)))
        .w(".")
}

fn note(facts: &Compared<BytesRead>, cell: f64, room: Room) -> String {
    let mixture = facts.sides.iter().any(|side| share(side) < 0.9);
    let mut note = "Area is true to scale.".to_owned();
    if mixture {
        note.push_str(" Pale: stored, not read.");
        if room == Room::Wide {
            note.push_str(" Which experts light up is drawn at random.");
        }
    }
    if cell > 1.0 {
        note.push_str(&format!(" One cell stands for {} experts.", N.whole(cell)));
    }
    note
}
