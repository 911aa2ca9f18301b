//! What the page as it was built says of a figure: it stands there until the figure is computed,
//! so that nothing moves when it is.

use bpt_words::Span;

use crate::dom::is_shown;
use crate::prelude::*;

/// A figure's words and the height of its picture; empty where the page was built for another state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Baked {
    pub(crate) title: String,
    pub(crate) line: String,
    pub(crate) takeaway: String,
    pub(crate) note: String,
    pub(crate) holds: String,
    /// CSS px.
    pub(crate) height: Option<f64>,
}

impl Baked {
    /// Reads them; they are gone once the program's own page stands.
    pub(crate) fn of(name: &str) -> Self {
        if !is_shown() {
            return Self::default();
        }
        let find = |what: &str| {
            document()
                .query_selector(&format!("#baked #{name} {what}"))
                .ok()
                .flatten()
        };
        let text = |what: &str| {
            find(what)
                .and_then(|one| one.text_content())
                .unwrap_or_default()
        };
        Self {
            title: text(".figure-title"),
            line: text(".line"),
            takeaway: text(".takeaway"),
            note: text(".note"),
            holds: text(".holds .said"),
            height: find(".drawn-still, .picture")
                .map(|one| one.get_bounding_client_rect().height())
                .filter(|height| *height > 0.0),
        }
    }
}

/// A text as a sentence.
pub(crate) fn sentence(text: &str) -> Vec<Span> {
    if text.is_empty() {
        Vec::new()
    } else {
        vec![Span::Text(text.to_owned().into())]
    }
}
