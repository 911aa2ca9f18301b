//! Reading a link: every key finds its place, what cannot be used is reported.

use bpt_catalog::{Catalog, ScenarioRow, default};
use bpt_core::coefficients::Coefficients;

use crate::canonical::default_text;
use crate::compact::decode_model;
use crate::forms::read_number;
use crate::keys;
use crate::right;
use crate::state::{COEFFICIENT, FIGURES, OWN_B, PageState, Replaced, VERSION, View, assume};

/// Longest text of a key of the page's own.
const MAX_WORD: usize = 200;

/// The key behind a field that only together with others is wrong.
fn key_of(field: &str) -> Option<&'static str> {
    Some(match field {
        "nodes" => "nodes",
        "parallel.size" | "parallel.kind" => "split",
        "speculative.acceptance_length" => "acc",
        "devices" => "devs",
        _ => return None,
    })
}

/// Values that do not go together: the offending one becomes its default, so that what a link
/// shows is always a scenario.
pub(crate) fn settle(state: &mut PageState, catalog: &Catalog, replaced: &mut Vec<Replaced>) {
    for _ in 0..8 {
        let error_a = catalog.resolve(&state.row_a()).err();
        let error_b = state
            .row_b(catalog)
            .and_then(|row| catalog.resolve(&row).err());
        let (error, of_b) = match (error_a, error_b) {
            (Some(error), _) => (error, false),
            (None, Some(error)) => (error, true),
            (None, None) => return,
        };
        let Some(key) = key_of(&error.field).and_then(keys::key) else {
            return;
        };
        let row = match (&mut state.b, of_b) {
            (Some(own), true) if (key.get)(own).is_some() => own,
            (_, true) => {
                // B inherits what does not fit it: B gets the default of its own.
                let used = default_text(key, None, catalog);
                let text = (key.get)(&state.a).unwrap_or_default();
                let fixed = match (&mut state.b, &used) {
                    (Some(own), Some(used)) => (key.set)(own, used, catalog),
                    (Some(own), None) if key.name == "split" => (key.set)(own, "auto", catalog),
                    _ => false,
                };
                replaced.push(Replaced {
                    key: format!("{OWN_B}{}", key.name),
                    text,
                    used: used.unwrap_or_default(),
                });
                if fixed {
                    continue;
                }
                return;
            }
            (_, false) => &mut state.a,
        };
        replaced.push(Replaced {
            key: if of_b {
                format!("{OWN_B}{}", key.name)
            } else {
                key.name.into()
            },
            text: (key.get)(row).unwrap_or_default(),
            used: default_text(key, None, catalog).unwrap_or_default(),
        });
        (key.clear)(row);
    }
}

/// What was read so far.
pub(crate) struct Reader<'a> {
    pub(crate) state: PageState,
    pub(crate) own_b: ScenarioRow,
    pub(crate) no_b: bool,
    pub(crate) seen: Vec<String>,
    pub(crate) replaced: Vec<Replaced>,
    pub(crate) catalog: &'a Catalog,
}

impl Reader<'_> {
    pub(crate) fn pair(&mut self, key: &str, text: &str) {
        // The first of several counts.
        if self.seen.iter().any(|seen| seen == key) {
            return;
        }
        self.seen.push(key.into());
        if self.page(key, text) {
            return;
        }
        let (own, name) = match key.strip_prefix(OWN_B) {
            Some(name) => (true, name),
            None => (false, key),
        };
        let row = if own {
            &mut self.own_b
        } else {
            &mut self.state.a
        };
        let fine = if let Some(key) = keys::key(name) {
            (key.set)(row, text, self.catalog)
        } else if name == "model" {
            match decode_model(text) {
                None => false,
                Some(model) => {
                    row.model = Some(std::sync::Arc::new(model));
                    true
                }
            }
        } else if let Some(info) = name.strip_prefix(COEFFICIENT).and_then(Coefficients::info) {
            match read_number(text).filter(|value| info.low <= *value && *value <= info.high) {
                None => false,
                value => {
                    assume(row, info.name, value);
                    true
                }
            }
        } else {
            self.state.unknown.push((key.into(), text.into()));
            return;
        };
        if !fine {
            let device = self.state.a.device_id.clone();
            // What stands for a bad value of B's is A's, which may follow later in the link.
            let used = keys::key(name)
                .filter(|_| !own)
                .and_then(|key| default_text(key, device.as_deref(), self.catalog))
                .unwrap_or_default();
            self.bad(key, text, used);
        }
    }

    /// Keys of the page itself; false if it is none of them.
    fn page(&mut self, key: &str, text: &str) -> bool {
        let word = || (!text.is_empty() && text.len() <= MAX_WORD).then(|| text.to_owned());
        match key {
            "v" => {
                if text != VERSION {
                    self.bad(key, text, VERSION);
                }
            }
            "view" => match View::ALL.into_iter().find(|view| view.slug() == text) {
                Some(view) => self.state.view = view,
                None => self.bad(key, text, View::Story.slug()),
            },
            "a" => match keys::read_model(text, self.catalog) {
                Some(id) => self.state.a.model_id = Some(id),
                None => self.bad(key, text, default::MODEL_A),
            },
            "b" if text == "none" => self.no_b = true,
            "b" => match keys::read_model(text, self.catalog) {
                Some(id) => self.own_b.model_id = Some(id),
                None => self.bad(key, text, default::MODEL_B),
            },
            key if right::KEYS.contains(&key) => {
                if !self.state.right.set(key, text, self.catalog) {
                    self.bad(key, text, "");
                }
            }
            "fz" => match word() {
                Some(revision) => self.state.frozen = Some(revision),
                None => self.bad(key, text, ""),
            },
            "embed" => match FIGURES.iter().find(|figure| **figure == text) {
                Some(figure) => self.state.embed = Some((*figure).into()),
                None => self.bad(key, text, ""),
            },
            "show" => match word() {
                Some(keys) => {
                    let keys = keys.split(',').filter(|key| !key.is_empty());
                    self.state.show = Some(keys.map(Into::into).collect());
                }
                // Named and empty: no control stays.
                None if text.is_empty() => self.state.show = Some(Vec::new()),
                None => self.bad(key, text, ""),
            },
            "id" => match word() {
                Some(id) => self.state.id = Some(id),
                None => self.bad(key, text, ""),
            },
            "theme" => match text {
                "light" | "dark" => self.state.theme = Some(text.into()),
                _ => self.bad(key, text, ""),
            },
            "lang" => {
                let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
                match word().filter(|tag| tag.len() <= 35 && tag.bytes().all(fits)) {
                    Some(tag) => self.state.lang = Some(tag),
                    None => self.bad(key, text, ""),
                }
            }
            _ => return false,
        }
        true
    }

    fn bad(&mut self, key: &str, text: &str, used: impl Into<String>) {
        self.replaced.push(Replaced {
            key: key.into(),
            text: text.chars().take(MAX_WORD).collect(),
            used: used.into(),
        });
    }
}
