//! What has to fit: weights, cache, buffers and runtime on each device, and what the host holds.

use crate::buffers::Graph;
use crate::estimate::{Binding, DEVICE_GROUPS, DeviceUse, Memory};
use crate::kv::{self, Layout, allocated, sane};
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
/// Least activation memory of a batching server, bytes.
pub(crate) const LEAST_ACTIVATION: f64 = 70.0 * 1_048_576.0;

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

/// A group of equal devices: what each holds whatever the context, and its share of the cache.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    count: u32,
    base: f64,
    cache: f64,
    capacity: f64,
    physical: f64,
    kind: usize,
}

/// What one device of a group holds, taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    /// Weights, draft and runtime, bytes.
    pub(crate) held: f64,
    /// Its share of the cache, bytes.
    pub(crate) cache: f64,
    /// Which of the scenario's device groups it belongs to.
    pub(crate) kind: usize,
}

/// Buffers of one device, whatever the context and users.
#[derive(Clone, Copy, Debug)]
enum Buffers {
    /// llama.cpp's graph.
    Graph(Graph),
    /// A batching server: bytes of a token's activations, and rows of its logits.
    Server { activations: f64, vocab: f64 },
}

/// What does not change with context and users.
#[derive(Clone, Debug)]
pub(crate) struct Fixed<'a> {
    s: &'a Scenario,
    on_host: OnHost,
    pub(crate) size: f64,
    pub(crate) copies: f64,
    /// Ranks of tensor parallelism in a batching server.
    ranks: u32,
    /// Drafted tokens of a step.
    drafted: f64,
    /// Tokens processed together.
    ubatch: f64,
    layout: Layout,
    buffers: Buffers,
    draft: Bytes,
    host_weights: Bytes,
    host_capacity: Bytes,
    groups: [Group; DEVICE_GROUPS],
    len: usize,
}

impl<'a> Fixed<'a> {
    pub(crate) fn new(s: &'a Scenario) -> Self {
        let whole = s.parallel.kind == ParallelKind::Replica;
        let size = f64::from(s.parallel.size.max(1));
        let replicas = f64::from(s.parallel.replicas.max(1));
        let (size, copies) = if whole {
            (1.0, size * replicas)
        } else {
            (size, replicas)
        };
        let on_host = OnHost::of(s, &s.model.counts);
        let tensor = s.parallel.kind == ParallelKind::Tensor;
        let ranks = if tensor && s.engine.is_server() {
            s.parallel.size.max(1)
        } else {
            1
        };
        let mut fixed = Self {
            s,
            on_host,
            size,
            copies,
            ranks,
            drafted: s
                .speculation
                .as_ref()
                .map_or(0.0, |speculation| sane(speculation.tokens)),
            ubatch: sane(s.ubatch),
            layout: Layout::new(&s.model.model, &s.kv, ranks),
            buffers: buffers(s),
            draft: draft_bytes(s),
            host_weights: Bytes::ZERO,
            host_capacity: Bytes::ZERO,
            groups: [Group::default(); DEVICE_GROUPS],
            len: 0,
        };
        if fixed.offloads() {
            fixed.host_weights = host_weights(s, &on_host);
            fixed.host_capacity = Bytes::new(HostRates::of(s).memory);
        }
        fixed.spread();
        fixed
    }

    /// Cache and buffers at a context and a number of users.
    pub(crate) fn need(&self, context: f64, users: f64) -> Need {
        let context = sane(context);
        let each = sane(users / self.copies).max(1.0);
        let (one_copy, one_rank) = if self.s.engine.is_server() {
            self.paged(context, each)
        } else {
            self.pooled(context, each)
        };
        Need {
            cache: one_copy * self.copies,
            cache_each: one_rank * (1.0 - self.on_host.kv),
            compute_each: self.compute(context, each),
            cache_host: one_copy * (self.copies * self.on_host.kv),
        }
    }

    /// Parts that a copy's cache is divided into.
    fn divided(&self, each: f64) -> f64 {
        match self.s.parallel.kind {
            ParallelKind::Tensor => self.size,
            ParallelKind::Expert => self.size.min(each),
            _ => 1.0,
        }
    }

    /// A batching server's cache: of a copy, and of one rank.
    fn paged(&self, context: f64, each: f64) -> (Bytes, Bytes) {
        let cache = allocated::PagedCache {
            tokens: context,
            sequences: each,
            ranks: self.ranks,
            batched_tokens: self.ubatch,
            draft_tokens: self.drafted,
        };
        let rank = self.layout.vllm(self.s.model.sizes.state, &cache).total();
        if self.ranks > 1 {
            (rank * f64::from(self.ranks), rank)
        } else {
            (rank, rank / self.divided(each))
        }
    }

