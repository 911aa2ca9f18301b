//! What a language has to say about the figures.

use bpt_core::model::Class;

use super::{
    Breakdown, BytesRead, CellState, Compared, Divided, FigureWords, FirstToken, Fixed, Held,
    Measured, OverBandwidth, OverBits, OverContext, OverUsers, RightSizing, Speculating, Spilling,
    SplitKind,
};
use crate::language::Room;
use crate::span::{Slot, Span};

/// The figures' part of a language. Every function is pure.
pub trait FigureLanguage: Sync {
    /// A fixed text.
    fn fixed(&self, fixed: Fixed) -> &'static str;

    /// A part and its milliseconds: "attention 27.7".
    fn part(&self, name: &str, value: f64, decimals: usize) -> String;
    /// A bar's total: "162.3 ms".
    fn milliseconds(&self, value: f64, decimals: usize) -> String;
    /// Routed experts that a step reads in a layer: "8 of 128 experts".
    fn experts(&self, touched: f64, all: f64) -> String;
    /// Words of figure `breakdown`.
    fn breakdown(&self, facts: &Compared<Breakdown>, room: Room) -> FigureWords;

    /// Free memory, and who could use it: long, short, shortest.
    fn free_for(&self, gib: f64, users: Option<f64>, context: f64) -> [String; 3];
    /// Kept for the system: "system 7".
    fn system(&self, gib: f64) -> String;
    /// Which devices a bar stands for.
    fn devices(&self, count: u32, all: u32) -> String;
    /// Missing memory: "4.4 GiB over".
    fn over_by(&self, gib: f64) -> String;
    /// Words of figure `memory`.
    fn memory(&self, facts: &Compared<Held>, room: Room) -> FigureWords;

    /// Words of figure `context`; `measured` runs are drawn.
    fn context(&self, facts: &Compared<OverContext>, measured: usize, room: Room) -> FigureWords;

    /// A line without fixed work: "B, no fixed work".
    fn no_fixed_work(&self, slot: Slot) -> String;
    /// A speed that more bandwidth does not pass: "B cannot pass 276".
    fn cannot_pass(&self, slot: Slot, speed: f64) -> String;
    /// Words of figure `bandwidth`.
    fn bandwidth(&self, facts: &Compared<OverBandwidth>, room: Room) -> FigureWords;

    /// The users' axis: "users at once, 8k of context each →".
    fn users_axis(&self, context: f64) -> String;
    /// Where a line ends: "A: memory full at 40".
    fn memory_full(&self, slot: Slot, users: f64) -> String;
    /// Words of figure `users`; `measured` runs are drawn.
    fn users(&self, facts: &Compared<OverUsers>, measured: usize, room: Room) -> FigureWords;

    /// A time: "2.7 s".
    fn seconds(&self, seconds: f64) -> String;
    /// A floor: "A: one full read of the weights" and shorter.
    fn one_read(&self, slot: Slot) -> [String; 2];
    /// Words of figure `prefill`.
    fn prefill(&self, facts: &Compared<FirstToken>, prompt: f64, room: Room) -> FigureWords;

    /// Where a line ends: "A does not fit above 5.2".
    fn full_bits(&self, slot: Slot, bits: f64) -> String;
    /// A line: "A, if only bytes counted".
    fn only_bytes(&self, slot: Slot) -> String;
    /// Words of figure `bits`.
    fn bits(&self, facts: &Compared<OverBits>, room: Room) -> FigureWords;

    /// A line: "1 draft", "4 drafts".
    fn drafts(&self, drafts: f64) -> String;
    /// A point: "breaks even at 0.45".
    fn breaks_even(&self, acceptance: f64) -> String;
    /// Words of figure `speculation`.
    fn speculation(&self, facts: &Compared<Speculating>, room: Room) -> FigureWords;

    /// A bar: "2 devices, split by layers".
    fn split_name(&self, kind: SplitKind, count: u32) -> String;
    /// Words of figure `two`.
    fn two(&self, facts: &Compared<Divided>, room: Room) -> FigureWords;

    /// A ground: "A does not fit with less in RAM".
    fn must_spill(&self, slot: Slot) -> String;
    /// A reference line: "A in one unified pool", and shorter.
    fn one_pool(&self, slot: Slot) -> [String; 2];
    /// A line: "B, experts only".
    fn only_experts(&self, slot: Slot) -> String;
    /// Words of figure `spill`.
    fn spill(&self, facts: &Compared<Spilling>, room: Room) -> FigureWords;

    /// A class of weights by its name.
    fn class(&self, class: Class) -> &'static str {
        self.fixed(match class {
            Class::Embedding => Fixed::Embedding,
            Class::LmHead => Fixed::Output,
            Class::Attention => Fixed::Attention,
            Class::DenseFfn => Fixed::FeedForward,
            Class::Router => Fixed::Router,
            Class::RoutedExperts => Fixed::Experts,
            Class::SharedExperts => Fixed::SharedExperts,
            Class::Norms => Fixed::Norms,
            Class::Other => Fixed::OtherWeights,
        })
    }
    /// Kind and size: "mixture of experts, 18.6 GB stored", and shorter.
    fn stored(&self, mixture: bool, gb: f64) -> [String; 2];
    /// Above dense layers: long and short.
    fn dense_caption(&self, layers: u32) -> [String; 2];
    /// Above the cells: long and short; `each` experts are one cell.
    fn experts_caption(&self, experts: f64, layers: f64, each: f64) -> [String; 2];
    /// "19.3 GB", "read for each token", or for a step of several tokens.
    fn read_each(&self, gb: f64, tokens: f64) -> [String; 2];
    /// "11 tokens", "(likely 10–13)".
    fn tokens_written(&self, speed: f64, low: f64, high: f64) -> [String; 2];
    /// "1 tick = 4 tokens".
    fn tick_stands_for(&self, tokens: f64) -> String;
    /// Words of figure `bytes`; a cell stands for `cell` experts.
    fn bytes(&self, facts: &Compared<BytesRead>, cell: f64, room: Room) -> FigureWords;

    /// A cell of `rightsize` as it is seen: "150", "13", "12 s", "23.6 over".
    fn right_cell(&self, state: CellState, speed: f64) -> String;
    /// The same as it is spoken: "GLM-4.5-Air on M4 Max: 26 tokens a second, passes".
    fn right_cell_name(&self, cell: &RightCellName<'_>) -> String;
    /// What is read off a cell: range and bytes.
    fn right_readout(&self, cell: &RightCellName<'_>) -> Vec<Span>;
    /// Words of figure `rightsize`.
    fn rightsize(&self, facts: &RightSizing, room: Room) -> FigureWords;

    /// The guides beside the diagonal: "±20 %".
    fn guide(&self, share: f64) -> String;
    /// Words of figure `measure`.
    fn measure(&self, facts: &Measured, room: Room) -> FigureWords;
}

/// A cell of `rightsize` with everything that is said of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RightCellName<'a> {
    /// The model.
    pub model: &'a str,
    /// The machine.
    pub machine: &'a str,
    /// What the cell shows.
    pub state: CellState,
    /// Speed for one user with its range, tok/s.
    pub speed: [f64; 3],
    /// Weights and cache read in a step, GB.
    pub read: [f64; 2],
    /// Whether it is the largest that passes there.
    pub largest: bool,
    /// Whether it is an extrapolation.
    pub extrapolated: bool,
    /// Least speed, tok/s.
    pub least: f64,
    /// Longest wait, s.
    pub wait: Option<f64>,
}
