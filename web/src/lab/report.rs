//! The comparison on one page of paper: sentence, both models in a table, two pictures, source.

use crate::prelude::*;
use bpt_charts::theme::Theme;
use bpt_words::{Slot, Ui};
use wasm_bindgen::JsCast;

use crate::app::Drawing;
use crate::components::sentence::spans;
use crate::dom::mount_beside;
use crate::lab::pictures::{self, source};
use crate::lab::runs::OwnRuns;
use crate::lab::{bar, pictures::picture};
use crate::link;
use crate::names;
use crate::state::Page;
use crate::story::runs::Runs;

/// Pictures of the report.
const FIGURES: [&str; 2] = ["context", "memory"];

/// Builds the report, prints it, takes it away.
pub(crate) fn printer(page: Page) -> Callback<()> {
    let runs = OwnRuns::get();
    let drawing: Drawing = expect_context();
    // Numbers in sentences look for their context.
    let owner = Owner::current().unwrap_or_default();
    Callback::new(move |()| {
        // Paper is white, whatever the theme.
        let theme = light().unwrap_or_else(|| drawing.theme.get_untracked());
        owner.with(|| mount_beside(&untrack(|| report(page, runs, &theme))));
        let root = document().document_element();
        if let Some(root) = &root {
            // A fixed, valid name: cannot fail.
            let _ = root.set_attribute("data-report", "");
        }
        let Ok(Some(done)) = document().query_selector("body > .report") else {
            return;
        };
        leptos::task::spawn_local(async move {
            // Pictures are decoded before paper is filled.
            pictures_ready(&done).await;
            let _ = window().print();
            if let Some(root) = root {
                let _ = root.remove_attribute("data-report");
            }
            done.remove();
        });
    })
}

async fn pictures_ready(holder: &web_sys::Element) {
    let Ok(list) = holder.query_selector_all("img") else {
        return;
    };
    for at in 0..list.length() {
        if let Some(image) = list
            .get(at)
            .and_then(|node| node.dyn_into::<web_sys::HtmlImageElement>().ok())
        {
            let _ = wasm_bindgen_futures::JsFuture::from(image.decode()).await;
        }
    }
}

/// The colours of the light theme, whichever is shown.
fn light() -> Option<Theme> {
    let root = document().document_element()?;
    let before = root.get_attribute("data-theme");
    let _ = root.set_attribute("data-theme", "light");
    let theme = crate::platform::theme::colors();
    if let Some(before) = before {
        let _ = root.set_attribute("data-theme", &before);
    }
    Some(theme)
}

fn report(page: Page, runs: OwnRuns, theme: &Theme) -> AnyView {
    let words = page.lab_words();
    let said = bar::said(page);
    let scenario: String = words
        .scenario(&said)
        .into_iter()
        .map(|noun| noun.text)
        .collect();
    let sentence = page
        .facts
        .get()
        .map(|facts| words.sentence(&facts, bpt_words::Room::Wide))
        .unwrap_or_default();
    let link = link::shot(page, "together", false).link;
    let pictures = FIGURES
        .iter()
        .filter_map(|name| {
            let made = pictures::figure(page, runs, name, &Runs::default())?;
            let svg = picture(page, &made, theme, &link);
            let address = format!(
                "data:image/svg+xml;charset=utf-8,{}",
                String::from(js_sys::encode_uri_component(&svg))
            );
            Some(view! { <img src=address alt=made.figure.words.aria_label() /> })
        })
        .collect_view();
    view! {
        <div class="report">
        <h1>{spans(sentence)}</h1>
        <p class="scenario">{scenario}</p>
        {table(page)}
        <div class="report-pictures">{pictures}</div>
        <p class="note">{source(page, &link)}</p>
        <p class="note">{link}</p>
        </div>
    }
    .into_any()
}

/// Both models' numbers.
fn table(page: Page) -> AnyView {
    let words = page.lab_words();
    let n = words.numbers();
    let sides: Vec<_> = Slot::ALL
        .into_iter()
        .filter_map(|slot| Some((slot, page.row(slot)?, page.side(slot).get()?)))
        .collect();
    let heads = sides
        .iter()
        .map(|(slot, row, _)| {
            let name = names::model_name(row, words);
            view! { <th scope="col">{slot.letter()} " " {name}</th> }
        })
        .collect_view();
    let line = |name: String, cell: &dyn Fn(&crate::state::Solved) -> String| {
        let cells = sides
            .iter()
            .map(|(_, _, side)| view! { <td>{cell(&side.0)}</td> })
            .collect_view();
        view! { <tr><th scope="row">{name}</th>{cells}</tr> }.into_any()
    };
    let speed = |value: f64, fits: bool| {
        if fits {
            n.forecast(value)
        } else {
            words.ui(Ui::DoesNotFitShort).to_owned()
        }
    };
    let lines = [
        line(words.ui(Ui::ColumnSpeed).to_owned(), &|side| {
            speed(side.now.decode.per_user.get(), side.now.memory.fits)
        }),
        line(words.ui(Ui::ColumnLow).to_owned(), &|side| {
            speed(side.now.decode.low.get(), side.now.memory.fits)
        }),
        line(words.ui(Ui::ColumnHigh).to_owned(), &|side| {
            speed(side.now.decode.high.get(), side.now.memory.fits)
        }),
        line(words.ui(Ui::ColumnWeightsRead).to_owned(), &|side| {
            n.exact(side.now.decode.weight_bytes_read.get() / 1e9)
        }),
        line(words.ui(Ui::ColumnWeights).to_owned(), &|side| {
            n.gib(side.now.memory.weights.gib())
        }),
        line(words.ui(Ui::ColumnTotal).to_owned(), &|side| {
            n.gib(side.now.memory.total.gib())
        }),
    ];
    view! {
        <table class="report-table">
            <thead><tr><td></td>{heads}</tr></thead>
            <tbody>{lines.into_iter().collect_view()}</tbody>
        </table>
    }
    .into_any()
}
