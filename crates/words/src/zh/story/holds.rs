//! "Does it hold?": a measured case, and what is computed for it.

use bpt_core::extent::whole;

use super::super::N;
use super::super::say::{Say, joined, times, tokens};
use crate::span::Span;
use crate::story::{Chapter, Held};

fn measured(value: f64) -> String {
    N.trimmed(value, 2)
}

fn tok_s(say: Say, run: &Held) -> Say {
    say.n(run.measured, measured(run.measured)).w(" tok/s")
}

/// The model, or that it was another of the same shape.
fn model(run: &Held) -> String {
    if run.alias {
        joined(&["与", &run.model, "结构相同的模型"])
    } else {
        run.model.clone()
    }
}

/// "RTX 3090 上的 Llama 3.1 8B", and how many of them.
fn what(run: &Held) -> String {
    let device = if run.count > 1.0 {
        format!("{} × {}", N.whole(run.count), run.device)
    } else {
        run.device.clone()
    };
    if run.alias {
        joined(&[&device, "上", &model(run)])
    } else {
        joined(&[&device, "上的", &run.model])
    }
}

/// What the page computes for the same runs.
fn computed(say: Say, runs: &[Held]) -> Say {
    let values: Option<Vec<f64>> = runs.iter().map(|run| run.computed).collect();
    let Some(values) = values else {
        return say.w("。");
    };
    let mut say = say.w("。本页算得：");
    for (at, value) in values.into_iter().enumerate() {
        say = say.w(if at > 0 { "、" } else { "" });
        say = say.p(value, N.forecast(value));
    }
    say.w("。")
}

pub(super) fn holds(chapter: Chapter, runs: &[Held]) -> Vec<Span> {
    match (chapter, runs) {
        (Chapter::Bytes, [a, b]) => bytes(a, b, runs),
        _ if !whole() => Say::new(),
        (Chapter::Bits, [a, b]) => bits(a, b, runs),
        (Chapter::Context, [a, b]) => context(a, b, runs),
        (Chapter::Prefill, [read, write]) => prefill(read, write, runs),
        (Chapter::Bandwidth, [a, b]) => bandwidth(a, b, runs),
        (Chapter::Users, [run]) => users(run, runs),
        (Chapter::Two, [one, layers, before, after]) => two(one, layers, before, after, runs),
        (Chapter::Spill, [run]) => spill(run, runs),
        (Chapter::Speculation, [a, b]) => speculation(a, b, runs),
        (Chapter::Measure, [run]) => measure(run, runs),
        (Chapter::Rightsize, [a, b]) => rightsize(a, b, runs),
        _ => Say::new(),
    }
    .done()
}

fn bytes(a: &Held, b: &Held, runs: &[Held]) -> Say {
    let say = Say::new()
        .w("在一台")
        .own(a.device.clone())
        .w("上实测：")
        .own(format!("{} ", a.model));
    let say = tok_s(say, a).w("，").own(format!("{} ", b.model));
    let ratio = b.measured / a.measured;
    let say = tok_s(say, b)
        .w("，后者的速度是前者的")
        .n(ratio, times(ratio));
    computed(say, runs)
}

/// "实测，RTX 3090 上的 Llama 3.1 8B："
fn start(run: &Held) -> Say {
    Say::new().w("实测，").own(what(run)).w("：")
}

fn bits(a: &Held, b: &Held, runs: &[Held]) -> Say {
    let say = start(a).own(format!("{} ", a.format));
    let say = tok_s(say, a).w("，").own(format!("{} ", b.format));
    let ratio = b.measured / a.measured;
    let say = tok_s(say, b)
        .w("，后者的速度是前者的")
        .n(ratio, times(ratio));
    computed(say, runs)
}

fn context(a: &Held, b: &Held, runs: &[Held]) -> Say {
    let say = start(a).w("对话为").own(tokens(a.context)).w("时 ");
    let say = tok_s(say, a).w("，为").own(tokens(b.context)).w("时 ");
    computed(tok_s(say, b), runs)
}

fn prefill(read: &Held, write: &Held, runs: &[Held]) -> Say {
    let ratio = read.measured / write.measured;
    let say = start(read)
        .w("每秒读取")
        .n(read.measured, measured(read.measured))
        .w("个提示词 token，生成")
        .n(write.measured, measured(write.measured))
        .w("个，前者是后者的")
        .n(ratio, times(ratio));
    computed(say, runs)
}

fn bandwidth(a: &Held, b: &Held, runs: &[Held]) -> Say {
    let more = b.bandwidth_gb / a.bandwidth_gb;
    let gain = b.measured / a.measured;
    let say = Say::new()
        .w("实测，")
        .own(model(a))
        .w("：")
        .own(b.device.clone())
        .w("的带宽是")
        .own(a.device.clone())
        .w("的")
        .p(more, times(more))
        .w("，速度是")
        .n(gain, times(gain))
        .w("，");
    let say = tok_s(say, b)
        .w("对")
        .n(a.measured, measured(a.measured))
        .w(" tok/s");
    computed(say, runs)
}

fn users(run: &Held, runs: &[Held]) -> Say {
    let before = run.users_before.unwrap_or(1.0);
    let say = Say::new()
        .w("促成本项目的博文从")
        .p(before, N.whole(before))
        .w("个用户增加到")
        .p(run.users, N.whole(run.users))
        .w("个，测得合计为原来的")
        .n(run.measured, format!("{}\u{a0}倍", measured(run.measured)));
    let each = run.measured * before / run.users;
    let say = say.w("，每个用户的速度为原来的").n(each, times(each));
    computed(say, runs)
}

fn two(one: &Held, layers: &Held, before: &Held, after: &Held, runs: &[Held]) -> Say {
    let say = tok_s(start(one), one)
        .w("；按层切分到")
        .own(N.whole(layers.count))
        .w("台上为 ");
    let say = tok_s(say, layers)
        .w("。一个大模型用张量并行，在")
        .own(format!("{} × {}", N.whole(after.count), after.device))
        .w("上每个 token 从")
        .n(before.measured, measured(before.measured))
        .w("降到")
        .n(after.measured, measured(after.measured))
        .w(" ms");
    computed(say, runs.get(2..).unwrap_or_default())
}

fn spill(run: &Held, runs: &[Held]) -> Say {
    let say = Say::new()
        .w("实测，")
        .own(what(run))
        .w("，")
        .own(N.whole(run.expert_layers))
        .w("层的专家放在 RAM：");
    computed(tok_s(say, run), runs)
}

fn speculation(a: &Held, b: &Held, runs: &[Held]) -> Say {
    let share = b.measured / a.measured;
    let say = tok_s(Say::new().w("促成本项目的博文测得：不用时 "), a)
        .w("，用")
        .own(N.whole(b.drafted))
        .w("个草稿 token 时 ");
    let say = tok_s(say, b).w("，速度只有原来的").n(share, times(share));
    computed(say, runs).w("软件执行得有多差，正是由这两个速度反推的。")
}

fn measure(run: &Held, runs: &[Held]) -> Say {
    let say = Say::new()
        .w("实测，")
        .own(what(run))
        .w("，格式")
        .own(run.format.clone())
        .w("，上下文")
        .own(tokens(run.context))
        .w("：");
    computed(tok_s(say, run), runs)
}

fn rightsize(a: &Held, b: &Held, runs: &[Held]) -> Say {
    let say = Say::new().w("促成本项目的博文测得：").own(what(a)).w("为 ");
    let say = tok_s(say, a).w("；").own(what(b)).w("为 ");
    computed(tok_s(say, b), runs)
}
