//! Where a number comes from: a panel beside it, or a sheet at the bottom of a small screen.

use std::sync::Arc;

use crate::prelude::*;
use bpt_catalog::{Catalog, Status};
use bpt_core::explain::{Explanation, Id, Line, explain};
use bpt_permalink::View;
use bpt_words::{LabLanguage, Slot, Ui};
use leptos::ev;
use leptos::html::Div;
use wasm_bindgen::JsCast;

use crate::components::headline::cross;
use crate::components::number::{Asked, Asking};
use crate::components::sentence::{hue, spans};
use crate::lab::show;
use crate::link;
use crate::platform::url;
use crate::platform::watch::{listen, media, window_width};
use crate::state::{Page, Solved};

/// Width of the panel, CSS px.
const WIDE: f64 = 540.0;
/// Where coefficients are changed; only the lab has it.
const ASSUMPTIONS: &str = "group-assumptions";

/// An explanation with what it explains.
#[derive(Clone)]
struct Told {
    page: Page,
    slot: Slot,
    solved: Arc<Solved>,
    explanation: Explanation,
}

impl PartialEq for Told {
    fn eq(&self, other: &Self) -> bool {
        self.slot == other.slot
            && Arc::ptr_eq(&self.solved, &other.solved)
            && self.explanation.quantity == other.explanation.quantity
    }
}

#[component]
pub(crate) fn Explain() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let Asking(asked) = expect_context();
    let beside = media("(min-width: 1024px)");
    let panel = NodeRef::<Div>::new();
    let told = Memo::new(move |_| {
        let asked = asked.get()?;
        let solved = asked.page.side(asked.slot).get()?.0;
        let explanation = explain(&solved.scenario, &solved.now, &asked.path)?;
        Some(Told {
            page: asked.page,
            slot: asked.slot,
            solved,
            explanation,
        })
    });
    let open = Memo::new(move |_| asked.with(Option::is_some));
    let close = move || {
        let Some(was) = asked.get_untracked() else {
            return;
        };
        asked.set(None);
        focus_number(&was);
    };
    listen(&window(), ev::keydown, move |event| {
        if event.key() == "Escape" && open.get_untracked() {
            event.prevent_default();
            close();
        }
    });
    // The panel takes the focus when another number is asked for, not while it changes.
    Effect::new(move |_| {
        if asked.with(Option::is_some) {
            request_animation_frame(move || {
                if let Some(panel) = panel.get_untracked() {
                    // Refused only by elements that are not shown.
                    let _ = panel.focus();
                }
            });
        }
    });
    let place = move || asked.with(|asked| asked.as_ref().map(|asked| asked.place));
    let left = move || {
        let [left, ..] = place().filter(|_| beside.get())?;
        let width = window_width()?;
        Some(format!("{}px", left.min(width - WIDE - 24.0).max(12.0)))
    };
    let top = move || {
        let [_, _, bottom] = place().filter(|_| beside.get())?;
        Some(format!("{}px", bottom + 10.0))
    };
    move || {
        open.get().then(|| {
            view! {
                <div
                    node_ref=panel
                    class="explain"
                    role="dialog"
                    aria-labelledby="explain-title"
                    tabindex="-1"
                    style:left=left
                    style:top=top
                >
                    <button
                        type="button"
                        class="quiet explain-close"
                        aria-label=words.ui(Ui::Close)
                        on:click=move |_| close()
                    >
                        {cross()}
                    </button>
                    {move || match told.get() {
                        Some(told) => body(&told).into_any(),
                        None => view! {
                            <h2 id="explain-title">{words.ui(Ui::NotInThisScenario)}</h2>
                        }
                        .into_any(),
                    }}
                </div>
            }
        })
    }
}

/// Gives the focus back to the number, which may have been drawn anew meanwhile.
fn focus_number(asked: &Asked) {
    let query = format!(
        "button[data-quantity=\"{}\"][data-model=\"{}\"]",
        asked.path,
        asked.slot.slug()
    );
    if let Ok(Some(element)) = document().query_selector(&query)
        && let Ok(element) = element.dyn_into::<web_sys::HtmlElement>()
    {
        // Refused only by elements that are not shown.
        let _ = element.focus();
    }
}

