//! Exchanges over links in a pass, line by line.

use super::book::Book;
use super::key::Key;
use super::{Expr, Origin, Row};
use crate::device::Link;
use crate::parallel::small_message;
use crate::parts::PartName;
use crate::step::{ACTIVATION_BYTES, EXCHANGE_BYTES};

impl Book<'_> {
    /// Activations that a pass sends over a link.
    pub(super) fn message(&mut self, tokens: f64) -> Expr {
        let batch = self.batch(tokens);
        let hidden = f64::from(self.pass.model.model.hidden);
        let hidden = self.model(Key::Hidden, "hidden", hidden);
        self.line(Key::Message, batch * hidden * ACTIVATION_BYTES)
    }

    fn small(&mut self, row: Row, link: &Link, ranks: f64) -> Expr {
        let key = if row == Row::Link {
            Key::LinkWait
        } else {
            Key::InnerWait
        };
        let value = small_message(link, ranks);
        let wait = self.symbol(key, value, Origin::Datum(row, "all_reduce_us"));
        self.coefficient(Key::ReduceFactor, "all_reduce_factor") * wait
    }

    pub(super) fn link_rate(&mut self, row: Row, link: &Link) -> Expr {
        let key = if row == Row::Link {
            Key::LinkBandwidth
        } else {
            Key::InnerBandwidth
        };
        let value = link.bandwidth.get().max(1.0);
        let bandwidth = self.symbol(key, value, Origin::Datum(row, "bandwidth_gb_s"));
        self.coefficient(Key::LinkShare, "link_efficiency") * bandwidth
    }

    fn one_link(&mut self, row: Row, link: &Link, ranks: u32, message: &Expr) -> Expr {
        let n = f64::from(ranks);
        let key = if row == Row::Link {
            Key::Ranks
        } else {
            Key::InnerRanks
        };
        let ranks = self.symbol(key, n, Origin::Input("parallel.size"));
        let traffic = Expr::from(2.0) * (ranks.clone() - 1.0) / ranks * message.clone();
        let small = self.small(row, link, n);
        small + traffic / self.link_rate(row, link)
    }

    /// Time of one all-reduce of a message.
    pub(super) fn all_reduce(&mut self, message: &Expr) -> Expr {
        if self.s.coefficients.all_reduce_us > 0.0 {
            return self.coefficient_in(Key::ReduceTime, "all_reduce_us", 1e-6);
        }
        let s = self.s;
        let size = s.parallel.size.max(1);
        let nodes = s.nodes.clamp(1, size);
        let inside = size / nodes;
        let expr = match (nodes > 1, inside > 1) {
            (true, true) => {
                let across = self.one_link(Row::Link, &s.link, nodes, message);
                let within = self.one_link(Row::InnerLink, &s.inner_link, inside, message);
                across + within
            }
            (true, false) => self.one_link(Row::Link, &s.link, nodes, message),
            (false, true) => self.one_link(Row::Link, &s.link, inside, message),
            (false, false) => 0.0.into(),
        };
        self.line(Key::ReduceTime, expr)
    }

    pub(super) fn all_reduces(&mut self, tokens: f64) -> Expr {
        let count = self.pass.lanes.all_reduces;
        if count <= 0.0 {
            return 0.0.into();
        }
        let message = self.message(tokens);
        let one = self.all_reduce(&message);
        self.derived_symbol(Key::Reduces, count) * one
    }

    /// Bytes of all exchanges of one kind.
    pub(super) fn exchanged(&mut self, name: PartName, tokens: f64) -> Expr {
        let lanes = self.pass.lanes;
        let message = self.message(tokens);
        match name {
            PartName::AllReduce => self.derived_symbol(Key::Reduces, lanes.all_reduces) * message,
            PartName::AllToAll => {
                let bytes = self.exchange_bytes(message);
                self.derived_symbol(Key::Exchanges, lanes.all_to_alls) * bytes
            }
            _ => {
                let mut counts = Vec::new();
                for (key, count) in [
                    (Key::Boundaries, lanes.boundaries),
                    (Key::MachineBoundaries, lanes.machine_boundaries),
                ] {
                    if count > 0.0 {
                        counts.push(self.derived_symbol(key, count));
                    }
                }
                Expr::sum(counts) * message
            }
        }
    }

    /// Bytes of one expert exchange.
    fn exchange_bytes(&mut self, message: Expr) -> Expr {
        let per_token = self.pass.counts.per_token;
        let per_token = self.model(Key::PerToken, "experts_per_token", per_token);
        let size = self.pass.lanes.size;
        let n = self.symbol(Key::Ranks, size, Origin::Input("parallel.size"));
        let missed = (Expr::from(1.0) - Expr::from(1.0) / n.clone()).power(per_token);
        let remote = (n.clone() - 1.0) * (Expr::from(1.0) - missed);
        let remote = self.line(Key::RemoteRanks, remote);
        let each = EXCHANGE_BYTES / 2.0 / ACTIVATION_BYTES;
        self.line(Key::Exchanged, message * each * remote / n)
    }

    pub(super) fn all_to_alls(&mut self, tokens: f64) -> Expr {
        let lanes = self.pass.lanes;
        if lanes.all_to_alls <= 0.0 {
            return 0.0.into();
        }
        let s = self.s;
        let message = self.message(tokens);
        let bytes = self.exchange_bytes(message);
        let small = self.small(Row::Link, &s.link, lanes.size);
        let one = small + bytes / self.link_rate(Row::Link, &s.link);
        let one = self.line(Key::ExchangeTime, one);
        self.derived_symbol(Key::Exchanges, lanes.all_to_alls) * one
    }

    pub(super) fn boundaries(&mut self, tokens: f64) -> Expr {
        let lanes = self.pass.lanes;
        if lanes.boundaries + lanes.machine_boundaries <= 0.0 {
            return 0.0.into();
        }
        let mut terms = Vec::new();
        let mut counts = Vec::new();
        if lanes.boundaries > 0.0 {
            let count = self.derived_symbol(Key::Boundaries, lanes.boundaries);
            let each = self.coefficient_in(Key::BoundaryTime, "boundary_us", 1e-6);
            terms.push(count.clone() * each);
            counts.push(count);
        }
        if lanes.machine_boundaries > 0.0 {
            let count = self.derived_symbol(Key::MachineBoundaries, lanes.machine_boundaries);
            let each = self.coefficient_in(Key::MachineBoundaryTime, "machine_boundary_ms", 1e-3);
            terms.push(count.clone() * each);
            counts.push(count);
        }
        let message = self.message(tokens);
        let link = &self.s.link;
        let rate = self.link_rate(Row::Link, link);
        terms.push(Expr::sum(counts) * message / rate);
        Expr::sum(terms)
    }

    /// Everything that links take.
    pub(super) fn links(&mut self, tokens: f64) -> Expr {
        let terms = [
            self.all_reduces(tokens),
            self.all_to_alls(tokens),
            self.boundaries(tokens),
        ];
        let terms: Vec<Expr> = terms.into_iter().filter(|term| !term.is_zero()).collect();
        self.line(Key::LinkTime, Expr::sum(terms))
    }
}
