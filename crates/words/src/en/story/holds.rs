//! "Does it hold?": a measured case, and what is computed for it.

use bpt_core::extent::whole;

use super::super::figures::say::Say;
use super::super::{N, tokens_text};
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
        format!("a model built like {}", run.model)
    } else {
        run.model.clone()
    }
}

/// "Llama 3.1 8B on RTX 3090", and how many of them.
fn what(run: &Held) -> String {
    let device = if run.count > 1.0 {
        format!("{} × {}", N.whole(run.count), run.device)
    } else {
        run.device.clone()
    };
    format!("{} on {device}", model(run))
}

fn times(value: f64) -> String {
    format!("{}\u{a0}times", N.ratio(value))
}

/// What the page computes for the same runs.
fn computed(say: Say, runs: &[Held]) -> Say {
    let values: Option<Vec<f64>> = runs.iter().map(|run| run.computed).collect();
    let Some(values) = values else {
        return say.w(".");
    };
    let last = values.len().saturating_sub(1);
    let mut say = say.w(". Computed here: ");
    for (at, value) in values.into_iter().enumerate() {
        say = match at {
            0 => say,
            at if at == last => say.w(" and "),
            _ => say.w(", "),
        };
        say = say.p(value, N.forecast(value));
    }
    say.w(".")
}

pub(super) fn holds(chapter: Chapter, runs: &[Held]) -> Vec<Span> {
    match (chapter, runs) {
        (Chapter::Bytes, [a, b]) => bytes(a, b, runs),
        _ if !whole() => Say::new(),
        (Chapter::Bits, [a, b]) => bits(a, b, runs),
        (Chapter::Context, [a, b]) => context(a, b, runs),
        (Chapter::Prefill, [read, write]) => prefill(read, write, runs),
        (Chapter::Bandwidth, [a, b]) => bandwidth(a, b),
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
    let say = Say::new().own(format!("Measured on one {}: {} ", a.device, a.model));
    let say = tok_s(say, a).own(format!(", {} ", b.model));
    let ratio = b.measured / a.measured;
    let say = tok_s(say, b).w(", ").n(ratio, times(ratio)).w(" as fast");
    computed(say, runs)
}

fn bits(a: &Held, b: &Held, runs: &[Held]) -> Say {
    let say = Say::new().own(format!("Measured, {}: ", what(a)));
    let say = tok_s(say, a).own(format!(" as {}, ", a.format));
    let ratio = b.measured / a.measured;
    let say = tok_s(say, b)
        .own(format!(" as {}, ", b.format))
        .n(ratio, times(ratio))
        .w(" as fast");
    computed(say, runs)
}

fn context(a: &Held, b: &Held, runs: &[Held]) -> Say {
    let say = Say::new().own(format!("Measured, {}: ", what(a)));
    let say = tok_s(say, a).own(format!(" at {} of conversation, ", tokens_text(a.context)));
    let say = tok_s(say, b).own(format!(" at {}", tokens_text(b.context)));
    computed(say, runs)
}

fn prefill(read: &Held, write: &Held, runs: &[Held]) -> Say {
    let ratio = read.measured / write.measured;
    let say = Say::new()
        .own(format!("Measured, {}: it reads ", what(read)))
        .n(read.measured, measured(read.measured))
        .w(" prompt tokens a second and writes ")
        .n(write.measured, measured(write.measured))
        .w(", a factor of ")
        .n(ratio, N.ratio(ratio));
    computed(say, runs)
}

fn bandwidth(a: &Held, b: &Held) -> Say {
    let more = b.bandwidth_gb / a.bandwidth_gb;
    let gain = b.measured / a.measured;
    let say = Say::new()
        .own(format!("Measured, {}: {} has ", model(a), b.device))
        .p(more, times(more))
        .own(format!(" the bandwidth of {} and writes ", a.device))
        .n(gain, times(gain))
        .w(" as fast, ");
    let say = tok_s(say, b).w(" against ");
    let say = say.n(a.measured, measured(a.measured));
    computed(say, &[b.clone(), a.clone()])
}

fn users(run: &Held, runs: &[Held]) -> Say {
    let before = run.users_before.unwrap_or(1.0);
    let say = Say::new()
        .w("The post that started this project went from ")
        .p(before, N.whole(before))
        .w(" to ")
        .p(run.users, N.whole(run.users))
        .w(" users and measured ")
        .n(
            run.measured,
            format!("{}\u{a0}times", measured(run.measured)),
        )
        .w(" as much in all");
    let each = run.measured * before / run.users;
    let say = say
        .w(", so each user had ")
        .n(each, N.ratio(each))
        .w(" of the speed");
    computed(say, runs)
}

fn two(one: &Held, layers: &Held, before: &Held, after: &Held, runs: &[Held]) -> Say {
    let say = Say::new().own(format!("Measured, {}: ", what(one)));
    let say = tok_s(say, one).own(format!(
        "; on {} of them, split by layers, ",
        N.whole(layers.count)
    ));
    let say = tok_s(say, layers)
        .w(". Split by tensor, a large model went from ")
        .n(before.measured, measured(before.measured))
        .w(" to ")
        .n(after.measured, measured(after.measured))
        .own(format!(
            " ms a token on {} × {}",
            N.whole(after.count),
            after.device
        ));
    computed(say, runs.get(2..).unwrap_or_default())
}

fn spill(run: &Held, runs: &[Held]) -> Say {
    let layers = if run.expert_layers == 1.0 {
        "layer"
    } else {
        "layers"
    };
    let say = Say::new().own(format!(
        "Measured, {}, with the experts of {} {layers} in RAM: ",
        what(run),
        N.whole(run.expert_layers)
    ));
    computed(tok_s(say, run), runs)
}

fn speculation(a: &Held, b: &Held, runs: &[Held]) -> Say {
    let share = b.measured / a.measured;
    let drafted = if b.drafted == 1.0 {
        "one drafted token".to_owned()
    } else {
        format!("{} drafted tokens", N.whole(b.drafted))
    };
    let say = tok_s(
        Say::new().w("The post that started this project measured "),
        a,
    );
    let say = tok_s(say.own(format!(" without, and with {drafted} ")), b)
        .w(", ")
        .n(share, N.ratio(share))
        .w(" of the speed");
    computed(say, runs).w(" How badly the software runs it was worked out from these two speeds.")
}

fn measure(run: &Held, runs: &[Held]) -> Say {
    let say = Say::new().own(format!(
        "Measured, {} as {} at {}: ",
        what(run),
        run.format,
        tokens_text(run.context)
    ));
    computed(tok_s(say, run), runs)
}

fn rightsize(a: &Held, b: &Held, runs: &[Held]) -> Say {
    let say = Say::new().own(format!(
        "The post that started this project measured {}: ",
        what(a)
    ));
    let say = tok_s(say, a).own(format!("; {}: ", what(b)));
    computed(tok_s(say, b), runs)
}
