//! Light, dark or as the system; the colours that canvases take from the stylesheet.

use crate::prelude::*;
use bpt_charts::Theme;

use crate::platform::{canvas, storage, url};

const KEY: &str = "theme";

/// What the reader chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Choice {
    /// As the system.
    #[default]
    Auto,
    Light,
    Dark,
}

impl Choice {
    pub(crate) fn from_slug(slug: &str) -> Self {
        match slug {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::Auto,
        }
    }

    pub(crate) const fn slug(self) -> Option<&'static str> {
        match self {
            Self::Auto => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        }
    }

    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }

    /// What the link of a page that says nothing else asks for, else what the reader chose.
    pub(crate) fn asked() -> Self {
        let query = url::query();
        let asked = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("theme="));
        asked.map_or_else(Self::remembered, Self::from_slug)
    }

    pub(crate) fn remembered() -> Self {
        storage::get(KEY).map_or(Self::Auto, |slug| Self::from_slug(&slug))
    }

    pub(crate) fn remember(self) {
        storage::set(KEY, self.slug());
    }
}

/// Shows a theme: the stylesheet looks at the root's `data-theme`.
pub(crate) fn apply(dark: bool) {
    if let Some(root) = document().document_element() {
        // A fixed, valid name: cannot fail.
        let _ = root.set_attribute("data-theme", if dark { "dark" } else { "light" });
    }
}

/// The colours in force.
pub(crate) fn colors() -> Theme {
    let read = || {
        let root = document().document_element()?;
        let style = window().get_computed_style(&root).ok()??;
        Theme::from_tokens(|token| {
            let value = style.get_property_value(token).ok()?;
            canvas::plain_color(value.trim())
        })
    };
    read().unwrap_or(Theme::PLAIN)
}
