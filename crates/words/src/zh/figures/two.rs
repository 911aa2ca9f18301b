//! Words of figure `two`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::joined;
use super::super::say::{Say, ms};
use super::shared::tok_s;
use crate::figures::{Compared, Divided, FigureWords, Shown, SplitKind, TwoLanguage, TwoTexts};
use crate::language::Room;
use crate::span::Slot;

/// Speeds apart by less than this ratio are a wash.
const WASH: f64 = 1.1;

impl TwoLanguage for super::super::Chinese {
    fn two_texts(&self) -> &'static TwoTexts {
        later(|| &TwoTexts {
            name: "两台设备",
            column_split: "切分",
            column_sum_ms: "合计，ms",
        })
    }

    fn split_name(&self, kind: SplitKind, count: u32) -> String {
        later(|| {
            let devices = joined(&[&count.to_string(), "台设备"]);
            match kind {
                SplitKind::One => "1 台设备".to_owned(),
                SplitKind::Layers => format!("{devices}，按层切分"),
                SplitKind::Tensor => format!("{devices}，张量并行"),
            }
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
                "实色：读取权重。斜线：读取对话（KV）。灰色：固定开销。圆点：等待互连。按层切分时，设备\
                 轮流工作。"
            }
            Room::Narrow => "实色：权重。斜线：KV。灰色：固定开销。圆点：互连。",
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
    match verdicts[..] {
        [(_, a), (_, b)] if a == b => Say::new().w(match a {
            Verdict::Worth => "切分每一层对两个都划算",
            Verdict::Wash => "切分每一层对两个都不赚不亏",
            Verdict::Loses => "切分每一层对两个都得不偿失",
            Verdict::Impossible => "即使切分，两个也都放不下",
        }),
        [(a, Verdict::Worth), (b, other)] => pays_for(a, b, other),
        [(a, other), (b, Verdict::Worth)] => pays_for(b, a, other),
        [(_, a), (_, b)] => Say::new().w(if a == Verdict::Loses || b == Verdict::Loses {
            "切分每一层对两个都不划算"
        } else {
            "在这里切分每一层收益很小"
        }),
        [(_, only), ..] => Say::new().w(match only {
            Verdict::Worth => "在这里切分每一层划算",
            Verdict::Wash => "在这里切分每一层不赚不亏",
            Verdict::Loses => "在这里切分每一层得不偿失",
            Verdict::Impossible => "即使切分也放不下",
        }),
        [] => Say::new(),
    }
}

fn pays_for(a: Slot, b: Slot, other: Verdict) -> Say {
    let say = Say::new();
    if other == Verdict::Impossible {
        return say.w("切分每一层只对").m(a).w("划算");
    }
    say.w("切分每一层对")
        .m(a)
        .w("划算，对")
        .m(b)
        .w(if other == Verdict::Wash {
            "收益很小"
        } else {
            "不划算"
        })
}

/// How much slower the link is than memory, and the inequality.
fn line(facts: &Compared<Divided>) -> Say {
    let ratio = facts
        .sides
        .first()
        .map_or(1.0, |side| side.own.memory_over_link);
    let say = if ratio < 1.5 {
        Say::new().w("这里互连搬运字节与内存差不多快；要紧的是它的延迟。")
    } else {
        Say::new()
            .w("内存每秒搬运的字节是互连的")
            .times(ratio)
            .w("，但需要经过互连的很少。")
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
            "张量并行省下的读取与付出的等待相比："
        } else {
            "；"
        };
        say = say
            .w(before)
            .m(side.slot)
            .w(" ")
            .n(saves, ms(saves))
            .w(sign)
            .n(pays, ms(pays));
    }
    if say.is_empty() { say } else { say.w("。") }
}

fn takeaway(facts: &Compared<Divided>) -> Say {
    facts
        .sides
        .iter()
        .fold(Say::new(), |say, side| say.then(one(side, facts.users)))
}

fn one(side: &Shown<Divided>, users: f64) -> Say {
    let own = &side.own;
    let slot = side.slot;
    let start = match (own.one, own.layers) {
        (None, None) if own.tensor.is_none() => {
            return Say::new()
                .m(slot)
                .w("无论怎样切分都放不下：超出")
                .gib(own.tensor_over)
                .w("。");
        }
        (None, Some(layers)) => Say::new()
            .m(slot)
            .w("只有切分才放得下：按层切分的速度为")
            .n(layers, N.forecast(layers))
            .w(" ")
            .w(tok_s(users))
            .w("。"),
        (Some(one), Some(layers)) if N.forecast(layers) != N.forecast(one) && layers < one => {
            Say::new()
                .m(slot)
                .w("按层切分，多了空间，却变慢了（从 ")
                .n(one, N.forecast(one))
                .w(" 降到 ")
                .n(layers, N.forecast(layers))
                .w(" tok/s）。")
        }
        (Some(_), Some(layers)) => Say::new()
            .m(slot)
            .w("按层切分，多了空间，没有变快（")
            .n(layers, N.forecast(layers))
            .w(" tok/s）。"),
        _ => Say::new().m(slot).w("按层切分放不下。"),
    };
    let Some(tensor) = own.tensor else {
        return start.w("张量并行也放不下。");
    };
    let start = if own.saves_ms < 0.05 {
        start.w("张量并行没有省下读取时间")
    } else {
        start
            .w("张量并行省下")
            .n(own.saves_ms, ms(own.saves_ms))
            .w("的读取")
    };
    let start = start
        .w("，付出")
        .n(own.pays_ms, ms(own.pays_ms))
        .w("的等待");
    let start = match (own.one, own.layers) {
        // By layers it waits too, so the gain over that is more than the difference.
        (None, Some(_)) if own.layers_wait_ms >= 0.05 => start
            .w("（按层切分等待")
            .n(own.layers_wait_ms, ms(own.layers_wait_ms))
            .w("）"),
        _ => start,
    };
    let start = start.w("：").n(tensor, N.forecast(tensor)).w(" tok/s，");
    let start = match (own.one, own.layers) {
        (Some(one), _) => start.w("单台设备为").n(one, N.forecast(one)).w(" tok/s，"),
        (None, Some(layers)) => start
            .w("按层切分为")
            .n(layers, N.forecast(layers))
            .w(" tok/s，"),
        (None, None) => start,
    };
    start.w(match verdict(own) {
        Verdict::Worth => "划算。",
        Verdict::Wash => "不赚不亏。",
        _ => "不划算。",
    })
}
