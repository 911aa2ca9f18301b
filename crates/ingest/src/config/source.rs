//! The keys of a config, and which of them were taken, assumed or never asked for.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::inspection::Inspection;

/// The tables of keys and families.
pub(super) struct Tables {
    facts: BTreeMap<String, Vec<String>>,
    exact: BTreeSet<String>,
    parts: Vec<String>,
    pub(super) nested: Vec<String>,
    families: Map<String, Value>,
}

pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let keys: Value =
        serde_json::from_str(include_str!("../../data/config_keys.json")).unwrap_or_default();
    let families: Value =
        serde_json::from_str(include_str!("../../data/config_families.json")).unwrap_or_default();
    let list = |value: Option<&Value>| -> Vec<String> {
        let items = value.and_then(Value::as_array).into_iter().flatten();
        items
            .filter_map(|one| one.as_str().map(str::to_owned))
            .collect()
    };
    let facts = keys
        .get("facts")
        .and_then(Value::as_object)
        .into_iter()
        .flatten();
    Tables {
        facts: facts
            .map(|(fact, names)| (fact.clone(), list(Some(names))))
            .collect(),
        exact: list(keys.pointer("/no_effect/exact")).into_iter().collect(),
        parts: list(keys.pointer("/no_effect/parts")),
        nested: list(keys.get("nested")),
        families: families.as_object().cloned().unwrap_or_default(),
    }
});

impl Tables {
    /// Facts of a family: its own row, over the row it says it is like.
    pub(super) fn family(&self, model_type: &str) -> Map<String, Value> {
        let mut row = self.row(model_type);
        // A chain of at most four likenesses; a loop in the table ends too.
        for _ in 0..4 {
            let Some(like) = row
                .remove("like")
                .and_then(|like| like.as_str().map(str::to_owned))
            else {
                break;
            };
            for (key, value) in self.row(&like) {
                row.entry(key).or_insert(value);
            }
        }
        row
    }

    fn row(&self, name: &str) -> Map<String, Value> {
        let row = self
            .families
            .get(name)
            .or_else(|| self.families.get(name.strip_suffix("_text")?));
        row.and_then(Value::as_object).cloned().unwrap_or_default()
    }

    pub(super) fn knows(&self, model_type: &str) -> bool {
        self.families.contains_key(model_type)
            || model_type
                .strip_suffix("_text")
                .is_some_and(|base| self.families.contains_key(base))
    }

    fn without_effect(&self, key: &str) -> bool {
        self.exact.contains(key) || self.parts.iter().any(|part| key.contains(part.as_str()))
    }
}

/// Where the value of a fact comes from.
#[derive(Clone, Copy)]
enum Found<'a> {
    Given(&'a Value),
    Default,
    Nothing,
}

/// The text part of a config with the facts of its family.
pub(super) struct Source<'a> {
    map: &'a Map<String, Value>,
    /// The config around it, for what is said only there.
    outer: Option<&'a Map<String, Value>>,
    prefix: String,
    pub(super) family: Map<String, Value>,
    /// Facts that were looked up: layers ask again and again.
    found: RefCell<BTreeMap<&'static str, Found<'a>>>,
    used: RefCell<BTreeSet<String>>,
    used_outer: RefCell<BTreeSet<String>>,
    assumed: RefCell<BTreeMap<String, String>>,
}

impl<'a> Source<'a> {
    pub(super) fn new(
        map: &'a Map<String, Value>,
        outer: Option<&'a Map<String, Value>>,
        prefix: String,
        family: Map<String, Value>,
    ) -> Self {
        Self {
            map,
            outer,
            prefix,
            family,
            found: RefCell::default(),
            used: RefCell::default(),
            used_outer: RefCell::default(),
            assumed: RefCell::default(),
        }
    }

    /// The value of a fact: the first of its names that is there and not null, else the default
    /// of the family (which is then listed as assumed).
    pub(super) fn get(&self, fact: &'static str) -> Option<&Value> {
        let known = self.found.borrow().get(fact).copied();
        let found = known.unwrap_or_else(|| {
            let found = self.look_up(fact);
            self.found.borrow_mut().insert(fact, found);
            found
        });
        match found {
            Found::Given(value) => Some(value),
            Found::Default => self.family.get("defaults")?.get(fact),
            Found::Nothing => None,
        }
    }

