//! The first figure alone, on the page as it was built.
//!
//! The reader has text, numbers and pictures before any program; this small one makes the first
//! figure answer. It knows no catalog and no links: its two scenarios stand in the page as numbers
//! (`bpt_core::packed`), and two sliders move them. The module of the whole page takes over when
//! somebody uses the page or reads on.

mod built;
pub(crate) mod hand;

use std::sync::Arc;

use crate::prelude::*;
use bpt_charts::ChartSpec;
use bpt_charts::NARROW;
use bpt_charts::figures::bytes::{Names, figure};
use bpt_charts::figures::{Beside, Figure, Inputs, Table, View};
use bpt_core::Scenario;
use bpt_core::limits::{BANDWIDTH, BITS, Limit};
use bpt_core::packed::Movable;
use bpt_story::{FIRST_TOKEN, Here, largest, said};
use bpt_words::{Language, Quantity, Room, Slot, Span, Ui};
use leptos::ev;
use leptos::html::Canvas;

use crate::app::drawing;
use crate::choices::{BANDWIDTH_MARKS, BITS_MARKS};
use crate::components::slider::{Bound, Kind, bound};
use crate::dom;
use crate::figures::drawn::Picture;
use crate::figures::numbers::Numbers;
use crate::platform::theme::Choice;
use crate::platform::watch::{self, listen, window_width};
use crate::state::{Speech, stored_bits, words};
use crate::story::frame::{Frame, frame, here_line};
use crate::story::next_token;

use built::Built;

/// The chapter's name.
const NAME: &str = "bytes";
/// Where the line says the format.
const FORMAT: usize = 2;

/// What can be moved.
#[derive(Clone, Copy)]
struct State {
    built: StoredValue<Built>,
    bandwidth: RwSignal<Option<f64>>,
    bits: RwSignal<Option<f64>>,
    token: RwSignal<u64>,
    /// The scenarios as they are now.
    now: RwSignal<Vec<Arc<Scenario>>>,
}

/// Makes the first figure of the page as it was built answer; false where it cannot.
pub(crate) fn start(words: &'static dyn Language) -> bool {
    let Some(built) = Built::read() else {
        return false;
    };
    mount_to_body(move || {
        let owner = Owner::new();
        owner.with(|| build(built, words));
        let mut owner = Some(owner);
        let name = ev::Custom::new(hand::OVER);
        listen(&window(), name, move |_: web_sys::Event| {
            if let Some(owner) = owner.take() {
                owner.cleanup();
            }
        });
    });
    true
}

fn build(built: Built, words: &'static dyn Language) {
    provide_context(Speech(words));
    drawing(RwSignal::new(Choice::asked()));
    let state = State {
        now: RwSignal::new(at(&built.sides, None, None)),
        built: StoredValue::new(built),
        bandwidth: RwSignal::new(None),
        bits: RwSignal::new(None),
        token: RwSignal::new(FIRST_TOKEN),
    };
    dom::replace(&format!("fig-{NAME}"), &state.figure());
}

fn at(sides: &[Movable], bandwidth: Option<f64>, bits: Option<f64>) -> Vec<Arc<Scenario>> {
    let at = |side: &Movable| Arc::new(side.at(bandwidth, bits));
    sides.iter().map(at).collect()
}

impl State {
    /// What a slider's value is before it is moved.
    fn preset(self, quantity: Quantity) -> f64 {
        self.built.with_value(|built| {
            built.sides.first().map_or(0.0, |side| match quantity {
                Quantity::Bits => stored_bits(&side.preset),
                _ => side.preset.device().bandwidth.gb(),
            })
        })
    }

    fn moved(self, quantity: Quantity) -> RwSignal<Option<f64>> {
        match quantity {
            Quantity::Bits => self.bits,
            _ => self.bandwidth,
        }
    }

    fn set(self, quantity: Quantity, value: Option<f64>) {
        let preset = self.preset(quantity);
        // A device at its own bandwidth is not changed; the same bits are another format.
        let value = value.filter(|value| quantity == Quantity::Bits || *value != preset);
        self.moved(quantity).set(value);
        let (bandwidth, bits) = (self.bandwidth.get_untracked(), self.bits.get_untracked());
        let now = self
            .built
            .with_value(|built| at(&built.sides, bandwidth, bits));
        self.now.set(now);
    }

    fn slider(
        self,
        quantity: Quantity,
        limit: &'static Limit,
        marks: &'static [f64],
        dragging: RwSignal<bool>,
        phone: Signal<bool>,
    ) -> AnyView {
        let moved = self.moved(quantity);
        let kind = Kind {
            quantity,
            label: quantity.name(),
            short: match quantity {
                Quantity::Bandwidth => Ui::BandwidthShort,
                _ => quantity.name(),
            },
            unit: quantity.unit(),
            limit,
            marks,
        };
        bound(Bound {
            kind,
            own: false,
            positions: Memo::new(move |_| limit.positions()),
            value: Signal::derive(move || moved.get().unwrap_or_else(|| self.preset(quantity))),
            set: Callback::new(move |value| self.set(quantity, value)),
            dragging,
            phone,
            id: format!("{NAME}-slide-{}", limit.key),
        })
    }

