//! Words of figure `rightsize`.

use bpt_core::extent::later;

use super::super::{N, users_text};
use super::say::Say;
use crate::figures::{
    CellState, Count, FigureWords, Nearest, RightCellName, RightSizing, RightsizeLanguage,
    RightsizeTexts, WhyNot,
};
use crate::language::Room;
use crate::span::Span;

impl RightsizeLanguage for super::super::English {
    fn rightsize_texts(&self) -> &'static RightsizeTexts {
        later(|| &RightsizeTexts {
            name: "The smallest that is enough",
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
        CellState::Waits(Some(wait)) => format!("{}\u{202f}s", N.forecast(wait)),
        CellState::Waits(None) => "no end".to_owned(),
        CellState::Over(gib) => format!("{} over", over(gib)),
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

fn name(cell: &RightCellName<'_>) -> String {
    let pair = format!("{} on {}", cell.model, cell.machine);
    let speed = N.forecast(cell.speed[0]);
    let said = match cell.state {
        CellState::Passes(_) if cell.largest => {
            format!("{speed} tokens a second, largest that passes")
        }
        CellState::Passes(_) => format!("{speed} tokens a second, passes"),
        CellState::Below => format!("{speed}, below {}", N.trimmed(cell.least, 2)),
        CellState::Waits(Some(wait)) => {
            let longest = cell.wait.unwrap_or(0.0);
            format!(
                "first token after {} seconds, over {}",
                N.forecast(wait),
                N.trimmed(longest, 2)
            )
        }
        CellState::Waits(None) => "requests arrive faster than they finish".to_owned(),
        CellState::Over(gib) => format!("does not fit, {} gibibytes over", over(gib)),
    };
    let outside = if cell.extrapolated && !matches!(cell.state, CellState::Over(_)) {
        ", outside the measured range"
    } else {
        ""
    };
    format!("{pair}: {said}{outside}")
}

fn readout(cell: &RightCellName<'_>) -> Vec<Span> {
    let say = Say::new().own(format!("{} on {}: ", cell.model, cell.machine));
    let [speed, low, high] = cell.speed;
    let say = if let CellState::Over(gib) = cell.state {
        say.w("does not fit, ")
            .n(gib, format!("{}\u{202f}GiB", over(gib)))
            .w(" over; ")
    } else {
        say.n(speed, N.forecast(speed))
            .w(" tok/s, likely ")
            .p(low, N.range(low, high))
            .w("; ")
    };
    let [weights, kv] = cell.read;
    say.n(weights, format!("{}\u{202f}GB", N.exact(weights)))
        .w(" weights and ")
        .n(kv, format!("{}\u{202f}GB", N.exact(kv)))
        .w(" KV per token.")
        .done()
}

fn words(facts: &RightSizing, room: Room) -> FigureWords {
    let takeaway = if facts.accepted == 0 {
        Say::new().w("No model is chosen yet, so there is nothing to rank.")
    } else if facts.machines.is_empty() {
        Say::new().w("No device is chosen yet, so there is nothing to run them on.")
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
                "Cells: tok/s for each user, darker for more times your least. Framed: the largest \
                 that passes there. Grey: below your least. Hatched: KV read. Dotted: outside what was \
                 measured."
            }
            Room::Narrow => "Cells: tok/s for each user. Framed: the largest that passes there. Cross: GiB too much.",
        }
        .to_owned(),
    }
}

fn title(facts: &RightSizing) -> Say {
    match (&facts.fastest, &facts.largest) {
        (Some(fastest), Some(largest)) if fastest.model == largest.model => Say::new()
            .own(fastest.model.clone())
            .w(" is both the fastest and the largest that passes"),
        (Some(fastest), _) => Say::new()
            .own(fastest.model.clone())
            .w(" is the fastest that passes"),
        _ => Say::new().w("Nothing here passes yet"),
    }
}

fn line(facts: &RightSizing) -> Say {
    Say::new()
        .w("At ")
        .tokens(facts.context)
        .w(" tokens, ")
        .own(users_text(facts.users))
        .w(", at least ")
        .p(facts.least, N.trimmed(facts.least, 2))
        .w(" tok/s")
        .then(match facts.wait {
            Some(wait) => Say::new()
                .w(" and a first token within ")
                .p(wait, format!("{}\u{202f}s", N.trimmed(wait, 2))),
            None => Say::new(),
        })
        .w(".")
}

fn models(count: usize) -> String {
    if count == 1 {
        "1\u{a0}model".to_owned()
    } else {
        format!("{}\u{a0}models", N.whole(count as f64))
    }
}

/// "5 pass on one RTX 3090"
fn passing(count: &Count, first: bool) -> Say {
    let number = count.passing as f64;
    let text = if count.passing == 0 {
        "none".to_owned()
    } else {
        N.whole(number)
    };
    let verb = match (first, count.passing) {
        (false, _) => " on ",
        (true, 0 | 1) => " passes on ",
        (true, _) => " pass on ",
    };
    let say = Say::new().n(number, text).w(verb);
    let say = if count.several { say } else { say.w("one ") };
    say.own(count.machine.clone())
}

fn some(facts: &RightSizing) -> Say {
    if let Some(say) = only(facts) {
        return say;
    }
    let mut say = Say::new()
        .w("Of ")
        .own(models(facts.accepted))
        .w(" listed, ");
    for (at, count) in facts.machines.iter().enumerate() {
        say = if at > 0 { say.w(" and ") } else { say };
        say = say.then(passing(count, at == 0));
    }
    let say = say.w(".");
    let (Some(fastest), Some(largest)) = (&facts.fastest, &facts.largest) else {
        return say;
    };
    let per = if facts.users > 1.0 { "step" } else { "token" };
    let say = say
        .w(" The fastest reads ")
        .n(
            fastest.read_gb,
            format!("{}\u{a0}GB", N.exact(fastest.read_gb)),
        )
        .w(" of weights per ")
        .w(per)
        .w(".");
    say.w(" The largest that still writes ")
        .p(facts.least, N.trimmed(facts.least, 2))
        .w(" a second is ")
        .n(largest.speed, largest.model.clone())
        .w(", on ")
        .own(largest.machine.clone())
        .w(".")
}

/// The only model there is passes nowhere.
fn not_here(facts: &RightSizing, nearest: &Nearest) -> Say {
    let say = Say::new().own(nearest.model.clone());
    match nearest.why {
        WhyNot::Over(gib) => say
            .w(" fits on none of these devices. The nearest, ")
            .own(nearest.machine.clone())
            .w(", is ")
            .n(gib, format!("{}\u{a0}GiB", over(gib)))
            .w(" too small."),
        WhyNot::Below(speed) => say
            .w(" does not write ")
            .p(facts.least, N.trimmed(facts.least, 2))
            .w(" a second for ")
            .own(users_text(facts.users))
            .w(" at ")
            .tokens(facts.context)
            .w(" tokens. The nearest is ")
            .own(nearest.machine.clone())
            .w(" with ")
            .n(speed, N.forecast(speed))
            .w("."),
        WhyNot::Waits(wait) if wait < f64::MAX => say
            .w(" starts soon enough on none of these devices. The nearest, ")
            .own(nearest.machine.clone())
            .w(", takes ")
            .n(wait, format!("{}\u{a0}s", N.forecast(wait)))
            .w(" to its first token."),
        WhyNot::Waits(_) => say.w(" never starts: requests arrive faster than they finish."),
    }
}

/// The only model there is: where it passes and where it does not. `None` where neither of the
/// machines that are named lets it pass.
fn only(facts: &RightSizing) -> Option<Say> {
    let model = facts.fastest.as_ref().filter(|_| facts.accepted == 1)?;
    let mut sorted: [Vec<&Count>; 2] = [Vec::new(), Vec::new()];
    for count in &facts.machines {
        sorted[usize::from(count.passing == 0)].push(count);
    }
    let [passes, fails] = sorted;
    if passes.is_empty() {
        return None;
    }
    let list = |say: Say, list: &[&Count]| {
        list.iter().enumerate().fold(say, |say, (at, count)| {
            let say = if at > 0 { say.w(" and ") } else { say };
            let say = if count.several { say } else { say.w("one ") };
            say.own(count.machine.clone())
        })
    };
    let say = list(
        Say::new().own(model.model.clone()).w(" passes on "),
        &passes,
    );
    let say = if fails.is_empty() {
        say
    } else {
        list(say.w(", not on "), &fails)
    };
    let per = if facts.users > 1.0 { "step" } else { "token" };
    let read = format!("{}\u{a0}GB", N.exact(model.read_gb));
    Some(
        say.w(". It reads ")
            .n(model.read_gb, read)
            .w(" per ")
            .w(per)
            .w("."),
    )
}

fn none(facts: &RightSizing) -> Say {
    if let Some(nearest) = facts.nearest.as_ref().filter(|_| facts.accepted == 1) {
        return not_here(facts, nearest);
    }
    let start = Say::new().w("None of ").own(models(facts.accepted));
    let Some(nearest) = &facts.nearest else {
        return start.w(" passes here.");
    };
    let pair = format!("{} on {}", nearest.model, nearest.machine);
    match nearest.why {
        WhyNot::Over(gib) => start
            .w(" fits on these devices. The nearest, ")
            .own(nearest.model.clone())
            .w(", is ")
            .n(gib, format!("{}\u{a0}GiB", over(gib)))
            .w(" over on ")
            .own(nearest.machine.clone())
            .w("."),
        WhyNot::Below(speed) => start
            .w(" writes ")
            .p(facts.least, N.trimmed(facts.least, 2))
            .w(" a second for ")
            .own(users_text(facts.users))
            .w(" at ")
            .tokens(facts.context)
            .w(" tokens. The nearest is ")
            .own(pair)
            .w(" with ")
            .n(speed, N.forecast(speed))
            .w("."),
        WhyNot::Waits(wait) if wait < f64::MAX => start
            .w(" starts soon enough. The nearest, ")
            .own(pair)
            .w(", takes ")
            .n(wait, format!("{}\u{a0}s", N.forecast(wait)))
            .w(" to its first token."),
        WhyNot::Waits(_) => start.w(" starts at all: requests arrive faster than they finish."),
    }
}