    /// llama.cpp's cache: of a copy, and of one rank.
    fn pooled(&self, context: f64, each: f64) -> (Bytes, Bytes) {
        let cache = allocated::LlamaCache {
            context: context * each,
            sequences: each,
            ubatch: self.ubatch,
            unified: true,
            full_windows: false,
            snapshots: self.drafted,
        };
        let model = &self.s.model;
        let all = self.layout.llama_cpp(model.sizes.state_f32, &cache).total();
        let split = if model.counts.latent_only {
            1.0
        } else {
            self.divided(each).min(model.counts.kv_heads)
        };
        (all, all / split)
    }

    fn compute(&self, context: f64, users: f64) -> Bytes {
        let rows = users * (self.drafted + 1.0);
        let batch = self.ubatch.max(rows);
        match self.buffers {
            Buffers::Graph(graph) => graph.bytes(batch, rows, context * users),
            Buffers::Server { activations, vocab } => {
                let activations = Bytes::new((activations * batch).max(LEAST_ACTIVATION));
                activations + Bytes::new(4.0 * rows * vocab)
            }
        }
    }

    fn push(&mut self, count: u32, base: Bytes, cache: f64, kind: usize) {
        if count == 0 || self.len >= DEVICE_GROUPS {
            return;
        }
        let device = &self.s.devices[kind].0;
        let capacity = (device.memory - device.reserve - self.s.margin).max(Bytes::ZERO);
        let runtime = Bytes::from_mib(self.s.coefficients.runtime_mib);
        self.groups[self.len] = Group {
            count,
            base: (base + runtime).get(),
            cache,
            capacity: capacity.get(),
            physical: device.memory.get(),
            kind,
        };
        self.len += 1;
    }

    /// Spreads weights and shares of the cache over the devices.
    fn spread(&mut self) {
        let s = self.s;
        let stored = self.on_device();
        let copies = self.copies.max(1.0) as u32;
        let all = stored.total();
        if self.size <= 1.0 {
            let used = all + self.draft;
            for (kind, (_, count)) in s.devices.iter().enumerate() {
                let taken = if s.devices.len() == 1 {
                    copies.min((*count).max(1))
                } else {
                    *count
                };
                self.push(taken, used, 1.0, kind);
            }
            return;
        }
        match s.parallel.kind {
            ParallelKind::Tensor | ParallelKind::Row | ParallelKind::Expert => {
                let whole = self.repeated(&stored);
                let held = whole + (all - whole + self.draft) / self.size;
                let row = s.parallel.kind == ParallelKind::Row;
                for (kind, (_, count)) in s.devices.iter().enumerate() {
                    if row && kind == 0 {
                        self.push(copies, held, 1.0, kind);
                        self.push(count.saturating_sub(copies), held, 0.0, kind);
                    } else {
                        self.push(*count, held, if row { 0.0 } else { 1.0 }, kind);
                    }
                }
            }
            _ => self.by_layer(&stored, copies),
        }
    }

    /// Whole layers on each device, the embedding on the first, the output layer on the last.
    fn by_layer(&mut self, stored: &ByClass<Bytes>, copies: u32) {
        let s = self.s;
        let first = stored[Class::Embedding] + self.draft;
        let last = stored[Class::LmHead];
        let layers = f64::from(s.model.model.layers.max(1));
        let one = (stored.total() - stored[Class::Embedding] - last) / layers;
        let share = 1.0 / layers;
        let kinds = s.devices.len();
        if kinds == 1 {
            let few = (layers / self.size).floor();
            let more = (layers - few * self.size) as u32;
            let rest = (self.size as u32).saturating_sub(more);
            let many = few + 1.0;
            // The first device has a layer more where they do not divide; the last has none more.
            if more > 0 {
                self.push(copies, one * many + first, many * share, 0);
                self.push(copies.saturating_mul(more - 1), one * many, many * share, 0);
                self.push(
                    copies.saturating_mul(rest.saturating_sub(1)),
                    one * few,
                    few * share,
                    0,
                );
            } else {
                self.push(copies, one * few + first, few * share, 0);
                self.push(
                    copies.saturating_mul(rest.saturating_sub(2)),
                    one * few,
                    few * share,
                    0,
                );
            }
            self.push(copies, one * few + last, few * share, 0);
            return;
        }
        let memory = s.device_memory();
        for (kind, (device, count)) in s.devices.iter().enumerate() {
            let held = (layers * device.memory.get() / memory).ceil();
            let head = if kind + 1 == kinds { last } else { Bytes::ZERO };
            let table = if kind == 0 { first } else { Bytes::ZERO };
            self.push(*count, one * held + head + table, held * share, kind);
        }
    }

    /// What each device group has to hold, the one most over its room first.
    pub(crate) fn groups(&self, need: &Need) -> ([DeviceUse; DEVICE_GROUPS], usize) {
        let mut uses = [DeviceUse::default(); DEVICE_GROUPS];
        for (slot, group) in uses.iter_mut().zip(&self.groups[..self.len]) {
            *slot = DeviceUse {
                count: group.count,
                used: Bytes::new(self.used(group, need)),
                capacity: Bytes::new(group.capacity),
                physical: Bytes::new(group.physical),
            };
        }
        if self.len > 1 {
            let over = |group: &DeviceUse| (group.used - group.capacity).get();
            crate::order::sort_by(&mut uses[..self.len], |a, b| over(b) < over(a));
        }
        (uses, self.len)
    }

