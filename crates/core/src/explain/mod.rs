//! Where a number comes from: its formula, the values put in, and what would move it.
//!
//! An explanation is written with the functions that compute the estimate, so its last line has
//! the estimate's value; a test evaluates every line with a parser of its own.

mod book;
mod cache;
mod cache_bytes;
mod decode;
mod derived;
mod energy;
mod expr;
mod host;
mod key;
mod link;
mod memory;
mod parts;
mod prefill;
mod quantity;
/// The numbers of each part of an estimate.
pub mod quantities {
    pub use super::quantity::{DecodeOf, DerivedOf, EnergyOf, MemoryOf, PrefillOf};
}
mod rates;
mod step;

pub use expr::{Expr, Function};
pub use key::{Id, Key, Of, Unit};
pub use quantity::Quantity;

use book::Book;

use crate::derived::Input;
use crate::estimate::Estimate;
use crate::scenario::Scenario;

/// Where a symbol's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A figure of a catalog entry; the entry says whether it is a maker's or measured.
    Datum(Row, &'static str),
    /// A choice of the reader, by its key in scenario rows.
    Input(&'static str),
    /// A coefficient of the calibration, by name.
    Calibrated(&'static str),
    /// The errors of measured runs of the scenario's group.
    Errors,
    /// The reader's own measurement.
    OwnMeasurement,
    /// Computed from other figures; where it is a quantity that can be asked for, its path.
    Derived(Option<&'static str>),
    /// A default of ours.
    Assumed,
}

/// Whose figure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Row {
    /// The model.
    Model,
    /// The draft model.
    DraftModel,
    /// The device of the group at this place.
    Device(u16),
    /// The memory platform behind an offload.
    Host,
    /// The link the split crosses.
    Link,
    /// The link inside each machine.
    InnerLink,
    /// The bus to the host.
    Bus,
    /// The element type of the cache.
    KvType,
    /// The weight format.
    Format,
}

/// A symbol of an explanation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Symbol {
    /// What it is.
    pub id: Id,
    /// Its value, in the base unit of [`Id::unit`].
    pub value: f64,
    /// Where the value comes from.
    pub origin: Origin,
}

/// One step of an explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it computes.
    pub id: Id,
    /// The formula.
    pub expr: Expr,
    /// Its value.
    pub value: f64,
}

/// How strongly the quantity follows an input: percent for one percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elasticity {
    /// The input.
    pub input: Input,
    /// d ln quantity / d ln input.
    pub value: f64,
}

/// Where a number comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Which number.
    pub quantity: Quantity,
    /// The number as estimated.
    pub value: f64,
    /// Its low and high end, where it has a range.
    pub range: Option<(f64, f64)>,
    /// The steps; the last one yields the number.
    pub lines: Vec<Line>,
    /// What the lines take, in order of appearance; lines of their own are not repeated here.
    pub symbols: Vec<Symbol>,
    /// What would move it, strongest first.
    pub elasticities: Vec<Elasticity>,
}

/// Relative difference between a last line and its quantity that rounding alone can cause.
const ROUNDING: f64 = 1e-9;

impl Explanation {
    /// What the last line computes.
    #[must_use]
    pub fn id(&self) -> Id {
        self.lines
            .last()
            .map_or_else(|| Key::Rest.id(), |line| line.id)
    }

    /// Whether the last line yields the estimate's number. Anything else is a defect.
    #[must_use]
    pub fn holds(&self) -> bool {
        let last = self.lines.last().map_or(f64::NAN, |line| line.expr.eval());
        last == self.value || (last / self.value - 1.0).abs() <= ROUNDING
    }
}

/// Explains one number of an estimate; `None` where the path names no number that can be
/// explained, or the number does not exist in this scenario.
#[must_use]
pub fn explain(s: &Scenario, estimate: &Estimate, path: &str) -> Option<Explanation> {
    let mut explanation = explain_lines(s, estimate, path)?;
    let quantity = explanation.quantity;
    let mut elasticities: Vec<Elasticity> = Input::ALL
        .into_iter()
        .filter_map(|input| {
            let value = quantity.elasticity(s, input)?;
            (value.abs() > 1e-6).then_some(Elasticity { input, value })
        })
        .collect();
    crate::order::sort_by(&mut elasticities, |a, b| b.value.abs() < a.value.abs());
    explanation.elasticities = elasticities;
    Some(explanation)
}

/// The same without elasticities, which take sixteen more estimates.
#[must_use]
pub fn explain_lines(s: &Scenario, estimate: &Estimate, path: &str) -> Option<Explanation> {
    let quantity = Quantity::parse(path)?;
    let value = quantity.value(s, estimate)?;
    let mut book = Book::new(s, estimate);
    let (id, expr) = book.explain(quantity)?;
    let (lines, symbols) = book.close(id, expr, value);
    Some(Explanation {
        quantity,
        value,
        range: quantity.range(s, estimate),
        lines,
        symbols,
        elasticities: Vec::new(),
    })
}

/// The paths of all numbers of an estimate that can be explained.
#[must_use]
pub fn explainable(s: &Scenario, estimate: &Estimate) -> Vec<String> {
    Quantity::all(estimate)
        .into_iter()
        .filter(|quantity| quantity.value(s, estimate).is_some())
        .map(|quantity| quantity.path())
        .collect()
}
