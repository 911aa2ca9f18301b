//! Measured runs beside scenarios: which of them are the same thing measured, and which are near.
//!
//! A run lies on a chart only where device, model shape, format class, engine family and the work
//! are the scenario's own, but for the quantity along the axis. Near ones are named in words.

use bpt_core::Scenario;
use bpt_core::device::Engine;
use bpt_core::model::Model;
use bpt_core::scenario::Placement;
use bpt_core::units::Bytes;
use serde_json::Value;

use crate::catalog::Catalog;
use crate::row::ScenarioRow;

/// Stored bytes that are this close are one format, as a logarithm.
const SAME_BYTES: f64 = 0.03;
/// Contexts that are this close are one, as a logarithm.
const SAME_CONTEXT: f64 = 0.05;

/// Where a run comes from, as its row says.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct About {
    pub id: String,
    pub source: String,
    pub group: String,
    pub date: String,
    pub engine: String,
    pub build: String,
    pub driver: String,
    pub quality: String,
    pub tags: String,
    pub notes: String,
    pub split: String,
    pub speculation: String,
    pub placement: String,
}

/// A measured run, resolved to the scenario that was measured.
#[derive(Clone, Debug)]
pub struct Run {
    /// Where it comes from.
    pub about: About,
    /// The row.
    pub row: ScenarioRow,
    /// Its scenario.
    pub scenario: Scenario,
    /// Decode speed of one user, tok/s.
    pub decode: Option<f64>,
    /// Prefill speed of one prompt, tok/s.
    pub prefill: Option<f64>,
    /// Time to the first token, s.
    pub first: Option<f64>,
}

/// What a run lies on: the quantity along a chart's axis, which need not be the scenario's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// Tokens of context.
    Context,
    /// Users.
    Users,
    /// Tokens of a prompt.
    Prompt,
    /// Memory bandwidth.
    Bandwidth,
    /// Bits per weight.
    Bits,
}

/// In what a run differs from a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Differs {
    pub model: bool,
    pub device: bool,
    pub format: bool,
    pub engine: bool,
    pub work: bool,
}

impl Differs {
    /// All five, in order.
    #[must_use]
    pub const fn each(self) -> [bool; 5] {
        [self.model, self.device, self.format, self.engine, self.work]
    }
}

/// Rows of a measurements file, whole or slim: `source` may be a number into `sources`. Rows that
/// cannot be resolved are left out.
///
/// # Errors
///
/// Text that is not such a file.
pub fn runs(catalog: &Catalog, text: &str) -> Result<Vec<Run>, String> {
    let file: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let rows = file["rows"].as_array().ok_or("no rows")?;
    Ok(rows
        .iter()
        .filter_map(|row| run(catalog, row, &file["sources"]))
        .collect())
}

fn run(catalog: &Catalog, value: &Value, sources: &Value) -> Option<Run> {
    let row = ScenarioRow::from_json(value).ok()?;
    let scenario = catalog.resolve(&row).ok()?;
    let number = |key: &str| value[key].as_f64().filter(|number| *number > 0.0);
    let users = scenario.users.max(1.0);
    let decode = number("decode_tok_s_per_user")
        .or_else(|| number("decode_tok_s_total").map(|total| total / users));
    Some(Run {
        about: about(value, sources),
        scenario,
        decode,
        prefill: number("prefill_tok_s"),
        first: number("ttft_s"),
        row,
    })
}

