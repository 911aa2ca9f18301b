//! The numbers of an estimate by their path.

use crate::decode::decode;
use crate::derived::{self, ELASTICITY_STEP, Input, elasticity};
use crate::estimate::{Decode, Energy, Estimate, Memory, Prefill, Ranged, estimate};
use crate::model::Class;
use crate::prefill::prefill;
use crate::scenario::Scenario;
use crate::speculative::gain;
use crate::units::{Seconds, Tokens, TokensPerSecond, Watts};

macro_rules! named {
    ($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $what:literal])* $variant:ident $path:literal,)* }
        { $($(#[doc = $more:literal])* $other:ident($of:ty),)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $what])* $variant,)*
            $($(#[doc = $more])* $other($of),)*
        }

        impl $name {
            const PLAIN: &'static [(Self, &'static str)] = &[$((Self::$variant, $path),)*];

            fn plain(name: &str) -> Option<Self> {
                Self::PLAIN.iter().find(|(_, path)| *path == name).map(|(of, _)| *of)
            }

            fn plain_path(self) -> Option<&'static str> {
                Self::PLAIN.iter().find(|(of, _)| *of == self).map(|(_, path)| *path)
            }
        }
    };
}

named! {
    /// A number of decode.
    DecodeOf {
        /// Speed for one user.
        PerUser "tok_s_per_user",
        /// Speed of all users.
        Total "tok_s_total",
        /// Time of a step.
        Step "step_s",
        /// Speed at peak bandwidth without losses.
        Ceiling "ceiling_tok_s",
        /// Low end of the range.
        Low "low",
        /// High end of the range.
        High "high",
        /// Tokens a step yields each user.
        TokensPerStep "tokens_per_step",
        /// Weight bytes a step reads.
        WeightBytes "weight_bytes_read",
        /// KV bytes a step reads.
        KvBytes "kv_bytes_read",
        /// State bytes a step moves.
        StateMoved "state_bytes_moved",
        /// Operations of a step.
        Flops "flops",
    } {
        /// Weight bytes of one class that a step reads.
        WeightBytesOf(Class),
        /// Time of one part of the step.
        Part(usize),
        /// Bytes that one part of the step moves.
        PartBytes(usize),
    }
}

named! {
    /// A number of memory.
    MemoryOf {
        /// Weights, one copy.
        Weights "weights_bytes",
        /// KV cache of all users.
        Kv "kv_bytes",
        /// Recurrent state of all users.
        State "state_bytes",
        /// What the engine reserves for cache and state.
        Allocated "kv_allocated_bytes",
        /// Compute buffers.
        Compute "compute_bytes",
        /// Runtime and driver.
        Overhead "overhead_bytes",
        /// Draft model or layers.
        Draft "draft_bytes",
        /// Everything.
        Total "total_bytes",
        /// In the host's memory.
        Host "host_bytes",
        /// What the host can give.
        HostCapacity "host_capacity_bytes",
        /// Longest context that fits.
        MaxContext "max_context_tokens",
        /// Most users that fit.
        MaxUsers "max_users",
    } {
        /// Weights of one class.
        WeightsOf(Class),
        /// What the device at this place holds.
        Used(usize),
        /// What the device at this place can give.
        Capacity(usize),
        /// Its memory as the system shows it.
        Physical(usize),
    }
}

named! {
    /// A number of prefill.
    PrefillOf {
        /// Operations on weights.
        FlopsLinear "flops_linear",
        /// Operations of attention and state.
        FlopsAttention "flops_attention",
        /// Time.
        Seconds "seconds",
        /// Speed.
        Speed "tok_s",
        /// Low end of the speed's range.
        Low "low",
        /// High end of the speed's range.
        High "high",
        /// Time to the first token.
        First "ttft_s",
        /// Low end of its range.
        FirstLow "ttft_low",
        /// High end of its range.
        FirstHigh "ttft_high",
    } {}
}

named! {
    /// A number of energy and cost.
    EnergyOf {
        /// Power.
        Watts "watts",
        /// Its low end.
        WattsLow "watts_low",
        /// Its high end.
        WattsHigh "watts_high",
        /// Energy of a token.
        Joules "joules_per_token",
        /// Its low end.
        JoulesLow "joules_per_token_low",
        /// Its high end.
        JoulesHigh "joules_per_token_high",
        /// Cost of a million tokens.
        Cost "cost_per_million_tokens",
        /// Its low end.
        CostLow "cost_per_million_tokens_low",
        /// Its high end.
        CostHigh "cost_per_million_tokens_high",
    } {}
}

