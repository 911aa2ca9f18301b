//! Words of right-size, measurements and the question turned round, in all languages.

mod common;

use bpt_words::figures::Errors;
use bpt_words::views::{NearRun, Need, Needs, RightFix};
use bpt_words::{Language, Quantity, Slot, lab_language, plain};
use common::{languages, rules};

fn good(language: &dyn Language, text: &str) {
    assert!(!text.is_empty());
    common::good(rules(language).text(text));
}

fn sentence(language: &dyn Language, text: &str) {
    common::good(rules(language).sentences(text));
}

#[test]
fn short_texts_are_well_said() {
    for language in languages() {
        let views = lab_language(language.tag()).views();
        for (low, high) in [(0.0, 2000.0), (0.0, 27.0), (27.0, 2000.0), (27.0, 250.0)] {
            good(language, &views.sizes(low, high));
        }
        for count in [0, 1, 2, 137] {
            for text in views.chosen(count, 137) {
                good(language, &text);
            }
            good(language, &views.more(count));
            good(language, &views.runs_of(count, 1651));
            sentence(language, &plain(&views.market(count, 22_605, 137, 165)));
            // Devices follow it where there are any.
            let said = plain(&views.passes_on("GLM-4.5-Air", count, 165));
            good(language, said.trim_end_matches([':', '：']));
            good(language, &views.device_speed("RTX 3090", 24.0, 18.2));
        }
        for count in [1, 2] {
            good(language, &views.machine(count, "RTX 3090"));
        }
        for text in views.machine_lines(273.0, 128.0) {
            good(language, &text);
        }
        for fix in [
            RightFix::Least(7.5),
            RightFix::Context(8192.0),
            RightFix::Another("RTX 3090"),
            RightFix::AnyWait,
        ] {
            good(language, &views.right_fix(fix));
        }
        for ratio in [0.5, 0.93, 1.0, 1.002, 1.4] {
            good(language, &views.off(ratio));
        }
        good(language, views.nearest_head());
    }
}

#[test]
fn what_a_target_needs_is_a_sentence_in_any_state() {
    for language in languages() {
        let views = lab_language(language.tag()).views();
        for target in [0.5, 15.0, 400.0] {
            for bandwidth in [None, Some(96.0), Some(4000.0)] {
                for bits in [None, Some(2.3), Some(8.5)] {
                    for memory in [None, Some(21.1)] {
                        let needs = Needs {
                            bandwidth: Need {
                                value: bandwidth,
                                now: 273.0,
                            },
                            memory: Need {
                                value: memory,
                                now: 114.7,
                            },
                            bits: Need {
                                value: bits,
                                now: 4.83,
                            },
                        };
                        for slot in Slot::ALL {
                            let said = views.reverse(slot, target, &needs);
                            sentence(language, &plain(&said));
                        }
                        for (need, what) in [
                            (needs.bandwidth, Quantity::Bandwidth),
                            (needs.memory, Quantity::DeviceMemory),
                            (needs.bits, Quantity::Bits),
                        ] {
                            if need.value.is_some() {
                                good(language, &views.need_fix(need, what));
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn runs_are_told_in_any_state() {
    for language in languages() {
        let views = lab_language(language.tag()).views();
        for count in [1, 2, 1651] {
            let errors = Errors {
                count,
                low: -0.3,
                middle: 0.01,
                high: 0.4,
                size: 0.15,
                size_high: 0.4,
                within: 0.6,
            };
            sentence(language, &plain(&views.errors(&errors, 0.8)));
        }
        for differs in 0..32_u32 {
            let run = NearRun {
                slot: Slot::B,
                model: "Qwen3-30B-A3B".to_owned(),
                device: "DGX Spark".to_owned(),
                format: "Q8_0".to_owned(),
                engine: "vLLM".to_owned(),
                speed: 48.02,
                context: if differs == 3 { 1.0 } else { 8208.0 },
                differs: [0, 1, 2, 3, 4].map(|at| differs & (1 << at) != 0),
            };
            good(language, &views.nearest(&run));
        }
    }
}
