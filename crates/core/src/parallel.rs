//! How a split divides the work of a step, and what its exchanges cost.

use crate::counts::Counts;
use crate::device::{Backend, Device, DeviceClass, Link};
use crate::scenario::{ParallelKind, Placement, Scenario};

/// What one pass of one copy of the model looks like under a split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes {
    /// Sequences in one pass of one copy.
    pub users: f64,
    /// Passes that make one step for all users: copies and micro-batches.
    pub passes: f64,
    /// Devices that share one copy.
    pub size: f64,
    /// Devices that read the ordinary weights at the same time.
    pub weights: f64,
    /// Devices that read the routed experts at the same time.
    pub experts: f64,
    /// Devices that read keys and values at the same time.
    pub kv: f64,
    /// Devices that read and write recurrent state at the same time: its heads are many, so
    /// tensor parallel divides them where keys and values have to be repeated.
    pub state: f64,
    /// All-reduces in a step.
    pub all_reduces: f64,
    /// Expert exchanges in a step.
    pub all_to_alls: f64,
    /// Boundaries between devices of one machine.
    pub boundaries: f64,
    /// Boundaries between machines.
    pub machine_boundaries: f64,
}

impl Lanes {
    /// The lanes of a scenario with `users` sequences in all.
    ///
    /// Units: counts. Source: `docs/FORMULAS.md#several-devices`. Holds when: heads and widths
    /// divide by the number of devices.
    #[must_use]
    pub fn of(s: &Scenario, counts: &Counts, users: f64) -> Self {
        let size = f64::from(s.parallel.size.max(1));
        let replicas = f64::from(s.parallel.replicas.max(1));
        let nodes = f64::from(s.nodes.max(1)).min(size);
        let mut lanes = Self {
            users: (users / replicas).max(1.0),
            passes: replicas.min(users),
            size,
            weights: 1.0,
            experts: 1.0,
            kv: 1.0,
            state: 1.0,
            all_reduces: 0.0,
            all_to_alls: 0.0,
            boundaries: 0.0,
            machine_boundaries: 0.0,
        };
        if size <= 1.0 {
            return lanes;
        }
        match s.parallel.kind {
            ParallelKind::None => {}
            ParallelKind::Replica => {
                lanes.users = (users / (replicas * size)).max(1.0);
                lanes.passes = (replicas * size).min(users);
                lanes.size = 1.0;
            }
            ParallelKind::LayerSplit | ParallelKind::Pipeline => {
                lanes.machine_boundaries = nodes - 1.0;
                lanes.boundaries = size - nodes;
                if s.parallel.kind == ParallelKind::Pipeline {
                    let whole = lanes.users;
                    lanes.users = (whole / size).max(1.0);
                    lanes.passes *= whole / lanes.users;
                }
            }
            ParallelKind::Row => {
                lanes.weights = size;
                lanes.experts = size;
                lanes.all_reduces = counts.blocks;
            }
            ParallelKind::Tensor => {
                lanes.weights = size;
                lanes.experts = size;
                lanes.kv = if counts.latent_only {
                    1.0
                } else {
                    size.min(counts.kv_heads)
                };
                lanes.state = size;
                lanes.all_reduces = counts.blocks;
            }
            ParallelKind::Expert => {
                lanes.experts = size;
                lanes.kv = size;
                lanes.state = size;
                lanes.all_to_alls = 2.0 * counts.moe;
            }
        }
        lanes
    }
}

/// Rates of the devices as one lane sees them: the slowest where they work side by side, the
/// average by layers held where they take turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Bandwidth that efficiencies refer to, B/s.
    pub bandwidth: f64,
    /// Peak bandwidth, B/s: the ceiling's.
    pub peak: f64,
    /// FP16 matrix rate with FP32 accumulate, FLOP/s.
    pub fp16: f64,
    /// Rate of integer matrix kernels, as FP16 work: half the INT8 rate (on a CPU, whose kernels
    /// multiply bytes as they are, all of it), at least the FP16 rate.
    pub integer: f64,
    /// FP32 vector rate, FLOP/s.
    pub fp32: f64,
    /// FP8 matrix rate or, without one, the FP16 rate.
    pub fp8: f64,
    /// FP4 matrix rate or, without one, the FP8 rate.
    pub fp4: f64,
}

/// A power limit and how rates follow it.
#[derive(Clone, Copy, Debug)]
struct Cap {
    limit: f64,
    compute: f64,
    memory: f64,
}

/// Share of peak bandwidth that a CPU's stream reaches where nobody measured it.
pub(crate) const CPU_STREAM_SHARE: f64 = 0.55;

/// Share of the INT8 rate that integer kernels can reach as FP16 work.
pub(crate) fn integer_share(device: &Device) -> f64 {
    if device.class == DeviceClass::Cpu {
        1.0
    } else {
        0.5
    }
}

/// Whether the processor of the device is a CPU, whose stream is far below peak.
pub(crate) fn reads_by_cpu(s: &Scenario) -> bool {
    s.backend == Backend::Cpu || s.placement == Placement::CpuOnly
}