named! {
    /// A number derived from an estimate.
    DerivedOf {
        /// Speed with speculation over speed without.
        Speedup "speculative_speedup",
        /// Its low end.
        SpeedupLow "speculative_speedup_low",
        /// Its high end.
        SpeedupHigh "speculative_speedup_high",
        /// Context at which KV bytes equal weight bytes.
        Crossing "kv_equals_weights_at_tokens",
        /// Speed with infinite bandwidth.
        Floor "floor_tok_s",
        /// Time of a whole answer.
        Answer "answer_s",
        /// Acceptance at which speculation breaks even.
        BreakEven "break_even_acceptance",
        /// What dividing layers over devices saves.
        SplitSaves "split_saves_s",
        /// What it pays.
        SplitPays "split_pays_s",
        /// Speed under mixed traffic.
        Mixed "mixed_tok_s_per_user",
        /// Users at which arithmetic takes over from reading weights.
        ComputeKnee "compute_knee_users",
        /// Users at which the cache read equals the weights read.
        KvKnee "kv_knee_users",
        /// Tokens in a batch from which copying weights over the bus pays.
        CopyingPays "copying_pays_from_tokens",
    } {
        /// How the step's time follows an input.
        Elasticity(Input),
    }
}

/// A number of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Quantity {
    Decode(DecodeOf),
    Memory(MemoryOf),
    Prefill(PrefillOf),
    Energy(EnergyOf),
    Derived(DerivedOf),
}

/// What a look-up needs, computed at most once.
struct Looked {
    memory: Option<Memory>,
    decode: Option<Decode>,
    prefill: Option<Prefill>,
    energy: Option<Energy>,
}

impl Quantity {
    /// The number with this path (`decode.tok_s_per_user`).
    #[must_use]
    pub fn parse(path: &str) -> Option<Self> {
        let (group, name) = path.split_once('.')?;
        Some(match group {
            "decode" => Self::Decode(match name.split_once('.') {
                None => DecodeOf::plain(name)?,
                Some(("weight_bytes_read_by_class", class)) => {
                    DecodeOf::WeightBytesOf(Class::from_slug(class)?)
                }
                Some(("parts", rest)) => match rest.split_once('.')? {
                    (at, "seconds") => DecodeOf::Part(at.parse().ok()?),
                    (at, "bytes") => DecodeOf::PartBytes(at.parse().ok()?),
                    _ => return None,
                },
                Some(_) => return None,
            }),
            "memory" => Self::Memory(match name.split_once('.') {
                None => MemoryOf::plain(name)?,
                Some(("weights_by_class", class)) => MemoryOf::WeightsOf(Class::from_slug(class)?),
                Some(("devices", rest)) => match rest.split_once('.')? {
                    (at, "used_bytes") => MemoryOf::Used(at.parse().ok()?),
                    (at, "capacity_bytes") => MemoryOf::Capacity(at.parse().ok()?),
                    (at, "physical_bytes") => MemoryOf::Physical(at.parse().ok()?),
                    _ => return None,
                },
                Some(_) => return None,
            }),
            "prefill" => Self::Prefill(PrefillOf::plain(name)?),
            "energy" => Self::Energy(EnergyOf::plain(name)?),
            "derived" => Self::Derived(match name.split_once('.') {
                None => DerivedOf::plain(name)?,
                Some(("elasticities", input)) => {
                    let input = Input::ALL.into_iter().find(|one| one.slug() == input)?;
                    DerivedOf::Elasticity(input)
                }
                Some(_) => return None,
            }),
            _ => return None,
        })
    }

