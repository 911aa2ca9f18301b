//! Measured runs with what was predicted for them, made when the page was built
//! (`runs.json`, written by `bpt-bake`).

use crate::prelude::*;
use bpt_charts::figures::measure::Run;
use serde::Deserialize;

use crate::platform::fetch;

/// The runs as far as they have arrived, and whether they were held out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Runs {
    pub(crate) runs: Vec<Run>,
    pub(crate) held_out: bool,
}

/// The file as it was written.
#[derive(Deserialize)]
struct File {
    /// Measured tok/s, predicted tok/s, and 1 for a mixture of experts.
    runs: Vec<(f64, f64, f64)>,
    #[serde(default)]
    held_out: bool,
}

/// Reads the file's text.
fn read(text: &str) -> Option<Runs> {
    let file: File = serde_json::from_str(text).ok()?;
    let run = |(measured, predicted, mixture)| Run {
        measured,
        predicted,
        mixture: mixture > 0.0,
        slot: None,
    };
    Some(Runs {
        runs: file.runs.into_iter().map(run).collect(),
        held_out: file.held_out,
    })
}

/// The runs, where they can be fetched.
pub(crate) async fn load() -> Option<Runs> {
    read(&fetch::text("runs.json").await?)
}

/// Fetches them; without them the figure has none to show.
pub(crate) fn fetch_into(into: RwSignal<Runs>) {
    leptos::task::spawn_local(async move {
        if let Some(runs) = load().await {
            // The page may have moved on meanwhile.
            let _ = into.try_set(runs);
        }
    });
}
