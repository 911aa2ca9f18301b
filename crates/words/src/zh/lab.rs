//! The lab in Chinese: the scenario's sentence, presets, the reader's own speed.

use bpt_core::coefficients::Unit as CoefficientUnit;
use bpt_core::derived::Input;
use bpt_core::limits::LONGEST_WAIT;

use super::N;
use super::say::{Say, joined, tokens, unit, users};
use crate::language::Quantity;
use crate::scenario::{Noun, Opens, Said};
use crate::span::{Slot, Span};

fn machine(count: f64, name: &str) -> String {
    if count == 1.0 {
        joined(&["一台", name])
    } else {
        format!("{} × {name}", N.whole(count))
    }
}

pub(super) fn scenario(said: &Said) -> Vec<Noun> {
    let mut parts: Vec<(String, Option<Opens>)> = Vec::new();
    let mut say = |text: &str, opens: Option<Opens>| parts.push((text.to_owned(), opens));
    say(&said.a, Some(Opens::ModelA));
    if let Some(b) = &said.b {
        say("对", None);
        say(b, Some(Opens::ModelB));
    }
    let both = said.b.is_some() && said.format_b.is_none();
    say(if both { "，都用" } else { "，用" }, None);
    say(&said.format, Some(Opens::Format));
    if let Some(format) = &said.format_b {
        say("和", None);
        say(format, Some(Opens::FormatB));
    }
    say("，在", None);
    say(&machine(said.device.0, &said.device.1), Some(Opens::Device));
    if let Some((count, name)) = &said.device_b {
        say("和", None);
        say(&machine(*count, name), Some(Opens::DeviceB));
    }
    if said.offloaded {
        say("加 RAM", Some(Opens::Placement));
    }
    say("上，上下文", None);
    say(&tokens(said.context), Some(Opens::Context));
    say("，", None);
    say(&users(said.users), Some(Opens::Users));
    if said.drafted > 0.0 {
        say("，", None);
        let drafted = joined(&[&N.trimmed(said.drafted, 1), "个草稿"]);
        say(&drafted, Some(Opens::Speculation));
    }
    say("。", None);
    spaced(parts)
}

/// Nouns with the blanks of what stands between them.
fn spaced(parts: Vec<(String, Option<Opens>)>) -> Vec<Noun> {
    let mut nouns: Vec<Noun> = Vec::new();
    for (text, opens) in parts {
        let left = nouns.last().map_or("", |noun| noun.text.as_str());
        if joined(&[left, &text]).len() > left.len() + text.len() {
            nouns.push(Noun {
                text: " ".to_owned(),
                opens: None,
            });
        }
        nouns.push(Noun { text, opens });
    }
    nouns
}

pub(super) const fn preset(at: usize) -> &'static str {
    match at {
        0 => "一样大，其中一个只读十分之一",
        1 => "与实测对照（Q8_0）",
        2 => "同一台机器，实测相差 6.2 倍",
        3 => "295B 用两台机器，26B 用一台",
        4 => "同一个 295B，35,000 个 token",
        5 => "长对话，KV 减半",
        6 => "得不偿失的投机解码",
        7 => "八个用户",
        8 => "位数减半，速度加倍",
        9 => "溢出到 RAM 的层",
        10 => "专家放在 RAM",
        11 => "128 GB 机器上的大型混合专家",
        12 => "两张卡按层切分：多了空间，没有更快",
        13 => "两张卡张量并行",
        14 => "8,192 个 token 的提示词",
        _ => "",
    }
}

