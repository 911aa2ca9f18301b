//! Building sentences from pieces.

use super::super::N;
use crate::figures::{Compared, Shown};
use crate::span::{Slot, Span};

/// A sentence in the making.
#[derive(Debug, Default)]
pub(in crate::en) struct Say(Vec<Span>);

impl Say {
    pub(in crate::en) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Fixed words.
    pub(in crate::en) fn w(mut self, words: &'static str) -> Self {
        if !words.is_empty() {
            self.0.push(Span::text(words));
        }
        self
    }

    /// Words made of a name or a setting.
    pub(in crate::en) fn own(mut self, words: String) -> Self {
        self.0.push(Span::Text(words.into()));
        self
    }

    /// A model's letter.
    pub(in crate::en) fn m(mut self, slot: Slot) -> Self {
        self.0.push(Span::Model(slot));
        self
    }

    /// A number that stands out.
    pub(in crate::en) fn n(mut self, value: f64, text: String) -> Self {
        self.0.push(Span::strong(value, text));
        self
    }

    /// A number in the running text: a setting.
    pub(in crate::en) fn p(mut self, value: f64, text: String) -> Self {
        self.0.push(Span::plain(value, text));
        self
    }

    /// A whole number of tokens, in the running text.
    pub(in crate::en) fn tokens(self, value: f64) -> Self {
        self.p(value, N.whole(value))
    }

    /// A speed for one user.
    pub(in crate::en) fn speed(mut self, slot: Slot, value: f64) -> Self {
        self.0.push(Span::quantity(
            "decode.tok_s_per_user",
            slot,
            value,
            N.forecast(value),
        ));
        self
    }

    /// A multiple with its word: "5.9 times".
    pub(in crate::en) fn times(self, value: f64) -> Self {
        self.n(value, format!("{}\u{a0}times", N.ratio(value)))
    }

    /// A share: "77 %".
    pub(in crate::en) fn percent(self, share: f64) -> Self {
        self.n(share, percent(share))
    }

    /// Memory that is left or missing: "4.4 GiB".
    pub(in crate::en) fn gib(self, value: f64) -> Self {
        self.n(value, format!("{}\u{a0}GiB", N.spare(value)))
    }

    /// Another sentence or half of one.
    pub(in crate::en) fn then(mut self, more: Self) -> Self {
        self.0.extend(more.0);
        self
    }

    pub(in crate::en) fn done(self) -> Vec<Span> {
        self.0
    }

    pub(in crate::en) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A share as it is read; one digit below two percent, so that little is not nothing.
pub(in crate::en) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let text = if percent > 0.0 && percent < 0.1 {
        format!("<{}", N.decimals(0.1, 1))
    } else if percent < 1.95 && percent > 0.0 {
        N.decimals(percent, 1)
    } else {
        N.whole(percent)
    };
    format!("{text}\u{a0}%")
}

/// "A does not fit: it is 4.4 GiB over." for one or both; empty where all fit.
pub(in crate::en) fn misfits<T>(facts: &Compared<T>) -> Say {
    let misfits = facts.misfits();
    match misfits[..] {
        [] => Say::new(),
        [one] if facts.sides.len() == 1 => Say::new()
            .w("It does not fit: ")
            .gib(one.over)
            .w(" are missing, so no speed is shown."),
        [one] => one_misfit(one),
        [a, b, ..] => neither(a, b),
    }
}

/// "Neither fits: A is 4.4 GiB over, B 1.2 GiB."
pub(in crate::en) fn neither<T>(a: &Shown<T>, b: &Shown<T>) -> Say {
    Say::new()
        .w("Neither fits: ")
        .m(a.slot)
        .w(" is ")
        .gib(a.over)
        .w(" over, ")
        .m(b.slot)
        .w(" ")
        .gib(b.over)
        .w(".")
}

fn one_misfit<T>(one: &Shown<T>) -> Say {
    Say::new()
        .m(one.slot)
        .w(" does not fit: it is ")
        .gib(one.over)
        .w(" over.")
}

/// A sentence after what is said of the models that do not fit.
pub(in crate::en) fn after_misfits<T>(facts: &Compared<T>, sentence: Say) -> Vec<Span> {
    let misfits = misfits(facts);
    if misfits.is_empty() {
        return sentence.done();
    }
    if sentence.is_empty() {
        return misfits.done();
    }
    misfits.w(" ").then(sentence).done()
}

/// The end of a sentence about speed where several users share.
pub(in crate::en) const fn each(users: f64) -> &'static str {
    if users > 1.0 { " for each user" } else { "" }
}

/// "Neither fits, so no speed is shown", or the same of one model.
pub(in crate::en) fn no_speed<T>(facts: &Compared<T>) -> Say {
    Say::new().w(if facts.sides.len() > 1 {
        "Neither fits, so no speed is shown"
    } else {
        "It does not fit, so no speed is shown"
    })
}

/// The key's words on measured runs; empty without any.
pub(in crate::en) fn measured(runs: usize) -> String {
    match runs {
        0 => String::new(),
        1 => " Diamond: one measured run of the same device, shape and format.".to_owned(),
        runs => format!(
            " Diamonds: {} measured runs of the same device, shape and format.",
            N.whole(runs as f64)
        ),
    }
}

/// The faster of two and the slower, by a value.
pub(in crate::en) fn order<'a, T>(
    a: &'a Shown<T>,
    b: &'a Shown<T>,
    value: impl Fn(&Shown<T>) -> f64,
) -> (&'a Shown<T>, &'a Shown<T>) {
    if value(b) >= value(a) { (b, a) } else { (a, b) }
}

/// Two values apart by less than this ratio are called equal.
pub(in crate::en) const ALIKE: f64 = 1.1;
