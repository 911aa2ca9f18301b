//! What a link says about figure `rightsize`: models one accepts, machines one could have, the bar.

use bpt_catalog::Catalog;
use bpt_core::limits;

use crate::forms::{number, whole, within};

/// Most machines in a link.
const MOST_MACHINES: usize = 200;
/// What separates the two ends of a range of sizes.
const TO: char = '-';

/// Models by their size: billions of parameters, both ends included.
pub(crate) const SIZES: [f64; 2] = [27.0, 250.0];
/// Machines where nothing else is said: device and how many.
pub(crate) const MACHINES: [(&str, u32); 6] = [
    ("rtx-3090", 1),
    ("rtx-3090", 2),
    ("rtx-5090", 1),
    ("m4-max-40c", 1),
    ("strix-halo-395", 1),
    ("dgx-spark", 1),
];

/// Which models are accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum Accepted {
    /// All from one size to another, billions of parameters.
    Sizes(f64, f64),
    /// Those named.
    Named(Vec<String>),
}

/// Which machines are looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum Machines {
    /// Those named, with how many devices each.
    Named(Vec<(String, u32)>),
    /// Every single device up to a price, US dollars.
    Budget(f64),
}

/// Figure `rightsize` as a link holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct RightSize {
    /// Models.
    pub models: Accepted,
    /// Machines.
    pub machines: Machines,
    /// Least speed for each user, tok/s.
    pub least: f64,
    /// Longest wait for a first token, s; `None` for any.
    pub wait: Option<f64>,
}

impl Default for RightSize {
    fn default() -> Self {
        let machines = MACHINES.map(|(id, count)| (id.to_owned(), count));
        Self {
            models: Accepted::Sizes(SIZES[0], SIZES[1]),
            machines: Machines::Named(machines.to_vec()),
            least: limits::LEAST_SPEED.default,
            wait: None,
        }
    }
}

/// Its keys in a link, in their order.
pub(crate) const KEYS: [&str; 4] = ["models", "machines", "least", "wait"];

impl RightSize {
    /// A key's text; `None` where it is as by default.
    pub(crate) fn get(&self, key: &str) -> Option<String> {
        let usual = Self::default();
        match key {
            "models" => (self.models != usual.models).then(|| match &self.models {
                Accepted::Sizes(low, high) => format!("{}{TO}{}", number(*low), number(*high)),
                Accepted::Named(ids) => ids.join(","),
            }),
            "machines" => (self.machines != usual.machines).then(|| match &self.machines {
                Machines::Budget(price) => format!("usd:{}", number(*price)),
                Machines::Named(list) => list
                    .iter()
                    .map(|(id, count)| match count {
                        1 => id.clone(),
                        count => format!("{id}:{count}"),
                    })
                    .collect::<Vec<_>>()
                    .join(","),
            }),
            "least" => (self.least != usual.least).then(|| number(self.least)),
            "wait" => self.wait.map(number),
            _ => None,
        }
    }

    /// Takes a key's text; false if it is none that this page knows.
    pub(crate) fn set(&mut self, key: &str, text: &str, catalog: &Catalog) -> bool {
        match key {
            "models" => match accepted(text, catalog) {
                Some(models) => self.models = models,
                None => return false,
            },
            "machines" => match machines(text, catalog) {
                Some(machines) => self.machines = machines,
                None => return false,
            },
            "least" => match within(text, &limits::LEAST_SPEED) {
                Some(least) => self.least = least,
                None => return false,
            },
            "wait" => match within(text, &limits::LONGEST_WAIT) {
                Some(wait) => self.wait = Some(wait),
                None => return false,
            },
            _ => return false,
        }
        true
    }
}

fn accepted(text: &str, catalog: &Catalog) -> Option<Accepted> {
    // An id is a model's before a range of sizes is tried.
    let ids: Vec<String> = text
        .split(',')
        .filter(|id| !id.is_empty())
        .map(str::to_owned)
        .collect();
    if ids.iter().all(|id| catalog.model(id).is_some()) {
        return Some(Accepted::Named(ids));
    }
    let (low, high) = text.split_once(TO)?;
    let size = |text| within(text, &limits::MODEL_SIZE);
    let (low, high) = (size(low)?, size(high)?);
    (low <= high).then_some(Accepted::Sizes(low, high))
}

fn machines(text: &str, catalog: &Catalog) -> Option<Machines> {
    if let Some(price) = text.strip_prefix("usd:") {
        return within(price, &limits::PRICE).map(Machines::Budget);
    }
    let list: Option<Vec<(String, u32)>> = text
        .split(',')
        .filter(|one| !one.is_empty())
        .map(|one| {
            let (id, count) = one.split_once(':').unwrap_or((one, "1"));
            let count = whole(count, &limits::DEVICES)? as u32;
            catalog.device(id).map(|entry| (entry.id.clone(), count))
        })
        .collect();
    list.filter(|list| list.len() <= MOST_MACHINES)
        .map(Machines::Named)
}
