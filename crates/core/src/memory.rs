//! What has to fit: weights, cache, buffers and runtime on each device, and what the host holds.

use crate::buffers;
use crate::counts::Counts;
use crate::estimate::{Binding, DEVICE_GROUPS, DeviceUse, Memory};
use crate::kv::{self, allocated};
use crate::model::{ByClass, Class};
use crate::placement::OnHost;
use crate::reach::{longest_context, most_users};
use crate::scenario::{Draft, ParallelKind, Placement, Scenario};
use crate::step::HostRates;
use crate::units::Bytes;

/// Activation coefficient of a batching server: dense and MoE, at 1, 2, 4 and 8 ranks.
///
/// Source: `docs/FORMULAS.md#server-buffers` (formulas of an open planner for vLLM).
const ACTIVATION: [[f64; 4]; 2] = [[11.0, 6.5, 5.0, 5.0], [22.0, 13.0, 10.0, 10.0]];
/// Least activation memory of a batching server.
const LEAST_ACTIVATION: f64 = 70.0 * 1_048_576.0;

/// Need of one scenario at a context and a number of users: all that changes with them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    /// KV cache and state as reserved, all copies.
    pub(crate) cache: Bytes,
    /// The same on the device that holds most of it.
    cache_each: Bytes,
    /// Compute buffers of one device.
    pub(crate) compute_each: Bytes,
    /// Of the cache, on the host.
    cache_host: Bytes,
}

/// What does not change with context and users.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed<'a> {
    s: &'a Scenario,
    counts: Counts,
    on_host: OnHost,
    size: f64,
    copies: f64,
    draft: Bytes,
}

impl<'a> Fixed<'a> {
    pub(crate) fn new(s: &'a Scenario) -> Self {
        let counts = Counts::of(&s.model.model);
        let whole = s.parallel.kind == ParallelKind::Replica;
        let size = f64::from(s.parallel.size.max(1));
        let replicas = f64::from(s.parallel.replicas.max(1));
        let (size, copies) = if whole {
            (1.0, size * replicas)
        } else {
            (size, replicas)
        };
        let on_host = OnHost::of(s, &counts);
        Self {
            s,
            counts,
            on_host,
            size,
            copies,
            draft: draft_bytes(s),
        }
    }

    /// Cache and buffers at a context and a number of users.
    pub(crate) fn need(&self, context: f64, users: f64) -> Need {
        let s = self.s;
        let model = &s.model.model;
        let each = (users / self.copies).max(1.0);
        let drafted = s
            .speculation
            .as_ref()
            .map_or(0.0, |speculation| speculation.tokens);
        let divided = match s.parallel.kind {
            ParallelKind::Tensor => self.size,
            ParallelKind::Expert => self.size.min(each),
            _ => 1.0,
        };
        let (one_copy, one_rank) = if s.engine.is_server() {
            let ranks = if s.parallel.kind == ParallelKind::Tensor {
                s.parallel.size
            } else {
                1
            };
            let cache = allocated::PagedCache {
                tokens: context,
                sequences: each,
                ranks,
                batched_tokens: s.ubatch,
                draft_tokens: drafted,
            };
            let rank = allocated::vllm(model, &s.kv, &cache).total();
            let ranks = f64::from(ranks.max(1));
            (
                rank * ranks,
                if ranks > 1.0 { rank } else { rank / divided },
            )
        } else {
            let cache = allocated::LlamaCache {
                context: context * each,
                sequences: each,
                ubatch: s.ubatch,
                unified: true,
                full_windows: false,
                snapshots: drafted,
            };
            let all = allocated::llama_cpp(model, &s.kv, &cache).total();
            let split = if self.counts.latent_only {
                1.0
            } else {
                divided.min(self.counts.kv_heads)
            };
            (all, all / split)
        };
        let on_device = 1.0 - self.on_host.kv;
        Need {
            cache: one_copy * self.copies,
            cache_each: one_rank * on_device,
            compute_each: self.compute(context, each, drafted),
            cache_host: one_copy * (self.copies * self.on_host.kv),
        }
    }

    fn compute(&self, context: f64, users: f64, drafted: f64) -> Bytes {
        let s = self.s;
        let model = &s.model.model;
        let rows = users * (drafted + 1.0);
        if s.engine.is_server() {
            let rank = match s.parallel.size {
                0 | 1 => 0,
                2 | 3 => 1,
                4..=7 => 2,
                _ => 3,
            };
            let kind = usize::from(self.counts.moe > 0.0);
            let width = heads_width(s).max(f64::from(model.hidden));
            let tokens = s.ubatch.max(rows);
            let activations = ACTIVATION[kind][rank] * 2.0 * tokens * width;
            let logits = 4.0 * rows * f64::from(model.vocab);
            return Bytes::new(activations.max(LEAST_ACTIVATION) + logits);
        }
        let batch = s.ubatch.max(rows);
        let cells = context * users;
        buffers::llama_cpp_graph(model, batch, rows, cells, s.flash_attention)
    }

