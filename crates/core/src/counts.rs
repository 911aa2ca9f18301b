//! Layers counted as the time model needs them.

use crate::model::{Ffn, Mixer, Model};

/// Layers of a model by what they cost in fixed time.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Counts {
    /// Mixers plus feed-forward blocks: twice the layers where each has one of both.
    pub blocks: f64,
    /// Mixture-of-experts blocks.
    pub moe: f64,
    /// Linear-attention and state-space mixers.
    pub linear: f64,
    /// Routed experts of a layer; 0 for a dense model.
    pub experts: f64,
    /// Routed experts read for one token.
    pub per_token: f64,
    /// Fewest key/value heads of an attention group; 1 where only latents are cached.
    pub kv_heads: f64,
    /// Whether only latents are cached: they have no heads to divide, so each rank holds them all.
    pub latent_only: bool,
}

impl Counts {
    /// Counts the layers of a model.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let mut counts = Self {
            kv_heads: f64::INFINITY,
            latent_only: true,
            ..Self::default()
        };
        for group in &model.mixers {
            let count = f64::from(group.count);
            match &group.mixer {
                Mixer::None => continue,
                Mixer::Attention(attention) => {
                    counts.kv_heads = counts.kv_heads.min(f64::from(attention.kv_heads));
                    counts.latent_only = false;
                }
                Mixer::Mla(_) | Mixer::Compressed(_) => {}
                Mixer::GatedDeltaNet { .. }
                | Mixer::Kda { .. }
                | Mixer::Mamba2 { .. }
                | Mixer::Lightning { .. }
                | Mixer::ShortConv { .. } => counts.linear += count,
            }
            counts.blocks += count;
        }
        for group in &model.ffns {
            let count = f64::from(group.count);
            counts.blocks += count;
            if let Ffn::Moe(moe) = &group.ffn {
                counts.moe += count;
                counts.experts = counts.experts.max(f64::from(moe.experts));
                counts.per_token = counts.per_token.max(f64::from(moe.per_token));
            }
        }
        if !counts.kv_heads.is_finite() {
            counts.kv_heads = 1.0;
        }
        counts
    }

    /// Layers, one mixer and one feed-forward block making one.
    #[must_use]
    pub fn layers(&self) -> f64 {
        self.blocks / 2.0
    }
}
