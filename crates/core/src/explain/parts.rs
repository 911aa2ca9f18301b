//! The parts of a step: which share of which term each of them is.

use super::Expr;
use super::book::Book;
use super::cache::{CachePart, INDEX, KV, LATENT, STATE};
use super::key::Key;
use crate::model::Class;
use crate::parts::PartName;

impl Book<'_> {
    /// How far the smooth maximum of two times lies above the larger, in a form that loses no
    /// digits: see [`crate::smooth::excess`].
    fn excess(&mut self, large: &Expr, small: &Expr) -> Expr {
        if small.is_zero() || large.is_zero() {
            return 0.0.into();
        }
        let fourth = self.line(Key::Fourth, (small.clone() / large.clone()).power(4.0));
        let root = (fourth.clone() + 1.0).power(Expr::from(1.0) / 4.0);
        let root = self.line(Key::Root, root);
        let below = (root.clone() + 1.0) * (root.power(2.0) + 1.0);
        large.clone() * fourth / below
    }

    /// Multiple of the first and what the second gets of their smooth maximum: see
    /// [`crate::smooth::share`].
    fn shared(&mut self, first: &Expr, second: &Expr) -> (Expr, Expr) {
        if first.eval() >= second.eval() {
            let rest = self.excess(first, second);
            (1.0.into(), self.line(Key::Rest, rest))
        } else if first.is_zero() {
            (0.0.into(), second.clone())
        } else {
            let rest = self.excess(second, first);
            let rest = self.line(Key::Rest, rest);
            (self.line(Key::Scale, rest / first.clone()), second.clone())
        }
    }

    /// What arithmetic on the devices' weights adds to streaming them.
    fn weights_extra(&mut self, tokens: f64) -> Expr {
        let streaming = self.streaming(tokens);
        let compute = self.weight_compute(tokens);
        self.shared(&streaming, &compute).1
    }

    fn cache_part(&mut self, part: CachePart, tokens: f64) -> Expr {
        let own = self.cache_time(part);
        let streaming = self.cache_streaming();
        let compute = self.attention_time(tokens);
        let scale = self.shared(&streaming, &compute).0;
        own * scale
    }

    /// A share of the bytes of one class that a pass reads.
    pub(super) fn portion(&mut self, share: Expr, class: Class, tokens: f64) -> Expr {
        let bytes = share * self.read(class);
        if class == Class::RoutedExperts {
            bytes * self.experts_times(tokens)
        } else {
            bytes
        }
    }

    /// Time of one part of a pass, before speculation and corrections.
    pub(super) fn part(&mut self, name: PartName, tokens: f64) -> Expr {
        match name {
            PartName::Weights(class) => {
                let share = self.here(class);
                let own = self.portion(share, class, tokens) / self.weight_rate(class);
                let streaming = self.streaming(tokens);
                let compute = self.weight_compute(tokens);
                let scale = self.shared(&streaming, &compute).0;
                own * scale
            }
            PartName::Matrix => {
                let extra = self.weights_extra(tokens);
                let matrix = self.matrix_time(tokens);
                let compute = self.weight_compute(tokens);
                extra * matrix / compute
            }
            PartName::Unpack => {
                let extra = self.weights_extra(tokens);
                let unpack = self.unpack_time(tokens);
                let compute = self.weight_compute(tokens);
                extra * unpack / compute
            }
            PartName::Kv => self.cache_part(KV, tokens),
            PartName::Latent => self.cache_part(LATENT, tokens),
            PartName::Index => self.cache_part(INDEX, tokens),
            PartName::State => self.cache_part(STATE, tokens),
            PartName::AttentionCompute => {
                let streaming = self.cache_streaming();
                let compute = self.attention_time(tokens);
                self.shared(&streaming, &compute).1
            }
            PartName::LayerOverhead => self.layer_overhead(tokens),
            PartName::MoeOverhead => self.moe_overhead(tokens),
            PartName::LinearOverhead => self.linear_overhead(tokens),
            PartName::StepOverhead => self.step_overhead(),
            PartName::UserOverhead => self.user_overhead(),
            PartName::AllReduce => self.all_reduces(tokens),
            PartName::AllToAll => self.all_to_alls(tokens),
            PartName::Boundaries => self.boundaries(tokens),
            PartName::HostWeights(class) => {
                let share = self.there(class);
                let own = self.portion(share, class, tokens) / self.host_stream();
                let all = self.host_weights(tokens);
                let streaming = self.host_streaming(tokens);
                let scale = self.line(Key::Scale, all / streaming);
                own * scale
            }
            PartName::HostKv => self.host_cache(),
            PartName::HostOverhead => self.host_fixed(),
            PartName::Ssd => self.ssd(tokens),
            PartName::Draft | PartName::MixedPrefill => 0.0.into(),
        }
    }

    /// Bytes that one part of a pass moves.
    pub(super) fn bytes_of_part(&mut self, name: PartName, tokens: f64) -> Expr {
        match name {
            PartName::Weights(class) | PartName::HostWeights(class) => {
                let share = if name == PartName::Weights(class) {
                    self.here(class)
                } else {
                    self.there(class)
                };
                self.portion(share, class, tokens)
            }
            PartName::Kv => self.cache_formula(KV),
            PartName::Latent => self.cache_formula(LATENT),
            PartName::Index => self.cache_formula(INDEX),
            PartName::State => self.cache_formula(STATE),
            PartName::HostKv => {
                let there = self.cache_there();
                let row = self.pass.kv_read().attention.get();
                let sequences = self.sequences();
                sequences * there * self.quantity(Key::KvRow, "decode.kv_bytes_read", row)
            }
            PartName::AllReduce | PartName::AllToAll | PartName::Boundaries => {
                self.exchanged(name, tokens)
            }
            PartName::Ssd => {
                let missing = self.missing();
                missing * self.host_bytes(tokens)
            }
            // Arithmetic and fixed work move nothing that is counted.
            _ => 0.0.into(),
        }
    }

    fn cache_formula(&mut self, part: CachePart) -> Expr {
        let bytes = self.cache_bytes(part);
        self.written(bytes)
    }
}
