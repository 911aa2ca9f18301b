//! Reading the prompt, line by line: the terms of [`crate::prefill`].

use super::book::Book;
use super::key::{Id, Key};
use super::quantity::PrefillOf;
use super::{Expr, Origin, Row};
use crate::flops;
use crate::model::Class;
use crate::prefill::{IN_FLIGHT, SCORE_BYTES, STREAM_TOKENS, hands_over_in_flight};
use crate::range::prefill_range;
use crate::scenario::ParallelKind;
use crate::step::ACTIVATION_BYTES;

/// What the lines of a prefill share.
struct Prompt {
    new: Expr,
    depth: Expr,
    chunks: Expr,
    batch: Expr,
}

impl Book<'_> {
    /// New tokens and tokens before them.
    fn new_and_depth(&mut self) -> (Expr, Expr) {
        let s = self.s;
        let prompt_value = s.prompt.max(0.0);
        let cached_value = s.cached.clamp(0.0, prompt_value);
        if prompt_value <= 0.0 {
            return (0.0.into(), s.prefill_depth.max(0.0).into());
        }
        let prompt = self.input(Key::Prompt, "prompt_tokens", prompt_value);
        let mut new = prompt.clone();
        if cached_value > 0.0 {
            let cached = self.input(Key::Cached, "cached_prompt_tokens", cached_value);
            new = new - cached;
        }
        let new = self.line(Key::NewTokens, new.at_least(1.0));
        let mut depth = Vec::new();
        if s.prefill_depth > 0.0 {
            depth.push(self.input(Key::StartDepth, "prefill_depth_tokens", s.prefill_depth));
        }
        if prompt_value != new.eval() {
            depth.push(prompt - new.clone());
        }
        let depth = self.line(Key::Depth, Expr::sum(depth));
        (new, depth)
    }

    fn prompt(&mut self) -> Option<Prompt> {
        let (new, depth) = self.new_and_depth();
        if new.is_zero() {
            return None;
        }
        let ubatch = self.input(Key::Ubatch, "ubatch_tokens", self.s.ubatch.max(1.0));
        let chunks = (new.clone() / ubatch).at_least(1.0);
        let (chunks, batch) = if chunks.eval() <= 1.0 {
            (1.0.into(), new.clone())
        } else {
            let chunks = self.line(Key::Chunks, chunks);
            let batch = self.line(Key::PromptBatch, new.clone() / chunks.clone());
            (chunks, batch)
        };
        Some(Prompt {
            new,
            depth,
            chunks,
            batch,
        })
    }

    /// Operations on weights: the output layer works on the last token only.
    fn linear(&mut self, new: &Expr) -> Expr {
        let w = &self.pass.model.weights;
        let (layers, head) = (w.layer_matmul.get(), w.head_matmul.get());
        let layers = self.model(Key::AllLayerParams, "params", layers);
        let head = self.model(Key::HeadParams, "params", head);
        Expr::from(2.0) * layers * new.clone() + Expr::from(2.0) * head
    }

    /// Distinct experts of a batch over experts of one token.
    fn batch_experts(&mut self, p: &Prompt) -> (Expr, Expr) {
        let counts = self.pass.counts;
        if counts.per_token <= 0.0 {
            return (1.0.into(), p.batch.clone());
        }
        let touched = self.experts_of_sequence(p.batch.clone());
        let k = self.model(Key::PerToken, "experts_per_token", counts.per_token);
        let k = k.at_least(1.0);
        let each = p.batch.clone() * k.clone() / touched.clone();
        let each = self.line(Key::PerExpert, each);
        let times = if touched.eval() == k.eval() {
            1.0.into()
        } else {
            self.line(Key::ExpertTimes, touched / k)
        };
        (times, each)
    }

    /// Arithmetic on the weights of the devices.
    fn prompt_compute(&mut self, p: &Prompt) -> Expr {
        let (_, per_expert) = self.batch_experts(p);
        let experts = self.pass.model.weights.expert_matmul.get();
        let linear = self.linear(&p.new);
        let linear = self.line(Key::LinearFlops, linear);
        let mut dense = linear;
        let mut expert_flops = None;
        if experts > 0.0 {
            let params = self.model(Key::ExpertParams, "params", experts);
            let flops = Expr::from(2.0) * params * p.new.clone();
            let flops = self.line(Key::ExpertFlops, flops);
            dense = (dense - flops.clone()).at_least(0.0);
            expert_flops = Some(flops);
        }
        let rate = self.matrix_rate();
        let mfu = self.coefficient(Key::PromptShare, "prefill_mfu");
        let half = self.coefficient(Key::HalfBatch, "half_batch_tokens");
        let share = mfu.clone() * p.batch.clone() / (p.batch.clone() + half);
        let share = self.line(Key::BatchShare, share);
        let here = self.here(Class::Attention);
        let mut terms = Vec::new();
        if !here.is_zero() && !dense.is_zero() {
            let lanes = self.lanes(Key::Lanes);
            terms.push(dense * here / (share * rate.clone() * lanes));
        }
        let here = self.here(Class::RoutedExperts);
        if let Some(flops) = expert_flops.filter(|_| !here.is_zero()) {
            let factor = self.coefficient(Key::PromptExpertFactor, "prefill_expert_factor");
            let half = self.coefficient(Key::HalfExpert, "half_expert_tokens");
            let most = (mfu * factor).at_most(1.0);
            let share = most * per_expert.clone() / (per_expert + half);
            let share = self.line(Key::ExpertBatchShare, share);
            let lanes = self.lanes(Key::ExpertLanes);
            terms.push(flops * here / (share * rate * lanes));
        }
        self.line(Key::PromptCompute, Expr::sum(terms))
    }

    /// One read of the weights of the devices for each batch.
    fn prompt_floor(&mut self, p: &Prompt) -> Expr {
        let (times, _) = self.batch_experts(p);
        let bandwidth = self.bandwidth();
        let share = self.coefficient(Key::PromptStream, "prefill_stream_share");
        let rate = share * bandwidth;
        let mut terms = Vec::new();
        let dense = self.dense_bytes(false);
        if !dense.is_zero() {
            terms.push(dense / (rate.clone() * self.lanes(Key::Lanes)));
        }
        let class = Class::RoutedExperts;
        let here = self.here(class);
        if self.pass.model.weights.read[class].get() > 0.0 && !here.is_zero() {
            let bytes = here * self.read(class) * times;
            terms.push(bytes / (rate * self.lanes(Key::ExpertLanes)));
        }
        let read = self.line(Key::BatchRead, Expr::sum(terms));
        self.line(Key::PromptFloor, p.chunks.clone() * read)
    }

    fn prompt_attention(&mut self, p: &Prompt) -> Expr {
        let flops = self.prefill_attention(&p.new, &p.depth);
        if flops.is_zero() {
            return 0.0.into();
        }
        let flops = self.line(Key::PromptAttention, flops);
        let share = self.coefficient(Key::AttentionShare, "prefill_attention_mfu");
        let rate = self.half_rate();
        let size = self.pass.lanes.size;
        let divided = matches!(
            self.s.parallel.kind,
            ParallelKind::Tensor | ParallelKind::Expert
        );
        let lanes = if divided && size > 1.0 {
            self.symbol(Key::Ranks, size, Origin::Input("parallel.size"))
        } else {
            1.0.into()
        };
        let mut time = flops / (share * rate * lanes.clone());
        if !self.s.flash_attention {
            time = time + self.scores_time(p, lanes);
        }
        self.line(Key::PromptAttentionTime, time)
    }

    /// Scores through memory, where attention is not fused.
    fn scores_time(&mut self, p: &Prompt, lanes: Expr) -> Expr {
        let model = &self.pass.model.model;
        let (new, depth, batch) = (p.new.eval(), p.depth.eval(), p.batch.eval());
        let scores = flops::prefill_scores(model, new, depth, batch);
        let scores = self.derived_symbol(Key::Scores, scores);
        let share = self.coefficient(Key::PromptStream, "prefill_stream_share");
        let rate = share * self.bandwidth() * lanes;
        self.line(Key::ScoresTime, Expr::from(SCORE_BYTES) * scores / rate)
    }

    /// Gain of a split whose stages work on different batches.
    fn pipelined(&mut self, p: &Prompt) -> Expr {
        let size = self.pass.lanes.size;
        let staged = self.s.parallel.kind.takes_turns();
        if !staged || size <= 1.0 || !hands_over_in_flight(self.s) {
            return 1.0.into();
        }
        let stages = self.symbol(Key::Stages, size, Origin::Input("parallel.size"));
        let batches = p.chunks.clone().at_least(1.0).at_most(IN_FLIGHT);
        let expr = stages.clone() * batches.clone() / (batches + stages - 1.0);
        self.line(Key::Pipelined, expr)
    }

    /// Weights on the host: computed there, or copied over the bus for each batch.
    fn prompt_host(&mut self, p: &Prompt) -> Expr {
        if !self.pass.on_host.any() {
            return 0.0.into();
        }
        let (times, _) = self.batch_experts(p);
        let weights = &self.pass.model.weights;
        let on_host = self.pass.on_host;
        let active: f64 = Class::ALL
            .iter()
            .map(|class| on_host.share[*class] * weights.active[*class].get())
            .sum();
        let mut bytes = Vec::new();
        let dense = self.dense_bytes(true);
        if !dense.is_zero() {
            bytes.push(dense);
        }
        let class = Class::RoutedExperts;
        let there = self.there(class);
        if weights.read[class].get() > 0.0 && !there.is_zero() {
            bytes.push(there * self.read(class) * times);
        }
        let bytes = self.line(Key::HostBytes, Expr::sum(bytes));
        let params = self.derived_symbol(Key::HostParams, active);
        let work = Expr::from(2.0) * p.new.clone() * params;
        let work = self.line(Key::HostFlops, work);
        let mfu = self.coefficient(Key::PromptShare, "prefill_mfu");
        let rate = self.host_rate();
        let arithmetic = self.line(Key::HostCompute, work.clone() / (mfu.clone() * rate));
        let all = self.line(Key::HostBatches, p.chunks.clone() * bytes);
        let streaming = all.clone() / self.host_stream();
        let streaming = self.line(Key::HostStreaming, streaming);
        let computed = Expr::smooth_max(arithmetic, streaming);
        let computed = self.line(Key::HostWeightTime, computed);
        if p.batch.eval() < STREAM_TOKENS {
            return computed;
        }
        let value = self.s.pcie.get().max(1.0);
        let bus = self.symbol(
            Key::BusBandwidth,
            value,
            Origin::Datum(Row::Bus, "bandwidth_gb_s"),
        );
        let streamed = all / bus + work / (mfu * self.matrix_rate());
        let streamed = self.line(Key::BusTime, streamed);
        Expr::smallest(vec![computed, streamed])
    }

    /// Activations of a batch.
    fn prompt_message(&mut self, p: &Prompt) -> Expr {
        let hidden = f64::from(self.pass.model.model.hidden);
        let hidden = self.model(Key::Hidden, "hidden", hidden);
        self.line(Key::Message, p.batch.clone() * hidden * ACTIVATION_BYTES)
    }

    /// Time of the prefill.
    fn prompt_time(&mut self) -> Expr {
        let Some(p) = self.prompt() else {
            return 0.0.into();
        };
        let compute = self.prompt_compute(&p);
        let floor = self.prompt_floor(&p);
        let weights = self.line(Key::PromptWeights, Expr::smooth_max(compute, floor));
        let mut terms = vec![weights];
        let attention = self.prompt_attention(&p);
        if !attention.is_zero() {
            terms.push(attention);
        }
        let layers = self.model(Key::Layers, "layers", self.pass.counts.layers());
        let each = self.coefficient_in(Key::PromptLayerTime, "prefill_layer_us", 1e-6);
        terms.push(p.chunks.clone() * layers * each);
        let mut terms = vec![Expr::sum(terms) / self.pipelined(&p)];
        if self.pass.lanes.machine_boundaries > 0.0 {
            let message = self.prompt_message(&p);
            let count = self.pass.lanes.machine_boundaries;
            let count = self.derived_symbol(Key::MachineBoundaries, count);
            let rate = self.link_rate(Row::Link, &self.s.link);
            terms.push(p.chunks.clone() * count * message / rate);
        }
        if self.pass.lanes.all_reduces > 0.0 {
            let message = self.prompt_message(&p);
            let one = self.all_reduce(&message);
            let count = self.derived_symbol(Key::Reduces, self.pass.lanes.all_reduces);
            terms.push(p.chunks.clone() * count * one);
        }
        let host = self.prompt_host(&p);
        if !host.is_zero() {
            terms.push(self.line(Key::HostTime, host));
        }
        let mut expr = Expr::sum(terms);
        if self.s.age > 0.0 {
            let growth = self.coefficient(Key::PromptAgeGrowth, "prefill_age_growth");
            let age = self.input(Key::Age, "software_date", self.s.age);
            expr = expr * (growth * age).exp();
        }
        if self.s.coefficients.prefill_correction != 1.0 {
            expr = expr * self.coefficient(Key::PromptCorrection, "prefill_correction");
        }
        let start = self.coefficient_in(Key::PromptStart, "prefill_start_ms", 1e-3);
        if start.is_zero() { expr } else { expr + start }
    }

    fn prompt_speed(&mut self) -> Expr {
        let time = self.prompt_time();
        let time = self.line(Key::PrefillTime, time);
        let (new, _) = self.new_and_depth();
        new / time
    }

    /// An end of the range as a multiple of the speed.
    fn prompt_range(&mut self, low: bool) -> Expr {
        let spread = self.s.spread;
        let (key, base) = if low {
            (Key::PromptBelow, spread.prefill_low)
        } else {
            (Key::PromptAbove, spread.prefill_high)
        };
        let mut sum = self.symbol(key, base, Origin::Errors);
        let most = spread.measured_prompt;
        let tokens = self.s.prompt + self.s.prefill_depth;
        if most > 0.0 && tokens > most {
            let mut length = self.input(Key::Prompt, "prompt_tokens", self.s.prompt);
            if self.s.prefill_depth > 0.0 {
                let depth = self.s.prefill_depth;
                length = length + self.input(Key::StartDepth, "prefill_depth_tokens", depth);
            }
            let most = self.symbol(Key::MeasuredPrompt, most, Origin::Errors);
            let octaves = (length / most).ln() / Expr::from(2.0).ln();
            let octaves = self.line(Key::Octaves, octaves);
            sum = sum + octaves * self.symbol(Key::OctaveSpread, spread.octave, Origin::Errors);
        }
        if low { (-sum).exp() } else { sum.exp() }
    }

    /// Mean wait for earlier requests.
    pub(super) fn wait(&mut self) -> Expr {
        let Some(rate) = self.s.request_rate.filter(|rate| *rate > 0.0) else {
            return 0.0.into();
        };
        let decode = &self.estimate.decode;
        let (step, yielded) = (decode.step.get(), decode.tokens_per_step);
        let prefill = self.estimate.prefill.seconds.get();
        let rate = self.input(Key::RequestRate, "request_rate_per_s", rate);
        let prefill = self.quantity(Key::PrefillTime, "prefill.seconds", prefill);
        let output = self.input(Key::Output, "gen_tokens", self.s.output);
        let step = self.quantity(Key::Step, "decode.step_s", step);
        let yielded = self.quantity(Key::Yielded, "decode.tokens_per_step", yielded);
        let share = output * step / (yielded * self.users());
        let load = self.line(Key::Load, rate * (prefill.clone() + share));
        let wait = load.clone() * prefill / (Expr::from(1.0) - load);
        self.line(Key::Wait, wait)
    }

    fn first(&mut self, of: PrefillOf) -> Expr {
        let decode = &self.estimate.decode;
        let step = decode.step.get();
        let ratio_low = decode.low.get() / decode.per_user.get();
        let ratio_high = decode.high.get() / decode.per_user.get();
        let (low, high) = prefill_range(self.s);
        let wait = self.wait();
        let seconds = self.estimate.prefill.seconds.get();
        let prefill = self.quantity(Key::PrefillTime, "prefill.seconds", seconds);
        let step = self.quantity(Key::Step, "decode.step_s", step);
        let (by, by_step) = match of {
            PrefillOf::FirstLow => (high, ratio_high),
            PrefillOf::FirstHigh => (low, ratio_low),
            _ => (1.0, 1.0),
        };
        let mut reading = prefill;
        if !wait.is_zero() {
            reading = wait + reading;
        }
        if of == PrefillOf::First {
            return reading + step;
        }
        let by = self.derived_symbol(Key::PromptFactor, by);
        let by_step = self.derived_symbol(Key::StepFactor, by_step);
        reading / by + step / by_step
    }

    /// The last line of a prefill quantity.
    pub(super) fn prefill(&mut self, of: PrefillOf) -> Option<(Id, Expr)> {
        Some(match of {
            PrefillOf::FlopsLinear => {
                let (new, _) = self.new_and_depth();
                (Key::LinearFlops.id(), self.linear(&new))
            }
            PrefillOf::FlopsAttention => {
                let (new, depth) = self.new_and_depth();
                if new.is_zero() {
                    return Some((Key::PromptAttention.id(), 0.0.into()));
                }
                let expr = self.prefill_attention(&new, &depth);
                (Key::PromptAttention.id(), expr)
            }
            PrefillOf::Seconds => (Key::PrefillTime.id(), self.prompt_time()),
            PrefillOf::Speed => (Key::PromptSpeed.id(), self.prompt_speed()),
            PrefillOf::Low | PrefillOf::High => {
                let value = self.estimate.prefill.speed?.get();
                let speed = self.quantity(Key::PromptSpeed, "prefill.tok_s", value);
                let low = of == PrefillOf::Low;
                let factor = self.prompt_range(low);
                let key = if low { Key::PromptLow } else { Key::PromptHigh };
                (key.id(), speed * factor)
            }
            PrefillOf::First | PrefillOf::FirstLow | PrefillOf::FirstHigh => {
                (Key::FirstToken.id(), self.first(of))
            }
        })
    }
}
