//! Figures of the lab as pictures and tables that leave the page.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_charts::figures::{Beside, Figure, Inputs, LAB, View};
use bpt_charts::plate::{Plate, document};
use bpt_charts::theme::Theme;
use bpt_words::figures::Fixed;
use bpt_words::scenario::Opens;
use bpt_words::{Slot, Ui};

use crate::app::Drawing;
use crate::figures::lab;
use crate::figures::numbers::csv;
use crate::lab::bar;
use crate::lab::runs::OwnRuns;
use crate::names::{self, joint};
use crate::platform::canvas::OnCanvas;
use crate::platform::{export, raster, url};
use crate::state::Page;

/// Width of a picture, CSS px.
const WIDTH: f64 = 640.0;

/// The figures that can be had.
pub(crate) fn names() -> Vec<&'static str> {
    LAB.iter().map(|kind| kind.name).collect()
}

/// A figure at the present state.
pub(crate) fn figure(page: Page, runs: OwnRuns, name: &str) -> Option<Figure> {
    let kind = lab::named(name)?;
    let a = page.a.get_untracked()?;
    let b = page.b.get_untracked();
    let samples = untrack(|| runs.samples(page, kind.over));
    let inputs = Inputs {
        a: &a.0.scenario,
        b: b.as_ref().map(|b| &b.0.scenario),
        curves: [None; 2],
        beside: Beside::default(),
        measured: &samples,
        view: View::default(),
    };
    Some(lab::made(kind, &inputs, page.words()))
}

/// A figure as an SVG document with title, models, takeaway and source.
pub(crate) fn picture(page: Page, figure: &Figure, theme: &Theme, link: &str) -> String {
    let rows = [
        Some((Slot::A, page.row_a.get_untracked())),
        page.row_b.get_untracked().map(|row| (Slot::B, row)),
    ];
    let names: Vec<(Slot, String)> = rows
        .into_iter()
        .flatten()
        .map(|(slot, row)| {
            let name = names::model(&row).map_or_else(
                || page.words().ui(Ui::Imported).to_owned(),
                |entry| entry.name.clone(),
            );
            (slot, name)
        })
        .collect();
    let said = untrack(|| bar::said(page));
    let picks: Vec<String> = page
        .lab_words()
        .scenario(&said)
        .into_iter()
        .filter(|noun| !matches!(noun.opens, None | Some(Opens::ModelA | Opens::ModelB)))
        .map(|noun| noun.text)
        .collect();
    let source = source(page, link);
    let plate = Plate {
        figure,
        below: None,
        ground: true,
        names: &names,
        picks: &picks.join(joint(page.words(), Fixed::Comma)),
        source: &source,
        width: WIDTH,
        height: None,
    };
    document(&plate, theme, &OnCanvas)
}

/// Who made it, with which data, and where.
pub(crate) fn source(page: Page, link: &str) -> String {
    let words = page.lab_words();
    let revision = &Catalog::embedded().calibration().revision;
    // A link of a frozen or imported state is too long to be read.
    let link = if link.len() > 90 {
        url::folder()
    } else {
        link.to_owned()
    };
    format!(
        "{} {}, {} {revision}. {link}",
        words.ui(Ui::Product),
        env!("CARGO_PKG_VERSION"),
        words.ui(Ui::ReportData),
    )
}

/// Buttons that save a figure.
#[component]
pub(crate) fn Pictures(figure: RwSignal<String>) -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let runs = OwnRuns::get();
    let drawing: Drawing = expect_context();
    let failed = RwSignal::new(false);
    let made = move || self::figure(page, runs, &figure.get_untracked());
    let drawn = move || {
        let made = made()?;
        let link = untrack(|| crate::link::shot(page, "together", false).link);
        Some(picture(page, &made, &drawing.theme.get_untracked(), &link))
    };
    let name = move |ending: &str| format!("{}.{ending}", figure.get_untracked());
    let svg = move |_| {
        if let Some(text) = drawn() {
            export::save_text(&text, "image/svg+xml", &name("svg"));
        }
    };
    let png = move |_| {
        let Some(text) = drawn() else {
            return;
        };
        let name = name("png");
        leptos::task::spawn_local(async move {
            let saved = raster::save_png(&text, 2.0, &name).await.is_some();
            let _ = failed.try_set(!saved);
        });
    };
    let table = move |_| {
        if let Some(made) = made() {
            export::save_text(&csv(&made.table), "text/csv", &name("csv"));
        }
    };
    view! {
        <p class="uses">
            <button type="button" on:click=png>{words.ui(Ui::SavePng)}</button>
            <button type="button" on:click=svg>{words.ui(Ui::SaveSvg)}</button>
            <button type="button" on:click=table>{words.ui(Ui::SaveCsv)}</button>
            <span class="bad" role="status">
                {move || failed.get().then(|| words.ui(Ui::SaveFailed))}
            </span>
        </p>
    }
}
