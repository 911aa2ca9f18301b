//! `bpt estimate`: scenarios in, estimates out, in the same order.

use std::io::Write as _;
use std::process::ExitCode;

use bpt_catalog::report::{self, Extra};
use bpt_catalog::{Catalog, ScenarioError, ScenarioRow};
use bpt_core::Scenario;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::input::Arguments;
use crate::{BAD_INPUT, Failure, Outcome};

/// Output is handed on in pieces of about this size.
const PIECE: usize = 1 << 16;

pub(crate) fn run(arguments: &[String]) -> Outcome {
    let arguments = Arguments::read(arguments, &["--derived"])?;
    arguments.no_more()?;
    let derived = arguments.has("--derived");
    let text = arguments.text()?;
    let mut out = String::new();
    let mut sink = std::io::stdout().lock();
    let mut bad = false;
    match rows(&text)? {
        Rows::One(row) => {
            if let Err(error) = one(&row, derived, &mut out) {
                return Err(error.into());
            }
        }
        Rows::Many(rows) => {
            out.push('[');
            for (at, row) in rows.iter().enumerate() {
                out.push_str(if at > 0 { ",\n" } else { "\n" });
                if let Err(error) = parsed(row).and_then(|row| one(&row, derived, &mut out)) {
                    bad = true;
                    out.push_str(&error_json(&error));
                }
                if out.len() > PIECE {
                    sink.write_all(out.as_bytes())?;
                    out.clear();
                }
            }
            out.push_str("\n]");
        }
    }
    out.push('\n');
    sink.write_all(out.as_bytes())?;
    Ok(if bad {
        ExitCode::from(BAD_INPUT)
    } else {
        ExitCode::SUCCESS
    })
}

enum Rows<'a> {
    One(Value),
    Many(Vec<&'a RawValue>),
}

/// One scenario, an array of them, or an object with `rows`. Elements of an array stay raw, so
/// that one that cannot be read is an error in its place only.
fn rows(text: &str) -> Result<Rows<'_>, Failure> {
    let broken = |error: serde_json::Error| Failure(format!("the input is not JSON: {error}"));
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map(Rows::Many).map_err(broken);
    }
    let value: &RawValue = serde_json::from_str(text).map_err(broken)?;
    if text.trim_start().starts_with('{') {
        let mut members: std::collections::HashMap<String, &RawValue> =
            serde_json::from_str(text).map_err(broken)?;
        if let Some(rows) = members.remove("rows") {
            let rows = serde_json::from_str(rows.get())
                .map_err(|_| Failure("rows: not a list; allowed: a list of scenarios".into()))?;
            return Ok(Rows::Many(rows));
        }
    }
    Ok(Rows::One(parsed(value)?))
}

fn parsed(raw: &RawValue) -> Result<Value, ScenarioError> {
    serde_json::from_str(raw.get()).map_err(|error| {
        let allowed = format!("JSON with numbers that a double holds ({error})");
        ScenarioError::new("scenario", raw.get(), allowed)
    })
}

fn one(row: &Value, derived: bool, out: &mut String) -> Result<(), ScenarioError> {
    let row = ScenarioRow::from_json(row)?;
    let scenario = Catalog::embedded().resolve(&row)?;
    report(&row, &scenario, derived, out);
    Ok(())
}

/// Writes the report of a scenario.
pub(crate) fn report(row: &ScenarioRow, scenario: &Scenario, derived: bool, out: &mut String) {
    let estimate = bpt_core::estimate(scenario);
    let members = if derived {
        let numbers = bpt_core::derived::derived(scenario);
        let elasticities = report::elasticities(scenario);
        vec![("derived", report::derived_json(&numbers, &elasticities))]
    } else {
        Vec::new()
    };
    let extra = Extra {
        id: row.id.as_deref(),
        words: &|note| bpt_words::lab_language("en").note(note).into(),
        members: &members,
    };
    report::write(out, &estimate, &extra);
}

fn error_json(error: &ScenarioError) -> String {
    serde_json::json!({
        "error": {"field": error.field, "value": error.value, "allowed": error.allowed}
    })
    .to_string()
}
