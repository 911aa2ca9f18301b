//! Words of the figures over a thousand random states each: no trap of grammar or numbers.

mod common;

use std::collections::BTreeSet;

use bpt_words::figures::*;
use bpt_words::{English, Language, Room, Slot, Span, plain};
use common::{good, languages, rules};

/// A small generator (xorshift), so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn coin(&mut self) -> bool {
        self.unit() < 0.5
    }

    /// A positive value over many orders of magnitude.
    fn size(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.unit())
    }

    /// One of these.
    fn one<T: Copy>(&mut self, values: &[T]) -> T {
        values[(self.unit() * values.len() as f64) as usize % values.len()]
    }

    fn maybe(&mut self, value: f64) -> Option<f64> {
        self.coin().then_some(value)
    }

    fn room(&mut self) -> Room {
        self.one(&[Room::Wide, Room::Narrow])
    }

    fn compared<T: Clone>(&mut self, mut own: impl FnMut(&mut Self) -> T) -> Compared<T> {
        let mut side = |dice: &mut Self, slot| Shown {
            slot,
            speed: dice.size(0.003, 9000.0),
            fits: dice.unit() < 0.75,
            over: dice.size(0.01, 900.0),
            own: own(dice),
        };
        let mut sides = vec![side(self, Slot::A)];
        let same = self.unit() < 0.1;
        if same {
            sides.push(Shown {
                slot: Slot::B,
                ..sides[0].clone()
            });
        } else if self.unit() < 0.7 {
            sides.push(side(self, Slot::B));
        }
        Compared {
            sides,
            same,
            users: self.one(&[1.0, 1.0, 2.0, 7.0, 64.0]),
            context: self.one(&[0.0, 1.0, 256.0, 8192.0, 262_144.0]),
        }
    }
}

const STATES: u64 = 1000;

fn said(spans: &[Span]) -> String {
    plain(spans).replace(['\u{a0}', '\u{202f}'], " ")
}

fn check(language: &dyn Language, words: &FigureWords) {
    good(rules(language).figure(words));
}

fn over<T: Clone>(
    own: impl Fn(&mut Dice) -> T,
    say: impl Fn(&dyn FigureLanguage, &Compared<T>, &mut Dice) -> FigureWords,
) {
    for seed in 1..=STATES {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        dice.unit();
        let facts = dice.compared(&own);
        let mut first = None;
        for language in languages() {
            // The same room and runs for each.
            let words = say(language.figures(), &facts, &mut Dice(dice.0));
            check(language, &words);
            let asked = asked(&words);
            assert_eq!(
                *first.get_or_insert_with(|| asked.clone()),
                asked,
                "{words:?}"
            );
        }
    }
}

/// The numbers that can be asked why, wherever a language says them.
fn asked(words: &FigureWords) -> BTreeSet<(&'static str, &'static str)> {
    [&words.title, &words.line, &words.takeaway]
        .into_iter()
        .flatten()
        .filter_map(|span| match span {
            Span::Number { quantity, .. } => *quantity,
            _ => None,
        })
        .map(|(path, slot)| (path, slot.slug()))
        .collect()
}

#[test]
fn breakdown() {
    let own = |dice: &mut Dice| {
        let mut part = || {
            if dice.coin() {
                dice.size(0.1, 300.0).round()
            } else {
                0.0
            }
        };
        let [weights, kv, compute, fixed, link, host] = [0; 6].map(|_| part());
        let total = weights + kv + compute + fixed + link + host + 1.0;
        Breakdown {
            total,
            weights: weights + 1.0,
            kv,
            compute,
            fixed,
            link,
            host,
            decimals: 1,
            tokens: dice.one(&[1.0, 1.7]),
        }
    };
    over(own, |figures, facts, dice| {
        figures.breakdown(facts, dice.room())
    });
}

#[test]
fn memory() {
    let own = |dice: &mut Dice| {
        let need = dice.size(0.2, 900.0);
        Held {
            need,
            usable: need * dice.size(1.0, 30.0),
            weights: need * 0.8,
            kv: need * 0.1,
            more_users: {
                let more = dice.one(&[0.0, 1.0, 2.0, 47.0, 65_535.0]);
                dice.maybe(more)
            },
            devices: dice.one(&[1, 2, 8]),
            host: None,
        }
    };
    over(own, |figures, facts, dice| {
        figures.memory(facts, dice.room())
    });
}

#[test]
fn context() {
    let own = |dice: &mut Dice| OverContext {
        first_at: 256.0,
        first_speed: dice.size(0.01, 9000.0),
        keeps: dice.unit(),
        last_at: dice.one(&[256.0, 14_336.0, 262_144.0]),
        last_keeps: dice.unit(),
        trained: {
            let trained = dice.one(&[32_768.0, 40_960.0, 131_072.0]);
            dice.maybe(trained)
        },
    };
    over(own, |figures, facts, dice| {
        let runs = dice.one(&[0, 1, 5]);
        figures.context(facts, runs, dice.room())
    });
}

