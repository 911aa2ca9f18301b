//! English.

mod explain;
mod figures;
pub(crate) mod grammar;
mod lab;
mod notes;
mod sentences;
mod story;
mod symbols;
mod ui;
mod views;

use bpt_core::coefficients::Unit as CoefficientUnit;
use bpt_core::derived::Input;
use bpt_core::estimate::Estimate;
use bpt_core::explain::{Explanation, Id, Unit};
use bpt_core::extent::{later, whole};
use bpt_core::notes::Note;
use bpt_core::units::GIBI;

use crate::commands::CommandNote;
use crate::facts::{Facts, Fix, Reading};
use crate::figures::FigureLanguage;
use crate::format::{Numbers, POINT_COMMA, THIN, round_significant};
use crate::language::{Chart, LabLanguage, Language, Quantity, Room};
use crate::scenario::{Noun, Said};
use crate::span::{Slot, Span};
use crate::story::StoryLanguage;
use crate::ui::Ui;
use crate::views::ViewLanguage;

/// English.
#[derive(Clone, Copy, Debug)]
pub struct English;

const N: Numbers = POINT_COMMA;

impl Language for English {
    fn tag(&self) -> &'static str {
        "en"
    }

    fn numbers(&self) -> Numbers {
        N
    }

    fn ui(&self, ui: Ui) -> &'static str {
        if whole() {
            return ui::text(ui);
        }
        crate::ui::first_figure_says!(ui::text, ui)
    }

    fn figures(&self) -> &dyn FigureLanguage {
        self
    }

    fn story(&self) -> &dyn StoryLanguage {
        self
    }

    fn sentence(&self, facts: &Facts, room: Room) -> Vec<Span> {
        later(|| sentences::sentence(facts, room))
    }

    fn title(&self, chart: Chart, facts: &Facts) -> Vec<Span> {
        later(|| match chart {
            Chart::Speed => sentences::speed_title(facts),
            Chart::Memory => sentences::memory_title(facts),
        })
    }

    fn line(&self, chart: Chart, facts: &Facts, room: Room) -> Vec<Span> {
        later(|| match chart {
            Chart::Speed => sentences::speed_line(facts, room),
            Chart::Memory => sentences::memory_line(facts, room),
        })
    }

    fn readout(&self, chart: Chart, context: f64, readings: &[Reading], room: Room) -> Vec<Span> {
        later(|| sentences::readout(chart, context, readings, room))
    }

    fn key(&self, trained: &[f64], room: Room) -> String {
        later(|| {
            let dotted = match trained {
                [] => "Dotted: outside what was measured.".to_owned(),
                [one] => format!("Dotted: past the trained {}.", tokens_text(*one)),
                [a, b, ..] => format!(
                    "Dotted: past the trained {} (A), {} (B).",
                    tokens_text(*a),
                    N.whole(*b)
                ),
            };
            match room {
                Room::Wide => format!(
                    "Band: likely range, four runs of five. {dotted} Solid is weights, hatched is \
                 conversation (KV), grey line is buffers, pale strip is kept for the system."
                ),
                Room::Narrow => {
                    format!(
                        "Band: likely range. {dotted} Solid: weights. Hatched: conversation (KV)."
                    )
                }
            }
        })
    }

    fn likely(&self, slot: Slot, low: f64, high: f64, room: Room) -> Vec<Span> {
        later(|| {
            let end = |path, value| Span::Number {
                text: N.forecast(value),
                value,
                strong: false,
                quantity: Some((path, slot)),
            };
            vec![
                Span::text(match room {
                    Room::Wide => "tok/s for each user, likely ",
                    Room::Narrow => "tok/s, likely ",
                }),
                end("decode.low", low),
                Span::text("–"),
                end("decode.high", high),
            ]
        })
    }

    fn over(&self, gib: f64) -> Vec<Span> {
        later(|| {
            let text = format!("{}{THIN}GiB", N.spare(gib));
            vec![Span::plain(gib, text), Span::text(" over")]
        })
    }

    fn fix(&self, fix: &Fix) -> String {
        later(|| match fix {
            Fix::Context(tokens) => format!("Shorten context to {}", N.whole(*tokens)),
            Fix::Users(users) => format!("{} at once", users_text(*users)),
            Fix::Kv(kind) => format!("KV at {kind}"),
            Fix::Format(name) => format!("Format {name}"),
        })
    }

    fn of_capacity(&self, slot: Slot, gib: f64) -> Vec<Span> {
        later(|| {
            vec![
                Span::text("of "),
                Span::Number {
                    text: N.capacity(gib),
                    value: gib * GIBI,
                    strong: false,
                    quantity: Some(("memory.devices.0.capacity_bytes", slot)),
                },
                Span::text("\u{202f}GiB"),
            ]
        })
    }

    fn full_at(&self, slot: Slot, tokens: f64) -> String {
        later(|| format!("{} full at {}", slot.letter(), N.whole(tokens)))
    }

    fn full(&self, slot: Slot) -> String {
        later(|| format!("{} full", slot.letter()))
    }

    fn crossing(&self, tokens: f64) -> (String, [String; 2], String) {
        later(|| {
            let at = format!("at {}", N.whole(round_significant(tokens, 3)));
            (
                format!("KV = weights {at}"),
                ["KV = weights".to_owned(), at.clone()],
                at,
            )
        })
    }

    fn needs(&self, gib: f64) -> String {
        later(|| format!("needs {}{THIN}GiB", N.gib(gib)))
    }

    fn need_at(&self, gib: f64, tokens: f64) -> String {
        later(|| format!("{} at {}", N.gib(gib), N.binary_thousands(tokens)))
    }

    fn panel_full(&self, tokens: f64) -> String {
        later(|| format!("full at {}", N.whole(tokens)))
    }

    fn fullest(&self, devices: u32) -> String {
        later(|| format!("fullest of {devices}"))
    }

    fn usable(&self, gib: f64) -> String {
        later(|| format!("{}{THIN}GiB usable", N.capacity(gib)))
    }

    fn weights(&self, gib: f64) -> String {
        later(|| format!("weights {}", N.gib(gib)))
    }

    fn free(&self, gib: f64) -> [String; 2] {
        later(|| {
            let free = N.spare(gib);
            [format!("{free}{THIN}GiB free"), format!("{free} free")]
        })
    }

    fn spoken(&self, quantity: Quantity, value: f64) -> String {
        lab::spoken(quantity, value)
    }

    fn not_allowed(&self, quantity: Quantity, min: f64, max: f64, kept: f64) -> String {
        let name = match quantity {
            Quantity::Bandwidth => "Bandwidth",
            Quantity::Bits => "Bits",
            Quantity::Users => "Users",
            _ => self.ui(quantity.name()),
        };
        format!(
            "{name} must be {} to {}. The last good value, {}, is still in use.",
            N.trimmed(min, 3),
            N.trimmed(max, 3),
            N.trimmed(kept, 3)
        )
    }

    fn device_detail(&self, bandwidth_gb: f64, memory_gb: f64, room: Room) -> String {
        let memory = format!("{}{THIN}GB", N.trimmed(memory_gb, 1));
        match room {
            Room::Wide => format!("{}{THIN}GB/s, {memory}", N.trimmed(bandwidth_gb, 0)),
            Room::Narrow => memory,
        }
    }

    fn bits_detail(&self, bits: f64, room: Room) -> String {
        let bits = N.ratio(bits);
        match room {
            Room::Wide => format!("{bits} bits per weight"),
            Room::Narrow => format!("{bits} bits"),
        }
    }

    fn of_b(&self, name: &str) -> String {
        format!("{name} of B")
    }

    fn edited(&self, device: &str) -> String {
        format!("{device}, edited")
    }

    fn free_bits(&self, bits: f64) -> String {
        format!("free bits, {}", N.trimmed(bits, 2))
    }

    fn replaced(&self, key: &str, text: &str, used: &str) -> String {
        let asked = format!("This link asked for {key}={text}, which this page does not know.");
        if used.is_empty() {
            asked
        } else {
            format!("{asked} Showing {used} instead.")
        }
    }

    fn own_speed(&self, tok_s: f64, ceiling: f64, predicted: [f64; 3]) -> Vec<Span> {
        later(|| lab::own_speed(tok_s, ceiling, predicted))
    }

    fn read_off(
        &self,
        quantity: Quantity,
        at: f64,
        readings: &[(Slot, Option<[f64; 3]>)],
    ) -> Vec<Span> {
        later(|| lab::read_off(quantity, at, readings))
    }

    fn embed_title(&self) -> &'static str {
        "How fast, and does it fit? Two language models compared"
    }
}

