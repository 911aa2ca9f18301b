//! Writes every figure of a scenario as SVG: `pictures DIR [ROW-A ROW-B [LANG]]`, rows as scenario
//! JSON, the language as a tag.

#[path = "../tests/fixture/shown.rs"]
mod shown;

use std::path::Path;

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::figures::measure::{Run, Runs};
use bpt_charts::figures::rightsize::{Assessed, Bar, Candidate, Machine, rank};
use bpt_charts::figures::{self, Figure, Inputs, View};
use bpt_charts::measure::Average;
use bpt_charts::{NARROW, Size, Theme, svg};
use bpt_core::Scenario;
use bpt_words::{Language, Room, Slot, language, plain};

type Failed = Box<dyn std::error::Error>;

fn scenario(json: &str) -> Result<Scenario, Failed> {
    let row = ScenarioRow::from_json(&serde_json::from_str(json)?).map_err(|e| format!("{e:?}"))?;
    Ok(Catalog::embedded()
        .resolve(&row)
        .map_err(|e| format!("{e:?}"))?)
}

fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let into = arguments
        .next()
        .ok_or("usage: pictures DIR [ROW-A ROW-B [LANG]]")?;
    let row = |model: &str| format!("{{\"model_id\":\"{model}\",\"device_id\":\"dgx-spark\"}}");
    let a = arguments.next().unwrap_or_else(|| row("qwen3-32b"));
    let b = arguments.next().unwrap_or_else(|| row("qwen3-30b-a3b"));
    let words = language(&arguments.next().unwrap_or_default());
    let (a, b) = (scenario(&a)?, scenario(&b)?);
    let colours = std::fs::read_to_string("web/style/tokens.css")?;
    let theme = Theme::from_style(&colours).ok_or("a colour is missing")?;
    let runs = runs()?;
    for (width, height) in [
        (1040.0, 380.0),
        (496.0, 380.0),
        (358.0, 300.0),
        (320.0, 260.0),
    ] {
        let room = Room::narrow_if(width < NARROW);
        let view = View {
            room,
            ..View::default()
        };
        let inputs = Inputs {
            view,
            ..Inputs::new(&a, Some(&b))
        };
        let made = |(name, make)| (name, shown::made(make, &inputs, words));
        let mut shown: Vec<(&str, Figure)> = shown::all().into_iter().map(made).collect();
        shown.push((
            "measure",
            figures::measure::figure(
                &inputs,
                Runs {
                    runs: &runs,
                    held_out: false,
                },
                Some((Slot::B, 48.0)),
                words,
            ),
        ));
        shown.push(("rightsize", right_sized(room, words)?));
        for (name, figure) in shown {
            let height = figure.chart.natural_height(width).unwrap_or(height);
            let size = Size { width, height };
            let text = svg::document(&figure.chart, &theme, &Average, size);
            std::fs::write(Path::new(&into).join(format!("{name}-{width}.svg")), text)?;
            if room == Room::Wide && width > 1000.0 {
                let said = &figure.words;
                println!(
                    "{name}\n  {}\n  {}\n  {}\n  {}",
                    plain(&said.title),
                    plain(&said.line),
                    plain(&said.takeaway),
                    said.note
                );
            }
        }
    }
    Ok(())
}

/// The measured decode runs of `data/measurements.json` with what is predicted for them.
fn runs() -> Result<Vec<Run>, Failed> {
    let text = std::fs::read_to_string("data/measurements.json")?;
    let data: serde_json::Value = serde_json::from_str(&text)?;
    let mut runs = Vec::new();
    for row in data["rows"].as_array().into_iter().flatten() {
        let Some(measured) = row["decode_tok_s_per_user"].as_f64() else {
            continue;
        };
        let Ok(parsed) = ScenarioRow::from_json(row) else {
            continue;
        };
        let Ok(s) = Catalog::embedded().resolve(&parsed) else {
            continue;
        };
        runs.push(Run {
            measured,
            predicted: bpt_core::decode::decode(&s).per_user.get(),
            mixture: s.model.counts.moe > 0.0,
            slot: None,
        });
    }
    Ok(runs)
}

/// Some models on some devices at 32,768 tokens, at least 15 tok/s.
fn right_sized(room: Room, words: &dyn Language) -> Result<Figure, Failed> {
    let models = [
        ("qwen3-32b", 32.8e9, false),
        ("qwen3-30b-a3b", 30.5e9, true),
        ("gpt-oss-120b", 116.8e9, true),
        ("glm-4.5-air", 110.5e9, true),
        ("llama-3.1-70b", 70.6e9, false),
    ];
    let devices = [("rtx-3090", 24.0), ("rtx-5090", 32.0), ("dgx-spark", 128.0)];
    let mut cells = Vec::new();
    for (model, _, _) in models {
        for (device, _) in devices {
            let s = scenario(&format!(
                "{{\"model_id\":\"{model}\",\"device_id\":\"{device}\",\"context_tokens\":32768}}"
            ))?;
            cells.push(Assessed::of(&bpt_core::estimate(&s)));
        }
    }
    let models = models.map(|(name, params, mixture)| Candidate {
        name,
        mixture,
        params,
        slot: None,
    });
    let machines = devices.map(|(name, gb)| Machine {
        name,
        count: 1,
        memory: gb * 1e9,
    });
    let bar = Bar {
        least: 15.0,
        wait: None,
        context: 32_768.0,
        users: 1.0,
    };
    let table = rank(&models, &machines, &cells, &bar);
    Ok(figures::rightsize::figure(
        &table, &models, &machines, &bar, room, words,
    ))
}
