//! The page's state and what is computed from it.
//!
//! One signal holds what a link holds; everything else is a memo on it, so that nothing is
//! computed twice and an equal result stops the wave.

use std::sync::{Arc, OnceLock};

use crate::prelude::*;
use bpt_catalog::row::PlacementRow;
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::sweep::{ContextCurve, over_context};
use bpt_charts::together::{self, Model};
use bpt_core::{Estimate, Scenario, estimate};
use bpt_permalink::PageState;
use bpt_words::facts::Facts;
use bpt_words::{LabLanguage, Language, Quantity, Room, Slot, lab_language};

use crate::platform::watch::media;
use crate::{knobs, names, tongue};

/// One model, computed.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) scenario: Scenario,
    pub(crate) now: Estimate,
    curve: OnceLock<ContextCurve>,
}

impl Solved {
    fn new(row: &ScenarioRow) -> Option<Arc<Self>> {
        let scenario = Catalog::embedded().resolve(row).ok()?;
        let now = estimate(&scenario);
        Some(Arc::new(Self {
            scenario,
            now,
            curve: OnceLock::new(),
        }))
    }

    /// Over the whole context; computed when it is first drawn.
    pub(crate) fn curve(&self) -> &ContextCurve {
        self.curve
            .get_or_init(|| over_context(&self.scenario, &self.now))
    }

    /// As the charts take it.
    pub(crate) fn model(&self, slot: Slot) -> Model<'_> {
        Model {
            slot,
            scenario: &self.scenario,
            now: &self.now,
            curve: self.curve(),
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

/// The language of this part of the page, where nothing else of the page's state is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Speech(pub(crate) &'static dyn Language);

/// The language of this component tree.
pub(crate) fn words() -> &'static dyn Language {
    let Speech(words) = expect_context();
    words
}

/// Signals that every component may read.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    /// What the link holds.
    pub(crate) state: RwSignal<PageState>,
    /// Scenario A.
    pub(crate) row_a: Memo<ScenarioRow>,
    /// Scenario B, if there is one.
    pub(crate) row_b: Memo<Option<ScenarioRow>>,
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
    /// Speed, context and users that are asked for in "reverse"; as they are where nothing is.
    pub(crate) target: RwSignal<[Option<f64>; 3]>,
    /// Whether there is room for the long wordings of the headline.
    pub(crate) wide: Signal<bool>,
    /// Whether it is a phone: the shortest wordings.
    pub(crate) phone: Signal<bool>,
    /// The figure whose state this is; empty for the page's own.
    pub(crate) name: &'static str,
    /// Whether the page is an embed.
    pub(crate) embedded: bool,
    /// What a figure with a state of its own starts from; `None` for the page itself.
    pub(crate) preset: Option<StoredValue<PageState>>,
    /// Its language.
    pub(crate) words: StoredValue<&'static dyn Language>,
}

impl Page {
    pub(crate) fn new(state: PageState) -> Self {
        let embedded = state.embed.is_some();
        let words = tongue::words(state.lang.as_deref());
        Self::over(
            RwSignal::new(state),
            embedded,
            StoredValue::new(words),
            media("(min-width: 768px)"),
            media("(max-width: 479.9px)"),
        )
    }

    /// A page within this one: a figure that has a state of its own.
    pub(crate) fn within(self, name: &'static str, state: PageState) -> Self {
        Self {
            name,
            preset: Some(StoredValue::new(state.clone())),
            ..Self::over(
                RwSignal::new(state),
                self.embedded,
                self.words,
                self.wide,
                self.phone,
            )
        }
    }

