//! The promises of the layout, over many scenarios and widths: no label is clipped, none lies on
//! another, nothing is drawn outside.

mod fixture;

use bpt_charts::lines::LineChart;
use bpt_charts::measure::Average;
use bpt_charts::scene::Size;
use bpt_charts::sweep::over_context;
use bpt_charts::theme::Theme;
use bpt_charts::together::{Model, View, memory_vs_context, speed_top, speed_vs_context};
use bpt_charts::{ChartSpec, NARROW, svg};
use bpt_core::estimate;
use bpt_core::scenario::Scenario;
use bpt_words::{English, LANGUAGES, Language, Slot};
use fixture::checks::{check, texts};

/// Sizes of `design/together.md`: two charts at 1280, 768, the 640 embed, 390 and 320.
const SIZES: [(f64, f64); 6] = [
    (496.0, 380.0),
    (348.0, 300.0),
    (288.0, 268.0),
    (358.0, 270.0),
    (358.0, 310.0),
    (292.0, 250.0),
];

fn charts(a: &Scenario, b: Option<&Scenario>, narrow: bool) -> [ChartSpec; 2] {
    charts_in(a, b, narrow, &English)
}

fn charts_in(
    a: &Scenario,
    b: Option<&Scenario>,
    narrow: bool,
    words: &dyn Language,
) -> [ChartSpec; 2] {
    let pairs: Vec<_> = [(Slot::A, Some(a)), (Slot::B, b)]
        .into_iter()
        .filter_map(|(slot, scenario)| Some((slot, scenario?)))
        .map(|(slot, scenario)| {
            let now = estimate(scenario);
            let curve = over_context(scenario, &now);
            (slot, scenario, now, curve)
        })
        .collect();
    let models: Vec<Model<'_>> = pairs
        .iter()
        .map(|(slot, scenario, now, curve)| Model {
            slot: *slot,
            scenario,
            now,
            curve,
        })
        .collect();
    let curves: Vec<_> = models.iter().map(|model| model.curve).collect();
    let view = View {
        at: a.context,
        top: speed_top(&curves),
        narrow,
    };
    [
        speed_vs_context(&models, view, words),
        memory_vs_context(&models, view, words),
    ]
}

#[test]
fn no_label_is_clipped_or_covered_in_any_state() {
    for device in fixture::devices() {
        for context in [0.0, 256.0, 1024.0, 8192.0, 32_768.0, 262_144.0, 9e6] {
            for (users, bandwidth) in [(1.0, 1.0), (7.0, 0.2), (64.0, 8.0)] {
                let make = |id: &str| fixture::scenario(id, device, context, users, bandwidth);
                let (a, b) = (make("qwen3-32b"), make("qwen3-30b-a3b"));
                let what = format!(
                    "{:.0} GiB, {context} tokens, {users} users, {bandwidth}",
                    device.memory.gib()
                );
                for (a, b) in [(&a, Some(&b)), (&b, Some(&a)), (&b, None), (&a, Some(&a))] {
                    every_size(a, b, &what);
                }
            }
        }
    }
}

fn every_size(a: &Scenario, b: Option<&Scenario>, what: &str) {
    for words in LANGUAGES.iter().map(|listed| listed.words) {
        for narrow in [false, true] {
            size_in(a, b, narrow, words, what);
        }
    }
}

fn size_in(a: &Scenario, b: Option<&Scenario>, narrow: bool, words: &dyn Language, what: &str) {
    let charts = charts_in(a, b, narrow, words);
    for (width, height) in SIZES {
        if (width < NARROW) == narrow {
            let size = Size { width, height };
            for chart in &charts {
                check(
                    &chart.layout(size, &Average),
                    &format!("{}, {width} px, {what}", words.tag()),
                );
            }
        }
    }
}

#[test]
fn the_default_chart_says_what_the_design_says() {
    let spark = fixture::devices()[0];
    let make = |id: &str| fixture::scenario(id, spark, 8192.0, 1.0, 1.0);
    let (a, b) = (make("qwen3-32b"), make("qwen3-30b-a3b"));
    let size = Size {
        width: 496.0,
        height: 380.0,
    };
    let [speed, memory] = charts(&a, Some(&b), false);
    let said: Vec<String> = texts(&speed.layout(size, &Average))
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    // design/together.md 1.2: these labels all have a place at 1280.
    for wanted in ["A", "B", "256", "1k", "4k", "16k", "64k", "256k"] {
        assert!(said.iter().any(|text| text == wanted), "{wanted}: {said:?}");
    }
    // formulas.md: K = W where KV bytes per token (98,304 for B) equal 1.919 GB.
    assert!(
        said.iter().any(|text| text == "KV = weights at 19,500"),
        "{said:?}"
    );
    let said: Vec<String> = texts(&memory.layout(size, &Average))
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    // design/page.md 13: 19.753 GB stored is 18.4 GiB; 121.69 - 7 GiB are usable.
    for wanted in [
        "weights 18.4",
        "114.7\u{202f}GiB usable",
        "conversation (KV)",
    ] {
        assert!(said.iter().any(|text| text == wanted), "{wanted}: {said:?}");
    }
}

#[test]
fn lines_stop_at_the_limit_and_are_not_dotted_past_it() {
    let card = fixture::devices()[1];
    let make = |id: &str| fixture::scenario(id, card, 32_768.0, 1.0, 1.0);
    let (a, b) = (make("qwen3-32b"), make("qwen3-30b-a3b"));
    let [ChartSpec::Lines(LineChart { series, .. }), _] = charts(&a, Some(&b), false) else {
        panic!("the first chart has lines");
    };
    for (series, scenario) in series.iter().zip([&a, &b]) {
        let full = estimate(scenario)
            .memory
            .max_context
            .map(|tokens| tokens.get());
        assert_eq!(series.limit.as_ref().map(|limit| limit.x), full);
        assert_eq!(series.points.last().map(|point| point.x), full);
    }
    // A does not fit here, so it has no value.
    assert!(series[0].value.is_none() && series[1].value.is_some());
}

#[test]
fn svg_holds_the_same_texts() {
    let spark = fixture::devices()[0];
    let a = fixture::scenario("qwen3-32b", spark, 8192.0, 1.0, 1.0);
    let size = Size {
        width: 496.0,
        height: 380.0,
    };
    for chart in charts(&a, None, false) {
        let text = svg::document(&chart, &Theme::PLAIN, &Average, size);
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>"));
        for (label, _) in texts(&chart.layout(size, &Average)) {
            assert!(text.contains(&format!(">{label}</text>")), "{label}");
        }
        assert!(!text.contains("NaN"));
    }
}
