//! What the reader should know of an estimate, as codes; `bpt-words` says them.

use crate::estimate::{Decode, Memory, Prefill};
use crate::extent::whole;
use crate::scenario::{ParallelKind, Placement, Scenario};
use crate::speculative::gain;

/// A remark on an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Note {
    /// It does not fit; the speed is what it would be if it did.
    DoesNotFit,
    /// The host's memory is too small: weights come from the SSD.
    SpillsToSsd,
    /// Past the context the model was trained for.
    PastTrainedContext,
    /// Outside what was measured for this kind of device; the range is wider.
    Extrapolated,
    /// No measurement for this class of device: universal numbers.
    NoDataForClass,
    /// The engine is not known: universal numbers.
    UnknownEngine,
    /// The backend is not known: the device's usual one.
    UnknownBackend,
    /// The weight format is not known: bits from the file size or the name's family.
    UnknownQuant,
    /// The KV type is not known: the nearest by its name.
    UnknownKvType,
    /// The speculation method is not known: treated as a built-in head.
    UnknownMethod,
    /// Context was not given and is assumed.
    ContextAssumed,
    /// Prompt was not given and is assumed.
    PromptAssumed,
    /// Requests arrive faster than they finish.
    Unstable,
    /// The split needs more devices than heads: keys and values are repeated.
    KvReplicated,
    /// Speculation makes it slower.
    SpeculationLoses,
    /// Speeds were corrected by the reader's own measurement.
    Anchored,
    /// The reader's measurement lies above the physical ceiling.
    AbovePhysics,
    /// The device's compute rate is assumed.
    ComputeAssumed,
    /// A dynamic mix: bytes by class are assumed.
    DynamicMix,
    /// The acceptance was not given and is assumed.
    AcceptanceAssumed,
    /// The fixed memory option nearest to the given memory was taken.
    MemoryOption,
}

impl Note {
    /// All notes, in order.
    pub const ALL: [Self; 21] = [
        Self::DoesNotFit,
        Self::SpillsToSsd,
        Self::PastTrainedContext,
        Self::Extrapolated,
        Self::NoDataForClass,
        Self::UnknownEngine,
        Self::UnknownBackend,
        Self::UnknownQuant,
        Self::UnknownKvType,
        Self::UnknownMethod,
        Self::ContextAssumed,
        Self::PromptAssumed,
        Self::Unstable,
        Self::KvReplicated,
        Self::SpeculationLoses,
        Self::Anchored,
        Self::AbovePhysics,
        Self::ComputeAssumed,
        Self::DynamicMix,
        Self::AcceptanceAssumed,
        Self::MemoryOption,
    ];

    /// What had to be guessed for want of a known name or a measurement: each widens the ranges.
    pub const GUESSES: [Self; 6] = [
        Self::UnknownEngine,
        Self::UnknownBackend,
        Self::UnknownQuant,
        Self::UnknownKvType,
        Self::UnknownMethod,
        Self::NoDataForClass,
    ];

    /// The code used in estimates.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::DoesNotFit => "does-not-fit",
            Self::SpillsToSsd => "spills-to-ssd",
            Self::PastTrainedContext => "past-trained-context",
            Self::Extrapolated => "extrapolated",
            Self::NoDataForClass => "no-data-for-class",
            Self::UnknownEngine => "unknown-engine",
            Self::UnknownBackend => "unknown-backend",
            Self::UnknownQuant => "unknown-quant",
            Self::UnknownKvType => "unknown-kv-type",
            Self::UnknownMethod => "unknown-method",
            Self::ContextAssumed => "context-assumed",
            Self::PromptAssumed => "prompt-assumed",
            Self::Unstable => "unstable",
            Self::KvReplicated => "kv-replicated",
            Self::SpeculationLoses => "speculation-loses",
            Self::Anchored => "anchored",
            Self::AbovePhysics => "above-physics",
            Self::ComputeAssumed => "compute-assumed",
            Self::DynamicMix => "dynamic-mix",
            Self::AcceptanceAssumed => "acceptance-assumed",
            Self::MemoryOption => "memory-option",
        }
    }
}

/// A set of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Notes(u32);

impl Notes {
    /// Adds a note.
    pub fn add(&mut self, note: Note) {
        self.0 |= 1 << note as u32;
    }

    /// Whether it holds a note.
    #[must_use]
    pub const fn has(self, note: Note) -> bool {
        self.0 & (1 << note as u32) != 0
    }

    /// The notes of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Its notes, in order.
    pub fn iter(self) -> impl Iterator<Item = Note> {
        Note::ALL.into_iter().filter(move |note| self.has(*note))
    }
}

/// The notes that follow from the estimate itself, beside those the scenario was resolved with.
pub(crate) fn notes(s: &Scenario, memory: &Memory, decode: &Decode, prefill: &Prefill) -> Notes {
    let mut notes = s.notes;
    if !memory.fits {
        notes.add(Note::DoesNotFit);
    }
    if memory.host > memory.host_capacity && s.placement != Placement::AllGpu {
        notes.add(Note::SpillsToSsd);
    }
    if s.model
        .model
        .max_context
        .is_some_and(|trained| s.context > f64::from(trained))
    {
        notes.add(Note::PastTrainedContext);
    }
    if decode.extrapolated > 0.0 {
        notes.add(Note::Extrapolated);
    }
    if s.request_rate.is_some() && prefill.ttft.is_none() {
        notes.add(Note::Unstable);
    }
    if s.anchor.is_some() {
        notes.add(Note::Anchored);
    }
    let counts = &s.model.counts;
    if s.parallel.kind == ParallelKind::Tensor
        && !counts.latent_only
        && f64::from(s.parallel.size) > counts.kv_heads
    {
        notes.add(Note::KvReplicated);
    }
    if whole() && gain(s).is_some_and(|gain| gain.speedup < 1.0) {
        notes.add(Note::SpeculationLoses);
    }
    notes
}
