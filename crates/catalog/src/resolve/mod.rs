//! From a row to the scenario that `bpt-core` computes: names looked up, defaults filled in,
//! everything that had to be guessed noted.

mod anchor;
mod machine;
mod model;
mod software;
mod speculation;

use bpt_core::limits;
use bpt_core::model::{Ffn, Mixer};
use bpt_core::notes::{Note, Notes};
use bpt_core::scenario::{Placement, Scenario, Spread};
use bpt_core::units::{Bytes, Watts};

use crate::calibration::{Group, years};
use crate::catalog::{Catalog, default};
use crate::error::ScenarioError;
use crate::row::{PlacementRow, ScenarioRow};

type Result<T> = core::result::Result<T, ScenarioError>;

/// Prompt and context of a measurement that names neither, tokens.
const MEASURED_TOKENS: f64 = 512.0;

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kind {
    /// A measurement if it holds a measured value.
    #[default]
    Auto,
    /// A scenario, whatever it holds.
    Scenario,
    /// A measurement, whatever it holds.
    Measurement,
}

/// How a row is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Options {
    /// What the row is.
    pub kind: Kind,
}

impl Catalog {
    /// Resolves a row.
    ///
    /// # Errors
    ///
    /// Names the first field that is unknown, of the wrong kind or outside its limits.
    pub fn resolve(&self, row: &ScenarioRow) -> Result<Scenario> {
        self.resolve_with(row, Options::default())
    }

    /// Resolves a row of a given kind.
    ///
    /// # Errors
    ///
    /// As [`Catalog::resolve`].
    pub fn resolve_with(&self, row: &ScenarioRow, options: Options) -> Result<Scenario> {
        self.resolve_grouped(row, options)
            .map(|(scenario, _)| scenario)
    }

    /// Resolves a row and says what calibration distinguishes in it.
    ///
    /// # Errors
    ///
    /// As [`Catalog::resolve`].
    pub fn resolve_grouped(
        &self,
        row: &ScenarioRow,
        options: Options,
    ) -> Result<(Scenario, Group)> {
        let measured = match options.kind {
            Kind::Auto => row.measured,
            Kind::Scenario => false,
            Kind::Measurement => true,
        };
        let mut notes = Notes::default();
        let machine = machine::machine(self, row, &mut notes)?;
        let software = software::software(self, row, &machine, &mut notes);
        let parallel = machine::parallel(self, row, &machine, software.engine)?;
        let (link, inner_link) = machine::links(self, row, &machine)?;
        let tokens = tokens(row, measured, &mut notes);
        let kv_slug = row.kv_type.as_deref().unwrap_or(default::KV_TYPE);
        let (kv, known) = self.kv_types.read(kv_slug);
        if !known {
            notes.add(Note::UnknownKvType);
        }
        let model = model::prepared(self, row, software.engine, &mut notes)?;
        let speculation = speculation::speculation(self, row, software.engine, &mut notes)?;
        let group = Group {
            class: machine.class(),
            engine: software.engine,
            backend: software.backend,
            kv: kv.kind,
            kernel: model.weights.kernel,
            moe: model
                .model
                .ffns
                .iter()
                .any(|group| matches!(group.ffn, Ffn::Moe(_))),
            mamba: model
                .model
                .mixers
                .iter()
                .any(|group| matches!(group.mixer, Mixer::Mamba2 { .. })),
            nodes: machine.nodes > 1,
            several: parallel.size > 1 || parallel.replicas > 1,
            speculation: speculation.is_some(),
            variant: software.variant,
        };
        if !self.calibration().knows(group.class) {
            notes.add(Note::NoDataForClass);
        }
        let (mut coefficients, spread) = self.cache.group(&group, || {
            let calibration = self.calibration();
            (calibration.coefficients(&group), calibration.spread(&group))
        });
        for (name, value) in &row.assume {
            coefficients.set(name, *value);
        }
        let placement = placement(row, &machine, f64::from(model.model.layers));
        let mut scenario = Scenario {
            model,
            nodes: machine.nodes,
            link,
            inner_link,
            parallel,
            engine: software.engine,
            backend: software.backend,
            age: self.age(row)?,
            kv,
            flash_attention: row
                .flash_attention
                .unwrap_or_else(|| software::fused_by_default(row, software.engine)),
            eager: tagged(row, "eager"),
            context: tokens.context,
            prompt: tokens.prompt,
            cached: row.cached_prompt_tokens.unwrap_or(0.0).min(tokens.prompt),
            prefill_depth: row.prefill_depth_tokens.unwrap_or(0.0),
            output: row.gen_tokens.unwrap_or(limits::OUTPUT.default),
            users: row.users.unwrap_or(1.0),
            request_rate: row.request_rate_per_s.filter(|rate| *rate > 0.0),
            mixed_traffic: tagged(row, "mixed-prefill"),
            ubatch: row.ubatch_tokens.unwrap_or(software.ubatch),
            margin: Bytes::from_gib(row.margin_gib.unwrap_or(limits::MARGIN.default)),
            placement,
            pcie: machine::pcie(self, row, &machine)?,
            host: machine.host,
            devices: machine.devices,
            speculation,
            power_limit: power_limit(row).map(Watts::new),
            tariff: row.tariff_per_kwh,
            device_price: row.device_price,
            coefficients,
            spread: widened(spread, notes, self.calibration().fallback_widening),
            anchor: None,
            notes,
        };
        if let Some(own) = row.own_tok_s {
            anchor::anchor(&mut scenario, own);
        }
        Ok((scenario, group))
    }