    fn over(
        state: RwSignal<PageState>,
        embedded: bool,
        words: StoredValue<&'static dyn Language>,
        wide: Signal<bool>,
        phone: Signal<bool>,
    ) -> Self {
        let row_a = Memo::new(move |_| state.with(|state| state.row_a()));
        let row_b = Memo::new(move |_| state.with(|state| state.row_b(Catalog::embedded())));
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
                    .map(|shared| shared.0.curve())
                    .collect();
                together::speed_top(&curves)
            }
        });
        let facts = Memo::new(move |_| {
            let solved = [a.get(), b.get()];
            let models = models(&solved);
            let (row_a, row_b) = (row_a.get(), row_b.get());
            let devices = [
                names::device_short(&row_a),
                row_b.as_ref().map_or_else(String::new, names::device_short),
            ];
            together::facts(&models, devices, row_b.as_ref() == Some(&row_a))
        });
        Self {
            state,
            row_a,
            row_b,
            a,
            b,
            facts,
            top,
            dragging,
            reading: RwSignal::new(None),
            target: RwSignal::new([None; 3]),
            wide,
            phone,
            name: "",
            embedded,
            preset: None,
            words,
        }
    }

    /// The page of this component tree.
    pub(crate) fn get() -> Self {
        expect_context()
    }

    /// The same with what only the lab says; naming it brings all of that into a module.
    pub(crate) fn lab_words(self) -> &'static dyn LabLanguage {
        lab_language(self.words().tag())
    }

    /// Its language.
    pub(crate) fn words(self) -> &'static dyn Language {
        self.words.get_value()
    }

    /// How much room the headline has.
    pub(crate) fn room(self) -> Room {
        Room::narrow_if(!self.wide.get())
    }

    /// What nobody reads while something is dragged: it stays as it was until that ends.
    pub(crate) fn rested<T>(self, make: impl Fn() -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: Clone + PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |old: Option<&T>| match old {
            Some(old) if self.dragging.get() => old.clone(),
            _ => make(),
        })
    }

    /// Both models, computed.
    pub(crate) fn solved(self) -> [Option<Shared>; 2] {
        [self.a.get(), self.b.get()]
    }

    /// Both curves for a figure over context: the headline has computed them already.
    pub(crate) fn curves<'a>(
        a: &'a Shared,
        b: Option<&'a Shared>,
        over: Option<Quantity>,
    ) -> [Option<&'a ContextCurve>; 2] {
        [Some(a), b].map(|side| {
            side.filter(|_| over == Some(Quantity::Context))
                .map(|side| side.0.curve())
        })
    }

    /// Whether the author of a frame has fixed what this key of a link says.
    pub(crate) fn fixes(self, key: &str) -> bool {
        self.embedded
            && self.state.with_untracked(|state| {
                let show = state.show.as_ref();
                show.is_some_and(|kept| kept.iter().all(|kept| kept != key))
            })
    }

    /// One model, computed.
    pub(crate) fn side(self, slot: Slot) -> Memo<Option<Shared>> {
        match slot {
            Slot::A => self.a,
            Slot::B => self.b,
        }
    }

    /// A model's scenario.
    pub(crate) fn row(self, slot: Slot) -> Option<ScenarioRow> {
        match slot {
            Slot::A => Some(self.row_a.get()),
            Slot::B => self.row_b.get(),
        }
    }

    /// Something of a model's scenario, without a copy of it.
    pub(crate) fn with_row<T>(self, slot: Slot, take: impl FnOnce(&ScenarioRow) -> T) -> Option<T> {
        match slot {
            Slot::A => Some(self.row_a.with(take)),
            Slot::B => self.row_b.with(|row| row.as_ref().map(take)),
        }
    }

    /// The value of a control.
    pub(crate) fn value(self, quantity: Quantity) -> f64 {
        match quantity {
            Quantity::Least => return self.state.with(|state| state.right.least),
            Quantity::Wait => {
                let any = knobs::limit(quantity).slider_max;
                return self.state.with(|state| state.right.wait.unwrap_or(any));
            }
            Quantity::Target | Quantity::TargetContext | Quantity::TargetUsers => {
                return self.wanted(quantity);
            }
            _ => {}
        }
        self.row_a.with(|row| {
            self.a.with(|a| {
                let scenario = a.as_ref().map(|a| &a.0.scenario);
                knobs::value(quantity, row, scenario)
            })
        })
    }

    /// What is asked for in "reverse": twice the present speed of A, the same work.
    fn wanted(self, quantity: Quantity) -> f64 {
        let [speed, context, users] = self.target.get();
        match quantity {
            Quantity::TargetContext => context.unwrap_or_else(|| self.value(Quantity::Context)),
            Quantity::TargetUsers => users.unwrap_or_else(|| self.value(Quantity::Users)),
            _ => speed.unwrap_or_else(|| {
                let now = self
                    .a
                    .with(|a| a.as_ref().map_or(10.0, |a| a.0.now.decode.per_user.get()));
                (2.0 * now).round().max(1.0)
            }),
        }
    }

    /// Changes what both models share; where B has a value of its own it keeps that.
    pub(crate) fn edit(self, change: impl FnOnce(&mut ScenarioRow)) {
        self.state.update(|state| change(&mut state.a));
    }

    /// Changes what B has of its own.
    pub(crate) fn edit_b(self, change: impl FnOnce(&mut ScenarioRow)) {
        self.state.update(|state| {
            if let Some(b) = &mut state.b {
                change(b);
            }
        });
    }

    /// Sets a control's value; `None` goes back to the preset.
    pub(crate) fn set(self, quantity: Quantity, value: Option<f64>) {
        let limit = knobs::limit(quantity);
        match quantity {
            Quantity::Least => {
                let least = value.unwrap_or(limit.default);
                self.state.update(|state| state.right.least = least);
                return;
            }
            Quantity::Wait => {
                let wait = value.filter(|wait| *wait < limit.slider_max);
                self.state.update(|state| state.right.wait = wait);
                return;
            }
            Quantity::Target => {
                self.target.update(|target| target[0] = value);
                return;
            }
            Quantity::TargetContext => {
                self.target.update(|target| target[1] = value);
                return;
            }
            Quantity::TargetUsers => {
                self.target.update(|target| target[2] = value);
                return;
            }
            _ => {}
        }
        let a = self.a.get_untracked();
        let scenario = a.as_ref().map(|a| &a.0.scenario);
        match self.preset.filter(|_| value.is_none()) {
            Some(preset) => preset.with_value(|preset| {
                self.edit(|row| back(quantity, row, &preset.a, scenario));
            }),
            None => self.edit(|row| knobs::set(quantity, row, value, scenario)),
        }
        if self.preset.is_some() && quantity == Quantity::LayersInRam {
            self.share_in_ram();
        }
    }

    /// Sets B's own value of a control; `None` takes A's again.
    pub(crate) fn set_own(self, quantity: Quantity, value: Option<f64>) {
        let b = self.b.get_untracked();
        let scenario = b.as_ref().map(|b| &b.0.scenario);
        self.edit_b(|row| knobs::set(quantity, row, value, scenario));
    }

    /// An id in the document: figures may have the same controls.
    pub(crate) fn id(self, id: &str) -> String {
        if self.name.is_empty() {
            id.to_owned()
        } else {
            format!("{}-{id}", self.name)
        }
    }

    /// Starts anew from another preset.
    pub(crate) fn start_from(self, state: PageState) {
        if let Some(preset) = self.preset {
            preset.set_value(state.clone());
        }
        self.state.set(state);
    }

    /// Gives B the same share of layers in RAM as A has.
    fn share_in_ram(self) {
        let layers = |of: &Memo<Option<Shared>>| {
            of.with_untracked(|of| {
                let model = &of.as_ref()?.0.scenario.model.model;
                Some(f64::from(model.layers))
            })
        };
        let (Some(of_a), Some(of_b)) = (layers(&self.a), layers(&self.b)) else {
            return;
        };
        self.state.update(|state| {
            let Some(b) = &mut state.b else { return };
            b.placement = match state.a.placement {
                Some(PlacementRow::LayersOnGpu(on_gpu)) if on_gpu <= of_a => {
                    Some(PlacementRow::LayersOnGpu((on_gpu / of_a * of_b).round()))
                }
                _ => None,
            };
        });
    }

    /// Takes over what a way to fit changed in a model's scenario: in B's own values where it has
    /// its own, else in what both share.
    pub(crate) fn adopt(self, slot: Slot, row: &ScenarioRow) {
        self.state.update(|state| {
            let PageState { a, b, .. } = state;
            let own = b.as_mut().filter(|_| slot == Slot::B);
            let take = |from: &ScenarioRow, to: &mut ScenarioRow, own_only: bool| {
                let wanted = |has: bool| !own_only || has;
                if wanted(to.context_tokens.is_some()) {
                    to.context_tokens = from.context_tokens;
                }
                if wanted(to.users.is_some()) {
                    to.users = from.users;
                }
                if wanted(to.kv_type.is_some()) {
                    to.kv_type.clone_from(&from.kv_type);
                }
                if wanted(to.quant.is_some() || to.bits_per_weight.is_some()) {
                    to.quant.clone_from(&from.quant);
                    to.bits_per_weight = from.bits_per_weight;
                    to.bits_by_class.clone_from(&from.bits_by_class);
                    to.file_bytes = from.file_bytes;
                }
            };
            if let Some(own) = own {
                take(row, own, true);
            }
            take(row, a, false);
        });
    }
}

