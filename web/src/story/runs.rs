//! Measured runs with what was predicted for them, made when the page was built
//! (`runs.json`, written by `bpt-bake`).

use crate::prelude::*;
use bpt_charts::figures::measure::Run;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// The runs as far as they have arrived, and whether they were held out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Runs {
    pub(crate) runs: Vec<Run>,
    pub(crate) held_out: bool,
}

/// Reads the file's text.
fn read(text: &str) -> Option<Runs> {
    let file: serde_json::Value = serde_json::from_str(text).ok()?;
    let runs = file["runs"].as_array()?;
    Some(Runs {
        runs: runs
            .iter()
            .filter_map(|run| {
                Some(Run {
                    measured: run[0].as_f64()?,
                    predicted: run[1].as_f64()?,
                    mixture: run[2].as_f64()? > 0.0,
                    slot: None,
                })
            })
            .collect(),
        held_out: file["held_out"].as_bool().unwrap_or(false),
    })
}

async fn text() -> Option<String> {
    let answer = JsFuture::from(window().fetch_with_str("runs.json"))
        .await
        .ok()?;
    let answer: web_sys::Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

/// Fetches them; without them the figure has none to show.
pub(crate) fn fetch(into: RwSignal<Runs>) {
    leptos::task::spawn_local(async move {
        if let Some(runs) = text().await.as_deref().and_then(read) {
            // The page may have moved on meanwhile.
            let _ = into.try_set(runs);
        }
    });
}
