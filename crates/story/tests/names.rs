//! Every figure can be embedded, is in the lists that say so, and has a name for readers in every
//! language.

use std::collections::HashSet;

use bpt_charts::figures::LAB;
use bpt_permalink::FIGURES;
use bpt_story::entry;
use bpt_words::LANGUAGES;

/// `docs/EMBED.md` lists the figures of `embed=`, in the order of the list.
#[test]
fn every_figure_is_in_the_document() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/EMBED.md");
    let document = std::fs::read_to_string(path).expect(path);
    let listed = format!("`{}`", FIGURES.join(" "));
    assert!(document.contains(&listed), "{path} lacks {listed}");
}

/// `web/loader.js` has to choose a module before there is one: what no chapter shows is the lab's.
#[test]
fn the_loader_knows_which_figures_are_the_lab_s() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/loader.js");
    let loader = std::fs::read_to_string(path).expect(path);
    let listed = |name: &&&str| **name != "together" && entry(name).is_none();
    let names: Vec<String> = FIGURES
        .iter()
        .filter(listed)
        .map(|name| format!("\"{name}\""))
        .collect();
    let line = format!("const LAB_FIGURES = [{}];", names.join(", "));
    assert!(loader.contains(&line), "{path} lacks `{line}`");
    for figure in LAB {
        assert!(FIGURES.contains(&figure.name), "{}", figure.name);
    }
}

#[test]
fn every_figure_has_a_name() {
    for words in LANGUAGES.iter().map(|listed| listed.words) {
        let names: HashSet<&str> = FIGURES
            .iter()
            .map(|figure| {
                let name = words.figures().name(figure);
                name.unwrap_or_else(|| panic!("no name for {figure}"))
            })
            .collect();
        assert_eq!(names.len(), FIGURES.len(), "{}", words.tag());
        assert!(!names.contains(""), "{}", words.tag());
    }
}
