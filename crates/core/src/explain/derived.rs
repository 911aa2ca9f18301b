//! Derived numbers, line by line.

use super::book::Book;
use super::key::{Id, Key};
use super::quantity::DerivedOf;
use super::{Expr, Origin};
use crate::decode::decode;
use crate::derived::{
    ELASTICITY_STEP, Input, compute_knee, copying_pays, endless, kv_equals_weights, kv_knee,
    reading_parts, split_steps,
};
use crate::kv;
use crate::parts::{PartKind, PartName};
use crate::speculative::{cycle, gain};
use crate::step::Pass;

impl Book<'_> {
    /// What a cycle costs over a plain step.
    fn cycle_cost(&mut self) -> Expr {
        let plain = self.pass.parts(1.0).seconds();
        let with = cycle(&self.pass).parts.seconds();
        let with = self.derived_symbol(Key::CycleTime, with);
        let plain = self.derived_symbol(Key::PlainStep, plain);
        self.line(Key::CycleCost, with / plain)
    }

    fn speedup(&mut self) -> Expr {
        let yielded = self.yielded();
        let cost = self.cycle_cost();
        yielded / cost
    }

    fn crossing(&mut self, at: f64) -> Expr {
        let s = self.s;
        let users = s.users.max(1.0);
        let weights: f64 = self.pass.weight_bytes(1.0).0.iter().sum();
        let each = |n: f64| kv::read(&s.model.model, &s.kv, n).total().get();
        // Straight around the crossing: what grows and what has reached its window.
        let slope = (each(at) - each(at * (1.0 - 1e-6))) / (at * 1e-6);
        if at <= 1.0 || slope <= 0.0 {
            return at.into();
        }
        let mut rest = each(at) - slope * at;
        let mut slope = slope;
        if rest.abs() <= 1e-6 * each(at) {
            (slope, rest) = (each(at) / at, 0.0);
        }
        let weights = self.derived_symbol(Key::WeightBytes, weights);
        let users = self.symbol(Key::Users, users, Origin::Input("users"));
        let slope_symbol = self.derived_symbol(Key::GrowingRow, slope);
        if rest == 0.0 {
            return weights / (users * slope_symbol);
        }
        let rest = self.derived_symbol(Key::WindowBytes, rest);
        (weights / users - rest) / slope_symbol
    }

    fn floor(&mut self) -> Expr {
        let parts = decode(&endless(self.s)).parts;
        let mut terms = Vec::new();
        // Reading at infinite speed takes no time that counts.
        for (kind, key) in [
            (PartKind::Compute, Key::FloorCompute),
            (PartKind::Overhead, Key::FloorFixed),
            (PartKind::Link, Key::FloorLink),
            (PartKind::Host, Key::FloorHost),
        ] {
            let seconds = parts.seconds_of(kind);
            if seconds > 0.0 {
                terms.push(self.derived_symbol(key, seconds));
            }
        }
        let rest = self.line(Key::FloorTime, Expr::sum(terms));
        self.yielded() / rest
    }

    /// Steps with other users' prefill between them.
    fn mixed_speed(&mut self) -> Expr {
        let step = self.estimate.decode.step.get();
        let step = self.quantity(Key::Step, "decode.step_s", step);
        let between = if self.s.mixed_traffic {
            0.0.into()
        } else {
            self.other_prefills() * self.corrections()
        };
        let whole = if between.is_zero() {
            step
        } else {
            let between = self.line(Key::Between, between);
            step + between
        };
        self.yielded() / whole
    }

    /// The cache of so many users against the weights they read together.
    fn kv_knee(&mut self, users: f64) -> Expr {
        let s = self.s;
        let mut pass = Pass::new(s, 1.0);
        pass.lanes.users = users.max(1.0);
        let weights: f64 = pass.weight_bytes(1.0).0.iter().sum();
        let each = self.estimate.decode.kv_bytes_read.get() / s.users.max(1.0);
        let weights = self.derived_symbol(Key::KneeWeights, weights);
        let each = self.quantity(Key::SequenceRead, "decode.kv_bytes_read", each);
        (weights / each).at_least(1.0)
    }

    fn answer(&mut self) -> Expr {
        let first = self.estimate.prefill.ttft.map_or(0.0, |first| first.get());
        let first = self.quantity(Key::FirstToken, "prefill.ttft_s", first);
        let speed = self.estimate.decode.per_user.get();
        let speed = self.quantity(Key::Speed, "decode.tok_s_per_user", speed);
        let output = self.input(Key::Output, "gen_tokens", self.s.output);
        first + (output - 1.0).at_least(0.0) / speed
    }

    fn break_even(&mut self, acceptance: f64) -> Expr {
        let cost = self.cycle_cost();
        if acceptance <= 0.0 || acceptance >= 1.0 - 1e-9 {
            return acceptance.into();
        }
        // The acceptance at which a cycle yields as many tokens as it costs steps.
        let drafted = self.tokens() - 1.0;
        let drafted = self.input(Key::Drafted, "speculative.draft_tokens", drafted);
        let a = self.derived_symbol(Key::EvenAcceptance, acceptance);
        Expr::from(1.0) - (Expr::from(1.0) - a.power(drafted + 1.0)) / cost
    }

    fn split_saves(&mut self) -> Option<Expr> {
        let (one, divided) = split_steps(self.s)?;
        let one = self.derived_symbol(Key::ReadOne, reading_parts(&one));
        let divided = self.derived_symbol(Key::ReadDivided, reading_parts(&divided));
        Some(one - divided)
    }

    fn split_pays(&mut self) -> Option<Expr> {
        let (_, divided) = split_steps(self.s)?;
        let mut terms = Vec::new();
        for part in &divided.parts {
            let key = match part.name {
                PartName::AllReduce => Key::PaidReduce,
                PartName::AllToAll => Key::PaidExchange,
                _ => continue,
            };
            terms.push(self.derived_symbol(key, part.seconds));
        }
        Some(Expr::sum(terms))
    }

    fn elasticity(&mut self, input: Input) -> Expr {
        let step = |factor: f64| decode(&input.scaled(self.s, factor)).step.get();
        let (up, down) = (step(ELASTICITY_STEP), step(1.0 / ELASTICITY_STEP));
        let up = self.derived_symbol(Key::StepUp, up);
        let down = self.derived_symbol(Key::StepDown, down);
        (up / down).ln() / (Expr::from(2.0) * Expr::from(ELASTICITY_STEP).ln())
    }

    /// The last line of a derived quantity.
    pub(super) fn derived(&mut self, of: DerivedOf) -> Option<(Id, Expr)> {
        Some(match of {
            DerivedOf::Speedup => (Key::Speedup.id(), self.speedup()),
            DerivedOf::SpeedupLow | DerivedOf::SpeedupHigh => {
                let value = gain(self.s)?.speedup;
                let path = "derived.speculative_speedup";
                let speedup = self.quantity(Key::Speedup, path, value);
                let decode = &self.estimate.decode;
                let (low, high) = (decode.low.get(), decode.high.get());
                let speed = decode.per_user.get();
                let bound = if of == DerivedOf::SpeedupLow {
                    self.quantity(Key::LowSpeed, "decode.low", low)
                } else {
                    self.quantity(Key::HighSpeed, "decode.high", high)
                };
                let speed = self.quantity(Key::Speed, "decode.tok_s_per_user", speed);
                (Key::SpeedupEnd.id(), speedup * (bound / speed).power(0.5))
            }
            DerivedOf::Crossing => {
                let at = kv_equals_weights(self.s)?.get();
                (Key::Crossing.id(), self.crossing(at))
            }
            DerivedOf::Floor => (Key::FloorSpeed.id(), self.floor()),
            DerivedOf::Answer => (Key::Answer.id(), self.answer()),
            DerivedOf::BreakEven => {
                let acceptance = gain(self.s)?.break_even?;
                (Key::BreakEven.id(), self.break_even(acceptance))
            }
            DerivedOf::SplitSaves => (Key::Saves.id(), self.split_saves()?),
            DerivedOf::SplitPays => (Key::Pays.id(), self.split_pays()?),
            DerivedOf::Mixed => (Key::MixedSpeed.id(), self.mixed_speed()),
            DerivedOf::ComputeKnee => {
                let users = compute_knee(self.s)?;
                let found = self.derived_symbol(Key::FoundUsers, users);
                (Key::ComputeKnee.id(), found)
            }
            DerivedOf::KvKnee => {
                let users = kv_knee(self.s, &self.estimate.decode)?;
                (Key::KvKnee.id(), self.kv_knee(users))
            }
            DerivedOf::CopyingPays => {
                let tokens = copying_pays(self.s)?.get();
                let found = self.derived_symbol(Key::FoundBatch, tokens);
                (Key::CopyingPays.id(), found)
            }
            DerivedOf::Elasticity(input) => (Key::Elasticity.id(), self.elasticity(input)),
        })
    }
}
