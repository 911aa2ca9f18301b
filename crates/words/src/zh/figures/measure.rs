//! Words of figure `measure`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::{Say, percent};
use crate::figures::{
    Claim, Errors, FigureWords, MeasureLanguage, MeasureTexts, Measured, Verdict,
};
use crate::language::Room;

impl MeasureLanguage for super::super::Chinese {
    fn measure_texts(&self) -> &'static MeasureTexts {
        later(|| &MeasureTexts {
            name: "预测与实测",
            axis_measured: "实测 tok/s →",
            axis_predicted: "预测 tok/s",
            your_run: "你的",
            all_runs: "全部实测",
            dense_runs: "稠密",
            mixture_runs: "混合专家",
            column_group: "组",
            column_runs: "次数",
            column_p10: "带符号误差 P10，%",
            column_p50: "带符号误差 P50，%",
            column_p90: "带符号误差 P90，%",
            column_within: "误差 20% 以内，%",
        })
    }

    fn guide(&self, share: f64) -> String {
        later(|| format!("±{}%", N.whole(share * 100.0)))
    }

    fn measure(&self, facts: &Measured, room: Room) -> FigureWords {
        later(|| words(facts, room))
    }
}

fn words(facts: &Measured, room: Room) -> FigureWords {
    FigureWords {
        title: title(facts).done(),
        line: line(facts).done(),
        takeaway: takeaway(facts).done(),
        note: match room {
            Room::Wide => {
                "每个标记是一次实测：方块为稠密，圆点为混合专家，彩色为你选的模型。在线上表示预测正确；\
                 虚线：偏差 20%。"
            }
            Room::Narrow => "方块：稠密。圆点：混合专家。虚线：偏差 20%。",
        }
        .to_owned(),
    }
}

fn title(facts: &Measured) -> Say {
    match &facts.all {
        None => Say::new().w("这里还没有实测"),
        Some(all) => Say::new()
            .n(all.within, percent(all.within))
            .w("的预测，误差在 20% 以内"),
    }
}

fn line(facts: &Measured) -> Say {
    match (&facts.dense, &facts.mixture) {
        (Some(dense), Some(mixture)) => Say::new()
            .w("误差中位数：稠密模型")
            .n(dense.size, percent(dense.size))
            .w("，混合专家")
            .n(mixture.size, percent(mixture.size))
            .w("。"),
        (Some(one), None) | (None, Some(one)) => Say::new()
            .w("误差中位数：")
            .n(one.size, percent(one.size))
            .w("。"),
        (None, None) => Say::new().w("添加一行，看看预测有多准。"),
    }
}

fn takeaway(facts: &Measured) -> Say {
    let say = match &facts.all {
        Some(all) => across(all, facts.held_out),
        None => Say::new(),
    };
    match &facts.claim {
        Some(claim) => say.then(own(claim)),
        None => say.w("填入你看到的速度来检验。"),
    }
}

fn across(all: &Errors, held_out: bool) -> Say {
    let runs = all.count as f64;
    let say = if all.count == 1 {
        Say::new().w(if held_out {
            "唯一一次留出的实测，误差为"
        } else {
            "唯一一次实测，误差为"
        })
    } else {
        Say::new().w("在").n(runs, N.whole(runs)).w(if held_out {
            "次留出的实测中，误差中位数为"
        } else {
            "次实测中，误差中位数为"
        })
    };
    say.n(all.size, percent(all.size)).w("。")
}

fn own(claim: &Claim) -> Say {
    let say = Say::new()
        .w("你用")
        .m(claim.slot)
        .w("测得的")
        .p(claim.speed, N.trimmed(claim.speed, 2))
        .w(" tok/s 是上限的")
        .n(claim.of_ceiling, percent(claim.of_ceiling))
        .w("：");
    match claim.verdict {
        Verdict::Plausible => say.w("合理。"),
        Verdict::Slow => {
            say.w("偏慢。常见原因是功率限制、部分层在 RAM、版本太旧，或另有程序在运行。")
        }
        Verdict::AbovePhysics => say.w("超出物理上限。可能开了投机解码、有多个用户，或格式不同。"),
    }
}