#[test]
fn bandwidth() {
    let own = |dice: &mut Dice| OverBandwidth {
        doubled: 1.0 + dice.unit(),
        floor: dice.size(1.0, 9000.0),
        fixed_ms: dice.size(0.01, 90.0),
        ideal: dice.size(1.0, 9000.0),
    };
    over(own, |figures, facts, dice| {
        figures.bandwidth(facts, dice.room())
    });
}

#[test]
fn users() {
    over(
        |dice| {
            let one = dice.size(0.1, 900.0);
            OverUsers {
                to: 8.0,
                total_one: one,
                total_to: one * dice.size(0.99, 8.0),
                each_to: one * dice.unit(),
                most: None,
                experts: dice.coin().then(|| [8.0, 8.0 + 100.0 * dice.unit(), 128.0]),
            }
        },
        |figures, facts, dice| {
            let mut facts = facts.clone();
            let to = dice.one(&[1.0, 2.0, 8.0, 64.0]);
            for side in &mut facts.sides {
                side.own.to = to;
            }
            let runs = dice.one(&[0, 1, 3]);
            figures.users(&facts, runs, dice.room())
        },
    );
}

#[test]
fn prefill() {
    let own = |dice: &mut Dice| FirstToken {
        seconds: {
            let seconds = dice.size(0.004, 9000.0);
            dice.maybe(seconds)
        },
        twice_compute: 0.5 * dice.unit(),
        twice_bandwidth: 0.5 * dice.one(&[0.0, 0.002, 0.3, 1.0]),
        cached: 0.0,
    };
    over(own, |figures, facts, dice| {
        let prompt = dice.one(&[0.0, 1.0, 16.0, 2048.0, 131_072.0]);
        figures.prefill(facts, prompt, dice.room())
    });
}

#[test]
fn bits() {
    let own = |dice: &mut Dice| {
        let to = dice.one(&[1.5, 4.83, 8.5, 15.9, 16.0]);
        OverBits {
            from: 16.0,
            from_fits: dice.coin(),
            from_speed: dice.size(0.1, 90.0),
            to,
            to_speed: dice.size(90.0, 900.0),
            fewer_bytes: 16.0 / to,
            halved: 1.0 + dice.unit(),
        }
    };
    over(own, |figures, facts, dice| figures.bits(facts, dice.room()));
}

#[test]
fn speculation() {
    let own = |dice: &mut Dice| Speculating {
        drafts: dice.one(&[1.0, 2.0, 4.0, 8.0]),
        acceptance: dice.unit(),
        unfused: dice.one(&[1.0, 1.3, 5.7]),
        speedup: dice.size(0.1, 4.0),
        fused: dice.size(0.9, 4.0),
        break_even: {
            let at = dice.one(&[0.0, 0.3, 1.0]);
            dice.maybe(at)
        },
        before: dice.size(0.1, 900.0),
        after: dice.size(0.1, 900.0),
        context_lost: {
            let lost = dice.one(&[0.0, 256.0, 100_000.0]);
            dice.maybe(lost)
        },
    };
    over(own, |figures, facts, dice| {
        figures.speculation(facts, dice.room())
    });
}

#[test]
fn two() {
    let own = |dice: &mut Dice| {
        let mut speed = || {
            let speed = dice.size(0.1, 900.0);
            dice.maybe(speed)
        };
        Divided {
            one: speed(),
            layers: speed(),
            tensor: speed(),
            count: dice.one(&[2, 4]),
            one_over: dice.size(0.1, 90.0),
            tensor_over: dice.size(0.1, 90.0),
            saves_ms: dice.one(&[0.0, 0.3, 36.0, 410.0]),
            pays_ms: dice.one(&[0.01, 6.4, 310.0]),
            layers_wait_ms: dice.one(&[0.0, 0.06, 5.7]),
            gains: dice.size(0.4, 2.0),
            memory_over_link: dice.size(0.5, 900.0),
        }
    };
    over(own, |figures, facts, dice| figures.two(facts, dice.room()));
}

#[test]
fn spill() {
    let own = |dice: &mut Dice| Spilling {
        share: dice.one(&[0.6, 10.0, 100.0]),
        keeps: dice.unit(),
        all_experts: {
            let speed = dice.size(0.1, 90.0);
            dice.maybe(speed)
        },
        whole: dice.size(1.0, 90.0),
        forced: dice.one(&[0.0, 0.0, 4.0, 60.0, 100.0]),
        pool: {
            let speed = dice.size(0.1, 90.0);
            dice.maybe(speed)
        },
        slower: dice.size(0.8, 60.0),
    };
    over(own, |figures, facts, dice| {
        figures.spill(facts, dice.room())
    });
}

#[test]
fn bytes() {
    let own = |dice: &mut Dice| {
        let stored = dice.one(&[1e8, 18.55e9, 19.753e9, 600e9]);
        BytesRead {
            stored,
            read: stored * dice.one(&[0.001, 0.1, 0.98, 1.0]),
            fixed_ms: dice.size(0.01, 90.0),
            kv_ms: dice.size(0.01, 900.0),
            tokens: dice.one(&[1.0, 1.7, 8.0]),
        }
    };
    over(own, |figures, facts, dice| {
        let cell = dice.one(&[1.0, 2.0]);
        figures.bytes(facts, cell, dice.room())
    });
}

