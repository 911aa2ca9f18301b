//! How Chinese is written: no English, no missing words, no wrong signs, no missing blanks.

use std::sync::OnceLock;

use bpt_catalog::Catalog;

use crate::figures::FigureWords;
use crate::grammar::{Checked, Grammar, Lengths, read, unless};
use crate::plain;

/// Texts that stay as in English: signs of units, names, abbreviations.
const SAME: [&str; 19] = [
    "Bytes per Token",
    "GB/s",
    "GB",
    "GiB",
    "s",
    "KV",
    "tok/s",
    "TFLOP/s",
    "µs",
    "ms",
    "%",
    "RAM",
    "MiB",
    "token",
    "KV, GiB",
    "share",
    "",
    "times",
    "A",
];

/// What no text may hold: missing words, wrong signs, doubled ones.
const TRAPS: [&str; 23] = [
    "NaN",
    "inf",
    "  ",
    "{",
    "}",
    "\u{2014}",
    "\u{2212}",
    "!",
    "！",
    " 0 倍",
    " 1.0 倍",
    "的的",
    "是是",
    "在在",
    "了了",
    "为为",
    "从从",
    "时时",
    "到到",
    "，和",
    "（）",
    "\u{3000}",
    "对 A 划算，对 A ",
];

/// Names that stand in texts as they are: the catalog's, and a few more; longest first.
fn names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let catalog = Catalog::embedded();
        let models = catalog.models().iter().map(|model| model.name.clone());
        let devices = catalog
            .devices()
            .iter()
            .flat_map(|device| [device.name.clone(), device.short.clone()]);
        let more = [
            "M4 Max",
            "flash attention",
            "Bytes per Token",
            "config.json",
            "llama-bench",
            "safetensors",
        ]
        .map(str::to_owned);
        let mut names: Vec<String> = models.chain(devices).chain(more).collect();
        names.sort_by_key(|name| core::cmp::Reverse(name.len()));
        names
    })
}

/// Latin words and signs of units that Chinese texts keep.
const KEPT: [&str; 66] = [
    "token", "A", "B", "KV", "MoE", "RAM", "VRAM", "GPU", "CPU", "SSD", "tok", "s", "ms", "µs",
    "GB", "GiB", "TB", "MB", "kB", "MiB", "TFLOP", "PFLOP", "GFLOP", "MFLOP", "FLOP", "W", "J",
    "P", "FP", "INT", "f", "q", "Q", "K", "M", "F", "IQ", "XS", "MIX", "CSV", "PNG", "SVG", "r",
    "u", "t", "k", "bf", "fp", "x", "mix", "S", "XL", "UD", "rpc", "server", "RPC", "Ray", "GGUF",
    "JSON", "Markdown", "iframe", "vLLM", "MXFP", "NVFP", "BF", "L",
];

fn han(character: char) -> bool {
    matches!(u32::from(character), 0x3400..=0x9fff)
}

const STOPS: &str = "，。：；？、";

/// The rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules;

impl Grammar for Rules {
    fn same(&self) -> Option<&'static [&'static str]> {
        Some(&SAME)
    }

    fn lengths(&self) -> Lengths {
        Lengths {
            headline: 20,
            lead: 50,
            // Forty to ninety English words are about that many characters.
            prose: 80..=180,
            sentence: 60,
            takeaway: 72,
        }
    }

    /// Chinese characters, and each Latin word or number as one.
    fn length(&self, said: &str) -> usize {
        let said = read(said);
        let letters = said.chars().filter(|letter| han(*letter)).count();
        let words = said
            .split(|letter: char| han(letter) || letter.is_whitespace() || STOPS.contains(letter))
            .filter(|word| word.chars().any(|letter| letter.is_ascii_alphanumeric()))
            .count();
        letters + words
    }

    fn split<'a>(&self, said: &'a str) -> Vec<&'a str> {
        said.split(['。', '？']).collect()
    }

    fn text(&self, said: &str) -> Checked {
        let text = &read(said);
        for bad in TRAPS {
            unless(text.contains(bad), || format!("{bad:?} in {text:?}"))?;
        }
        let letters: Vec<char> = text.chars().collect();
        for pair in letters.windows(2) {
            unless(clash(pair[0], pair[1]), || format!("{pair:?} in {text:?}"))?;
        }
        for three in letters.windows(3) {
            let [left, middle, right] = [three[0], three[1], three[2]];
            let wide = |letter| STOPS.contains(letter) || "（）".contains(letter);
            let blank = middle == ' ' && (han(left) && han(right) || wide(left) || wide(right));
            let point = ",;:.".contains(middle) && left.is_ascii_digit() && !right.is_ascii_digit();
            unless(blank || point, || format!("{three:?} in {text:?}"))?;
        }
        latin(text)?;
        for clause in text.split(['，', '。', '：', '；', '（', '）']) {
            for letter in ["A", "B"] {
                let itself = clause.starts_with(letter)
                    && [format!("是 {letter} 的"), format!("比对 {letter} ")]
                        .iter()
                        .any(|part| clause.contains(part));
                unless(itself, || format!("{letter} with itself in {text:?}"))?;
            }
        }
        Ok(())
    }

    fn sentences(&self, said: &str) -> Checked {
        self.text(said)?;
        unless(!said.ends_with(['。', '？']), || {
            format!("no stop: {said:?}")
        })?;
        let starts = said.starts_with(|first| STOPS.contains(first));
        unless(starts, || format!("begins with a stop: {said:?}"))
    }

    fn title(&self, said: &str) -> Checked {
        self.text(said)?;
        unless(said.is_empty(), || "nothing is said".to_owned())?;
        let ends = said.ends_with(|last| STOPS.contains(last));
        unless(ends, || format!("a stop: {said:?}"))
    }

    fn figure(&self, words: &FigureWords) -> Checked {
        self.title(&plain(&words.title))?;
        self.sentences(&plain(&words.line))?;
        self.sentences(&plain(&words.takeaway))?;
        self.sentences(&words.note)?;
        self.text(&words.aria_label())?;
        self.short(&plain(&words.takeaway), self.lengths().takeaway)
    }
}

/// No half-width sign and no Latin letter or digit directly at a Chinese one, and no two stops.
fn clash(left: char, right: char) -> bool {
    if han(left) || han(right) {
        let other = if han(left) { right } else { left };
        other.is_ascii_alphanumeric() || ",.;:!?()[]\"'%".contains(other)
    } else {
        STOPS.contains(left) && STOPS.contains(right)
    }
}

/// No Latin words but those that Chinese keeps, and names.
fn latin(text: &str) -> Checked {
    if foreign(text).is_none() {
        return Ok(());
    }
    let mut rest = text.to_owned();
    // The names of the random states before the whole catalog.
    for name in ["Qwen3-30B-A3B", "Qwen3-32B", "DGX Spark"] {
        rest = rest.replace(name, "");
    }
    if foreign(&rest).is_none() {
        return Ok(());
    }
    for name in names() {
        if rest.contains(name.as_str()) {
            rest = rest.replace(name.as_str(), "");
        }
    }
    match foreign(&rest) {
        Some(word) => Err(format!("{word:?} in {text:?}")),
        None => Ok(()),
    }
}

fn foreign(text: &str) -> Option<&str> {
    text.split(|letter: char| !letter.is_ascii_alphabetic() && letter != 'µ')
        .find(|word| !word.is_empty() && !KEPT.contains(word))
}
