//! Explanations in English.

use bpt_core::estimate::Estimate;
use bpt_core::explain::{Explanation, Id, Of, Quantity, Unit, quantities};
use bpt_core::model::Class;
use bpt_core::parts::PartKind;
use bpt_core::units::GIBI;

use super::N;
use super::symbols::meaning;
use crate::format::THIN;
use crate::span::Span;

use quantities::{DecodeOf, MemoryOf, PrefillOf};

/// What a class of weights is called.
const fn class(class: Class) -> &'static str {
    match class {
        Class::Embedding => "embedding",
        Class::LmHead => "output layer",
        Class::Attention => "attention",
        Class::DenseFfn => "feed-forward",
        Class::Router => "router",
        Class::RoutedExperts => "experts",
        Class::SharedExperts => "shared experts",
        Class::Norms => "norms",
        Class::Other => "other weights",
    }
}

/// What a symbol means, with the class or group it belongs to.
pub(super) fn symbol(id: Id) -> String {
    let what = meaning(id.key);
    match id.of {
        Of::Whole => what.to_owned(),
        Of::Class(of) => format!("{what}: {}", class(of)),
        Of::At(at) => format!("{what}: {}", u32::from(at) + 1),
    }
}

/// The largest unit that leaves at least 1, of units in falling order; the last otherwise.
fn scaled(value: f64, digits: i32, units: &[(f64, &str)]) -> String {
    let size = value.abs();
    let fits = units.iter().find(|(unit, _)| size >= *unit * 0.9995);
    let (unit, sign) = fits.or_else(|| units.last()).copied().unwrap_or((1.0, ""));
    format!("{}{THIN}{sign}", N.significant(value / unit, digits))
}

/// A count: whole where it is whole.
fn count(value: f64, one: &str, many: &str) -> String {
    let number = if value.fract() == 0.0 {
        N.whole(value)
    } else {
        N.exact(value)
    };
    format!("{number}{THIN}{}", if value == 1.0 { one } else { many })
}

/// A value with its unit: arithmetic, three digits.
pub(super) fn amount(unit: Unit, value: f64) -> String {
    written(unit, value, 3)
}

/// A forecast: two digits.
fn rounded(unit: Unit, value: f64) -> String {
    match unit {
        Unit::TokensPerSecond => format!("{}{THIN}tok/s", N.forecast(value)),
        // Whole tokens, users and operations are counted.
        Unit::Tokens | Unit::Users | Unit::Flops => amount(unit, value),
        _ => written(unit, value, 2),
    }
}

