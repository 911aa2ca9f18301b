//! Which ggml type each tensor gets in a llama.cpp mix.
//!
//! The rules are those of `llama-quant.cpp` for files made with an importance matrix, with the
//! rule for fused query/key/value tensors that published Phi files follow.

use super::{GgmlType, Mix};
use crate::model::{Attention, Class, Ffn, Mixer, Model, Role, Tensor};

/// What the rules must know of a model, and the running counts they keep.
#[derive(Clone, Debug)]
pub(crate) struct MixContext {
    /// Query heads per key/value head.
    queries_per_key: u32,
    /// Routed experts; 0 for a dense model.
    experts: u32,
    layers: u32,
    tied: bool,
    values: u32,
    values_seen: u32,
    downs_seen: u32,
}

/// Where a tensor stands among its kind.
#[derive(Clone, Copy, Debug)]
struct Place {
    index: u32,
    of: u32,
}

impl Place {
    /// The first `1/part` of the layers.
    const fn first(self, part: u32) -> bool {
        self.index < self.of / part
    }

    /// `use_more_bits`: the first and last eighth and every third layer between.
    const fn more_bits(self) -> bool {
        let eighth = self.of / 8;
        self.index < eighth
            || self.index as u64 >= 7 * self.of as u64 / 8
            || (self.index - eighth) % 3 == 2
    }

    /// Neither the first nor the last eighth.
    const fn middle(self) -> bool {
        self.index >= self.of / 8 && (self.index as u64) < 7 * self.of as u64 / 8
    }
}

impl MixContext {
    pub(crate) fn new(model: &Model, tensors: &[Tensor]) -> Self {
        let queries_per_key = model
            .mixers
            .iter()
            .find_map(|group| match &group.mixer {
                Mixer::Attention(Attention {
                    heads, kv_heads, ..
                }) => Some(heads / (*kv_heads).max(1)),
                Mixer::Mla(mla) => Some(mla.heads),
                _ => None,
            })
            .unwrap_or(1);
        let experts = model
            .ffns
            .iter()
            .map(|group| match &group.ffn {
                Ffn::Moe(moe) => moe.experts,
                Ffn::Dense { .. } => 0,
            })
            .max()
            .unwrap_or(0);
        let values = tensors
            .iter()
            .filter(|tensor| tensor.role == Role::AttnV)
            .count();
        Self {
            queries_per_key,
            experts,
            layers: model.layers,
            tied: model.tied,
            values: u32::try_from(values).unwrap_or(u32::MAX),
            values_seen: 0,
            downs_seen: 0,
        }
    }

    /// The type of a tensor. Every tensor before it must have been counted.
    pub(crate) fn choose(&self, mix: Mix, tensor: &Tensor) -> GgmlType {
        let value = Place {
            index: self.values_seen,
            of: self.values,
        };
        // A mixture of experts is counted by layer, a dense model by what was met so far.
        let counted = if self.experts > 1 {
            tensor.layer.unwrap_or(0)
        } else {
            self.downs_seen
        };
        let down = Place {
            index: counted,
            of: self.layers,
        };
        let layer = Place {
            index: tensor.layer.unwrap_or(0),
            of: self.layers,
        };
        let base = base(mix);
        if !tensor.role.quantizable() || matches!(base, GgmlType::F32 | GgmlType::F16) {
            return base;
        }
        if mix == Mix::MXFP4 {
            let expert = tensor.class == Class::RoutedExperts;
            return fallback(
                if expert {
                    GgmlType::MXFP4
                } else {
                    GgmlType::Q8_0
                },
                tensor.cols,
            );
        }
        let chosen = match tensor.role {
            Role::Output => output(mix, base, tensor.cols),
            // Newer files treat the per-layer table of a tied model as its output layer; published
            // Gemma 4 files show it.
            Role::Lookup if self.tied => output(mix, base, tensor.cols),
            Role::TokenEmbd | Role::Lookup => embedding(mix, base),
            _ if is_tiny(mix) => self.tiny(mix, base, tensor.role, down),
            Role::AttnV => self.attn_v(mix, base, value),
            Role::AttnQkv => attn_qkv(mix, base),
            Role::AttnK if self.experts == 8 => GgmlType::Q8_0,
            Role::AttnK | Role::AttnQ => match mix {
                Mix::IQ3_XS => GgmlType::IQ3_XXS,
                Mix::IQ3_XXS => GgmlType::IQ2_S,
                _ => base,
            },
            Role::AttnOutput => self.attn_output(mix, base),
            Role::FfnDown => self.ffn_down(mix, base, down),
            Role::FfnGate | Role::FfnUp if mix == Mix::IQ3_XS && layer.middle() => {
                GgmlType::IQ3_XXS
            }
            _ => base,
        };
        fallback(chosen, tensor.cols)
    }

