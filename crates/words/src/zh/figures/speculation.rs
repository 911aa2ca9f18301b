//! Words of figure `speculation`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::{Say, joined, percent, times};
use super::shared::{after_misfits, no_speed, tok_s};
use crate::figures::{
    Compared, FigureWords, Shown, Speculating, SpeculationLanguage, SpeculationTexts,
};
use crate::language::Room;

/// A speed-up this close to 1 is called none.
const EVEN: f64 = 0.05;
/// A factor above this means kernels that are not fused.
const FUSED: f64 = 1.05;

impl SpeculationLanguage for super::super::Chinese {
    fn speculation_texts(&self) -> &'static SpeculationTexts {
        later(|| &SpeculationTexts {
            name: "投机解码",
            axis_acceptance: "草稿 token 被接受的比例 →",
            axis_speedup: "相对不用时的倍数",
            slower_than_without: "比不用更慢",
            column_acceptance: "接受率",
        })
    }

    fn drafts(&self, drafts: f64) -> String {
        later(|| joined(&[&N.trimmed(drafts, 2), "个草稿"]))
    }

    fn breaks_even(&self, acceptance: f64) -> String {
        later(|| joined(&["在", &N.decimals(acceptance, 2), "处持平"]))
    }

    fn speculation(&self, facts: &Compared<Speculating>, room: Room) -> FigureWords {
        later(|| words(facts, room))
    }
}

fn words(facts: &Compared<Speculating>, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: after_misfits(facts, line(facts)),
        takeaway: after_misfits(facts, takeaway(facts)),
        note: match room {
            Room::Wide => "粗线：现在的草稿数及其可能范围。细线：其他草稿数。灰底：比不用更慢。",
            Room::Narrow => "粗线：现在的草稿数。灰底：更慢。",
        }
        .to_owned(),
    }
}

fn title(facts: &Compared<Speculating>) -> Say {
    let fitting = facts.fitting();
    if fitting.is_empty() {
        return no_speed(facts);
    }
    let all = |test: fn(&Speculating) -> bool| fitting.iter().all(|side| test(&side.own));
    Say::new().w(if all(|own| own.break_even.is_none()) {
        "接受率再高也无法持平"
    } else if all(|own| own.speedup >= 1.0 + EVEN) {
        "在这个接受率下，打草稿划算"
    } else if all(|own| own.speedup <= 1.0 - EVEN) {
        "在这个接受率下，打草稿吃亏"
    } else if all(|own| (own.speedup - 1.0).abs() < EVEN) {
        "在这个接受率下，打草稿不赚不亏"
    } else {
        "打草稿对一个划算，对另一个不划算"
    })
}

fn line(facts: &Compared<Speculating>) -> Say {
    let fitting = facts.fitting();
    let Some(first) = fitting.first() else {
        return Say::new();
    };
    let clause = |side: &Shown<Speculating>| match side.own.break_even {
        None => Say::new().m(side.slot).w("永远无法持平"),
        Some(at) if at <= 0.005 => Say::new().m(side.slot).w("不会吃亏"),
        Some(at) => Say::new()
            .m(side.slot)
            .w("在接受率")
            .n(at, N.decimals(at, 2))
            .w("处持平"),
    };
    let say = clause(first);
    let say = match fitting[..] {
        [_, second, ..] => say.w("，").then(clause(second)),
        _ => say,
    };
    say.w("；这里的接受率是")
        .p(first.own.acceptance, N.decimals(first.own.acceptance, 2))
        .w("。")
}

/// "提高到 1.3 倍", "降到 0.23 倍", "几乎不变".
fn outcome(speedup: f64) -> Say {
    if speedup >= 1.0 + EVEN {
        Say::new().w("提高到原来的").n(speedup, times(speedup))
    } else if speedup <= 1.0 - EVEN {
        Say::new().w("降到原来的").n(speedup, times(speedup))
    } else {
        Say::new().w("几乎不变")
    }
}

fn takeaway(facts: &Compared<Speculating>) -> Say {
    let fitting = facts.fitting();
    let Some(first) = fitting.first() else {
        return Say::new();
    };
    let own = &first.own;
    let unfused = own.unfused > FUSED;
    let start = Say::new()
        .own(joined(&[&N.trimmed(own.drafts, 2), "个草稿 token"]))
        .w("，接受率")
        .p(own.acceptance, percent(own.acceptance))
        .w("：")
        .m(first.slot)
        .w("的速度");
    let say = if unfused {
        start
            .w("本应")
            .then(outcome(own.fused))
            .w("。但这里打草稿和检查的耗时是应有的")
            .p(own.unfused, times(own.unfused))
            .w("，于是速度")
            .then(outcome(own.speedup))
    } else {
        start.then(outcome(own.speedup))
    };
    let say = say
        .w("，从")
        .n(own.before, N.forecast(own.before))
        .w("到")
        .n(own.after, N.forecast(own.after))
        .w(" ")
        .w(tok_s(facts.users))
        .w("。");
    let say = match fitting[..] {
        [_, second, ..] => say
            .m(second.slot)
            .w("的速度")
            .then(outcome(second.own.speedup))
            .w("。"),
        _ => say,
    };
    match own.context_lost {
        Some(lost) if lost >= 256.0 => say
            .w("草稿占去的空间相当于")
            .n(lost, N.whole(lost))
            .w("个 token 的上下文。"),
        _ => say,
    }
}
