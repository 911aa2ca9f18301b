//! Group Your measurement: the speed the reader saw, and what it means.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_core::estimate;
use bpt_core::limits::OWN_SPEED;
use bpt_words::{Quantity, Slot, Ui};
use leptos::html::Input;

use crate::components::sentence::spans;
use crate::state::Page;

#[component]
pub(crate) fn Yours() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let slot = RwSignal::new(Slot::A);
    let row = move || page.row(slot.get());
    let now = Memo::new(move |_| row().and_then(|row| row.own_tok_s));
    let error = RwSignal::new(None::<String>);
    let field = NodeRef::<Input>::new();
    let set = move |value: Option<f64>| {
        let which = slot.get_untracked();
        match which {
            Slot::A => page.edit(|row| row.own_tok_s = value),
            Slot::B => page.edit_b(|row| row.own_tok_s = value),
        }
    };
    let take = move || {
        let Some(field) = field.get_untracked() else {
            return;
        };
        let typed = field.value();
        error.set(None);
        if typed.trim().is_empty() {
            set(None);
            return;
        }
        match words
            .numbers()
            .read(&typed)
            .filter(|value| OWN_SPEED.accepts(*value))
        {
            Some(value) => set(Some(value)),
            None => error.set(Some(words.not_allowed(
                Quantity::OwnSpeed,
                OWN_SPEED.min,
                OWN_SPEED.max,
                now.get_untracked().unwrap_or(0.0),
            ))),
        }
    };
    let verdict = Memo::new(move |_| {
        let mut row = row()?;
        let own = row.own_tok_s.take()?;
        let scenario = Catalog::embedded().resolve(&row).ok()?;
        let decode = estimate(&scenario).decode;
        let ceiling = decode.ceiling.get() * decode.tokens_per_step.max(1.0);
        let predicted = [decode.per_user, decode.low, decode.high].map(|speed| speed.get());
        Some((own > ceiling, words.own_speed(own, ceiling, predicted)))
    });
    let said = move || match verdict.get() {
        None => view! { <p class="hint">{words.ui(Ui::OwnHint)}</p> }.into_any(),
        Some((above, sentence)) => {
            let class = if above { "verdict warn" } else { "verdict" };
            view! { <p class=class role="status">{spans(sentence)}</p> }.into_any()
        }
    };
    let turn = move |of: Slot| {
        let before = now.get_untracked();
        let above = verdict.with_untracked(|verdict| matches!(verdict, Some((true, _))));
        error.set(None);
        // A speed that this one cannot have was seen of the other.
        let moved = before.filter(|_| above && untrack(|| page.row(of)?.own_tok_s).is_none());
        if moved.is_some() {
            set(None);
        }
        slot.set(of);
        if moved.is_some() {
            set(moved);
        }
    };
    let radio = move |of: Slot, name: Ui| {
        view! {
            <label>
                <input
                    type="radio"
                    name="yours-of"
                    prop:checked=move || slot.get() == of
                    on:change=move |_| turn(of)
                />
                <span>{words.ui(name)}</span>
            </label>
        }
    };
    view! {
        <div class="yours">
            <input
                node_ref=field
                class="box"
                type="text"
                inputmode="decimal"
                autocomplete="off"
                aria-label=words.ui(Ui::OwnSpeed)
                placeholder=words.ui(Ui::OwnSpeed)
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                prop:value=move || {
                    now.get().map_or_else(String::new, |value| words.numbers().trimmed(value, 4))
                }
                on:change=move |_| take()
            />
            <div class="segments" role="radiogroup" aria-label=words.ui(Ui::GroupYours)>
                {radio(Slot::A, Ui::YoursOfA)} {radio(Slot::B, Ui::YoursOfB)}
            </div>
        </div>
        {move || error.get().map(|text| view! { <p class="wrong-text" role="alert">{text}</p> })}
        {said}
    }
}