fn about(value: &Value, sources: &Value) -> About {
    let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let kind = |key: &str, of: &str| {
        let kind = value[key][of].as_str().unwrap_or_default();
        if kind == "none" {
            String::new()
        } else {
            kind.to_owned()
        }
    };
    let tags: Vec<&str> = value["tags"].as_array().map_or_else(Vec::new, |tags| {
        tags.iter().filter_map(Value::as_str).collect()
    });
    let source = match value["source"]
        .as_u64()
        .and_then(|at| usize::try_from(at).ok())
    {
        Some(at) => sources[at].as_str().unwrap_or_default().to_owned(),
        None => text("source"),
    };
    About {
        id: text("id"),
        source,
        group: text("source_group"),
        date: text("date"),
        engine: text("engine"),
        build: text("engine_build"),
        driver: text("driver"),
        quality: Some(text("quality"))
            .filter(|quality| !quality.is_empty())
            .unwrap_or_else(|| "B".to_owned()),
        tags: tags.join(", "),
        notes: text("notes"),
        split: kind("parallel", "kind"),
        speculation: kind("speculative", "method"),
        placement: kind("placement", "kind"),
    }
}

impl Run {
    /// Whether every setting that matters is known.
    #[must_use]
    pub fn clean(&self) -> bool {
        self.about.quality != "C"
    }

    /// Where it lies along an axis, and what was measured there: speed of one user, of all users
    /// along users, time to the first token along prompts.
    #[must_use]
    pub fn place(&self, along: Along) -> Option<(f64, f64)> {
        let s = &self.scenario;
        Some(match along {
            Along::Context => (s.context, self.decode?),
            Along::Users => (s.users, self.decode? * s.users),
            Along::Prompt => {
                let whole = s.cached <= 0.0 && s.prefill_depth <= 0.0;
                let known = self.row.prompt_tokens.filter(|_| whole)?;
                let first = self.first.or_else(|| Some(known / self.prefill?))?;
                (known, first)
            }
            Along::Bandwidth => (s.device().bandwidth.gb(), self.decode?),
            Along::Bits => (bits(s), self.decode?),
        })
    }
}

/// Bits of a stored weight on average.
fn bits(s: &Scenario) -> f64 {
    let weights = &s.model.weights;
    8.0 * weights.stored.total().get() / weights.params.total().get().max(1.0)
}

/// Whether a run can lie on a chart of this row's machine: its settings are known, its devices are
/// the row's. Few are, and a row's machine seldom changes.
#[must_use]
pub fn on_machine(run: &Run, row: &ScenarioRow) -> bool {
    run.clean() && same_machine(&run.row, row)
}

/// Whether a run is as plain as they come: one device with everything on it, one user, no
/// speculation.
#[must_use]
pub fn plain(s: &Scenario) -> bool {
    s.device_count() == 1
        && s.users <= 1.0
        && s.placement == Placement::AllGpu
        && s.speculation.is_none()
}

/// The runs that are this scenario measured, along an axis: place and value, with their run.
#[must_use]
pub fn on_chart<'a>(
    runs: impl IntoIterator<Item = &'a Run>,
    row: &ScenarioRow,
    s: &Scenario,
    along: Along,
) -> Vec<(&'a Run, f64, f64)> {
    runs.into_iter()
        .filter(|run| on_machine(run, row))
        // Most are of another model: the quickest thing to see.
        .filter(|run| same_shape(&run.scenario.model.model, &s.model.model))
        .filter(|run| {
            let mut differs = differs(run, row, s, along);
            if along == Along::Bits {
                differs.format = false;
            }
            differs == Differs::default()
        })
        .filter_map(|run| run.place(along).map(|(x, y)| (run, x, y)))
        .collect()
}

/// In what a run differs from a scenario, leaving out what lies along an axis.
#[must_use]
pub fn differs(run: &Run, row: &ScenarioRow, s: &Scenario, along: Along) -> Differs {
    let of = &run.scenario;
    let near = |a: f64, b: f64, most: f64| a == b || (a / b).ln().abs() <= most;
    let bytes = |s: &Scenario| -> Bytes { s.model.weights.stored.total() };
    let same_context = match along {
        Along::Context | Along::Prompt => true,
        Along::Users | Along::Bandwidth | Along::Bits => near(of.context, s.context, SAME_CONTEXT),
    };
    let same_users = match along {
        Along::Users => true,
        _ => of.users == s.users,
    };
    let lengths = along != Along::Prompt || (s.cached <= 0.0 && s.prefill_depth <= 0.0);
    Differs {
        model: !same_shape(&of.model.model, &s.model.model),
        device: !same_machine(&run.row, row)
            || !row.device.is_empty()
            || of.nodes != s.nodes
            || of.power_limit != s.power_limit,
        format: of.model.weights.kernel != s.model.weights.kernel
            || !near(bytes(of).get(), bytes(s).get(), SAME_BYTES),
        engine: family(of.engine) != family(s.engine) || of.backend != s.backend,
        work: !(same_context && same_users && lengths)
            || of.kv != s.kv
            || of.placement != s.placement
            || of.parallel != s.parallel
            || of.speculation != s.speculation
            || of.flash_attention != s.flash_attention,
    }
}

