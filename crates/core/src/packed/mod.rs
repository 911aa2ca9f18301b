//! A scenario as a list of numbers, and back: what the first figure of the page starts from without
//! any catalog.
//!
//! Each field stands once below, in a function that writes and reads it. What no preset of the
//! page has (mixers other than attention, links that are crossed, drafts) is not packed.

mod blank;
mod tape;

use std::sync::Arc;

use crate::coefficients::Coefficients;
use crate::counts::Counts;
use crate::device::{Backend, Device, DeviceClass, Engine, Link};
use crate::kv_type::KvKind;
use crate::model::{
    Attention, AttentionBias, Extra, Ffn, FfnGroup, Mixer, MixerGroup, Model, Moe, Reach,
};
use crate::notes::Note;
use crate::quant::{Format, Kernel, Mix, Recipe};
use crate::scenario::{ParallelKind, Scenario, Spread};
use crate::sizes::Sizes;
use crate::units::{BitsPerWeight, Bytes, BytesPerSecond, FlopsPerSecond, Params, Seconds, Watts};
use crate::weights::{Prepared, Weights, busiest};
use tape::{Tape, maybe_unit, unit};

fn device(tape: &mut Tape<'_>, of: &mut Device) {
    unit!(tape, of.bandwidth, BytesPerSecond);
    maybe_unit!(tape, of.stream, BytesPerSecond);
    unit!(tape, of.memory, Bytes);
    unit!(tape, of.reserve, Bytes);
    unit!(tape, of.fp16, FlopsPerSecond);
    unit!(tape, of.fp32, FlopsPerSecond);
    maybe_unit!(tape, of.int8, FlopsPerSecond);
    maybe_unit!(tape, of.fp8, FlopsPerSecond);
    maybe_unit!(tape, of.fp4, FlopsPerSecond);
    maybe_unit!(tape, of.tdp, Watts);
    tape.one_of(&DeviceClass::ALL, &mut of.class);
}

fn link(tape: &mut Tape<'_>, of: &mut Link) {
    unit!(tape, of.bandwidth, BytesPerSecond);
    for time in &mut of.all_reduce {
        unit!(tape, *time, Seconds);
    }
}

fn spread(tape: &mut Tape<'_>, of: &mut Spread) {
    for number in [
        &mut of.decode_low,
        &mut of.decode_high,
        &mut of.prefill_low,
        &mut of.prefill_high,
        &mut of.kv,
        &mut of.octave,
        &mut of.measured_context,
        &mut of.measured_users,
        &mut of.measured_prompt,
    ] {
        tape.number(number);
    }
}

/// What calibration says of a kind of kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Calibrated {
    kernel: Kernel,
    coefficients: Coefficients,
    spread: Spread,
}

fn calibrated(tape: &mut Tape<'_>, of: &mut Calibrated) {
    tape.one_of(&Kernel::ALL, &mut of.kernel);
    for number in of.coefficients.numbers() {
        tape.number(number);
    }
    spread(tape, &mut of.spread);
}

fn attention(tape: &mut Tape<'_>, of: &mut Attention) {
    for number in [
        &mut of.heads,
        &mut of.kv_heads,
        &mut of.k_dim,
        &mut of.v_dim,
    ] {
        tape.count(number);
    }
    for flag in [
        &mut of.kv_shared,
        &mut of.k_eq_v,
        &mut of.output_gate,
        &mut of.head_gate,
        &mut of.sinks,
    ] {
        tape.flag(flag);
    }
}

fn mixer(tape: &mut Tape<'_>, of: &mut MixerGroup) {
    tape.count(&mut of.count);
    tape.flag(&mut of.parallel);
    if let Mixer::Attention(of) = &mut of.mixer {
        attention(tape, of);
    }
}

/// Experts of a dense block are none.
fn ffn(tape: &mut Tape<'_>, of: &mut FfnGroup) {
    tape.count(&mut of.count);
    let mut moe = match &of.ffn {
        Ffn::Moe(moe) => moe.clone(),
        Ffn::Dense { width, gated } => Moe {
            experts: 0,
            per_token: 0,
            width: *width,
            shared_width: 0,
            gated: *gated,
            latent: None,
            bias: false,
            shared_gate: false,
        },
    };
    for number in [
        &mut moe.experts,
        &mut moe.per_token,
        &mut moe.width,
        &mut moe.shared_width,
    ] {
        tape.count(number);
    }
    for flag in [&mut moe.gated, &mut moe.bias, &mut moe.shared_gate] {
        tape.flag(flag);
    }
    of.ffn = if moe.experts == 0 {
        Ffn::Dense {
            width: moe.width,
            gated: moe.gated,
        }
    } else {
        Ffn::Moe(moe)
    };
}

