//! How English is written.

use crate::grammar::{Checked, Grammar, Lengths, read, unless};

/// The rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules;

/// What no text may hold.
const TRAPS: [&str; 27] = [
    "  ",
    " .",
    " ,",
    " :",
    "..",
    ":.",
    ": .",
    ".,",
    "{",
    "}",
    "!",
    "\u{2014}",
    "\u{2212}",
    "simply",
    " 0 times",
    " 1 times",
    " 1.0 times",
    " 1 users",
    " 1 more users",
    " 1 models",
    " 1 pass ",
    " 1 tokens",
    " 1 drafts",
    " 1 layers",
    "A faster than A",
    "B faster than B",
    "pays for A, not for A",
];
/// Words that stand in the singular after 1.
const MANY: [&str; 5] = ["users", "tokens", "layers", "machines", "devices"];

impl Grammar for Rules {
    fn same(&self) -> Option<&'static [&'static str]> {
        None
    }

    fn lengths(&self) -> Lengths {
        Lengths {
            headline: 9,
            lead: 26,
            prose: 40..=90,
            sentence: 30,
            takeaway: 22,
        }
    }

    fn length(&self, said: &str) -> usize {
        let said = read(said);
        let words = said.split_whitespace();
        words
            .filter(|word| word.chars().any(char::is_alphanumeric))
            .count()
    }

    fn split<'a>(&self, said: &'a str) -> Vec<&'a str> {
        said.split(". ").collect()
    }

    fn text(&self, said: &str) -> Checked {
        let text = read(said);
        for trap in TRAPS {
            unless(text.contains(trap), || format!("{trap:?} in {text:?}"))?;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let bare =
            |word: &str| -> String { word.chars().filter(|c| c.is_alphanumeric()).collect() };
        let number = |word: &&str| ["NaN", "inf"].contains(&bare(word).as_str());
        unless(words.iter().any(number), || {
            format!("no number in {text:?}")
        })?;
        for pair in words.windows(2) {
            let many = pair[0] == "1" && MANY.contains(&bare(pair[1]).as_str());
            let twice = pair[0] == pair[1] && pair[0].len() > 1 && bare(pair[0]) == pair[0];
            unless(many || twice, || format!("{pair:?} in {text:?}"))?;
        }
        Ok(())
    }

    fn sentences(&self, said: &str) -> Checked {
        self.text(said)?;
        let text = read(said);
        unless(text.contains('\u{2192}'), || {
            format!("an arrow in {text:?}")
        })?;
        unless(!text.ends_with(['.', '?']), || format!("no stop: {text:?}"))?;
        capitals(&text)
    }

    fn title(&self, said: &str) -> Checked {
        self.text(said)?;
        unless(said.is_empty(), || "nothing is said".to_owned())?;
        unless(said.ends_with(['.', '?']), || format!("a stop: {said:?}"))?;
        capitals(&read(said))
    }
}

/// Sentences begin with a capital letter, a number or a unit.
fn capitals(text: &str) -> Checked {
    let small = |part: &&str| part.starts_with(char::is_lowercase) && !part.starts_with("tok/s");
    match text.split(". ").find(small) {
        Some(part) => Err(format!("{part:?} begins small in {text:?}")),
        None => Ok(()),
    }
}
