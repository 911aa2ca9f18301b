//! The page's state: scenario A, what B has of its own, the view, and what is not known.

use bpt_catalog::{Catalog, ScenarioRow, default};
use bpt_core::coefficients::Coefficients;

use crate::canonical::{default_text, first_device, inherited, sort};
use crate::compact::encode_model;
use crate::forms::number;
use crate::reader::{Reader, settle};
use crate::right::{self, RightSize};
use crate::{keys, query};

/// Version of the link format.
pub(crate) const VERSION: &str = "1";
pub(crate) const OWN_B: &str = "b.";
pub(crate) const COEFFICIENT: &str = "x.";

/// Which of the page's views is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum View {
    /// The story.
    #[default]
    Story,
    /// The lab.
    Lab,
    /// Predicted against measured.
    Measurements,
    /// Formulas and sources.
    Method,
    /// The smallest that is good enough.
    Rightsize,
}

impl View {
    /// All views.
    pub const ALL: [Self; 5] = [
        Self::Story,
        Self::Lab,
        Self::Measurements,
        Self::Method,
        Self::Rightsize,
    ];

    /// Its name in a link.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Story => "story",
            Self::Lab => "lab",
            Self::Measurements => "measurements",
            Self::Method => "method",
            Self::Rightsize => "rightsize",
        }
    }
}

/// Names of figures that can be embedded.
pub const FIGURES: &[&str] = &[
    "bytes",
    "bits",
    "context",
    "prefill",
    "bandwidth",
    "users",
    "two",
    "spill",
    "speculation",
    "measure",
    "rightsize",
    "together",
    "breakdown",
    "memory",
];

/// A value of a link that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The key.
    pub key: String,
    /// What the link says.
    pub text: String,
    /// What is used instead; empty where that is nothing.
    pub used: String,
}

/// The page's state. Rows are sparse: what is absent is the default scenario's, or A's for B.
#[derive(Clone, Debug, PartialEq)]
pub struct PageState {
    /// Scenario A; `model_id` absent is the default A.
    pub a: ScenarioRow,
    /// What B has of its own; `model_id` absent is the default B. `None`: there is no B.
    pub b: Option<ScenarioRow>,
    /// The view.
    pub view: View,
    /// What figure `rightsize` asks.
    pub right: RightSize,
    /// The figure of an embed.
    pub embed: Option<String>,
    /// Link keys whose controls an embed keeps; `None` keeps all.
    pub show: Option<Vec<String>>,
    /// An embed's own id.
    pub id: Option<String>,
    /// `light` or `dark`; `None` follows the reader's system.
    pub theme: Option<String>,
    /// Language tag.
    pub lang: Option<String>,
    /// Data revision of a frozen link.
    pub frozen: Option<String>,
    /// Keys that are not known, in their order.
    pub unknown: Vec<(String, String)>,
}

impl Default for PageState {
    fn default() -> Self {
        Self {
            a: ScenarioRow::default(),
            b: Some(ScenarioRow::default()),
            view: View::Story,
            right: RightSize::default(),
            embed: None,
            show: None,
            id: None,
            theme: None,
            lang: None,
            frozen: None,
            unknown: Vec::new(),
        }
    }
}

impl PageState {
    /// Reads a query string; never fails. What could not be used is in the list.
    #[must_use]
    pub fn read(query: &str, catalog: &Catalog) -> (Self, Vec<Replaced>) {
        let mut reader = Reader {
            state: Self::default(),
            own_b: ScenarioRow::default(),
            no_b: false,
            seen: Vec::new(),
            replaced: Vec::new(),
            catalog,
        };
        for (key, text) in query::pairs(query) {
            reader.pair(&key, &text);
        }
        let Reader {
            mut state,
            own_b,
            no_b,
            replaced,
            ..
        } = reader;
        state.b = (!no_b).then_some(own_b);
        let mut replaced = replaced;
        let device = first_device(&state.a);
        for one in &mut replaced {
            if let Some(key) = one.key.strip_prefix(OWN_B).and_then(keys::key) {
                let of_a = (key.get)(&state.a);
                let used = of_a.or_else(|| default_text(key, device.as_deref(), catalog));
                one.used = used.unwrap_or_default();
            }
        }
        settle(&mut state, catalog, &mut replaced);
        (state.canonical(catalog), replaced)
    }

