//! Sentences: the wordings of `design/together.md` 1.4 for its own numbers, and no trap in a grid
//! of other states.

mod common;

use bpt_words::facts::{Facts, Reading, Side};
use bpt_words::{Chart, English, Language, Room, Slot, Ui, plain};
use common::{good, languages, rules};

/// The default scenario's side as the design has it: A.
fn a() -> Side {
    Side {
        slot: Slot::A,
        speed: 10.1,
        low: 9.0,
        high: 11.0,
        reads: 19.316e9,
        need: 21.1,
        usable: 114.69,
        fits: true,
        over: 0.0,
        weights: 18.4,
        full_at: Some(400_000.0),
        crossing: Some(73_700.0),
        first_speed: 11.5,
        last_at: 262_144.0,
        last_speed: 2.0,
        last_need: 83.1,
        device: "DGX Spark".to_owned(),
        bandwidth: 273.0,
    }
}

fn b() -> Side {
    Side {
        slot: Slot::B,
        speed: 59.5,
        low: 49.0,
        high: 68.0,
        reads: 1.919e9,
        need: 18.8,
        weights: 17.3,
        crossing: Some(19_512.0),
        first_speed: 83.0,
        last_speed: 6.0,
        last_need: 42.0,
        ..a()
    }
}

fn facts(a: Side, b: Option<Side>) -> Facts {
    Facts {
        a,
        b,
        same: false,
        context: 8192.0,
        users: 1.0,
        right: 262_144.0,
    }
}

/// As it is read: with plain blanks.
fn said(spans: &[bpt_words::Span]) -> String {
    plain(spans).replace(['\u{a0}', '\u{202f}'], " ")
}

fn on_card(side: Side, full: f64) -> Side {
    Side {
        usable: 23.0,
        full_at: Some(full),
        last_at: full,
        device: "RTX 3090".to_owned(),
        ..side
    }
}

#[test]
fn the_design_s_sentences() {
    let english = English;
    let both = facts(a(), Some(b()));
    assert_eq!(
        said(&english.sentence(&both, Room::Wide)),
        "B writes 5.9 times faster than A: it reads 10 times fewer weight bytes for each token. \
         Both fit, with 93 GiB or more to spare."
    );
    assert_eq!(
        said(&english.sentence(&both, Room::Narrow)),
        "B writes 5.9 times faster than A. Both fit, with 93 GiB or more to spare."
    );
    assert_eq!(
        said(&english.line(Chart::Speed, &both, Room::Wide)),
        "From 19,500 tokens B reads more conversation (KV) than weights."
    );
    assert_eq!(
        said(&english.line(Chart::Speed, &both, Room::Narrow)),
        "B reads more KV than weights from 19,500."
    );
    assert_eq!(
        said(&english.title(Chart::Memory, &both)),
        "Both fit at every length on this chart"
    );
    assert_eq!(
        said(&english.line(Chart::Memory, &both, Room::Wide)),
        "At 262,144 tokens A needs 83.1 GiB, B 42.0."
    );
    assert_eq!(
        said(&english.sentence(&facts(a(), None), Room::Wide)),
        "A writes 10 tokens a second and needs 21.1 of 114.7 GiB."
    );
}

#[test]
fn the_design_s_sentences_where_it_does_not_fit() {
    let english = English;
    let not = Side {
        need: 27.4,
        fits: false,
        over: 4.4,
        ..on_card(a(), 14_336.0)
    };
    let fits = Side {
        speed: 85.0,
        need: 21.3,
        ..on_card(b(), 50_944.0)
    };
    let mut one = facts(not, Some(fits));
    one.context = 32_768.0;
    assert_eq!(
        said(&english.sentence(&one, Room::Wide)),
        "A does not fit at 32,768 tokens: it is 4.4 GiB over. B fits and writes 85 tokens a second."
    );
    assert_eq!(
        said(&english.title(Chart::Memory, &one)),
        "B holds 3.6 times as much conversation"
    );
    assert_eq!(
        said(&english.line(Chart::Memory, &one, Room::Wide)),
        "A is full at 14,336 tokens, B at 50,944."
    );
    let weights = Side {
        weights: 31.1,
        need: 35.0,
        fits: false,
        over: 12.0,
        full_at: None,
        ..on_card(a(), 0.0)
    };
    let never = facts(weights, Some(on_card(b(), 50_944.0)));
    assert!(
        said(&english.sentence(&never, Room::Wide))
            .starts_with("A does not fit on RTX 3090: its weights alone are 8.1 GiB over. B fits")
    );
    assert_eq!(
        said(&english.title(Chart::Memory, &never)),
        "A never fits on RTX 3090"
    );
    assert_eq!(
        said(&english.line(Chart::Memory, &never, Room::Wide)),
        "Its weights alone need 31.1 of 23 GiB. B is full at 50,944 tokens."
    );
}

