//! One of a few: a radio group in a row, or a list where there is no room for it.

use crate::prelude::*;

/// Options are value and label: `options` those that fit in a row, `list` all.
#[component]
pub(crate) fn Segments(
    name: &'static str,
    #[prop(into)] group: String,
    options: Signal<Vec<(String, String)>>,
    list: Signal<Vec<(String, String)>>,
    value: Signal<String>,
    set: Callback<String>,
) -> impl IntoView {
    // Most changes of the page leave them as they are: then nothing is built anew.
    let [options, list] = [options, list].map(|all| Memo::new(move |_| all.get()));
    let value = Memo::new(move |_| value.get());
    let radios = move || {
        options
            .get()
            .into_iter()
            .map(|(id, label)| {
                let (mine, sent) = (id.clone(), id);
                let group = group.clone();
                view! {
                    <label>
                        <input
                            type="radio"
                            name=group
                            value=mine.clone()
                            prop:checked=move || value.with(|value| *value == mine)
                            on:change=move |_| set.run(sent.clone())
                        />
                        <span>{label}</span>
                    </label>
                }
            })
            .collect_view()
    };
    let entries = move || {
        list.get()
            .into_iter()
            .map(|(id, label)| view! { <option value=id>{label}</option> })
            .collect_view()
    };
    view! {
        <div class="segments" role="radiogroup" aria-label=name>
            {radios}
        </div>
        <select
            class="list"
            aria-label=name
            prop:value=move || {
                list.track();
                value.get()
            }
            on:change=move |event| set.run(event_target_value(&event))
        >
            {entries}
        </select>
    }
}
