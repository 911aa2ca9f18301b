//! Words of figure `rightsize`.

use bpt_core::extent::later;

use super::super::N;
use super::super::say::{Say, joined, tight, tokens, unit, users};
use crate::figures::{
    CellState, Count, FigureWords, Nearest, RightCellName, RightSizing, RightsizeLanguage,
    RightsizeTexts, WhyNot,
};
use crate::language::Room;
use crate::span::Span;

impl RightsizeLanguage for super::super::Chinese {
    fn rightsize_texts(&self) -> &'static RightsizeTexts {
        later(|| &RightsizeTexts {
            name: "够用的模型中最小的",
        })
    }

    fn right_cell(&self, state: CellState, speed: f64) -> String {
        later(|| cell(state, speed))
    }

    fn right_cell_name(&self, cell: &RightCellName<'_>) -> String {
        later(|| name(cell))
    }

    fn right_readout(&self, cell: &RightCellName<'_>) -> Vec<Span> {
        later(|| readout(cell))
    }

    fn rightsize(&self, facts: &RightSizing, room: Room) -> FigureWords {
        later(|| words(facts, room))
    }
}

fn cell(state: CellState, speed: f64) -> String {
    match state {
        CellState::Passes(_) | CellState::Below => N.forecast(speed),
        CellState::Waits(Some(wait)) => tight(&N.forecast(wait), "s"),
        CellState::Waits(None) => "等不到".to_owned(),
        CellState::Over(gib) => joined(&["超", &over(gib)]),
    }
}

/// Missing memory in a cell: one decimal, none from a hundred on.
fn over(gib: f64) -> String {
    if gib < 99.95 {
        N.spare(gib)
    } else {
        N.whole(gib)
    }
}

/// A model on a machine: "M4 Max 上的 GLM-4.5-Air".
fn pair(model: &str, machine: &str) -> String {
    joined(&[machine, "上的", model])
}

fn name(cell: &RightCellName<'_>) -> String {
    let pair = pair(cell.model, cell.machine);
    let speed = N.forecast(cell.speed[0]);
    let said = match cell.state {
        CellState::Passes(_) if cell.largest => joined(&["每秒", &speed, "个 token，达标者中最大"]),
        CellState::Passes(_) => joined(&["每秒", &speed, "个 token，达标"]),
        CellState::Below => joined(&["每秒", &speed, "个 token，低于", &N.trimmed(cell.least, 2)]),
        CellState::Waits(Some(wait)) => joined(&[
            "首个 token 要等",
            &N.forecast(wait),
            "秒，超过",
            &N.trimmed(cell.wait.unwrap_or(0.0), 2),
            "秒",
        ]),
        CellState::Waits(None) => "请求来得比完成得快".to_owned(),
        CellState::Over(gib) => joined(&["放不下，超出", &over(gib), "GiB"]),
    };
    let outside = if cell.extrapolated && !matches!(cell.state, CellState::Over(_)) {
        "，超出实测范围"
    } else {
        ""
    };
    format!("{pair}：{said}{outside}")
}

fn readout(cell: &RightCellName<'_>) -> Vec<Span> {
    let say = Say::new().own(pair(cell.model, cell.machine)).w("：");
    let [speed, low, high] = cell.speed;
    let say = if let CellState::Over(gib) = cell.state {
        say.w("放不下，超出")
            .n(gib, unit(&over(gib), "GiB"))
            .w("；")
    } else {
        say.n(speed, N.forecast(speed))
            .w(" tok/s，可能为")
            .p(low, N.range(low, high))
            .w("；")
    };
    let [weights, kv] = cell.read;
    let gb = |value: f64| unit(&N.exact(value), "GB");
    say.w("每个 token 读权重")
        .n(weights, gb(weights))
        .w("，读 KV")
        .w(" ")
        .n(kv, gb(kv))
        .w("。")
        .done()
}

fn words(facts: &RightSizing, room: Room) -> FigureWords {
    let takeaway = if facts.accepted == 0 {
        Say::new().w("还没有选模型，所以没有可排名的。")
    } else if facts.machines.is_empty() {
        Say::new().w("还没有选设备，所以没有可以运行它们的地方。")
    } else if facts.anywhere == 0 {
        none(facts)
    } else {
        some(facts)
    };
    FigureWords {
        title: title(facts).done(),
        line: line(facts).done(),
        takeaway: takeaway.done(),
        note: match room {
            Room::Wide => {
                "格子：每用户 tok/s，超出最低要求的倍数越多颜色越深。带框：该设备上达标的最大模型。灰色：低于\
                 最低要求。斜线：读取的 KV。点线：超出实测范围。"
            }
            Room::Narrow => "格子：每用户 tok/s。带框：该设备上达标的最大模型。叉：超出的 GiB。",
        }
        .to_owned(),
    }
}

