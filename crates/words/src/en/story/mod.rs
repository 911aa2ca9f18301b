//! The story in English.

mod glossary;
mod holds;
mod prose;
mod tell;
mod title;

use bpt_core::extent::{later, whole};

use super::N;
use crate::span::{Slot, Span};
use crate::story::{Chapter, Held, Piece, Scene, StoryLanguage, StoryText, Term, Trouble};

impl StoryLanguage for super::English {
    fn text(&self, text: StoryText) -> &'static str {
        match text {
            StoryText::NextToken => "Next token",
            // After a value that is not the first scenario's.
            StoryText::Here => "here",
            StoryText::OnlyHere => "These controls change this figure only.",
            _ if !whole() => "",
            StoryText::PlaySecond => "Play one second",
            StoryText::Contents => "Contents",
            StoryText::NumbersFor => "Numbers for",
            StoryText::UseMine => "Use my models and machine",
            StoryText::UseDefaults => "Back to the first numbers",
            StoryText::DoesItHold => "Does it hold?",
            StoryText::GuessFirst => "Guess first, or read on.",
            StoryText::Together => "All of it in one figure",
            StoryText::Invitation => {
                "For every number here you can ask why, and every input can be changed in the lab."
            }
            // Before the controls that an embed does not show.
            StoryText::Locked => "Fixed in this frame:",
            // Before buttons that put a founding text's own scenarios into the figure.
            StoryText::Cases => "Cases from the texts that started this project",
            StoryText::LeastSpeed => "Least tok/s",
            StoryText::Loading => "Loading the calculator",
            StoryText::Failed => "The numbers here are the first scenario.",
            StoryText::Reload => "Reload",
            StoryText::LanguageSwitch => "Language",
        }
    }

    fn trouble(&self, what: Trouble) -> &'static str {
        match what {
            _ if !whole() => "",
            Trouble::Unsupported => "This browser has no WebAssembly, which the calculator needs.",
            Trouble::Blocked => "A policy of this site or browser forbids WebAssembly.",
            Trouble::Missing => "A part of the calculator did not arrive whole.",
            Trouble::Memory => "There is not enough memory to start the calculator.",
            Trouble::Stopped => {
                "The calculator has stopped by a fault of its own. The address holds your numbers."
            }
            Trouble::Catalog => {
                "The list of models and devices did not arrive. Only the first few are here."
            }
            Trouble::Canvas => {
                "This browser draws no charts here. The table below each has its numbers."
            }
        }
    }

    fn title(&self, scene: &Scene) -> [Vec<Span>; 2] {
        later(|| title::title(scene))
    }

    fn lead(&self, scene: &Scene) -> Vec<Piece> {
        later(|| title::lead(scene))
    }

    fn chapters(&self, count: usize) -> String {
        let unit = if count == 1 { "chapter" } else { "chapters" };
        format!("{} {unit}", N.whole(count as f64))
    }

    fn chapter_of(&self, at: usize, count: usize) -> String {
        format!("Chapter {at} of {count}")
    }

    fn heading(&self, chapter: Chapter) -> &'static str {
        match chapter {
            _ if !whole() => "",
            Chapter::Bytes => "A token costs the bytes it reads",
            Chapter::Bits => "Half the bits, twice the speed, almost",
            Chapter::Context => "The conversation is read again for every token",
            Chapter::Prefill => "Reading the prompt is a different job",
            Chapter::Bandwidth => "What faster memory cannot buy",
            Chapter::Users => "More users is not more speed for you",
            Chapter::Two => "Two machines: room, or speed?",
            Chapter::Spill => "The slowest bytes set the pace",
            Chapter::Speculation => "A speed-up is a hypothesis",
            Chapter::Measure => "Now measure yours",
            Chapter::Rightsize => "The smallest that is good enough",
        }
    }

    fn short(&self, chapter: Chapter) -> &'static str {
        match chapter {
            _ if !whole() => "",
            Chapter::Bytes => "Active bytes",
            Chapter::Bits => "Bits per weight",
            Chapter::Context => "The KV cache and context",
            Chapter::Prefill => "Prompt first, then tokens",
            Chapter::Bandwidth => "Bandwidth and fixed work",
            Chapter::Users => "One user or many",
            Chapter::Two => "Two machines",
            Chapter::Spill => "Spilling into RAM",
            Chapter::Speculation => "Speculation is a hypothesis",
            Chapter::Measure => "Measure it",
            Chapter::Rightsize => "Small enough, good enough",
        }
    }

    fn prose(&self, chapter: Chapter, scene: &Scene) -> Vec<Piece> {
        later(|| prose::prose(chapter, scene))
    }

    fn holds(&self, chapter: Chapter, runs: &[Held]) -> Vec<Span> {
        later(|| holds::holds(chapter, runs))
    }

    fn source(&self, source: &str, date: &str) -> String {
        if source.starts_with("http") {
            format!("Measured run: {source}, {date}")
        } else {
            format!("The {source} of this project, read {date}")
        }
    }

    fn guess_question(&self, slot: Slot) -> Vec<Span> {
        later(|| {
            vec![
                Span::text("Twice the bandwidth makes "),
                Span::Model(slot),
                Span::text(" how much faster?"),
            ]
        })
    }

    fn guess(&self, gain: f64) -> String {
        later(|| {
            if title::little(gain) {
                "hardly faster".to_owned()
            } else {
                format!("{} times faster", N.ratio(gain))
            }
        })
    }

    fn guessed(&self, slot: Slot, chosen: f64, right: f64) -> Vec<Span> {
        later(|| {
            let near = (chosen - right).abs() < 0.05;
            let opening = if near {
                "Yes: "
            } else if chosen > right {
                "Less than that: "
            } else {
                "More than that: "
            };
            vec![
                Span::text(opening),
                Span::Model(slot),
                Span::text(" gets "),
                Span::strong(right, self.guess(right)),
                Span::text("."),
            ]
        })
    }

    fn term(&self, term: Term) -> [&'static str; 2] {
        glossary::term(term)
    }
}