    /// The scenario's line: as it was built, but for what was moved.
    fn line(self) -> Vec<Here> {
        let mut line = self.built.with_value(|built| built.line.clone());
        let words = words();
        if let (Some(bits), Some(format)) = (self.bits.get(), line.get_mut(FORMAT)) {
            format.text = words.bits_detail(bits, Room::Wide);
            format.differs = true;
        }
        if let Some(bandwidth) = self.bandwidth.get() {
            line.push(Here {
                text: said(Quantity::Bandwidth, bandwidth, words),
                differs: true,
                slot: None,
            });
        }
        line
    }

    fn made(self, narrow: bool, full: Option<f64>) -> Option<Figure> {
        let now = self.now.get();
        let inputs = Inputs {
            a: now.first()?,
            b: now.get(1).map(Arc::as_ref),
            measured: &[],
            curves: [None; 2],
            beside: Beside::default(),
            view: View {
                room: Room::narrow_if(narrow),
                ..View::default()
            },
        };
        let token = self.token.get();
        self.built.with_value(|built| {
            let name = |slot: Slot| {
                let of = built.line.iter().find(|piece| piece.slot == Some(slot));
                of.map_or("", |piece| piece.text.as_str())
            };
            let names = Names {
                models: [name(Slot::A), name(Slot::B)],
                token,
                full,
            };
            Some(figure(&inputs, names, words()))
        })
    }

    fn figure(self) -> AnyView {
        let room = window_width().unwrap_or(NARROW);
        let width = RwSignal::new(room.min(1040.0) - 32.0);
        let narrow = Memo::new(move |_| width.get() < NARROW);
        let full = self
            .built
            .with_value(|built| largest(built.sides.iter().map(|side| &side.preset)));
        let visible = RwSignal::new(true);
        let painted = RwSignal::new(true);
        let chart = RwSignal::new(None::<ChartSpec>);
        let table = RwSignal::new(Table::default());
        let texts: [RwSignal<Vec<Span>>; 3] = [(); 3].map(|()| RwSignal::new(Vec::new()));
        let [title, line, takeaway] = texts;
        let (note, label) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
        dom::follow(Box::new(move || {
            // What nobody sees follows when it comes into view.
            if !visible.get() {
                return;
            }
            let Some(made) = self.made(narrow.get(), full) else {
                return;
            };
            let said = made.words;
            label.set(said.aria_label());
            let now = [said.title, said.line, said.takeaway];
            for (text, now) in texts.into_iter().zip(now) {
                if text.with_untracked(|text| *text != now) {
                    text.set(now);
                }
            }
            if note.with_untracked(|note| *note != said.note) {
                note.set(said.note);
            }
            table.set(made.table);
            chart.set(Some(made.chart));
        }));
        let figure = NodeRef::<leptos::html::Figure>::new();
        Effect::new(move |_: Option<()>| {
            let Some(figure) = figure.get() else { return };
            watch::on_view(&figure, "120px", move |now| {
                if visible.get_untracked() != now {
                    visible.set(now);
                }
            });
        });
        let canvas = NodeRef::<Canvas>::new();
        let phone = watch::media("(max-width: 479.9px)");
        let dragging = RwSignal::new(false);
        let [bandwidth, bits] = [
            (Quantity::Bandwidth, &BANDWIDTH, BANDWIDTH_MARKS),
            (Quantity::Bits, &BITS, BITS_MARKS),
        ]
        .map(|(quantity, limit, marks)| self.slider(quantity, limit, marks, dragging, phone));
        let changed = move || self.bandwidth.get().is_some() || self.bits.get().is_some();
        let back = move || {
            self.set(Quantity::Bandwidth, None);
            self.set(Quantity::Bits, None);
        };
        let next = next_token(format!("{NAME}-next"), self.token);
        let (bandwidth_key, bits_key) = (hand::BANDWIDTH, hand::BITS);
        let moved = move || {
            hand::written([
                (bandwidth_key, self.bandwidth.get()),
                (bits_key, self.bits.get()),
                (
                    hand::TOKEN,
                    Some(self.token.get())
                        .filter(|token| *token != FIRST_TOKEN)
                        .map(|token| token as f64),
                ),
            ])
        };
        let still = |class: &str| view! { <div class=format!("{class} still")></div> }.into_any();
        let before = None;
        frame(Frame {
            name: NAME,
            figure,
            embedded: false,
            title: title.into(),
            line: line.into(),
            takeaway: takeaway.into(),
            note: note.into(),
            here: here_line(move || self.line(), Signal::derive(changed), back),
            picture: view! { <Picture spec=chart label width canvas visible=painted before /> }
                .into_any(),
            fixed: false,
            controls: view! { {bandwidth} {bits} {next} }.into_any(),
            cases: still("cases"),
            foot: still("foot"),
            numbers: view! {
                <Numbers now=table changed=Signal::derive(move || table.track()) name=NAME />
            }
            .into_any(),
            moved: Some(Signal::derive(moved)),
        })
    }
}
