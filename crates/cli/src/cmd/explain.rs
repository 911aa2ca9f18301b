//! `bpt explain FILE QUANTITY`: where a number comes from.

use std::io::Write as _;
use std::process::ExitCode;

use bpt_catalog::provenance::{Provenance, sources};
use bpt_catalog::{Catalog, ScenarioRow, Status};
use bpt_core::Scenario;
use bpt_core::estimate::Estimate;
use bpt_core::explain::{Explanation, Line, Origin, Quantity, Symbol, explain, explainable};
use bpt_words::{LabLanguage, lab_language, plain};
use serde_json::{Map, Value, json};

use crate::input::Arguments;
use crate::{Failure, Outcome};

pub(crate) fn run(arguments: &[String]) -> Outcome {
    let mut arguments = Arguments::read(arguments, &[])?;
    // The number alone: the scenario is on standard input.
    if arguments.words.is_empty() {
        arguments.words.extend(arguments.file.take());
    }
    let path = match arguments.words.as_slice() {
        [path] => path.clone(),
        [] => return Err(Failure("no number named: bpt explain FILE QUANTITY".into())),
        [_, more, ..] => return Err(Failure(format!("one argument too many: {more}"))),
    };
    let value: Value = serde_json::from_str(&arguments.text()?)
        .map_err(|error| Failure(format!("the input is not JSON: {error}")))?;
    let row = ScenarioRow::from_json(&value)?;
    let scenario = Catalog::embedded().resolve(&row)?;
    let estimate = bpt_core::estimate(&scenario);
    let Some(quantity) = Quantity::parse(&path) else {
        return Err(unknown(&path, &scenario, &estimate));
    };
    let teller = Teller {
        row: &row,
        scenario: &scenario,
        estimate: &estimate,
        words: lab_language("en"),
    };
    let json = match explain(&scenario, &estimate, &path) {
        Some(explanation) => teller.json(&explanation),
        None if in_range(quantity, &estimate) => {
            // It exists, but not in this scenario.
            json!({"quantity": path, "value": null, "lines": [], "symbols": []})
        }
        None => return Err(unknown(&path, &scenario, &estimate)),
    };
    writeln!(std::io::stdout(), "{json:#}")?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a quantity names a part or device that there is, or nothing of the kind.
fn in_range(quantity: Quantity, estimate: &Estimate) -> bool {
    use bpt_core::explain::quantities::{DecodeOf, MemoryOf};
    match quantity {
        Quantity::Decode(DecodeOf::Part(at) | DecodeOf::PartBytes(at)) => {
            at < estimate.decode.parts.as_slice().len()
        }
        Quantity::Memory(MemoryOf::Used(at) | MemoryOf::Capacity(at) | MemoryOf::Physical(at)) => {
            let groups = estimate.memory.groups().iter();
            at < groups.map(|group| group.count as usize).sum()
        }
        _ => true,
    }
}

fn unknown(path: &str, scenario: &Scenario, estimate: &Estimate) -> Failure {
    let all = explainable(scenario, estimate).join(", ");
    Failure(format!("quantity: {path}; allowed: {all}"))
}

struct Teller<'a> {
    row: &'a ScenarioRow,
    scenario: &'a Scenario,
    estimate: &'a Estimate,
    words: &'static dyn LabLanguage,
}

impl Teller<'_> {
    fn json(&self, explanation: &Explanation) -> Value {
        let last = explanation.lines.last();
        let known: Vec<(&Symbol, Provenance)> = explanation
            .symbols
            .iter()
            .map(|symbol| (symbol, self.provenance(symbol.origin)))
            .collect();
        let weakest = known
            .iter()
            .filter(|(symbol, _)| !matches!(symbol.origin, Origin::Input(_)))
            .filter_map(|(_, provenance)| provenance.status)
            .max_by_key(|status| weakness(*status));
        let elasticities: Map<String, Value> = explanation
            .elasticities
            .iter()
            .map(|one| (one.input.slug().to_owned(), json!(one.value)))
            .collect();
        json!({
            "quantity": explanation.quantity.path(),
            "value": explanation.value,
            "unit": explanation.id().unit().sign(),
            "label": Status::Derived.slug(),
            "weakest": weakest.map(Status::slug),
            "question": self.words.question(explanation),
            "answer": plain(&self.words.answer(explanation, self.estimate)),
            "formula": last.map(symbolic),
            "substituted": last.map(|line| line.expr.substituted()),
            "lines": explanation.lines.iter().map(|line| self.line(line)).collect::<Value>(),
            "symbols": known
                .iter()
                .map(|(symbol, provenance)| self.symbol(symbol, provenance))
                .collect::<Value>(),
            "range": explanation.range.map(|(low, high)| json!({
                "low": low,
                "high": high,
                "basis": self.words.basis(explanation),
            })),
            "elasticities": elasticities,
        })
    }

    fn provenance(&self, origin: Origin) -> Provenance {
        Catalog::embedded().provenance(self.row, self.scenario, origin)
    }

    fn line(&self, line: &Line) -> Value {
        let amount = |id: bpt_core::explain::Id, value| self.words.amount(id.unit(), value);
        json!({
            "symbol": line.id.letter(),
            "meaning": self.words.symbol(line.id),
            "formula": symbolic(line),
            "substituted": line.expr.substituted(),
            "read": line.expr.displayed(&amount),
            "value": line.value,
            "unit": line.id.unit().sign(),
            "read_value": self.words.amount(line.id.unit(), line.value),
        })
    }

    fn symbol(&self, symbol: &Symbol, provenance: &Provenance) -> Value {
        let sources: Value = sources(provenance)
            .into_iter()
            .map(|source| json!({"what": source.what, "date": source.date}))
            .collect();
        let field = Some(provenance.field.as_str()).filter(|field| !field.is_empty());
        let derived = matches!(symbol.origin, Origin::Derived(_));
        json!({
            "symbol": symbol.id.letter(),
            "meaning": self.words.symbol(symbol.id),
            "value": symbol.value,
            "unit": symbol.id.unit().sign(),
            "read_value": self.words.amount(symbol.id.unit(), symbol.value),
            "label": provenance.label(),
            "file": provenance.file,
            "entry": provenance.entry,
            "field": field.filter(|_| !derived),
            "explained_by": field.filter(|_| derived),
            "source": sources,
        })
    }
}

fn symbolic(line: &Line) -> String {
    format!("{} = {}", line.id.letter(), line.expr.symbolic())
}

/// Later is weaker.
const fn weakness(status: Status) -> u8 {
    match status {
        Status::Spec => 0,
        Status::Measured => 1,
        Status::Derived => 2,
        Status::Assumed => 3,
    }
}
