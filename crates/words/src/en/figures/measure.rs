//! Words of figure `measure`.

use bpt_core::extent::later;

use super::super::N;
use super::say::{Say, percent};
use crate::figures::{
    Claim, Errors, FigureWords, MeasureLanguage, MeasureTexts, Measured, Verdict,
};
use crate::language::Room;

impl MeasureLanguage for super::super::English {
    fn measure_texts(&self) -> &'static MeasureTexts {
        later(|| &MeasureTexts {
            name: "Predicted against measured",
            axis_measured: "tok/s measured →",
            axis_predicted: "tok/s predicted",
            your_run: "yours",
            all_runs: "all runs",
            dense_runs: "dense",
            mixture_runs: "mixture of experts",
            column_group: "Group",
            column_runs: "runs",
            column_p10: "P10 of the signed error, %",
            column_p50: "P50 of the signed error, %",
            column_p90: "P90 of the signed error, %",
            column_within: "within 20 %, %",
        })
    }

    fn guide(&self, share: f64) -> String {
        later(|| format!("±{}\u{a0}%", N.whole(share * 100.0)))
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
                "Each mark is a run: squares dense, circles mixtures of experts, your picks in \
                 colour. On the line the prediction is right; dashed: 20 % off."
            }
            Room::Narrow => "Squares: dense. Circles: mixtures of experts. Dashed: 20 % off.",
        }
        .to_owned(),
    }
}

fn title(facts: &Measured) -> Say {
    match &facts.all {
        None => Say::new().w("No measured run is here yet"),
        Some(all) => Say::new()
            .n(all.within, percent(all.within))
            .w(" of the predictions lie within 20\u{a0}% of the measurement"),
    }
}

fn line(facts: &Measured) -> Say {
    match (&facts.dense, &facts.mixture) {
        (Some(dense), Some(mixture)) => Say::new()
            .w("Middle error: ")
            .n(dense.size, percent(dense.size))
            .w(" for dense models, ")
            .n(mixture.size, percent(mixture.size))
            .w(" for mixtures of experts."),
        (Some(one), None) | (None, Some(one)) => Say::new()
            .w("Middle error: ")
            .n(one.size, percent(one.size))
            .w("."),
        (None, None) => Say::new().w("Add a row to see how well the prediction holds."),
    }
}

fn takeaway(facts: &Measured) -> Say {
    let say = match &facts.all {
        Some(all) => across(all, facts.held_out),
        None => Say::new(),
    };
    match &facts.claim {
        Some(claim) if say.is_empty() => own(claim),
        Some(claim) => say.w(" ").then(own(claim)),
        None if say.is_empty() => Say::new().w("Enter the speed you saw to check it."),
        None => say.w(" Enter the speed you saw to check it."),
    }
}

fn across(all: &Errors, held_out: bool) -> Say {
    let runs = all.count as f64;
    if all.count == 1 {
        return Say::new()
            .w(if held_out {
                "In the only held-out run the error is "
            } else {
                "In the only run the error is "
            })
            .n(all.size, percent(all.size))
            .w(".");
    }
    Say::new()
        .w("Across ")
        .n(runs, N.whole(runs))
        .w(if held_out {
            " held-out runs the middle error is "
        } else {
            " runs the middle error is "
        })
        .n(all.size, percent(all.size))
        .w(".")
}

fn own(claim: &Claim) -> Say {
    let say = Say::new()
        .w("Your ")
        .p(claim.speed, N.trimmed(claim.speed, 2))
        .w(" tok/s with ")
        .m(claim.slot)
        .w(" are ")
        .n(claim.of_ceiling, percent(claim.of_ceiling))
        .w(" of the ceiling: ");
    match claim.verdict {
        Verdict::Plausible => say.w("plausible."),
        Verdict::Slow => say.w(
            "slow. Usually that is a power limit, layers in RAM, an old build or a second program.",
        ),
        Verdict::AbovePhysics => say.w(
            "above physics. Was speculation on, were there several users, or is the format \
             different?",
        ),
    }
}
