//! The figures of story and lab: from scenarios to picture, table and words.
//!
//! Each is a function from [`Inputs`] to a [`Figure`]; what it needs beyond scenarios (named
//! formats, measured runs) is handed in as plain data. Those that any two scenarios make are in
//! [`LAB`]: the lab, previews and tests go by it.

pub mod bandwidth;
pub mod bits;
pub mod breakdown;
pub mod bytes;
pub mod context;
mod curves;
pub mod measure;
pub mod memory;
pub mod prefill;
pub mod rightsize;
mod routing;
pub mod speculation;
pub mod spill;
mod table;
pub mod together;
pub mod two;
pub mod users;

pub(crate) use curves::{decades, from_zero};
pub use table::{Cell, Column, Table};

use bpt_core::scenario::Scenario;
use bpt_core::{Estimate, estimate};
use bpt_words::figures::{Compared, FigureWords, Shown};
use bpt_words::{Language, Quantity, Room, Slot};

use crate::ChartSpec;
use crate::axis::Tick;
use crate::lines::Sample;
use crate::sweep::{ContextCurve, fullest};

/// What a figure shows.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// Model A's scenario.
    pub a: &'a Scenario,
    /// Model B's, if there is a second model.
    pub b: Option<&'a Scenario>,
    /// Measured runs that match, at their place on the figure's axes.
    pub measured: &'a [Sample],
    /// Their curves over context where somebody has computed them already, A's first.
    pub curves: [Option<&'a ContextCurve>; 2],
    /// What some figures name or compare with.
    pub beside: Beside<'a>,
    /// How it is shown.
    pub view: View,
}

/// What some figures show beside the scenarios; empty where nobody gives it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<'a> {
    /// Devices at their bandwidth, GB/s, which `bandwidth` names on its axis.
    pub devices: &'a [Tick],
    /// Formats that `bits` marks.
    pub formats: &'a [bits::NamedFormat],
    /// The same models on one unified pool, A first, with which `spill` compares.
    pub pools: &'a [&'a Scenario],
}

/// A figure of the lab.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name in links and in the document.
    pub name: &'static str,
    /// Where the lab shows it.
    pub place: Place,
    /// The quantity along its horizontal axis, where that is one of the reader's.
    pub over: Option<Quantity>,
    /// Whether it can show shares of each bar instead of one scale.
    pub shares: bool,
    /// Makes it.
    pub make: fn(&Inputs<'_>, &dyn Language) -> Figure,
}

/// Where the lab shows a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// First: where one token's milliseconds go, and what has to fit.
    First,
    /// Among the charts that are always there.
    Charts,
    /// Behind "More charts".
    More,
}

/// The lab's figures, in their order. A new one is a line here.
pub const LAB: &[Entry] = {
    use Place::{Charts, First, More};
    &[
        entry("breakdown", First, None, breakdown::figure).or_shares(),
        entry("memory", First, None, memory::figure),
        entry("context", Charts, Some(Quantity::Context), context::figure),
        entry(
            "bandwidth",
            Charts,
            Some(Quantity::Bandwidth),
            bandwidth::figure,
        ),
        entry("users", Charts, Some(Quantity::Users), users::figure),
        entry("prefill", Charts, Some(Quantity::Prompt), prefill::figure),
        entry("bits", More, Some(Quantity::Bits), bits::figure),
        entry(
            "speculation",
            More,
            Some(Quantity::Acceptance),
            speculation::figure,
        ),
        entry("two", More, None, two::figure),
        entry("spill", More, None, spill::figure),
    ]
};

const fn entry(
    name: &'static str,
    place: Place,
    over: Option<Quantity>,
    make: fn(&Inputs<'_>, &dyn Language) -> Figure,
) -> Entry {
    Entry {
        name,
        place,
        over,
        shares: false,
        make,
    }
}

impl Entry {
    const fn or_shares(self) -> Self {
        Self {
            shares: true,
            ..self
        }
    }
}

/// How a figure is shown, beside what it shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where the rule stands while something is read off; else it stands at the present value.
    pub at: Option<f64>,
    /// Top of the vertical axis, held while something is dragged.
    pub top: Option<f64>,
    /// How much room there is.
    pub room: Room,
    /// Breakdown: shares of each bar instead of one scale.
    pub shares: bool,
    /// Whether the table is made too: not while nobody reads it.
    pub tables: bool,
}

