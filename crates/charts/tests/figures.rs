//! Every figure in many states: nothing clipped or covered, no trap in its words, the numbers
//! those of the estimate.

mod fixture;
#[path = "fixture/shown.rs"]
mod shown;

use bpt_charts::figures::measure::{Run, Runs};
use bpt_charts::figures::rightsize::{Assessed, Bar, Candidate, Machine, rank};
use bpt_charts::figures::{self, Cell, Figure, Inputs, View};
use bpt_charts::measure::Average;
use bpt_charts::scene::Size;
use bpt_charts::{ChartSpec, NARROW};
use bpt_core::scenario::{Draft, Parallel, ParallelKind, Placement, Scenario, Speculation};
use bpt_words::{English, LANGUAGES, Language, Room, Slot, grammar};
use fixture::checks::{check, texts};

/// Widths of the design, and a height where the figure has none of its own.
const WIDTHS: [(f64, f64); 5] = [
    (320.0, 250.0),
    (358.0, 280.0),
    (496.0, 380.0),
    (600.0, 300.0),
    (1040.0, 400.0),
];

/// Runs around the diagonal; `own` speeds of all three verdicts come with the states.
fn measured(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let runs: Vec<Run> = (1..60)
        .map(|at| {
            let measured = 0.4 * 1.14f64.powi(at);
            Run {
                measured,
                predicted: measured * (1.0 + 0.3 * (f64::from(at) * 2.4).sin()),
                mixture: at % 3 == 0,
                slot: (at % 7 == 0).then_some(Slot::A),
            }
        })
        .collect();
    let count = inputs.a.context as usize % 61;
    let runs = Runs {
        runs: &runs[..count.min(runs.len())],
        held_out: inputs.b.is_some(),
    };
    let speed = bpt_core::decode::decode(inputs.a).per_user.get();
    let own = match inputs.a.users as usize {
        1 => None,
        7 => Some((Slot::A, speed * 0.2)),
        64 => Some((Slot::A, speed * 40.0)),
        _ => Some((Slot::A, speed)),
    };
    figures::measure::figure(inputs, runs, own, words)
}

/// Two models on three devices with a bar that depends on the state.
fn right_sized(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let models = ["Qwen3-32B", "Qwen3-30B-A3B"].map(|name| Candidate {
        name,
        mixture: name.contains("A3B"),
        params: if name.contains("A3B") { 30.5e9 } else { 32.8e9 },
        slot: None,
    });
    let machines =
        [("DGX Spark", 1, 128.0), ("2 × RTX 3090", 2, 48.0)].map(|(name, count, gb)| Machine {
            name,
            count,
            memory: gb * 1e9,
        });
    let (context, users) = (inputs.a.context, inputs.a.users);
    let mut cells = Vec::new();
    for model in ["qwen3-32b", "qwen3-30b-a3b"] {
        for device in &fixture::devices()[..2] {
            let s = fixture::scenario(model, *device, context, users, 1.0);
            cells.push(Assessed::of(&bpt_core::estimate(&s)));
        }
    }
    let bar = Bar {
        least: 15.0 * users,
        wait: (context > 10_000.0).then_some(0.5),
        context,
        users,
    };
    let taken = if inputs.b.is_some() { 2 } else { 1 };
    let (models, cells) = (&models[..taken], &cells[..2 * taken]);
    let table = rank(models, &machines, cells, &bar);
    figures::rightsize::figure(&table, models, &machines, &bar, inputs.view.room, words)
}

fn all(inputs: &Inputs<'_>, words: &dyn Language) -> Vec<(&'static str, Figure)> {
    let made = |(name, make)| (name, shown::made(make, inputs, words));
    let mut all: Vec<_> = shown::all().into_iter().map(made).collect();
    all.push(("measure", measured(inputs, words)));
    all.push(("rightsize", right_sized(inputs, words)));
    all
}