    /// Its path.
    #[must_use]
    pub fn path(self) -> String {
        match self {
            Self::Decode(DecodeOf::WeightBytesOf(class)) => {
                format!("decode.weight_bytes_read_by_class.{}", class.slug())
            }
            Self::Decode(DecodeOf::Part(at)) => format!("decode.parts.{at}.seconds"),
            Self::Decode(DecodeOf::PartBytes(at)) => format!("decode.parts.{at}.bytes"),
            Self::Decode(of) => format!("decode.{}", of.plain_path().unwrap_or_default()),
            Self::Memory(MemoryOf::WeightsOf(class)) => {
                format!("memory.weights_by_class.{}", class.slug())
            }
            Self::Memory(MemoryOf::Used(at)) => format!("memory.devices.{at}.used_bytes"),
            Self::Memory(MemoryOf::Capacity(at)) => format!("memory.devices.{at}.capacity_bytes"),
            Self::Memory(MemoryOf::Physical(at)) => format!("memory.devices.{at}.physical_bytes"),
            Self::Memory(of) => format!("memory.{}", of.plain_path().unwrap_or_default()),
            Self::Prefill(of) => format!("prefill.{}", of.plain_path().unwrap_or_default()),
            Self::Energy(of) => format!("energy.{}", of.plain_path().unwrap_or_default()),
            Self::Derived(DerivedOf::Elasticity(input)) => {
                format!("derived.elasticities.{}", input.slug())
            }
            Self::Derived(of) => format!("derived.{}", of.plain_path().unwrap_or_default()),
        }
    }

    /// All numbers an estimate may have.
    pub(super) fn all(estimate: &Estimate) -> Vec<Self> {
        let mut all = Vec::new();
        all.extend(DecodeOf::PLAIN.iter().map(|(of, _)| Self::Decode(*of)));
        let classes = || Class::ALL.into_iter();
        all.extend(classes().map(|class| Self::Decode(DecodeOf::WeightBytesOf(class))));
        let parts = estimate.decode.parts.as_slice().len();
        all.extend((0..parts).map(|at| Self::Decode(DecodeOf::Part(at))));
        all.extend((0..parts).map(|at| Self::Decode(DecodeOf::PartBytes(at))));
        all.extend(MemoryOf::PLAIN.iter().map(|(of, _)| Self::Memory(*of)));
        all.extend(classes().map(|class| Self::Memory(MemoryOf::WeightsOf(class))));
        let mut at = 0;
        for group in estimate.memory.groups() {
            // One device of each group stands for all of it.
            all.push(Self::Memory(MemoryOf::Used(at)));
            all.push(Self::Memory(MemoryOf::Capacity(at)));
            all.push(Self::Memory(MemoryOf::Physical(at)));
            at += group.count as usize;
        }
        all.extend(PrefillOf::PLAIN.iter().map(|(of, _)| Self::Prefill(*of)));
        all.extend(EnergyOf::PLAIN.iter().map(|(of, _)| Self::Energy(*of)));
        all.extend(DerivedOf::PLAIN.iter().map(|(of, _)| Self::Derived(*of)));
        let inputs = Input::ALL.into_iter().map(DerivedOf::Elasticity);
        all.extend(inputs.map(Self::Derived));
        all
    }

    /// Its value; `None` where the scenario has none.
    #[must_use]
    pub fn value(self, s: &Scenario, of: &Estimate) -> Option<f64> {
        if let Self::Derived(DerivedOf::Elasticity(input)) = self {
            return Some(elasticity(s, input));
        }
        let looked = Looked {
            memory: Some(of.memory),
            decode: Some(of.decode.clone()),
            prefill: Some(of.prefill),
            energy: Some(of.energy),
        };
        self.look(s, &looked)
    }

    fn look(self, s: &Scenario, of: &Looked) -> Option<f64> {
        let value = match self {
            Self::Decode(what) => what.value(of.decode.as_ref()?),
            Self::Memory(what) => what.value(of.memory.as_ref()?),
            Self::Prefill(what) => what.value(of.prefill.as_ref()?),
            Self::Energy(what) => what.value(of.energy.as_ref()?),
            Self::Derived(what) => what.value(s, of.decode.as_ref()?, of.prefill.as_ref()?),
        };
        value.filter(|value| value.is_finite())
    }

