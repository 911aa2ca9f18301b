//! What B has of its own: in group Machine a machine, in a group of its own format and work.

use crate::prelude::*;
use bpt_catalog::default;
use bpt_words::{Quantity, Room, Ui};

use crate::choices;
use crate::components::chooser::Chooser;
use crate::components::segments::Segments;
use crate::components::slider::{Kind, Slider};
use crate::names;
use crate::state::Page;

/// Whether something of B's is its own.
fn has(page: Page, pick: fn(&bpt_catalog::ScenarioRow) -> bool) -> Memo<bool> {
    Memo::new(move |_| page.state.with(|state| state.b.as_ref().is_some_and(pick)))
}

fn machine_of_b(page: Page) -> Memo<bool> {
    has(page, |b| b.device_id.is_some() || !b.devices.is_empty())
}

/// Gives B a machine of its own, the same as A's at first, or takes it away.
pub(crate) fn set_machine(page: Page, on: bool) {
    let id = page.row_a.with_untracked(|row| {
        names::device(row).map_or_else(|| default::DEVICE.to_owned(), |entry| entry.id.clone())
    });
    page.edit_b(|b| {
        b.devices.clear();
        b.device = Default::default();
        b.device_count = None;
        b.nodes = None;
        b.parallel = None;
        b.device_id = on.then_some(id);
    });
}

fn check(page: Page, name: Ui, now: Memo<bool>, set: Callback<bool>) -> AnyView {
    let there = has(page, |_| true);
    view! {
        <label class="check">
            <input
                type="checkbox"
                disabled=move || !there.get()
                prop:checked=move || now.get()
                on:change=move |event| set.run(event_target_checked(&event))
            />
            {page.words().ui(name)}
        </label>
    }
    .into_any()
}

/// Below the device: another one for B.
#[component]
pub(crate) fn OtherMachine() -> impl IntoView {
    let page = Page::get();
    let machine = machine_of_b(page);
    let set = Callback::new(move |on| set_machine(page, on));
    view! {
        {check(page, Ui::OwnMachine, machine, set)}
        <Show when=move || machine.get()>
            <OwnMachine />
        </Show>
    }
}

/// Below the device's numbers: those of B's.
#[component]
pub(crate) fn OtherNumbers() -> impl IntoView {
    let machine = machine_of_b(Page::get());
    view! {
        <Show when=move || machine.get()>
            <Slider kind=Kind::of(Quantity::Bandwidth, choices::BANDWIDTH_MARKS) own=true />
            <Slider kind=Kind::of(Quantity::DeviceMemory, &[]) own=true />
        </Show>
    }
}

#[component]
pub(crate) fn Own() -> impl IntoView {
    let page = Page::get();
    let there = has(page, |_| true);
    let format = has(page, |b| b.quant.is_some());
    let set_format = move |on: bool| {
        let id = page.row_a.with_untracked(|row| {
            row.quant
                .clone()
                .unwrap_or_else(|| default::QUANT.to_owned())
        });
        page.edit_b(|b| {
            b.bits_per_weight = None;
            b.kv_type = None;
            b.quant = on.then_some(id);
        });
    };
    view! {
        {check(page, Ui::OwnFormat, format, Callback::new(set_format))}
        <Show when=move || format.get()>
            <OwnFormat />
        </Show>
        <Show when=move || there.get()>
            <Slider kind=Kind::of(Quantity::Context, &[]) own=true />
            <Slider kind=Kind::of(Quantity::Users, &[]) own=true />
        </Show>
    }
}

#[component]
fn OwnMachine() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let row = move || page.row_b.get().unwrap_or_default();
    let chosen = Signal::derive(move || {
        names::device(&row()).map_or_else(String::new, |entry| entry.id.clone())
    });
    let face = Signal::derive(move || choices::device_face(&row(), Room::Narrow, words));
    let set = Callback::new(move |id: String| {
        page.edit_b(|b| {
            b.device_id = Some(id);
            b.device = Default::default();
            b.devices.clear();
            b.engine = None;
            b.backend = None;
        });
    });
    let count = Signal::derive(move || words.numbers().whole(names::count(&row())));
    let options = Signal::derive(move || choices::counts(&count.get()));
    let set_count = Callback::new(move |count: String| {
        page.edit_b(|b| b.device_count = count.parse().ok());
    });
    view! {
        <div class="pick">
            <label class="label" for="device-b">{words.ui(Ui::DeviceOfB)}</label>
            <Chooser
                name=words.ui(Ui::DeviceOfB)
                id="device-b"
                entries=choices::devices
                chosen
                face
                set
            />
        </div>
        <div class="pick">
            <span class="label" aria-hidden="true">{words.ui(Ui::DevicesOfB)}</span>
            <Segments
                name=words.ui(Ui::DevicesOfB)
                group="count-b"
                options
                list=options
                value=count
                set=set_count
            />
        </div>
    }
}

#[component]
fn OwnFormat() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let row = move || page.row_b.get().unwrap_or_default();
    let chosen = Signal::derive(move || {
        names::quant(&row()).map_or_else(String::new, |entry| entry.id.clone())
    });
    let face = Signal::derive(move || (names::format(&row()), String::new()));
    let set = Callback::new(move |id: String| page.edit_b(|b| b.quant = Some(id)));
    let kv = Signal::derive(move || names::kv(&row()));
    let options = Signal::derive(move || choices::kv_options(&kv.get(), 4));
    let list = Signal::derive(move || choices::kv_list(&kv.get()));
    let set_kv = Callback::new(move |id: String| page.edit_b(|b| b.kv_type = Some(id)));
    view! {
        <div class="pick">
            <label class="label" for="format-b">{words.ui(Ui::FormatOfB)}</label>
            <Chooser
                name=words.ui(Ui::FormatOfB)
                id="format-b"
                entries=choices::formats
                chosen
                face
                set
            />
        </div>
        <div class="pick">
            <span class="label" aria-hidden="true">{words.ui(Ui::KvOfB)}</span>
            <Segments name=words.ui(Ui::KvOfB) group="kv-b" options list value=kv set=set_kv />
        </div>
        <Slider kind=Kind::of(Quantity::Bits, choices::BITS_MARKS) own=true />
    }
}
