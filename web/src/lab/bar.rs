//! The scenario as a sentence whose nouns open controls; presets, undo, reset.

use crate::prelude::*;
use bpt_words::Ui;
use bpt_words::scenario::{Opens, Said};
use leptos::html::Details;
use wasm_bindgen::JsCast;

use crate::lab::tools::Tools;
use crate::lab::{history, presets, to_rightsize, tools};
use crate::names;
use crate::state::Page;

/// The id of the control that a noun opens.
const fn control(opens: Opens) -> &'static str {
    match opens {
        Opens::ModelA => "model-a",
        Opens::ModelB => "model-b",
        Opens::Format => "format",
        Opens::FormatB => "format-b",
        Opens::Device => "device",
        Opens::DeviceB => "device-b",
        Opens::Context => "slide-context_tokens",
        Opens::Users => "slide-users",
        Opens::Placement => "group-placement",
        Opens::Speculation => "slide-speculative.draft_tokens",
    }
}

/// Opens the group that a control stands in and moves the focus there.
pub(crate) fn show(id: &str) {
    let Some(element) = document().get_element_by_id(id) else {
        return;
    };
    if let Ok(Some(group)) = element.closest("details") {
        // A fixed, valid name: cannot fail.
        let _ = group.set_attribute("open", "");
    }
    if let Ok(element) = element.dyn_into::<web_sys::HtmlElement>() {
        element.scroll_into_view_with_bool(false);
        // Focus is refused only by elements that are not shown.
        let _ = element.focus();
    }
}

pub(crate) fn said(page: Page) -> Said {
    let row = page.row_a.get();
    let other = page.row_b.get();
    let name = |row: &bpt_catalog::ScenarioRow| names::model_name(row, page.words());
    let format = |row: &bpt_catalog::ScenarioRow, bits: f64| match row.bits_per_weight {
        Some(_) => page.words().free_bits(bits),
        None => names::format(row),
    };
    let machine = |row: &bpt_catalog::ScenarioRow| {
        let short = names::device(row).map_or_else(|| "?".to_owned(), |entry| entry.short.clone());
        let short = if row.device.is_empty() {
            short
        } else {
            page.words().edited(&short)
        };
        (names::count(row), short)
    };
    let bits = |row: &bpt_catalog::ScenarioRow| row.bits_per_weight.unwrap_or(0.0);
    let formats = [
        format(&row, bits(&row)),
        other
            .as_ref()
            .map_or_else(String::new, |other| format(other, bits(other))),
    ];
    let devices = [
        machine(&row),
        other.as_ref().map(machine).unwrap_or_default(),
    ];
    let there = other.is_some();
    Said {
        a: name(&row),
        b: other.as_ref().map(name),
        format_b: (there && formats[0] != formats[1]).then(|| formats[1].clone()),
        format: formats[0].clone(),
        device_b: (there && devices[0] != devices[1]).then(|| devices[1].clone()),
        device: devices[0].clone(),
        context: page.value(bpt_words::Quantity::Context),
        users: page.value(bpt_words::Quantity::Users),
        offloaded: row
            .placement
            .is_some_and(|placement| placement != bpt_catalog::row::PlacementRow::AllGpu),
        drafted: page.value(bpt_words::Quantity::Drafted),
    }
}

#[component]
pub(crate) fn Bar() -> impl IntoView {
    let open = RwSignal::new(None);
    let page = Page::get();
    let words = page.lab_words();
    let said = Memo::new(move |_| said(page));
    let nouns = Memo::new(move |_| words.scenario(&said.get()));
    // Buttons stay while they open the same; what they say is changed in place.
    let opens = Memo::new(move |_| {
        nouns.with(|nouns| nouns.iter().map(|noun| noun.opens).collect::<Vec<_>>())
    });
    let text = move |at: usize| {
        nouns.with(|nouns| {
            nouns
                .get(at)
                .map_or_else(String::new, |noun| noun.text.clone())
        })
    };
    let nouns = move || {
        opens
            .get()
            .into_iter()
            .enumerate()
            .map(|(at, opens)| match opens {
                None => (move || text(at)).into_any(),
                Some(opens) => {
                    let class = match opens {
                        Opens::ModelA => "noun hue-a",
                        Opens::ModelB => "noun hue-b",
                        _ => "noun",
                    };
                    view! {
                        <button type="button" class=class on:click=move |_| show(control(opens))>
                            {move || text(at)}
                        </button>
                    }
                    .into_any()
                }
            })
            .collect_view()
    };
    view! {
        <div class="lab-bar">
            <p class="scenario">{nouns}</p>
            <div class="lab-bar-actions">
                <Presets />
                <button
                    type="button"
                    class="quiet"
                    disabled=move || !history::can_undo()
                    title=words.ui(Ui::Shortcuts)
                    on:click=move |_| history::undo(page)
                >
                    {words.ui(Ui::Undo)}
                </button>
                <button type="button" class="quiet" on:click=move |_| presets::reset(page)>
                    {words.ui(Ui::Reset)}
                </button>
                {tools::buttons(page, open)}
                {to_rightsize(page, words.ui(Ui::RightSize).to_owned())}
            </div>
            <Tools open />
        </div>
    }
}

#[component]
fn Presets() -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let menu = NodeRef::<Details>::new();
    let close = move || {
        if let Some(menu) = menu.get_untracked() {
            menu.set_open(false);
        }
    };
    let items = bpt_permalink::PRESETS
        .iter()
        .enumerate()
        .map(|(at, preset)| {
            let press = move |_| {
                presets::take(page, preset.query);
                close();
            };
            view! { <button type="button" on:click=press>{words.preset(at)}</button> }
        })
        .collect_view();
    view! {
        <details
            class="presets"
            node_ref=menu
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    close();
                }
            }
        >
            <summary>{words.ui(Ui::Presets)}</summary>
            <div class="menu-list">{items}</div>
        </details>
    }
}