impl LabLanguage for English {
    fn views(&self) -> &dyn ViewLanguage {
        self
    }

    fn symbol(&self, id: Id) -> String {
        explain::symbol(id)
    }

    fn amount(&self, unit: Unit, value: f64) -> String {
        explain::amount(unit, value)
    }

    fn question(&self, explanation: &Explanation) -> String {
        explain::question(explanation)
    }

    fn answer(&self, explanation: &Explanation, estimate: &Estimate) -> Vec<Span> {
        explain::answer(explanation, estimate)
    }

    fn basis(&self, explanation: &Explanation) -> Option<String> {
        explain::basis(explanation)
    }

    fn note(&self, note: Note) -> &'static str {
        notes::note(note)
    }

    fn command(&self, note: CommandNote) -> &'static str {
        notes::command(note)
    }

    fn scenario(&self, said: &Said) -> Vec<Noun> {
        lab::scenario(said)
    }

    fn preset(&self, at: usize) -> &'static str {
        lab::preset(at)
    }

    fn helps(&self, input: Input, percent: f64) -> [String; 2] {
        lab::helps(input, percent)
    }

    fn coefficient_unit(&self, unit: CoefficientUnit) -> &'static str {
        lab::coefficient_unit(unit)
    }
}

fn users_text(users: f64) -> String {
    if (users - 1.0).abs() < 1e-9 {
        "1 user".to_owned()
    } else {
        format!("{} users", N.trimmed(users, 2))
    }
}

/// A whole number of tokens: "1 token", "8,192 tokens".
fn tokens_text(tokens: f64) -> String {
    let text = N.whole(tokens);
    let unit = if text == "1" { "token" } else { "tokens" };
    format!("{text} {unit}")
}