#[test]
fn one_model_on_two_machines_says_which_memory_is_faster() {
    let english = English;
    let other = |bandwidth: f64| Side {
        slot: Slot::B,
        speed: 2.0 * a().speed,
        device: "M4 Max".to_owned(),
        bandwidth,
        ..a()
    };
    let says = |bandwidth| {
        let state = facts(a(), Some(other(bandwidth)));
        said(&english.sentence(&state, Room::Wide))
    };
    assert_eq!(
        says(546.0),
        "B writes 2.0 times faster than A: its memory is 2.0 times as fast. \
         Both fit, with 93 GiB or more to spare."
    );
    assert!(
        says(256.0)
            .starts_with("B writes 2.0 times faster than A, although its memory is no faster.")
    );
}

#[test]
fn the_readout_is_the_design_s() {
    let reading = |slot, speed, need| Reading {
        slot,
        speed: Some(speed),
        need,
        usable: 114.69,
    };
    let readings = [
        reading(Slot::A, [8.9, 7.7, 9.9], 23.1),
        reading(Slot::B, [46.0, 36.0, 55.0], 19.5),
    ];
    let english = English;
    assert_eq!(
        said(&english.readout(Chart::Speed, 16_384.0, &readings, Room::Wide)),
        "16,384 tokens: A 8.9 (7.7–9.9), B 46 (36–55) tok/s"
    );
    assert_eq!(
        said(&english.readout(Chart::Memory, 16_384.0, &readings, Room::Wide)),
        "16,384 tokens: A 23.1, B 19.5 of 114.7 GiB"
    );
}

#[test]
fn no_state_makes_a_bad_sentence() {
    let mut tried = 0;
    for speed in [0.02, 0.9, 10.1, 10.6, 60.0, 4000.0] {
        for reads in [1e8, 19.316e9, 19.9e9, 2e11] {
            for (need, usable) in [(21.1, 114.69), (22.95, 23.0), (27.4, 23.0), (40.0, 0.0)] {
                for full in [
                    None,
                    Some(0.0),
                    Some(14_336.0),
                    Some(262_144.0),
                    Some(16_777_216.0),
                ] {
                    for users in [1.0, 7.0] {
                        let side = Side {
                            speed,
                            first_speed: speed * 1.05,
                            last_speed: speed * 0.97,
                            reads,
                            need,
                            usable,
                            fits: need <= usable && full.is_some(),
                            over: (need - usable).max(0.7),
                            weights: if full.is_some() { 18.4 } else { usable + 8.1 },
                            full_at: full,
                            last_at: full.unwrap_or(0.0).min(262_144.0),
                            crossing: None,
                            ..a()
                        };
                        for b in [
                            None,
                            Some(b()),
                            Some(Side {
                                slot: Slot::B,
                                ..side.clone()
                            }),
                        ] {
                            let mut state = facts(side.clone(), b);
                            state.users = users;
                            for language in languages() {
                                check(language, &state);
                            }
                            tried += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 1000);
}

fn check(language: &dyn Language, state: &Facts) {
    for room in [Room::Wide, Room::Narrow] {
        let mut texts = vec![(said(&language.sentence(state, room)), true)];
        for chart in [Chart::Speed, Chart::Memory] {
            texts.push((said(&language.title(chart, state)), false));
            texts.push((said(&language.line(chart, state, room)), true));
        }
        for (text, sentence) in texts {
            let rules = rules(language);
            good(if sentence {
                rules.sentences(&text)
            } else {
                rules.title(&text)
            });
        }
    }
}

#[test]
fn every_fixed_text_is_there() {
    for ui in Ui::ALL {
        for language in languages() {
            assert!(!language.ui(*ui).is_empty(), "{ui:?}");
        }
    }
}
