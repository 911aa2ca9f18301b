//! Numbers derived from an estimate on request, from a table like the rest.

use bpt_core::Scenario;
use bpt_core::derived::{Derived, Input, elasticity};
use bpt_core::estimate::Ranged;

use super::json::number;

type Get = fn(&Derived) -> Option<f64>;

macro_rules! speedup {
    ($end:ident) => {
        |d| d.speculative_speedup.map(|Ranged { $end, .. }| $end)
    };
}

const FIELDS: &[(&str, Get)] = &[
    ("speculative_speedup", speedup!(value)),
    ("speculative_speedup_low", speedup!(low)),
    ("speculative_speedup_high", speedup!(high)),
    ("kv_equals_weights_at_tokens", |d| {
        d.kv_equals_weights.map(|tokens| tokens.get())
    }),
    ("floor_tok_s", |d| Some(d.floor.get())),
    ("answer_s", |d| d.answer.map(|time| time.get())),
    ("break_even_acceptance", |d| d.break_even_acceptance),
    ("split_saves_s", |d| d.split_saves.map(|time| time.get())),
    ("split_pays_s", |d| d.split_pays.map(|time| time.get())),
    ("mixed_tok_s_per_user", |d| Some(d.mixed.get())),
    ("compute_knee_users", |d| d.compute_knee),
    ("kv_knee_users", |d| d.kv_knee),
    ("copying_pays_from_tokens", |d| {
        d.copying_pays.map(|tokens| tokens.get())
    }),
];

/// Elasticities of step time: `d ln t / d ln x` for each input, in the order of [`Input::ALL`].
#[must_use]
pub fn elasticities(scenario: &Scenario) -> Vec<(Input, f64)> {
    let all = Input::ALL.into_iter();
    all.map(|input| (input, elasticity(scenario, input)))
        .collect()
}

/// The derived numbers as a JSON object, with elasticities if there are any.
#[must_use]
pub fn derived_json(derived: &Derived, elasticities: &[(Input, f64)]) -> String {
    let mut out = String::from("{");
    for (name, get) in FIELDS {
        out.push('"');
        out.push_str(name);
        out.push_str("\":");
        number(&mut out, get(derived));
        out.push(',');
    }
    out.push_str("\"elasticities\":{");
    for (at, (input, value)) in elasticities.iter().enumerate() {
        out.push_str(if at > 0 { ",\"" } else { "\"" });
        out.push_str(input.slug());
        out.push_str("\":");
        number(&mut out, Some(*value));
    }
    out.push_str("}}");
    out
}

/// The number at a path, as `derived.floor_tok_s`; elasticities are computed where they are asked
/// for.
#[must_use]
pub fn derived_quantity(scenario: &Scenario, derived: &Derived, path: &str) -> Option<f64> {
    let name = path.strip_prefix("derived.")?;
    let value = match name.strip_prefix("elasticities.") {
        Some(slug) => {
            let input = Input::ALL.into_iter().find(|input| input.slug() == slug)?;
            Some(elasticity(scenario, input))
        }
        None => FIELDS
            .iter()
            .find(|(have, _)| *have == name)
            .and_then(|(_, get)| get(derived)),
    };
    value.filter(|value| value.is_finite())
}
