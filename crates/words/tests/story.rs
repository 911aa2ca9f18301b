//! The story's words: nothing badly said in thousands of states, prose of 40 to 90 words, titles
//! for every pair, and measured cases that name their numbers.

mod common;

use bpt_catalog::story::chapters;
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_words::figures::{
    BytesRead, Compared, Divided, FigureWords, FirstToken, OverBandwidth, OverBits, OverContext,
    OverUsers, Shown, Speculating, Spilling,
};
use bpt_words::story::{Actor, Chapter, Held, Scene, StoryText, Term, choices, plain as prose};
use bpt_words::{English, Language, Room, Slot, plain};
use common::{languages, rules};

/// Numbers without a pattern (Knuth's MMIX generator), the same in every run.
struct Random(u64);

impl Random {
    /// 0 to 1.
    fn share(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.share())
    }

    fn chance(&mut self, share: f64) -> bool {
        self.share() < share
    }
}

fn read(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ")
}

/// What no text may hold.
fn good(language: &dyn Language, text: &str) {
    common::good(rules(language).text(text));
}

/// Whole sentences, none longer than that.
fn sentences(language: &dyn Language, text: &str, most: usize) {
    common::good(rules(language).sentences(text));
    common::good(rules(language).short(text, most));
}

fn actor(random: &mut Random, slot: Slot) -> Actor {
    let stored = random.between(1e8, 1e12);
    let mixture = random.chance(0.5);
    let fits = random.chance(0.75);
    Actor {
        slot,
        name: if slot == Slot::A {
            "Qwen3-32B"
        } else {
            "Qwen3-30B-A3B"
        }
        .into(),
        stored,
        read: stored
            * if mixture {
                random.between(0.02, 1.0)
            } else {
                0.98
            },
        speed: random.between(0.02, 5000.0),
        fits,
        over: if fits {
            0.0
        } else {
            random.between(0.05, 500.0)
        },
        experts: mixture.then_some([8.0, 128.0]),
    }
}

fn scene(random: &mut Random) -> Scene {
    let a = actor(random, Slot::A);
    let mut sides = vec![a.clone()];
    let mut same = false;
    if random.chance(0.85) {
        let mut b = actor(random, Slot::B);
        if random.chance(0.4) {
            b.stored = a.stored * random.between(0.93, 1.07);
            b.read = b.stored * random.between(0.05, 1.0);
        }
        if random.chance(0.2) {
            b.speed = a.speed * random.between(0.95, 1.05);
        }
        if random.chance(0.05) {
            b = Actor { slot: Slot::B, ..a };
            same = true;
        }
        sides.push(b);
    }
    Scene {
        sides,
        same,
        device: random.chance(0.8).then(|| "DGX Spark".into()),
        users: if random.chance(0.5) { 1.0 } else { 8.0 },
    }
}

#[test]
fn nothing_is_badly_said_in_any_state() {
    for language in languages() {
        let mut random = Random(1);
        for round in 0..3000 {
            let scene = scene(&mut random);
            say_all(language, &scene, round, &mut random);
        }
    }
}

/// Title, lead, prose and guess of one state.
fn say_all(language: &dyn Language, scene: &Scene, round: usize, random: &mut Random) {
    let story = language.story();
    let most = rules(language).lengths();
    let length = |text: &str| rules(language).length(text);
    for part in &story.title(scene).map(|part| plain(&part)) {
        sentences(language, part, most.headline);
    }
    sentences(language, &prose(&story.lead(scene)), most.lead);
    // The prose of most chapters has no number in it.
    let said = if round < 20 {
        Chapter::ALL
    } else {
        &[Chapter::Bytes]
    };
    for &chapter in said {
        let text = prose(&story.prose(chapter, scene));
        sentences(language, &text, most.sentence);
        let count = length(&text);
        assert!(most.prose.contains(&count), "{chapter:?}: {count} words");
    }
    let right = random.between(0.98, 2.0);
    let offered = choices(right);
    assert!(offered.contains(&right) && offered[0] > offered[1] && offered[1] > offered[2]);
    good(language, &plain(&story.guess_question(Slot::A)));
    for chosen in offered {
        good(language, &plain(&story.guessed(Slot::B, chosen, right)));
        good(language, &story.guess(chosen));
    }
}

/// design/page.md section 3: the title of the default pair, at the speeds of its pictures.
#[test]
fn the_title_counts_in_words() {
    let story = English.story();
    let mut random = Random(2);
    let mut side = |slot, stored, read, speed| Actor {
        stored,
        read,
        speed,
        fits: true,
        ..actor(&mut random, slot)
    };
    let a = side(Slot::A, 19.753e9, 19.316e9, 11.4);
    let b = side(Slot::B, 18.55e9, 1.919e9, 80.0);
    let title = |speed: f64, fits: bool| {
        let scene = Scene {
            sides: vec![
                a.clone(),
                Actor {
                    speed,
                    fits,
                    ..b.clone()
                },
            ],
            same: false,
            device: Some("DGX Spark".into()),
            users: 1.0,
        };
        story.title(&scene).map(|part| plain(&part)).join(" ")
    };
    let same = "Two models of the same size.";
    assert_eq!(
        title(80.0, true),
        format!("{same} One writes seven times faster.")
    );
    assert_eq!(
        title(78.0, true),
        format!("{same} One writes almost seven times faster.")
    );
    assert_eq!(
        title(74.0, true),
        format!("{same} One writes more than six times faster.")
    );
    assert_eq!(
        title(5.0, true),
        format!("{same} One writes more than two times faster.")
    );
    assert_eq!(
        title(11.5, true),
        format!("{same} They write about as fast.")
    );
    assert_eq!(
        title(80.0, false),
        format!("{same} Only one fits this machine.")
    );
}

