//! One pass of the main model, line by line: the terms of [`crate::step`].

use super::book::Book;
use super::key::{Id, Key, Of};
use super::{Expr, Origin, Row};
use crate::model::Class;
use crate::quant::Kernel;
use crate::scenario::ParallelKind;
use crate::step::VECTOR_KERNEL_TOKENS;

impl Book<'_> {
    /// Users of the scenario.
    pub(super) fn users(&mut self) -> Expr {
        self.input(Key::Users, "users", self.s.users.max(1.0))
    }

    /// Sequences in one pass of one copy.
    pub(super) fn sequences(&mut self) -> Expr {
        let users = self.users();
        let p = &self.s.parallel;
        let (size, replicas) = (f64::from(p.size.max(1)), f64::from(p.replicas.max(1)));
        let whole = p.kind == ParallelKind::Replica && size > 1.0;
        let copies = if whole { replicas * size } else { replicas };
        let mut expr = users;
        if copies > 1.0 {
            expr = (expr / self.input(Key::Copies, "parallel.replicas", copies)).at_least(1.0);
        }
        if p.kind == ParallelKind::Pipeline && size > 1.0 {
            expr = (expr / self.input(Key::Stages, "parallel.size", size)).at_least(1.0);
        }
        self.line(Key::Sequences, expr)
    }

    /// Passes that make one step.
    pub(super) fn passes(&mut self) -> Expr {
        let passes = self.pass.lanes.passes;
        if passes == 1.0 {
            return 1.0.into();
        }
        self.derived_symbol(Key::Passes, passes)
    }

    /// A number of devices that share some work; not written where it is 1.
    pub(super) fn lanes(&mut self, key: Key) -> Expr {
        let lanes = &self.pass.lanes;
        let value = match key {
            Key::ExpertLanes => lanes.experts,
            Key::CacheLanes => lanes.kv,
            _ => lanes.weights,
        };
        if value == 1.0 {
            return 1.0.into();
        }
        self.symbol(key, value, Origin::Input("parallel.size"))
    }

    fn lanes_of(&mut self, class: Class) -> Expr {
        self.lanes(if class == Class::RoutedExperts {
            Key::ExpertLanes
        } else {
            Key::Lanes
        })
    }

    /// Share of a class that lies on the host.
    pub(super) fn there(&mut self, class: Class) -> Expr {
        let share = self.pass.on_host.share[class];
        if share == 0.0 || share == 1.0 {
            return share.into();
        }
        self.symbol(Key::HostShare.of(class), share, Origin::Input("placement"))
    }

    /// Share of a class that lies on the devices.
    pub(super) fn here(&mut self, class: Class) -> Expr {
        match self.there(class) {
            Expr::Number(share) => (1.0 - share).into(),
            share => Expr::from(1.0) - share,
        }
    }

    /// Distinct experts of one sequence of `tokens` tokens.
    pub(super) fn experts_of_sequence(&mut self, tokens: Expr) -> Expr {
        let counts = self.pass.counts;
        let per_token = self.model(Key::PerToken, "experts_per_token", counts.per_token);
        if tokens.eval() <= 1.0 || counts.per_token >= counts.experts {
            return per_token.at_most(counts.experts);
        }
        let experts = self.model(Key::Experts, "experts", counts.experts);
        let share = self.coefficient(Key::SequenceShare, "sequence_expert_share");
        let visited = (share * experts.clone()).at_least(per_token.clone());
        let visited = self.line(Key::Visited, visited);
        let exponent = self.coefficient(Key::SequenceExponent, "sequence_exponent");
        let missed = (Expr::from(1.0) - per_token.clone() / visited.clone()).at_least(0.0);
        let drawn = visited * (Expr::from(1.0) - missed.power(tokens.power(exponent)));
        let expr = drawn.at_least(per_token).at_most(experts);
        self.line(Key::SequenceExperts, expr)
    }

    /// Distinct experts of a pass, over experts of one token; not written where it is 1.
    pub(super) fn experts_times(&mut self, tokens: f64) -> Expr {
        let counts = self.pass.counts;
        let users = self.pass.lanes.users;
        if counts.per_token <= 0.0 || (users <= 1.0 && tokens <= 1.0) {
            return 1.0.into();
        }
        let verified = self.verified(tokens);
        let one = self.experts_of_sequence(verified);
        let per_token = self.model(Key::PerToken, "experts_per_token", counts.per_token);
        let distinct = if users <= 1.0 {
            one
        } else {
            let experts = self.model(Key::Experts, "experts", counts.experts);
            let sequences = self.sequences();
            let exponent = self.s.coefficients.routing_exponent;
            let drawn = if exponent >= 1.0 {
                sequences
            } else {
                sequences.power(self.coefficient(Key::RoutingExponent, "routing_exponent"))
            };
            let missed = (Expr::from(1.0) - one.clone() / experts.clone()).at_least(0.0);
            let expr = experts.clone() * (Expr::from(1.0) - missed.power(drawn));
            let expr = expr.at_least(one).at_most(experts);
            self.line(Key::Touched, expr)
        };
        self.line(Key::ExpertTimes, distinct / per_token)
    }

    /// Tokens of each sequence in a pass; not written where it is 1.
    pub(super) fn verified(&mut self, tokens: f64) -> Expr {
        if tokens == 1.0 {
            return 1.0.into();
        }
        let drafted = self.input(Key::Drafted, "speculative.draft_tokens", tokens - 1.0);
        self.line(Key::Verified, drafted + 1.0)
    }

    /// Tokens of a whole pass.
    pub(super) fn batch(&mut self, tokens: f64) -> Expr {
        let sequences = self.sequences();
        let verified = self.verified(tokens);
        self.line(Key::Batch, sequences * verified)
    }

    /// Bytes of one class that one token of one user reads.
    pub(super) fn read(&mut self, class: Class) -> Expr {
        let value = self.pass.model.weights.read[class].get();
        self.symbol(
            Key::ReadBytes.of(class),
            value,
            Origin::Datum(Row::Format, "bytes_read_by_class"),
        )
    }

    /// Bytes of the classes that every token reads, on the devices or on the host.
    pub(super) fn dense_bytes(&mut self, host: bool) -> Expr {
        let mut terms = Vec::new();
        for class in Class::ALL {
            if class == Class::RoutedExperts || self.pass.model.weights.read[class].get() <= 0.0 {
                continue;
            }
            let share = if host {
                self.there(class)
            } else {
                self.here(class)
            };
            if !share.is_zero() {
                let bytes = self.read(class);
                terms.push(share * bytes);
            }
        }
        let key = if host {
            Key::HostDenseBytes
        } else {
            Key::DenseBytes
        };
        self.line(key, Expr::sum(terms))
    }

    /// Bytes of the experts that a pass reads, on the devices or on the host.
    pub(super) fn expert_bytes(&mut self, tokens: f64, host: bool) -> Expr {
        let class = Class::RoutedExperts;
        let share = if host {
            self.there(class)
        } else {
            self.here(class)
        };
        if self.pass.model.weights.read[class].get() <= 0.0 || share.is_zero() {
            return 0.0.into();
        }
        let bytes = self.read(class);
        let times = self.experts_times(tokens);
        let key = if host {
            Key::HostExpertBytes
        } else {
            Key::ExpertBytes
        };
        self.line(key, share * bytes * times)
    }

    /// Rate at which the devices stream ordinary weights or experts.
    pub(super) fn weight_rate(&mut self, class: Class) -> Expr {
        let share = self.coefficient(Key::WeightShare, "weight_efficiency");
        let bandwidth = self.bandwidth();
        let lanes = self.lanes_of(class);
        if class != Class::RoutedExperts {
            return share * bandwidth * lanes;
        }
        let factor = self.coefficient(Key::ExpertFactor, "expert_efficiency");
        let share = self.line(Key::ExpertShare, (share * factor).at_most(1.0));
        share * bandwidth * lanes
    }

    /// Time to stream all weights of the devices.
    pub(super) fn streaming(&mut self, tokens: f64) -> Expr {
        let mut terms = Vec::new();
        let dense = self.dense_bytes(false);
        if !dense.is_zero() {
            terms.push(dense / self.weight_rate(Class::Attention));
        }
        let experts = self.expert_bytes(tokens, false);
        if !experts.is_zero() {
            terms.push(experts / self.weight_rate(Class::RoutedExperts));
        }
        self.line(Key::Streaming, Expr::sum(terms))
    }

    /// Share of the matrix rate that a batch reaches.
    fn matrix_share(&mut self, tokens: f64) -> Expr {
        let many = self.coefficient(Key::ManyShare, "decode_mfu");
        if !self.s.engine.is_ggml() {
            return many;
        }
        let few = self.coefficient(Key::FewShare, "small_batch_mfu");
        let batch = self.batch(tokens);
        let expr = if batch.eval() <= VECTOR_KERNEL_TOKENS {
            few
        } else {
            (few * batch / VECTOR_KERNEL_TOKENS).at_most(many)
        };
        self.line(Key::MatrixShare, expr)
    }

    /// Time of the matrix arithmetic.
    pub(super) fn matrix_time(&mut self, tokens: f64) -> Expr {
        let w = &self.pass.model.weights;
        let (layers, head) = (
            (w.layer_matmul - w.expert_matmul).get(),
            w.head_matmul.get(),
        );
        let experts = w.expert_matmul.get();
        let mut dense = Vec::new();
        for (key, class, params) in [
            (Key::LayerParams, Class::Attention, layers),
            (Key::HeadParams, Class::LmHead, head),
        ] {
            let here = self.here(class);
            if params != 0.0 && !here.is_zero() {
                dense.push(here * self.model(key, "params", params));
            }
        }
        let mut terms = Vec::new();
        if !dense.is_empty() {
            terms.push(Expr::sum(dense) / self.lanes(Key::Lanes));
        }
        let here = self.here(Class::RoutedExperts);
        if experts > 0.0 && !here.is_zero() {
            let params = here * self.model(Key::ExpertParams, "params", experts);
            terms.push(params / self.lanes(Key::ExpertLanes));
        }
        if terms.is_empty() {
            return 0.0.into();
        }
        let batch = self.batch(tokens);
        let share = self.matrix_share(tokens);
        let rate = self.matrix_rate();
        let expr = Expr::from(2.0) * batch * Expr::sum(terms) / (share * rate);
        self.line(Key::MatrixTime, expr)
    }

    /// FP32 operations that unpack one weight; 0 where there is nothing to unpack.
    pub(super) fn unpack_ops(&mut self) -> Expr {
        let ops = self.coefficient(Key::UnpackOps, "dequant_ops");
        match self.pass.model.weights.kernel {
            Kernel::Float => 0.0.into(),
            Kernel::Codebook => ops * self.coefficient(Key::CodebookFactor, "codebook_factor"),
            Kernel::Block | Kernel::KQuant | Kernel::IntGroup => ops,
            Kernel::Fp8 | Kernel::Fp4 => Expr::from(0.25) * ops,
        }
    }

    /// Weights of the ordinary classes that one token uses.
    fn active(&mut self, host: bool) -> Expr {
        let mut total = 0.0;
        for class in Class::ALL {
            let there = self.pass.on_host.share[class];
            let share = if host { there } else { 1.0 - there };
            if class != Class::RoutedExperts {
                total += share * self.pass.model.weights.active[class].get();
            }
        }
        let key = if host { Key::HostActive } else { Key::Active };
        if total == 0.0 {
            return 0.0.into();
        }
        self.derived_symbol(key, total)
    }

    /// Weights that a pass touches on the host or, divided over them, on the devices.
    pub(super) fn touched_weights(&mut self, tokens: f64, host: bool) -> Expr {
        let class = Class::RoutedExperts;
        let mut terms = Vec::new();
        let dense = self.active(host);
        if !dense.is_zero() {
            terms.push(if host {
                dense
            } else {
                dense / self.lanes(Key::Lanes)
            });
        }
        let share = if host {
            self.there(class)
        } else {
            self.here(class)
        };
        let active = self.pass.model.weights.active[class].get();
        if active > 0.0 && !share.is_zero() {
            let active = self.model(Key::ActiveExperts, "params", active);
            let all = share * active * self.experts_times(tokens);
            terms.push(if host {
                all
            } else {
                all / self.lanes(Key::ExpertLanes)
            });
        }
        Expr::sum(terms)
    }

    /// Time to unpack weights.
    pub(super) fn unpack_time(&mut self, tokens: f64) -> Expr {
        let ops = self.unpack_ops();
        if ops.is_zero() {
            return 0.0.into();
        }
        let touched = self.touched_weights(tokens, false);
        if touched.is_zero() {
            return 0.0.into();
        }
        let rate = self.vector_rate();
        let touched = self.line(Key::TouchedWeights, touched);
        self.line(Key::UnpackTime, touched * ops / rate)
    }

    /// Arithmetic on the weights of the devices.
    pub(super) fn weight_compute(&mut self, tokens: f64) -> Expr {
        let matrix = self.matrix_time(tokens);
        let unpack = self.unpack_time(tokens);
        if unpack.is_zero() {
            return matrix;
        }
        self.line(Key::WeightCompute, matrix + unpack)
    }

    /// Weights of the devices: streaming joined with arithmetic.
    pub(super) fn weight_time(&mut self, tokens: f64) -> Expr {
        let streaming = self.streaming(tokens);
        let compute = self.weight_compute(tokens);
        self.line(Key::WeightTime, Expr::smooth_max(streaming, compute))
    }

    /// Growth of fixed times by age and eager launches; not written where it is 1.
    pub(super) fn aging(&mut self) -> Expr {
        let mut expr: Expr = 1.0.into();
        if self.s.age > 0.0 {
            let growth = self.coefficient(Key::AgeGrowth, "age_growth");
            let age = self.input(Key::Age, "software_date", self.s.age);
            expr = (growth * age).exp();
        }
        if self.s.eager {
            expr = expr * self.coefficient(Key::EagerFactor, "eager_factor");
        }
        self.line(Key::Aging, expr)
    }

    /// Layers whose ordinary work runs on the devices.
    pub(super) fn layers_here(&mut self) -> Expr {
        let layers = self.model(Key::Layers, "layers", self.pass.counts.layers());
        if self.pass.on_host.layers == 0.0 {
            return layers;
        }
        layers
            - self.symbol(
                Key::HostLayers,
                self.pass.on_host.layers,
                Origin::Input("placement"),
            )
    }

    /// The same in a pass of several tokens, whose kernels fuse less.
    fn pass_aging(&mut self, tokens: f64) -> Expr {
        let aging = self.aging();
        let several = (self.batch(tokens) - 1.0).at_least(0.0).at_most(1.0);
        if several.eval() <= 0.0 {
            return aging;
        }
        let factor = self.coefficient(Key::BatchFactor, "batch_overhead_factor");
        let expr = if several.eval() >= 1.0 {
            factor
        } else {
            Expr::from(1.0) + (factor - 1.0) * several
        };
        self.line(Key::PassAging, aging * expr)
    }

    pub(super) fn layer_overhead(&mut self, tokens: f64) -> Expr {
        let layers = self.layers_here();
        let each = self.coefficient_in(Key::LayerTime, "layer_overhead_us", 1e-6);
        layers * each * self.pass_aging(tokens)
    }

    pub(super) fn moe_overhead(&mut self, tokens: f64) -> Expr {
        let layers = self.model(Key::MoeLayers, "moe_layers", self.pass.counts.moe);
        let each = self.coefficient_in(Key::MoeLayerTime, "moe_layer_overhead_us", 1e-6);
        layers * each * self.pass_aging(tokens)
    }

    pub(super) fn linear_overhead(&mut self, tokens: f64) -> Expr {
        let layers = self.model(Key::LinearLayers, "linear_layers", self.pass.counts.linear);
        let each = self.coefficient_in(Key::LinearLayerTime, "linear_layer_overhead_us", 1e-6);
        layers * each * self.pass_aging(tokens)
    }

    pub(super) fn step_overhead(&mut self) -> Expr {
        self.coefficient_in(Key::StepTime, "step_overhead_us", 1e-6)
    }

    pub(super) fn user_overhead(&mut self) -> Expr {
        let others = (self.sequences() - 1.0).at_least(0.0);
        others * self.coefficient_in(Key::UserTime, "user_overhead_us", 1e-6)
    }

    /// All fixed work.
    pub(super) fn fixed(&mut self, tokens: f64) -> Expr {
        let terms = [
            self.layer_overhead(tokens),
            self.moe_overhead(tokens),
            self.linear_overhead(tokens),
            self.step_overhead(),
            self.user_overhead(),
        ];
        let terms = terms.into_iter().filter(|term| !term.is_zero());
        self.line(Key::Fixed, Expr::sum(terms.collect::<Vec<_>>()))
    }

    /// One pass, before speculation and corrections.
    pub(super) fn pass_terms(&mut self, tokens: f64) -> Vec<Expr> {
        let terms = [
            self.weight_time(tokens),
            self.cache_all(tokens),
            self.fixed(tokens),
            self.links(tokens),
            self.host_time(tokens),
        ];
        terms.into_iter().filter(|term| !term.is_zero()).collect()
    }

    /// An id of a class.
    pub(super) const fn class_id(key: Key, class: Class) -> Id {
        Id {
            key,
            of: Of::Class(class),
        }
    }
}