    /// What each device group has to hold, fullest (relative to its room) first.
    pub(crate) fn groups(&self, need: &Need) -> ([DeviceUse; DEVICE_GROUPS], usize) {
        let s = self.s;
        let stored = self.on_device();
        let other = need.compute_each + Bytes::from_mib(s.coefficients.runtime_mib);
        let mut groups = [DeviceUse::default(); DEVICE_GROUPS];
        let mut len = 0;
        let mut push = |count: u32, used: Bytes, kind: usize| {
            let device = &s.devices[kind].0;
            if count > 0 && len < DEVICE_GROUPS {
                let capacity = (device.memory - device.reserve - s.margin).max(Bytes::ZERO);
                groups[len] = DeviceUse {
                    count,
                    used: used + other,
                    capacity,
                    physical: device.memory,
                };
                len += 1;
            }
        };
        let copies = self.copies.max(1.0) as u32;
        let size = self.size.max(1.0) as u32;
        let all = stored.total();
        match s.parallel.kind {
            _ if size == 1 => {
                let used = all + self.draft + need.cache_each;
                for (kind, (_, count)) in s.devices.iter().enumerate() {
                    let taken = if s.devices.len() == 1 {
                        copies.min((*count).max(1))
                    } else {
                        *count
                    };
                    push(taken, used, kind);
                }
            }
            ParallelKind::Tensor | ParallelKind::Row | ParallelKind::Expert => {
                let whole = self.repeated(&stored);
                let split = (all - whole + self.draft) / self.size;
                let cache = need.cache_each;
                let row = s.parallel.kind == ParallelKind::Row;
                for (kind, (_, count)) in s.devices.iter().enumerate() {
                    if row && kind == 0 {
                        push(copies, whole + split + cache, kind);
                        push(count.saturating_sub(copies), whole + split, kind);
                    } else {
                        let held = if row { Bytes::ZERO } else { cache };
                        push(*count, whole + split + held, kind);
                    }
                }
            }
            _ => self.by_layer(&stored, need, &mut push),
        }
        let filled = &mut groups[..len];
        filled.sort_by(|a, b| {
            let over = |group: &DeviceUse| (group.used - group.capacity).get();
            over(b).total_cmp(&over(a))
        });
        (groups, len)
    }

    /// Whole layers on each device, the embedding on the first, the output layer on the last.
    fn by_layer(
        &self,
        stored: &ByClass<Bytes>,
        need: &Need,
        push: &mut impl FnMut(u32, Bytes, usize),
    ) {
        let s = self.s;
        let first = stored[Class::Embedding] + self.draft;
        let last = stored[Class::LmHead];
        let layered = stored.total() - stored[Class::Embedding] - last + need.cache_each;
        let layers = f64::from(s.model.model.layers.max(1));
        let one = layered / layers;
        let groups = s.devices.len();
        if groups == 1 {
            let size = self.size;
            let copies = self.copies.max(1.0) as u32;
            let few = (layers / size).floor();
            let more = layers - few * size;
            let (many, few_devices) = (more as u32, (size - more) as u32);
            // The first device has one layer more where they do not divide; the last has one less.
            if many > 0 {
                push(copies, one * (few + 1.0) + first, 0);
                push(copies * (many - 1), one * (few + 1.0), 0);
                push(copies * few_devices.saturating_sub(1), one * few, 0);
                push(copies, one * few + last, 0);
            } else {
                push(copies, one * few + first, 0);
                push(copies * few_devices.saturating_sub(2), one * few, 0);
                push(copies, one * few + last, 0);
            }
            return;
        }
        let memory: f64 = s
            .devices
            .iter()
            .map(|(device, count)| device.memory.get() * f64::from(*count))
            .sum();
        for (kind, (device, count)) in s.devices.iter().enumerate() {
            let share = device.memory.get() / memory.max(1.0);
            let held = one * (layers * share).ceil();
            let head = if kind + 1 == groups {
                last
            } else {
                Bytes::ZERO
            };
            let table = if kind == 0 { first } else { Bytes::ZERO };
            push(*count, held + head + table, kind);
        }
    }

