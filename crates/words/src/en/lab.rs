//! The lab in English: the scenario's sentence, presets, the reader's own speed.

use bpt_core::coefficients::Unit as CoefficientUnit;
use bpt_core::derived::Input;
use bpt_core::limits::LONGEST_WAIT;

use super::{N, tokens_text, users_text};
use crate::format::THIN;
use crate::language::Quantity;
use crate::scenario::{Noun, Opens, Said};
use crate::span::{Slot, Span};

fn machine(count: f64, name: &str) -> String {
    if count == 1.0 {
        format!("one {name}")
    } else {
        format!("{} × {name}", N.whole(count))
    }
}

pub(super) fn scenario(said: &Said) -> Vec<Noun> {
    let mut nouns = Vec::new();
    let mut say = |text: &str, opens: Option<Opens>| {
        nouns.push(Noun {
            text: text.to_owned(),
            opens,
        });
    };
    say(&said.a, Some(Opens::ModelA));
    if let Some(b) = &said.b {
        say(" against ", None);
        say(b, Some(Opens::ModelB));
    }
    let both = said.b.is_some() && said.format_b.is_none();
    say(if both { ", both at " } else { " at " }, None);
    say(&said.format, Some(Opens::Format));
    if let Some(format) = &said.format_b {
        say(" and ", None);
        say(format, Some(Opens::FormatB));
    }
    say(", on ", None);
    say(&machine(said.device.0, &said.device.1), Some(Opens::Device));
    if let Some((count, name)) = &said.device_b {
        say(" and ", None);
        say(&machine(*count, name), Some(Opens::DeviceB));
    }
    if said.offloaded {
        say(" ", None);
        say("with RAM", Some(Opens::Placement));
    }
    say(", with ", None);
    say(&tokens_text(said.context), Some(Opens::Context));
    say(" of context and ", None);
    let users = if said.users == 1.0 {
        "one user".to_owned()
    } else {
        users_text(said.users)
    };
    say(&users, Some(Opens::Users));
    if said.drafted > 0.0 {
        say(", ", None);
        say(
            &format!("{} drafted", N.trimmed(said.drafted, 1)),
            Some(Opens::Speculation),
        );
    }
    say(".", None);
    nouns
}

pub(super) const fn preset(at: usize) -> &'static str {
    match at {
        0 => "Same size, one reads a tenth",
        1 => "Checked against measured runs (Q8_0)",
        2 => "One box, measured 6.2 times apart",
        3 => "295B on two machines, 26B on one",
        4 => "The same 295B at 35,000 tokens",
        5 => "A long conversation, KV at half",
        6 => "Speculation that loses",
        7 => "Eight users",
        8 => "Half the bits, twice the speed",
        9 => "Layers that spill to RAM",
        10 => "Experts in RAM",
        11 => "Big mixtures on a 128 GB box",
        12 => "Two cards by layer: room, not speed",
        13 => "Two cards by tensor",
        14 => "An 8,192-token prompt",
        _ => "",
    }
}

pub(super) fn spoken(quantity: Quantity, value: f64) -> String {
    let text = N.trimmed(value, 3);
    let of = |one: &str, many: &str| format!("{text} {}", if text == "1" { one } else { many });
    match quantity {
        Quantity::Bandwidth | Quantity::LinkBandwidth | Quantity::HostBandwidth => {
            of("gigabyte per second", "gigabytes per second")
        }
        Quantity::Bits => of("bit", "bits"),
        Quantity::Context | Quantity::Prompt | Quantity::Output | Quantity::TargetContext => {
            tokens_text(value)
        }
        Quantity::Users | Quantity::TargetUsers => users_text(value),
        Quantity::Compute => of("teraflop", "teraflops"),
        Quantity::DeviceMemory | Quantity::Reserve | Quantity::Margin => {
            of("gibibyte", "gibibytes")
        }
        Quantity::Devices => of("device", "devices"),
        Quantity::Machines => of("machine", "machines"),
        Quantity::LinkLatency
        | Quantity::LayerTime
        | Quantity::MoeLayerTime
        | Quantity::StepTime => of("microsecond", "microseconds"),
        Quantity::Cached => of("percent of the prompt", "percent of the prompt"),
        Quantity::LayersInRam | Quantity::ExpertLayers => of("layer", "layers"),
        Quantity::Drafted if value == 0.0 => "off".to_owned(),
        Quantity::Drafted => of("token", "tokens"),
        Quantity::Unfused => of("times", "times"),
        Quantity::OwnSpeed | Quantity::Least | Quantity::Target => {
            of("token per second", "tokens per second")
        }
        Quantity::Wait if value >= LONGEST_WAIT.slider_max => "any".to_owned(),
        Quantity::Wait => of("second", "seconds"),
        Quantity::Acceptance
        | Quantity::WeightShare
        | Quantity::KvShare
        | Quantity::PrefillShare
        | Quantity::Routing => text,
    }
}