/// Scenarios over devices, contexts, users, bandwidths, splits and placements.
fn states() -> Vec<(String, Scenario, Option<Scenario>)> {
    let mut states = Vec::new();
    for (at, device) in fixture::devices().into_iter().enumerate() {
        for (context, users, bandwidth) in [
            (0.0, 1.0, 1.0),
            (256.0, 64.0, 8.0),
            (8192.0, 1.0, 1.0),
            (8192.0, 7.0, 0.2),
            (32_768.0, 1.0, 29.0),
            (262_144.0, 3.0, 1.0),
            (9e6, 1.0, 1.0),
        ] {
            let make = |id: &str| fixture::scenario(id, device, context, users, bandwidth);
            let (dense, moe) = (make("qwen3-32b"), make("qwen3-30b-a3b"));
            let what = format!("device {at}, {context} tokens, {users} users, {bandwidth}");
            let pairs = [
                (dense.clone(), Some(moe.clone())),
                (moe.clone(), Some(dense.clone())),
                (moe.clone(), None),
                (dense.clone(), None),
                (dense.clone(), Some(dense.clone())),
            ];
            states.extend(pairs.map(|(a, b)| (what.clone(), a, b)));
            let split = |kind| move |s: &Scenario| divided(s, kind);
            let placed = |placement| {
                move |s: &Scenario| Scenario {
                    placement,
                    ..s.clone()
                }
            };
            states.push((
                format!("{what}, tensor"),
                split(ParallelKind::Tensor)(&dense),
                Some(split(ParallelKind::LayerSplit)(&moe)),
            ));
            let drafting = |tokens: f64, unfused: f64, s: &Scenario| Scenario {
                speculation: Some(Speculation {
                    draft: Draft::Head,
                    tokens,
                    acceptance: 0.7,
                    unfused,
                }),
                request_rate: Some(0.2 * unfused),
                ..s.clone()
            };
            states.push((
                format!("{what}, drafting"),
                drafting(1.0, 5.7, &moe),
                Some(drafting(4.0, 1.0, &dense)),
            ));
            states.push((
                format!("{what}, offload"),
                placed(Placement::LayersOnGpu(20.0))(&dense),
                Some(placed(Placement::ExpertsOnCpu(48.0))(&moe)),
            ));
        }
    }
    states
}

fn divided(s: &Scenario, kind: ParallelKind) -> Scenario {
    let mut s = s.clone();
    s.devices[0].1 = 2;
    s.parallel = Parallel {
        kind,
        size: 2,
        replicas: 1,
    };
    s
}

#[test]
fn no_label_is_clipped_or_covered() {
    for words in LANGUAGES.iter().map(|listed| listed.words) {
        labels_in(words);
    }
}

fn labels_in(words: &dyn Language) {
    for (what, a, b) in states() {
        for room in [Room::Wide, Room::Narrow] {
            let view = View {
                room,
                ..View::default()
            };
            let inputs = Inputs {
                view,
                ..Inputs::new(&a, b.as_ref())
            };
            let figures = all(&inputs, words);
            let narrow = room == Room::Narrow;
            for (width, height) in WIDTHS.into_iter().filter(|(w, _)| (*w < NARROW) == narrow) {
                for (name, figure) in &figures {
                    let height = figure.chart.natural_height(width).unwrap_or(height);
                    let scene = figure.chart.layout(Size { width, height }, &Average);
                    check(
                        &scene,
                        &format!("{name}, {}, {width} px, {what}", words.tag()),
                    );
                    for (text, _) in texts(&scene) {
                        written(words, &text);
                    }
                }
            }
        }
    }
}

/// As the rules of its language have it.
#[track_caller]
fn written(words: &dyn Language, text: &str) {
    if let Err(wrong) = grammar::of(words.tag()).text(text) {
        panic!("{wrong}");
    }
}

#[test]
fn no_state_makes_a_bad_sentence() {
    for (what, a, b) in states() {
        for room in [Room::Wide, Room::Narrow] {
            let view = View {
                room,
                ..View::default()
            };
            let inputs = Inputs {
                view,
                ..Inputs::new(&a, b.as_ref())
            };
            for listed in LANGUAGES {
                for (name, figure) in all(&inputs, listed.words) {
                    let checked = grammar::of(listed.tag).figure(&figure.words);
                    if let Err(wrong) = checked {
                        panic!("{name}, {what}: {wrong}");
                    }
                }
            }
        }
    }
}