    /// Stored bytes by class that lie on devices.
    fn on_device(&self) -> ByClass<Bytes> {
        let mut bytes = self.s.model.weights.stored;
        for class in Class::ALL {
            bytes[class] = bytes[class] * (1.0 - self.on_host.share[class]);
        }
        bytes
    }

    /// Bytes that every device of a divided model holds whole.
    fn repeated(&self, stored: &ByClass<Bytes>) -> Bytes {
        let small = stored[Class::Norms] + stored[Class::Router];
        if self.s.parallel.kind == ParallelKind::Expert {
            stored.total() - stored[Class::RoutedExperts]
        } else {
            small
        }
    }

    fn host_weights(&self) -> Bytes {
        let mut bytes = Bytes::ZERO;
        for class in Class::ALL {
            bytes += self.s.model.weights.stored[class] * self.on_host.share[class];
        }
        bytes
    }

    fn offloads(&self) -> bool {
        !matches!(self.s.placement, Placement::AllGpu | Placement::CpuOnly)
    }

    /// By how much the fullest device is over its room at a context and a number of users; below
    /// zero where all fit.
    pub(crate) fn excess(&self, context: f64, users: f64) -> f64 {
        let need = self.need(context, users);
        let (groups, len) = self.groups(&need);
        let mut worst = f64::NEG_INFINITY;
        for group in &groups[..len] {
            worst = worst.max((group.used - group.capacity).get());
        }
        if self.offloads() {
            let host = (self.host_weights() + need.cache_host).get() - HostRates::of(self.s).memory;
            worst = worst.max(host);
        }
        worst
    }
}

fn heads_width(s: &Scenario) -> f64 {
    let mut width: f64 = 0.0;
    for group in &s.model.model.mixers {
        if let crate::model::Mixer::Attention(attention) = &group.mixer {
            width = width.max(f64::from(attention.heads) * f64::from(attention.k_dim));
        }
    }
    width
}

fn draft_bytes(s: &Scenario) -> Bytes {
    let Some(speculation) = s.speculation.as_ref().filter(|spec| spec.tokens > 0.0) else {
        return Bytes::ZERO;
    };
    match &speculation.draft {
        Draft::Model(model) => {
            let cache = kv::stored(&model.model, &s.kv, s.context) * s.users;
            model.weights.stored.total() + cache
        }
        Draft::Share(share) => s.model.weights.stored.total() * *share,
        Draft::Head | Draft::Block => s.model.weights.mtp,
        Draft::Lookup => Bytes::ZERO,
    }
}

/// What has to fit, and how far it reaches.
pub(crate) fn memory(s: &Scenario) -> Memory {
    let users = s.users.max(1.0);
    let fixed = Fixed::new(s);
    let need = fixed.need(s.context, users);
    let (devices, device_groups) = fixed.groups(&need);
    let count = f64::from(s.device_count().max(1));
    let weights = s.model.weights.stored;
    let kv = kv::stored(&s.model.model, &s.kv, s.context) * users;
    let state = kv::state(&s.model.model) * users;
    let compute = need.compute_each * count;
    let overhead = Bytes::from_mib(s.coefficients.runtime_mib) * count;
    let host = if fixed.offloads() {
        fixed.host_weights() + need.cache_host
    } else {
        Bytes::ZERO
    };
    let host_capacity = if fixed.offloads() {
        Bytes::new(HostRates::of(s).memory)
    } else {
        Bytes::ZERO
    };
    let mut total = host;
    let mut fits = host <= host_capacity;
    for group in &devices[..device_groups] {
        total += group.used * f64::from(group.count);
        fits &= group.fits();
    }
    Memory {
        weights: weights.total(),
        weights_by_class: weights,
        kv,
        state,
        kv_allocated: need.cache,
        compute,
        overhead,
        draft: fixed.draft,
        total,
        host,
        host_capacity,
        devices,
        device_groups,
        fits,
        binding: binding(
            weights.total(),
            need.cache,
            compute,
            overhead,
            fixed.draft,
            host,
            host_capacity,
        ),
        max_context: longest_context(&fixed, users),
        max_users: most_users(&fixed, s.context),
    }
}

fn binding(
    weights: Bytes,
    cache: Bytes,
    compute: Bytes,
    overhead: Bytes,
    draft: Bytes,
    host: Bytes,
    host_capacity: Bytes,
) -> Binding {
    if host > host_capacity {
        return Binding::Host;
    }
    let mut most = (Binding::Weights, weights);
    for (name, bytes) in [
        (Binding::Kv, cache),
        (Binding::Compute, compute),
        (Binding::Overhead, overhead),
        (Binding::Draft, draft),
    ] {
        if bytes > most.1 {
            most = (name, bytes);
        }
    }
    most.0
}
