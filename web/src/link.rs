//! Links made of the page's state.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_permalink::{PageState, View};
use bpt_words::story::Chapter;

use crate::platform::url;
use crate::state::Page;

/// A query for the present state in a view; empty for the default one.
pub(crate) fn query(page: Page, view: View) -> String {
    let state = page.state.get();
    written(PageState { view, ..state })
}

/// The same outside of any frame.
pub(crate) fn free(page: Page, view: View) -> String {
    let state = page.state.get();
    written(PageState {
        view,
        embed: None,
        show: None,
        id: None,
        theme: None,
        ..state
    })
}

fn written(state: PageState) -> String {
    let query = state.write(Catalog::embedded());
    // The version alone says nothing.
    if query == "v=1" { String::new() } else { query }
}

/// The code that puts a figure with the present state into another page.
pub(crate) fn snippet(page: Page, figure: &str) -> String {
    let state = page.state.get();
    let query = PageState {
        view: View::Story,
        embed: Some(figure.to_owned()),
        id: None,
        theme: None,
        ..state
    }
    .write(Catalog::embedded());
    let address = url::address(&query).replace('&', "&amp;");
    let words = page.words();
    let (title, height) = match Chapter::from_id(figure) {
        Some(chapter) => (words.story().heading(chapter), 600),
        None => (words.embed_title(), 900),
    };
    format!(
        "<iframe src=\"{address}\" title=\"{title}\" loading=\"lazy\" width=\"100%\" \
         height=\"{height}\" style=\"border:0\"></iframe>"
    )
}