fn model(tape: &mut Tape<'_>, of: &mut Model) {
    for number in [&mut of.hidden, &mut of.vocab, &mut of.layers] {
        tape.count(number);
    }
    let mut trained = of.max_context.map(f64::from);
    tape.maybe(&mut trained);
    of.max_context = trained.map(|trained| trained as u32);
    for flag in [
        &mut of.tied,
        &mut of.qk_norm,
        &mut of.fused_qkv,
        &mut of.interleaved_ffn,
    ] {
        tape.flag(flag);
    }
    let biases = [AttentionBias::None, AttentionBias::Qkv, AttentionBias::Qkvo];
    tape.one_of(&biases, &mut of.bias);
    let blank = MixerGroup {
        count: 0,
        mixer: Mixer::Attention(Attention {
            heads: 0,
            kv_heads: 0,
            k_dim: 0,
            v_dim: 0,
            reach: Reach::Full,
            kv_shared: false,
            k_eq_v: false,
            output_gate: false,
            head_gate: false,
            sinks: false,
            indexer: None,
        }),
        parallel: false,
    };
    tape.list(&mut of.mixers, &blank, mixer);
    let blank = FfnGroup {
        count: 0,
        ffn: Ffn::Dense {
            width: 0,
            gated: false,
        },
    };
    tape.list(&mut of.ffns, &blank, ffn);
    let blank = Extra {
        params: 0.0,
        lookup: false,
        norms: false,
    };
    tape.list(&mut of.extras, &blank, |tape, of| {
        tape.number(&mut of.params);
        tape.flag(&mut of.lookup);
        tape.flag(&mut of.norms);
    });
}

fn weights(tape: &mut Tape<'_>, of: &mut Weights) {
    for bytes in of.stored.0.iter_mut().chain(&mut of.read.0) {
        unit!(tape, *bytes, Bytes);
    }
    for params in of.params.0.iter_mut().chain(&mut of.active.0) {
        unit!(tape, *params, Params);
    }
    for params in [
        &mut of.layer_matmul,
        &mut of.expert_matmul,
        &mut of.head_matmul,
    ] {
        unit!(tape, *params, Params);
    }
    for bytes in [&mut of.embedding_row, &mut of.mtp, &mut of.mtp_read]
        .into_iter()
        .chain(&mut of.read_by_kernel)
    {
        unit!(tape, *bytes, Bytes);
    }
    tape.one_of(&Kernel::ALL, &mut of.kernel);
}

fn counts(tape: &mut Tape<'_>, of: &mut Counts) {
    for number in [
        &mut of.blocks,
        &mut of.moe,
        &mut of.linear,
        &mut of.experts,
        &mut of.per_token,
        &mut of.kv_heads,
    ] {
        tape.number(number);
    }
    tape.flag(&mut of.latent_only);
}

fn sizes(tape: &mut Tape<'_>, of: &mut Sizes) {
    unit!(tape, of.state, Bytes);
    unit!(tape, of.state_f32, Bytes);
    for number in [
        &mut of.query_heads,
        &mut of.query_width,
        &mut of.attention_width,
        &mut of.ffn_width,
    ] {
        tape.number(number);
    }
}

fn prepared(tape: &mut Tape<'_>, of: &mut Prepared) {
    let mut format = mix(&of.recipe).unwrap_or(Mix::ALL[0]);
    tape.one_of(Mix::ALL, &mut format);
    of.recipe = Recipe::plain(Format::Mix(format));
    model(tape, &mut of.model);
    weights(tape, &mut of.weights);
    counts(tape, &mut of.counts);
    sizes(tape, &mut of.sizes);
}

fn rest(tape: &mut Tape<'_>, of: &mut Scenario) {
    for (of, count) in &mut of.devices {
        device(tape, of);
        tape.count(count);
    }
    device(tape, &mut of.host);
    unit!(tape, of.pcie, BytesPerSecond);
    link(tape, &mut of.link);
    link(tape, &mut of.inner_link);
    tape.one_of(&ParallelKind::ALL, &mut of.parallel.kind);
    for number in [
        &mut of.nodes,
        &mut of.parallel.size,
        &mut of.parallel.replicas,
    ] {
        tape.count(number);
    }
    tape.one_of(&Engine::ALL, &mut of.engine);
    tape.one_of(&Backend::ALL, &mut of.backend);
    for number in [&mut of.kv.key, &mut of.kv.value, &mut of.kv.per_head] {
        tape.number(number);
    }
    tape.one_of(&KvKind::ALL, &mut of.kv.kind);
    for flag in [
        &mut of.flash_attention,
        &mut of.eager,
        &mut of.mixed_traffic,
    ] {
        tape.flag(flag);
    }
    for number in [
        &mut of.age,
        &mut of.context,
        &mut of.prompt,
        &mut of.cached,
        &mut of.prefill_depth,
        &mut of.output,
        &mut of.users,
        &mut of.ubatch,
    ] {
        tape.number(number);
    }
    unit!(tape, of.margin, Bytes);
    for note in Note::ALL {
        let mut has = of.notes.has(note);
        tape.flag(&mut has);
        if has {
            of.notes.add(note);
        }
    }
}

/// A scenario whose bandwidth and bits can be moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Movable {
    /// As it is before anything is moved.
    pub preset: Scenario,
    /// Weights at one and at two free bits: all others lie on a line with them.
    free: [Weights; 2],
    calibrated: Vec<Calibrated>,
}

