//! A scenario as a list of numbers, and back: what the first figure of the page starts from without
//! any catalog.
//!
//! Each field stands once below, in a function that writes and reads it. What no preset of the
//! page has (mixers other than attention, links that are crossed, drafts) is not packed.

use std::sync::Arc;

use crate::coefficients::Coefficients;
use crate::device::{Backend, Device, DeviceClass, Engine, Link};
use crate::kv_type::{KvKind, KvType};
use crate::model::{
    Attention, AttentionBias, Extra, Ffn, FfnGroup, Mixer, MixerGroup, Model, Moe, Reach,
};
use crate::notes::{Note, Notes};
use crate::quant::{Format, Kernel, Mix, Recipe};
use crate::scenario::{Parallel, ParallelKind, Placement, Scenario, Spread};
use crate::units::{BitsPerWeight, Bytes, BytesPerSecond, FlopsPerSecond, Seconds, Watts};
use crate::weights::Prepared;

/// Numbers that are written at the end, or read from the start.
enum Tape<'a> {
    Write(&'a mut Vec<f64>),
    Read(&'a mut dyn Iterator<Item = f64>),
}

impl Tape<'_> {
    fn number(&mut self, value: &mut f64) {
        match self {
            Self::Write(list) => list.push(*value),
            Self::Read(list) => *value = list.next().unwrap_or(f64::NAN),
        }
    }

    fn count(&mut self, value: &mut u32) {
        let mut number = f64::from(*value);
        self.number(&mut number);
        *value = number as u32;
    }

    fn flag(&mut self, value: &mut bool) {
        let mut number = u32::from(*value);
        self.count(&mut number);
        *value = number == 1;
    }

    /// `None` is a NaN.
    fn maybe(&mut self, value: &mut Option<f64>) {
        let mut number = value.unwrap_or(f64::NAN);
        self.number(&mut number);
        *value = (!number.is_nan()).then_some(number);
    }

    /// One of a list, by its place.
    fn one_of<T: Copy + PartialEq>(&mut self, all: &[T], value: &mut T) {
        let at = all.iter().position(|one| one == value).unwrap_or(0);
        let mut at = at as u32;
        self.count(&mut at);
        if let Some(found) = all.get(at as usize) {
            *value = *found;
        }
    }

    /// A list, whose items start as `blank`.
    fn list<T: Clone>(
        &mut self,
        list: &mut Vec<T>,
        blank: &T,
        mut item: impl FnMut(&mut Self, &mut T),
    ) {
        let mut count = list.len() as u32;
        self.count(&mut count);
        list.resize(count.min(64) as usize, blank.clone());
        for one in list {
            item(self, one);
        }
    }
}

/// A quantity with a unit, by its number.
macro_rules! unit {
    ($tape:expr, $place:expr, $unit:ident) => {
        let mut number = $place.get();
        $tape.number(&mut number);
        $place = $unit::new(number);
    };
}

macro_rules! maybe_unit {
    ($tape:expr, $place:expr, $unit:ident) => {
        let mut number = $place.map(|value| value.get());
        $tape.maybe(&mut number);
        $place = number.map($unit::new);
    };
}

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
    calibrated: Vec<Calibrated>,
}

/// Formats of a preset that can be packed.
fn mix(recipe: &Recipe) -> Option<Mix> {
    match recipe.format {
        Format::Mix(mix) if *recipe == Recipe::plain(Format::Mix(mix)) => Some(mix),
        _ => None,
    }
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
        Self { preset, calibrated }
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
            let recipe = Recipe::plain(Format::Free(BitsPerWeight::new(bits)));
            s.model = Arc::new(Prepared::new(s.model.model.clone(), recipe));
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
        let format = mix(&s.model.recipe)?;
        tape.one_of(Mix::ALL, &mut format.clone());
        model(tape, &mut s.model.model.clone());
        rest(tape, &mut s);
        let mut own = self.own();
        calibrated(tape, &mut own);
        tape.list(&mut self.calibrated.clone(), &own, calibrated);
        let read = Self::unpack(&mut list.iter().copied())?;
        (read == *self).then_some(list)
    }

    fn own(&self) -> Calibrated {
        Calibrated {
            kernel: self.preset.model.weights.kernel,
            coefficients: self.preset.coefficients,
            spread: self.preset.spread,
        }
    }

    /// From the numbers that [`Self::pack`] gave; `None` from others.
    pub fn unpack(numbers: &mut dyn Iterator<Item = f64>) -> Option<Self> {
        let tape = &mut Tape::Read(numbers);
        let mut format = *Mix::ALL.first()?;
        tape.one_of(Mix::ALL, &mut format);
        let mut shape = Model {
            hidden: 0,
            vocab: 0,
            layers: 0,
            tied: false,
            max_context: None,
            qk_norm: false,
            bias: AttentionBias::None,
            fused_qkv: false,
            interleaved_ffn: false,
            block_order: Vec::new(),
            mixers: Vec::new(),
            ffns: Vec::new(),
            extras: Vec::new(),
            mtp: None,
        };
        model(tape, &mut shape);
        let blank = Device {
            bandwidth: BytesPerSecond::new(0.0),
            stream: None,
            memory: Bytes::new(0.0),
            reserve: Bytes::new(0.0),
            fp16: FlopsPerSecond::new(0.0),
            fp32: FlopsPerSecond::new(0.0),
            int8: None,
            fp8: None,
            fp4: None,
            tdp: None,
            class: DeviceClass::Accelerator,
        };
        let no_link = Link {
            bandwidth: BytesPerSecond::new(0.0),
            all_reduce: [Seconds::ZERO; 3],
        };
        let mut preset = Scenario {
            model: Arc::new(Prepared::new(shape, Recipe::plain(Format::Mix(format)))),
            devices: vec![(blank, 1)],
            nodes: 1,
            link: no_link,
            inner_link: no_link,
            parallel: Parallel {
                kind: ParallelKind::None,
                size: 1,
                replicas: 1,
            },
            engine: Engine::default(),
            backend: Backend::default(),
            age: 0.0,
            kv: KvType::F16,
            flash_attention: true,
            eager: false,
            context: 0.0,
            prompt: 0.0,
            cached: 0.0,
            prefill_depth: 0.0,
            output: 0.0,
            users: 1.0,
            request_rate: None,
            mixed_traffic: false,
            ubatch: 0.0,
            margin: Bytes::new(0.0),
            placement: Placement::AllGpu,
            host: blank,
            pcie: BytesPerSecond::new(0.0),
            speculation: None,
            power_limit: None,
            tariff: None,
            device_price: None,
            coefficients: Coefficients::default(),
            spread: Spread::default(),
            anchor: None,
            notes: Notes::default(),
        };
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
        Some(Self {
            preset,
            calibrated: others,
        })
    }
}
