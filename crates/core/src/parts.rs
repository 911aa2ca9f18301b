//! The parts of a step: a short list without allocation.

use crate::model::Class;

/// What a part of a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartName {
    /// Streaming the weights of one class on the device.
    Weights(Class),
    /// Streaming the weights of one class from the host's memory.
    HostWeights(Class),
    /// Reading the KV cache.
    Kv,
    /// Reading MLA latents.
    Latent,
    /// Reading the keys of a sparse index.
    Index,
    /// Reading and writing recurrent state.
    State,
    /// Reading the KV cache that lies in the host's memory.
    HostKv,
    /// What matrix arithmetic adds to streaming.
    Matrix,
    /// What unpacking weights adds to streaming.
    Unpack,
    /// What attention arithmetic adds to reading the cache.
    AttentionCompute,
    /// Fixed time per layer.
    LayerOverhead,
    /// Extra fixed time of mixture-of-experts layers.
    MoeOverhead,
    /// Extra fixed time of linear-attention layers.
    LinearOverhead,
    /// Fixed time per step.
    StepOverhead,
    /// Fixed time per user beyond the first.
    UserOverhead,
    /// All-reduces between devices.
    AllReduce,
    /// Expert exchange between devices.
    AllToAll,
    /// Boundaries of a layer split.
    Boundaries,
    /// Fixed time of layers on the host.
    HostOverhead,
    /// Weights that do not fit the host's memory, from the SSD.
    Ssd,
    /// Drafting.
    Draft,
    /// Other users' prefill between the steps.
    MixedPrefill,
}

/// What a part's time is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartKind {
    /// Weights from device memory.
    Weights,
    /// KV cache and state from device memory.
    Kv,
    /// Arithmetic.
    Compute,
    /// Fixed work.
    Overhead,
    /// Links between devices.
    Link,
    /// Host memory, its processor and disk.
    Host,
}

impl PartKind {
    /// All kinds, in order.
    pub const ALL: [Self; 6] = [
        Self::Weights,
        Self::Kv,
        Self::Compute,
        Self::Overhead,
        Self::Link,
        Self::Host,
    ];

    /// The name used in estimates.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Weights => "weights",
            Self::Kv => "kv",
            Self::Compute => "compute",
            Self::Overhead => "overhead",
            Self::Link => "link",
            Self::Host => "host",
        }
    }
}

impl PartName {
    /// The name used in estimates.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Weights(class) => class.slug(),
            Self::HostWeights(class) => match class {
                Class::Embedding => "host_embedding",
                Class::LmHead => "host_lm_head",
                Class::Attention => "host_attention",
                Class::DenseFfn => "host_dense_ffn",
                Class::Router => "host_router",
                Class::RoutedExperts => "host_routed_experts",
                Class::SharedExperts => "host_shared_experts",
                Class::Norms => "host_norms",
                Class::Other => "host_other",
            },
            Self::Kv => "kv_cache",
            Self::Latent => "kv_latent",
            Self::Index => "kv_index",
            Self::State => "state",
            Self::HostKv => "host_kv_cache",
            Self::Matrix => "matrix",
            Self::Unpack => "unpack",
            Self::AttentionCompute => "attention_compute",
            Self::LayerOverhead => "layer_overhead",
            Self::MoeOverhead => "moe_overhead",
            Self::LinearOverhead => "linear_overhead",
            Self::StepOverhead => "step_overhead",
            Self::UserOverhead => "user_overhead",
            Self::AllReduce => "all_reduce",
            Self::AllToAll => "all_to_all",
            Self::Boundaries => "boundaries",
            Self::HostOverhead => "host_overhead",
            Self::Ssd => "ssd",
            Self::Draft => "draft",
            Self::MixedPrefill => "mixed_prefill",
        }
    }

    /// What its time is spent on.
    #[must_use]
    pub const fn kind(self) -> PartKind {
        match self {
            Self::Weights(_) => PartKind::Weights,
            Self::HostWeights(_) | Self::HostKv | Self::HostOverhead | Self::Ssd => PartKind::Host,
            Self::Kv | Self::Latent | Self::Index | Self::State => PartKind::Kv,
            Self::Matrix | Self::Unpack | Self::AttentionCompute | Self::MixedPrefill => {
                PartKind::Compute
            }
            Self::LayerOverhead
            | Self::MoeOverhead
            | Self::LinearOverhead
            | Self::StepOverhead
            | Self::UserOverhead
            | Self::Draft => PartKind::Overhead,
            Self::AllReduce | Self::AllToAll | Self::Boundaries => PartKind::Link,
        }
    }
}

/// One part of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// What it does.
    pub name: PartName,
    /// Bytes it moves, over all devices.
    pub bytes: f64,
    /// Seconds it takes.
    pub seconds: f64,
}

const CAPACITY: usize = 40;
const EMPTY: Part = Part {
    name: PartName::StepOverhead,
    bytes: 0.0,
    seconds: 0.0,
};

/// The parts of a step, in order.
#[derive(Clone, Copy)]
pub struct Parts {
    items: [Part; CAPACITY],
    len: usize,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            items: [EMPTY; CAPACITY],
            len: 0,
        }
    }
}

impl core::fmt::Debug for Parts {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Parts {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Parts {
    /// Adds a part unless it takes no time and moves nothing.
    pub fn push(&mut self, name: PartName, bytes: f64, seconds: f64) {
        if (bytes > 0.0 || seconds > 0.0) && self.len < CAPACITY {
            self.items[self.len] = Part {
                name,
                bytes,
                seconds,
            };
            self.len += 1;
        }
    }

    /// The parts as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Part] {
        &self.items[..self.len]
    }

    /// The parts.
    pub fn iter(&self) -> core::slice::Iter<'_, Part> {
        self.as_slice().iter()
    }

    /// Multiplies every part's time.
    pub fn scale(&mut self, factor: f64) {
        for part in &mut self.items[..self.len] {
            part.seconds *= factor;
        }
    }

    /// Sum of the times, in order.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.iter().map(|part| part.seconds).sum()
    }

    /// Sum of the times of one kind.
    #[must_use]
    pub fn seconds_of(&self, kind: PartKind) -> f64 {
        self.iter()
            .filter(|part| part.name.kind() == kind)
            .map(|part| part.seconds)
            .sum()
    }

    /// The kind that takes most of the step.
    #[must_use]
    pub fn bound(&self) -> PartKind {
        let mut sums = [0.0; 6];
        for part in self.iter() {
            sums[part.name.kind() as usize] += part.seconds;
        }
        let mut best = PartKind::Weights;
        for kind in PartKind::ALL {
            if sums[kind as usize] > sums[best as usize] {
                best = kind;
            }
        }
        best
    }
}

impl<'a> IntoIterator for &'a Parts {
    type Item = &'a Part;
    type IntoIter = core::slice::Iter<'a, Part>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
