//! Links read and written again: golden lines, models of one's own, frozen links, garbage.

use std::sync::Arc;

use bpt_catalog::row::{LinkRow, PlacementRow};
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_permalink::{PageState, View, decode_model, encode_model, keys};
use proptest::prelude::*;
use serde_json::{Value, json};

fn catalog() -> &'static Catalog {
    Catalog::embedded()
}

fn check(given: &str, link: &str, bad: &[&str]) {
    let (state, replaced) = PageState::read(given, catalog());
    let written = state.write(catalog());
    assert_eq!(written, link, "from {given}");
    let keys: Vec<&str> = replaced.iter().map(|one| one.key.as_str()).collect();
    assert_eq!(keys, bad, "from {given}");
    let (again, none) = PageState::read(&written, catalog());
    assert_eq!(again, state, "from {given}");
    assert!(
        none.is_empty() && again.write(catalog()) == written,
        "from {given}"
    );
}

#[test]
fn golden_links() {
    let mut case: Option<(&str, Option<&str>, Vec<&str>)> = None;
    let mut count = 0;
    for line in include_str!("golden/links.txt").lines().chain([""]) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, &mut case) {
            ("link", Some((_, link, _))) => *link = Some(rest),
            ("bad", Some((_, _, bad))) => bad.push(rest),
            _ => {
                if let Some((given, link, bad)) = case.take() {
                    check(given, link.unwrap_or(given), &bad);
                    count += 1;
                }
                if word == "given" {
                    case = Some((rest, None, Vec::new()));
                }
            }
        }
    }
    assert!(count > 50, "{count} lines");
}

/// A bad value is replaced by the default; one of B's own by A's, wherever that stands.
#[test]
fn what_is_shown_instead_of_a_bad_value_is_named() {
    let used = |query: &str| {
        let (_, replaced) = PageState::read(query, catalog());
        let [one] = replaced.as_slice() else {
            panic!("{query}: {replaced:?}");
        };
        one.used.clone()
    };
    assert_eq!(used("v=1&ctx=many"), "8192");
    assert_eq!(used("v=1&b.ctx=many"), "8192");
    assert_eq!(used("v=1&b.ctx=many&ctx=512"), "512");
    assert_eq!(used("v=1&b.bits=thin"), "");
}

/// Contract section 0: what `v=1` alone means.
#[test]
fn the_default_link_is_the_default_scenario() {
    let (state, _) = PageState::read("v=1", catalog());
    assert_eq!(state, PageState::default());
    let a = state.row_a();
    assert_eq!(a.model_id.as_deref(), Some("qwen3-32b"));
    assert_eq!(a.device_id.as_deref(), Some("dgx-spark"));
    let b = state.row_b(catalog()).expect("a B");
    assert_eq!(b.model_id.as_deref(), Some("qwen3-30b-a3b"));
    assert_eq!(state.view, View::Story);
}

#[test]
fn b_takes_over_what_is_not_its_own() {
    let link = "v=1&d=rtx-3090&bw=500&kv=q8_0&ctx=1024&b.ctx=2048&b.d=rtx-4090&you=3";
    let (state, _) = PageState::read(link, catalog());
    let (a, b) = (state.row_a(), state.row_b(catalog()).expect("a B"));
    assert_eq!(
        (a.context_tokens, b.context_tokens),
        (Some(1024.0), Some(2048.0))
    );
    assert_eq!(b.kv_type.as_deref(), Some("q8_0"));
    // An edited number belongs to the device it was edited on, a measured speed to its model.
    assert_eq!(
        (a.device.bandwidth_gb_s, b.device.bandwidth_gb_s),
        (Some(500.0), None)
    );
    assert_eq!((a.own_tok_s, b.own_tok_s), (Some(3.0), None));
}

#[test]
fn equal_states_give_equal_links() {
    let one = PageState {
        a: ScenarioRow {
            context_tokens: Some(8192.0),
            engine: Some("llama.cpp".into()),
            assume: vec![
                ("kv_efficiency".into(), 0.5),
                ("weight_efficiency".into(), 0.9),
            ],
            ..ScenarioRow::default()
        },
        ..PageState::default()
    };
    let other = PageState {
        a: ScenarioRow {
            users: Some(1.0),
            placement: Some(PlacementRow::AllGpu),
            link: LinkRow::default(),
            assume: vec![
                ("weight_efficiency".into(), 0.9),
                ("kv_efficiency".into(), 0.5),
            ],
            ..ScenarioRow::default()
        },
        ..PageState::default()
    };
    assert_eq!(one.write(catalog()), other.write(catalog()));
}

