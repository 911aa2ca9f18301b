//! The page's link: what it holds, and the addresses made of it.

use bpt_catalog::{Catalog, ScenarioRow, default};
use bpt_words::Language;

use crate::app::View;
use crate::platform::theme::Choice;
use crate::platform::url;
use crate::state::Pair;

/// What a link holds.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) view: View,
    pub(crate) pair: Pair,
    pub(crate) embed: Option<String>,
    pub(crate) id: String,
    pub(crate) theme: Option<Choice>,
    pub(crate) lang: String,
    /// What it asked for and does not get, in words.
    pub(crate) trouble: Vec<String>,
}

impl Link {
    /// The same with another state.
    pub(crate) fn with(&self, pair: &Pair, view: View) -> Self {
        Self {
            view,
            pair: pair.clone(),
            ..self.clone()
        }
    }

    /// The same as a page of its own.
    pub(crate) fn free(&self) -> Self {
        Self {
            embed: None,
            id: String::new(),
            theme: None,
            ..self.clone()
        }
    }

    /// The same as an embed of one figure.
    pub(crate) fn guest(&self, figure: &str) -> Self {
        Self {
            embed: Some(figure.to_owned()),
            ..self.free()
        }
    }

    /// Its query.
    pub(crate) fn query(&self) -> String {
        String::new()
    }
}

/// Reads a query.
pub(crate) fn read(_query: &str) -> Link {
    let row = |id: &str| ScenarioRow {
        model_id: Some(id.to_owned()),
        ..ScenarioRow::default()
    };
    let _ = Catalog::embedded();
    Link {
        view: View::Story,
        pair: Pair {
            a: row(default::MODEL_A),
            b: Some(row(default::MODEL_B)),
        },
        embed: None,
        id: String::new(),
        theme: None,
        lang: "en".to_owned(),
        trouble: Vec::new(),
    }
}

/// The page's address with a query.
pub(crate) fn address(query: &str) -> String {
    if query.is_empty() {
        url::base()
    } else {
        format!("{}?{query}", url::base())
    }
}

/// The code that puts a figure into another page.
pub(crate) fn snippet(query: &str, _words: &dyn Language) -> String {
    format!(
        "<iframe src=\"{}\" title=\"Bytes per Token\" loading=\"lazy\" width=\"100%\" height=\"900\" style=\"border:0\"></iframe>",
        address(query).replace('&', "&amp;")
    )
}
