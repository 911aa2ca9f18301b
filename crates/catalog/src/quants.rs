//! Weight formats: slugs, and how a slug that is not listed is read.

use bpt_core::device::Engine;
use bpt_core::model::{ByClass, Class};
use bpt_core::quant::{ClassBits, Format, GgmlType, Mix, Safetensors};
use bpt_core::units::BitsPerWeight;
use serde_json::Value;

use crate::entries::QuantEntry;
use crate::error::DataError;
use crate::read::{Result, list, miss, number, string};

/// Bits of a format about which nothing is known: what Q4_K_M comes to.
const UNKNOWN_BITS: f64 = 4.85;

/// A slug, read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reading {
    pub(crate) format: Format,
    pub(crate) by_class: ByClass<Option<ClassBits>>,
    pub(crate) dynamic: bool,
    pub(crate) known: bool,
}

impl Reading {
    fn plain(format: Format) -> Self {
        Self {
            format,
            by_class: ByClass([None; 9]),
            dynamic: false,
            known: true,
        }
    }
}

/// What an engine of one kind makes of a slug, where it differs from the rest.
#[derive(Clone, Debug)]
struct Special {
    format: Format,
    /// Classes that stay in two bytes.
    keep: Vec<Class>,
}

#[derive(Clone, Debug)]
struct Spec {
    format: Format,
    server: Option<Special>,
    mlx: Option<Special>,
}

/// How the bits of an unlisted name are found.
#[derive(Clone, Debug)]
enum Rule {
    /// What is left of the name is a mix.
    Rest,
    /// Read as this slug.
    As(String),
    Mlx(f64),
    Exl(f64),
    IntGroup(f64),
    /// The number in the name plus so many bits of scales.
    Digits(f64),
}

#[derive(Clone, Debug)]
struct Family {
    starts: String,
    ends: String,
    rule: Rule,
    by_class: Vec<(Class, String)>,
    dynamic: bool,
}

/// All weight formats.
#[derive(Clone, Debug)]
pub(crate) struct Quants {
    pub(crate) entries: Vec<QuantEntry>,
    specs: Vec<Spec>,
    families: Vec<Family>,
    aliases: Vec<(String, String)>,
}

impl Quants {
    pub(crate) fn load(data: &Value) -> Result<Self> {
        let mut quants = Self {
            entries: Vec::new(),
            specs: Vec::new(),
            families: Vec::new(),
            aliases: Vec::new(),
        };
        for entry in list(data, "quants")? {
            quants.entries.push(QuantEntry {
                id: string(entry, "id")?,
                label: string(entry, "label")?,
                group: string(entry, "group")?,
                bits: number(entry, "bits")?,
                loss: entry["loss"].as_f64(),
                picker: entry["picker"].as_bool().unwrap_or(true),
            });
            quants.specs.push(Spec {
                format: format(&entry["format"]).ok_or_else(|| miss(entry, "format"))?,
                server: special(&entry["server"]),
                mlx: special(&entry["mlx"]),
            });
        }
        for entry in list(data, "quant_families")? {
            quants
                .families
                .push(family(entry).ok_or_else(|| DataError(format!("quant family {entry}")))?);
        }
        if let Some(aliases) = data["quant_aliases"].as_object() {
            for (from, to) in aliases {
                let to = to.as_str().unwrap_or_default().to_owned();
                quants.aliases.push((from.clone(), to));
            }
        }
        Ok(quants)
    }

    /// Reads a slug; never fails.
    pub(crate) fn read(&self, slug: &str, engine: Engine) -> Reading {
        let lower;
        let slug = if slug.bytes().any(|byte| byte.is_ascii_uppercase()) {
            lower = slug.to_ascii_lowercase();
            lower.as_str()
        } else {
            slug
        };
        self.listed(slug, engine)
            .unwrap_or_else(|| self.by_family(slug, engine))
    }

    fn listed(&self, slug: &str, engine: Engine) -> Option<Reading> {
        let at = self.entries.iter().position(|entry| entry.id == slug)?;
        let spec = &self.specs[at];
        let special = match engine {
            Engine::Mlx => spec.mlx.as_ref(),
            _ if engine.is_server() => spec.server.as_ref(),
            _ => None,
        };
        let Some(special) = special else {
            return Some(Reading::plain(spec.format));
        };
        let mut reading = Reading::plain(special.format);
        for class in &special.keep {
            reading.by_class[*class] = Some(ClassBits::Format(Format::Mix(Mix::BF16)));
        }
        Some(reading)
    }

    fn by_family(&self, slug: &str, engine: Engine) -> Reading {
        for family in &self.families {
            let Some(rest) = slug
                .strip_prefix(family.starts.as_str())
                .and_then(|rest| rest.strip_suffix(family.ends.as_str()))
            else {
                continue;
            };
            if let Some(reading) = self.apply(family, slug, rest, engine) {
                return reading;
            }
        }
        Reading {
            known: false,
            ..Reading::plain(Format::Free(BitsPerWeight::new(UNKNOWN_BITS)))
        }
    }

