//! A ranking computes what an estimate computes, but for what it leaves out.

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::estimate;
use bpt_core::estimate::rank;

#[test]
fn a_ranking_agrees_with_the_estimate_for_all_models_on_some_devices() {
    let catalog = Catalog::embedded();
    for model in catalog.models() {
        for device in catalog.devices().iter().step_by(23) {
            let row = ScenarioRow {
                model_id: Some(model.id.clone()),
                device_id: Some(device.id.clone()),
                context_tokens: Some(30_000.0),
                users: Some(3.0),
                ..ScenarioRow::default()
            };
            let s = catalog.resolve(&row).expect("a scenario");
            let (short, whole) = (rank(&s), estimate(&s));
            assert_eq!(short.decode, whole.decode);
            assert_eq!(short.prefill, whole.prefill);
            assert_eq!(short.memory.fits, whole.memory.fits);
            assert_eq!(short.memory.devices, whole.memory.devices);
            assert_eq!(short.memory.host, whole.memory.host);
        }
    }
}