/// Takes a number back to what a figure started from.
fn back(
    quantity: Quantity,
    row: &mut ScenarioRow,
    preset: &ScenarioRow,
    scenario: Option<&Scenario>,
) {
    match quantity {
        Quantity::Bits => {
            row.quant.clone_from(&preset.quant);
            row.bits_per_weight = preset.bits_per_weight;
            row.bits_by_class.clone_from(&preset.bits_by_class);
        }
        Quantity::LayersInRam => row.placement = preset.placement,
        Quantity::LinkBandwidth => row.link.bandwidth_gb_s = preset.link.bandwidth_gb_s,
        Quantity::LinkLatency => row.link.latency_us = preset.link.latency_us,
        Quantity::HostBandwidth => row.host = preset.host,
        Quantity::LayerTime => row.assume.clone_from(&preset.assume),
        Quantity::Compute => row.device.fp16_tflops = preset.device.fp16_tflops,
        _ => {
            let value = knobs::value(quantity, preset, None);
            knobs::set(quantity, row, Some(value), scenario);
        }
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

/// Bits that a weight of a model takes on average; 0 where it has none.
pub(crate) fn stored_bits(scenario: &Scenario) -> f64 {
    let bits = scenario.model.weights.bits();
    bits.map_or(0.0, |bits| bits.get())
}
