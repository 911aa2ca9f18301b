//! Engine and backend.

use bpt_core::device::{Backend, DeviceClass, Engine};
use bpt_core::limits;
use bpt_core::notes::{Note, Notes};

use super::machine::Machine;
use crate::calibration::years;
use crate::catalog::Catalog;
use crate::entries::Variant;
use crate::row::ScenarioRow;

/// What serves the model.
pub(super) struct Software {
    pub(super) engine: Engine,
    pub(super) backend: Backend,
    pub(super) ubatch: f64,
    pub(super) variant: Option<Variant>,
}

pub(super) fn software(
    catalog: &Catalog,
    row: &ScenarioRow,
    machine: &Machine<'_>,
    notes: &mut Notes,
) -> Software {
    let engine = match row.engine.as_deref() {
        None => machine.entry.engine,
        Some(slug) => catalog.engine_named(slug).unwrap_or_else(|| {
            notes.add(Note::UnknownEngine);
            Engine::Other
        }),
    };
    let entry = catalog.engine(engine);
    let supported = |backend: Backend| entry.is_none_or(|entry| entry.backends.contains(&backend));
    let usual = || {
        if machine.cpu_only {
            return Backend::Cpu;
        }
        let own = machine.entry.backend.filter(|own| supported(*own));
        own.unwrap_or_else(|| usual_backend(machine.class()))
    };
    let backend = match row.backend.as_deref() {
        None => usual(),
        Some(slug) => named(slug).unwrap_or_else(|| {
            notes.add(Note::UnknownBackend);
            usual()
        }),
    };
    Software {
        engine,
        backend: if machine.cpu_only {
            Backend::Cpu
        } else {
            backend
        },
        ubatch: entry.map_or(limits::UBATCH.default, |entry| entry.ubatch),
        variant: entry.and_then(|entry| {
            let of = |build: &Option<String>| entry.variant(build.as_deref()?);
            of(&row.engine_build).or_else(|| of(&row.driver))
        }),
    }
}

/// When llama.cpp began to use flash attention unasked, as a year (end of August 2025); before, it
/// was an option that few gave.
const FUSED_SINCE: f64 = 2025.66;

/// Whether attention is fused where nobody says: in ggml programs since they do so by themselves,
/// in all others ever since they are known here.
pub(super) fn fused_by_default(row: &ScenarioRow, engine: Engine) -> bool {
    let date = row.software_date.as_ref().or(row.date.as_ref());
    let date = date.and_then(|date| years(date));
    !(engine.is_ggml() && date.is_some_and(|date| date < FUSED_SINCE))
}

fn named(slug: &str) -> Option<Backend> {
    let slug = slug.to_ascii_lowercase();
    match slug.as_str() {
        "hip" => Some(Backend::Rocm),
        "mps" => Some(Backend::Metal),
        slug => Backend::from_slug(slug),
    }
}

/// The usual backend of a class of devices, where an engine lacks the device's own.
const fn usual_backend(class: DeviceClass) -> Backend {
    match class {
        DeviceClass::Apple => Backend::Metal,
        DeviceClass::AmdGddr | DeviceClass::AmdHbm | DeviceClass::AmdUnified => Backend::Rocm,
        DeviceClass::IntelGpu => Backend::Sycl,
        DeviceClass::Cpu => Backend::Cpu,
        _ => Backend::Cuda,
    }
}