    /// Years the software is older than the newest calibrated.
    fn age(&self, row: &ScenarioRow) -> Result<f64> {
        let (field, date) = match (&row.software_date, &row.date) {
            (Some(date), _) => ("software_date", date),
            (None, Some(date)) => ("date", date),
            (None, None) => return Ok(0.0),
        };
        let years = years(date)
            .ok_or_else(|| ScenarioError::new(field, date, "YYYY, YYYY-MM or YYYY-MM-DD"))?;
        Ok((self.calibration().newest - years).clamp(0.0, 50.0))
    }
}

struct Tokens {
    prompt: f64,
    context: f64,
}

/// Prompt and context: a scenario has defaults, a measurement is read as its harness ran.
fn tokens(row: &ScenarioRow, measured: bool, notes: &mut Notes) -> Tokens {
    if !measured {
        return Tokens {
            prompt: row.prompt_tokens.unwrap_or(limits::PROMPT.default),
            context: row.context_tokens.unwrap_or(limits::CONTEXT.default),
        };
    }
    if row.prompt_tokens.is_none() {
        notes.add(Note::PromptAssumed);
    }
    if row.context_tokens.is_none() {
        notes.add(Note::ContextAssumed);
    }
    Tokens {
        prompt: row.prompt_tokens.unwrap_or(MEASURED_TOKENS),
        context: row.context_tokens.unwrap_or_else(|| {
            row.prompt_tokens.map_or(MEASURED_TOKENS, |prompt| {
                prompt + row.gen_tokens.unwrap_or(0.0) / 2.0
            })
        }),
    }
}

fn placement(row: &ScenarioRow, machine: &machine::Machine<'_>, layers: f64) -> Placement {
    if machine.cpu_only {
        return Placement::CpuOnly;
    }
    match row.placement {
        None | Some(PlacementRow::AllGpu | PlacementRow::CpuOnly) => Placement::AllGpu,
        Some(PlacementRow::LayersOnGpu(count)) => Placement::LayersOnGpu(count),
        Some(PlacementRow::ExpertsOnCpu(count)) => {
            Placement::ExpertsOnCpu(count.unwrap_or(layers).min(layers))
        }
    }
}

fn tagged(row: &ScenarioRow, tag: &str) -> bool {
    row.tags.iter().any(|have| have == tag)
}

/// `power_limit_w`, or a tag as `power-cap-220w`.
fn power_limit(row: &ScenarioRow) -> Option<f64> {
    row.power_limit_w.or_else(|| {
        row.tags.iter().find_map(|tag| {
            let watts = tag.strip_prefix("power-cap-")?.strip_suffix('w')?;
            let watts = bpt_core::decimal::parse(watts)?;
            limits::POWER_LIMIT.accepts(watts).then_some(watts)
        })
    })
}

/// The range grows with each thing that had to be guessed.
fn widened(mut spread: Spread, notes: Notes, step: f64) -> Spread {
    let guesses = Note::GUESSES.iter().filter(|note| notes.has(**note));
    let more = step * guesses.count() as f64;
    spread.decode_low += more;
    spread.decode_high += more;
    spread.prefill_low += more;
    spread.prefill_high += more;
    spread
}