/// The default pair's title and lead are those of its estimate, whatever the calibration.
#[test]
fn title_and_lead_of_the_first_chapter() {
    let catalog = Catalog::embedded();
    let chapter = &chapters().expect("data/story.json")[0];
    let side = |slot, row: &ScenarioRow| {
        let scenario = catalog.resolve(row).expect("a scenario");
        let name = row.model_id.as_deref().and_then(|id| catalog.model(id));
        let name = &name.expect("a model").name;
        Actor::new(slot, name, &scenario, &bpt_core::estimate(&scenario))
    };
    let b = chapter.b.as_ref().expect("two models");
    let scene = Scene {
        sides: vec![side(Slot::A, &chapter.a), side(Slot::B, b)],
        same: false,
        device: Some("DGX Spark".into()),
        users: 1.0,
    };
    let story = English.story();
    let title = story.title(&scene).map(|part| plain(&part)).join(" ");
    assert!(title.starts_with("Two models of the same size. One writes "));
    let lead = read(&prose(&story.lead(&scene)));
    for side in &scene.sides {
        assert!(lead.contains(&side.name), "{lead}");
        assert!(
            lead.contains(&English.numbers().forecast(side.speed)),
            "{lead}"
        );
    }
    let bytes = read(&prose(&story.prose(Chapter::Bytes, &scene)));
    // Qwen3-30B-A3B, its published config: 8 of 128 experts.
    assert!(bytes.contains("picks 8 of 128"), "{bytes}");
    println!("{title}\n{lead}");
    for &chapter in Chapter::ALL {
        let text = read(&prose(&story.prose(chapter, &scene)));
        println!("{}: {text}", story.heading(chapter));
    }
}

#[test]
fn every_chapter_has_a_measured_case_in_words() {
    for language in languages() {
        measured_cases(language);
    }
}

fn measured_cases(language: &dyn Language) {
    let story = language.story();
    let catalog = Catalog::embedded();
    for data in chapters().expect("data/story.json") {
        let chapter = Chapter::from_id(&data.id).expect("a chapter");
        let runs: Vec<Held> = data
            .case
            .runs
            .iter()
            .map(|run| Held::new(catalog, run))
            .collect();
        assert!(runs.iter().all(|run| run.computed.is_some()));
        let text = read(&plain(&story.holds(chapter, &runs)));
        common::good(rules(language).sentences(&text));
        assert!(text.len() > 40, "{chapter:?}: {text}");
        for run in &runs {
            // Ratios made of the values are computed, so one of two values may stand for both.
            let value = language.numbers().trimmed(run.measured, 2);
            assert!(text.contains(&value), "{value} in {text}");
        }
        println!("{text}");
        for (source, date) in data.case.sources() {
            println!("  {}", story.source(source, date));
        }
        // Without a scenario that resolves nothing is said of what is computed.
        let unknown: Vec<Held> = runs
            .iter()
            .map(|run| Held {
                computed: None,
                ..run.clone()
            })
            .collect();
        let text = read(&plain(&story.holds(chapter, &unknown)));
        good(language, &text);
        assert!(
            !text.contains("Computed") && !text.contains("本页"),
            "{text}"
        );
    }
}

#[test]
fn every_text_and_term_is_there() {
    for language in languages() {
        texts_and_terms(language);
    }
}

fn texts_and_terms(language: &dyn Language) {
    let story = language.story();
    for &text in StoryText::ALL {
        assert!(!story.text(text).is_empty());
        good(language, story.text(text));
    }
    for &chapter in Chapter::ALL {
        assert_eq!(Chapter::from_id(chapter.id()), Some(chapter));
        good(language, story.heading(chapter));
        good(language, story.short(chapter));
    }
    for &term in Term::ALL {
        let [word, sentence] = story.term(term);
        common::good(rules(language).sentences(sentence));
        assert!(!word.is_empty());
        let rules = rules(language);
        let ended = |part: &&str| !part.trim().is_empty();
        assert_eq!(
            rules
                .split(sentence)
                .iter()
                .filter(|part| ended(part))
                .count(),
            1,
            "{sentence}"
        );
        common::good(rules.short(sentence, rules.lengths().takeaway));
    }
    for (at, &one) in Term::ALL.iter().enumerate() {
        for &other in &Term::ALL[..at] {
            assert_ne!(story.term(one)[0], story.term(other)[0]);
        }
    }
}