    fn apply(&self, family: &Family, slug: &str, rest: &str, engine: Engine) -> Option<Reading> {
        let digits = digits(slug);
        let mut reading = match &family.rule {
            Rule::Rest => Reading::plain(self.mix(rest)?),
            Rule::As(other) => Reading {
                known: false,
                ..self.listed(other, engine)?
            },
            Rule::Mlx(group) => Reading::plain(Format::Mlx {
                bits: digits?,
                group: *group,
            }),
            Rule::Exl(head_bits) => Reading::plain(Format::Exl {
                bits: exl_bits(slug)?,
                head_bits: *head_bits,
            }),
            Rule::IntGroup(group) => Reading::plain(Format::Safetensors(Safetensors::IntGroup {
                bits: digits?,
                group: *group,
            })),
            Rule::Digits(scales) => Reading {
                known: false,
                ..Reading::plain(Format::Free(BitsPerWeight::new(
                    (digits? + scales).clamp(0.5, 32.0),
                )))
            },
        };
        for (class, slug) in &family.by_class {
            let format = self.listed(slug, engine)?.format;
            reading.by_class[*class] = Some(ClassBits::Format(format));
        }
        reading.dynamic = family.dynamic;
        Some(reading)
    }

    /// The llama.cpp mix with this name, or the one that a shortened name stands for.
    fn mix(&self, name: &str) -> Option<Format> {
        let mut name = name;
        loop {
            let alias = self.aliases.iter().find(|(from, _)| from == name);
            let slug = alias.map_or(name, |(_, to)| to.as_str());
            if let Some(mix) = Mix::from_slug(slug) {
                return Some(Format::Mix(mix));
            }
            // q4_k_xl, iq2_m_lite: the last part names a variant.
            name = name.rsplit_once(['_', '-'])?.0;
        }
    }
}

/// The first number of a name that can be bits.
fn digits(slug: &str) -> Option<f64> {
    let start = slug.find(|letter: char| letter.is_ascii_digit())?;
    let rest = &slug[start..];
    let end = rest
        .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .unwrap_or(rest.len());
    let number = bpt_core::decimal::parse(rest[..end].trim_end_matches('.'))?;
    (0.5..=32.0).contains(&number).then_some(number)
}

/// `exl3-4.0bpw`: the number after the version.
fn exl_bits(slug: &str) -> Option<f64> {
    digits(slug.get(4..)?)
}

fn special(value: &Value) -> Option<Special> {
    let keep = value["keep"].as_array().map_or_else(Vec::new, |classes| {
        classes
            .iter()
            .filter_map(|class| class.as_str().and_then(Class::from_slug))
            .collect()
    });
    Some(Special {
        format: format(value)?,
        keep,
    })
}

fn family(entry: &Value) -> Option<Family> {
    let by_class = entry["by_class"].as_object().map_or_else(Vec::new, |map| {
        map.iter()
            .filter_map(|(class, slug)| Some((Class::from_slug(class)?, slug.as_str()?.to_owned())))
            .collect()
    });
    let rule = if entry["rest"].is_string() {
        Rule::Rest
    } else if let Some(other) = entry["as"].as_str() {
        Rule::As(other.into())
    } else if let Some(group) = entry["mlx_group"].as_f64() {
        Rule::Mlx(group)
    } else if let Some(bits) = entry["exl_head"].as_f64() {
        Rule::Exl(bits)
    } else if let Some(group) = entry["int_group"].as_f64() {
        Rule::IntGroup(group)
    } else {
        Rule::Digits(entry["digits"].as_f64()?)
    };
    Some(Family {
        starts: entry["starts"].as_str().unwrap_or_default().into(),
        ends: entry["ends"].as_str().unwrap_or_default().into(),
        rule,
        by_class,
        dynamic: entry["dynamic"].as_bool().unwrap_or(false),
    })
}

/// A format as data writes it: one key that names its kind.
fn format(value: &Value) -> Option<Format> {
    let pair = |key: &str| Some((value[key][0].as_f64()?, value[key][1].as_f64()?));
    if let Some(mix) = value["mix"].as_str() {
        return Mix::from_slug(mix).map(Format::Mix);
    }
    if let Some(slug) = value["pure"].as_str() {
        let mut types = GgmlType::ALL.iter().copied();
        return types.find(|kind| kind.slug() == slug).map(Format::Pure);
    }
    if let Some(bits) = value["free"].as_f64() {
        return Some(Format::Free(BitsPerWeight::new(bits)));
    }
    if let Some((bits, group)) = pair("mlx") {
        return Some(Format::Mlx { bits, group });
    }
    if let Some((bits, head_bits)) = pair("exl") {
        return Some(Format::Exl { bits, head_bits });
    }
    if let Some((bits, group)) = pair("int_group") {
        return Some(Format::Safetensors(Safetensors::IntGroup { bits, group }));
    }
    let kind = match value["safetensors"].as_str()? {
        "fp8" => Safetensors::Fp8,
        "fp8-block" => Safetensors::Fp8Block,
        "int8" => Safetensors::Int8,
        "mxfp8" => Safetensors::Mxfp8,
        "nvfp4" => Safetensors::Nvfp4,
        "mxfp4" => Safetensors::Mxfp4,
        _ => return None,
    };
    Some(Format::Safetensors(kind))
}
