//! Each figure that can be embedded has a name for readers, in every language its own.

use std::collections::HashSet;

use bpt_permalink::FIGURES;
use bpt_words::LANGUAGES;

/// `docs/EMBED.md` lists the figures of `embed=`, in the order of the list.
#[test]
fn every_figure_is_in_the_document() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/EMBED.md");
    let document = std::fs::read_to_string(path).expect(path);
    let listed = format!("`{}`", FIGURES.join(" "));
    assert!(document.contains(&listed), "{path} lacks {listed}");
}

#[test]
fn every_figure_has_a_name() {
    for words in LANGUAGES.iter().filter_map(|listed| listed.words) {
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
