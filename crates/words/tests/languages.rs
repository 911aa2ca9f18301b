//! The list of languages, and that each says everything in its own words.

mod common;

use std::collections::BTreeSet;

use bpt_catalog::Catalog;
use bpt_catalog::story::chapters;
use bpt_core::coefficients::Unit as CoefficientUnit;
use bpt_core::derived::Input;
use bpt_core::explain::{Key, explain_lines, explainable};
use bpt_core::model::Class;
use bpt_core::notes::Note;
use bpt_words::facts::Fix;
use bpt_words::figures::{CellState, Fixed, RightCellName, SplitKind};
use bpt_words::grammar::read;
use bpt_words::lab_language;
use bpt_words::scenario::Said;
use bpt_words::story::{Chapter, StoryText, Term};
use bpt_words::views::Text as ViewText;
use bpt_words::{
    Chinese, CommandNote, English, LANGUAGES, LabLanguage, Language, Quantity, Room, Slot, Ui,
    language, listed, plain,
};
use common::{good, languages, rules};

#[test]
fn a_tag_finds_its_language() {
    for (tag, found) in [
        ("en", "en"),
        ("en-GB", "en"),
        ("EN", "en"),
        ("zh-Hans", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh_TW", "zh-Hans"),
        ("ZH-hans", "zh-Hans"),
        ("", "en"),
        ("xx", "en"),
        ("english", "en"),
    ] {
        assert_eq!(language(tag).tag(), found, "{tag}");
        assert_eq!(listed(tag).tag, found, "{tag}");
    }
    let tags: BTreeSet<&str> = LANGUAGES.iter().map(|listed| listed.tag).collect();
    assert_eq!(tags.len(), LANGUAGES.len());
    for listed in LANGUAGES {
        assert_eq!(listed.words.tag(), listed.tag);
        assert!(!listed.name.is_empty());
    }
}

fn texts(words: &dyn LabLanguage) -> Vec<String> {
    let (figures, story) = (words.figures(), words.story());
    let mut texts: Vec<String> = Vec::new();
    let mut add = |text: &str| texts.push(text.to_owned());
    Ui::ALL.iter().for_each(|ui| add(words.ui(*ui)));
    figures.texts().into_iter().for_each(&mut add);
    StoryText::ALL.iter().for_each(|one| add(story.text(*one)));
    ViewText::ALL
        .iter()
        .for_each(|one| add(words.views().text(*one)));
    Note::ALL.iter().for_each(|note| add(words.note(*note)));
    CommandNote::ALL
        .iter()
        .for_each(|note| add(words.command(*note)));
    for &chapter in Chapter::ALL {
        add(story.heading(chapter));
        add(story.short(chapter));
    }
    for &term in Term::ALL {
        story.term(term).iter().for_each(|text| add(text));
    }
    for at in 0..16 {
        add(words.preset(at));
    }
    add(words.embed_title());
    for &key in Key::ALL {
        add(&words.symbol(key.id()));
    }
    for unit in [
        CoefficientUnit::Share,
        CoefficientUnit::Times,
        CoefficientUnit::Microseconds,
        CoefficientUnit::Milliseconds,
        CoefficientUnit::Operations,
        CoefficientUnit::Tokens,
        CoefficientUnit::Exponent,
        CoefficientUnit::PerYear,
        CoefficientUnit::GbPerSecond,
        CoefficientUnit::Mebibytes,
        CoefficientUnit::Years,
    ] {
        add(words.coefficient_unit(unit));
    }
    for input in Input::ALL {
        for text in words
            .helps(input, 0.8)
            .iter()
            .chain(&words.helps(input, -0.8))
        {
            // A minus is right here; in sentences it is not.
            add(text.trim_start_matches('\u{2212}'));
        }
    }
    for class in Class::ALL {
        add(figures.class(class));
    }
    texts
}

#[test]
fn no_text_is_left_in_english() {
    let english = texts(&English);
    for words in languages() {
        let own = texts(lab_language(words.tag()));
        assert_eq!(own.len(), english.len());
        let same = rules(words).same();
        for (own, english) in own.iter().zip(&english) {
            let number = own.starts_with(|c: char| c.is_ascii_digit() || c == '+');
            let may = same.is_none_or(|same| same.contains(&own.as_str()));
            assert!(own != english || number || may, "{own:?} as in English");
            assert_eq!(own.is_empty(), english.is_empty(), "{english:?}");
        }
        for text in own {
            good(rules(words).text(&text.replace("[ ]", "k")));
        }
    }
}

/// Labels over values that turn up in pictures.
#[test]
fn labels_are_well_written() {
    languages().for_each(labels);
}

fn labels(words: &dyn Language) {
    let figures = words.figures();
    let rules = rules(words);
    let check = |text: &str| {
        assert!(!text.is_empty());
        good(rules.text(text));
    };
    let sentences = |text: &str| good(rules.sentences(text));
    for value in [0.02, 0.96, 1.0, 7.0, 38.4, 276.0, 8192.0, 262_144.0] {
        for slot in Slot::ALL {
            for text in [
                words.full_at(slot, value),
                words.full(slot),
                figures.no_fixed_work(slot),
                figures.cannot_pass(slot, value),
                figures.memory_full(slot, value),
                figures.full_bits(slot, value),
                figures.only_bytes(slot),
                figures.must_spill(slot),
                figures.only_experts(slot),
            ] {
                check(&text);
            }
            figures.one_pool(slot).iter().for_each(|text| check(text));
            figures.one_read(slot).iter().for_each(|text| check(text));
            for room in [Room::Wide, Room::Narrow] {
                check(&plain(&words.likely(slot, value, value * 2.0, room)));
            }
            check(&plain(&words.of_capacity(slot, value)));
        }
        let (one, two, other) = words.crossing(value);
        for text in [&one, &two[0], &two[1], &other] {
            check(text);
        }
        for text in [
            words.needs(value),
            words.need_at(value, value),
            words.panel_full(value),
            words.fullest(2),
            words.usable(value),
            words.weights(value),
            words.edited("DGX Spark"),
            words.free_bits(value),
            words.fix(&Fix::Context(value)),
            words.fix(&Fix::Users(value)),
            words.fix(&Fix::Kv("q8_0".to_owned())),
            words.fix(&Fix::Format("Q4_K_M".to_owned())),
            plain(&words.over(value)),
            figures.part(figures.fixed(Fixed::Attention), value, 1),
            figures.milliseconds(value, 1),
            figures.experts(value, 128.0),
            figures.system(value),
            figures.over_by(value),
            figures.users_axis(value),
            figures.seconds(value),
            figures.drafts(value),
            figures.breaks_even(value),
            figures.split_name(SplitKind::One, 2),
            figures.split_name(SplitKind::Layers, 2),
            figures.split_name(SplitKind::Tensor, 4),
            figures.tick_stands_for(value),
            figures.guide(0.2),
            figures.devices(1, 2),
            figures.devices(2, 2),
            figures.devices(2, 4),
            words.story().chapters(11),
            words.story().chapter_of(1, 11),
            words.story().source("founding post", "2026-11-30"),
            words.story().source("founding explainer", "2026-11-30"),
        ] {
            check(&text);
        }
        for text in words
            .free(value)
            .iter()
            .chain(&figures.free_for(value, Some(value), value))
            .chain(&figures.stored(true, value))
            .chain(&figures.stored(false, value))
            .chain(&figures.dense_caption(64))
            .chain(&figures.experts_caption(128.0, 48.0, 1.0))
            .chain(&figures.experts_caption(128.0, 48.0, 2.0))
            .chain(&figures.read_each(value, 1.0))
            .chain(&figures.read_each(value, 8.0))
            .chain(&figures.tokens_written(value, value, value))
        {
            check(text);
        }
        check(&words.device_detail(273.0, 128.0, Room::Wide));
        check(&words.bits_detail(4.8, Room::Wide));
        sentences(&words.key(&[], Room::Wide));
        sentences(&words.key(&[value], Room::Narrow));
        sentences(&words.key(&[value, 40_960.0], Room::Wide));
    }
}

/// The page's first scenario, as its sentence is told it.
fn first_scenario() -> Said {
    Said {
        a: "Qwen3-32B".to_owned(),
        b: Some("Qwen3-30B-A3B".to_owned()),
        format: "Q4_K_M".to_owned(),
        format_b: None,
        device: (1.0, "DGX Spark".to_owned()),
        device_b: None,
        context: 8192.0,
        users: 1.0,
        offloaded: false,
        drafted: 0.0,
    }
}

#[test]
fn the_lab_is_well_written() {
    for words in languages() {
        the_lab(lab_language(words.tag()));
    }
}

fn the_lab(words: &dyn LabLanguage) {
    let rules = rules(words);
    let check = |text: &str| {
        assert!(!text.is_empty());
        good(rules.text(text));
    };
    let sentences = |text: &str| good(rules.sentences(text));
    let mut said = first_scenario();
    let sentence = |said: &Said| -> String {
        let nouns = words.scenario(said);
        nouns.into_iter().map(|noun| noun.text).collect()
    };
    sentences(&sentence(&said));
    said.format_b = Some("Q8_0".to_owned());
    said.device_b = Some((2.0, "RTX 3090".to_owned()));
    said.offloaded = true;
    said.drafted = 4.0;
    sentences(&sentence(&said));
    said.b = None;
    sentences(&sentence(&said));
    for (speed, ceiling, predicted) in [
        (48.0, 66.0, [44.0, 38.0, 49.0]),
        (20.0, 66.0, [44.0, 38.0, 49.0]),
        (60.0, 66.0, [44.0, 38.0, 49.0]),
        (90.0, 66.0, [44.0, 38.0, 49.0]),
    ] {
        sentences(&plain(&words.own_speed(speed, ceiling, predicted)));
    }
    let readings = [(Slot::A, Some([10.0, 9.0, 11.0])), (Slot::B, None)];
    for quantity in Quantity::ALL.into_iter().chain([
        Quantity::Prompt,
        Quantity::Acceptance,
        Quantity::Compute,
        Quantity::Cached,
        Quantity::Devices,
        Quantity::Drafted,
        Quantity::Unfused,
        Quantity::OwnSpeed,
        Quantity::LayerTime,
        Quantity::LayersInRam,
        Quantity::Reserve,
    ]) {
        for value in [0.0, 1.0, 4.8, 2048.0] {
            check(&words.spoken(quantity, value));
            check(&plain(&words.read_off(quantity, value, &readings)));
            sentences(&words.not_allowed(quantity, 1.0, 64.0, value));
        }
    }
    let cell = |state, largest| RightCellName {
        model: "GLM-4.5-Air",
        machine: "M4 Max",
        state,
        speed: [26.0, 21.0, 30.0],
        read: [7.73, 6.17],
        largest,
        extrapolated: largest,
        least: 15.0,
        wait: Some(5.0),
    };
    for state in [
        CellState::Passes(1),
        CellState::Below,
        CellState::Waits(Some(12.0)),
        CellState::Waits(None),
        CellState::Over(23.6),
    ] {
        for largest in [false, true] {
            let cell = cell(state, largest);
            check(&words.figures().right_cell_name(&cell));
            sentences(&plain(&words.figures().right_readout(&cell)));
            check(&words.figures().right_cell(state, 26.0));
        }
    }
}

/// Every number can be asked why: dense, a mixture on two devices with drafts, experts in RAM.
#[test]
fn explanations_are_in_the_language() {
    for words in languages() {
        explanations(lab_language(words.tag()));
    }
}

fn explanations(words: &dyn LabLanguage) {
    let catalog = Catalog::embedded();
    let mut said: BTreeSet<String> = BTreeSet::new();
    let chapters = chapters().expect("data/story.json");
    for id in ["bits", "spill", "speculation"] {
        let chapter = chapters.iter().find(|chapter| chapter.id == id);
        let run = chapter.and_then(|chapter| chapter.case.runs.last());
        let row = &run.expect("a measured case").scenario;
        let scenario = catalog.resolve(row).expect("a scenario");
        let estimate = bpt_core::estimate(&scenario);
        for path in explainable(&scenario, &estimate) {
            let Some(explanation) = explain_lines(&scenario, &estimate, &path) else {
                continue;
            };
            said.insert(words.question(&explanation));
            said.insert(plain(&words.answer(&explanation, &estimate)));
            said.extend(words.basis(&explanation));
            for symbol in &explanation.symbols {
                let amount = words.amount(symbol.id.unit(), symbol.value);
                assert!(!amount.contains("NaN"), "{amount}");
                good(rules(words).text(&words.symbol(symbol.id)));
            }
        }
    }
    assert!(said.len() > 200);
    for text in said {
        // A minus is right in an elasticity.
        good(rules(words).sentences(&text.replace('\u{2212}', "")));
    }
}

/// What the scenario is called in Chinese, as design/languages has it.
#[test]
fn a_scenario_in_chinese() {
    let nouns = Chinese.scenario(&first_scenario());
    let text: String = nouns.into_iter().map(|noun| noun.text).collect();
    assert_eq!(
        read(&text),
        "Qwen3-32B 对 Qwen3-30B-A3B，都用 Q4_K_M，在一台 DGX Spark 上，\
         上下文 8,192 个 token，1 个用户。"
    );
}
