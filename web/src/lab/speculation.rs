//! Group Speculation.

use crate::prelude::*;
use bpt_words::{Quantity, Ui};

use crate::components::segments::Segments;
use crate::components::slider::{Kind, Slider};
use crate::state::Page;

#[component]
pub(crate) fn Speculation() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let on = Memo::new(move |_| page.value(Quantity::Drafted) > 0.0);
    let method = Signal::derive(move || {
        page.row_a.with(|row| {
            row.speculative
                .as_ref()
                .and_then(|spec| spec.method.clone())
                .unwrap_or_default()
        })
    });
    let options = Signal::derive(move || {
        let mut all: Vec<(String, String)> =
            [("mtp", Ui::DraftHead), ("draft-model", Ui::DraftModel)]
                .map(|(id, name)| (id.to_owned(), words.ui(name).to_owned()))
                .into();
        let now = method.get();
        if !now.is_empty() && !all.iter().any(|(id, _)| *id == now) {
            all.push((now.clone(), now));
        }
        all
    });
    let set = Callback::new(move |id: String| {
        page.edit(|row| {
            let spec = row.speculative.get_or_insert_default();
            spec.method = Some(id);
            spec.draft_model_id = None;
        });
    });
    view! {
        <Slider kind=Kind::of(Quantity::Drafted, &[]) />
        <Show
            when=move || on.get()
            fallback=move || view! { <p class="hint">{words.ui(Ui::DraftHint)}</p> }
        >
            <Slider kind=Kind::of(Quantity::Acceptance, &[]) />
            <Slider kind=Kind::of(Quantity::Unfused, &[]) />
            <div class="pick">
                <span class="label" aria-hidden="true">{words.ui(Ui::Draft)}</span>
                <Segments name=words.ui(Ui::Draft) group="draft" options list=options value=method set />
            </div>
        </Show>
    }
}
