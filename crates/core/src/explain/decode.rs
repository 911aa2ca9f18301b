//! Numbers of decode, line by line.

use super::book::Book;
use super::key::{Id, Key};
use super::quantity::DecodeOf;
use super::{Expr, Origin, Row};
use crate::flops;
use crate::model::Class;
use crate::parts::PartName;
use crate::scenario::{Draft, Speculation};
use crate::speculative::draft_cost;
use crate::step::Pass;

const SPEED: &str = "decode.tok_s_per_user";

impl Book<'_> {
    fn speculation(&self) -> Option<&Speculation> {
        self.s.speculation.as_ref().filter(|some| some.tokens > 0.0)
    }

    /// Tokens of each sequence in the verifying pass.
    pub(super) fn tokens(&self) -> f64 {
        self.speculation().map_or(1.0, |some| some.tokens + 1.0)
    }

    /// Tokens a step yields each user.
    pub(super) fn yielded(&mut self) -> Expr {
        let Some((accepted, drafted)) = self.speculation().map(|s| (s.acceptance, s.tokens)) else {
            return 1.0.into();
        };
        let accepted = accepted.clamp(0.0, 1.0);
        let k = self.input(Key::Drafted, "speculative.draft_tokens", drafted);
        if accepted >= 1.0 - 1e-9 {
            return self.line(Key::Yielded, k + 1.0);
        }
        let a = self.input(
            Key::Acceptance,
            "speculative.acceptance_per_token",
            accepted,
        );
        let none = Expr::from(1.0) - a.clone().power(k + 1.0);
        self.line(Key::Yielded, none / (Expr::from(1.0) - a))
    }

    fn unfused(&mut self) -> Expr {
        let factor = self.speculation().map_or(1.0, |some| some.unfused.max(1.0));
        if factor == 1.0 {
            return 1.0.into();
        }
        self.input(Key::Unfused, "speculative.unfused_factor", factor)
    }

    /// Time of one draft pass.
    fn one_draft(&mut self) -> Expr {
        let s = self.s;
        let Some(some) = self.speculation() else {
            return 0.0.into();
        };
        let draft = some.draft.clone();
        let factor = Key::DraftFactor;
        let name = "draft_overhead_factor";
        let expr = match &draft {
            Draft::Lookup => return 0.0.into(),
            Draft::Model(model) => {
                let pass = Pass::with_model(s, model, s.users.max(1.0));
                let seconds = pass.parts(1.0).seconds();
                let step = self.derived_symbol(Key::DraftPass, seconds);
                step * self.coefficient(factor, name)
            }
            Draft::Share(share) => {
                let share = self.symbol(Key::DraftShare, *share, Origin::Assumed);
                let plain = self.pass.parts(1.0).seconds();
                let plain = self.derived_symbol(Key::PlainStep, plain);
                share * plain * self.coefficient(factor, name)
            }
            Draft::Head | Draft::Block => {
                let pass = self.pass;
                let weights = &pass.model.weights;
                let head = self.read(Class::LmHead);
                let layer = weights.mtp_read.get() * pass.experts_times(pass.lanes.users, 1.0);
                let layer = self.derived_symbol(Key::DraftLayer, layer);
                let mut expr = (head + layer) / self.weight_rate(Class::LmHead);
                let row = pass.kv_read().attention.get();
                if row > 0.0 {
                    let sequences = self.sequences();
                    let row = self.quantity(Key::KvRow, "decode.kv_bytes_read", row);
                    let layers = self.model(Key::Layers, "layers", pass.counts.layers());
                    let share = self.coefficient(Key::KvShare, "kv_efficiency");
                    let rate = share * self.bandwidth() * self.lanes(Key::CacheLanes);
                    expr = expr + sequences * row / layers.at_least(1.0) / rate;
                }
                let layer = self.coefficient_in(Key::LayerTime, "layer_overhead_us", 1e-6);
                let moe = self.coefficient_in(Key::MoeLayerTime, "moe_layer_overhead_us", 1e-6);
                let aging = self.aging();
                expr + (layer + moe) * aging * self.coefficient(factor, name)
            }
        };
        self.line(Key::DraftTime, expr)
    }

    /// Time of drafting in a cycle, unfused kernels included.
    fn drafting(&mut self) -> Expr {
        let one = self.one_draft();
        if one.is_zero() {
            return one;
        }
        let block = self
            .speculation()
            .is_some_and(|some| some.draft == Draft::Block);
        let drafts = if block {
            1.0.into()
        } else {
            let drafted = self.tokens() - 1.0;
            self.input(Key::Drafted, "speculative.draft_tokens", drafted)
        };
        drafts * one * self.unfused()
    }

    /// Other users' prefill between the steps.
    fn mixed_prefill(&mut self) -> Expr {
        if !self.s.mixed_traffic {
            return 0.0.into();
        }
        self.other_prefills()
    }

    /// Prefills that every step carries in steady traffic.
    pub(super) fn other_prefills(&mut self) -> Expr {
        let users = self.users();
        let output = self.input(Key::Output, "gen_tokens", self.s.output.max(1.0));
        let seconds = self.estimate.prefill.seconds.get();
        let prefill = self.quantity(Key::PrefillTime, "prefill.seconds", seconds);
        users / output * self.yielded() * prefill
    }

    /// Corrections of all decode times; not written where they are 1.
    pub(super) fn corrections(&mut self) -> Expr {
        let mut expr: Expr = 1.0.into();
        if self.s.coefficients.decode_correction != 1.0 {
            expr = expr * self.coefficient(Key::Correction, "decode_correction");
        }
        if let Some(anchor) = self.s.anchor {
            let origin = Origin::OwnMeasurement;
            expr = expr * self.symbol(Key::OwnCorrection, anchor.time, origin);
        }
        expr
    }

    /// One decode step.
    pub(super) fn step(&mut self) -> Expr {
        let tokens = self.tokens();
        let terms = self.pass_terms(tokens);
        let unfused = self.unfused();
        let mut terms = if unfused.is_one() {
            terms
        } else {
            vec![Expr::sum(terms) * unfused]
        };
        for more in [self.drafting(), self.mixed_prefill()] {
            if !more.is_zero() {
                terms.push(more);
            }
        }
        let sum = Expr::sum(terms);
        let corrections = self.corrections();
        sum * corrections
    }

    fn part_seconds(&mut self, name: PartName) -> Expr {
        let expr = match name {
            PartName::Draft => self.drafting(),
            PartName::MixedPrefill => self.mixed_prefill(),
            _ => {
                let tokens = self.tokens();
                let part = self.part(name, tokens);
                part * self.unfused()
            }
        };
        expr * self.corrections()
    }

    /// Speed for one user from the step's time.
    fn speed(&mut self) -> Expr {
        let step = self.step();
        let step = self.line(Key::Step, step);
        self.yielded() / step
    }

    /// Time of one token if every byte moved at peak bandwidth and nothing else took time.
    fn ceiling(&mut self) -> Expr {
        let peak = self.peak();
        let mut terms = Vec::new();
        for (bytes, lanes) in [
            (self.dense_bytes(false), Key::Lanes),
            (self.expert_bytes(1.0, false), Key::ExpertLanes),
        ] {
            if !bytes.is_zero() {
                terms.push(bytes / (peak.clone() * self.lanes(lanes)));
            }
        }
        let read = self.pass.kv_read();
        let state = crate::kv::state(&self.pass.model.model).get();
        let here = self.cache_here();
        let sequences = self.sequences();
        let path = "decode.kv_bytes_read";
        if !here.is_zero() {
            if read.attention.get() > 0.0 {
                let row = self.quantity(Key::KvRow, path, read.attention.get());
                let bytes = here.clone() * sequences.clone() * row;
                terms.push(bytes / (peak.clone() * self.lanes(Key::CacheLanes)));
            }
            if state > 0.0 {
                let row = self.quantity(Key::StateRow, "memory.state_bytes", state);
                let bytes = here.clone() * sequences.clone() * 2.0 * row;
                terms.push(bytes / (peak.clone() * self.state_lanes()));
            }
            let mut whole = Vec::new();
            for (key, bytes) in [(Key::LatentRow, read.mla), (Key::IndexRow, read.index)] {
                if bytes.get() > 0.0 {
                    whole.push(self.quantity(key, path, bytes.get()));
                }
            }
            if !whole.is_empty() {
                terms.push(here * sequences.clone() * Expr::sum(whole) / peak);
            }
        }
        let mut host = Vec::new();
        let bytes = self.host_bytes(1.0);
        if !bytes.is_zero() {
            host.push(bytes);
        }
        let there = self.cache_there();
        if !there.is_zero() && read.attention.get() > 0.0 {
            let row = self.quantity(Key::KvRow, path, read.attention.get());
            host.push(there * sequences * row);
        }
        if !host.is_empty() {
            let peak = self.s.host.bandwidth.get();
            let peak = self.symbol(
                Key::HostPeak,
                peak,
                Origin::Datum(Row::Host, "bandwidth_gb_s"),
            );
            terms.push(Expr::sum(host) / peak);
        }
        self.line(Key::CeilingTime, Expr::sum(terms))
    }

    /// What a range adds outside what was measured.
    fn outside(&mut self) -> Expr {
        let spread = self.s.spread;
        let mut octaves = Vec::new();
        for (key, row_key, value, most_key, most) in [
            (
                Key::Context,
                "context_tokens",
                self.s.context,
                Key::MeasuredContext,
                spread.measured_context,
            ),
            (
                Key::Users,
                "users",
                self.s.users,
                Key::MeasuredUsers,
                spread.measured_users,
            ),
        ] {
            if most > 0.0 && value > most {
                let value = self.input(key, row_key, value);
                let most = self.symbol(most_key, most, Origin::Errors);
                octaves.push((value / most).ln() / Expr::from(2.0).ln());
            }
        }
        if octaves.is_empty() {
            return 0.0.into();
        }
        let octaves = self.line(Key::Octaves, Expr::sum(octaves));
        octaves * self.symbol(Key::OctaveSpread, spread.octave, Origin::Errors)
    }

    /// An end of the range as a multiple of the value.
    fn range_factor(&mut self, low: bool) -> Expr {
        let spread = self.s.spread;
        let decode = &self.estimate.decode;
        let cache = crate::decode::kv_share(&decode.parts);
        let (key, base) = if low {
            (Key::SpreadBelow, spread.decode_low)
        } else {
            (Key::SpreadAbove, spread.decode_high)
        };
        let mut sum = self.symbol(key, base, Origin::Errors);
        if cache > 0.0 && spread.kv > 0.0 {
            let each = self.symbol(Key::CacheSpread, spread.kv, Origin::Errors);
            sum = sum + each * self.derived_symbol(Key::CachePart, cache);
        }
        let outside = self.outside();
        if !outside.is_zero() {
            sum = sum + outside;
        }
        if let Some(anchor) = self.s.anchor {
            let narrow = self.symbol(Key::Narrow, anchor.narrow, Origin::OwnMeasurement);
            sum = narrow * sum;
        }
        if low { (-sum).exp() } else { sum.exp() }
    }

    fn weights_of(&mut self, class: Class) -> Expr {
        let tokens = self.tokens();
        self.portion(1.0.into(), class, tokens)
    }

    fn part_bytes(&mut self, name: PartName) -> Expr {
        if name == PartName::Draft {
            return self.draft_bytes();
        }
        let tokens = self.tokens();
        self.bytes_of_part(name, tokens)
    }

    fn draft_bytes(&mut self) -> Expr {
        let Some(some) = self.speculation() else {
            return 0.0.into();
        };
        let bytes = draft_cost(&self.pass, some).0;
        let block = some.draft == Draft::Block;
        if bytes <= 0.0 {
            return 0.0.into();
        }
        let bytes = self.derived_symbol(Key::DraftBytes, bytes);
        if block {
            return bytes;
        }
        let drafted = self.tokens() - 1.0;
        self.input(Key::Drafted, "speculative.draft_tokens", drafted) * bytes
    }

    /// The last line of a decode quantity.
    pub(super) fn decode(&mut self, of: DecodeOf) -> Option<(Id, Expr)> {
        let decode = &self.estimate.decode;
        let per_user = decode.per_user.get();
        Some(match of {
            DecodeOf::Step => {
                let expr = self.step();
                (Key::Step.id(), expr)
            }
            DecodeOf::PerUser => (Key::Speed.id(), self.speed()),
            DecodeOf::Total => {
                let speed = self.speed();
                let speed = self.line(Key::Speed, speed);
                (Key::TotalSpeed.id(), speed * self.users())
            }
            DecodeOf::Low | DecodeOf::High => {
                let speed = self.quantity(Key::Speed, SPEED, per_user);
                let low = of == DecodeOf::Low;
                let factor = self.range_factor(low);
                (
                    if low { Key::LowSpeed } else { Key::HighSpeed }.id(),
                    speed * factor,
                )
            }
            DecodeOf::Ceiling => (Key::Ceiling.id(), Expr::from(1.0) / self.ceiling()),
            DecodeOf::TokensPerStep => {
                let expr = self.yielded();
                (Key::Yielded.id(), self.written(expr))
            }
            DecodeOf::Part(at) => {
                let name = decode.parts.as_slice().get(at)?.name;
                (Key::PartTime.id(), self.part_seconds(name))
            }
            DecodeOf::PartBytes(at) => {
                let name = decode.parts.as_slice().get(at)?.name;
                (Key::PartBytes.id(), self.part_bytes(name))
            }
            DecodeOf::WeightBytes => {
                let mut terms: Vec<Expr> = Class::ALL
                    .into_iter()
                    .map(|class| self.weights_of(class))
                    .filter(|bytes| !bytes.is_zero())
                    .collect();
                let draft = self.draft_bytes();
                if !draft.is_zero() {
                    terms.push(draft);
                }
                let passes = self.passes();
                (Key::WeightBytes.id(), Expr::sum(terms) * passes)
            }
            DecodeOf::WeightBytesOf(class) => {
                let bytes = self.weights_of(class);
                let passes = self.passes();
                (Self::class_id(Key::StepBytes, class), bytes * passes)
            }
            DecodeOf::KvBytes => {
                let users = self.users();
                let each = self.kv_read_of_sequence();
                (Key::KvRead.id(), users * each)
            }
            DecodeOf::StateMoved => {
                let users = self.users();
                let each = self.state_of_sequence();
                (Key::StateMoved.id(), users * 2.0 * each)
            }
            DecodeOf::Flops => {
                let users = self.users();
                let tokens = self.tokens();
                let verified = self.verified(tokens);
                let w = &self.pass.model.weights;
                let (layers, head) = (w.layer_matmul.get(), w.head_matmul.get());
                let layers = self.model(Key::AllLayerParams, "params", layers);
                let head = self.model(Key::HeadParams, "params", head);
                let attention = flops::decode_attention(&self.s.model.model, self.s.context);
                let mut each = Expr::from(2.0) * (layers + head);
                if attention.get() > 0.0 {
                    let attention = self.decode_attention();
                    each = each + attention;
                }
                (Key::StepFlops.id(), users * verified * each)
            }
        })
    }

    /// A formula that is one symbol or number, as it stands.
    pub(super) fn written(&self, expr: Expr) -> Expr {
        // A line's own symbol would explain itself by itself.
        match &expr {
            Expr::Symbol(id, _) => self.formula(*id).unwrap_or(expr),
            _ => expr,
        }
    }
}
