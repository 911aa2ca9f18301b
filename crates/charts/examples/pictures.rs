//! Writes every figure of a scenario as SVG: `pictures DIR [ROW-A ROW-B [LANG]]`, rows as scenario
//! JSON, the language as a tag.

use std::path::Path;

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::axis::Tick;
use bpt_charts::figures::bits::{AtBits, NamedFormat};
use bpt_charts::figures::bytes::Names;
use bpt_charts::figures::measure::{Run, Runs};
use bpt_charts::figures::rightsize::{Assessed, Bar, Candidate, Machine, rank};
use bpt_charts::figures::{self, Figure, Inputs, View};
use bpt_charts::measure::Average;
use bpt_charts::{Size, Theme, svg};
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
    let colours = std::fs::read_to_string("web/style.css")?;
    let theme = Theme::from_tokens(|token| {
        let from = colours.find(&format!("{token}:"))? + token.len() + 1;
        Some(colours[from..].split([';', '}']).next()?.trim().to_owned())
    })
    .ok_or("a colour is missing")?;
    let runs = runs()?;
    for (width, height) in [
        (1040.0, 380.0),
        (496.0, 380.0),
        (358.0, 300.0),
        (320.0, 260.0),
    ] {
        let room = if width < 440.0 {
            Room::Narrow
        } else {
            Room::Wide
        };
        let view = View {
            room,
            ..View::default()
        };
        let inputs = Inputs {
            view,
            ..Inputs::new(&a, Some(&b))
        };
        let mut shown = all(&inputs, words);
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

/// Devices of `data/devices.json` at their bandwidth.
fn devices() -> Vec<Tick> {
    [
        (256.0, "Strix Halo"),
        (273.0, "DGX Spark"),
        (546.0, "M4 Max"),
        (936.0, "RTX 3090"),
    ]
    .map(|(value, name)| Tick {
        value,
        label: name.to_owned(),
    })
    .into()
}

/// Losses of `data/quant_quality.json` (points of the right token's probability) at the bits of an
/// 8B model in these formats.
fn bits(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let tables: Vec<AtBits> = inputs
        .scenarios()
        .map(|(_, s)| AtBits::new(&s.model))
        .collect();
    let tables: Vec<&AtBits> = tables.iter().collect();
    let formats = [
        ("Q2_K", 3.16, 9.123, false),
        ("Q3_K_M", 3.99, 1.99, false),
        ("Q4_K_M", 4.89, 0.596, true),
        ("Q5_K_M", 5.7, 0.114, false),
        ("Q6_K", 6.56, 0.007, false),
        ("Q8_0", 8.5, 0.019, false),
    ]
    .map(|(name, bits, loss, now)| NamedFormat {
        name: name.to_owned(),
        bits,
        loss: Some(loss),
        now,
    });
    figures::bits::figure(inputs, &tables, &formats, words)
}

fn bytes(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let names = Names {
        models: ["Qwen3-32B", "Qwen3-30B-A3B"],
        token: 7,
        full: None,
    };
    figures::bytes::figure(inputs, names, words)
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

fn all(inputs: &Inputs<'_>, words: &dyn Language) -> Vec<(&'static str, Figure)> {
    vec![
        ("bytes", bytes(inputs, words)),
        ("breakdown", figures::breakdown::figure(inputs, words)),
        ("memory", figures::memory::figure(inputs, words)),
        ("context", figures::context::figure(inputs, &[], words)),
        (
            "bandwidth",
            figures::bandwidth::figure(inputs, &devices(), words),
        ),
        ("users", figures::users::figure(inputs, words)),
        ("prefill", figures::prefill::figure(inputs, words)),
        ("bits", bits(inputs, words)),
        ("speculation", figures::speculation::figure(inputs, words)),
        ("two", figures::two::figure(inputs, words)),
        ("spill", figures::spill::figure(inputs, &[], words)),
    ]
}
