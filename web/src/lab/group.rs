//! A group of controls under a heading that opens and closes it.

use crate::prelude::*;

/// `value` is what the heading says beside its name while the group is closed on a phone.
#[component]
pub(crate) fn Group(
    name: &'static str,
    id: &'static str,
    #[prop(into)] open: Signal<bool>,
    #[prop(optional, into)] value: Option<Signal<String>>,
    children: Children,
) -> impl IntoView {
    view! {
        <details class="group-box" id=format!("group-{id}") prop:open=move || open.get()>
            <summary>
                <h2>{name}</h2>
                {value.map(|value| view! { <span class="value">{move || value.get()}</span> })}
            </summary>
            <div class="group-body">{children()}</div>
        </details>
    }
}
