//! The story's chapters as data: scenarios, sliders, and measured cases (`data/story.json`).

use serde_json::Value;

use crate::error::DataError;
use crate::read::{Result, list, miss, number, string};
use crate::row::ScenarioRow;

#[cfg(not(all(feature = "start", target_family = "wasm")))]
const EMBEDDED: &str = include_str!("../data/story.json");
/// On the page without what the file says of itself.
#[cfg(all(feature = "start", target_family = "wasm"))]
const EMBEDDED: &str = include_str!(concat!(env!("OUT_DIR"), "/story.json"));

/// One chapter's numbers.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Name of chapter and figure.
    pub id: String,
    /// Paths in a scenario row that have a slider, most important first.
    pub sliders: Vec<String>,
    /// Scenario of model A.
    pub a: ScenarioRow,
    /// Scenario of model B; `None` where the chapter looks at one model.
    pub b: Option<ScenarioRow>,
    /// What it teaches.
    pub claims: Vec<Claim>,
    /// A measured case to hold the chapter against.
    pub case: Case,
    /// Models that its figure ranks.
    pub models: Vec<String>,
    /// Machines that it ranks them on, or names on its axis: a device and how many of it.
    pub machines: Vec<(String, f64)>,
}

/// A claim of the founding texts, by its name in `docs/CLAIMS.md`.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its name.
    pub id: String,
    /// The scenarios it speaks of.
    pub scenarios: Vec<ScenarioRow>,
}

/// Something that somebody measured.
#[derive(Clone, Debug)]
pub struct Case {
    /// Address, or which founding text.
    pub source: String,
    /// When it was measured, or read where the source does not say.
    pub date: String,
    /// A second source and its date, where the values come from two.
    pub also: Option<(String, String)>,
    /// The claim that gives the values, where no measurement row does.
    pub claim: Option<String>,
    /// Measured values, in the order in which the chapter's sentence names them.
    pub runs: Vec<Run>,
}

impl Case {
    /// Sources with their dates.
    pub fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        let also = self
            .also
            .as_ref()
            .map(|(source, date)| (&**source, &**date));
        [(&*self.source, &*self.date)].into_iter().chain(also)
    }
}

/// One measured value.
#[derive(Clone, Debug)]
pub struct Run {
    /// As published.
    pub value: f64,
    /// The quantity: a path in an estimate; `decode.step_ms` is `decode.step_s` in milliseconds.
    pub path: String,
    /// Line of `data/measurements.json` that it is copied from.
    pub row: Option<String>,
    /// What ran.
    pub scenario: ScenarioRow,
    /// Where the value is a ratio: what it is over.
    pub against: Option<ScenarioRow>,
}

/// All chapters, in reading order.
///
/// # Errors
///
/// Names the entry and key that is missing or wrong; the embedded file is checked by tests.
pub fn chapters() -> core::result::Result<Vec<Chapter>, DataError> {
    let file: Value = serde_json::from_str(EMBEDDED).map_err(|e| DataError(e.to_string()))?;
    list(&file, "chapters")?.iter().map(chapter).collect()
}

fn chapter(entry: &Value) -> Result<Chapter> {
    let sliders = list(entry, "sliders")?.iter();
    Ok(Chapter {
        id: string(entry, "id")?,
        sliders: sliders
            .map(|path| path.as_str().map(Into::into))
            .collect::<Option<_>>()
            .ok_or_else(|| miss(entry, "sliders"))?,
        a: row(&entry["a"])?,
        b: optional_row(&entry["b"])?,
        claims: list(entry, "claims")?
            .iter()
            .map(claim)
            .collect::<Result<_>>()?,
        case: case(&entry["case"])?,
        models: entry["models"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|id| id.as_str().map(Into::into))
            .collect::<Option<_>>()
            .ok_or_else(|| miss(entry, "models"))?,
        machines: entry["machines"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|pair| Some((pair[0].as_str()?.into(), pair[1].as_f64()?)))
            .collect::<Option<_>>()
            .ok_or_else(|| miss(entry, "machines"))?,
    })
}

fn row(value: &Value) -> Result<ScenarioRow> {
    ScenarioRow::from_json(value).map_err(|e| DataError(e.to_string()))
}

fn optional_row(value: &Value) -> Result<Option<ScenarioRow>> {
    (!value.is_null()).then(|| row(value)).transpose()
}

fn claim(entry: &Value) -> Result<Claim> {
    Ok(Claim {
        id: string(entry, "id")?,
        scenarios: list(entry, "scenarios")?
            .iter()
            .map(row)
            .collect::<Result<_>>()?,
    })
}

fn case(entry: &Value) -> Result<Case> {
    Ok(Case {
        source: string(entry, "source")?,
        date: string(entry, "date")?,
        also: match &entry["also"] {
            Value::Null => None,
            also => Some((string(also, "source")?, string(also, "date")?)),
        },
        claim: entry["claim"].as_str().map(Into::into),
        runs: list(entry, "runs")?
            .iter()
            .map(run)
            .collect::<Result<_>>()?,
    })
}

fn run(entry: &Value) -> Result<Run> {
    Ok(Run {
        value: number(entry, "value")?,
        path: string(entry, "path")?,
        row: entry["row"].as_str().map(Into::into),
        scenario: row(&entry["scenario"])?,
        against: optional_row(&entry["against"])?,
    })
}