    /// Its range, where it has one.
    pub(super) fn range(self, s: &Scenario, of: &Estimate) -> Option<(f64, f64)> {
        let pair = |low: Self, high: Self| Some((low.value(s, of)?, high.value(s, of)?));
        match self {
            Self::Decode(DecodeOf::PerUser) => {
                pair(Self::Decode(DecodeOf::Low), Self::Decode(DecodeOf::High))
            }
            Self::Decode(DecodeOf::Total) => {
                let users = s.users.max(1.0);
                Some((of.decode.low.get() * users, of.decode.high.get() * users))
            }
            Self::Decode(DecodeOf::Step) => {
                let tokens = of.decode.tokens_per_step;
                Some((tokens / of.decode.high.get(), tokens / of.decode.low.get()))
            }
            Self::Prefill(PrefillOf::Speed) => pair(
                Self::Prefill(PrefillOf::Low),
                Self::Prefill(PrefillOf::High),
            ),
            Self::Prefill(PrefillOf::First) => pair(
                Self::Prefill(PrefillOf::FirstLow),
                Self::Prefill(PrefillOf::FirstHigh),
            ),
            Self::Energy(EnergyOf::Watts) => pair(
                Self::Energy(EnergyOf::WattsLow),
                Self::Energy(EnergyOf::WattsHigh),
            ),
            Self::Energy(EnergyOf::Joules) => pair(
                Self::Energy(EnergyOf::JoulesLow),
                Self::Energy(EnergyOf::JoulesHigh),
            ),
            Self::Energy(EnergyOf::Cost) => pair(
                Self::Energy(EnergyOf::CostLow),
                Self::Energy(EnergyOf::CostHigh),
            ),
            Self::Derived(DerivedOf::Speedup) => pair(
                Self::Derived(DerivedOf::SpeedupLow),
                Self::Derived(DerivedOf::SpeedupHigh),
            ),
            _ => None,
        }
    }

    /// Percent of this number for one percent of an input; `None` where it has no value, or is a
    /// whole number that steps.
    pub(super) fn elasticity(self, s: &Scenario, input: Input) -> Option<f64> {
        if matches!(self, Self::Derived(DerivedOf::Elasticity(_))) {
            return None;
        }
        // A part keeps its name, not its place.
        let name = match self {
            Self::Decode(DecodeOf::Part(at) | DecodeOf::PartBytes(at)) => {
                Some(decode(s).parts.as_slice().get(at)?.name)
            }
            _ => None,
        };
        let at = |factor: f64| {
            let s = input.scaled(s, factor);
            if let Some(name) = name {
                let parts = decode(&s).parts;
                let part = parts.iter().find(|part| part.name == name)?;
                let bytes = matches!(self, Self::Decode(DecodeOf::PartBytes(_)));
                return Some(if bytes { part.bytes } else { part.seconds });
            }
            self.look(&s, &self.needed(&s))
        };
        let (up, down) = (at(ELASTICITY_STEP)?, at(1.0 / ELASTICITY_STEP)?);
        if up <= 0.0 || down <= 0.0 {
            return None;
        }
        Some((up / down).ln() / (2.0 * ELASTICITY_STEP.ln()))
    }

    /// Only what this number needs.
    fn needed(self, s: &Scenario) -> Looked {
        let mut of = Looked {
            memory: None,
            decode: None,
            prefill: None,
            energy: None,
        };
        match self {
            Self::Decode(_) => of.decode = Some(decode(s)),
            Self::Memory(_) => of.memory = Some(crate::memory::memory(s)),
            Self::Prefill(_) => of.prefill = Some(prefill(s, &decode(s))),
            Self::Energy(_) => of.energy = Some(estimate(s).energy),
            Self::Derived(_) => {
                let decode = decode(s);
                of.prefill = Some(prefill(s, &decode));
                of.decode = Some(decode);
            }
        }
        of
    }
}

impl DecodeOf {
    fn value(self, of: &Decode) -> Option<f64> {
        Some(match self {
            Self::PerUser => of.per_user.get(),
            Self::Total => of.total.get(),
            Self::Step => of.step.get(),
            Self::Ceiling => of.ceiling.get(),
            Self::Low => of.low.get(),
            Self::High => of.high.get(),
            Self::TokensPerStep => of.tokens_per_step,
            Self::WeightBytes => of.weight_bytes_read.get(),
            Self::KvBytes => of.kv_bytes_read.get(),
            Self::StateMoved => of.state_bytes_moved.get(),
            Self::Flops => of.flops.get(),
            Self::WeightBytesOf(class) => of.weight_bytes_read_by_class[class].get(),
            Self::Part(at) => of.parts.as_slice().get(at)?.seconds,
            Self::PartBytes(at) => of.parts.as_slice().get(at)?.bytes,
        })
    }
}