    /// Counts a tensor whose type was chosen.
    pub(crate) const fn count(&mut self, tensor: &Tensor) {
        match tensor.role {
            Role::AttnV => self.values_seen += 1,
            Role::FfnDown => self.downs_seen += 1,
            _ => {}
        }
    }

    fn attn_v(&self, mix: Mix, base: GgmlType, at: Place) -> GgmlType {
        use GgmlType as T;
        let grouped = self.queries_per_key >= 4;
        let mut chosen = match mix {
            Mix::Q2_K if grouped => T::Q4_K,
            Mix::Q2_K => T::Q3_K,
            Mix::Q2_K_S | Mix::IQ3_XXS | Mix::IQ3_XS | Mix::IQ3_S if grouped => T::Q4_K,
            Mix::IQ3_M => T::Q4_K,
            Mix::Q3_K_M if at.index < 2 => T::Q5_K,
            Mix::Q3_K_M => T::Q4_K,
            Mix::Q3_K_L => T::Q5_K,
            Mix::IQ4_NL | Mix::IQ4_XS if grouped => T::Q5_K,
            Mix::Q4_K_M | Mix::Q5_K_M if at.more_bits() => T::Q6_K,
            Mix::Q4_K_S if at.index < 4 => T::Q5_K,
            _ => base,
        };
        // Dense models of 80 layers are the "70B" class of llama.cpp.
        if self.layers == 80 && self.experts == 0 && matches!(chosen, T::Q3_K | T::Q4_K) {
            chosen = T::Q5_K;
        }
        if self.experts == 8 { T::Q8_0 } else { chosen }
    }

    fn attn_output(&self, mix: Mix, base: GgmlType) -> GgmlType {
        use GgmlType as T;
        if self.experts == 8 {
            return match mix {
                Mix::Q2_K
                | Mix::IQ3_XS
                | Mix::IQ3_XXS
                | Mix::Q3_K_S
                | Mix::Q3_K_M
                | Mix::IQ4_NL
                | Mix::Q4_K_S
                | Mix::Q4_K_M
                | Mix::IQ3_S
                | Mix::IQ3_M
                | Mix::IQ4_XS => T::Q5_K,
                _ => base,
            };
        }
        match mix {
            Mix::Q2_K => T::Q3_K,
            Mix::IQ3_XXS => T::IQ3_S,
            Mix::Q3_K_M | Mix::IQ3_M => T::Q4_K,
            Mix::Q3_K_L => T::Q5_K,
            _ => base,
        }
    }

    fn ffn_down(&self, mix: Mix, base: GgmlType, at: Place) -> GgmlType {
        use GgmlType as T;
        match mix {
            Mix::Q2_K => T::Q3_K,
            Mix::Q2_K_S if at.first(8) => T::Q4_K,
            Mix::Q3_K_M if at.first(16) => T::Q5_K,
            Mix::Q3_K_M => T::Q4_K,
            Mix::Q3_K_L => T::Q5_K,
            Mix::IQ3_M if at.first(8) || (self.experts == 8 && at.more_bits()) => T::Q4_K,
            Mix::Q4_K_M | Mix::Q5_K_M if at.more_bits() => T::Q6_K,
            Mix::Q4_K_S if at.first(8) => T::Q5_K,
            Mix::Q4_0 if at.first(8) => T::Q4_1,
            Mix::Q5_0 if at.first(8) => T::Q5_1,
            _ => base,
        }
    }

    /// The rules of the IQ1 and IQ2 mixes.
    fn tiny(&self, mix: Mix, base: GgmlType, role: Role, down: Place) -> GgmlType {
        use GgmlType as T;
        let two = matches!(mix, Mix::IQ2_S | Mix::IQ2_M);
        let lifted = if two { T::IQ3_S } else { T::Q2_K };
        match role {
            Role::AttnV if self.queries_per_key >= 4 || self.experts >= 4 => T::Q4_K,
            Role::AttnV => lifted,
            Role::AttnK if self.experts == 8 => T::Q4_K,
            Role::FfnDown if down.first(8) => lifted,
            Role::AttnOutput if self.experts == 8 => T::Q5_K,
            Role::AttnOutput if two => T::IQ3_S,
            Role::AttnOutput if matches!(mix, Mix::IQ1_S | Mix::IQ1_M) => T::IQ2_XXS,
            _ => base,
        }
    }
}

