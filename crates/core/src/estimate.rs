//! The estimate: what a scenario needs and how fast it runs.

use crate::model::ByClass;
use crate::notes::Notes;
use crate::parts::{PartKind, Parts};
use crate::scenario::Scenario;
use crate::step::Pass;
use crate::units::{Bytes, Flops, Joules, Seconds, Tokens, TokensPerSecond, Watts};

/// Everything computed for one scenario. Plain data.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// What has to fit.
    pub memory: Memory,
    /// Writing.
    pub decode: Decode,
    /// Reading the prompt.
    pub prefill: Prefill,
    /// Power and cost.
    pub energy: Energy,
    /// What the reader should know.
    pub notes: Notes,
}

/// Devices that hold the same share.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct DeviceUse {
    /// How many such devices.
    pub count: u32,
    /// What each has to hold.
    pub used: Bytes,
    /// What each can give: memory less reserve and margin.
    pub capacity: Bytes,
    /// Memory as the system shows it.
    pub physical: Bytes,
}

impl DeviceUse {
    /// Whether it fits.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.used <= self.capacity
    }
}

/// Most groups of unequal devices kept apart.
pub const DEVICE_GROUPS: usize = 16;

/// What has to fit in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Weights, one copy.
    pub weights: Bytes,
    /// The same by class.
    pub weights_by_class: ByClass<Bytes>,
    /// KV cache of all users at exactly this context.
    pub kv: Bytes,
    /// Recurrent state of all users.
    pub state: Bytes,
    /// What the engine reserves for cache and state.
    pub kv_allocated: Bytes,
    /// Compute buffers, all devices.
    pub compute: Bytes,
    /// Runtime and driver, all devices.
    pub overhead: Bytes,
    /// Draft model or built-in draft layers.
    pub draft: Bytes,
    /// All of it on all devices and the host.
    pub total: Bytes,
    /// Of it, in the host's memory.
    pub host: Bytes,
    /// What the host can give; zero where no host takes part.
    pub host_capacity: Bytes,
    /// Device groups, fullest first.
    pub devices: [DeviceUse; DEVICE_GROUPS],
    /// How many groups there are.
    pub device_groups: usize,
    /// Whether everything fits.
    pub fits: bool,
    /// What takes the memory that is missing, or most of it.
    pub binding: Binding,
    /// Longest context that fits with these users; `None` if none does.
    pub max_context: Option<Tokens>,
    /// Most users that fit at this context; `None` if none does.
    pub max_users: Option<f64>,
}

/// What takes the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// Weights.
    Weights,
    /// KV cache and state.
    Kv,
    /// Compute buffers.
    Compute,
    /// Runtime and driver.
    Overhead,
    /// Draft model.
    Draft,
    /// The host's memory.
    Host,
}

impl Binding {
    /// The name used in estimates.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Weights => "weights",
            Self::Kv => "kv",
            Self::Compute => "compute",
            Self::Overhead => "overhead",
            Self::Draft => "draft",
            Self::Host => "host",
        }
    }
}

impl Memory {
    /// The device groups that exist.
    #[must_use]
    pub fn groups(&self) -> &[DeviceUse] {
        &self.devices[..self.device_groups.min(DEVICE_GROUPS)]
    }
}

/// One decode step for all users over all devices.
#[derive(Clone, Debug, PartialEq)]
pub struct Decode {
    /// Weight bytes read.
    pub weight_bytes_read: Bytes,
    /// The same by class.
    pub weight_bytes_read_by_class: ByClass<Bytes>,
    /// KV bytes read.
    pub kv_bytes_read: Bytes,
    /// Recurrent state read and written.
    pub state_bytes_moved: Bytes,
    /// Operations.
    pub flops: Flops,
    /// Time of the step.
    pub step: Seconds,
    /// Tokens that a step yields each user: 1 without speculation.
    pub tokens_per_step: f64,
    /// Speed for one user.
    pub per_user: TokensPerSecond,
    /// Speed of all users together.
    pub total: TokensPerSecond,
    /// Low end of the 80 % range for one user.
    pub low: TokensPerSecond,
    /// High end of the 80 % range for one user.
    pub high: TokensPerSecond,
    /// Bytes over bandwidth, no losses, one user's share.
    pub ceiling: TokensPerSecond,
    /// What the step spends most time on.
    pub bound: PartKind,
    /// What the step consists of.
    pub parts: Parts,
    /// How many octaves the scenario lies outside what was measured.
    pub extrapolated: f64,
}

/// Reading one prompt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prefill {
    /// Operations on weights.
    pub flops_linear: Flops,
    /// Operations of attention and state.
    pub flops_attention: Flops,
    /// Time.
    pub seconds: Seconds,
    /// Speed; `None` for an empty prompt.
    pub speed: Option<TokensPerSecond>,
    /// Low end of the 80 % range of the speed.
    pub low: Option<TokensPerSecond>,
    /// High end of the 80 % range of the speed.
    pub high: Option<TokensPerSecond>,
    /// Time to the first token; `None` where requests arrive faster than they finish.
    pub ttft: Option<Seconds>,
    /// Low end of its range.
    pub ttft_low: Option<Seconds>,
    /// High end of its range.
    pub ttft_high: Option<Seconds>,
    /// Of the time: the memory floor, one read of the weights per batch.
    pub floor: Seconds,
    /// Of the time to first token: waiting for earlier requests.
    pub wait: Seconds,
}

/// A value with its 80 % range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranged<T> {
    /// The value.
    pub value: T,
    /// Low end.
    pub low: T,
    /// High end.
    pub high: T,
}

/// Power and cost of decode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Energy {
    /// Power of all devices; `None` where no power limit is known.
    pub power: Option<Ranged<Watts>>,
    /// Energy of one token.
    pub joules_per_token: Option<Ranged<Joules>>,
    /// Cost of a million tokens in the tariff's currency; `None` without tariff and price.
    pub cost_per_million: Option<Ranged<f64>>,
}

/// Estimates a scenario. Never panics; never returns a NaN.
#[must_use]
pub fn estimate(s: &Scenario) -> Estimate {
    let memory = crate::memory::memory(s);
    let pass = Pass::new(s, s.users.max(1.0));
    let decode = crate::decode::decode_pass(&pass);
    let prefill = crate::prefill::prefill_pass(&pass.for_users(1.0), &decode);
    let energy = crate::energy::energy(s, &decode);
    let notes = crate::notes::notes(s, &memory, &decode, &prefill);
    Estimate {
        memory,
        decode,
        prefill,
        energy,
        notes,
    }
}

/// The same without what a ranking of many thousand pairs has no use for: how far memory reaches,
/// energy and notes.
#[must_use]
pub fn rank(s: &Scenario) -> Estimate {
    let memory = crate::memory::memory_with(s, false);
    let pass = Pass::new(s, s.users.max(1.0));
    let decode = crate::decode::decode_pass(&pass);
    let prefill = crate::prefill::prefill_pass(&pass.for_users(1.0), &decode);
    Estimate {
        memory,
        decode,
        prefill,
        energy: Energy {
            power: None,
            joules_per_token: None,
            cost_per_million: None,
        },
        notes: Notes::default(),
    }
}