/// Every model of the catalog survives a link as a model of one's own.
#[test]
fn models_of_ones_own() {
    let all: Value = serde_json::from_str(Catalog::whole_json()).expect("JSON");
    let mut longest = 0;
    for model in all["models"].as_array().expect("models") {
        let text = encode_model(model).expect("encodes");
        let back = decode_model(&text).expect("decodes");
        assert_eq!(
            bpt_catalog::model_from_json(&back),
            bpt_catalog::model_from_json(model),
            "{}",
            model["id"]
        );
        assert_eq!(encode_model(&back).as_deref(), Some(text.as_str()));
        longest = longest.max(text.len());
    }
    // Short enough for any address bar.
    assert!(longest < 600, "{longest}");
    let state = PageState {
        a: ScenarioRow {
            model: Some(Arc::new(all["models"][0].clone())),
            ..ScenarioRow::default()
        },
        ..PageState::default()
    };
    let link = state.write(catalog());
    let (back, replaced) = PageState::read(&link, catalog());
    assert!(replaced.is_empty(), "{replaced:?}");
    assert_eq!(back.write(catalog()), link);
    assert!(catalog().resolve(&back.row_a()).is_ok());
    assert_eq!(encode_model(&json!({"hidden_size": 5})), None);
}

fn speed(row: &ScenarioRow) -> (f64, bool) {
    let scenario = catalog().resolve(row).expect("a scenario");
    let estimate = bpt_core::estimate(&scenario);
    (estimate.decode.per_user.get(), estimate.memory.fits)
}

/// A backend that nobody knows widens the ranges, so an own measurement draws the estimate nearer:
/// written out as the one that is computed with, it would show another speed.
#[test]
fn frozen_links_keep_an_unknown_backend() {
    let (state, _) = PageState::read("be=0&you=1", catalog());
    let kept = PageState::read(&state.freeze(catalog()).write(catalog()), catalog()).0;
    let (plain, kept) = (state.row_a(), kept.row_a());
    assert_eq!(speed(&plain), speed(&kept));
}

/// A frozen link holds every key that has a value and every coefficient, and computes the same.
#[test]
fn frozen_links_say_everything() {
    let link = "v=1&d=rtx-3090&n=2&ctx=4096&bits=5&b.q=q8_0&b.d=dgx-spark&b.n=1";
    let (state, _) = PageState::read(link, catalog());
    let frozen = state.freeze(catalog());
    let written = frozen.write(catalog());
    for part in [
        "fz=",
        "x.weight_efficiency=",
        "kv=f16",
        "bw=936.2",
        "mar=1",
        "eng=llama.cpp",
        "b.bw=273",
    ] {
        assert!(written.contains(part), "{part} in {written}");
    }
    let (back, replaced) = PageState::read(&written, catalog());
    assert!(replaced.is_empty(), "{replaced:?}");
    assert_eq!(back.write(catalog()), written);
    for (plain, kept) in [
        (state.row_a(), back.row_a()),
        (
            state.row_b(catalog()).expect("a B"),
            back.row_b(catalog()).expect("a B"),
        ),
    ] {
        let ((plain, fits), (kept, still)) = (speed(&plain), speed(&kept));
        assert!((plain / kept - 1.0).abs() < 1e-6, "{plain} {kept}");
        assert_eq!(fits, still);
    }
}

/// Texts of values, good and bad.
fn values() -> impl Strategy<Value = String> {
    let some = [
        "",
        "0",
        "1",
        "2",
        "4",
        "0.5",
        "0.7",
        "8",
        "16",
        "24.5:41",
        "512",
        "8192",
        "1e3",
        "-1",
        "inf",
        "nan",
        "q8_0",
        "q4_k_m",
        "ud-q4_k_xl",
        "rtx-3090",
        "dgx-spark",
        "rtx-3090,rtx-3060-12",
        "qwen3-8b",
        "qwen3-32b",
        "none",
        "tensor",
        "layer:2",
        "tensor:2x2",
        "vllm",
        "llama.cpp",
        "cuda",
        "cpu",
        "gpu:20",
        "experts:48",
        "experts",
        "90:64",
        ":64",
        "pcie-4-x16",
        "mtp:1",
        "mtp",
        "draft-model:4",
        "rate:0.5",
        "len:2.5",
        "len:60",
        "routed_experts:4.5,attention:fp8",
        "2026-05",
        "f16",
        "dark",
        "context",
        "ctx,kv",
        "zh-Hans",
        "%",
        "%41",
        "%zz",
        "a+b",
        "ä",
        "AQE",
    ];
    prop_oneof![
        4 => prop::sample::select(some.to_vec()).prop_map(String::from),
        1 => "[ -~]{0,12}",
        1 => any::<f64>().prop_map(|number| number.to_string()),
    ]
}

