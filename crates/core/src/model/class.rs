//! Tensor classes: the parts of a model that are stored and read differently.

use core::ops::{Index, IndexMut};

/// A class of tensors, in the order of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Token embedding and other lookup tables: stored, not read.
    Embedding,
    /// Output layer, read for every token; the tied table is booked here.
    LmHead,
    /// Attention and other token mixers.
    Attention,
    /// Dense feed-forward blocks.
    DenseFfn,
    /// Expert routers.
    Router,
    /// Routed experts.
    RoutedExperts,
    /// Experts that every token uses, and latent projections.
    SharedExperts,
    /// Norms and other vectors.
    Norms,
    /// Anything else that is read for every token.
    Other,
}

impl Class {
    /// All classes, in order.
    pub const ALL: [Self; 9] = [
        Self::Embedding,
        Self::LmHead,
        Self::Attention,
        Self::DenseFfn,
        Self::Router,
        Self::RoutedExperts,
        Self::SharedExperts,
        Self::Norms,
        Self::Other,
    ];

    /// The name used in scenarios and estimates.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Embedding => "embedding",
            Self::LmHead => "lm_head",
            Self::Attention => "attention",
            Self::DenseFfn => "dense_ffn",
            Self::Router => "router",
            Self::RoutedExperts => "routed_experts",
            Self::SharedExperts => "shared_experts",
            Self::Norms => "norms",
            Self::Other => "other",
        }
    }

    /// The class with this name.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.slug() == slug)
    }
}

/// One value per class.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ByClass<T>(pub [T; 9]);

impl<T> Index<Class> for ByClass<T> {
    type Output = T;
    fn index(&self, class: Class) -> &T {
        &self.0[class as usize]
    }
}

impl<T> IndexMut<Class> for ByClass<T> {
    fn index_mut(&mut self, class: Class) -> &mut T {
        &mut self.0[class as usize]
    }
}

impl<T: Copy + core::iter::Sum<T>> ByClass<T> {
    /// Sum over all classes.
    #[must_use]
    pub fn total(&self) -> T {
        self.0.iter().copied().sum()
    }
}