fn body(told: &Told) -> impl IntoView + use<> {
    let page = told.page;
    let words = page.lab_words();
    let explanation = &told.explanation;
    let amount = move |id: Id, value: f64| words.amount(id.unit(), value);
    let slot = told.slot;
    // The last line and those it is made of; the rest is one press away.
    let shown = first_lines(explanation);
    let sum = shown
        .iter()
        .map(|line| {
            let formula = format!("{} = {}", line.id.letter(), line.expr.symbolic());
            let numbers = format!(
                "{} = {}",
                line.expr.displayed(&amount),
                words.amount(line.id.unit(), line.value)
            );
            view! {
                <p class="formula">{formula}</p>
                <p class="substituted">{numbers}</p>
            }
        })
        .collect_view();
    let steps = explanation.lines.len() > shown.len();
    let lines = explanation
        .lines
        .iter()
        .map(|line| {
            let formula = format!("{} = {}", line.id.letter(), line.expr.symbolic());
            let numbers = format!(
                "= {} = {}",
                line.expr.displayed(&amount),
                words.amount(line.id.unit(), line.value)
            );
            view! {
                <li>
                    <span class="meaning">{words.symbol(line.id)}</span>
                    <span class="formula">{formula}</span>
                    <span class="substituted">{numbers}</span>
                </li>
            }
        })
        .collect_view();
    let row = page.row(slot).unwrap_or_default();
    let mut first = Vec::new();
    for line in &shown {
        line.expr.symbols(&mut first);
    }
    first.retain(|id| !shown.iter().any(|line| line.id == *id));
    let known = |id: Id| -> AnyView {
        if let Some(symbol) = explanation.symbols.iter().find(|symbol| symbol.id == id) {
            let found = Catalog::embedded().provenance(&row, &told.solved.scenario, symbol.origin);
            let label = words.ui(match found.status {
                Some(Status::Spec) => Ui::StatusSpec,
                Some(Status::Measured) => Ui::StatusMeasured,
                Some(Status::Derived) => Ui::StatusDerived,
                Some(Status::Assumed) => Ui::StatusAssumed,
                None => Ui::StatusYours,
            });
            let source = match (found.file, &found.entry) {
                (Some(file), Some(entry)) => format!("{file}: {entry}, {}", found.field),
                _ => found.field.clone(),
            };
            return symbol_row(id, symbol.value, label, source, words).into_any();
        }
        let line = explanation.lines.iter().find(|line| line.id == id);
        line.map(|line| {
            let label = words.ui(Ui::StatusDerived);
            symbol_row(id, line.value, label, String::new(), words)
        })
        .into_any()
    };
    let symbols = first.iter().map(|id| known(*id)).collect_view();
    let others = explanation
        .symbols
        .iter()
        .filter(|symbol| !first.contains(&symbol.id))
        .map(|symbol| known(symbol.id))
        .collect_view();
    let moves = explanation
        .elasticities
        .iter()
        .filter(|one| one.value.abs() >= 0.005)
        .map(|one| {
            let [name, percent] = words.helps(one.input, one.value);
            view! {
                <li>
                    <span>{name}</span>
                    <span class="percent">{percent}</span>
                </li>
            }
        })
        .collect_view();
    let moves = (!explanation.elasticities.is_empty()).then(|| {
        view! {
            <p class="what-helps">{words.ui(Ui::WhatHelps)}</p>
            <ul class="helps">{moves}</ul>
        }
    });
    let change = move |_| {
        if document().get_element_by_id(ASSUMPTIONS).is_some() {
            show(ASSUMPTIONS);
        } else {
            url::open(&untrack(|| link::query(page, View::Lab)));
        }
    };
    view! {
        <h2 id="explain-title" class=hue(slot)>
            <i class=format!("dot dot-{}", slot.slug()) aria-hidden="true"></i>
            {words.question(explanation)}
        </h2>
        <p class="told">{spans(words.answer(explanation, &told.solved.now))}</p>
        <div class="sum">{sum}</div>
        <table class="symbols">
            <caption class="unseen">{words.ui(Ui::SymbolsHead)}</caption>
            <tbody>{symbols}</tbody>
        </table>
        {words.basis(explanation).map(|basis| view! { <p class="basis">{basis}</p> })}
        {moves}
        {steps
            .then(|| {
                view! {
                    <details class="steps">
                        <summary>{words.ui(Ui::FullDerivation)}</summary>
                        <ol>{lines}</ol>
                        <table class="symbols">
                            <caption class="unseen">{words.ui(Ui::SymbolsHead)}</caption>
                            <tbody>{others}</tbody>
                        </table>
                    </details>
                }
            })}
        <p class="explain-foot">
            <button type="button" class="quiet" on:click=change>
                {words.ui(Ui::ChangeAssumption)}
            </button>
        </p>
    }
}

/// The last line, and the line before it where it says hardly more than that.
fn first_lines(explanation: &Explanation) -> Vec<&Line> {
    let mut lines: Vec<&Line> = Vec::new();
    let mut next = explanation.lines.last();
    while let Some(line) = next {
        lines.insert(0, line);
        let mut used = Vec::new();
        line.expr.symbols(&mut used);
        // A line of one or two symbols is only the way to the line that counts.
        next = used
            .iter()
            .filter(|_| used.len() <= 2 && lines.len() < 3)
            .find_map(|id| explanation.lines.iter().find(|line| line.id == *id));
    }
    lines
}

fn symbol_row(
    id: Id,
    value: f64,
    label: &'static str,
    source: String,
    words: &'static dyn LabLanguage,
) -> impl IntoView + use<> {
    let source = (!source.is_empty()).then_some(source);
    view! {
        <tr title=source>
            <th scope="row">{id.letter()}</th>
            <td>{words.symbol(id)}</td>
            <td class="amount">{words.amount(id.unit(), value)}</td>
            <td>
                <span class="chip-label">{label}</span>
            </td>
        </tr>
    }
}
