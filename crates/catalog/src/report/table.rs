//! The table of everything an estimate reports, in the order of the contract.

use bpt_core::estimate::{DeviceUse, Estimate, Ranged};
use bpt_core::model::{ByClass, Class};
use bpt_core::parts::Parts;
use bpt_core::units::{Bytes, Seconds, TokensPerSecond};

/// How a field is read.
#[derive(Clone, Copy)]
pub(super) enum Get {
    Number(fn(&Estimate) -> Option<f64>),
    Flag(fn(&Estimate) -> bool),
    Word(fn(&Estimate) -> &'static str),
    Classes(fn(&Estimate) -> &ByClass<Bytes>),
    Devices,
    Parts,
}

/// A field with its name.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) get: Get,
}

/// A section of the report.
pub(super) struct Section {
    pub(super) name: &'static str,
    pub(super) fields: &'static [Field],
}

macro_rules! fields {
    ($($name:literal $kind:ident $($get:expr)?,)*) => {
        &[$(Field { name: $name, get: Get::$kind $(($get))? },)*]
    };
}

fn some(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn seconds(value: Option<Seconds>) -> Option<f64> {
    value.and_then(|value| some(value.get()))
}

fn speed(value: Option<TokensPerSecond>) -> Option<f64> {
    value.and_then(|value| some(value.get()))
}

fn ranged<T: Copy>(
    value: Option<Ranged<T>>,
    end: fn(Ranged<T>) -> T,
    get: fn(T) -> f64,
) -> Option<f64> {
    value.and_then(|value| some(get(end(value))))
}

macro_rules! number {
    ($($path:ident).+) => { |e| some(e.$($path).+.get()) };
}

macro_rules! energy {
    ($name:ident, $end:ident, $get:expr) => {
        |e| ranged(e.energy.$name, |value| value.$end, $get)
    };
}

/// The sections.
pub(super) const SECTIONS: &[Section] = &[
    Section {
        name: "memory",
        fields: MEMORY,
    },
    Section {
        name: "decode",
        fields: DECODE,
    },
    Section {
        name: "prefill",
        fields: PREFILL,
    },
    Section {
        name: "energy",
        fields: ENERGY,
    },
];

const MEMORY: &[Field] = fields! {
    "weights_bytes" Number number!(memory.weights),
    "weights_by_class" Classes |e| &e.memory.weights_by_class,
    "kv_bytes" Number number!(memory.kv),
    "state_bytes" Number number!(memory.state),
    "kv_allocated_bytes" Number number!(memory.kv_allocated),
    "compute_bytes" Number number!(memory.compute),
    "overhead_bytes" Number number!(memory.overhead),
    "draft_bytes" Number number!(memory.draft),
    "total_bytes" Number number!(memory.total),
    "host_bytes" Number number!(memory.host),
    "host_capacity_bytes" Number number!(memory.host_capacity),
    "devices" Devices,
    "fits" Flag |e| e.memory.fits,
    "binding" Word |e| e.memory.binding.slug(),
    "max_context_tokens" Number |e| e.memory.max_context.and_then(|tokens| some(tokens.get())),
    "max_users" Number |e| e.memory.max_users.and_then(some),
};

const DECODE: &[Field] = fields! {
    "weight_bytes_read" Number number!(decode.weight_bytes_read),
    "weight_bytes_read_by_class" Classes |e| &e.decode.weight_bytes_read_by_class,
    "kv_bytes_read" Number number!(decode.kv_bytes_read),
    "state_bytes_moved" Number number!(decode.state_bytes_moved),
    "flops" Number number!(decode.flops),
    "step_s" Number number!(decode.step),
    "tokens_per_step" Number |e| some(e.decode.tokens_per_step),
    "tok_s_per_user" Number number!(decode.per_user),
    "tok_s_total" Number number!(decode.total),
    "low" Number number!(decode.low),
    "high" Number number!(decode.high),
    "ceiling_tok_s" Number number!(decode.ceiling),
    "bound" Word |e| e.decode.bound.slug(),
    "parts" Parts,
};

const PREFILL: &[Field] = fields! {
    "flops_linear" Number number!(prefill.flops_linear),
    "flops_attention" Number number!(prefill.flops_attention),
    "seconds" Number number!(prefill.seconds),
    "tok_s" Number |e| speed(e.prefill.speed),
    "low" Number |e| speed(e.prefill.low),
    "high" Number |e| speed(e.prefill.high),
    "ttft_s" Number |e| seconds(e.prefill.ttft),
    "ttft_low" Number |e| seconds(e.prefill.ttft_low),
    "ttft_high" Number |e| seconds(e.prefill.ttft_high),
};

const ENERGY: &[Field] = fields! {
    "watts" Number energy!(power, value, |watts| watts.get()),
    "watts_low" Number energy!(power, low, |watts| watts.get()),
    "watts_high" Number energy!(power, high, |watts| watts.get()),
    "joules_per_token" Number energy!(joules_per_token, value, |joules| joules.get()),
    "joules_per_token_low" Number energy!(joules_per_token, low, |joules| joules.get()),
    "joules_per_token_high" Number energy!(joules_per_token, high, |joules| joules.get()),
    "cost_per_million_tokens" Number energy!(cost_per_million, value, |cost| cost),
    "cost_per_million_tokens_low" Number energy!(cost_per_million, low, |cost| cost),
    "cost_per_million_tokens_high" Number energy!(cost_per_million, high, |cost| cost),
};

/// Each device by itself, fullest first.
pub(super) fn devices(estimate: &Estimate) -> impl Iterator<Item = &DeviceUse> {
    estimate
        .memory
        .groups()
        .iter()
        .flat_map(|group| core::iter::repeat_n(group, group.count as usize))
}

pub(super) const fn parts(estimate: &Estimate) -> &Parts {
    &estimate.decode.parts
}

/// The number at a path of the report, as `memory.devices.0.used_bytes`; flags are 0 or 1.
/// `None` where the path or the value is unknown.
#[must_use]
pub fn quantity(estimate: &Estimate, path: &str) -> Option<f64> {
    let (get, rest) = find(path)?;
    match (get, rest) {
        (Get::Number(get), None) => get(estimate),
        (Get::Flag(get), None) => Some(f64::from(u8::from(get(estimate)))),
        (Get::Classes(get), Some(rest)) => {
            let class = Class::from_slug(rest)?;
            some(get(estimate)[class].get())
        }
        (Get::Devices, Some(rest)) => {
            let (at, name) = rest.split_once('.')?;
            let device = devices(estimate).nth(at.parse().ok()?)?;
            match name {
                "used_bytes" => some(device.used.get()),
                "capacity_bytes" => some(device.capacity.get()),
                "physical_bytes" => some(device.physical.get()),
                "fits" => Some(f64::from(u8::from(device.fits()))),
                _ => None,
            }
        }
        (Get::Parts, Some(rest)) => {
            let (at, name) = rest.split_once('.')?;
            let part = parts(estimate).as_slice().get(at.parse::<usize>().ok()?)?;
            match name {
                "bytes" => some(part.bytes),
                "seconds" => some(part.seconds),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The word at a path of the report, as `decode.bound`.
#[must_use]
pub fn text(estimate: &Estimate, path: &str) -> Option<&'static str> {
    match find(path)? {
        (Get::Word(get), None) => Some(get(estimate)),
        (Get::Parts, Some(rest)) => {
            let (at, name) = rest.split_once('.')?;
            let part = parts(estimate).as_slice().get(at.parse::<usize>().ok()?)?;
            match name {
                "name" => Some(part.name.slug()),
                "kind" => Some(part.name.kind().slug()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Every path with one number, whatever the scenario: no devices, no parts.
pub fn paths() -> impl Iterator<Item = String> {
    SECTIONS.iter().flat_map(|section| {
        section.fields.iter().flat_map(|field| {
            let base = format!("{}.{}", section.name, field.name);
            match field.get {
                Get::Number(_) | Get::Flag(_) => vec![base],
                Get::Classes(_) => Class::ALL
                    .iter()
                    .map(|class| format!("{base}.{}", class.slug()))
                    .collect(),
                Get::Word(_) | Get::Devices | Get::Parts => Vec::new(),
            }
        })
    })
}

fn find(path: &str) -> Option<(Get, Option<&str>)> {
    let (section, rest) = path.split_once('.')?;
    let (name, rest) = match rest.split_once('.') {
        Some((name, rest)) => (name, Some(rest)),
        None => (rest, None),
    };
    let section = SECTIONS.iter().find(|one| one.name == section)?;
    let field = section.fields.iter().find(|one| one.name == name)?;
    Some((field.get, rest))
}
