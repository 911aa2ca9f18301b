//! Recurrent state: what layers without a growing cache carry from token to token.

use crate::model::{Mixer, MixerGroup, Model};
use crate::units::Bytes;

/// Elements of the recurrent state of one layer.
fn elements(mixer: &Mixer) -> f64 {
    match mixer {
        Mixer::GatedDeltaNet {
            v_heads,
            k_dim,
            v_dim,
            ..
        } => f64::from(*v_heads) * f64::from(*k_dim) * f64::from(*v_dim),
        Mixer::Kda {
            heads, head_dim, ..
        }
        | Mixer::Lightning { heads, head_dim } => {
            f64::from(*heads) * f64::from(*head_dim) * f64::from(*head_dim)
        }
        Mixer::Mamba2 {
            heads,
            head_dim,
            state,
            ..
        } => f64::from(*heads) * f64::from(*head_dim) * f64::from(*state),
        _ => 0.0,
    }
}

/// Elements of the convolution tail of one layer: the last `taps - 1` columns.
fn tail(mixer: &Mixer, hidden: u32) -> f64 {
    let (taps, width) = match mixer {
        Mixer::GatedDeltaNet {
            k_heads,
            v_heads,
            k_dim,
            v_dim,
            conv,
        } => {
            let keys = f64::from(*k_heads) * f64::from(*k_dim);
            (*conv, 2.0 * keys + f64::from(*v_heads) * f64::from(*v_dim))
        }
        Mixer::Kda {
            heads,
            head_dim,
            conv,
            ..
        } => (*conv, 3.0 * f64::from(*heads) * f64::from(*head_dim)),
        Mixer::Mamba2 {
            heads,
            head_dim,
            state,
            groups,
            conv,
            ..
        } => {
            let inner = f64::from(*heads) * f64::from(*head_dim);
            (*conv, inner + 2.0 * f64::from(*groups) * f64::from(*state))
        }
        Mixer::ShortConv { conv } => (*conv, f64::from(hidden)),
        _ => (1, 0.0),
    };
    f64::from(taps.saturating_sub(1)) * width
}

fn sum(model: &Model, of: impl Fn(&MixerGroup) -> f64) -> f64 {
    model
        .mixers
        .iter()
        .map(|group| f64::from(group.count) * of(group))
        .sum()
}

/// Elements of the recurrent state of one sequence, convolution tails not included.
#[must_use]
pub fn state_elements(model: &Model) -> f64 {
    sum(model, |group| elements(&group.mixer))
}

/// Elements of the convolution tails of one sequence.
#[must_use]
pub fn conv_elements(model: &Model) -> f64 {
    sum(model, |group| tail(&group.mixer, model.hidden))
}

/// Recurrent state of one sequence: the state in F32, the convolution tail in two bytes.
///
/// Units: B. Source: `docs/FORMULAS.md#recurrent-state`. Holds when: the engine keeps no snapshots.
#[must_use]
pub fn state(model: &Model) -> Bytes {
    Bytes::new(4.0 * state_elements(model) + 2.0 * conv_elements(model))
}

/// The same with the convolution tail in F32, as llama.cpp allocates it.
///
/// Units: B. Source: `docs/FORMULAS.md#recurrent-state`. Holds when: the engine keeps no snapshots.
#[must_use]
pub fn state_f32(model: &Model) -> Bytes {
    Bytes::new(4.0 * (state_elements(model) + conv_elements(model)))
}