fn written(unit: Unit, value: f64, digits: i32) -> String {
    let plain = || N.significant(value, digits);
    match unit {
        Unit::One | Unit::Money if value.fract() == 0.0 && value.abs() < 1e6 => N.whole(value),
        Unit::One | Unit::Money if value.abs() >= 1e6 => scaled(
            value,
            digits,
            &[(1e12, "trillion"), (1e9, "billion"), (1e6, "million")],
        ),
        Unit::One | Unit::Money => plain(),
        Unit::Bytes => scaled(
            value,
            digits,
            &[
                (1e12, "TB"),
                (1e9, "GB"),
                (1e6, "MB"),
                (1e3, "kB"),
                (1.0, "B"),
            ],
        ),
        Unit::BytesPerSecond => scaled(value, digits, &[(1e9, "GB/s")]),
        Unit::Seconds if value.abs() < 1e-8 => format!("0{THIN}s"),
        Unit::Seconds => scaled(value, digits, &[(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")]),
        Unit::Tokens => count(value, "token", "tokens"),
        Unit::TokensPerSecond => format!("{}{THIN}tok/s", plain()),
        Unit::Flops => scaled(
            value,
            digits,
            &[
                (1e15, "PFLOP"),
                (1e12, "TFLOP"),
                (1e9, "GFLOP"),
                (1e6, "MFLOP"),
                (1.0, "FLOP"),
            ],
        ),
        Unit::FlopsPerSecond => scaled(value, digits, &[(1e12, "TFLOP/s")]),
        Unit::Params => scaled(
            value,
            digits,
            &[
                (1e12, "trillion weights"),
                (1e9, "billion weights"),
                (1e6, "million weights"),
                (1.0, "weights"),
            ],
        ),
        Unit::Layers => count(value, "layer", "layers"),
        Unit::Users => count(value, "user", "users"),
        Unit::Devices => count(value, "device", "devices"),
        Unit::Watts => format!("{}{THIN}W", plain()),
        Unit::Joules => format!("{}{THIN}J", plain()),
        Unit::PerSecond => format!("{} a second", plain()),
        Unit::PerYear => format!("{} a year", plain()),
        Unit::Years => count(value, "year", "years"),
    }
}

/// Whether a number is a forecast, with two digits, rather than arithmetic.
const fn forecast(quantity: Quantity) -> bool {
    match quantity {
        Quantity::Decode(of) => matches!(
            of,
            DecodeOf::PerUser | DecodeOf::Total | DecodeOf::Low | DecodeOf::High
        ),
        Quantity::Prefill(of) => !matches!(of, PrefillOf::FlopsLinear | PrefillOf::FlopsAttention),
        Quantity::Energy(_) | Quantity::Derived(_) => true,
        Quantity::Memory(_) => false,
    }
}

fn value(explanation: &Explanation) -> String {
    let unit = explanation.id().unit();
    let value = explanation.value;
    match (explanation.quantity, unit) {
        (Quantity::Memory(MemoryOf::Total | MemoryOf::Used(_) | MemoryOf::Capacity(_)), _) => {
            let gib = N.gib(value / GIBI);
            format!("{} = {gib}{THIN}GiB", amount(unit, value))
        }
        (of, _) if forecast(of) => rounded(unit, value),
        _ => amount(unit, value),
    }
}

/// The panel's head.
pub(super) fn question(explanation: &Explanation) -> String {
    match explanation.quantity {
        Quantity::Decode(DecodeOf::PerUser | DecodeOf::Total) => {
            format!("Why {} tokens a second?", N.forecast(explanation.value))
        }
        Quantity::Memory(MemoryOf::MaxContext) => {
            format!("Why {} tokens at most?", N.whole(explanation.value))
        }
        Quantity::Memory(MemoryOf::MaxUsers) => {
            format!("Why {} users at most?", N.whole(explanation.value))
        }
        _ => format!("Why {}?", value(explanation)),
    }
}

/// The answer in one sentence.
pub(super) fn answer(explanation: &Explanation, estimate: &Estimate) -> Vec<Span> {
    match explanation.quantity {
        Quantity::Decode(DecodeOf::PerUser | DecodeOf::Total | DecodeOf::Step) => {
            step_in_words(estimate)
        }
        _ => {
            let id = explanation.id();
            let mut name = match id.of {
                Of::At(_) => meaning(id.key).to_owned(),
                _ => symbol(id),
            };
            if let Some(first) = name.get(..1).map(str::to_uppercase) {
                name.replace_range(..1, &first);
            }
            let text = value(explanation);
            vec![
                Span::Text(format!("{name}: ").into()),
                Span::strong(explanation.value, text),
                Span::text("."),
            ]
        }
    }
}

fn step_in_words(estimate: &Estimate) -> Vec<Span> {
    let decode = &estimate.decode;
    let ms = |seconds: f64| format!("{}\u{a0}ms", N.decimals(seconds * 1e3, 1));
    let step = decode.step.get();
    let yielded = decode.tokens_per_step;
    let mut spans = vec![Span::text(if yielded == 1.0 {
        "One token takes "
    } else {
        "One cycle takes "
    })];
    spans.push(Span::strong(step, ms(step)));
    if yielded != 1.0 {
        spans.push(Span::text(" and yields "));
        spans.push(Span::plain(yielded, N.ratio(yielded)));
        spans.push(Span::text(" tokens"));
    }
    let mut said: Vec<(f64, &'static str)> = Vec::new();
    for (kind, words) in [
        (PartKind::Weights, " reads weights"),
        (PartKind::Kv, " reads the conversation"),
        (PartKind::Compute, " is arithmetic"),
        (PartKind::Overhead, " is fixed work"),
        (PartKind::Link, " waits for the link"),
        (PartKind::Host, " is work in RAM"),
    ] {
        let seconds = decode.parts.seconds_of(kind);
        // What rounds to 0.0 ms is not worth a clause.
        if seconds >= 5e-5 {
            said.push((seconds, words));
        }
    }
    let most = said.len();
    for (at, (seconds, words)) in said.into_iter().enumerate() {
        spans.push(Span::text(match at {
            0 => ". Of that, ",
            _ if at + 1 == most => " and ",
            _ => ", ",
        }));
        spans.push(Span::plain(seconds, ms(seconds)));
        spans.push(Span::text(words));
    }
    spans.push(Span::text("."));
    spans
}

/// What a range rests on.
pub(super) fn basis(explanation: &Explanation) -> Option<String> {
    let (low, high) = explanation.range?;
    let ends = match explanation.id().unit() {
        Unit::TokensPerSecond | Unit::One => N.range(low, high),
        unit => format!("{} to {}", rounded(unit, low), rounded(unit, high)),
    };
    let of = match explanation.quantity {
        Quantity::Energy(_) => "the spread of power drawn by kernels, and of speed",
        _ => "the middle 80% of the spread of measured runs of this kind",
    };
    Some(format!("Likely {ends}: {of}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    // design/page.md section 7: three digits for arithmetic, two for a forecast; GB for what moves.
    #[test]
    fn values_carry_their_unit() {
        let text = |unit, value| amount(unit, value).replace(THIN, " ");
        assert_eq!(text(Unit::Bytes, 3.27e9), "3.27 GB");
        assert_eq!(text(Unit::BytesPerSecond, 273e9), "273 GB/s");
        assert_eq!(text(Unit::Seconds, 65e-6), "65.0 µs");
        assert_eq!(text(Unit::Seconds, 0.0226), "22.6 ms");
        assert_eq!(text(Unit::Seconds, 0.0), "0 s");
        assert_eq!(text(Unit::Tokens, 14_336.0), "14,336 tokens");
        assert_eq!(text(Unit::Users, 1.0), "1 user");
        assert_eq!(text(Unit::Params, 6.946e9), "6.95 billion weights");
        assert_eq!(rounded(Unit::Seconds, 0.3432).replace(THIN, " "), "340 ms");
        assert_eq!(
            rounded(Unit::TokensPerSecond, 44.2).replace(THIN, " "),
            "44 tok/s"
        );
    }

    #[test]
    fn every_symbol_has_words() {
        for key in bpt_core::explain::Key::ALL {
            let words = meaning(*key);
            assert!(!words.is_empty() && !words.ends_with('.'), "{key:?}");
            assert!(
                !words.contains('\u{2014}') && !words.contains('→'),
                "{key:?}"
            );
        }
    }
}