    /// The query string of this state, without a leading `?`.
    #[must_use]
    pub fn write(&self, catalog: &Catalog) -> String {
        let state = self.clone().canonical(catalog);
        let mut out = String::new();
        query::push(&mut out, "v", VERSION);
        if state.view != View::Story {
            query::push(&mut out, "view", state.view.slug());
        }
        let (a, b) = (&state.a, state.b.as_ref());
        if let Some(id) = &a.model_id {
            query::push(&mut out, "a", id);
        }
        match b {
            None => query::push(&mut out, "b", "none"),
            Some(b) => {
                if let Some(id) = &b.model_id {
                    query::push(&mut out, "b", id);
                }
            }
        }
        let both = |out: &mut String, name: &str, get: &dyn Fn(&ScenarioRow) -> Option<String>| {
            if let Some(text) = get(a) {
                query::push(out, name, &text);
            }
            if let Some(text) = b.and_then(get) {
                query::push(out, &format!("{OWN_B}{name}"), &text);
            }
        };
        for key in keys::KEYS {
            both(&mut out, key.name, &key.get);
        }
        for info in Coefficients::ALL {
            let name = format!("{COEFFICIENT}{}", info.name);
            both(&mut out, &name, &|row| assumed(row, info.name).map(number));
        }
        for key in keys::LAST_KEYS {
            both(&mut out, key.name, &key.get);
        }
        both(&mut out, "model", &|row| {
            row.model.as_ref().and_then(|model| encode_model(model))
        });
        for key in right::KEYS {
            if let Some(text) = state.right.get(key) {
                query::push(&mut out, key, &text);
            }
        }
        for (name, text) in [
            ("fz", &state.frozen),
            ("embed", &state.embed),
            ("show", &state.show.as_ref().map(|keys| keys.join(","))),
            ("id", &state.id),
            ("theme", &state.theme),
            ("lang", &state.lang),
        ] {
            if let Some(text) = text {
                query::push(&mut out, name, text);
            }
        }
        for (key, text) in &state.unknown {
            query::push(&mut out, key, text);
        }
        out
    }

    /// Scenario A with model and device named.
    #[must_use]
    pub fn row_a(&self) -> ScenarioRow {
        named(self.a.clone(), default::MODEL_A)
    }

    /// Scenario B: A's with B's own values over it, model and device named; `None` without B.
    #[must_use]
    pub fn row_b(&self, catalog: &Catalog) -> Option<ScenarioRow> {
        let own = self.b.as_ref()?;
        let mut row = inherited(&self.a, own);
        for key in keys::all() {
            if let Some(text) = (key.get)(own) {
                (key.set)(&mut row, &text, catalog);
            }
        }
        for (name, value) in &own.assume {
            assume(&mut row, name, Some(*value));
        }
        row.model_id.clone_from(&own.model_id);
        row.model.clone_from(&own.model);
        Some(named(row, default::MODEL_B))
    }
}

fn named(mut row: ScenarioRow, model: &str) -> ScenarioRow {
    if row.model.is_none() && row.model_id.is_none() {
        row.model_id = Some(model.into());
    }
    if row.device_id.is_none() && row.devices.is_empty() {
        row.device_id = Some(default::DEVICE.into());
    }
    // Without a method there is no speculation, whatever else is said of it.
    row.speculative = row.speculative.filter(|spec| spec.method.is_some());
    row
}

fn assumed(row: &ScenarioRow, name: &str) -> Option<f64> {
    let found = row.assume.iter().find(|(have, _)| have == name);
    found.map(|(_, value)| *value)
}

/// Sets a coefficient by hand, or takes it away.
pub(crate) fn assume(row: &mut ScenarioRow, name: &str, value: Option<f64>) {
    row.assume.retain(|(have, _)| have != name);
    if let Some(value) = value {
        row.assume.push((name.into(), value));
    }
    sort(&mut row.assume);
}