fn compared<T>(random: &mut Random, own: impl Fn(&mut Random) -> T) -> Compared<T> {
    let count = if random.chance(0.85) { 2 } else { 1 };
    let sides = Slot::ALL[..count]
        .iter()
        .map(|&slot| {
            let fits = random.chance(0.8);
            Shown {
                slot,
                speed: random.between(0.02, 5000.0),
                fits,
                over: if fits {
                    0.0
                } else {
                    random.between(0.05, 500.0)
                },
                own: own(random),
            }
        })
        .collect();
    Compared {
        sides,
        same: false,
        users: if random.chance(0.5) { 1.0 } else { 8.0 },
        context: 8192.0,
    }
}

/// The takeaways of the figures: at most 22 words a sentence (page.md section 7).
#[test]
fn takeaways_are_short_in_any_state() {
    for language in languages() {
        takeaways(language);
    }
}

fn takeaways(language: &dyn Language) {
    let mut random = Random(3);
    let figures = language.figures();
    for _ in 0..1000 {
        let random = &mut random;
        let mut all: Vec<FigureWords> = Vec::new();
        for room in [Room::Wide, Room::Narrow] {
            let facts = compared(random, |random| {
                let stored = random.between(1e8, 1e12);
                BytesRead {
                    stored,
                    read: stored * random.between(0.02, 1.0),
                    fixed_ms: random.between(0.1, 50.0),
                    kv_ms: random.between(0.01, 50.0),
                    tokens: random.between(1.0, 8.0),
                }
            });
            all.push(figures.bytes(&facts, 1.0, room));
            let facts = compared(random, |random| OverBandwidth {
                doubled: 1.0 + random.share(),
                floor: random.between(5000.0, 50_000.0),
                fixed_ms: random.between(0.1, 50.0),
                ideal: random.between(5000.0, 50_000.0),
            });
            all.push(figures.bandwidth(&facts, room));
            let facts = compared(random, |random| OverContext {
                first_at: 256.0,
                first_speed: random.between(1.0, 5000.0),
                keeps: random.between(0.02, 1.0),
                last_at: 262_144.0,
                last_keeps: random.between(0.005, 0.02),
                trained: None,
            });
            all.push(figures.context(&facts, 0, room));
            let facts = compared(random, |random| FirstToken {
                seconds: random.chance(0.9).then(|| random.between(0.01, 500.0)),
                twice_compute: random.between(0.01, 0.5),
                twice_bandwidth: random.between(0.01, 0.5),
                cached: 0.0,
            });
            all.push(figures.prefill(&facts, 2048.0, room));
            let facts = compared(random, |random| OverUsers {
                to: 8.0,
                total_one: random.between(1.0, 100.0),
                total_to: random.between(100.0, 800.0),
                each_to: random.between(0.5, 90.0),
                most: Some(40.0),
                experts: Some([8.0, 52.0, 128.0]),
            });
            all.push(figures.users(&facts, 0, room));
            let facts = compared(random, |random| OverBits {
                from: 16.0,
                from_fits: random.chance(0.7),
                from_speed: random.between(1.0, 50.0),
                to: 4.8,
                to_speed: random.between(50.0, 150.0),
                fewer_bytes: 3.3,
                halved: 1.0 + random.share(),
            });
            all.push(figures.bits(&facts, room));
            let facts = compared(random, |random| Speculating {
                drafts: 1.0,
                acceptance: random.share(),
                unfused: random.between(1.0, 6.0),
                speedup: random.between(0.1, 3.0),
                fused: random.between(1.0, 3.0),
                break_even: random.chance(0.5).then_some(0.4),
                before: random.between(1.0, 100.0),
                after: random.between(1.0, 100.0),
                context_lost: None,
            });
            all.push(figures.speculation(&facts, room));
            let facts = compared(random, |random| Spilling {
                share: 10.0,
                keeps: random.between(0.01, 1.0),
                all_experts: random.chance(0.5).then_some(39.0),
                whole: random.between(1.0, 100.0),
                forced: 0.0,
                pool: Some(random.between(1.0, 100.0)),
                slower: random.between(1.5, 20.0),
            });
            all.push(figures.spill(&facts, room));
            let facts = compared(random, |random| Divided {
                count: 2,
                one: random.chance(0.6).then(|| random.between(1.0, 100.0)),
                one_over: random.between(0.1, 100.0),
                layers: random.chance(0.9).then(|| random.between(1.0, 100.0)),
                tensor: random.chance(0.9).then(|| random.between(1.0, 100.0)),
                tensor_over: random.between(0.1, 100.0),
                saves_ms: random.between(0.1, 100.0),
                pays_ms: random.between(0.1, 100.0),
                layers_wait_ms: random.between(0.0, 20.0),
                gains: random.between(0.4, 2.0),
                memory_over_link: random.between(1.5, 400.0),
            });
            all.push(figures.two(&facts, room));
        }
        let most = rules(language).lengths().takeaway;
        for words in all {
            common::good(rules(language).figure(&words));
            for text in [&words.title, &words.line, &words.takeaway] {
                common::good(rules(language).short(&plain(text), most));
            }
        }
    }
}
