//! What has to fit, line by line: the terms of [`crate::memory`].

use super::book::Book;
use super::key::{Id, Key, place};
use super::quantity::{MemoryOf, group_of};
use super::{Expr, Origin, Row};
use crate::buffers;
use crate::kv::{self, allocated};
use crate::limits;
use crate::memory::{Fixed, LEAST_ACTIVATION, activation, widest_row};
use crate::model::{Class, Ffn, Mixer, Reach};
use crate::reach::CELL;
use crate::scenario::{Draft, ParallelKind, Placement};
use crate::units::Bytes;

impl Book<'_> {
    /// Stored bytes of one class.
    fn stored(&mut self, class: Class) -> Expr {
        let bytes = self.pass.model.weights.stored[class].get();
        self.quantity(Key::StoredBytes.of(class), "memory.weights_by_class", bytes)
    }

    fn stored_of(&mut self, class: Class) -> Expr {
        let w = &self.pass.model.weights;
        let (bytes, params) = (w.stored[class].get(), w.params[class].get());
        if params <= 0.0 {
            return bytes.into();
        }
        let params = self.model(Key::Params.of(class), "params", params);
        let origin = Origin::Datum(Row::Format, "bits_by_class");
        let bits = self.symbol(Key::Bits.of(class), bytes * 8.0 / params.eval(), origin);
        params * bits / 8.0
    }

    /// Users of each copy.
    fn users_each(&mut self) -> Expr {
        let copies = Fixed::new(self.s).copies;
        let users = self.users();
        if copies <= 1.0 {
            return users;
        }
        let copies = self.input(Key::Copies, "parallel.replicas", copies);
        self.line(Key::UsersEach, (users / copies).at_least(1.0))
    }

    fn drafted(&self) -> f64 {
        self.s.speculation.as_ref().map_or(0.0, |some| some.tokens)
    }

    fn drafted_expr(&mut self) -> Expr {
        let drafted = self.drafted();
        if drafted == 0.0 {
            return 0.0.into();
        }
        self.input(Key::Drafted, "speculative.draft_tokens", drafted)
    }

    /// Rows of logits, states and the like: one for each token that may be undone.
    fn snapshots(&mut self) -> Expr {
        match self.drafted_expr() {
            Expr::Number(_) => 1.0.into(),
            drafted => drafted + 1.0,
        }
    }

    fn ubatch(&mut self) -> Expr {
        self.input(Key::Ubatch, "ubatch_tokens", self.s.ubatch)
    }

    /// Cells that llama.cpp keeps for a window.
    fn windowed(&mut self, at: usize, window: u32, cells: &Expr) -> Expr {
        let window = self.model(Key::Window.at(place(at)), "window", f64::from(window));
        let expr = window * self.users_each() + self.ubatch();
        let expr = expr.at_most(cells.clone()).up_to(allocated::CELLS);
        self.line(Key::WindowCells.at(place(at)), expr)
    }

    /// Tokens that a paged cache keeps for a window.
    fn paged_window(&mut self, at: usize, reach: Reach, tokens: &Expr) -> Expr {
        let block = allocated::BLOCK;
        let expr = match reach {
            Reach::Full => return tokens.clone(),
            Reach::Sliding(window) => {
                let window = self.model(Key::Window.at(place(at)), "window", f64::from(window));
                (window - 1.0 + self.ubatch()).up_to(block) + block
            }
            Reach::Chunked(window) => {
                let window = self.model(Key::Window.at(place(at)), "window", f64::from(window));
                (window + self.ubatch()).up_to(block)
            }
        };
        let expr = expr.at_most(tokens.clone());
        self.line(Key::WindowCells.at(place(at)), expr)
    }

    /// What the engine reserves for the cache of one copy, by groups of layers; `paged`: for one
    /// sequence on one rank.
    fn reserved(&mut self, tokens: &Expr, paged: bool, ranks: u32) -> Expr {
        let mixers = &self.pass.model.model.mixers;
        let block = if paged {
            allocated::BLOCK
        } else {
            allocated::CELLS
        };
        let mut terms = Vec::new();
        for (at, group) in mixers.iter().enumerate() {
            let mut share: Expr = 1.0.into();
            let (kept, indexer) = match &group.mixer {
                Mixer::Attention(attention) if attention.kv_shared => continue,
                Mixer::Attention(attention) => {
                    let kept = match attention.reach {
                        Reach::Sliding(window) | Reach::Chunked(window) if !paged => {
                            self.windowed(at, window, tokens)
                        }
                        reach => self.paged_window(at, reach, tokens),
                    };
                    if paged && ranks > 1 {
                        let value = allocated::rank_share(attention, ranks);
                        share = self.derived_symbol(Key::RankShare.at(place(at)), value);
                    }
                    (kept, attention.indexer.as_ref())
                }
                Mixer::Mla(mla) => (tokens.clone(), mla.indexer.as_ref()),
                Mixer::Compressed(layer) => {
                    let near = if paged {
                        self.paged_window(at, Reach::Sliding(layer.window), tokens)
                    } else {
                        self.windowed(at, layer.window, tokens)
                    };
                    let kept = if layer.ratio == 0 {
                        near
                    } else {
                        let ratio = f64::from(layer.ratio);
                        let ratio = self.model(Key::Ratio.at(place(at)), "ratio", ratio);
                        near + (tokens.clone() / ratio).up_to(block)
                    };
                    (kept, layer.indexer.as_ref())
                }
                _ => continue,
            };
            let layers = f64::from(group.count);
            let layers = self.model(Key::GroupLayers.at(place(at)), "layers", layers);
            let row = self.row(at);
            terms.push(layers * kept * row * share);
            if let Some(indexer) = indexer {
                let each = kv::index_layers(indexer, group.count)
                    * kv::index_row(indexer, &self.s.kv, 1.0);
                let each = self.derived_symbol(Key::IndexEach.at(place(at)), each);
                terms.push(each * tokens.clone());
            }
        }
        Expr::sum(terms)
    }

    /// What the engine reserves for cache and state, all copies.
    fn allocated(&mut self) -> Expr {
        let s = self.s;
        let fixed = Fixed::new(s);
        let each = self.users_each();
        let context = self.context();
        let model = &self.pass.model.model;
        let mut terms = Vec::new();
        let ranks = if s.parallel.kind == ParallelKind::Tensor {
            s.parallel.size.max(1)
        } else {
            1
        };
        let server = s.engine.is_server();
        let state = if server {
            kv::state(model)
        } else {
            kv::state_f32(model)
        };
        if server {
            let tokens = self.line(Key::Cells, context.up_to(allocated::BLOCK));
            let sequence = self.reserved(&tokens, true, ranks);
            if !sequence.is_zero() {
                let sequence = self.line(Key::SequenceReserved, sequence);
                let mut expr = sequence * each.clone();
                if ranks > 1 {
                    let ranks = f64::from(ranks);
                    expr = expr * self.symbol(Key::Ranks, ranks, Origin::Input("parallel.size"));
                }
                terms.push(expr);
            }
        } else {
            let tokens = (context * each.clone()).up_to(allocated::CELLS);
            let tokens = self.line(Key::Cells, tokens);
            let all = self.reserved(&tokens, false, 1);
            if !all.is_zero() {
                terms.push(all);
            }
        }
        if state > Bytes::ZERO {
            let state = self.derived_symbol(Key::SequenceState, state.get());
            let snapshots = self.snapshots();
            terms.push(state * each.at_least(1.0) * snapshots);
        }
        let one = Expr::sum(terms);
        if fixed.copies <= 1.0 {
            return one;
        }
        let copies = self.input(Key::Copies, "parallel.replicas", fixed.copies);
        self.line(Key::CopyReserved, one) * copies
    }

    /// Buffers of a batching server.
    fn server_buffers(&mut self, rows: Expr) -> Expr {
        let s = self.s;
        let model = &self.pass.model.model;
        let tokens = self.ubatch().at_least(rows.clone());
        let width = self.model(Key::WidestRow, "heads", widest_row(s));
        let activations = Expr::from(activation(s)) * 2.0 * tokens * width;
        let vocab = self.model(Key::Vocab, "vocab", f64::from(model.vocab));
        activations.at_least(LEAST_ACTIVATION) + Expr::from(4.0) * rows * vocab
    }

    /// The largest live set of llama.cpp's graph.
    fn graph_buffers(&mut self, rows: Expr, cells: Expr) -> Expr {
        let s = self.s;
        let model = &self.pass.model.model;
        let batch = self.ubatch().at_least(rows.clone());
        let hidden = self.model(Key::Hidden, "hidden", f64::from(model.hidden));
        let vocab = self.model(Key::Vocab, "vocab", f64::from(model.vocab));
        let four = || Expr::from(4.0);
        let logits = four() * (rows * vocab + batch.clone() * hidden.clone());
        let (heads, width) = buffers::queries(model);
        let alive = buffers::ALIVE;
        let attention = if s.flash_attention {
            let width = self.model(Key::WidestRow, "heads", width);
            let inner = Expr::from(alive) * hidden.clone() + width;
            Expr::from(2.0) * batch.clone() * cells + four() * batch.clone() * inner
        } else {
            let heads = self.model(Key::MostHeads, "heads", heads);
            let inner = cells.clone() * heads + cells + Expr::from(alive) * hidden.clone();
            four() * batch.clone() * inner
        };
        let logits = self.line(Key::LogitsBuffer, logits);
        let attention = self.line(Key::AttentionBuffer, attention);
        let mut largest = vec![logits, attention];
        for (at, group) in model.ffns.iter().enumerate() {
            let at = place(at);
            let inner = match &group.ffn {
                Ffn::Dense { width, .. } => {
                    let width = self.model(Key::FfnWidth.at(at), "ffn", f64::from(*width));
                    Expr::from(2.0) * width + Expr::from(2.0) * hidden.clone()
                }
                Ffn::Moe(moe) => {
                    let width = self.model(Key::FfnWidth.at(at), "ffn", f64::from(moe.width));
                    let k = f64::from(moe.per_token);
                    let k = self.model(Key::PerTokenAt.at(at), "experts_per_token", k);
                    let experts = f64::from(moe.experts);
                    let experts = self.model(Key::ExpertsAt.at(at), "experts", experts);
                    k * (Expr::from(2.0) * width + hidden.clone())
                        + experts
                        + Expr::from(2.0) * hidden.clone()
                }
            };
            let expr = four() * batch.clone() * inner;
            largest.push(self.line(Key::FfnBuffer.at(at), expr));
        }
        Expr::largest(largest)
    }

    /// Compute buffers of one device.
    fn buffers_each(&mut self) -> Expr {
        let each = self.users_each();
        let rows = each.clone() * self.snapshots();
        let rows = self.line(Key::LogitRows, rows);
        let expr = if self.s.engine.is_server() {
            self.server_buffers(rows)
        } else {
            let cells = self.context() * each;
            let cells = self.line(Key::LiveCells, cells);
            self.graph_buffers(rows, cells)
        };
        self.line(Key::DeviceBuffers, expr)
    }

    fn all_devices(&mut self) -> Expr {
        let count = f64::from(self.s.device_count().max(1));
        if count == 1.0 {
            return 1.0.into();
        }
        self.input(Key::AllDevices, "device_count", count)
    }

    fn runtime(&mut self) -> Expr {
        self.coefficient_in(Key::Runtime, "runtime_mib", 1_048_576.0)
    }

    fn draft_memory(&mut self) -> Expr {
        let s = self.s;
        let Some(some) = s.speculation.as_ref().filter(|some| some.tokens > 0.0) else {
            return 0.0.into();
        };
        match &some.draft {
            Draft::Model(model) => {
                let weights = model.weights.stored.total().get();
                let cache = kv::stored(&model.model, &s.kv, s.context).get();
                let origin = Origin::Datum(Row::DraftModel, "bytes");
                let weights = self.symbol(Key::DraftWeights, weights, origin);
                let cache = self.derived_symbol(Key::DraftCache, cache);
                let users = self.input(Key::Users, "users", s.users);
                weights + cache * users
            }
            Draft::Share(share) => {
                let total = s.model.weights.stored.total().get();
                let total = self.quantity(Key::AllStored, "memory.weights_bytes", total);
                total * self.symbol(Key::DraftShare, *share, Origin::Assumed)
            }
            Draft::Head | Draft::Block => {
                let mtp = s.model.weights.mtp.get();
                self.model(Key::DraftWeights, "mtp", mtp)
            }
            Draft::Lookup => 0.0.into(),
        }
    }

    /// Weights that the host holds.
    fn host_stored(&mut self) -> Expr {
        let mut terms = Vec::new();
        for class in Class::ALL {
            let there = self.there(class);
            if !there.is_zero() && self.pass.model.weights.stored[class] > Bytes::ZERO {
                let stored = self.stored(class);
                terms.push(there * stored);
            }
        }
        Expr::sum(terms)
    }

    fn host_memory(&mut self) -> Expr {
        if matches!(self.s.placement, Placement::AllGpu | Placement::CpuOnly) {
            return 0.0.into();
        }
        let mut terms = Vec::new();
        let weights = self.host_stored();
        if !weights.is_zero() {
            terms.push(weights);
        }
        let there = self.cache_there();
        if !there.is_zero() {
            let all = self.estimate.memory.kv_allocated.get();
            let cache = self.quantity(Key::Reserved, "memory.kv_allocated_bytes", all);
            terms.push(there * cache);
        }
        Expr::sum(terms)
    }

    fn host_capacity(&mut self) -> Expr {
        if self.estimate.memory.host_capacity <= Bytes::ZERO {
            return 0.0.into();
        }
        let host = &self.s.host;
        let (memory, reserve) = (host.memory.get(), host.reserve.get());
        let origin = |field| Origin::Datum(Row::Host, field);
        let memory = self.symbol(Key::DeviceMemory, memory, origin("memory_gib"));
        if reserve <= 0.0 {
            return memory;
        }
        memory - self.symbol(Key::Reserve, reserve, origin("reserve_gib"))
    }

    /// What one device of a group holds.
    fn used(&mut self, at: usize) -> Option<Expr> {
        let fixed = Fixed::new(self.s);
        let need = fixed.need(self.s.context, self.s.users.max(1.0));
        let pieces = fixed.pieces(&need, at)?;
        let mut terms = Vec::new();
        let runtime = self.runtime();
        let held = pieces.held - runtime.eval();
        if fixed.size <= 1.0 {
            for class in Class::ALL {
                let here = self.here(class);
                if !here.is_zero() && self.pass.model.weights.stored[class] > Bytes::ZERO {
                    let stored = self.stored(class);
                    terms.push(here * stored);
                }
            }
            let draft = self.estimate.memory.draft.get();
            if draft > 0.0 {
                terms.push(self.quantity(Key::DraftMemory, "memory.draft_bytes", draft));
            }
        } else {
            terms.push(self.derived_symbol(Key::Held, held));
        }
        if pieces.cache > 0.0 {
            terms.push(self.derived_symbol(Key::CacheEach, pieces.cache));
        }
        let compute = need.compute_each.get();
        terms.push(self.derived_symbol(Key::DeviceBuffers, compute));
        terms.push(runtime);
        Some(Expr::sum(terms))
    }

    /// The scenario's device group behind a group of the estimate.
    fn kind(&self, at: usize) -> Option<usize> {
        let fixed = Fixed::new(self.s);
        let need = fixed.need(self.s.context, self.s.users.max(1.0));
        Some(fixed.pieces(&need, at)?.kind)
    }

    fn physical(&mut self, at: usize) -> Option<Expr> {
        let kind = self.kind(at)?;
        let memory = self.s.devices[kind].0.memory.get();
        let origin = Origin::Datum(Row::Device(place(kind)), "memory_gib");
        Some(self.symbol(Key::PhysicalMemory, memory, origin))
    }

    fn capacity(&mut self, at: usize) -> Option<Expr> {
        let kind = self.kind(at)?;
        let memory = self.physical(at)?;
        let reserve = self.s.devices[kind].0.reserve.get();
        let row = Row::Device(place(kind));
        let reserve = self.symbol(Key::Reserve, reserve, Origin::Datum(row, "reserve_gib"));
        let margin = self.input(Key::Margin, "margin_gib", self.s.margin.get());
        Some((memory - reserve - margin).at_least(0.0))
    }

    /// The largest number of steps that fits: room over what a step takes.
    fn reach(&mut self, steps: f64, most: f64, excess: impl Fn(f64) -> f64) -> Expr {
        let (here, next) = (excess(steps), excess(steps + 1.0));
        let growth = next - here;
        if steps >= most {
            return most.into();
        }
        let growth_symbol = self.derived_symbol(Key::StepGrowth, growth);
        let room = growth * steps - here;
        let room_symbol = self.derived_symbol(Key::Room, room);
        let expr = (room_symbol / growth_symbol).floor();
        if expr.eval() == steps {
            expr
        } else {
            // The limit lies within rounding of a whole number.
            steps.into()
        }
    }

    fn max_context(&mut self) -> Option<Expr> {
        let most = self.estimate.memory.max_context?.get() / CELL;
        let users = self.s.users.max(1.0);
        let fixed = Fixed::new(self.s);
        let limit = (limits::CONTEXT.max / CELL).floor();
        let cells = self.reach(most, limit, |cells| fixed.excess(cells * CELL, users));
        Some(Expr::from(CELL) * cells)
    }

    fn max_users(&mut self) -> Option<Expr> {
        let most = self.estimate.memory.max_users?;
        let context = self.s.context;
        let fixed = Fixed::new(self.s);
        let limit = limits::USERS.max;
        Some(self.reach(most, limit, |users| fixed.excess(context, users)))
    }

    /// The last line of a memory quantity.
    pub(super) fn memory(&mut self, of: MemoryOf) -> Option<(Id, Expr)> {
        let memory = self.estimate.memory;
        Some(match of {
            MemoryOf::Weights => {
                let mut terms = Vec::new();
                for class in Class::ALL {
                    if memory.weights_by_class[class] > Bytes::ZERO {
                        terms.push(self.stored(class));
                    }
                }
                (Key::AllStored.id(), Expr::sum(terms))
            }
            MemoryOf::WeightsOf(class) => (
                Self::class_id(Key::StoredBytes, class),
                self.stored_of(class),
            ),
            MemoryOf::Kv => {
                let users = self.users();
                let each = self.kv_of_sequence();
                (Key::CacheStored.id(), users * each)
            }
            MemoryOf::State => {
                let users = self.users();
                let each = self.state_of_sequence();
                (Key::StateStored.id(), users * each)
            }
            MemoryOf::Allocated => (Key::Reserved.id(), self.allocated()),
            MemoryOf::Compute => {
                let each = self.buffers_each();
                let count = self.all_devices();
                (Key::Buffers.id(), each * count)
            }
            MemoryOf::Overhead => {
                let each = self.runtime();
                let count = self.all_devices();
                (Key::RuntimeAll.id(), each * count)
            }
            MemoryOf::Draft => (Key::DraftMemory.id(), self.draft_memory()),
            MemoryOf::Host => (Key::HostHeld.id(), self.host_memory()),
            MemoryOf::HostCapacity => (Key::HostMemory.id(), self.host_capacity()),
            MemoryOf::Total => {
                let mut terms = Vec::new();
                for (at, group) in memory.groups().iter().enumerate() {
                    let used = self.derived_symbol(Key::Used.at(place(at)), group.used.get());
                    let count = f64::from(group.count);
                    terms.push(if count == 1.0 {
                        used
                    } else {
                        used * self.derived_symbol(Key::GroupDevices.at(place(at)), count)
                    });
                }
                if memory.host > Bytes::ZERO {
                    let host = memory.host.get();
                    terms.push(self.quantity(Key::HostHeld, "memory.host_bytes", host));
                }
                (Key::Total.id(), Expr::sum(terms))
            }
            MemoryOf::Used(at) => {
                let group = group_of(&memory, at)?;
                (Key::Used.at(place(group)), self.used(group)?)
            }
            MemoryOf::Capacity(at) => {
                let group = group_of(&memory, at)?;
                (Key::Capacity.at(place(group)), self.capacity(group)?)
            }
            MemoryOf::Physical(at) => {
                let group = group_of(&memory, at)?;
                (Key::DeviceMemory.at(place(group)), self.physical(group)?)
            }
            MemoryOf::MaxContext => (Key::MaxContext.id(), self.max_context()?),
            MemoryOf::MaxUsers => (Key::MaxUsers.id(), self.max_users()?),
        })
    }
}
