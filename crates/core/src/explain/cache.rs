//! The cache in a pass, line by line.

use super::Expr;
use super::Origin;
use super::book::Book;
use super::key::Key;
use crate::flops;
use crate::kv;
use crate::kv_type::KvKind;
use crate::scenario::ParallelKind;

/// Names of the terms of one cache part: bytes of a sequence, of all, and the time.
#[derive(Clone, Copy)]
pub(super) struct CachePart {
    row: Key,
    all: Key,
    time: Key,
    path: &'static str,
}

pub(super) const KV: CachePart = CachePart {
    row: Key::KvRow,
    all: Key::KvBytes,
    time: Key::KvTime,
    path: "decode.kv_bytes_read",
};
pub(super) const LATENT: CachePart = CachePart {
    row: Key::LatentRow,
    all: Key::LatentBytes,
    time: Key::LatentTime,
    path: "decode.kv_bytes_read",
};
pub(super) const INDEX: CachePart = CachePart {
    row: Key::IndexRow,
    all: Key::IndexBytes,
    time: Key::IndexTime,
    path: "decode.kv_bytes_read",
};
pub(super) const STATE: CachePart = CachePart {
    row: Key::StateRow,
    all: Key::StateBytes,
    time: Key::StateTime,
    path: "memory.state_bytes",
};

impl Book<'_> {
    /// Share of the cache on the devices.
    pub(super) fn cache_here(&mut self) -> Expr {
        match self.cache_there() {
            Expr::Number(share) => (1.0 - share).into(),
            share => Expr::from(1.0) - share,
        }
    }

    /// Share of the cache on the host.
    pub(super) fn cache_there(&mut self) -> Expr {
        let share = self.pass.on_host.kv;
        if share == 0.0 || share == 1.0 {
            return share.into();
        }
        self.symbol(Key::HostCacheShare, share, Origin::Input("placement"))
    }

    /// Share of bandwidth that reading keys and values reaches.
    pub(super) fn kv_share(&mut self) -> Expr {
        let mut expr = self.coefficient(Key::KvShare, "kv_efficiency");
        let factor = match self.s.kv.kind {
            KvKind::Float => None,
            KvKind::Byte => Some("kv_byte_factor"),
            KvKind::Block => Some("kv_block_factor"),
            KvKind::Exotic => Some("kv_exotic_factor"),
        };
        if let Some(name) = factor {
            expr = expr * self.coefficient(Key::KvFactor, name);
        }
        if !self.s.flash_attention {
            expr = expr * self.coefficient(Key::NoFlashFactor, "kv_no_flash_factor");
        }
        self.line(Key::KvReach, expr.at_least(1e-4).at_most(1.0))
    }

    /// Devices that share recurrent state: those that share the heads of its layers.
    pub(super) fn state_lanes(&mut self) -> Expr {
        if self.s.parallel.kind == ParallelKind::Tensor {
            self.lanes(Key::Lanes)
        } else {
            self.lanes(Key::CacheLanes)
        }
    }

    fn cache_row(&mut self, part: CachePart) -> Expr {
        let model = &self.pass.model.model;
        let read = self.pass.kv_read();
        let value = match part.row {
            Key::KvRow => read.attention,
            Key::LatentRow => read.mla,
            Key::IndexRow => read.index,
            _ => kv::state(model),
        };
        self.quantity(part.row, part.path, value.get())
    }

    /// Bytes of a part of the cache that a pass moves on the devices.
    pub(super) fn cache_bytes(&mut self, part: CachePart) -> Expr {
        let row = self.cache_row(part);
        let here = self.cache_here();
        if row.is_zero() || here.is_zero() {
            return 0.0.into();
        }
        let sequences = self.sequences();
        let twice = if part.row == Key::StateRow { 2.0 } else { 1.0 };
        self.line(part.all, sequences * twice * row * here)
    }

    /// Time to move a part of the cache.
    pub(super) fn cache_time(&mut self, part: CachePart) -> Expr {
        let bytes = self.cache_bytes(part);
        if bytes.is_zero() {
            return 0.0.into();
        }
        let bandwidth = self.bandwidth();
        let rate = match part.row {
            Key::KvRow => self.kv_share() * bandwidth * self.lanes(Key::CacheLanes),
            Key::LatentRow => self.coefficient(Key::LatentShare, "mla_efficiency") * bandwidth,
            Key::IndexRow => {
                let latent = self.coefficient(Key::LatentShare, "mla_efficiency");
                let kv = self.kv_share();
                let share = if latent.eval() >= kv.eval() {
                    latent
                } else {
                    kv
                };
                share * bandwidth
            }
            _ => {
                let share = self.coefficient(Key::StateShare, "state_efficiency");
                let lanes = self.state_lanes();
                share * bandwidth * lanes
            }
        };
        self.line(part.time, bytes / rate)
    }

    /// Time to move the whole cache of the devices.
    pub(super) fn cache_streaming(&mut self) -> Expr {
        let times: Vec<Expr> = [KV, LATENT, INDEX, STATE]
            .into_iter()
            .map(|part| self.cache_time(part))
            .filter(|time| !time.is_zero())
            .collect();
        self.line(Key::CacheStreaming, Expr::sum(times))
    }

    /// Arithmetic of attention.
    pub(super) fn attention_time(&mut self, tokens: f64) -> Expr {
        let flops = flops::decode_attention(&self.pass.model.model, self.s.context).get();
        let here = self.cache_here();
        if flops <= 0.0 || here.is_zero() {
            return 0.0.into();
        }
        let batch = self.batch(tokens);
        let flops = self.quantity(Key::AttentionFlops, "decode.flops", flops);
        let lanes = self.lanes(Key::Lanes);
        let share = self.coefficient(Key::AttentionShare, "prefill_attention_mfu");
        let rate = self.half_rate();
        let expr = batch * flops * here / lanes / (share * rate);
        self.line(Key::AttentionTime, expr)
    }

    /// The cache of the devices: moving joined with arithmetic.
    pub(super) fn cache_all(&mut self, tokens: f64) -> Expr {
        let streaming = self.cache_streaming();
        let compute = self.attention_time(tokens);
        self.line(Key::CacheTime, Expr::smooth_max(streaming, compute))
    }
}