#[test]
fn tables_are_in_the_language() {
    for words in LANGUAGES.iter().map(|listed| listed.words) {
        for (_, a, b) in states() {
            let inputs = Inputs::new(&a, b.as_ref());
            for (_, figure) in all(&inputs, words) {
                for column in &figure.table.columns {
                    written(words, &column.name);
                }
                for cell in figure.table.rows.iter().flatten() {
                    if let Cell::Text(text) = cell {
                        written(words, text);
                    }
                }
            }
        }
    }
}

#[test]
fn tables_are_whole() {
    for (what, a, b) in states() {
        let inputs = Inputs::new(&a, b.as_ref());
        for (name, figure) in all(&inputs, &English) {
            let table = &figure.table;
            assert!(!table.rows.is_empty(), "{name}, {what}: no rows");
            for row in &table.rows {
                assert_eq!(row.len(), table.columns.len(), "{name}, {what}");
                for cell in row {
                    if let Cell::Number { value, text, .. } = cell {
                        assert!(value.is_finite() && !text.is_empty(), "{name}, {what}");
                    }
                }
            }
        }
    }
}

/// design/page.md 5.11: parts add up exactly to the printed total.
#[test]
fn printed_parts_add_up() {
    for (what, a, _) in states() {
        let decode = bpt_core::decode::decode(&a);
        let step = figures::breakdown::step(&a, &decode, &English);
        let sum: f64 = step.parts.iter().map(|part| part.printed).sum();
        assert!(
            (sum - step.total).abs() < 1e-6 * step.total.max(1.0),
            "{what}"
        );
        let seconds: f64 = step.parts.iter().map(|part| part.seconds).sum();
        assert!((seconds / decode.step.get() - 1.0).abs() < 1e-9, "{what}");
        let most = step
            .parts
            .iter()
            .map(|part| (part.printed - part.seconds * 1e3).abs());
        let unit = 10f64.powi(-(step.decimals as i32));
        assert!(most.fold(0.0, f64::max) <= unit * (1.0 + 1e-6), "{what}");
    }
}

/// The bars of a device add up to what the estimate says it holds.
#[test]
fn memory_is_that_of_the_estimate() {
    for (what, a, b) in states() {
        let inputs = Inputs::new(&a, b.as_ref());
        let figure = figures::memory::figure(&inputs, &English);
        let ChartSpec::Bars(bars) = &figure.chart else {
            panic!("memory is drawn as bars");
        };
        let now = bpt_core::estimate(&a);
        let group = now.memory.groups()[0];
        let total = bars.rows[0].total();
        assert!((total / group.used.gib() - 1.0).abs() < 1e-9, "{what}");
    }
}

/// At the present point every chart shows what the estimate says.
#[test]
fn charts_show_the_estimate_at_the_present_point() {
    for (what, a, b) in states() {
        let inputs = Inputs::new(&a, b.as_ref());
        let now = bpt_core::estimate(&a);
        if !now.memory.fits {
            continue;
        }
        let speed = now.decode.per_user.get();
        let expected = [
            ("context", vec![speed]),
            ("bandwidth", vec![speed]),
            ("bits", vec![speed]),
            ("users", vec![now.decode.total.get(), speed]),
            ("prefill", {
                let wait = now.prefill.ttft.map(|seconds| seconds.get());
                let rate = now.prefill.speed.map(|speed| speed.get());
                vec![wait.unwrap_or(f64::NAN), rate.expect("there is a prompt")]
            }),
        ];
        let figures = all(&inputs, &English);
        for (name, values) in expected {
            let figure = figures.iter().find(|(found, _)| *found == name);
            let lines = match &figure.expect(name).1.chart {
                ChartSpec::Lines(chart) => vec![chart],
                // The lower panel of `bits` has no line.
                ChartSpec::Stack(stack) => stack.panels.iter().map(|(_, chart)| chart).collect(),
                _ => panic!("{name} has lines"),
            };
            for (chart, expected) in lines.iter().zip(values) {
                let series = chart.series.iter().find(|series| series.slot == Slot::A);
                let Some((value, _)) = series.and_then(|series| series.value.as_ref()) else {
                    // It lies outside the axis, or the queue grows without end.
                    assert!(chart.now.is_none() || expected.is_nan(), "{name}, {what}");
                    continue;
                };
                assert!(
                    (value / expected - 1.0).abs() < 1e-12,
                    "{name}, {what}: {value}"
                );
            }
        }
    }
}

