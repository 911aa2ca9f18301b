//! An exact value as a text field: it keeps what was typed and says what is allowed.

use crate::prelude::*;
use bpt_core::limits::Limit;
use bpt_words::figures::Fixed;
use bpt_words::{Quantity, Ui};
use leptos::ev::KeyboardEvent;
use leptos::html::Input;

use crate::names::joint;
use crate::state::words;

/// The field. `shown` is the value as it is read, `set` takes what was typed.
#[component]
pub(crate) fn NumberField(
    quantity: Quantity,
    limit: &'static Limit,
    name: String,
    #[prop(optional_no_strip)] unit: Option<Ui>,
    value: Signal<f64>,
    shown: Signal<String>,
    set: Callback<Option<f64>>,
    error: RwSignal<Option<String>>,
) -> impl IntoView {
    let words = words();
    let field = NodeRef::<Input>::new();
    // A change from elsewhere ends the complaint about what was typed.
    Effect::new(move |before: Option<f64>| {
        let now = value.get();
        if before.is_some_and(|before| before != now) {
            error.set(None);
        }
        now
    });
    let take = move || {
        let Some(field) = field.get_untracked() else {
            return;
        };
        let typed = field.value();
        if typed == shown.get_untracked() {
            error.set(None);
            return;
        }
        match words
            .numbers()
            .read(&typed)
            .filter(|value| limit.accepts(*value))
        {
            Some(value) => {
                error.set(None);
                set.run(Some(value));
                field.set_value(&shown.get_untracked());
            }
            None => error.set(Some(words.not_allowed(
                quantity,
                limit.min,
                limit.max,
                value.get_untracked(),
            ))),
        }
    };
    let key = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => take(),
        "Escape" => {
            if let Some(field) = field.get_untracked() {
                error.set(None);
                field.set_value(&shown.get_untracked());
            }
        }
        _ => {}
    };
    let label = [
        name.as_str(),
        joint(words, Fixed::Comma),
        words.ui(Ui::ExactSuffix),
    ]
    .concat();
    // A Chinese character is as wide as two digits.
    let columns = |text: &str| -> usize {
        let wide = |letter: char| if u32::from(letter) < 0x2e80 { 1 } else { 2 };
        text.chars().map(wide).sum()
    };
    let wide = move || format!("{}ch", shown.with(|shown| columns(shown).max(1)));
    view! {
        <span class="field" class:wrong=move || error.with(Option::is_some)>
            <input
                node_ref=field
                type="text"
                inputmode="decimal"
                autocomplete="off"
                spellcheck="false"
                aria-label=label
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                prop:value=move || shown.get()
                style:width=wide
                on:change=move |_| take()
                on:keydown=key
                on:focus=move |_| {
                    if let Some(field) = field.get_untracked() {
                        field.select();
                    }
                }
            />
            {unit.map(|unit| view! { <span class="unit" aria-hidden="true">{words.ui(unit)}</span> })}
        </span>
    }
}
