//! What a Chinese text must not hold: English, missing words, wrong signs, missing blanks.

use std::sync::OnceLock;

use bpt_catalog::Catalog;
use bpt_words::figures::FigureWords;
use bpt_words::plain;

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

/// With plain blanks.
pub fn read(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ")
}

/// Any text: a label, a title, a sentence.
pub fn text(text: &str) {
    let text = &read(text);
    for bad in [
        "NaN", "inf", "  ", "{", "}", "\u{2014}", "\u{2212}", "!", "！", " 0 倍", " 1.0 倍",
        "的的", "是是", "在在", "了了", "为为", "从从", "时时", "到到", "，和", "（）", "\u{3000}",
    ] {
        assert!(!text.contains(bad), "{bad:?} in {text:?}");
    }
    let letters: Vec<char> = text.chars().collect();
    for pair in letters.windows(2) {
        let [left, right] = [pair[0], pair[1]];
        let wrong = if han(left) || han(right) {
            let other = if han(left) { right } else { left };
            // No half-width sign and no Latin letter or digit directly at a Chinese one.
            other.is_ascii_alphanumeric() || ",.;:!?()[]\"'%".contains(other)
        } else {
            STOPS.contains(left) && STOPS.contains(right)
        };
        assert!(!wrong, "{left}{right} in {text:?}");
    }
    for three in letters.windows(3) {
        let [left, middle, right] = [three[0], three[1], three[2]];
        if middle == ' ' {
            assert!(!(han(left) && han(right)), "blank in {text:?}");
            let wide = |letter| STOPS.contains(letter) || "（）".contains(letter);
            assert!(!wide(left) && !wide(right), "blank in {text:?}");
        }
        if ",;:.".contains(middle) && left.is_ascii_digit() && !right.is_ascii_digit() {
            panic!("{left}{middle}{right} in {text:?}");
        }
    }
    latin(text);
    for clause in text.split(['，', '。', '：', '；', '（', '）']) {
        for letter in ["A", "B"] {
            let itself = clause.starts_with(letter)
                && [format!("是 {letter} 的"), format!("比对 {letter} ")]
                    .iter()
                    .any(|part| clause.contains(part));
            assert!(!itself, "{letter} with itself in {text:?}");
        }
    }
    assert!(!text.contains("对 A 划算，对 A "), "{text:?}");
}

/// No Latin words but those that Chinese keeps, and names.
fn latin(text: &str) {
    if foreign(text).is_none() {
        return;
    }
    let mut rest = text.to_owned();
    // The names of the random states before the whole catalog.
    for name in ["Qwen3-30B-A3B", "Qwen3-32B", "DGX Spark"] {
        rest = rest.replace(name, "");
    }
    if foreign(&rest).is_none() {
        return;
    }
    for name in names() {
        if rest.contains(name.as_str()) {
            rest = rest.replace(name.as_str(), "");
        }
    }
    let left = foreign(&rest);
    assert!(left.is_none(), "{left:?} in {text:?}");
}

fn foreign(text: &str) -> Option<&str> {
    text.split(|letter: char| !letter.is_ascii_alphabetic() && letter != 'µ')
        .find(|word| !word.is_empty() && !KEPT.contains(word))
}

/// Sentences, to the last stop.
pub fn sentence(said: &str) {
    text(said);
    assert!(!said.is_empty());
    assert!(said.ends_with(['。', '？']), "{said:?}");
    assert!(
        !said.starts_with(['，', '。', '：', '；', '、']),
        "{said:?}"
    );
}

/// A title: no stop at its end.
pub fn title(said: &str) {
    text(said);
    assert!(!said.is_empty());
    assert!(!said.ends_with(|last| STOPS.contains(last)), "{said:?}");
}

/// Everything a figure says.
pub fn figure(words: &FigureWords) {
    title(&plain(&words.title));
    sentence(&plain(&words.line));
    sentence(&plain(&words.takeaway));
    sentence(&words.note);
    text(&words.aria_label());
    short(&plain(&words.takeaway), 72);
}

/// Signs of writing: Chinese characters, and each Latin word or number as one.
pub fn length(said: &str) -> usize {
    let said = read(said);
    let letters = said.chars().filter(|letter| han(*letter)).count();
    let words = said
        .split(|letter: char| han(letter) || letter.is_whitespace() || STOPS.contains(letter))
        .filter(|word| word.chars().any(|letter| letter.is_ascii_alphanumeric()))
        .count();
    letters + words
}

/// At most so many signs in a sentence.
pub fn short(said: &str, most: usize) {
    for sentence in said.split(['。', '？']) {
        let length = length(sentence);
        assert!(length <= most, "{length}: {sentence:?}");
    }
}
