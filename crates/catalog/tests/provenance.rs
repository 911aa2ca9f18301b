//! Where a value comes from: the entry that a row names, or the one that it takes by default.

#![cfg(not(target_arch = "wasm32"))]

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::explain::{Origin, Row};
use serde_json::{Value, json};

fn entry_of(row: Value, whose: Row) -> Option<String> {
    let catalog = Catalog::embedded();
    let row = ScenarioRow::from_json(&row).expect("a row");
    let scenario = catalog.resolve(&row).expect("a scenario");
    let origin = Origin::Datum(whose, "bandwidth_gb_s");
    catalog.provenance(&row, &scenario, origin).entry
}

/// Several links are equally fast, so their numbers do not tell them apart.
#[test]
fn a_link_is_the_one_that_is_named() {
    for link in Catalog::embedded().links() {
        let row = json!({
            "model_id": "qwen3-32b", "device_id": "dgx-spark", "device_count": 4, "nodes": 2,
            "link_id": link.id, "inner_link_id": link.id,
        });
        assert_eq!(entry_of(row.clone(), Row::Link).as_ref(), Some(&link.id));
        assert_eq!(entry_of(row, Row::InnerLink).as_ref(), Some(&link.id));
    }
}

#[test]
fn a_link_that_is_not_named_is_the_devices_own() {
    let catalog = Catalog::embedded();
    for device in catalog.devices() {
        let row = |nodes: u32| {
            json!({
                "model_id": "qwen3-8b", "device_id": device.id, "device_count": 2, "nodes": nodes,
            })
        };
        let inside = &catalog.links()[device.link].id;
        let between = &catalog.links()[device.node_link].id;
        assert_eq!(entry_of(row(1), Row::Link).as_ref(), Some(inside));
        assert_eq!(entry_of(row(2), Row::Link).as_ref(), Some(between));
    }
}

#[test]
fn a_unified_machine_has_no_bus_but_its_memory() {
    let row = |device: &str| json!({"model_id": "qwen3-8b", "device_id": device});
    assert_eq!(
        entry_of(row("dgx-spark"), Row::Bus).as_deref(),
        Some("dgx-spark")
    );
    assert_ne!(
        entry_of(row("rtx-3090"), Row::Bus).as_deref(),
        Some("rtx-3090")
    );
}
