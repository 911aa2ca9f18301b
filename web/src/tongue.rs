//! The page's language. Words come from the module's `main` alone: whoever else names a language
//! brings all of its words into every module.

use std::cell::Cell;

use bpt_words::{Language, NAMES};
use leptos::prelude::document;

/// The words for a tag.
pub type Choose = fn(&str) -> &'static dyn Language;

thread_local! {
    static CHOOSE: Cell<Option<Choose>> = const { Cell::new(None) };
}

/// Says how words are chosen; it is called first.
pub(crate) fn set(choose: Choose) {
    CHOOSE.set(Some(choose));
}

/// The language of the document: as it was built, then as the page says.
pub(crate) fn of_document() -> Option<String> {
    document().document_element()?.get_attribute("lang")
}

/// The words that a link asks for, else those of the document's language.
pub(crate) fn words(asked: Option<&str>) -> &'static dyn Language {
    let tag = asked.map(str::to_owned).or_else(of_document);
    let choose = CHOOSE.get().expect("`start` has set it");
    choose(tag.as_deref().unwrap_or_default())
}

/// What a link says of the document's language: nothing for the first one.
pub(crate) fn said() -> Option<String> {
    of_document().filter(|tag| tag != NAMES[0].0)
}
