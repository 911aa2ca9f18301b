//! Cache and attention of a sequence, by groups of equal layers.

use super::book::Book;
use super::key::{Key, place};
use super::{Expr, Origin, Row};
use crate::flops;
use crate::kv;
use crate::model::{Indexer, Mixer, Reach};

impl Book<'_> {
    /// Tokens of context.
    pub(super) fn context(&mut self) -> Expr {
        self.input(Key::Context, "context_tokens", kv::sane(self.s.context))
    }

    fn kv_element(&mut self, key: Key) -> Expr {
        let kv = &self.s.kv;
        let (value, field) = match key {
            Key::KeyBytes => (kv.key, "key_bytes"),
            Key::ValueBytes => (kv.value, "value_bytes"),
            _ => (kv.per_head, "per_head_bytes"),
        };
        self.symbol(key, value, Origin::Datum(Row::KvType, field))
    }

    fn shape(&mut self, key: Key, at: usize, field: &'static str, value: u32) -> Expr {
        self.model(key.at(place(at)), field, f64::from(value))
    }

    /// Bytes of one token in one layer of a group.
    pub(super) fn row(&mut self, at: usize) -> Expr {
        let mixer = &self.pass.model.model.mixers[at].mixer;
        let expr = match mixer {
            Mixer::Attention(attention) => {
                let (heads, k, v) = (attention.kv_heads, attention.k_dim, attention.v_dim);
                let heads = self.shape(Key::KvHeads, at, "kv_heads", heads);
                let mut head = self.shape(Key::KeyWidth, at, "k_dim", k)
                    * self.kv_element(Key::KeyBytes)
                    + self.shape(Key::ValueWidth, at, "v_dim", v)
                        * self.kv_element(Key::ValueBytes);
                if self.s.kv.per_head > 0.0 {
                    head = head + self.kv_element(Key::HeadBytes);
                }
                heads * head
            }
            Mixer::Mla(mla) => {
                let (rank, rope) = (mla.kv_rank, mla.rope_dim);
                let rank = self.shape(Key::LatentWidth, at, "kv_rank", rank);
                let rope = self.shape(Key::RopeWidth, at, "rope_dim", rope);
                let row = (rank + rope) * self.kv_element(Key::KeyBytes);
                self.with_head_bytes(row)
            }
            Mixer::Compressed(layer) => {
                let width = layer.head_dim;
                let width = self.shape(Key::LatentWidth, at, "head_dim", width);
                let row = width * self.kv_element(Key::KeyBytes);
                self.with_head_bytes(row)
            }
            _ => 0.0.into(),
        };
        self.line(Key::Row.at(place(at)), expr)
    }

    fn with_head_bytes(&mut self, expr: Expr) -> Expr {
        if self.s.kv.per_head > 0.0 {
            expr + self.kv_element(Key::HeadBytes)
        } else {
            expr
        }
    }

    fn capped(&mut self, at: usize, seen: Expr, indexer: Option<&Indexer>) -> Expr {
        match indexer {
            Some(indexer) => seen.at_most(self.shape(Key::TopK, at, "top_k", indexer.top_k)),
            None => seen,
        }
    }

    fn reached(&mut self, at: usize, reach: Reach) -> Expr {
        let context = self.context();
        match reach {
            Reach::Full => context,
            Reach::Sliding(window) | Reach::Chunked(window) => {
                context.at_most(self.shape(Key::Window, at, "window", window))
            }
        }
    }

    fn pooled(&mut self, at: usize, ratio: u32) -> Expr {
        if ratio == 0 {
            return 0.0.into();
        }
        self.context() / self.shape(Key::Ratio, at, "ratio", ratio)
    }

    fn index_term(&mut self, at: usize, indexer: &Indexer) -> Expr {
        let count = self.pass.model.model.mixers[at].count;
        let layers = kv::index_layers(indexer, count);
        let layers = self.model(Key::IndexLayers.at(place(at)), "index_layers", layers);
        let width = self.shape(Key::IndexWidth, at, "index_head_dim", indexer.head_dim);
        let mut expr = layers * width * self.kv_element(Key::KeyBytes) * self.context();
        if indexer.pool > 1 {
            expr = expr / self.shape(Key::Pool, at, "pool", indexer.pool);
        }
        expr
    }

    /// Cache bytes of one sequence at the scenario's context: read by one token, or stored.
    fn cache_of_sequence(&mut self, stored: bool) -> Expr {
        let mixers = &self.pass.model.model.mixers;
        let mut terms = Vec::new();
        for (at, group) in mixers.iter().enumerate() {
            let (seen, indexer) = match &group.mixer {
                Mixer::Attention(attention) if stored && attention.kv_shared => continue,
                Mixer::Attention(attention) => {
                    let indexer = attention.indexer.as_ref();
                    let mut seen = self.reached(at, attention.reach);
                    if !stored {
                        seen = self.capped(at, seen, indexer);
                    }
                    (seen, indexer)
                }
                Mixer::Mla(mla) => {
                    let indexer = mla.indexer.as_ref();
                    let mut seen = self.context();
                    if !stored {
                        seen = self.capped(at, seen, indexer);
                    }
                    (seen, indexer)
                }
                Mixer::Compressed(layer) => {
                    let indexer = layer.indexer.as_ref();
                    let near = self.reached(at, Reach::Sliding(layer.window));
                    let mut pooled = self.pooled(at, layer.ratio);
                    if !stored {
                        pooled = self.capped(at, pooled, indexer);
                    }
                    (near + pooled, indexer)
                }
                _ => continue,
            };
            let layers = self.shape(Key::GroupLayers, at, "layers", group.count);
            terms.push(layers * seen * self.row(at));
            if let Some(indexer) = indexer {
                terms.push(self.index_term(at, indexer));
            }
        }
        Expr::sum(terms)
    }

    /// Cache bytes that one token of one sequence reads.
    pub(super) fn kv_read_of_sequence(&mut self) -> Expr {
        let expr = self.cache_of_sequence(false);
        self.line(Key::SequenceRead, expr)
    }

    /// Cache bytes of one sequence.
    pub(super) fn kv_of_sequence(&mut self) -> Expr {
        let expr = self.cache_of_sequence(true);
        self.line(Key::SequenceCache, expr)
    }

    /// Recurrent state of one sequence.
    pub(super) fn state_of_sequence(&mut self) -> Expr {
        let model = &self.pass.model.model;
        let (state, tail) = (kv::state_elements(model), kv::conv_elements(model));
        if state + tail == 0.0 {
            return 0.0.into();
        }
        let state = self.derived_symbol(Key::StateElements, state);
        let tail = self.derived_symbol(Key::TailElements, tail);
        let expr = Expr::from(4.0) * state + Expr::from(2.0) * tail;
        self.line(Key::SequenceState, expr)
    }

    /// Attention of one decoded token, or over a prompt, by groups.
    fn attention(
        &mut self,
        mut seen_by: impl FnMut(&mut Self, usize) -> Expr,
        absorbed: bool,
    ) -> Vec<Expr> {
        let mixers = &self.pass.model.model.mixers;
        let mut terms = Vec::new();
        for (at, group) in mixers.iter().enumerate() {
            let (heads, width) = match &group.mixer {
                Mixer::Attention(attention) => {
                    let (heads, k, v) = (attention.heads, attention.k_dim, attention.v_dim);
                    let k = self.shape(Key::KeyWidth, at, "k_dim", k);
                    let v = self.shape(Key::ValueWidth, at, "v_dim", v);
                    (heads, k + v)
                }
                Mixer::Mla(mla) if absorbed => {
                    let (heads, rank, rope) = (mla.heads, mla.kv_rank, mla.rope_dim);
                    let rank = self.shape(Key::LatentWidth, at, "kv_rank", rank);
                    let rope = self.shape(Key::RopeWidth, at, "rope_dim", rope);
                    (heads, Expr::from(2.0) * rank + rope)
                }
                Mixer::Mla(mla) => {
                    let (heads, plain, rope, v) =
                        (mla.heads, mla.nope_dim, mla.rope_dim, mla.v_dim);
                    let plain = self.shape(Key::KeyWidth, at, "nope_dim", plain);
                    let rope = self.shape(Key::RopeWidth, at, "rope_dim", rope);
                    let v = self.shape(Key::ValueWidth, at, "v_dim", v);
                    (heads, plain + rope + v)
                }
                Mixer::Compressed(layer) => {
                    let (heads, width) = (layer.heads, layer.head_dim);
                    let width = self.shape(Key::LatentWidth, at, "head_dim", width);
                    (heads, Expr::from(2.0) * width)
                }
                _ => continue,
            };
            let layers = self.shape(Key::GroupLayers, at, "layers", group.count);
            let heads = self.shape(Key::Heads, at, "heads", heads);
            let seen = seen_by(self, at);
            terms.push(Expr::from(2.0) * layers * heads * width * seen);
        }
        terms
    }

    fn index_flops(&mut self, at: usize, indexer: &Indexer, pairs: Expr) -> Expr {
        let count = self.pass.model.model.mixers[at].count;
        let layers = kv::index_layers(indexer, count);
        let layers = self.model(Key::IndexLayers.at(place(at)), "index_layers", layers);
        let heads = self.shape(Key::IndexHeads, at, "index_heads", indexer.heads);
        let width = self.shape(Key::IndexWidth, at, "index_head_dim", indexer.head_dim);
        let mut expr = Expr::from(2.0) * layers * heads * width * pairs;
        if indexer.pool > 1 {
            expr = expr / self.shape(Key::Pool, at, "pool", indexer.pool);
        }
        expr
    }

    fn indexes(&mut self, mut pairs: impl FnMut(&mut Self) -> Expr) -> Vec<Expr> {
        let mixers = &self.pass.model.model.mixers;
        let mut terms = Vec::new();
        for (at, group) in mixers.iter().enumerate() {
            let indexer = match &group.mixer {
                Mixer::Attention(attention) => attention.indexer.as_ref(),
                Mixer::Mla(mla) => mla.indexer.as_ref(),
                Mixer::Compressed(layer) => layer.indexer.as_ref(),
                _ => None,
            };
            if let Some(indexer) = indexer {
                let pairs = pairs(self);
                terms.push(self.index_flops(at, indexer, pairs));
            }
        }
        terms
    }

    /// Attention of one decoded token.
    pub(super) fn decode_attention(&mut self) -> Expr {
        let mut terms = self.attention(
            |book, at| match &book.pass.model.model.mixers[at].mixer {
                Mixer::Attention(attention) => {
                    let seen = book.reached(at, attention.reach);
                    book.capped(at, seen, attention.indexer.as_ref())
                }
                Mixer::Mla(mla) => {
                    let seen = book.context();
                    book.capped(at, seen, mla.indexer.as_ref())
                }
                Mixer::Compressed(layer) => {
                    let near = book.reached(at, Reach::Sliding(layer.window));
                    let pooled = book.pooled(at, layer.ratio);
                    near + book.capped(at, pooled, layer.indexer.as_ref())
                }
                _ => 0.0.into(),
            },
            true,
        );
        terms.extend(self.indexes(Self::context));
        self.line(Key::AttentionFlops, Expr::sum(terms))
    }

    /// Pairs of query and attended token of a prompt in a layer.
    fn pairs(&mut self, at: Option<usize>, reach: Reach, new: &Expr, depth: &Expr) -> Expr {
        let value = flops::pairs(reach, new.eval(), depth.eval());
        match (reach, at) {
            (Reach::Full, _) => {
                let own = new.clone() * (new.clone() + 1.0) / 2.0;
                let expr = if depth.is_zero() {
                    own
                } else {
                    new.clone() * depth.clone() + own
                };
                self.line(Key::Pairs, expr)
            }
            (_, Some(at)) => self.derived_symbol(Key::GroupPairs.at(place(at)), value),
            (_, None) => self.derived_symbol(Key::Pairs, value),
        }
    }

    /// Attention over a prompt.
    pub(super) fn prefill_attention(&mut self, new: &Expr, depth: &Expr) -> Expr {
        let absorbed = self.s.engine.absorbs_prompts();
        let mut terms = self.attention(
            |book, at| match &book.pass.model.model.mixers[at].mixer {
                Mixer::Attention(attention) => {
                    let reach = attention
                        .indexer
                        .as_ref()
                        .map_or(attention.reach, |indexer| Reach::Sliding(indexer.top_k));
                    book.pairs(Some(at), reach, new, depth)
                }
                Mixer::Mla(mla) => {
                    let reach = mla
                        .indexer
                        .as_ref()
                        .map_or(Reach::Full, |indexer| Reach::Sliding(indexer.top_k));
                    book.pairs(Some(at), reach, new, depth)
                }
                Mixer::Compressed(layer) => {
                    let near = Reach::Sliding(layer.window);
                    let near = book.pairs(Some(at), near, new, depth);
                    if layer.ratio == 0 {
                        return near;
                    }
                    let reach = layer.indexer.as_ref().map_or(Reach::Full, |indexer| {
                        Reach::Sliding(indexer.top_k.saturating_mul(layer.ratio))
                    });
                    let value = flops::pairs(reach, new.eval(), depth.eval());
                    let far = book.derived_symbol(Key::FarPairs.at(place(at)), value);
                    near + far / book.shape(Key::Ratio, at, "ratio", layer.ratio)
                }
                _ => 0.0.into(),
            },
            absorbed,
        );
        terms.extend(self.indexes(|book| book.pairs(None, Reach::Full, new, depth)));
        Expr::sum(terms)
    }
}
