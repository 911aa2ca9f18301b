//! Numbers of the figures, already computed.

/// Milliseconds of one step, rounded so that they add up to the printed total.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Breakdown {
    /// The whole step, ms.
    pub total: f64,
    /// Reading weights, ms.
    pub weights: f64,
    /// Reading cache and state, ms.
    pub kv: f64,
    /// What arithmetic adds, ms.
    pub compute: f64,
    /// Fixed work, ms.
    pub fixed: f64,
    /// Waiting for links between devices, ms.
    pub link: f64,
    /// RAM and its processor, ms.
    pub host: f64,
    /// Decimals that are printed.
    pub decimals: usize,
    /// Tokens that a step yields each user; above 1 with speculation.
    pub tokens: f64,
}

/// What the fullest device holds.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Held {
    /// Everything, GiB.
    pub need: f64,
    /// What the device can give, GiB.
    pub usable: f64,
    /// Weights, GiB.
    pub weights: f64,
    /// Cache and state, GiB.
    pub kv: f64,
    /// Users beyond the present ones that still fit; `None` if the present ones do not.
    pub more_users: Option<f64>,
    /// Devices.
    pub devices: u32,
    /// Used and usable memory of the host, GiB, where it takes part.
    pub host: Option<(f64, f64)>,
}

/// Speed along the conversation's length.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OverContext {
    /// Left end of the chart, tokens.
    pub first_at: f64,
    /// Speed there, tok/s.
    pub first_speed: f64,
    /// Share of it that is left at the present context.
    pub keeps: f64,
    /// Right end of the line, tokens.
    pub last_at: f64,
    /// Share of the first speed that is left there.
    pub last_keeps: f64,
    /// Trained context, tokens.
    pub trained: Option<f64>,
}

/// Speed along memory bandwidth.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OverBandwidth {
    /// Speed with twice the bandwidth over the present speed.
    pub doubled: f64,
    /// Speed with infinite bandwidth, tok/s.
    pub floor: f64,
    /// Fixed work of one step, ms.
    pub fixed_ms: f64,
    /// Speed without fixed work, tok/s.
    pub ideal: f64,
}

/// Speed along users.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OverUsers {
    /// Users that one is compared with; 1 where no more fit.
    pub to: f64,
    /// Speed of one user alone, tok/s.
    pub total_one: f64,
    /// Speed of all those users together, tok/s.
    pub total_to: f64,
    /// Speed of each of them, tok/s.
    pub each_to: f64,
    /// Most users that fit.
    pub most: Option<f64>,
    /// Distinct experts read for one user, for those users, and all there are.
    pub experts: Option<[f64; 3]>,
}

/// The wait for the first token.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct FirstToken {
    /// Seconds; `None` where requests arrive faster than they finish.
    pub seconds: Option<f64>,
    /// Share of it that twice the compute takes away.
    pub twice_compute: f64,
    /// Share of it that twice the bandwidth takes away.
    pub twice_bandwidth: f64,
    /// Tokens of the prompt that are cached.
    pub cached: f64,
}

/// Speed along bits per weight.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OverBits {
    /// Bits that the sentence starts from.
    pub from: f64,
    /// Whether the model fits there.
    pub from_fits: bool,
    /// Speed there, tok/s.
    pub from_speed: f64,
    /// Bits that it ends at.
    pub to: f64,
    /// Speed there, tok/s.
    pub to_speed: f64,
    /// Weight bytes read at `from` over those at `to`.
    pub fewer_bytes: f64,
    /// Speed at half the present bits over the present speed.
    pub halved: f64,
}

/// What speculation does.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Speculating {
    /// Drafted tokens per cycle.
    pub drafts: f64,
    /// Acceptance per drafted token.
    pub acceptance: f64,
    /// How much slower draft and verify run than fused.
    pub unfused: f64,
    /// Speed over speed without.
    pub speedup: f64,
    /// The same if draft and verify ran fused.
    pub fused: f64,
    /// Acceptance at which it breaks even; `None` if none does.
    pub break_even: Option<f64>,
    /// Speed without, tok/s.
    pub before: f64,
    /// Speed with, tok/s.
    pub after: f64,
    /// Tokens of context that the draft displaces.
    pub context_lost: Option<f64>,
}

/// A way to stand on several devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitKind {
    /// On one of them.
    One,
    /// Whole layers on each.
    Layers,
    /// Every matrix divided.
    Tensor,
}