fn title(facts: &RightSizing) -> Say {
    match (&facts.fastest, &facts.largest) {
        (Some(fastest), Some(largest)) if fastest.model == largest.model => Say::new()
            .w("达标的模型里，最快和最大的都是")
            .own(fastest.model.clone()),
        (Some(fastest), _) => Say::new()
            .w("达标的模型里，最快的是")
            .own(fastest.model.clone()),
        _ => Say::new().w("这里还没有达标的"),
    }
}

fn line(facts: &RightSizing) -> Say {
    let say = Say::new()
        .w("上下文")
        .tokens(facts.context)
        .w("，")
        .own(users(facts.users))
        .w("，至少")
        .p(facts.least, unit(&N.trimmed(facts.least, 2), "tok/s"));
    match facts.wait {
        Some(wait) => say
            .w("，首个 token 在")
            .p(wait, unit(&N.trimmed(wait, 2), "s"))
            .w("以内。"),
        None => say.w("。"),
    }
}

fn models(count: usize) -> String {
    format!("{}\u{a0}个模型", N.whole(count as f64))
}

/// "有 5 个在一台 RTX 3090 上达标"
fn passing(count: &Count) -> Say {
    let number = count.passing as f64;
    let say = Say::new().w("在");
    let say = if count.several { say } else { say.w("一台") };
    let say = say.own(count.machine.clone()).w("上");
    if count.passing == 0 {
        say.w("没有达标的")
    } else {
        say.w("有").n(number, N.whole(number)).w("个达标")
    }
}

fn some(facts: &RightSizing) -> Say {
    let mut say = Say::new().w("所列").own(models(facts.accepted)).w("，");
    for (at, count) in facts.machines.iter().enumerate() {
        say = if at > 0 { say.w("，") } else { say };
        say = say.then(passing(count));
    }
    let say = say.w("。");
    let (Some(fastest), Some(largest)) = (&facts.fastest, &facts.largest) else {
        return say;
    };
    say.w(if facts.users > 1.0 {
        "最快的每步读取"
    } else {
        "最快的每个 token 读取"
    })
    .n(fastest.read_gb, unit(&N.exact(fastest.read_gb), "GB"))
    .w("。每秒仍能生成")
    .p(facts.least, N.trimmed(facts.least, 2))
    .w("个 token 的最大模型是")
    .n(largest.speed, largest.model.clone())
    .w("（")
    .own(largest.machine.clone())
    .w("）。")
}

/// 只有一个模型，而它在哪里都不达标。
fn not_here(facts: &RightSizing, nearest: &Nearest) -> Say {
    let say = Say::new().own(nearest.model.clone());
    match nearest.why {
        WhyNot::Over(gib) => say
            .w("在这些设备上都放不下。最接近的是")
            .own(nearest.machine.clone())
            .w("，超出")
            .n(gib, unit(&over(gib), "GiB"))
            .w("。"),
        WhyNot::Below(speed) => say
            .w("不能在上下文为")
            .own(tokens(facts.context))
            .w("时，每秒为")
            .own(users(facts.users))
            .w("各生成")
            .p(facts.least, N.trimmed(facts.least, 2))
            .w("个 token。最接近的是")
            .own(nearest.machine.clone())
            .w("，为")
            .n(speed, N.forecast(speed))
            .w(" tok/s。"),
        WhyNot::Waits(wait) if wait < f64::MAX => say
            .w("在这些设备上都开始得不够快。最接近的是")
            .own(nearest.machine.clone())
            .w("，到首个 token 要")
            .n(wait, unit(&N.forecast(wait), "s"))
            .w("。"),
        WhyNot::Waits(_) => say.w("无法开始：请求来得比完成得快。"),
    }
}

fn none(facts: &RightSizing) -> Say {
    if let Some(nearest) = facts.nearest.as_ref().filter(|_| facts.accepted == 1) {
        return not_here(facts, nearest);
    }
    let start = Say::new().own(models(facts.accepted)).w("里没有一个");
    let Some(nearest) = &facts.nearest else {
        return start.w("在这里达标。");
    };
    let pair = pair(&nearest.model, &nearest.machine);
    match nearest.why {
        WhyNot::Over(gib) => start
            .w("在这些设备上放得下。最接近的是")
            .own(pair)
            .w("，超出")
            .n(gib, unit(&over(gib), "GiB"))
            .w("。"),
        WhyNot::Below(speed) => start
            .w("能在上下文为")
            .own(tokens(facts.context))
            .w("时，每秒为")
            .own(users(facts.users))
            .w("各生成")
            .p(facts.least, N.trimmed(facts.least, 2))
            .w("个 token。最接近的是")
            .own(pair)
            .w("，为")
            .n(speed, N.forecast(speed))
            .w(" tok/s。"),
        WhyNot::Waits(wait) if wait < f64::MAX => start
            .w("开始得够快。最接近的是")
            .own(pair)
            .w("，到首个 token 要")
            .n(wait, unit(&N.forecast(wait), "s"))
            .w("。"),
        WhyNot::Waits(_) => start.w("能开始：请求来得比完成得快。"),
    }
}