pub(super) fn spoken(quantity: Quantity, value: f64) -> String {
    let with = |unit: &str| joined(&[&N.trimmed(value, 3), unit]);
    match quantity {
        Quantity::Bandwidth | Quantity::LinkBandwidth | Quantity::HostBandwidth => {
            format!("每秒 {}", with("吉字节"))
        }
        Quantity::Bits => with("位"),
        Quantity::Context | Quantity::Prompt | Quantity::Output => tokens(value),
        Quantity::Users => users(value),
        Quantity::Compute => with("万亿次每秒"),
        Quantity::DeviceMemory | Quantity::Reserve | Quantity::Margin => with("吉二进制字节"),
        Quantity::Devices => with("台设备"),
        Quantity::Machines => with("台机器"),
        Quantity::LinkLatency
        | Quantity::LayerTime
        | Quantity::MoeLayerTime
        | Quantity::StepTime => with("微秒"),
        Quantity::Cached => format!("提示词的百分之 {}", N.trimmed(value, 3)),
        Quantity::LayersInRam | Quantity::ExpertLayers => with("层"),
        Quantity::Drafted if value == 0.0 => "关".to_owned(),
        Quantity::Drafted => with("个 token"),
        Quantity::Unfused => with("倍"),
        Quantity::OwnSpeed | Quantity::Least | Quantity::Target => {
            format!("每秒 {}", with("个 token"))
        }
        Quantity::Wait if value >= LONGEST_WAIT.slider_max => "不限".to_owned(),
        Quantity::Wait => with("秒"),
        Quantity::TargetContext => tokens(value),
        Quantity::TargetUsers => users(value),
        Quantity::Acceptance
        | Quantity::WeightShare
        | Quantity::KvShare
        | Quantity::PrefillShare
        | Quantity::Routing => N.trimmed(value, 3),
    }
}

pub(super) fn own_speed(tok_s: f64, ceiling: f64, predicted: [f64; 3]) -> Vec<Span> {
    let share = 100.0 * tok_s / ceiling;
    let text = format!("{}%", N.significant(share, 2));
    let [middle, low, high] = predicted;
    let say = Say::new().p(tok_s, unit(&N.trimmed(tok_s, 2), "tok/s"));
    if tok_s > ceiling {
        return say
            .w("需要")
            .n(share, text)
            .w("的带宽。是否开了投机解码，是否有多个用户，或者格式不同？没有采用。")
            .done();
    }
    say.w("是上限的")
        .n(share, text)
        .w(if tok_s < low {
            "：比同类实测慢。常见原因是功率限制、机器繁忙、部分层在 RAM，或版本太旧。"
        } else if tok_s > high {
            "：比同类实测快，但有可能。"
        } else {
            "：合理。"
        })
        .w("不用它时，预测是")
        .p(middle, N.forecast(middle))
        .w("。")
        .done()
}

pub(super) fn read_off(
    quantity: Quantity,
    at: f64,
    readings: &[(Slot, Option<[f64; 3]>)],
) -> Vec<Span> {
    let head = match quantity {
        Quantity::Bandwidth => unit(&N.trimmed(at, 0), "GB/s"),
        Quantity::Acceptance => joined(&["接受率", &N.trimmed(at, 2)]),
        _ => spoken(quantity, at),
    };
    let mut say = Say::new().own(head).w("：");
    for (at, (slot, values)) in readings.iter().enumerate() {
        say = say.w(if at > 0 { "，" } else { "" }).m(*slot);
        say = match values {
            None => say.w("放不下"),
            Some([middle, low, high]) => say
                .w(" ")
                .n(*middle, N.forecast(*middle))
                .own(format!("（{}）", N.range(*low, *high))),
        };
    }
    say.w(if quantity == Quantity::Prompt {
        " s 到首个 token"
    } else {
        "每用户 tok/s"
    })
    .done()
}

pub(super) fn helps(input: Input, percent: f64) -> [String; 2] {
    let name = match input {
        Input::Bandwidth => "内存带宽",
        Input::Compute => "算力",
        Input::WeightBytes => "权重字节",
        Input::Context => "上下文",
        Input::Users => "用户数",
        Input::FixedWork => "固定开销",
        Input::LinkLatency => "互连延迟",
        Input::HostBandwidth => "RAM 带宽",
    };
    let sign = if percent > 0.0 { "+" } else { "" };
    [
        name.to_owned(),
        format!("{sign}{}%", N.decimals(percent, 2)),
    ]
}

pub(super) const fn coefficient_unit(unit: CoefficientUnit) -> &'static str {
    match unit {
        CoefficientUnit::Share => "比例",
        CoefficientUnit::Times => "倍",
        CoefficientUnit::Microseconds => "µs",
        CoefficientUnit::Milliseconds => "ms",
        CoefficientUnit::Operations => "次运算",
        CoefficientUnit::Tokens => "token",
        CoefficientUnit::Exponent => "指数",
        CoefficientUnit::PerYear => "每年，对数",
        CoefficientUnit::GbPerSecond => "GB/s",
        CoefficientUnit::Mebibytes => "MiB",
        CoefficientUnit::Years => "年",
    }
}