    /// The pieces of the group at this place of [`Self::groups`].
    pub(crate) fn pieces(&self, need: &Need, at: usize) -> Option<Pieces> {
        let mut order: Vec<&Group> = self.groups[..self.len].iter().collect();
        let over = |group: &Group| self.used(group, need) - group.capacity;
        crate::order::sort_by(&mut order, |a, b| over(b) < over(a));
        order.get(at).map(|group| Pieces {
            held: group.base,
            cache: group.cache * need.cache_each.get(),
            kind: group.kind,
        })
    }

    fn used(&self, group: &Group, need: &Need) -> f64 {
        group.base + group.cache * need.cache_each.get() + need.compute_each.get()
    }

    /// Stored bytes by class that lie on devices.
    fn on_device(&self) -> ByClass<Bytes> {
        let mut bytes = self.s.model.weights.stored;
        if !self.offloads() {
            return bytes;
        }
        for class in Class::ALL {
            bytes[class] = bytes[class] * (1.0 - self.on_host.share[class]);
        }
        bytes
    }

    /// Bytes that every device of a divided model holds whole.
    fn repeated(&self, stored: &ByClass<Bytes>) -> Bytes {
        if self.s.parallel.kind == ParallelKind::Expert {
            stored.total() - stored[Class::RoutedExperts]
        } else {
            stored[Class::Norms] + stored[Class::Router]
        }
    }

    fn offloads(&self) -> bool {
        !matches!(self.s.placement, Placement::AllGpu | Placement::CpuOnly)
    }

    /// By how much the fullest device is over its room at a context and a number of users; below
    /// zero where all fit.
    pub(crate) fn excess(&self, context: f64, users: f64) -> f64 {
        self.over(&self.need(context, users))
    }

    /// By how much the fullest device is over its room.
    fn over(&self, need: &Need) -> f64 {
        let mut worst = f64::NEG_INFINITY;
        for group in &self.groups[..self.len] {
            worst = worst.max(self.used(group, need) - group.capacity);
        }
        if self.offloads() {
            let host = self.host_weights + need.cache_host - self.host_capacity;
            worst = worst.max(host.get());
        }
        worst
    }
}

/// The buffers of a scenario's engine.
fn buffers(s: &Scenario) -> Buffers {
    let model = &s.model.model;
    if !s.engine.is_server() {
        return Buffers::Graph(Graph::new(model, &s.model.sizes, s.flash_attention));
    }
    Buffers::Server {
        activations: activation(s) * 2.0 * widest_row(s),
        vocab: f64::from(model.vocab),
    }
}

/// The activation coefficient of a scenario's model on its ranks.
pub(crate) fn activation(s: &Scenario) -> f64 {
    let rank = match s.parallel.size {
        0 | 1 => 0,
        2 | 3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    ACTIVATION[usize::from(s.model.counts.moe > 0.0)][rank]
}

/// Widest row that a batching server keeps for a token, values: queries of an attention layer, or
/// the residual stream.
pub(crate) fn widest_row(s: &Scenario) -> f64 {
    let hidden = f64::from(s.model.model.hidden);
    s.model.sizes.attention_width.max(hidden)
}

fn host_weights(s: &Scenario, on_host: &OnHost) -> Bytes {
    let mut bytes = Bytes::ZERO;
    for class in Class::ALL {
        bytes += s.model.weights.stored[class] * on_host.share[class];
    }
    bytes
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
///
/// Units: B. Source: `docs/FORMULAS.md#fit`. Holds when: nothing else on the devices grows.
pub(crate) fn memory(s: &Scenario) -> Memory {
    memory_with(s, true)
}

/// The same; without `reach` how far memory reaches is not looked for.
pub(crate) fn memory_with(s: &Scenario, reach: bool) -> Memory {
    let users = s.users.max(1.0);
    let fixed = Fixed::new(s);
    let need = fixed.need(s.context, users);
    let (devices, device_groups) = fixed.groups(&need);
    let count = f64::from(s.device_count().max(1));
    let weights = s.model.weights.stored;
    let kv = kv::stored(&s.model.model, &s.kv, s.context) * users;
    let state = s.model.sizes.state * users;
    let compute = need.compute_each * count;
    let overhead = Bytes::from_mib(s.coefficients.runtime_mib) * count;
    let host = if fixed.offloads() {
        fixed.host_weights + need.cache_host
    } else {
        Bytes::ZERO
    };
    let host_capacity = fixed.host_capacity;
    let over = fixed.over(&need);
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
        max_context: if reach {
            longest_context(&fixed, s.context, users, over)
        } else {
            None
        },
        max_users: if reach {
            most_users(&fixed, s.context, users, over)
        } else {
            None
        },
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