/// Each on its own machine: at rest the figure shows what the headline says.
#[test]
fn bandwidth_shows_each_model_at_its_own_machine() {
    let here = fixture::devices();
    let make = |at: usize| fixture::scenario("qwen3-30b-a3b", here[at], 2048.0, 1.0, 1.0);
    let (a, b) = (make(0), make(1));
    let own = b.device().bandwidth.gb();
    assert_ne!(a.device().bandwidth.gb(), own);
    let now = bpt_core::estimate(&b).decode.per_user.get();
    for at in [None, Some(400.0)] {
        let view = View {
            at,
            ..View::default()
        };
        let inputs = Inputs {
            view,
            ..Inputs::new(&a, Some(&b))
        };
        let figures = all(&inputs, &English);
        let figure = figures.iter().find(|(name, _)| *name == "bandwidth");
        let ChartSpec::Lines(chart) = &figure.expect("bandwidth").1.chart else {
            panic!("it has lines");
        };
        let series = chart.series.iter().find(|series| series.slot == Slot::B);
        let series = series.expect("B fits");
        let value = series.value.as_ref().map(|(value, _)| *value);
        if at.is_none() {
            assert_eq!(series.at, Some(own));
            assert!((value.expect("B has a value") / now - 1.0).abs() < 1e-12);
        } else {
            // A reader's rule is one for both.
            assert_eq!(series.at, None);
            assert_ne!(value, Some(now));
        }
    }
}

/// A model that does not fit has no value and no total anywhere.
#[test]
fn what_does_not_fit_has_no_speed() {
    for (what, a, b) in states() {
        let inputs = Inputs::new(&a, b.as_ref());
        let fits = bpt_core::estimate(&a).memory.fits;
        for (name, figure) in all(&inputs, &English) {
            let series = match &figure.chart {
                ChartSpec::Lines(chart) => chart.series.clone(),
                ChartSpec::Stack(stack) => {
                    let all = stack
                        .panels
                        .iter()
                        .flat_map(|(_, chart)| chart.series.clone());
                    all.collect()
                }
                _ => continue,
            };
            for series in series.iter().filter(|series| series.slot == Slot::A) {
                assert!(fits || series.value.is_none(), "{name}, {what}");
            }
        }
    }
}

/// The picture of the bytes: lit cells are the share that is read.
#[test]
fn lit_area_is_the_share_that_is_read() {
    let a = fixture::scenario("qwen3-30b-a3b", fixture::devices()[0], 1024.0, 1.0, 1.0);
    let ChartSpec::Fields(chart) = shown::bytes(&Inputs::new(&a, None), &English).chart else {
        panic!("bytes are drawn as fields");
    };
    let field = &chart.fields[0];
    let stored = a.model.weights.stored.total().get();
    assert!((field.bytes() / stored - 1.0).abs() < 1e-9);
    let lit: f64 = field
        .columns
        .iter()
        .map(|column| match &column.cells {
            None => column.bytes,
            Some(cells) => {
                let all = f64::from(cells.across * cells.down);
                column.bytes * cells.lit.len() as f64 / all
            }
        })
        .sum();
    let read = bpt_core::decode::decode(&a).weight_bytes_read.get();
    assert!(((lit + field.strip[0]) / read - 1.0).abs() < 1e-6);
}
