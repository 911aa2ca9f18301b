//! Frozen links: every value and coefficient written out.

use bpt_catalog::row::PcieRow;
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::coefficients::Coefficients;
use bpt_core::device::Device;

use crate::canonical::{default_text, first_device, reduce};
use crate::keys::{self, rounded};
use crate::state::{PageState, assume};

impl PageState {
    /// The same state with every value and coefficient written out, so that later data do not
    /// change what its link shows.
    #[must_use]
    pub fn freeze(&self, catalog: &Catalog) -> Self {
        let mut state = self.clone();
        state.frozen = None;
        let mut state = state.canonical(catalog);
        let row_b = state.row_b(catalog);
        state.a = explicit(state.row_a(), catalog);
        state.frozen = Some(catalog.calibration().revision.clone());
        if let Some(row_b) = row_b {
            let mut own = explicit(row_b, catalog);
            reduce(&mut own, &state.a, catalog, false);
            state.b = Some(own);
        }
        state
    }
}

/// A row with every default written out, as it resolves today.
fn explicit(mut row: ScenarioRow, catalog: &Catalog) -> ScenarioRow {
    let calibration = catalog.calibration();
    if row.software_date.is_none() {
        row.software_date = Some(calibration.newest_software.clone());
    }
    let Ok(scenario) = catalog.resolve(&row) else {
        return row;
    };
    if row.devices.is_empty() {
        // A count that is not given follows from machines and split; with several kinds of device
        // there is no one set of numbers to write.
        row.device_count = Some(f64::from(scenario.device_count()));
        numbers(&mut row, scenario.device());
    }
    let device = first_device(&row);
    for key in keys::all() {
        if (key.get)(&row).is_none()
            && (row.devices.is_empty() || !keys::of_device(key.name))
            && let Some(text) = default_text(key, device.as_deref(), catalog)
        {
            (key.set)(&mut row, &text, catalog);
        }
    }
    // One that is given stays: a name that nobody knows widens the ranges.
    if row.backend.is_none() {
        row.backend = Some(scenario.backend.slug().into());
    }
    row.ubatch_tokens = Some(scenario.ubatch);
    row.pcie = Some(PcieRow::GbPerSecond(scenario.pcie.gb()));
    row.host.bandwidth_gb_s = Some(scenario.host.bandwidth.gb());
    row.host.memory_gib = Some(scenario.host.memory.gib());
    for (own, link) in [
        (&mut row.link, &scenario.link),
        (&mut row.inner_link, &scenario.inner_link),
    ] {
        own.bandwidth_gb_s = Some(link.bandwidth.gb());
        own.latency_us = Some(link.all_reduce[0].us());
    }
    for info in Coefficients::ALL {
        assume(&mut row, info.name, scenario.coefficients.get(info.name));
    }
    row
}

/// The numbers of the device that computes: of the CPU side where that is it.
fn numbers(row: &mut ScenarioRow, device: &Device) {
    let own = &mut row.device;
    own.bandwidth_gb_s = Some(rounded(device.bandwidth.gb()));
    own.memory_gib = Some(rounded(device.memory.gib()));
    own.fp16_tflops = Some(rounded(device.fp16.tera()));
    own.fp32_tflops = Some(rounded(device.fp32.tera()));
    own.int8_tops = device.int8.map(|rate| rounded(rate.tera()));
    own.tdp_w = device.tdp.map(|watts| watts.get());
    row.reserve_gib = Some(rounded(device.reserve.gib()));
}
