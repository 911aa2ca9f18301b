//! Group Machine: device, how many, how they are joined, its own numbers.

use crate::prelude::*;
use bpt_catalog::row::ParallelRow;
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::scenario::ParallelKind;
use bpt_words::{Quantity, Room, Ui};

use crate::choices;
use crate::components::pickers::Select;
use crate::components::picks::DevicePick;
use crate::components::segments::Segments;
use crate::components::slider::{Kind, Slider};
use crate::lab::own::{OtherMachine, OtherNumbers};
use crate::names;
use crate::state::Page;

#[component]
pub(crate) fn Machine() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let room = Signal::derive(|| Room::Narrow);
    let several = Memo::new(move |_| page.row_a.with(names::count) > 1.0);
    view! {
        <DevicePick room />
        <OtherMachine />
        <Mixed />
        <Count />
        <Show when=move || several.get()>
            <Joined />
        </Show>
        <MemorySize />
        <Select
            name=words.ui(Ui::Engine)
            id="engine"
            options=Signal::derive(engines)
            value=Signal::derive(move || page.row_a.with(names::engine))
            set=Callback::new(move |id: String| {
                page.edit(|row| {
                    row.engine = Some(id);
                    row.backend = None;
                    row.parallel = None;
                });
            })
        />
        <Slider kind=Kind::of(Quantity::Bandwidth, choices::BANDWIDTH_MARKS) />
        <Slider kind=Kind::of(Quantity::Compute, &[]) />
        <Slider kind=Kind::of(Quantity::DeviceMemory, &[]) />
        <OtherNumbers />
    }
}

fn engines() -> Vec<(String, String)> {
    Catalog::embedded()
        .engines()
        .iter()
        .map(|entry| (entry.engine.slug().to_owned(), entry.name.clone()))
        .collect()
}

/// Devices of unlike kinds: those of the list, each with a cross, and one more.
#[component]
fn Mixed() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let chips = move || {
        let ids = page.row_a.with(|row| row.devices.clone());
        ids.into_iter()
            .enumerate()
            .map(|(at, id)| {
                let name = Catalog::embedded()
                    .device(&id)
                    .map_or(id, |entry| entry.short.clone());
                let drop = move |_| page.edit(|row| remove(row, at));
                view! {
                    <li>
                        <button
                            type="button"
                            class="chip"
                            title=words.ui(Ui::Clear)
                            on:click=drop
                        >
                            {name} " ×"
                        </button>
                    </li>
                }
            })
            .collect_view()
    };
    let add = Callback::new(move |id: String| {
        if !id.is_empty() {
            page.edit(|row| {
                if row.devices.is_empty() {
                    let first = row
                        .device_id
                        .clone()
                        .unwrap_or_else(|| bpt_catalog::default::DEVICE.to_owned());
                    let count = row.device_count.unwrap_or(1.0).clamp(1.0, 64.0) as usize;
                    row.devices = vec![first; count];
                }
                row.devices.push(id);
                row.device = Default::default();
            });
        }
    });
    let options = Signal::derive(move || {
        let none = (String::new(), words.ui(Ui::AddDevice).to_owned());
        core::iter::once(none)
            .chain(
                Catalog::embedded()
                    .devices()
                    .iter()
                    .map(|entry| (entry.id.clone(), entry.short.clone())),
            )
            .collect::<Vec<_>>()
    });
    view! {
        <ul class="chips" hidden=move || page.row_a.with(|row| row.devices.is_empty())>{chips}</ul>
        <Select
            name=words.ui(Ui::AddDevice)
            id="add-device"
            bare=true
            options
            value=Signal::derive(String::new)
            set=add
        />
    }
}

fn remove(row: &mut ScenarioRow, at: usize) {
    if at < row.devices.len() {
        row.devices.remove(at);
    }
    if let [only] = row.devices.as_slice() {
        row.device_id = Some(only.clone());
        row.devices.clear();
        row.device_count = None;
    }
}

