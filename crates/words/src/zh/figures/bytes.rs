//! Words of figure `bytes`.

use super::super::N;
use super::super::say::tight;
use super::super::say::{Say, gb, joined, ms, times};
use super::shared::{ALIKE, after_misfits, tok_s};
use crate::figures::{BytesLanguage, BytesRead, BytesTexts, Compared, FigureWords, Shown};
use crate::language::Room;

impl BytesLanguage for super::super::Chinese {
    fn bytes_texts(&self) -> &'static BytesTexts {
        &BytesTexts {
            name: "一个 token 的字节",
            one_second: "一秒钟的生成",
            column_stored: "存放，GB",
        }
    }

    fn stored(&self, mixture: bool, gb: f64) -> [String; 2] {
        let kind = if mixture { "混合专家" } else { "稠密" };
        let stored = joined(&["存放", &tight(&N.exact(gb), "GB")]);
        [format!("{kind}，{stored}"), stored]
    }

    fn dense_caption(&self, layers: u32) -> [String; 2] {
        [
            joined(&["前馈，", &layers.to_string(), "层"]),
            "前馈".to_owned(),
        ]
    }

    fn experts_caption(&self, experts: f64, layers: f64, each: f64) -> [String; 2] {
        let (experts, layers) = (N.whole(experts), N.whole(layers));
        let short = joined(&[&experts, "个专家 ×", " ", &layers, "层"]);
        let long = joined(&[
            "横向",
            &experts,
            "个专家，纵向",
            &layers,
            "层；浅色格存着但不读",
        ]);
        if each > 1.0 {
            [short.clone(), short]
        } else {
            [long, short]
        }
    }

    fn read_each(&self, gb: f64, tokens: f64) -> [String; 2] {
        let what = if tokens > 1.0 {
            "每步读取"
        } else {
            "每个 token 读取"
        };
        [tight(&N.exact(gb), "GB"), what.to_owned()]
    }

    fn tokens_written(&self, speed: f64, low: f64, high: f64) -> [String; 2] {
        [
            joined(&[&N.forecast(speed), "个 token"]),
            joined(&["（可能为", &N.range(low, high), "）"]),
        ]
    }

    fn tick_stands_for(&self, tokens: f64) -> String {
        joined(&["1 个刻度 =", " ", &N.whole(tokens), "个 token"])
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
    if tokens > 1.0 {
        "每一步"
    } else {
        "每个 token"
    }
}

fn title(facts: &Compared<BytesRead>) -> Say {
    let mut say = Say::new().w(per(step(facts))).w("，");
    for (at, side) in facts.sides.iter().enumerate() {
        let share = share(side);
        say = if at == 0 { say } else { say.w("，") };
        say = say
            .m(side.slot)
            .w(if at == 0 {
                "读取自身字节的"
            } else {
                "读取"
            })
            .percent(share);
    }
    say
}

fn line(facts: &Compared<BytesRead>) -> Say {
    let mut say = Say::new().w("存放：");
    for (at, side) in facts.sides.iter().enumerate() {
        let stored = side.own.stored;
        say = if at == 0 { say } else { say.w("，") };
        say = say.m(side.slot).w("占").n(stored, gb(stored));
    }
    say.w("。")
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
        .w("存放")
        .n(one.own.stored, gb(one.own.stored))
        .w("，")
        .w(per(step(facts)))
        .w("读取其中")
        .n(one.own.read, gb(one.own.read))
        .w("，速度为")
        .speed(one.slot, one.speed)
        .w(" ")
        .w(tok_s(facts.users))
        .w("。")
}

/// "每个 token 读取的字节"
fn bytes_per(tokens: f64) -> &'static str {
    if tokens > 1.0 {
        "每步读取的字节"
    } else {
        "每个 token 读取的字节"
    }
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
            .w("和")
            .m(b.slot)
            .w(bytes_per(tokens))
            .w("差不多");
        return match (speeds, faster) {
            (false, _) => say.w("。"),
            (true, ratio) if ratio >= ALIKE => say.w("，但").then(speed_of(light, heavy, ratio)),
            (true, ratio) if ratio <= 1.0 / ALIKE => {
                say.w("，但").then(speed_of(heavy, light, 1.0 / ratio))
            }
            _ => say.w("，速度也差不多。"),
        };
    }
    let size = light.own.stored / heavy.own.stored;
    let say = if size > ALIKE {
        Say::new().m(light.slot).w("的文件更大，可是")
    } else if size < 1.0 / ALIKE {
        Say::new().m(light.slot).w("的文件更小，")
    } else {
        Say::new().w("文件一样大，但")
    };
    let say = say
        .m(heavy.slot)
        .w(bytes_per(tokens))
        .w("是")
        .m(light.slot)
        .w("的")
        .n(fewer, times(fewer))
        .w("。");
    if !speeds {
        return say;
    }
    if faster <= 1.0 / ALIKE {
        return say
            .w("尽管如此，")
            .then(speed_of(heavy, light, 1.0 / faster));
    }
    if faster < ALIKE {
        return say.w("两者的速度却差不多。");
    }
    let say = say.then(speed_of(light, heavy, faster));
    if faster > fewer * 0.93 {
        return say;
    }
    let own = &light.own;
    let say = say
        .w("不是")
        .n(fewer, times(fewer))
        .w("，因为它")
        .w(if tokens > 1.0 {
            "每步有"
        } else {
            "每个 token 有"
        });
    if own.fixed_ms >= own.kv_ms {
        say.n(own.fixed_ms, ms(own.fixed_ms))
            .w("是固定开销，少读也缩短不了。")
    } else {
        say.n(own.kv_ms, ms(own.kv_ms))
            .w("用于读取对话（KV），与权重无关。")
    }
}

/// "B 的生成速度是 A 的 7.0 倍。"
fn speed_of(fast: &Shown<BytesRead>, slow: &Shown<BytesRead>, ratio: f64) -> Say {
    Say::new()
        .m(fast.slot)
        .w("的生成速度是")
        .m(slow.slot)
        .w("的")
        .n(ratio, times(ratio))
        .w("。")
}

fn note(facts: &Compared<BytesRead>, cell: f64, room: Room) -> String {
    let mixture = facts.sides.iter().any(|side| share(side) < 0.9);
    let mut note = "面积按真实比例。".to_owned();
    if mixture {
        note.push_str("浅色：存着但不读。");
        if room == Room::Wide {
            note.push_str("亮起哪些专家是随机抽取的。");
        }
    }
    if cell > 1.0 {
        note.push_str(&joined(&["一格代表", &N.whole(cell), "个专家。"]));
    }
    note
}