fn names() -> impl Strategy<Value = String> {
    let mut names: Vec<String> = keys::KEYS
        .iter()
        .chain(keys::LAST_KEYS)
        .map(|key| key.name.to_owned())
        .collect();
    for more in [
        "v",
        "view",
        "a",
        "b",
        "model",
        "fz",
        "embed",
        "show",
        "id",
        "theme",
        "lang",
        "x.weight_efficiency",
        "x.kv_efficiency",
        "x.nonsense",
        "utm",
        "b.b",
        "b.",
        "",
    ] {
        names.push(more.into());
    }
    let own = names.clone();
    prop_oneof![
        3 => prop::sample::select(names),
        1 => prop::sample::select(own).prop_map(|name| format!("b.{name}")),
        1 => "[a-z%.]{0,6}",
    ]
}

fn queries() -> impl Strategy<Value = String> {
    prop::collection::vec((names(), values()), 0..10).prop_map(|pairs| {
        let pairs: Vec<String> = pairs
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        pairs.join("&")
    })
}

/// A frozen link keeps a device's number however small it is.
#[test]
fn small_numbers_are_kept() {
    let (state, _) = PageState::read("tf=0.00023088083624488325", catalog());
    let link = state.freeze(catalog()).write(catalog());
    let (back, _) = PageState::read(&link, catalog());
    let [plain, kept] = [&state, &back].map(|state| speed(&state.row_a()).0);
    assert!((plain / kept - 1.0).abs() < 1e-6, "{link}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is written reads back as itself, and is a scenario.
    #[test]
    fn written_links_are_canonical(query in queries()) {
        let (state, _) = PageState::read(&query, catalog());
        let link = state.write(catalog());
        let (again, replaced) = PageState::read(&link, catalog());
        prop_assert!(replaced.is_empty(), "{query} -> {link}: {replaced:?}");
        prop_assert_eq!(&again, &state, "{} -> {}", query, link);
        prop_assert_eq!(&again.write(catalog()), &link);
        prop_assert!(catalog().resolve(&state.row_a()).is_ok(), "{}", link);
        if let Some(row) = state.row_b(catalog()) {
            prop_assert!(catalog().resolve(&row).is_ok(), "{}", link);
        }
    }

    /// Leaving out what says nothing changes no scenario.
    #[test]
    fn canonical_means_the_same(query in queries()) {
        let (state, _) = PageState::read(&query, catalog());
        let frozen = state.freeze(catalog());
        let link = frozen.write(catalog());
        let (back, replaced) = PageState::read(&link, catalog());
        prop_assert!(replaced.is_empty(), "{query} -> {link}: {replaced:?}");
        prop_assert_eq!(&back.write(catalog()), &link);
        let pairs = [
            (Some(state.row_a()), Some(back.row_a())),
            (state.row_b(catalog()), back.row_b(catalog())),
        ];
        for (plain, kept) in pairs {
            let (plain, kept) = (plain.map(|row| speed(&row).0), kept.map(|row| speed(&row).0));
            let (plain, kept) = (plain.unwrap_or(1.0), kept.unwrap_or(1.0));
            prop_assert!((plain / kept - 1.0).abs() < 1e-6, "{query} -> {link}: {plain} {kept}");
        }
    }

    #[test]
    fn garbage_never_panics(query in "\\PC{0,80}") {
        let (state, _) = PageState::read(&query, catalog());
        let link = state.write(catalog());
        prop_assert_eq!(PageState::read(&link, catalog()).0.write(catalog()), link);
    }

    #[test]
    fn garbage_is_no_model(text in "[A-Za-z0-9_-]{0,60}") {
        if let Some(model) = decode_model(&text) {
            prop_assert!(encode_model(&model).is_some());
        }
    }
}
