//! Chapters, fixed texts and technical words by name. A language that lacks one does not compile.

macro_rules! names {
    ($(#[doc = $doc:literal])* $kind:ident: $($name:ident,)*) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum $kind { $($name,)* }

        impl $kind {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}

names! {
    /// A chapter of the story.
    Chapter:
    Bytes, Bits, Context, Prefill, Bandwidth, Users, Two, Spill, Speculation, Measure, Rightsize,
}

impl Chapter {
    /// Its name in links and in `data/story.json`: that of its figure.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Bits => "bits",
            Self::Context => "context",
            Self::Prefill => "prefill",
            Self::Bandwidth => "bandwidth",
            Self::Users => "users",
            Self::Two => "two",
            Self::Spill => "spill",
            Self::Speculation => "speculation",
            Self::Measure => "measure",
            Self::Rightsize => "rightsize",
        }
    }

    /// The chapter with this name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|chapter| chapter.id() == id)
    }
}

names! {
    /// A fixed text of the story. Table, Embed, Link and Open the lab are texts of the page.
    StoryText:
    Contents, NumbersFor, UseMine, UseDefaults, DoesItHold, NextToken, PlaySecond,
    GuessFirst, Together, Invitation,
    Here, OnlyHere, Locked, Cases, LeastSpeed, Loading, Failed, Reload, LanguageSwitch,
}

names! {
    /// What can go wrong with the program, whose static page then remains.
    Trouble:
    Unsupported, Blocked, Missing, Memory, Stopped, Catalog, Canvas,
}

impl Trouble {
    /// Its name in `web/loader.js`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Unsupported => "unsupported",
            Self::Blocked => "blocked",
            Self::Missing => "missing",
            Self::Memory => "memory",
            Self::Stopped => "stopped",
            Self::Catalog => "catalog",
            Self::Canvas => "canvas",
        }
    }
}

names! {
    /// A technical word that the glossary explains.
    Term:
    Token, Weight, Memory, Layer, Dense, Mixture, Expert, Router, Bits, Quantization, KvCache, Context,
    Prompt, Prefill, Decode, Compute, Cached, Bandwidth, FixedWork, Batch, LayerSplit,
    TensorParallel, Latency, Vram, Ram, Unified, Speculation, Draft, Acceptance, Ceiling,
    Range, ActiveParameters, Gigabyte, TokS,
}