#[component]
fn Count() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let value = Signal::derive(move || words.numbers().whole(page.row_a.with(names::count)));
    let options = Signal::derive(move || choices::counts(&value.get()));
    let set = Callback::new(move |count: String| {
        page.set(Quantity::Devices, bpt_core::decimal::parse(&count));
    });
    view! {
        <div class="pick">
            <span class="label" aria-hidden="true">{words.ui(Ui::Devices)}</span>
            <Segments name=words.ui(Ui::Devices) group="count" options list=options value set />
        </div>
    }
}

/// How several devices are joined.
#[component]
fn Joined() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let split = Signal::derive(move || {
        page.a.with(|a| {
            a.as_ref().map_or(String::new(), |a| {
                a.0.scenario.parallel.kind.slug().to_owned()
            })
        })
    });
    let kinds = Signal::derive(move || {
        [
            (ParallelKind::LayerSplit, Ui::SplitLayer),
            (ParallelKind::Tensor, Ui::SplitTensor),
            (ParallelKind::Row, Ui::SplitRow),
            (ParallelKind::Pipeline, Ui::SplitPipeline),
            (ParallelKind::Expert, Ui::SplitExpert),
            (ParallelKind::Replica, Ui::SplitReplica),
        ]
        .map(|(kind, name)| (kind.slug().to_owned(), words.ui(name).to_owned()))
        .to_vec()
    });
    let two = Signal::derive(move || kinds.get().into_iter().take(2).collect::<Vec<_>>());
    let set_split = Callback::new(move |kind: String| {
        page.edit(|row| {
            row.parallel = Some(ParallelRow {
                kind: Some(kind),
                size: None,
                replicas: None,
            });
        });
    });
    let link = Signal::derive(move || {
        page.row_a
            .with(|row| row.link_id.clone().unwrap_or_default())
    });
    let links = Signal::derive(move || {
        let usual = (String::new(), words.ui(Ui::SplitUsual).to_owned());
        core::iter::once(usual)
            .chain(
                Catalog::embedded()
                    .links()
                    .iter()
                    .map(|entry| (entry.id.clone(), entry.name.clone())),
            )
            .collect::<Vec<_>>()
    });
    let set_link = Callback::new(move |id: String| {
        page.edit(|row| {
            row.link_id = Some(id).filter(|id| !id.is_empty());
            row.link = Default::default();
        });
    });
    view! {
        <div class="pick">
            <span class="label" aria-hidden="true">{words.ui(Ui::Split)}</span>
            <Segments name=words.ui(Ui::Split) group="split" options=two list=two value=split set=set_split />
        </div>
        <Select
            name=words.ui(Ui::SplitAll)
            id="split-all"
            options=kinds
            value=split
            set=set_split
        />
        <Slider kind=Kind::of(Quantity::Machines, &[]) />
        <Select name=words.ui(Ui::LinkKind) id="link" options=links value=link set=set_link />
        <Slider kind=Kind::of(Quantity::LinkBandwidth, &[]) />
        <Slider kind=Kind::of(Quantity::LinkLatency, &[]) />
    }
}

/// The sizes a device is sold in, where there are several.
#[component]
fn MemorySize() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let options = Signal::derive(move || {
        page.row_a.with(|row| {
            names::device(row)
                .filter(|entry| entry.memory.len() > 1)
                .map_or_else(Vec::new, |entry| {
                    entry
                        .memory
                        .iter()
                        .map(|option| {
                            let size = words.numbers().trimmed(option.sold, 1);
                            (size.clone(), format!("{size}\u{202f}GB"))
                        })
                        .collect::<Vec<_>>()
                })
        })
    });
    let value = Signal::derive(move || {
        page.row_a.with(|row| {
            let usual = names::device(row)
                .and_then(|entry| entry.memory.get(entry.default_memory))
                .map_or(0.0, |option| option.sold);
            words
                .numbers()
                .trimmed(row.device.memory_gib.unwrap_or(usual), 1)
        })
    });
    let set = Callback::new(move |size: String| {
        page.edit(|row| {
            row.device.memory_gib = words.numbers().read(&size);
        });
    });
    let several = move || options.with(|options| !options.is_empty());
    view! {
        <Show when=several>
            <Select name=words.ui(Ui::MemorySize) id="memory-size" options value set />
        </Show>
    }
}
