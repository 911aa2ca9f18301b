//! Devices, hosts and links, as the arithmetic sees them.

use crate::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds, Watts};

/// A memory with a processor beside it: a GPU, a unified machine, or a CPU with its RAM.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Device {
    /// Peak bandwidth of its memory.
    pub bandwidth: BytesPerSecond,
    /// Best measured read bandwidth, where known (CPUs are far below peak).
    pub stream: Option<BytesPerSecond>,
    /// Memory as the system shows it, before any reserve.
    pub memory: Bytes,
    /// Kept for the system: driver, desktop, operating system.
    pub reserve: Bytes,
    /// Dense FP16 rate with FP32 accumulate.
    pub fp16: FlopsPerSecond,
    /// FP32 vector rate.
    pub fp32: FlopsPerSecond,
    /// Dense INT8 rate; `None` where the hardware has none.
    pub int8: Option<FlopsPerSecond>,
    /// Dense FP8 rate; `None` where the hardware has none.
    pub fp8: Option<FlopsPerSecond>,
    /// Dense FP4 rate; `None` where the hardware has none.
    pub fp4: Option<FlopsPerSecond>,
    /// Board or package power limit.
    pub tdp: Option<Watts>,
    /// What calibration is shared with.
    pub class: DeviceClass,
}

/// Devices whose coefficients are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum DeviceClass {
    NvidiaOld,
    NvidiaGddr,
    NvidiaHbm,
    NvidiaHopper,
    NvidiaBlackwellHbm,
    NvidiaUnified,
    AmdGddr,
    AmdHbm,
    AmdUnified,
    IntelGpu,
    Apple,
    Cpu,
    Accelerator,
}

impl DeviceClass {
    /// All classes.
    pub const ALL: [Self; 13] = [
        Self::NvidiaOld,
        Self::NvidiaGddr,
        Self::NvidiaHbm,
        Self::NvidiaHopper,
        Self::NvidiaBlackwellHbm,
        Self::NvidiaUnified,
        Self::AmdGddr,
        Self::AmdHbm,
        Self::AmdUnified,
        Self::IntelGpu,
        Self::Apple,
        Self::Cpu,
        Self::Accelerator,
    ];

    /// The name used in data.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::NvidiaOld => "nvidia-old",
            Self::NvidiaGddr => "nvidia-gddr",
            Self::NvidiaHbm => "nvidia-hbm",
            Self::NvidiaHopper => "nvidia-hopper",
            Self::NvidiaBlackwellHbm => "nvidia-blackwell-hbm",
            Self::NvidiaUnified => "nvidia-unified",
            Self::AmdGddr => "amd-gddr",
            Self::AmdHbm => "amd-hbm",
            Self::AmdUnified => "amd-unified",
            Self::IntelGpu => "intel-gpu",
            Self::Apple => "apple",
            Self::Cpu => "cpu",
            Self::Accelerator => "accelerator",
        }
    }

    /// Whether its memory is stacked beside the chip: wide, and in need of more requests in flight
    /// than other memory.
    #[must_use]
    pub const fn is_hbm(self) -> bool {
        matches!(
            self,
            Self::NvidiaHbm | Self::NvidiaHopper | Self::NvidiaBlackwellHbm | Self::AmdHbm
        )
    }

    /// The class with this name.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.slug() == slug)
    }
}

/// A link between devices or machines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Usable bandwidth, per direction.
    pub bandwidth: BytesPerSecond,
    /// Time of one small all-reduce among 2, 4 and 8 ranks (interpolated between).
    pub all_reduce: [Seconds; 3],
}

/// What serves the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum Engine {
    #[default]
    LlamaCpp,
    IkLlama,
    Mlx,
    Ollama,
    Vllm,
    Sglang,
    TrtLlm,
    Exllama,
    Other,
}

/// What the engine runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum Backend {
    #[default]
    Cuda,
    Metal,
    Vulkan,
    Rocm,
    Sycl,
    Cpu,
}

impl Engine {
    /// All engines.
    pub const ALL: [Self; 9] = [
        Self::LlamaCpp,
        Self::IkLlama,
        Self::Mlx,
        Self::Ollama,
        Self::Vllm,
        Self::Sglang,
        Self::TrtLlm,
        Self::Exllama,
        Self::Other,
    ];

    /// The name used in scenarios.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::LlamaCpp => "llama.cpp",
            Self::IkLlama => "ik_llama",
            Self::Mlx => "mlx",
            Self::Ollama => "ollama",
            Self::Vllm => "vllm",
            Self::Sglang => "sglang",
            Self::TrtLlm => "trtllm",
            Self::Exllama => "exllama",
            Self::Other => "other",
        }
    }

    /// The engine with this name.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.slug() == slug)
    }

    /// Whether it runs ggml kernels and allocates as llama.cpp does.
    #[must_use]
    pub const fn is_ggml(self) -> bool {
        matches!(self, Self::LlamaCpp | Self::IkLlama | Self::Ollama)
    }

    /// Whether its matrix kernels multiply in integers or accumulate in FP16, which cards that
    /// halve FP16 with FP32 accumulate do at full rate.
    #[must_use]
    pub const fn accumulates_narrow(self) -> bool {
        self.is_ggml() || matches!(self, Self::Exllama)
    }

    /// Whether it reads prompts with MLA in its absorbed form, as it decodes; others make keys and
    /// values from the latents first, which costs less over many tokens.
    #[must_use]
    pub const fn absorbs_prompts(self) -> bool {
        matches!(self, Self::LlamaCpp | Self::Ollama)
    }

    /// Whether it is a batching server with a paged cache.
    #[must_use]
    pub const fn is_server(self) -> bool {
        matches!(self, Self::Vllm | Self::Sglang | Self::TrtLlm)
    }
}

impl Backend {
    /// All backends.
    pub const ALL: [Self; 6] = [
        Self::Cuda,
        Self::Metal,
        Self::Vulkan,
        Self::Rocm,
        Self::Sycl,
        Self::Cpu,
    ];

    /// The name used in scenarios.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Cuda => "cuda",
            Self::Metal => "metal",
            Self::Vulkan => "vulkan",
            Self::Rocm => "rocm",
            Self::Sycl => "sycl",
            Self::Cpu => "cpu",
        }
    }

    /// The backend with this name.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|backend| backend.slug() == slug)
    }
}