/// One device against several.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Divided {
    /// Devices.
    pub count: u32,
    /// Speed on one, tok/s; `None` where it does not fit.
    pub one: Option<f64>,
    /// What is missing on one, GiB.
    pub one_over: f64,
    /// Speed split by layers, tok/s.
    pub layers: Option<f64>,
    /// Speed split by tensor, tok/s.
    pub tensor: Option<f64>,
    /// What is missing split by tensor, GiB.
    pub tensor_over: f64,
    /// Reading time that dividing saves, ms.
    pub saves_ms: f64,
    /// Waiting that it pays, ms.
    pub pays_ms: f64,
    /// Speed by tensor over that of the fastest other way that fits.
    pub gains: f64,
    /// Memory bandwidth over link bandwidth.
    pub memory_over_link: f64,
}

/// Weights in RAM.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Spilling {
    /// Share of the weights in RAM that the sentence speaks of, %.
    pub share: f64,
    /// Share of the speed that is left there.
    pub keeps: f64,
    /// Speed with all experts in RAM, tok/s; `None` if dense.
    pub all_experts: Option<f64>,
    /// Speed with nothing in RAM, tok/s.
    pub whole: f64,
    /// Share that must lie in RAM because the device is too small, %.
    pub forced: f64,
    /// Speed on one unified pool, tok/s.
    pub pool: Option<f64>,
    /// Device bandwidth over RAM bandwidth.
    pub slower: f64,
}

/// Bytes stored and read.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct BytesRead {
    /// Weights stored, bytes.
    pub stored: f64,
    /// Weights read in a step, bytes.
    pub read: f64,
    /// Fixed work of a step, ms.
    pub fixed_ms: f64,
    /// Reading cache and state in a step, ms.
    pub kv_ms: f64,
    /// Tokens that a step yields: users, times drafts that are accepted.
    pub tokens: f64,
}

/// What a cell of `rightsize` shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellState {
    /// Meets the bar: 1 to 4 for 1 to 2, 2 to 4, 4 to 8, 8 or more times the least speed.
    Passes(u8),
    /// Slower than the least speed.
    Below,
    /// Fast enough, but the first token comes too late, s; `None` if it never comes.
    Waits(Option<f64>),
    /// Does not fit: what is missing, GiB.
    Over(f64),
}

/// A machine with how many models pass on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// Its name.
    pub machine: String,
    /// Whether the name says a number of devices.
    pub several: bool,
    /// Models that pass.
    pub passing: usize,
}

/// A model that passes, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Winner {
    /// The model.
    pub model: String,
    /// The machine.
    pub machine: String,
    /// Speed for one user, tok/s.
    pub speed: f64,
    /// Weights read in a step, GB.
    pub read_gb: f64,
}

/// Why a model does not pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WhyNot {
    /// Too slow, tok/s.
    Below(f64),
    /// The first token comes after so long, s.
    Waits(f64),
    /// Missing memory, GiB.
    Over(f64),
}

/// The model that comes nearest, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// The model.
    pub model: String,
    /// The machine.
    pub machine: String,
    /// Why it does not pass.
    pub why: WhyNot,
}

/// Figure `rightsize` in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct RightSizing {
    /// Models that the reader accepts.
    pub accepted: usize,
    /// Of them, those that pass on at least one machine.
    pub anywhere: usize,
    /// The machines with the least and the most memory, or the only one.
    pub machines: Vec<Count>,
    /// The fastest that passes.
    pub fastest: Option<Winner>,
    /// The largest that passes.
    pub largest: Option<Winner>,
    /// The nearest that does not.
    pub nearest: Option<Nearest>,
    /// Least speed, tok/s.
    pub least: f64,
    /// Longest wait, s.
    pub wait: Option<f64>,
    /// Context, tokens.
    pub context: f64,
    /// Users at once.
    pub users: f64,
}

/// Errors of some runs: predicted over measured, less 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// Runs.
    pub count: usize,
    /// P10 of the error.
    pub low: f64,
    /// P50 of the error.
    pub middle: f64,
    /// P90 of the error.
    pub high: f64,
    /// P50 of its size.
    pub size: f64,
    /// Share of the runs within 20 %.
    pub within: f64,
}

/// What the reader saw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// With which model.
    pub slot: crate::span::Slot,
    /// Speed, tok/s.
    pub speed: f64,
    /// What is predicted, tok/s.
    pub predicted: f64,
    /// Share of the ceiling.
    pub of_ceiling: f64,
    /// What to make of it.
    pub verdict: Verdict,
}

/// What to make of a measured speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should be.
    Plausible,
    /// Something costs speed.
    Slow,
    /// Faster than memory can be read.
    AbovePhysics,
}

/// Figure `measure` in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Whether the predictions were made without the runs.
    pub held_out: bool,
    /// All runs.
    pub all: Option<Errors>,
    /// Runs of dense models.
    pub dense: Option<Errors>,
    /// Runs of mixtures of experts.
    pub mixture: Option<Errors>,
    /// The reader's own.
    pub claim: Option<Claim>,
}