    fn look_up(&self, fact: &'static str) -> Found<'a> {
        let own = self.family.get("keys").and_then(|keys| keys.get(fact));
        let mut found = None;
        match own {
            Some(Value::String(name)) => found = self.take(name),
            Some(Value::Bool(false)) => return Found::Nothing,
            _ => {
                for name in TABLES.facts.get(fact).into_iter().flatten() {
                    // All names are marked: a second name for the same thing is understood too.
                    let one = self.take(name);
                    found = found.or(one);
                }
            }
        }
        if let Some(found) = found {
            return Found::Given(found);
        }
        let default = self
            .family
            .get("defaults")
            .and_then(|defaults| defaults.get(fact));
        default.map_or(Found::Nothing, |default| {
            self.assume(fact, &format!("{default}, the default of this family"));
            Found::Default
        })
    }

    /// A value by its own name.
    pub(super) fn take(&self, name: &str) -> Option<&'a Value> {
        if let Some(value) = self.map.get(name) {
            self.used.borrow_mut().insert(name.to_owned());
            if !value.is_null() {
                return Some(value);
            }
        }
        if self.trait_flag("parts") {
            // Dbrx: attention and feed-forward in objects of their own.
            for part in ["attn_config", "ffn_config"] {
                if let Some(value) = self.map.get(part).and_then(|part| part.get(name)) {
                    self.used.borrow_mut().insert(part.to_owned());
                    return Some(value);
                }
            }
        }
        let value = self.outer?.get(name)?;
        self.used_outer.borrow_mut().insert(name.to_owned());
        (!value.is_null()).then_some(value)
    }

    pub(super) fn number(&self, fact: &'static str) -> Option<u64> {
        self.get(fact).and_then(whole)
    }

    pub(super) fn real(&self, fact: &'static str) -> Option<f64> {
        self.get(fact).and_then(Value::as_f64)
    }

    pub(super) fn flag(&self, fact: &'static str) -> Option<bool> {
        self.get(fact).and_then(Value::as_bool)
    }

    pub(super) fn list(&self, fact: &'static str) -> Option<&Vec<Value>> {
        self.get(fact).and_then(Value::as_array)
    }

    /// A fact of the family itself.
    pub(super) fn trait_flag(&self, name: &str) -> bool {
        self.family.get(name) == Some(&Value::Bool(true))
    }

    pub(super) fn trait_number(&self, name: &str) -> Option<f64> {
        self.family.get(name).and_then(Value::as_f64)
    }

    pub(super) fn trait_text(&self, name: &str) -> Option<&str> {
        self.family.get(name).and_then(Value::as_str)
    }

    pub(super) fn assume(&self, what: &str, value: &str) {
        self.assumed
            .borrow_mut()
            .entry(what.to_owned())
            .or_insert_with(|| value.to_owned());
    }

    /// Sorts every key into understood, without effect, or unknown.
    pub(super) fn report(&self, found: &mut Inspection) {
        sort(self.map, &self.prefix, &self.used.borrow(), found);
        if let Some(outer) = self.outer {
            let mut used = self.used_outer.borrow().clone();
            if let Some(inner) = self.prefix.split('.').next() {
                used.insert(inner.to_owned());
            }
            // What the outer config says again about the text model.
            let again = TABLES.facts.values().flatten();
            used.extend(again.filter(|name| self.map.contains_key(*name)).cloned());
            used.extend(TABLES.facts.get("tied").into_iter().flatten().cloned());
            sort(outer, "", &used, found);
        }
        found.assumed.extend(self.assumed.borrow().clone());
    }
}

fn sort(map: &Map<String, Value>, prefix: &str, used: &BTreeSet<String>, found: &mut Inspection) {
    for (key, value) in map {
        let path = format!("{prefix}{key}");
        if used.contains(key) {
            found.understand(path, shown(value));
        } else if TABLES.without_effect(key) {
            found.understand(path, "no effect on size or speed");
        } else {
            found.not_known(path, shown(value));
        }
    }
}

/// A whole number that is not negative; `32.0` counts. Larger ones than any model needs are none,
/// so that products of two cannot overflow.
pub(super) fn whole(value: &Value) -> Option<u64> {
    let number = value.as_f64()?;
    (number.fract() == 0.0 && (0.0..=MAX_NUMBER).contains(&number)).then_some(number as u64)
}

/// Largest number that is taken from a config.
const MAX_NUMBER: f64 = 2_147_483_648.0;

fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("{} entries", items.len()),
        Value::Object(items) => format!("an object of {} keys", items.len()),
        other => other.to_string().chars().take(60).collect(),
    }
}