impl Rates {
    fn one(device: &Device, cpu: bool, cap: Cap) -> Self {
        let peak = device.bandwidth.get();
        let bandwidth = if cpu || device.class == DeviceClass::Cpu {
            device
                .stream
                .map_or(peak * CPU_STREAM_SHARE, |stream| stream.get().min(peak))
        } else {
            peak
        };
        let (compute, memory) = match device.tdp {
            Some(tdp) if cap.limit < tdp.get() => {
                let share = (cap.limit / tdp.get()).max(0.01);
                (share.powf(cap.compute), share.powf(cap.memory))
            }
            _ => (1.0, 1.0),
        };
        let fp16 = device.fp16.get() * compute;
        let integer = device
            .int8
            .map_or(fp16, |rate| integer_share(device) * rate.get() * compute)
            .max(fp16);
        let fp8 = device
            .fp8
            .map_or(fp16, |rate| rate.get() * compute)
            .max(fp16);
        let fp4 = device.fp4.map_or(fp8, |rate| rate.get() * compute).max(fp8);
        let fp32 = device.fp32.get() * compute;
        Self {
            bandwidth: bandwidth * memory,
            peak,
            fp16,
            integer,
            fp32,
            fp8,
            fp4,
        }
    }

    /// The rates of a scenario's devices.
    #[must_use]
    pub fn of(s: &Scenario) -> Self {
        let cpu = reads_by_cpu(s);
        let cap = Cap {
            limit: s
                .power_limit
                .map_or(f64::INFINITY, super::units::Watts::get),
            compute: s.coefficients.power_exponent,
            memory: s.coefficients.power_memory_exponent,
        };
        if s.devices.len() == 1 {
            return Self::one(s.device(), cpu, cap);
        }
        let serial = s.parallel.kind.takes_turns();
        let memory = s.device_memory();
        let mut total: Option<Self> = None;
        for (device, count) in &s.devices {
            let one = Self::one(device, cpu, cap);
            let share = device.memory.get() * f64::from(*count) / memory;
            total = Some(match total {
                None if serial => one.map(|rate| share / rate.max(1.0)),
                None => one,
                Some(sum) if serial => sum.zip(one, |s, rate| s + share / rate.max(1.0)),
                Some(slowest) => slowest.zip(one, f64::min),
            });
        }
        let total = total.unwrap_or_else(|| Self::one(s.device(), cpu, cap));
        if serial {
            total.map(|inverse| 1.0 / inverse.max(1e-30))
        } else {
            total
        }
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self {
            bandwidth: f(self.bandwidth),
            peak: f(self.peak),
            fp16: f(self.fp16),
            integer: f(self.integer),
            fp32: f(self.fp32),
            fp8: f(self.fp8),
            fp4: f(self.fp4),
        }
    }

    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self {
            bandwidth: f(self.bandwidth, other.bandwidth),
            peak: f(self.peak, other.peak),
            fp16: f(self.fp16, other.fp16),
            integer: f(self.integer, other.integer),
            fp32: f(self.fp32, other.fp32),
            fp8: f(self.fp8, other.fp8),
            fp4: f(self.fp4, other.fp4),
        }
    }
}

/// Time of one all-reduce of `bytes` over a scenario's devices.
///
/// The small-message time of the link among that many ranks (between machines and, where several
/// devices stand in each, inside them too) plus the ring's traffic `2 (N - 1) / N x bytes`.
///
/// Units: s. Source: `docs/FORMULAS.md#all-reduce`. Holds when: the engine overlaps none of it.
#[must_use]
pub fn all_reduce(s: &Scenario, bytes: f64) -> f64 {
    let c = &s.coefficients;
    let size = s.parallel.size.max(1);
    let nodes = s.nodes.clamp(1, size);
    let inside = size / nodes;
    let mut time = 0.0;
    if nodes > 1 {
        time += one_link(
            &s.link,
            nodes,
            bytes,
            c.all_reduce_factor,
            c.link_efficiency,
        );
        if inside > 1 {
            time += one_link(
                &s.inner_link,
                inside,
                bytes,
                c.all_reduce_factor,
                c.link_efficiency,
            );
        }
    } else if inside > 1 {
        time += one_link(
            &s.link,
            inside,
            bytes,
            c.all_reduce_factor,
            c.link_efficiency,
        );
    }
    if c.all_reduce_us > 0.0 {
        c.all_reduce_us * 1e-6
    } else {
        time
    }
}

fn one_link(link: &Link, ranks: u32, bytes: f64, factor: f64, efficiency: f64) -> f64 {
    let n = f64::from(ranks);
    let traffic = 2.0 * (n - 1.0) / n * bytes / (efficiency * link.bandwidth.get().max(1.0));
    factor * small_message(link, n) + traffic
}

/// Small-message time of a link among `n` ranks: measured at 2, 4 and 8, straight in log2 between
/// and beyond.
///
/// Units: s. Source: `docs/FORMULAS.md#all-reduce`. Holds when: the message is small; measured at
/// 2, 4 and 8 ranks.
#[must_use]
pub fn small_message(link: &Link, n: f64) -> f64 {
    let [two, four, eight] = link.all_reduce.map(super::units::Seconds::get);
    let x = n.max(2.0).log2();
    if x <= 2.0 {
        two + (four - two) * (x - 1.0)
    } else {
        four + (eight - four) * (x - 2.0)
    }
    .max(0.0)
}
