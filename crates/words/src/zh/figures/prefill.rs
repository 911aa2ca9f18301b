//! Words of figure `prefill`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::tight;
use super::super::say::{Say, unit};
use super::shared::{ALIKE, after_misfits, no_speed, order};
use crate::figures::{Compared, FigureWords, FirstToken, PrefillLanguage, PrefillTexts, Shown};
use crate::language::Room;
use crate::span::Slot;

impl PrefillLanguage for super::super::Chinese {
    fn prefill_texts(&self) -> &'static PrefillTexts {
        later(|| &PrefillTexts {
            name: "首个 token",
            axis_prompt: "提示词 token 数 →",
            axis_first_token: "到首个 token 的秒数",
            axis_prefill: "每秒读取的提示词 token",
            feels_instant: "感觉是即时的",
            look_away: "你会走神",
            nothing_cached: "没有缓存",
            column_prompt: "提示词，token",
            column_seconds: "秒",
        })
    }

    fn seconds(&self, seconds: f64) -> String {
        later(|| tight(&N.forecast(seconds), "s"))
    }

    fn one_read(&self, slot: Slot) -> [String; 2] {
        later(|| {
            let letter = slot.letter();
            [
                format!("{letter}：把权重完整读一遍"),
                format!("{letter}：读一遍"),
            ]
        })
    }

    fn prefill(&self, facts: &Compared<FirstToken>, prompt: f64, room: Room) -> FigureWords {
        later(|| words(facts, prompt, room))
    }
}

fn words(facts: &Compared<FirstToken>, prompt: f64, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: after_misfits(facts, line(facts, prompt)),
        takeaway: after_misfits(facts, takeaway(facts, prompt)),
        note: match room {
            Room::Wide => {
                "两个轴都是对数刻度。点线：把权重完整读一遍，这是提示词的最低代价。色带：可能范围。"
            }
            Room::Narrow => "两个轴都是对数刻度。点线：把权重完整读一遍。",
        }
        .to_owned(),
    }
}

/// The models that fit and have a wait.
fn waiting(facts: &Compared<FirstToken>) -> Vec<(&Shown<FirstToken>, f64)> {
    facts
        .fitting()
        .into_iter()
        .filter_map(|side| Some((side, side.own.seconds?)))
        .collect()
}

fn title(facts: &Compared<FirstToken>) -> Say {
    let waiting = waiting(facts);
    if facts.fitting().is_empty() {
        return no_speed(facts);
    }
    if waiting.is_empty() {
        return Say::new().w("请求来得比完成得快");
    }
    let compute = waiting
        .iter()
        .all(|(side, _)| side.own.twice_compute >= side.own.twice_bandwidth);
    let memory = waiting
        .iter()
        .all(|(side, _)| side.own.twice_compute <= side.own.twice_bandwidth);
    Say::new().w(match (compute, memory) {
        (true, false) => "长提示词靠算力",
        (false, true) => "这么短的提示词靠带宽",
        _ => "提示词既靠算力也靠带宽",
    })
}

fn seconds(value: f64) -> String {
    unit(&N.forecast(value), "s")
}

fn line(facts: &Compared<FirstToken>, prompt: f64) -> Say {
    let start = Say::new().w("提示词为").tokens(prompt).w("：");
    match waiting(facts)[..] {
        [] => none(facts),
        [(one, wait)] => start.m(one.slot).w("需").n(wait, seconds(wait)).w("。"),
        [(a, wait_a), (b, wait_b), ..] => start
            .m(a.slot)
            .w("需")
            .n(wait_a, seconds(wait_a))
            .w("，")
            .m(b.slot)
            .w("需")
            .n(wait_b, seconds(wait_b))
            .w("。"),
    }
}

fn none(facts: &Compared<FirstToken>) -> Say {
    if facts.fitting().is_empty() {
        Say::new()
    } else {
        Say::new().w("请求来得比完成得快，所以等待会无限增长。")
    }
}

fn takeaway(facts: &Compared<FirstToken>, prompt: f64) -> Say {
    let waiting = waiting(facts);
    let start = Say::new()
        .w("读")
        .tokens(prompt)
        .w("的提示词，到写出第一个词为止，");
    let say = match waiting[..] {
        [] => return none(facts),
        [(one, wait)] => start.m(one.slot).w("要").n(wait, seconds(wait)),
        [(a, wait_a), (b, wait_b), ..] => start
            .m(a.slot)
            .w("要")
            .n(wait_a, seconds(wait_a))
            .w("，")
            .m(b.slot)
            .w("要")
            .n(wait_b, seconds(wait_b)),
    };
    let say = say.w("。");
    let slow = match waiting[..] {
        [(a, _), (b, _), ..] => order(a, b, |side| side.own.seconds.unwrap_or(0.0)).0,
        [(one, _), ..] => one,
        [] => return say,
    };
    let (compute, memory) = (slow.own.twice_compute, slow.own.twice_bandwidth);
    let (first, second) = if compute >= memory {
        (("算力", compute), ("带宽", memory))
    } else {
        (("带宽", memory), ("算力", compute))
    };
    let say = say
        .w(first.0)
        .w("加倍会让")
        .m(slow.slot)
        .w("的等待减少")
        .percent(first.1)
        .w("，")
        .w(second.0)
        .w("加倍");
    if second.1 * ALIKE < 0.005 {
        say.w("几乎没有作用。")
    } else {
        say.w("减少").percent(second.1).w("。")
    }
}
