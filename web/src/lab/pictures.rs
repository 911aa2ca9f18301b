//! Figures as pictures and tables that leave the page: the lab's own and the story's.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_charts::ChartSpec;
use bpt_charts::figures::measure::Runs as RunsOf;
use bpt_charts::figures::{Beside, Cell, Column, Figure, Inputs, View, together};
use bpt_charts::plate::{Plate, document};
use bpt_charts::theme::Theme;
use bpt_export::{Field, Numbers, numbers_csv, with_numbers};
use bpt_permalink::FIGURES;
use bpt_story::{FIRST_TOKEN, Given, LEAST, Models, Story, entry, largest, model_names};
use bpt_words::figures::Fixed;
use bpt_words::scenario::Opens;
use bpt_words::{Slot, Ui, plain};

use crate::app::Drawing;
use crate::figures::lab;
use crate::lab::bar;
use crate::lab::runs::OwnRuns;
use crate::names::{self, joint};
use crate::platform::canvas::OnCanvas;
use crate::platform::{export, files, raster, url};
use crate::state::Page;
use crate::story::runs::{self, Runs};

/// Width of a picture, CSS px, and of one with a table in it.
const WIDTHS: [f64; 2] = [640.0, 920.0];

/// The figures that can be had: all.
pub(crate) fn names() -> Vec<&'static str> {
    FIGURES.to_vec()
}

/// A figure, and the second chart of one that has two.
pub(crate) struct Made {
    pub(crate) figure: Figure,
    below: Option<ChartSpec>,
}

impl From<Figure> for Made {
    fn from(figure: Figure) -> Self {
        Self {
            figure,
            below: None,
        }
    }
}

/// A figure at the present state. `measured` are the runs of the figure that is about them.
pub(crate) fn figure(page: Page, own: OwnRuns, name: &str, measured: &Runs) -> Option<Made> {
    let kind = lab::named(name);
    let a = page.a.get_untracked()?;
    let b = page.b.get_untracked();
    let samples = kind.map_or_else(Vec::new, |kind| untrack(|| own.samples(page, kind.over)));
    let inputs = Inputs {
        a: &a.0.scenario,
        b: b.as_ref().map(|b| &b.0.scenario),
        curves: [None; 2],
        beside: Beside::default(),
        measured: &samples,
        view: View::default(),
    };
    let words = page.words();
    if let Some(kind) = kind {
        return Some(lab::made(kind, &inputs, words).into());
    }
    let rows = [Some(page.row_a.get_untracked()), page.row_b.get_untracked()];
    let Some(chapter) = entry(name) else {
        let device = |row: &Option<_>| row.as_ref().map_or_else(String::new, names::device_short);
        let devices = [device(&rows[0]), device(&rows[1])];
        let (figure, below) = together::figure(&inputs, devices, words)?;
        return Some(Made {
            figure,
            below: Some(below),
        });
    };
    let story = Story::embedded().ok()?;
    let names = model_names(Catalog::embedded(), [rows[0].as_ref(), rows[1].as_ref()]);
    let models = Models { rows, names };
    let given = Given {
        full: largest(inputs.scenarios().map(|(_, scenario)| scenario)),
        inputs,
        models: &models,
        data: story.chapter(chapter.chapter),
        token: FIRST_TOKEN,
        runs: RunsOf {
            runs: &measured.runs,
            held_out: measured.held_out,
        },
        least: LEAST.default,
    };
    Some((chapter.make)(&given, words).into())
}

/// The same, with what it needs fetched.
async fn whole(page: Page, own: OwnRuns, name: &str) -> Option<Made> {
    let measured = if name == "measure" {
        runs::load().await?
    } else {
        Runs::default()
    };
    figure(page, own, name, &measured)
}

/// Saves a figure's numbers with what they are of.
fn save_numbers(figure: &Figure, name: &str, link: &str, document: Option<&str>) {
    let heads: Vec<String> = figure.table.columns.iter().map(Column::head).collect();
    let field = |cell: &Cell| match cell {
        Cell::Text(text) => Field::Text(text.clone()),
        Cell::Number { value, .. } => Field::Number(*value),
        Cell::Nothing => Field::Nothing,
    };
    let rows = figure.table.rows.iter();
    let rows: Vec<Vec<Field>> = rows.map(|row| row.iter().map(field).collect()).collect();
    let numbers = Numbers {
        figure: name,
        title: &plain(&figure.words.title),
        columns: &heads,
        rows: &rows,
    };
    if let Some(document) = document {
        let text = with_numbers(document, &numbers);
        export::save_text(&text, "application/json", &format!("{name}.json"));
    } else {
        let text = numbers_csv(Catalog::embedded(), link, &numbers);
        export::save_text(&text, "text/csv", &format!("{name}.csv"));
    }
}

/// A figure as an SVG document with title, models, takeaway and source.
pub(crate) fn picture(page: Page, made: &Made, theme: &Theme, link: &str) -> String {
    let Made { figure, below } = made;
    let rows = [
        Some((Slot::A, page.row_a.get_untracked())),
        page.row_b.get_untracked().map(|row| (Slot::B, row)),
    ];
    let names: Vec<(Slot, String)> = rows
        .into_iter()
        .flatten()
        .map(|(slot, row)| (slot, names::model_name(&row, page.words())))
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
        below: below.as_ref(),
        ground: true,
        names: &names,
        picks: &picks.join(joint(page.words(), Fixed::Comma)),
        source: &source,
        width: WIDTHS[usize::from(matches!(figure.chart, ChartSpec::Strips(_)))],
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

/// What a figure is saved as.
#[derive(Clone, Copy, Debug)]
enum What {
    Png,
    Svg,
    Csv,
    Json,
}

/// Buttons that save a figure.
#[component]
pub(crate) fn Pictures(figure: RwSignal<String>) -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let runs = OwnRuns::get();
    let drawing: Drawing = expect_context();
    let failed = RwSignal::new(false);
    let save = move |what: What| {
        let name = figure.get_untracked();
        let shot = untrack(|| crate::link::shot(page, "together", false));
        let theme = drawing.theme.get_untracked();
        leptos::task::spawn_local(async move {
            let done = async {
                let made = whole(page, runs, &name).await?;
                match what {
                    What::Svg => {
                        let text = picture(page, &made, &theme, &shot.link);
                        export::save_text(&text, "image/svg+xml", &format!("{name}.svg"));
                    }
                    What::Png => {
                        let text = picture(page, &made, &theme, &shot.link);
                        raster::save_png(&text, 2.0, &format!("{name}.png")).await?;
                    }
                    What::Csv => save_numbers(&made.figure, &name, &shot.link, None),
                    What::Json => {
                        let document = files::document(shot.state, shot.link.clone()).await?;
                        save_numbers(&made.figure, &name, &shot.link, Some(&document));
                    }
                }
                Some(())
            };
            let saved = done.await.is_some();
            let _ = failed.try_set(!saved);
        });
    };
    let buttons = [
        (What::Png, Ui::SavePng),
        (What::Svg, Ui::SaveSvg),
        (What::Csv, Ui::SaveCsv),
        (What::Json, Ui::SaveJson),
    ]
    .map(|(what, name)| {
        view! { <button type="button" on:click=move |_| save(what)>{words.ui(name)}</button> }
    })
    .collect_view();
    view! {
        <p class="uses">
            {buttons}
            <span class="bad" role="status">
                {move || failed.get().then(|| words.ui(Ui::SaveFailed))}
            </span>
        </p>
    }
}
