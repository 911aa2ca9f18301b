//! A plain list of choices with its label.

use crate::prelude::*;

/// Options are value and label; `bare` leaves the visible label out, the accessible name stays.
#[component]
pub(crate) fn Select(
    name: &'static str,
    id: &'static str,
    options: Signal<Vec<(String, String)>>,
    value: Signal<String>,
    set: Callback<String>,
    #[prop(optional)] bare: bool,
) -> impl IntoView {
    // Most changes of the page leave them as they are: then nothing is built anew.
    let options = Memo::new(move |_| options.get());
    let value = Memo::new(move |_| value.get());
    let entries = move || {
        options
            .get()
            .into_iter()
            .map(|(id, label)| view! { <option value=id>{label}</option> })
            .collect_view()
    };
    view! {
        <div class="pick">
            {(!bare).then(|| view! { <label class="label" for=id>{name}</label> })}
            <select
                class="select"
                id=id
                aria-label=name
                prop:value=move || {
                    options.track();
                    value.get()
                }
                on:change=move |event| set.run(event_target_value(&event))
            >
                {entries}
            </select>
        </div>
    }
}