/// The group of the device at this place, where each device is counted by itself.
pub(super) fn group_of(memory: &Memory, at: usize) -> Option<usize> {
    let mut before = 0;
    memory.groups().iter().position(|group| {
        before += group.count as usize;
        at < before
    })
}

impl MemoryOf {
    fn value(self, of: &Memory) -> Option<f64> {
        Some(match self {
            Self::Weights => of.weights.get(),
            Self::Kv => of.kv.get(),
            Self::State => of.state.get(),
            Self::Allocated => of.kv_allocated.get(),
            Self::Compute => of.compute.get(),
            Self::Overhead => of.overhead.get(),
            Self::Draft => of.draft.get(),
            Self::Total => of.total.get(),
            Self::Host => of.host.get(),
            Self::HostCapacity => of.host_capacity.get(),
            Self::MaxContext => of.max_context?.get(),
            Self::MaxUsers => of.max_users?,
            Self::WeightsOf(class) => of.weights_by_class[class].get(),
            Self::Used(at) => of.groups()[group_of(of, at)?].used.get(),
            Self::Capacity(at) => of.groups()[group_of(of, at)?].capacity.get(),
            Self::Physical(at) => of.groups()[group_of(of, at)?].physical.get(),
        })
    }
}

impl PrefillOf {
    fn value(self, of: &Prefill) -> Option<f64> {
        match self {
            Self::FlopsLinear => Some(of.flops_linear.get()),
            Self::FlopsAttention => Some(of.flops_attention.get()),
            Self::Seconds => Some(of.seconds.get()),
            Self::Speed => of.speed.map(TokensPerSecond::get),
            Self::Low => of.low.map(TokensPerSecond::get),
            Self::High => of.high.map(TokensPerSecond::get),
            Self::First => of.ttft.map(Seconds::get),
            Self::FirstLow => of.ttft_low.map(Seconds::get),
            Self::FirstHigh => of.ttft_high.map(Seconds::get),
        }
    }
}

impl EnergyOf {
    fn value(self, of: &Energy) -> Option<f64> {
        let watts = |pick: fn(&Ranged<Watts>) -> Watts| of.power.as_ref().map(pick).map(Watts::get);
        match self {
            Self::Watts => watts(|power| power.value),
            Self::WattsLow => watts(|power| power.low),
            Self::WattsHigh => watts(|power| power.high),
            Self::Joules => of.joules_per_token.map(|each| each.value.get()),
            Self::JoulesLow => of.joules_per_token.map(|each| each.low.get()),
            Self::JoulesHigh => of.joules_per_token.map(|each| each.high.get()),
            Self::Cost => of.cost_per_million.map(|cost| cost.value),
            Self::CostLow => of.cost_per_million.map(|cost| cost.low),
            Self::CostHigh => of.cost_per_million.map(|cost| cost.high),
        }
    }
}

impl DerivedOf {
    fn value(self, s: &Scenario, now: &Decode, prefill: &Prefill) -> Option<f64> {
        let speedup = || gain(s).map(|gain| derived::speedup(gain.speedup, now));
        match self {
            Self::Speedup => speedup().map(|speedup| speedup.value),
            Self::SpeedupLow => speedup().map(|speedup| speedup.low),
            Self::SpeedupHigh => speedup().map(|speedup| speedup.high),
            Self::Crossing => derived::kv_equals_weights(s).map(Tokens::get),
            Self::Floor => Some(derived::floor(s).get()),
            Self::Answer => {
                let first = prefill.ttft?;
                Some(derived::answer(s, first, now).get())
            }
            Self::BreakEven => gain(s)?.break_even,
            Self::SplitSaves => derived::split(s).0.map(Seconds::get),
            Self::Mixed => Some(derived::mixed(s).get()),
            Self::ComputeKnee => derived::compute_knee(s),
            Self::KvKnee => derived::kv_knee(s, now),
            Self::CopyingPays => derived::copying_pays(s).map(Tokens::get),
            Self::SplitPays => derived::split(s).1.map(Seconds::get),
            Self::Elasticity(_) => None,
        }
    }
}
