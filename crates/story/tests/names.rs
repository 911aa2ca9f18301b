//! Each figure that can be embedded has a name for readers, in every language its own.

use std::collections::HashSet;

use bpt_permalink::FIGURES;
use bpt_words::{LANGUAGES, Ui};

#[test]
fn every_figure_has_a_name() {
    for words in LANGUAGES.iter().filter_map(|listed| listed.words) {
        let names: HashSet<&str> = FIGURES
            .iter()
            .map(|figure| {
                let name = Ui::figure(figure).unwrap_or_else(|| panic!("no name for {figure}"));
                words.ui(name)
            })
            .collect();
        assert_eq!(names.len(), FIGURES.len(), "{}", words.tag());
        assert!(!names.contains(""), "{}", words.tag());
    }
}