/// Formats of a preset that can be packed.
fn mix(recipe: &Recipe) -> Option<Mix> {
    match recipe.format {
        Format::Mix(mix) if *recipe == Recipe::plain(Format::Mix(mix)) => Some(mix),
        _ => None,
    }
}

fn free_recipe(bits: f64) -> Recipe {
    Recipe::plain(Format::Free(BitsPerWeight::new(bits)))
}

impl Movable {
    /// A scenario, and how it is with other bits per weight: one for each kind of kernel is enough.
    #[must_use]
    pub fn new(preset: Scenario, others: impl IntoIterator<Item = Scenario>) -> Self {
        let mut calibrated: Vec<Calibrated> = Vec::new();
        for other in others {
            let kernel = other.model.weights.kernel;
            if calibrated.iter().all(|have| have.kernel != kernel) {
                calibrated.push(Calibrated {
                    kernel,
                    coefficients: other.coefficients,
                    spread: other.spread,
                });
            }
        }
        let at = |bits| Weights::build(&preset.model.model, &free_recipe(bits));
        Self {
            free: [at(1.0), at(2.0)],
            preset,
            calibrated,
        }
    }

    /// The weights with free bits for every one of them.
    fn weights(&self, bits: f64) -> Weights {
        let [one, two] = &self.free;
        let more = bits - 1.0;
        let line = |one: Bytes, two: Bytes| one + (two - one) * more;
        let mut weights = one.clone();
        for (now, two) in weights.stored.0.iter_mut().zip(&two.stored.0) {
            *now = line(*now, *two);
        }
        for (now, two) in weights.read.0.iter_mut().zip(&two.read.0) {
            *now = line(*now, *two);
        }
        weights.embedding_row = line(one.embedding_row, two.embedding_row);
        weights.mtp = line(one.mtp, two.mtp);
        weights.mtp_read = line(one.mtp_read, two.mtp_read);
        // What the bits change is read by another kind of kernel.
        let (from, to) = (one.kernel as usize, Kernel::of_bits(bits) as usize);
        let each = two.read_by_kernel[from] - one.read_by_kernel[from];
        weights.read_by_kernel[from] = one.read_by_kernel[from] - each;
        weights.read_by_kernel[to] += each * bits;
        weights.kernel = busiest(&weights.read_by_kernel.map(Bytes::get));
        weights
    }

    /// The scenario with another peak bandwidth (GB/s), with free bits for every weight, or both.
    #[must_use]
    pub fn at(&self, bandwidth_gb: Option<f64>, bits: Option<f64>) -> Scenario {
        let mut s = self.preset.clone();
        if let (Some(gb), Some((device, _))) = (bandwidth_gb, s.devices.first_mut()) {
            let bandwidth = BytesPerSecond::from_gb(gb);
            // What streaming reaches keeps its share of the peak.
            let share = bandwidth / device.bandwidth;
            device.stream = device.stream.map(|stream| stream * share);
            device.bandwidth = bandwidth;
        }
        if let Some(bits) = bits {
            s.model = Arc::new(Prepared {
                recipe: free_recipe(bits),
                weights: self.weights(bits),
                ..Prepared::clone(&s.model)
            });
            let kernel = s.model.weights.kernel;
            let found = self.calibrated.iter().find(|one| one.kernel == kernel);
            if let Some(found) = found {
                s.coefficients = found.coefficients;
                s.spread = found.spread;
            }
        }
        s
    }

    /// As numbers; `None` where it holds what cannot be packed.
    #[must_use]
    pub fn pack(&self) -> Option<Vec<f64>> {
        let mut list = Vec::new();
        let tape = &mut Tape::Write(&mut list);
        let mut s = self.preset.clone();
        prepared(tape, &mut Prepared::clone(&s.model));
        for free in &self.free {
            weights(tape, &mut free.clone());
        }
        rest(tape, &mut s);
        let mut own = Calibrated {
            kernel: s.model.weights.kernel,
            coefficients: s.coefficients,
            spread: s.spread,
        };
        calibrated(tape, &mut own);
        tape.list(&mut self.calibrated.clone(), &own, calibrated);
        let read = Self::unpack(&mut list.iter().copied());
        (read == *self).then_some(list)
    }

    /// From the numbers that [`Self::pack`] gave; others give a scenario of no use.
    pub fn unpack(numbers: &mut dyn Iterator<Item = f64>) -> Self {
        let tape = &mut Tape::Read(numbers);
        let mut shape = blank::prepared();
        prepared(tape, &mut shape);
        let mut free = [shape.weights.clone(), shape.weights.clone()];
        for free in &mut free {
            weights(tape, free);
        }
        let mut preset = blank::scenario(shape);
        rest(tape, &mut preset);
        let mut own = Calibrated {
            kernel: preset.model.weights.kernel,
            coefficients: preset.coefficients,
            spread: preset.spread,
        };
        calibrated(tape, &mut own);
        preset.coefficients = own.coefficients;
        preset.spread = own.spread;
        let mut others = Vec::new();
        tape.list(&mut others, &own, calibrated);
        Self {
            preset,
            free,
            calibrated: others,
        }
    }
}
