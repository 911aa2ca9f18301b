//! The page's state: two scenario rows and what is computed from them.
//!
//! One signal holds the rows; everything else is a memo on it, so that nothing is computed twice
//! and an equal result stops the wave.

use std::sync::Arc;

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::sweep::{ContextCurve, over_context};
use bpt_charts::together::{self, Model};
use bpt_core::{Estimate, Scenario, estimate, limits};
use bpt_words::facts::Facts;
use bpt_words::{Language, Quantity, Room, Slot, language};
use leptos::prelude::*;
use leptos_use::use_media_query;

use crate::names;

/// The rows of both models; B may be missing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pair {
    pub(crate) a: ScenarioRow,
    pub(crate) b: Option<ScenarioRow>,
}

impl Pair {
    /// The row of a model.
    pub(crate) fn row(&self, slot: Slot) -> Option<&ScenarioRow> {
        match slot {
            Slot::A => Some(&self.a),
            Slot::B => self.b.as_ref(),
        }
    }

    /// Sets something of both rows; where B has its own value of it, B keeps that.
    pub(crate) fn set<T: PartialEq>(
        &mut self,
        get: impl Fn(&ScenarioRow) -> T,
        set: impl Fn(&mut ScenarioRow),
    ) {
        let before = get(&self.a);
        set(&mut self.a);
        if let Some(b) = self.b.as_mut().filter(|b| get(b) == before) {
            set(b);
        }
    }
}

impl Pair {
    /// Sets something of one model's row, and of the other's where both have the same value.
    pub(crate) fn set_for<T: PartialEq>(
        &mut self,
        slot: Slot,
        get: impl Fn(&ScenarioRow) -> T,
        set: impl Fn(&mut ScenarioRow),
    ) {
        let own = self.b.as_ref().is_some_and(|b| get(b) != get(&self.a));
        match (slot, own) {
            (Slot::B, true) => self.b.iter_mut().for_each(set),
            _ => self.set(get, set),
        }
    }

    /// Takes over what a way to fit changed in a model's row.
    pub(crate) fn adopt(&mut self, slot: Slot, row: &ScenarioRow) {
        self.set_for(
            slot,
            |row| row.context_tokens,
            |to| to.context_tokens = row.context_tokens,
        );
        self.set_for(slot, |row| row.users, |to| to.users = row.users);
        self.set_for(
            slot,
            |row| row.kv_type.clone(),
            |to| to.kv_type.clone_from(&row.kv_type),
        );
        self.set_for(
            slot,
            |row| (row.quant.clone(), row.bits_per_weight),
            |to| {
                to.quant.clone_from(&row.quant);
                to.bits_per_weight = row.bits_per_weight;
                to.bits_by_class.clone_from(&row.bits_by_class);
                to.file_bytes = row.file_bytes;
            },
        );
    }
}

/// One model, computed.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) scenario: Scenario,
    pub(crate) now: Estimate,
    pub(crate) curve: ContextCurve,
}

impl Solved {
    fn new(row: &ScenarioRow) -> Option<Arc<Self>> {
        let scenario = Catalog::embedded().resolve(row).ok()?;
        let now = estimate(&scenario);
        let curve = over_context(&scenario, &now);
        Some(Arc::new(Self {
            scenario,
            now,
            curve,
        }))
    }

    /// As the charts take it.
    pub(crate) fn model(&self, slot: Slot) -> Model<'_> {
        Model {
            slot,
            scenario: &self.scenario,
            now: &self.now,
            curve: &self.curve,
        }
    }
}

/// A computed model that is compared by identity.
#[derive(Clone, Debug)]
pub(crate) struct Shared(pub(crate) Arc<Solved>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Signals that every component may read.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    /// The rows.
    pub(crate) pair: RwSignal<Pair>,
    /// Model A, computed.
    pub(crate) a: Memo<Option<Shared>>,
    /// Model B, computed.
    pub(crate) b: Memo<Option<Shared>>,
    /// What sentences are made of.
    pub(crate) facts: Memo<Option<Facts>>,
    /// Top of the speed axis; it holds while something is dragged.
    pub(crate) top: Memo<f64>,
    /// Whether something is being dragged.
    pub(crate) dragging: RwSignal<bool>,
    /// Where the charts are being read, tokens.
    pub(crate) reading: RwSignal<Option<f64>>,
    /// Whether there is room for the long wordings of the headline.
    pub(crate) wide: Signal<bool>,
    /// Whether it is a phone: the shortest wordings.
    pub(crate) phone: Signal<bool>,
    /// Whether the page is an embed.
    pub(crate) embedded: bool,
    /// Its language.
    pub(crate) words: StoredValue<&'static dyn Language>,
}

