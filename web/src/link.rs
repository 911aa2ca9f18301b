//! Links made of the page's state.

use bpt_catalog::Catalog;
use bpt_permalink::{PageState, View};
use bpt_story::page_file;
use bpt_words::NAMES;
use bpt_words::story::Chapter;
use leptos::prelude::document;

use crate::platform::url;
use crate::state::Page;

/// A query for the present state in a view; empty for the default one.
pub(crate) fn query(page: Page, view: View) -> String {
    let state = page.state.get();
    written(PageState { view, ..state })
}

/// The address of the same in another language: of the page that was built in it.
pub(crate) fn in_language(page: Page, view: View, tag: &str) -> String {
    let state = page.state.get();
    let lang = (tag != NAMES[0].0).then(|| tag.to_owned());
    let query = written(PageState {
        view,
        lang,
        ..state
    });
    let page = format!("{}{}", url::folder(), page_file(tag));
    if query.is_empty() {
        page
    } else {
        format!("{page}?{query}")
    }
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

/// The page's state as it is shared.
pub(crate) struct Shot {
    /// Query of an embed.
    pub(crate) query: String,
    /// Query of the scenario alone.
    pub(crate) state: String,
    /// Address of the full page.
    pub(crate) link: String,
}

/// The present state for a figure; frozen, with every value and coefficient written out.
pub(crate) fn shot(page: Page, figure: &str, frozen: bool) -> Shot {
    let catalog = Catalog::embedded();
    let now = page.state.get();
    let bare = PageState {
        embed: None,
        show: None,
        id: None,
        theme: None,
        ..if frozen { now.freeze(catalog) } else { now }
    };
    let embed = PageState {
        view: View::Story,
        embed: Some(figure.to_owned()),
        ..bare.clone()
    };
    let view = if page.embedded { View::Lab } else { bare.view };
    Shot {
        query: embed.write(catalog),
        state: written(PageState {
            view: View::Story,
            ..bare.clone()
        }),
        link: url::address(&written(PageState { view, ..bare })),
    }
}

/// Title and height of a figure's frame.
pub(crate) fn frame(page: Page, figure: &str) -> (&'static str, u32) {
    let words = page.words();
    match Chapter::from_id(figure) {
        Some(chapter) => (words.story().heading(chapter), 600),
        None if figure == "together" => (words.embed_title(), 900),
        None => (words.embed_title(), 600),
    }
}

/// Address of the picture that the build has made of an embed: none of a state of the reader's own.
pub(crate) fn picture(page: Page, figure: &str, query: &str) -> Option<String> {
    let own = query.split('&').filter(|pair| {
        let key = pair.split('=').next().unwrap_or(pair);
        !["v", "embed", "lang"].contains(&key)
    });
    let wanted: Vec<&str> = core::iter::once(figure).chain(own).collect();
    let wanted = wanted.join("&");
    // A fixed, valid selector: cannot fail.
    let list = document().query_selector("meta[name=posters]").ok()??;
    let drawn = list.get_attribute("content")?;
    if !drawn.split(' ').any(|one| one == wanted) {
        return None;
    }
    // bpt-bake names them so.
    let file = match page_file(page.words().tag()).strip_suffix(".html") {
        Some(language) => format!("{figure}-{language}.svg"),
        None => format!("{figure}.png"),
    };
    Some(format!("{}posters/{file}", url::folder()))
}

/// The code that puts a figure with the present state into another page.
pub(crate) fn snippet(page: Page, figure: &str) -> String {
    let Shot { query, link, .. } = shot(page, figure, false);
    let (title, height) = frame(page, figure);
    bpt_export::snippet(
        bpt_export::Form::Frame,
        &bpt_export::Embed {
            base: &url::folder(),
            query: &query,
            link: &link,
            figure,
            title,
            height,
            picture: None,
        },
    )
}