const fn is_tiny(mix: Mix) -> bool {
    matches!(
        mix,
        Mix::IQ1_S | Mix::IQ1_M | Mix::IQ2_XXS | Mix::IQ2_XS | Mix::IQ2_S | Mix::IQ2_M
    )
}

const fn attn_qkv(mix: Mix, base: GgmlType) -> GgmlType {
    match mix {
        Mix::Q3_K_M | Mix::Q3_K_L | Mix::IQ3_M => GgmlType::Q4_K,
        Mix::Q4_K_M => GgmlType::Q5_K,
        Mix::Q5_K_M => GgmlType::Q6_K,
        _ => base,
    }
}

fn output(mix: Mix, base: GgmlType, cols: u32) -> GgmlType {
    if !cols.is_multiple_of(base.block()) || base == GgmlType::Q8_0 {
        GgmlType::Q8_0
    } else if is_tiny(mix) || mix == Mix::IQ3_XXS {
        GgmlType::Q5_K
    } else {
        GgmlType::Q6_K
    }
}

const fn embedding(mix: Mix, base: GgmlType) -> GgmlType {
    match mix {
        Mix::IQ1_S | Mix::IQ1_M | Mix::IQ2_XXS | Mix::IQ2_XS => GgmlType::Q2_K,
        Mix::IQ2_S | Mix::IQ2_M | Mix::IQ3_XXS => GgmlType::IQ3_S,
        Mix::TQ1_0 | Mix::TQ2_0 => GgmlType::Q4_K,
        _ => base,
    }
}

/// The type most tensors of a mix get.
pub(crate) const fn base(mix: Mix) -> GgmlType {
    match mix {
        Mix::F32 => GgmlType::F32,
        Mix::F16 | Mix::BF16 => GgmlType::F16,
        Mix::Q4_0 => GgmlType::Q4_0,
        Mix::Q4_1 => GgmlType::Q4_1,
        Mix::Q5_0 => GgmlType::Q5_0,
        Mix::Q5_1 => GgmlType::Q5_1,
        Mix::Q8_0 => GgmlType::Q8_0,
        Mix::Q2_K | Mix::Q2_K_S => GgmlType::Q2_K,
        Mix::Q3_K_S | Mix::Q3_K_M | Mix::Q3_K_L => GgmlType::Q3_K,
        Mix::Q4_K_S | Mix::Q4_K_M => GgmlType::Q4_K,
        Mix::Q5_K_S | Mix::Q5_K_M => GgmlType::Q5_K,
        Mix::Q6_K => GgmlType::Q6_K,
        Mix::IQ1_S => GgmlType::IQ1_S,
        Mix::IQ1_M => GgmlType::IQ1_M,
        Mix::IQ2_XXS => GgmlType::IQ2_XXS,
        Mix::IQ2_XS | Mix::IQ2_S => GgmlType::IQ2_XS,
        Mix::IQ2_M => GgmlType::IQ2_S,
        Mix::IQ3_XXS => GgmlType::IQ3_XXS,
        Mix::IQ3_XS | Mix::IQ3_S | Mix::IQ3_M => GgmlType::IQ3_S,
        Mix::IQ4_NL => GgmlType::IQ4_NL,
        Mix::IQ4_XS => GgmlType::IQ4_XS,
        Mix::TQ1_0 => GgmlType::TQ1_0,
        Mix::TQ2_0 => GgmlType::TQ2_0,
        Mix::MXFP4 => GgmlType::MXFP4,
    }
}

/// The type a row of `cols` elements gets when the wanted one's blocks do not divide it.
pub(crate) const fn fallback(wanted: GgmlType, cols: u32) -> GgmlType {
    use GgmlType as T;
    if cols.is_multiple_of(wanted.block()) {
        return wanted;
    }
    let other = match wanted {
        T::Q4_K => T::Q5_0,
        T::Q5_K => T::Q5_1,
        T::Q6_K => T::Q8_0,
        T::Q2_K | T::Q3_K | T::TQ1_0 | T::TQ2_0 => T::Q4_0,
        _ => T::IQ4_NL,
    };
    if cols.is_multiple_of(other.block()) {
        other
    } else {
        T::F16
    }
}
