//! What title, lead and prose are told.

use bpt_catalog::story::Case;
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::{Estimate, Scenario};
use bpt_words::Slot;
use bpt_words::story::{Actor, Held, Scene};

use crate::here::{device_name, model_name};

/// The models of a pair of rows on their machines.
#[must_use]
pub fn scene(
    catalog: &Catalog,
    rows: [Option<&ScenarioRow>; 2],
    solved: [Option<(&Scenario, &Estimate)>; 2],
) -> Scene {
    let sides = Slot::ALL
        .into_iter()
        .zip(rows)
        .zip(solved)
        .filter_map(|((slot, row), solved)| {
            let (scenario, estimate) = solved?;
            Some(Actor::new(
                slot,
                &model_name(catalog, row?),
                scenario,
                estimate,
            ))
        })
        .collect();
    let device = |row: &ScenarioRow| device_name(catalog, row);
    let first = rows[0].map(device);
    Scene {
        sides,
        same: rows[0] == rows[1],
        device: match rows[1].map(device) {
            Some(second) if Some(&second) != first.as_ref() => None,
            _ => first,
        },
        users: rows[0].and_then(|row| row.users).unwrap_or(1.0),
    }
}

/// A chapter's measured runs, each with what is computed for it.
#[must_use]
pub fn holds(catalog: &Catalog, case: &Case) -> Vec<Held> {
    case.runs
        .iter()
        .map(|run| Held::new(catalog, run))
        .collect()
}