impl Default for View {
    fn default() -> Self {
        Self {
            at: None,
            top: None,
            room: Room::Wide,
            shares: false,
            tables: true,
        }
    }
}

/// A figure: its picture, its numbers, its words.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The picture.
    pub chart: ChartSpec,
    /// The same numbers as a table.
    pub table: Table,
    /// What it says.
    pub words: FigureWords,
}

impl<'a> Inputs<'a> {
    /// Two models, or one, as they are.
    #[must_use]
    pub fn new(a: &'a Scenario, b: Option<&'a Scenario>) -> Self {
        Self {
            a,
            b,
            measured: &[],
            curves: [None; 2],
            beside: Beside::default(),
            view: View::default(),
        }
    }

    /// The scenarios that exist, A first.
    pub fn scenarios(&self) -> impl Iterator<Item = (Slot, &'a Scenario)> + use<'a> {
        let b = self.b.map(|scenario| (Slot::B, scenario));
        core::iter::once((Slot::A, self.a)).chain(b)
    }

    /// Whether both are the same in everything.
    #[must_use]
    pub fn same(&self) -> bool {
        self.b.is_some_and(|b| b == self.a)
    }

    /// The table, if it is wanted.
    pub(crate) fn tabled(&self, make: impl FnOnce() -> Table) -> Table {
        if self.view.tables {
            make()
        } else {
            Table::default()
        }
    }

    /// Both estimates.
    pub(crate) fn estimates(&self) -> Vec<Present<'a>> {
        self.scenarios()
            .map(|(slot, scenario)| Present {
                slot,
                scenario,
                now: estimate(scenario),
            })
            .collect()
    }

    /// Facts of both sides.
    pub(crate) fn compared<T>(
        &self,
        present: &[Present<'a>],
        own: impl Fn(&Present<'a>) -> T,
    ) -> Compared<T> {
        let sides = present.iter().map(|side| side.shown(own(side))).collect();
        Compared {
            sides,
            same: self.same(),
            users: self.a.users,
            context: self.a.context,
        }
    }
}

/// One model with its estimate.
#[derive(Clone, Debug)]
pub(crate) struct Present<'a> {
    pub(crate) slot: Slot,
    pub(crate) scenario: &'a Scenario,
    pub(crate) now: Estimate,
}

impl Present<'_> {
    pub(crate) fn fits(&self) -> bool {
        self.now.memory.fits
    }

    fn shown<T>(&self, own: T) -> Shown<T> {
        Shown {
            slot: self.slot,
            speed: self.now.decode.per_user.get(),
            fits: self.fits(),
            over: missing(&self.now),
            own,
        }
    }
}

/// What is missing on the fullest device or the host, GiB; 0 where everything fits.
pub(crate) fn missing(e: &Estimate) -> f64 {
    let (need, usable, _) = fullest(e);
    let host = (e.memory.host - e.memory.host_capacity).gib();
    if e.memory.fits {
        0.0
    } else {
        (need - usable).max(host).max(0.0)
    }
}

/// Narrow charts have fewer ticks.
pub(crate) fn wanted_ticks(room: Room) -> usize {
    match room {
        Room::Wide => 5,
        Room::Narrow => 3,
    }
}

pub(crate) fn is_narrow(view: &View) -> bool {
    view.room == Room::Narrow
}

/// A number as a cell.
pub(crate) fn cell(words: &dyn Language, value: f64, decimals: usize) -> Cell {
    if value.is_finite() {
        Cell::number(value, words.numbers().decimals(value, decimals))
    } else {
        Cell::Nothing
    }
}
