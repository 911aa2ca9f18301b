//! Every figure in many states: nothing clipped or covered, no trap in its words, the numbers
//! those of the estimate.

mod fixture;

use bpt_charts::axis::Tick;
use bpt_charts::figures::bits::{AtBits, NamedFormat};
use bpt_charts::figures::bytes::Names;
use bpt_charts::figures::{self, Cell, Figure, Inputs, View};
use bpt_charts::measure::Average;
use bpt_charts::scene::Size;
use bpt_core::scenario::{Parallel, ParallelKind, Placement, Scenario};
use bpt_words::{English, Room, Span, plain};
use fixture::checks::check;

/// Widths of the design, and a height where the figure has none of its own.
const WIDTHS: [(f64, f64); 5] = [
    (320.0, 250.0),
    (358.0, 280.0),
    (496.0, 380.0),
    (600.0, 300.0),
    (1040.0, 400.0),
];

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
fn bits(inputs: &Inputs<'_>) -> Figure {
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
    figures::bits::figure(inputs, &tables, &formats, &English)
}

fn bytes(inputs: &Inputs<'_>) -> Figure {
    let names = Names {
        models: ["Qwen3-32B", "Qwen3-30B-A3B"],
        token: 7,
        full: None,
    };
    figures::bytes::figure(inputs, names, &English)
}

fn all(inputs: &Inputs<'_>) -> Vec<(&'static str, Figure)> {
    vec![
        ("bytes", bytes(inputs)),
        ("breakdown", figures::breakdown::figure(inputs, &English)),
        ("memory", figures::memory::figure(inputs, &English)),
        ("context", figures::context::figure(inputs, &[], &English)),
        (
            "bandwidth",
            figures::bandwidth::figure(inputs, &devices(), &English),
        ),
        ("users", figures::users::figure(inputs, &English)),
        ("prefill", figures::prefill::figure(inputs, &English)),
        ("bits", bits(inputs)),
        (
            "speculation",
            figures::speculation::figure(inputs, &English),
        ),
        ("two", figures::two::figure(inputs, &English)),
        ("spill", figures::spill::figure(inputs, &[], &English)),
    ]
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
    for (what, a, b) in states() {
        for (width, height) in WIDTHS {
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
                ..Inputs::new(&a, b.as_ref())
            };
            for (name, figure) in all(&inputs) {
                let height = figure.chart.natural_height(width).unwrap_or(height);
                let scene = figure.chart.layout(Size { width, height }, &Average);
                check(&scene, &format!("{name}, {width} px, {what}"));
            }
        }
    }
}

fn said(spans: &[Span]) -> String {
    plain(spans).replace(['\u{a0}', '\u{202f}'], " ")
}

/// What no sentence may hold.
const TRAPS: [&str; 14] = [
    "NaN",
    "inf",
    "  ",
    " .",
    " ,",
    "..",
    ": .",
    "—",
    " 0 times",
    " 1.0 times",
    " 1 users",
    " 1 more users",
    "A faster than A",
    "B faster than B",
];

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
            for (name, figure) in all(&inputs) {
                let words = &figure.words;
                let texts = [
                    (said(&words.title), false),
                    (said(&words.line), true),
                    (said(&words.takeaway), true),
                    (words.note.clone(), true),
                ];
                for (text, sentence) in texts {
                    let text = format!("{text} ")
                        .replace('\u{2019}', "'")
                        .replace("infinite", "endless");
                    let text = text.trim_end();
                    for trap in TRAPS {
                        assert!(!text.contains(trap), "{name}, {what}: {trap:?} in {text:?}");
                    }
                    assert!(!text.is_empty(), "{name}, {what}: nothing is said");
                    assert_eq!(text.ends_with('.'), sentence, "{name}, {what}: {text:?}");
                    let first = text.chars().next();
                    assert!(
                        first.is_none_or(|letter| !letter.is_lowercase()),
                        "{name}, {what}: {text:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn tables_are_whole() {
    for (what, a, b) in states() {
        let inputs = Inputs::new(&a, b.as_ref());
        for (name, figure) in all(&inputs) {
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
        let bpt_charts::ChartSpec::Bars(bars) = &figure.chart else {
            panic!("memory is drawn as bars");
        };
        let now = bpt_core::estimate(&a);
        let group = now.memory.groups()[0];
        let total = bars.rows[0].total();
        assert!((total / group.used.gib() - 1.0).abs() < 1e-9, "{what}");
    }
}
