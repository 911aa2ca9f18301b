//! Simplified Chinese.

mod explain;
mod figures;
pub(crate) mod grammar;
mod lab;
mod notes;
mod say;
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
use crate::format::{Numbers, POINT_COMMA, round_significant};
use crate::language::{Chart, LabLanguage, Language, Quantity, Room};
use crate::scenario::{Noun, Said};
use crate::span::{Slot, Span};
use crate::story::StoryLanguage;
use crate::ui::Ui;
use crate::views::ViewLanguage;

use say::{Say, joined, tight};

/// Simplified Chinese.
#[derive(Clone, Copy, Debug)]
pub struct Chinese;

const N: Numbers = POINT_COMMA;

impl Language for Chinese {
    fn tag(&self) -> &'static str {
        "zh-Hans"
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
                [] => "点线：超出实测范围。".to_owned(),
                [one] => joined(&["点线：超出训练长度", &say::tokens(*one), "。"]),
                [a, b, ..] => format!(
                    "点线：超出训练长度 {}（A）、{}（B）。",
                    say::tokens(*a),
                    say::tokens(*b)
                ),
            };
            match room {
                Room::Wide => format!(
                    "色带：可能范围，五次实测约有四次在内。{dotted}实色为权重，斜线为对话（KV），灰线为缓冲区，\
                 浅色条为系统保留。"
                ),
                Room::Narrow => format!("色带：可能范围。{dotted}实色：权重。斜线：对话（KV）。"),
            }
        })
    }

    fn likely(&self, slot: Slot, low: f64, high: f64, room: Room) -> Vec<Span> {
        later(|| {
            Say::new()
                .w(match room {
                    Room::Wide => "每用户 tok/s，可能为",
                    Room::Narrow => "tok/s，可能为",
                })
                .quantity("decode.low", slot, low, N.forecast(low))
                .w("–")
                .quantity("decode.high", slot, high, N.forecast(high))
                .done()
        })
    }

    fn over(&self, gib: f64) -> Vec<Span> {
        later(|| {
            Say::new()
                .w("超出")
                .p(gib, tight(&N.spare(gib), "GiB"))
                .done()
        })
    }

    fn fix(&self, fix: &Fix) -> String {
        later(|| match fix {
            Fix::Context(tokens) => joined(&["上下文缩到", &N.whole(*tokens)]),
            Fix::Users(users) => joined(&["只留", &say::users(*users)]),
            Fix::Kv(kind) => joined(&["KV 改用", kind]),
            Fix::Format(name) => joined(&["格式改用", name]),
        })
    }

    fn of_capacity(&self, slot: Slot, gib: f64) -> Vec<Span> {
        later(|| {
            Say::new()
                .w("/ ")
                .quantity(
                    "memory.devices.0.capacity_bytes",
                    slot,
                    gib * GIBI,
                    N.capacity(gib),
                )
                .w("\u{202f}GiB")
                .done()
        })
    }

    fn full_at(&self, slot: Slot, tokens: f64) -> String {
        later(|| joined(&[slot.letter(), "到", &N.whole(tokens), "占满"]))
    }

    fn full(&self, slot: Slot) -> String {
        later(|| joined(&[slot.letter(), "占满"]))
    }

    fn crossing(&self, tokens: f64) -> (String, [String; 2], String) {
        later(|| {
            let at = joined(&["在", &N.whole(round_significant(tokens, 3))]);
            (
                joined(&["KV = 权重，", &at]),
                ["KV = 权重".to_owned(), at.clone()],
                at,
            )
        })
    }

    fn needs(&self, gib: f64) -> String {
        later(|| joined(&["需要", &tight(&N.gib(gib), "GiB")]))
    }

    fn need_at(&self, gib: f64, tokens: f64) -> String {
        later(|| joined(&[&N.binary_thousands(tokens), "时", &N.gib(gib)]))
    }

    fn panel_full(&self, tokens: f64) -> String {
        later(|| joined(&["到", &N.whole(tokens), "占满"]))
    }

    fn fullest(&self, devices: u32) -> String {
        later(|| joined(&[&devices.to_string(), "台中占用最多的"]))
    }

    fn usable(&self, gib: f64) -> String {
        later(|| joined(&["可用", &tight(&N.capacity(gib), "GiB")]))
    }

    fn weights(&self, gib: f64) -> String {
        later(|| joined(&["权重", &N.gib(gib)]))
    }

    fn free(&self, gib: f64) -> [String; 2] {
        later(|| {
            let free = N.spare(gib);
            [
                joined(&["空闲", &tight(&free, "GiB")]),
                joined(&["空闲", &free]),
            ]
        })
    }

    fn spoken(&self, quantity: Quantity, value: f64) -> String {
        lab::spoken(quantity, value)
    }

    fn not_allowed(&self, quantity: Quantity, min: f64, max: f64, kept: f64) -> String {
        joined(&[
            self.ui(quantity.name()),
            "须在",
            &N.trimmed(min, 3),
            "到",
            &N.trimmed(max, 3),
            "之间。仍在使用上一个有效值",
            &N.trimmed(kept, 3),
            "。",
        ])
    }

    fn device_detail(&self, bandwidth_gb: f64, memory_gb: f64, room: Room) -> String {
        let memory = tight(&N.trimmed(memory_gb, 1), "GB");
        match room {
            Room::Wide => format!("{}，{memory}", tight(&N.trimmed(bandwidth_gb, 0), "GB/s")),
            Room::Narrow => memory,
        }
    }

    fn bits_detail(&self, bits: f64, room: Room) -> String {
        let bits = N.ratio(bits);
        match room {
            Room::Wide => joined(&["每权重", &bits, "位"]),
            Room::Narrow => joined(&[&bits, "位"]),
        }
    }

    fn of_b(&self, name: &str) -> String {
        joined(&["B 的", name])
    }

    fn edited(&self, device: &str) -> String {
        format!("{device}（已修改）")
    }

    fn free_bits(&self, bits: f64) -> String {
        joined(&["自定义位数，", &N.trimmed(bits, 2)])
    }

    fn replaced(&self, key: &str, text: &str, used: &str) -> String {
        let asked = format!("这个链接要求 {key}={text}，本页不认识这个值。");
        if used.is_empty() {
            asked
        } else {
            joined(&[&asked, "改为显示", used, "。"])
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
        "有多快，放不放得下？比较两个语言模型"
    }
}

impl LabLanguage for Chinese {
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