pub(super) fn own_speed(tok_s: f64, ceiling: f64, predicted: [f64; 3]) -> Vec<Span> {
    let share = 100.0 * tok_s / ceiling;
    let text = format!("{}{THIN}%", N.significant(share, 2));
    let speed = format!("{} tok/s", N.trimmed(tok_s, 2));
    let [middle, low, high] = predicted;
    let mut spans = vec![Span::plain(tok_s, speed)];
    if tok_s > ceiling {
        spans.push(Span::text(" would need "));
        spans.push(Span::strong(share, text));
        spans.push(Span::text(
            " of the bandwidth. Was speculation on, were there several users, or is the format \
             different? It is not used.",
        ));
        return spans;
    }
    spans.push(Span::text(" is "));
    spans.push(Span::strong(share, text));
    spans.push(Span::text(" of the ceiling"));
    if tok_s < low {
        spans.push(Span::text(
            ": slower than such runs. A power limit, a busy machine, layers in RAM or an old \
             build usually cost it.",
        ));
    } else if tok_s > high {
        spans.push(Span::text(": faster than such runs, but possible."));
    } else {
        spans.push(Span::text(": plausible."));
    }
    spans.push(Span::text(" Without it the forecast is "));
    spans.push(Span::plain(middle, N.forecast(middle)));
    spans.push(Span::text("."));
    spans
}

pub(super) fn read_off(
    quantity: Quantity,
    at: f64,
    readings: &[(Slot, Option<[f64; 3]>)],
) -> Vec<Span> {
    let head = match quantity {
        Quantity::Bandwidth => format!("{}{THIN}GB/s: ", N.trimmed(at, 0)),
        Quantity::Acceptance => format!("{} accepted: ", N.trimmed(at, 2)),
        _ => format!("{}: ", spoken(quantity, at)),
    };
    let mut spans = vec![Span::Text(head.into())];
    for (at, (slot, values)) in readings.iter().enumerate() {
        spans.push(Span::text(if at > 0 { ", " } else { "" }));
        spans.push(Span::Model(*slot));
        match values {
            None => spans.push(Span::text(" does not fit")),
            Some([middle, low, high]) => {
                spans.push(Span::text(" "));
                spans.push(Span::strong(*middle, N.forecast(*middle)));
                spans.push(Span::Text(format!(" ({})", N.range(*low, *high)).into()));
            }
        }
    }
    spans.push(Span::text(if quantity == Quantity::Prompt {
        " s to the first token"
    } else {
        " tok/s for each user"
    }));
    spans
}

pub(super) fn helps(input: Input, percent: f64) -> [String; 2] {
    let name = match input {
        Input::Bandwidth => "memory bandwidth",
        Input::Compute => "compute",
        Input::WeightBytes => "weight bytes",
        Input::Context => "context",
        Input::Users => "users",
        Input::FixedWork => "fixed work",
        Input::LinkLatency => "link wait",
        Input::HostBandwidth => "RAM bandwidth",
    };
    let sign = if percent > 0.0 { "+" } else { "" };
    [
        name.to_owned(),
        format!("{sign}{}{THIN}%", N.decimals(percent, 2)),
    ]
}

pub(super) const fn coefficient_unit(unit: CoefficientUnit) -> &'static str {
    match unit {
        CoefficientUnit::Share => "share",
        CoefficientUnit::Times => "times",
        CoefficientUnit::Microseconds => "µs",
        CoefficientUnit::Milliseconds => "ms",
        CoefficientUnit::Operations => "operations",
        CoefficientUnit::Tokens => "tokens",
        CoefficientUnit::Exponent => "exponent",
        CoefficientUnit::PerYear => "per year, logarithm",
        CoefficientUnit::GbPerSecond => "GB/s",
        CoefficientUnit::Mebibytes => "MiB",
        CoefficientUnit::Years => "years",
    }
}