/// Whether two rows name the same devices, as many of each.
fn same_machine(a: &ScenarioRow, b: &ScenarioRow) -> bool {
    let id = |row: &ScenarioRow| -> Option<String> {
        let first = row.devices.first().or(row.device_id.as_ref());
        first.cloned()
    };
    let count = |row: &ScenarioRow| match row.devices.len() {
        0 => row.device_count.unwrap_or(1.0),
        listed => listed as f64,
    };
    let same = |row: &ScenarioRow| row.devices.iter().all(|id| *id == row.devices[0]);
    if a.devices.is_empty() && b.devices.is_empty() {
        // The usual case, without a copy.
        let usual = crate::default::DEVICE;
        let of = |row: &ScenarioRow| {
            row.device_id.as_deref() == b.device_id.as_deref()
                || (row.device_id.is_none() && b.device_id.as_deref() == Some(usual))
                || (b.device_id.is_none() && row.device_id.as_deref() == Some(usual))
        };
        return of(a) && count(a) == count(b);
    }
    if same(a) && same(b) {
        return id(a) == id(b) && count(a) == count(b);
    }
    a.devices == b.devices
}

/// Engines that run the same kernels.
const fn family(engine: Engine) -> Engine {
    match engine {
        Engine::Ollama => Engine::LlamaCpp,
        other => other,
    }
}

/// Whether two models have the same layers, whatever they were trained for.
fn same_shape(a: &Model, b: &Model) -> bool {
    if (a.hidden, a.layers, a.vocab) != (b.hidden, b.layers, b.vocab) {
        return false;
    }
    let shape = |model: &Model| Model {
        max_context: None,
        mtp: None,
        ..model.clone()
    };
    a == b || shape(a) == shape(b)
}

/// The run that comes nearest to a scenario, and in what it differs.
#[must_use]
pub fn nearest<'a>(runs: &'a [Run], row: &ScenarioRow, s: &Scenario) -> Option<(&'a Run, Differs)> {
    let distance = |run: &Run, differs: Differs| {
        let weights = [3.0, 3.0, 1.5, 1.0, 0.5];
        let given: f64 = differs
            .each()
            .into_iter()
            .zip(weights)
            .map(|(differs, weight)| if differs { weight } else { 0.0 })
            .sum();
        let of = &run.scenario;
        let far = |a: f64, b: f64| (a.max(1.0) / b.max(1.0)).ln().abs();
        let active = |s: &Scenario| s.model.weights.read.total().get();
        let reads = if differs.model {
            far(active(of), active(s))
        } else {
            0.0
        };
        let moves = if differs.device {
            far(of.device().bandwidth.gb(), s.device().bandwidth.gb())
        } else {
            0.0
        };
        let kind = |s: &Scenario| s.model.counts.moe > 0.0;
        let other = if kind(of) == kind(s) { 0.0 } else { 2.0 };
        given
            + 0.1 * far(of.context, s.context)
            + 0.5 * far(of.users, s.users)
            + reads
            + moves
            + other
    };
    runs.iter()
        .filter(|run| run.clean() && run.decode.is_some())
        .map(|run| (run, differs(run, row, s, Along::Context)))
        .min_by(|a, b| distance(a.0, a.1).total_cmp(&distance(b.0, b.1)))
}
