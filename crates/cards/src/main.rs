//! Writes a page for each preset: `bpt-cards DIST [SITE]`. Each has a title, a description and a
//! preview of its own for whoever shows links, and sends readers on to the lab.
//!
//! `SITE` is the address at which DIST will be published; previews need it, since most readers of
//! them take whole addresses only. The pictures are written as SVG; the build makes PNG of them.

mod page;

use std::path::Path;

use bpt_catalog::Catalog;
use bpt_charts::figures::{Figure, Inputs, LAB, View, context};
use bpt_charts::measure::Average;
use bpt_charts::plate::{Plate, document};
use bpt_charts::theme::Theme;
use bpt_permalink::{PRESETS, PageState, Preset};
use bpt_words::{Language, Slot, language, plain};

type Failed = Box<dyn std::error::Error>;

/// Two thirds of the 1,200 x 630 pixels that previews of links have.
const SIZE: (f64, f64) = (800.0, 420.0);

fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let dist = arguments.next().ok_or("usage: bpt-cards DIST [SITE]")?;
    let site = arguments.next().unwrap_or_default();
    // The light colours come first in it.
    let style = std::fs::read_to_string("web/style/tokens.css")?;
    let theme = Theme::from_style(&style).ok_or("a colour is missing in the stylesheet")?;
    for (at, preset) in PRESETS.iter().enumerate() {
        let folder = Path::new(&dist).join("s").join(preset.slug);
        std::fs::create_dir_all(&folder)?;
        let (card, picture) = card(at, *preset, &theme)?;
        std::fs::write(folder.join("preview.svg"), picture)?;
        std::fs::write(
            folder.join("index.html"),
            page::html(&card, preset.slug, preset.query, &site),
        )?;
    }
    Ok(())
}

/// What a preset says of itself.
pub(crate) struct Card {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) language: &'static str,
}

fn card(at: usize, preset: Preset, theme: &Theme) -> Result<(Card, String), Failed> {
    let catalog = Catalog::embedded();
    let words = language("en");
    let (state, replaced) = PageState::read(preset.query, catalog);
    if let Some(bad) = replaced.first() {
        return Err(format!("preset {at}: {} is not known", bad.key).into());
    }
    let rows = [Some(state.row_a()), state.row_b(catalog)];
    let mut scenarios = Vec::new();
    let mut names = Vec::new();
    for (slot, row) in Slot::ALL.into_iter().zip(rows) {
        let Some(row) = row else { continue };
        let scenario = catalog
            .resolve(&row)
            .map_err(|error| format!("preset {at}: {error:?}"))?;
        let id = row.model_id.unwrap_or_default();
        names.push((
            slot,
            catalog.model(&id).map_or(id, |entry| entry.name.clone()),
        ));
        scenarios.push(scenario);
    }
    let first = scenarios.first().ok_or("a preset without a model")?;
    let inputs = Inputs {
        view: View::default(),
        ..Inputs::new(first, scenarios.get(1))
    };
    let figure = figure(preset.figure, &inputs, words);
    let title = bpt_words::lab_language(words.tag()).preset(at);
    let plate = Plate {
        figure: &figure,
        below: None,
        ground: true,
        names: &names,
        picks: "",
        source: "Bytes per Token",
        width: SIZE.0,
        height: Some(SIZE.1),
    };
    let card = Card {
        title: title.to_owned(),
        description: plain(&figure.words.takeaway),
        language: words.tag(),
    };
    let picture = document(&plate, theme, &Average);
    if !picture_fits(&picture) {
        return Err(format!("preset {at}: the preview is higher than {} px", SIZE.1).into());
    }
    // The subset of the face that the rasteriser has knows no arrows.
    let picture = picture.replace(" \u{2192}", "");
    Ok((card, picture))
}

/// Whether a picture has the height of a preview: words that do not fit make it higher.
fn picture_fits(svg: &str) -> bool {
    svg.starts_with("<svg") && svg.contains(&format!(" height=\"{}\" viewBox=\"0 0 ", SIZE.1))
}

/// The figure of a preset; speed over context where it names none of the lab's.
fn figure(name: &str, inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let named = LAB.iter().find(|entry| entry.name == name);
    let make = named.map_or(context::figure as _, |entry| entry.make);
    make(inputs, words)
}
