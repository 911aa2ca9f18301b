//! Explanations in Chinese.

use bpt_core::estimate::Estimate;
use bpt_core::explain::{Explanation, Id, Of, Quantity, Unit, quantities};
use bpt_core::model::Class;
use bpt_core::parts::PartKind;
use bpt_core::units::GIBI;

use super::N;
use super::say::{Say, joined};
use super::symbols::meaning;
use crate::format::THIN;
use crate::span::Span;

use quantities::{DecodeOf, MemoryOf, PrefillOf};

/// What a class of weights is called.
const fn class(class: Class) -> &'static str {
    match class {
        Class::Embedding => "嵌入层",
        Class::LmHead => "输出层",
        Class::Attention => "注意力",
        Class::DenseFfn => "前馈",
        Class::Router => "路由器",
        Class::RoutedExperts => "专家",
        Class::SharedExperts => "共享专家",
        Class::Norms => "归一化",
        Class::Other => "其他权重",
    }
}

/// What a symbol means, with the class or group it belongs to.
pub(super) fn symbol(id: Id) -> String {
    let what = meaning(id.key);
    match id.of {
        Of::Whole => what.to_owned(),
        Of::Class(of) => format!("{what}：{}", class(of)),
        Of::At(at) => format!("{what}：{}", u32::from(at) + 1),
    }
}

/// The largest unit that leaves at least 1, of units in falling order; the last otherwise.
fn scaled(value: f64, digits: i32, units: &[(f64, &str)]) -> String {
    let size = value.abs();
    let fits = units.iter().find(|(unit, _)| size >= *unit * 0.9995);
    let (unit, sign) = fits.or_else(|| units.last()).copied().unwrap_or((1.0, ""));
    if sign.is_empty() {
        return N.significant(value / unit, digits);
    }
    format!("{}{THIN}{sign}", N.significant(value / unit, digits))
}

/// A count with its measure word: whole where it is whole.
fn count(value: f64, unit: &str) -> String {
    let number = if value.fract() == 0.0 {
        N.whole(value)
    } else {
        N.exact(value)
    };
    format!("{number}{THIN}{unit}")
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

/// Large numbers go by ten thousands: 亿 is 10^8, 万亿 is 10^12.
fn written(unit: Unit, value: f64, digits: i32) -> String {
    let plain = || N.significant(value, digits);
    match unit {
        Unit::One | Unit::Money if value.fract() == 0.0 && value.abs() < 1e6 => N.whole(value),
        Unit::One | Unit::Money if value.abs() >= 1e6 => {
            scaled(value, digits, &[(1e12, "万亿"), (1e8, "亿"), (1e4, "万")])
        }
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
        Unit::Tokens => count(value, "个 token"),
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
                (1e12, "万亿个权重"),
                (1e8, "亿个权重"),
                (1e4, "万个权重"),
                (1.0, "个权重"),
            ],
        ),
        Unit::Layers => count(value, "层"),
        Unit::Users => count(value, "个用户"),
        Unit::Devices => count(value, "台设备"),
        Unit::Watts => format!("{}{THIN}W", plain()),
        Unit::Joules => format!("{}{THIN}J", plain()),
        Unit::PerSecond => joined(&["每秒", &plain(), "次"]),
        Unit::PerYear => joined(&["每年", &plain()]),
        Unit::Years => count(value, "年"),
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
    let (what, text) = match explanation.quantity {
        Quantity::Decode(DecodeOf::PerUser | DecodeOf::Total) => (
            "为什么是每秒",
            joined(&[&N.forecast(explanation.value), "个 token"]),
        ),
        Quantity::Memory(MemoryOf::MaxContext) => (
            "为什么最多",
            joined(&[&N.whole(explanation.value), "个 token"]),
        ),
        Quantity::Memory(MemoryOf::MaxUsers) => (
            "为什么最多",
            joined(&[&N.whole(explanation.value), "个用户"]),
        ),
        _ => ("为什么是", value(explanation)),
    };
    joined(&[what, &text, "？"])
}

/// The answer in one sentence.
pub(super) fn answer(explanation: &Explanation, estimate: &Estimate) -> Vec<Span> {
    match explanation.quantity {
        Quantity::Decode(DecodeOf::PerUser | DecodeOf::Total | DecodeOf::Step) => {
            step_in_words(estimate)
        }
        _ => {
            let id = explanation.id();
            let name = match id.of {
                Of::At(_) => meaning(id.key).to_owned(),
                _ => symbol(id),
            };
            Say::new()
                .own(name)
                .w("：")
                .n(explanation.value, value(explanation))
                .w("。")
        }
        .done(),
    }
}

fn step_in_words(estimate: &Estimate) -> Vec<Span> {
    let decode = &estimate.decode;
    let ms = |seconds: f64| format!("{}{THIN}ms", N.decimals(seconds * 1e3, 1));
    let step = decode.step.get();
    let yielded = decode.tokens_per_step;
    let say = Say::new()
        .w(if yielded == 1.0 {
            "一个 token 需要"
        } else {
            "一个周期需要"
        })
        .n(step, ms(step));
    let mut say = if yielded == 1.0 {
        say
    } else {
        say.w("，产出").p(yielded, N.ratio(yielded)).w("个 token")
    };
    let mut first = true;
    for (kind, words) in [
        (PartKind::Weights, "用于读取权重"),
        (PartKind::Kv, "用于读取对话"),
        (PartKind::Compute, "是计算"),
        (PartKind::Overhead, "是固定开销"),
        (PartKind::Link, "在等待互连"),
        (PartKind::Host, "花在 RAM 上"),
    ] {
        let seconds = decode.parts.seconds_of(kind);
        // What rounds to 0.0 ms is not worth a clause.
        if seconds >= 5e-5 {
            say = say
                .w(if first { "。其中" } else { "，" })
                .p(seconds, ms(seconds))
                .w(words);
            first = false;
        }
    }
    say.w("。").done()
}

/// What a range rests on.
pub(super) fn basis(explanation: &Explanation) -> Option<String> {
    let (low, high) = explanation.range?;
    let ends = match explanation.id().unit() {
        Unit::TokensPerSecond | Unit::One => N.range(low, high),
        unit => joined(&[&rounded(unit, low), "到", &rounded(unit, high)]),
    };
    let of = match explanation.quantity {
        Quantity::Energy(_) => "各内核功耗的离散度，以及速度的离散度",
        _ => "同类实测分布的中间 80%",
    };
    Some(joined(&["可能为", &ends, "：", of, "。"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    // 10^8 is 亿: 6.946e9 weights are 69.46 亿.
    #[test]
    fn values_carry_their_unit() {
        let text = |unit, value| amount(unit, value).replace(THIN, " ");
        assert_eq!(text(Unit::Bytes, 3.27e9), "3.27 GB");
        assert_eq!(text(Unit::Tokens, 14_336.0), "14,336 个 token");
        assert_eq!(text(Unit::Users, 1.0), "1 个用户");
        assert_eq!(text(Unit::Params, 6.946e9), "69.5 亿个权重");
        assert_eq!(text(Unit::One, 2.5e6), "250 万");
    }
}
