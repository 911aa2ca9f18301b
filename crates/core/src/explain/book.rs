//! Lines and symbols while an explanation is written.

use super::key::{Id, Key};
use super::quantity::Quantity;
use super::{Expr, Line, Origin, Symbol};
use crate::estimate::Estimate;
use crate::scenario::Scenario;
use crate::step::Pass;

/// An explanation in the making.
pub(super) struct Book<'a> {
    /// The scenario.
    pub(super) s: &'a Scenario,
    /// Its estimate.
    pub(super) estimate: &'a Estimate,
    /// One pass of the main model.
    pub(super) pass: Pass<'a>,
    lines: Vec<Line>,
    symbols: Vec<Symbol>,
}

impl<'a> Book<'a> {
    pub(super) fn new(s: &'a Scenario, estimate: &'a Estimate) -> Self {
        Self {
            s,
            estimate,
            pass: Pass::new(s, s.users.max(1.0)),
            lines: Vec::new(),
            symbols: Vec::new(),
        }
    }

    /// The last line of a quantity's explanation.
    pub(super) fn explain(&mut self, quantity: Quantity) -> Option<(Id, Expr)> {
        match quantity {
            Quantity::Decode(of) => self.decode(of),
            Quantity::Memory(of) => self.memory(of),
            Quantity::Prefill(of) => self.prefill(of),
            Quantity::Energy(of) => self.energy(of),
            Quantity::Derived(of) => self.derived(of),
        }
    }

    /// A symbol with its value; taken once.
    pub(super) fn symbol(&mut self, id: impl Into<Id>, value: f64, origin: Origin) -> Expr {
        let id = id.into();
        if !self.symbols.iter().any(|symbol| symbol.id == id) {
            self.symbols.push(Symbol { id, value, origin });
        }
        Expr::Symbol(id, value)
    }

    /// A coefficient in its own unit.
    pub(super) fn coefficient(&mut self, key: Key, name: &'static str) -> Expr {
        self.coefficient_in(key, name, 1.0)
    }

    /// A coefficient given in multiples of a unit (`1e-6` for microseconds).
    pub(super) fn coefficient_in(&mut self, key: Key, name: &'static str, unit: f64) -> Expr {
        let value = self.s.coefficients.get(name).unwrap_or(0.0) * unit;
        self.symbol(key, value, Origin::Calibrated(name))
    }

    /// A figure of the model.
    pub(super) fn model(&mut self, id: impl Into<Id>, field: &'static str, value: f64) -> Expr {
        self.symbol(id, value, Origin::Datum(super::Row::Model, field))
    }

    /// A choice of the reader.
    pub(super) fn input(&mut self, key: Key, row_key: &'static str, value: f64) -> Expr {
        self.symbol(key, value, Origin::Input(row_key))
    }

    /// Something computed from other figures, not taken apart here.
    pub(super) fn derived_symbol(&mut self, id: impl Into<Id>, value: f64) -> Expr {
        self.symbol(id, value, Origin::Derived(None))
    }

    /// Something that can be asked for on its own.
    pub(super) fn quantity(&mut self, id: impl Into<Id>, path: &'static str, value: f64) -> Expr {
        self.symbol(id, value, Origin::Derived(Some(path)))
    }

    /// A symbol for a formula; its line is written once. A formula that is one symbol or number
    /// already needs no line.
    pub(super) fn line(&mut self, id: impl Into<Id>, expr: Expr) -> Expr {
        if matches!(expr, Expr::Symbol(..) | Expr::Number(_)) {
            return expr;
        }
        let id = id.into();
        if let Some(line) = self.lines.iter().find(|line| line.id == id) {
            return Expr::Symbol(id, line.value);
        }
        let value = expr.eval();
        self.lines.push(Line { id, expr, value });
        Expr::Symbol(id, value)
    }

    /// The formula behind a line's symbol.
    pub(super) fn formula(&self, id: Id) -> Option<Expr> {
        let line = self.lines.iter().find(|line| line.id == id)?;
        Some(line.expr.clone())
    }

    /// Adds the last line and drops what it does not lead to.
    pub(super) fn close(mut self, id: Id, expr: Expr, value: f64) -> (Vec<Line>, Vec<Symbol>) {
        let mut used = Vec::new();
        expr.symbols(&mut used);
        // Lines only refer to lines before them, so one walk from the end finds all.
        let mut kept = vec![Line { id, expr, value }];
        for line in self.lines.drain(..).rev() {
            if line.id != id && used.contains(&line.id) {
                line.expr.symbols(&mut used);
                kept.push(line);
            }
        }
        kept.reverse();
        let mut order = Vec::new();
        for line in &kept {
            line.expr.symbols(&mut order);
        }
        let symbols = order
            .into_iter()
            .filter_map(|id| self.symbols.iter().find(|symbol| symbol.id == id).copied())
            .collect();
        (kept, symbols)
    }
}
