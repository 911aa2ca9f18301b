//! The slim catalog says the same as the data files, and is small.

mod common;

use bpt_catalog::{Catalog, default};

#[test]
fn slim_models_are_the_models() {
    let catalog = Catalog::embedded();
    let full = common::models();
    assert_eq!(catalog.models().len(), full.len());
    for entry in catalog.models() {
        assert_eq!(
            *entry.model,
            common::model(&full, &entry.id),
            "{}",
            entry.id
        );
    }
}

#[test]
fn the_defaults_exist() {
    let catalog = Catalog::embedded();
    assert!(catalog.model(default::MODEL_A).is_some());
    assert!(catalog.model(default::MODEL_B).is_some());
    assert!(catalog.device(default::DEVICE).is_some());
    assert!(catalog.device(default::HOST).is_some());
    assert!(catalog.link(default::PCIE).is_some());
    assert!(catalog.quant(default::QUANT).is_some());
}

#[test]
fn every_engine_and_class_is_covered() {
    let catalog = Catalog::embedded();
    for engine in bpt_core::device::Engine::ALL {
        assert!(
            catalog.engines().iter().any(|entry| entry.engine == engine),
            "{}",
            engine.slug()
        );
    }
}

/// together.md: DGX Spark 121.7 - 6 - 1 = 114.7 GiB usable, RTX 3090 24 - 1 = 23 GiB.
#[test]
fn usable_memory_of_the_pictures() {
    let catalog = Catalog::embedded();
    let usable = |id: &str| {
        let device = catalog.device(id).expect(id).device;
        device.memory.gib() - device.reserve.gib() - 1.0
    };
    assert!((usable("dgx-spark") - 114.7).abs() < 0.05);
    assert!((usable("rtx-3090") - 23.0).abs() < 1e-9);
}

/// The first load has a budget; compressed the catalog takes about an eighth of this.
#[test]
fn the_slim_catalog_is_small() {
    assert!(Catalog::whole_json().len() < 200_000);
}