#[test]
fn rightsize() {
    for seed in 1..=STATES {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        dice.unit();
        let winner = |dice: &mut Dice, model: &str| Winner {
            model: model.to_owned(),
            machine: "RTX 3090".to_owned(),
            speed: dice.size(1.0, 900.0),
            read_gb: dice.size(0.1, 90.0),
        };
        let anywhere = dice.one(&[0, 1, 5]);
        let accepted = if anywhere > 1 {
            12
        } else {
            dice.one(&[0, 1, 12])
        };
        let anywhere = anywhere.min(accepted);
        let machine = |dice: &mut Dice, name: &str, several| Count {
            machine: name.to_owned(),
            several,
            passing: dice.one(&[0, 1, 5]).min(anywhere),
        };
        let mut machines = vec![
            machine(&mut dice, "RTX 3090", false),
            machine(&mut dice, "2 × RTX 3090", true),
        ];
        machines.truncate(dice.one(&[0, 1, 2]));
        let (fastest, largest) = (winner(&mut dice, "A"), winner(&mut dice, "B"));
        let why = [
            WhyNot::Below(dice.size(0.1, 9.0)),
            WhyNot::Waits(dice.size(0.1, 900.0)),
            WhyNot::Waits(f64::MAX),
            WhyNot::Over(dice.size(0.01, 900.0)),
        ];
        let facts = RightSizing {
            accepted,
            anywhere,
            machines,
            largest: (anywhere > 0).then(|| dice.one(&[&fastest, &largest]).clone()),
            fastest: (anywhere > 0).then_some(fastest),
            nearest: dice.coin().then(|| Nearest {
                model: "Qwen3-32B".to_owned(),
                machine: "RTX 3090".to_owned(),
                why: dice.one(&why),
            }),
            least: dice.one(&[1.0, 15.0, 60.0]),
            wait: dice.maybe(5.0),
            context: dice.one(&[0.0, 32_768.0]),
            users: dice.one(&[1.0, 4.0]),
        };
        let room = dice.room();
        for language in languages() {
            check(language, &language.figures().rightsize(&facts, room));
        }
    }
}

/// design/together.md 2.3 and 2.5: the cells' names and the line that is read off.
#[test]
fn cells_of_rightsize() {
    let cell = |state| RightCellName {
        model: "GLM-4.5-Air",
        machine: "M4 Max",
        state,
        speed: [26.0, 21.0, 30.0],
        read: [7.73, 6.17],
        largest: false,
        extrapolated: false,
        least: 15.0,
        wait: Some(5.0),
    };
    let name = |state| English.right_cell_name(&cell(state));
    assert_eq!(
        name(CellState::Passes(1)),
        "GLM-4.5-Air on M4 Max: 26 tokens a second, passes"
    );
    assert_eq!(
        name(CellState::Over(23.6)),
        "GLM-4.5-Air on M4 Max: does not fit, 23.6 gibibytes over"
    );
    assert_eq!(
        name(CellState::Waits(Some(12.0))),
        "GLM-4.5-Air on M4 Max: first token after 12 seconds, over 5"
    );
    assert_eq!(
        said(&English.right_readout(&cell(CellState::Passes(1)))),
        "GLM-4.5-Air on M4 Max: 26 tok/s, likely 21–30; 7.73 GB weights and 6.17 GB KV per token."
    );
    assert_eq!(English.right_cell(CellState::Over(116.2), 1.0), "116 over");
    assert_eq!(English.right_cell(CellState::Over(4.41), 1.0), "4.4 over");
}

#[test]
fn measure() {
    for seed in 1..=STATES {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        dice.unit();
        let errors = |dice: &mut Dice| {
            let some = Errors {
                count: dice.one(&[1, 2, 1651]),
                low: -dice.unit(),
                middle: dice.unit() - 0.5,
                high: dice.unit(),
                size: dice.size(0.0004, 2.0),
                size_high: dice.size(0.0004, 2.0),
                within: dice.unit(),
            };
            dice.coin().then_some(some)
        };
        let facts = Measured {
            held_out: dice.coin(),
            all: errors(&mut dice),
            dense: errors(&mut dice),
            mixture: errors(&mut dice),
            claim: dice.coin().then(|| Claim {
                slot: dice.one(&Slot::ALL),
                speed: dice.size(0.01, 9000.0),
                predicted: dice.size(0.01, 9000.0),
                of_ceiling: dice.size(0.0001, 9.0),
                verdict: dice.one(&[Verdict::Plausible, Verdict::Slow, Verdict::AbovePhysics]),
            }),
        };
        let room = dice.room();
        for language in languages() {
            check(language, &language.figures().measure(&facts, room));
        }
    }
}

#[test]
fn every_fixed_text_of_the_figures_is_there() {
    for language in languages() {
        let texts = language.figures().texts();
        assert!(texts.len() > Fixed::ALL.len());
        assert!(texts.iter().all(|text| !text.is_empty()), "{texts:?}");
    }
}
