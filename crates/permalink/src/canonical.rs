//! One state for one meaning: what says nothing is left out, what B has from A is not B's own.

use bpt_catalog::row::DeviceRow;
use bpt_catalog::{Catalog, ScenarioRow, default};
use bpt_core::coefficients::Coefficients;

use crate::forms::number;
use crate::keys::{self, Default, Key};
use crate::state::PageState;

impl PageState {
    /// The state without what says nothing: equal scenarios become equal states.
    #[must_use]
    pub fn canonical(mut self, catalog: &Catalog) -> Self {
        let scenario_only = |row: &mut ScenarioRow| {
            row.id = None;
            row.date = None;
            row.tags.clear();
            row.measured = false;
            sort(&mut row.assume);
            if row.model.is_some() {
                row.model_id = None;
            }
        };
        scenario_only(&mut self.a);
        if let Some(b) = &mut self.b {
            scenario_only(b);
        }
        if self.frozen.is_some() {
            return self;
        }
        if self.a.model_id.as_deref() == Some(default::MODEL_A) {
            self.a.model_id = None;
        }
        one_way(&mut self.a);
        let device = first_device(&self.a);
        for key in keys::all() {
            if (key.get)(&self.a) == default_text(key, device.as_deref(), catalog) {
                (key.clear)(&mut self.a);
            }
        }
        let spec = self.a.speculative.take();
        self.a.speculative = spec.filter(|spec| spec.method.is_some());
        if let Some(own) = &mut self.b {
            if own.model_id.as_deref() == Some(default::MODEL_B) {
                own.model_id = None;
            }
            one_way(own);
            reduce(own, &self.a, catalog, true);
        }
        self
    }
}

/// A list of devices says which and how many.
fn one_way(row: &mut ScenarioRow) {
    if !row.devices.is_empty() {
        row.device_id = None;
        row.device_count = None;
    }
}

pub(crate) fn first_device(row: &ScenarioRow) -> Option<String> {
    let first = row.devices.first();
    first.or(row.device_id.as_ref()).cloned()
}

/// Takes from B's own values what it has from A, or (with `defaults`) from the default scenario.
pub(crate) fn reduce(own: &mut ScenarioRow, a: &ScenarioRow, catalog: &Catalog, defaults: bool) {
    let base = inherited(a, own);
    let device = first_device(own).or_else(|| first_device(a));
    for key in keys::all() {
        // Naming a device or a format says that A's numbers for its own do not count, so the name
        // stays as long as there are any.
        let says_more = match key.name {
            "d" | "devs" => !a.device.is_empty() || a.reserve_gib.is_some(),
            "q" => a.bits_per_weight.is_some() || !a.bits_by_class.is_empty(),
            _ => false,
        };
        if says_more {
            continue;
        }
        let from = match key.name {
            "d" if !a.devices.is_empty() => continue,
            "d" | "devs" | "q" => a,
            _ => &base,
        };
        let mut standing = (key.get)(from);
        if standing.is_none() && (defaults || key.name == "d") {
            standing = default_text(key, device.as_deref(), catalog);
        }
        if (key.get)(own) == standing {
            (key.clear)(own);
        }
    }
    own.assume.retain(|pair| !a.assume.contains(pair));
}

/// What B takes over from A. Numbers of a device belong to it: with a device of its own B starts
/// from that device's; the same for a format and its bits.
pub(crate) fn inherited(a: &ScenarioRow, own: &ScenarioRow) -> ScenarioRow {
    let mut row = a.clone();
    if own.device_id.is_some() || !own.devices.is_empty() {
        row.device_id = None;
        row.devices.clear();
        row.device = DeviceRow::default();
        row.reserve_gib = None;
    }
    if own.quant.is_some() {
        row.bits_per_weight = None;
        row.bits_by_class.clear();
    }
    // A measured size and speed are of one model.
    row.file_bytes = None;
    row.own_tok_s = None;
    row
}

pub(crate) fn default_text(key: &Key, device: Option<&str>, catalog: &Catalog) -> Option<String> {
    match key.default {
        Default::None => None,
        Default::Text(text) => Some(text.into()),
        Default::Number(value) => Some(number(value)),
        Default::Device(get) => {
            let entry = catalog.device(device.unwrap_or(default::DEVICE))?;
            get(entry, catalog)
        }
    }
}

/// Coefficients in the order of core.
pub(crate) fn sort(assume: &mut [(String, f64)]) {
    let place = |name: &str| {
        Coefficients::ALL
            .iter()
            .position(|info| info.name == name)
            .unwrap_or(usize::MAX)
    };
    bpt_core::order::sort_by(assume, |(a, _), (b, _)| place(a) < place(b));
}