impl Page {
    pub(crate) fn new(pair: Pair, embedded: bool, tag: &str) -> Self {
        let pair = RwSignal::new(pair);
        let row_a = Memo::new(move |_| pair.with(|pair| pair.a.clone()));
        let row_b = Memo::new(move |_| pair.with(|pair| pair.b.clone()));
        // A row that cannot be resolved leaves the last good numbers standing.
        let a = Memo::new(move |old: Option<&Option<Shared>>| {
            row_a
                .with(Solved::new)
                .map(Shared)
                .or_else(|| old.cloned().flatten())
        });
        let b = Memo::new(move |old: Option<&Option<Shared>>| {
            row_b.with(|row| {
                let row = row.as_ref()?;
                Solved::new(row)
                    .map(Shared)
                    .or_else(|| old.cloned().flatten())
            })
        });
        let dragging = RwSignal::new(false);
        let top = Memo::new(move |old: Option<&f64>| match old {
            Some(old) if dragging.get() => *old,
            _ => {
                let (a, b) = (a.get(), b.get());
                let curves: Vec<&ContextCurve> = [&a, &b]
                    .into_iter()
                    .flatten()
                    .map(|shared| &shared.0.curve)
                    .collect();
                together::speed_top(&curves)
            }
        });
        let facts = Memo::new(move |_| {
            let solved = [a.get(), b.get()];
            let models = models(&solved);
            pair.with(|pair| {
                let device = |slot| pair.row(slot).map_or_else(String::new, names::device_short);
                let same = pair.b.as_ref() == Some(&pair.a);
                together::facts(&models, [device(Slot::A), device(Slot::B)], same)
            })
        });
        Self {
            pair,
            a,
            b,
            facts,
            top,
            dragging,
            reading: RwSignal::new(None),
            wide: use_media_query("(min-width: 768px)"),
            phone: use_media_query("(max-width: 479.9px)"),
            embedded,
            words: StoredValue::new(language(tag)),
        }
    }

    /// The page of this component tree.
    pub(crate) fn get() -> Self {
        expect_context()
    }

    /// Its language.
    pub(crate) fn words(self) -> &'static dyn Language {
        self.words.get_value()
    }

    /// How much room the headline has.
    pub(crate) fn room(self) -> Room {
        if self.wide.get() { Room::Wide } else { Room::Narrow }
    }

    /// Both models, computed.
    pub(crate) fn solved(self) -> [Option<Shared>; 2] {
        [self.a.get(), self.b.get()]
    }

    /// One model, computed.
    pub(crate) fn side(self, slot: Slot) -> Memo<Option<Shared>> {
        match slot {
            Slot::A => self.a,
            Slot::B => self.b,
        }
    }

    /// The value of a slider.
    pub(crate) fn value(self, quantity: Quantity) -> f64 {
        self.pair.with(|pair| match quantity {
            Quantity::Bandwidth => names::bandwidth(&pair.a),
            Quantity::Bits => pair.a.bits_per_weight.unwrap_or_else(|| self.preset(quantity)),
            Quantity::Context => pair.a.context_tokens.unwrap_or(limits::CONTEXT.default),
            Quantity::Users => pair.a.users.unwrap_or(limits::USERS.default),
        })
    }

    /// What a slider goes back to.
    pub(crate) fn preset(self, quantity: Quantity) -> f64 {
        match quantity {
            Quantity::Bandwidth => self.pair.with(|pair| names::device_bandwidth(&pair.a)),
            Quantity::Bits => self.a.with(|a| a.as_ref().map_or(0.0, |a| stored_bits(&a.0.scenario))),
            Quantity::Context => limits::CONTEXT.default,
            Quantity::Users => limits::USERS.default,
        }
    }

    /// Sets a slider's value; `None` goes back to the preset.
    pub(crate) fn set(self, quantity: Quantity, value: Option<f64>) {
        self.pair.update(|pair| match quantity {
            Quantity::Bandwidth => pair.set(
                |row| (row.device_id.clone(), row.device.bandwidth_gb_s),
                |row| {
                    let preset = names::device_bandwidth(row);
                    row.device.bandwidth_gb_s = value.filter(|value| *value != preset);
                },
            ),
            Quantity::Bits => pair.set(
                |row| (row.quant.clone(), row.bits_per_weight),
                |row| {
                    row.bits_per_weight = value;
                    row.bits_by_class.clear();
                    row.file_bytes = None;
                },
            ),
            Quantity::Context => pair.set(
                |row| row.context_tokens,
                |row| row.context_tokens = value.filter(|v| *v != limits::CONTEXT.default),
            ),
            Quantity::Users => pair.set(
                |row| row.users,
                |row| row.users = value.filter(|v| *v != limits::USERS.default),
            ),
        });
    }
}

/// The models that exist, as the charts take them.
pub(crate) fn models(solved: &[Option<Shared>; 2]) -> Vec<Model<'_>> {
    Slot::ALL
        .into_iter()
        .zip(solved)
        .filter_map(|(slot, shared)| Some(shared.as_ref()?.0.model(slot)))
        .collect()
}

/// Bits that a weight of a model takes on average.
pub(crate) fn stored_bits(scenario: &Scenario) -> f64 {
    let weights = &scenario.model.weights;
    let params = weights.params.total().get();
    if params > 0.0 {
        weights.stored.total().get() * 8.0 / params
    } else {
        0.0
    }
}
