//! The lists of the choosers, and what choosing does to the rows.

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_words::{Language, Room, Slot, Ui};

use crate::components::chooser::Entry;
use crate::names;
use crate::state::{Page, stored_bits};

/// The id of "no second model".
pub(crate) const NONE: &str = "none";

/// Entries with those of a group together, groups in the order of their first entry.
fn grouped(mut entries: Vec<Entry>) -> Vec<Entry> {
    let mut order: Vec<String> = Vec::new();
    for entry in &entries {
        if !order.contains(&entry.group) {
            order.push(entry.group.clone());
        }
    }
    let place = |entry: &Entry| order.iter().position(|group| *group == entry.group);
    bpt_core::order::sort_by(&mut entries, |a, b| place(a) < place(b));
    entries
}

/// All models.
pub(crate) fn models(words: &dyn Language) -> Vec<Entry> {
    let all = Catalog::embedded().models().iter().map(|entry| Entry {
        id: entry.id.clone(),
        name: entry.name.clone(),
        detail: words.ui(names::kind(&entry.model)).to_owned(),
        group: entry.family.clone(),
        found_by: String::new(),
    });
    grouped(all.collect())
}

/// All models, and none.
pub(crate) fn models_or_none(words: &dyn Language) -> Vec<Entry> {
    let mut all = vec![Entry {
        id: NONE.to_owned(),
        name: words.ui(Ui::NoModel).to_owned(),
        detail: String::new(),
        group: String::new(),
        found_by: String::new(),
    }];
    all.extend(models(words));
    all
}

/// All devices.
pub(crate) fn devices(words: &dyn Language) -> Vec<Entry> {
    Catalog::embedded()
        .devices()
        .iter()
        .map(|entry| Entry {
            id: entry.id.clone(),
            name: entry.short.clone(),
            detail: words.device_detail(entry.device.bandwidth.gb(), entry.sold(), Room::Wide),
            group: entry.group.clone(),
            found_by: format!("{} {}", entry.name, entry.sold_in),
        })
        .collect()
}

/// All weight formats on offer.
pub(crate) fn formats(words: &dyn Language) -> Vec<Entry> {
    Catalog::embedded()
        .quants()
        .iter()
        .filter(|entry| entry.picker)
        .map(|entry| Entry {
            id: entry.id.clone(),
            name: entry.label.clone(),
            detail: words.bits_detail(entry.bits, Room::Wide),
            group: entry.group.clone(),
            found_by: String::new(),
        })
        .collect()
}

/// Name and detail of a row's model.
pub(crate) fn model_face(
    row: Option<&ScenarioRow>,
    room: Room,
    words: &dyn Language,
) -> (String, String) {
    let Some(row) = row else {
        return (words.ui(Ui::NoModel).to_owned(), String::new());
    };
    match names::model(row) {
        Some(entry) if room == Room::Wide => (
            entry.name.clone(),
            words.ui(names::kind(&entry.model)).to_owned(),
        ),
        Some(entry) => (entry.name.clone(), String::new()),
        None => (words.ui(Ui::Imported).to_owned(), String::new()),
    }
}

/// Whether a row's device carries values of the reader's own.
pub(crate) fn is_edited(row: &ScenarioRow) -> bool {
    !row.device.is_empty()
}

/// Name and detail of a row's device.
pub(crate) fn device_face(row: &ScenarioRow, room: Room, words: &dyn Language) -> (String, String) {
    let Some(entry) = names::device(row) else {
        return ("?".to_owned(), String::new());
    };
    let name = names::device_short(row);
    let memory = row.device.memory_gib.unwrap_or_else(|| entry.sold());
    if is_edited(row) {
        return (words.edited(&name), String::new());
    }
    (
        name,
        words.device_detail(names::bandwidth(row), memory, room),
    )
}

/// Name and detail of a row's format.
pub(crate) fn format_face(page: Page, room: Room, words: &dyn Language) -> (String, String) {
    let bits = page
        .a
        .with(|a| a.as_ref().map_or(0.0, |a| stored_bits(&a.0.scenario)));
    page.row_a.with(|row| {
        if let Some(bits) = row.bits_per_weight {
            return (words.free_bits(bits), String::new());
        }
        (names::format(row), words.bits_detail(bits, room))
    })
}

/// How many devices are on offer; the present number too.
pub(crate) fn counts(now: &str) -> Vec<(String, String)> {
    let mut all = vec!["1", "2", "4", "8"];
    if !all.contains(&now) {
        all.push(now);
    }
    all.into_iter()
        .map(|count| (count.to_owned(), count.to_owned()))
        .collect()
}

/// Takes another model.
pub(crate) fn choose_model(page: Page, slot: Slot, id: &str) {
    page.state.update(|state| {
        let row = match (slot, id) {
            (Slot::A, _) => &mut state.a,
            (Slot::B, NONE) => {
                state.b = None;
                return;
            }
            (Slot::B, _) => state.b.get_or_insert_default(),
        };
        row.model_id = Some(id.to_owned());
        row.model = None;
    });
}

/// Takes another device: the reader's own values of the old one go.
pub(crate) fn choose_device(page: Page, id: &str) {
    page.edit(|row| {
        row.device_id = Some(id.to_owned());
        row.device = Default::default();
        row.devices.clear();
        row.engine = None;
        row.backend = None;
    });
}

/// Takes the device's own values back.
pub(crate) fn reset_device(page: Page) {
    page.edit(|row| row.device = Default::default());
}

/// Takes another weight format: free bits go.
pub(crate) fn choose_format(page: Page, id: &str) {
    page.edit(|row| {
        row.quant = Some(id.to_owned());
        row.bits_per_weight = None;
        row.bits_by_class.clear();
        row.file_bytes = None;
    });
}

/// Takes another KV type.
pub(crate) fn choose_kv(page: Page, id: &str) {
    page.edit(|row| row.kv_type = Some(id.to_owned()));
}

/// KV types of the segments: those that are most used, and the present one.
pub(crate) fn kv_options(now: &str, most: usize) -> Vec<(String, String)> {
    let mut ids: Vec<&str> = ["f16", "q8_0", "q4_0", "fp8"]
        .into_iter()
        .take(most)
        .collect();
    if !ids.contains(&now) {
        ids.pop();
        ids.push(now);
    }
    let label = |id: &str| {
        Catalog::embedded()
            .kv_types()
            .iter()
            .find(|entry| entry.id == id)
            .map_or_else(|| id.to_owned(), |entry| entry.label.clone())
    };
    ids.into_iter()
        .map(|id| (id.to_owned(), label(id)))
        .collect()
}

/// All KV types on offer, and the present one.
pub(crate) fn kv_list(now: &str) -> Vec<(String, String)> {
    let mut list: Vec<_> = Catalog::embedded()
        .kv_types()
        .iter()
        .filter(|entry| entry.picker || entry.id == now)
        .map(|entry| (entry.id.clone(), entry.label.clone()))
        .collect();
    if !list.iter().any(|(id, _)| id == now) {
        list.push((now.to_owned(), now.to_owned()));
    }
    list
}

/// Bandwidths of well-known devices, GB/s: the marks on that slider's track.
pub(crate) const BANDWIDTH_MARKS: &[f64] = &[96.0, 256.0, 546.0, 936.0, 1792.0, 3350.0];
/// Bits of well-known formats.
pub(crate) const BITS_MARKS: &[f64] = &[3.0, 4.8, 6.6, 8.5];
