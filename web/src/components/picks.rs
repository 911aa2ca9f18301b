//! Choosers of model, device, format and KV type, wherever they stand.

use crate::prelude::*;
use bpt_words::{Language, Room, Slot, Ui};

use crate::choices;
use crate::components::chooser::Chooser;
use crate::components::headline::cross;
use crate::components::segments::Segments;
use crate::names;
use crate::state::Page;

/// What is chosen, where the author of a frame has fixed it.
fn fixed(face: Signal<(String, String)>) -> AnyView {
    view! {
        <p class="fixed-pick">
            <span>{move || face.get().0}</span>
            <span class="detail">{move || face.get().1}</span>
        </p>
    }
    .into_any()
}

#[component]
pub(crate) fn ModelPick(of: Slot) -> impl IntoView {
    let slot = of;
    let page = Page::get();
    let words = page.words();
    let (label, name, entries): (Ui, &str, fn(&dyn Language) -> _) = match slot {
        Slot::A => (Ui::ModelA, "model-a", choices::models),
        Slot::B => (Ui::ModelB, "model-b", choices::models_or_none),
    };
    let id = page.id(name);
    let chosen = Signal::derive(move || {
        page.with_row(slot, |row| row.model_id.clone().unwrap_or_default())
            .unwrap_or_else(|| choices::NONE.to_owned())
    });
    let face =
        Signal::derive(move || choices::model_face(page.row(slot).as_ref(), page.room(), words));
    let set = Callback::new(move |id: String| choices::choose_model(page, slot, &id));
    if page.fixes(slot.slug()) {
        return view! {
            <p class="label">
                <i class=format!("dot dot-{}", slot.slug()) aria-hidden="true"></i>
                {words.ui(label)}
            </p>
            {fixed(face)}
        }
        .into_any();
    }
    view! {
        <label class="label" for=id.clone()>
            <i class=format!("dot dot-{}", slot.slug()) aria-hidden="true"></i>
            {words.ui(label)}
        </label>
        <Chooser name=words.ui(label) id entries chosen face set />
    }
    .into_any()
}

#[component]
pub(crate) fn DevicePick(room: Signal<Room>) -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let chosen = Signal::derive(move || {
        page.row_a
            .with(|row| names::device(row).map_or_else(String::new, |entry| entry.id.clone()))
    });
    let face = Signal::derive(move || {
        page.row_a
            .with(|row| choices::device_face(row, room.get(), words))
    });
    let edited = move || page.row_a.with(choices::is_edited);
    if page.fixes("d") {
        return view! {
            <div class="pick pick-device">
                <p class="label">{words.ui(Ui::Device)}</p>
                {fixed(face)}
            </div>
        }
        .into_any();
    }
    view! {
        <div class="pick pick-device">
            <label class="label" for=page.id("device")>{words.ui(Ui::Device)}</label>
            <Chooser
                name=words.ui(Ui::Device)
                id=page.id("device")
                entries=choices::devices
                chosen
                face
                set=Callback::new(move |id: String| choices::choose_device(page, &id))
            />
            <Show when=edited>
                <button
                    type="button"
                    class="reset"
                    aria-label=words.ui(Ui::ResetToPreset)
                    title=words.ui(Ui::ResetToPreset)
                    on:click=move |_| choices::reset_device(page)
                >
                    {cross()}
                </button>
            </Show>
        </div>
    }
    .into_any()
}

#[component]
pub(crate) fn FormatPick(room: Signal<Room>) -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let chosen = Signal::derive(move || {
        page.row_a
            .with(|row| names::quant(row).map_or_else(String::new, |entry| entry.id.clone()))
    });
    let face = Signal::derive(move || choices::format_face(page, room.get(), words));
    if page.fixes("q") {
        return view! {
            <div class="pick pick-format">
                <p class="label">{words.ui(Ui::Format)}</p>
                {fixed(face)}
            </div>
        }
        .into_any();
    }
    view! {
        <div class="pick pick-format">
            <label class="label" for=page.id("format")>{words.ui(Ui::Format)}</label>
            <Chooser
                name=words.ui(Ui::Format)
                id=page.id("format")
                entries=choices::formats
                chosen
                face
                set=Callback::new(move |id: String| choices::choose_format(page, &id))
            />
        </div>
    }
    .into_any()
}

#[component]
pub(crate) fn KvPick() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let value = Signal::derive(move || page.row_a.with(names::kv));
    let options = Signal::derive(move || {
        choices::kv_options(&value.get(), if page.wide.get() { 4 } else { 3 })
    });
    let list = Signal::derive(move || choices::kv_list(&value.get()));
    if page.fixes("kv") {
        let named = Signal::derive(move || {
            let now = value.get();
            let found = options.get().into_iter().find(|(id, _)| *id == now);
            (found.map_or(now, |(_, name)| name), String::new())
        });
        return view! {
            <div class="pick pick-kv">
                <p class="label">{words.ui(Ui::KvFormat)}</p>
                {fixed(named)}
            </div>
        }
        .into_any();
    }
    view! {
        <div class="pick pick-kv">
            <span class="label" aria-hidden="true">{words.ui(Ui::KvFormat)}</span>
            <Segments
                name=words.ui(Ui::KvFormat)
                group=page.id("kv")
                options
                list
                value
                set=Callback::new(move |id: String| choices::choose_kv(page, &id))
            />
        </div>
    }
    .into_any()
}
