//! Work on the host behind an offload, line by line.

use super::book::Book;
use super::key::Key;
use super::{Expr, Origin, Row};
use crate::model::Class;
use crate::step::HostRates;

impl Book<'_> {
    /// Rate at which the host streams weights.
    pub(super) fn host_stream(&mut self) -> Expr {
        let share = self.coefficient(Key::HostEfficiency, "host_efficiency");
        let bandwidth = self.host_bandwidth();
        share * bandwidth
    }

    /// Weight bytes a pass reads on the host.
    pub(super) fn host_bytes(&mut self, tokens: f64) -> Expr {
        let dense = self.dense_bytes(true);
        let experts = self.expert_bytes(tokens, true);
        match (dense.is_zero(), experts.is_zero()) {
            (_, true) => dense,
            (true, false) => experts,
            (false, false) => self.line(Key::HostBytes, dense + experts),
        }
    }

    /// Time to stream the host's weights.
    pub(super) fn host_streaming(&mut self, tokens: f64) -> Expr {
        let bytes = self.host_bytes(tokens);
        if bytes.is_zero() {
            return 0.0.into();
        }
        let rate = self.host_stream();
        self.line(Key::HostStreaming, bytes / rate)
    }

    /// Arithmetic on the host.
    pub(super) fn host_compute(&mut self, tokens: f64) -> Expr {
        let weights = &self.pass.model.weights;
        let on_host = &self.pass.on_host;
        let multiplied: f64 = Class::ALL
            .iter()
            .map(|class| on_host.share[*class] * weights.active[*class].get())
            .sum();
        if multiplied <= 0.0 {
            return 0.0.into();
        }
        let batch = self.batch(tokens);
        let multiplied = self.derived_symbol(Key::HostParams, multiplied);
        let mut work = Expr::from(2.0) * batch * multiplied;
        let ops = self.unpack_ops();
        if !ops.is_zero() {
            let touched = self.touched_weights(tokens, true);
            let touched = self.line(Key::HostTouched, touched);
            work = work + touched * ops;
        }
        let rate = self.host_rate();
        self.line(Key::HostCompute, work / rate)
    }

    /// The host's weights: streaming joined with arithmetic.
    pub(super) fn host_weights(&mut self, tokens: f64) -> Expr {
        let streaming = self.host_streaming(tokens);
        let compute = self.host_compute(tokens);
        if streaming.is_zero() {
            // Without bytes to stream, a step gives the arithmetic to no part.
            return 0.0.into();
        }
        self.line(Key::HostWeightTime, Expr::smooth_max(streaming, compute))
    }

    /// The part of the cache that lies on the host.
    pub(super) fn host_cache(&mut self) -> Expr {
        let there = self.cache_there();
        let row = self.pass.kv_read().attention.get();
        if there.is_zero() || row <= 0.0 {
            return 0.0.into();
        }
        let sequences = self.sequences();
        let row = self.quantity(Key::KvRow, "decode.kv_bytes_read", row);
        let rate = self.host_stream();
        self.line(Key::HostCacheTime, sequences * there * row / rate)
    }

    /// Fixed time of layers on the host.
    pub(super) fn host_fixed(&mut self) -> Expr {
        let layers = self.pass.on_host.layers + self.pass.on_host.expert_layers;
        if layers <= 0.0 {
            return 0.0.into();
        }
        let layers = self.symbol(Key::HostLayersAll, layers, Origin::Input("placement"));
        layers * self.coefficient_in(Key::HostLayerTime, "host_layer_us", 1e-6)
    }

    /// Share of the host's weights that its memory does not hold.
    pub(super) fn missing(&mut self) -> Expr {
        let weights = &self.pass.model.weights;
        let stored: f64 = Class::ALL
            .iter()
            .map(|class| self.pass.on_host.share[*class] * weights.stored[*class].get())
            .sum();
        let memory = HostRates::of(self.s).memory;
        if memory >= stored.max(1.0) {
            return 0.0.into();
        }
        let stored = self.derived_symbol(Key::HostStored, stored.max(1.0));
        let memory = self.symbol(
            Key::HostMemory,
            memory,
            Origin::Datum(Row::Host, "memory_gib"),
        );
        let expr = Expr::from(1.0) - memory / stored;
        self.line(Key::Missing, expr)
    }

    /// Reading from the SSD what the host's memory does not hold.
    pub(super) fn ssd(&mut self, tokens: f64) -> Expr {
        let missing = self.missing();
        let bytes = self.host_bytes(tokens);
        if missing.is_zero() || bytes.is_zero() {
            return 0.0.into();
        }
        let rate = self.coefficient_in(Key::SsdBandwidth, "ssd_gb_s", 1e9);
        self.line(Key::SsdTime, missing * bytes / rate)
    }

    /// Everything on the host.
    pub(super) fn host_time(&mut self, tokens: f64) -> Expr {
        if !self.pass.on_host.any() {
            return 0.0.into();
        }
        let terms = [
            self.host_weights(tokens),
            self.host_cache(),
            self.host_fixed(),
            self.ssd(tokens),
        ];
        let terms: Vec<Expr> = terms.into_iter().filter(|term| !term.is_zero()).collect();
        self.line(Key::HostTime, Expr::sum(terms))
    }
}
