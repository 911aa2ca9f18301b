//! What the sentences of several figures have in common.

use super::super::N;
use super::super::say::{Say, joined};
use crate::figures::{Compared, Shown};
use crate::span::Span;

/// "A 放不下：超出 4.4 GiB。" for one or both; empty where all fit.
pub(super) fn misfits<T>(facts: &Compared<T>) -> Say {
    match facts.misfits()[..] {
        [] => Say::new(),
        [one] if facts.sides.len() == 1 => Say::new()
            .w("放不下：还差")
            .gib(one.over)
            .w("，所以没有速度可显示。"),
        [one] => Say::new()
            .m(one.slot)
            .w("放不下：超出")
            .gib(one.over)
            .w("。"),
        [a, b, ..] => Say::new()
            .w("两个都放不下：")
            .m(a.slot)
            .w("超出")
            .gib(a.over)
            .w("，")
            .m(b.slot)
            .w("超出")
            .gib(b.over)
            .w("。"),
    }
}

/// A sentence after what is said of the models that do not fit.
pub(super) fn after_misfits<T>(facts: &Compared<T>, sentence: Say) -> Vec<Span> {
    misfits(facts).then(sentence).done()
}

/// The unit of a speed: of each user where several share.
pub(super) const fn tok_s(users: f64) -> &'static str {
    if users > 1.0 {
        "tok/s（每用户）"
    } else {
        "tok/s"
    }
}

/// Both fit no more, or one: no speed.
pub(super) fn no_speed<T>(facts: &Compared<T>) -> Say {
    Say::new().w(if facts.sides.len() > 1 {
        "两个都放不下，所以没有速度可显示"
    } else {
        "放不下，所以没有速度可显示"
    })
}

/// The key's words on measured runs; empty without any.
pub(super) fn measured(runs: usize) -> String {
    match runs {
        0 => String::new(),
        runs => joined(&[
            "菱形：同设备、同结构、同格式的",
            &N.whole(runs as f64),
            "次实测。",
        ]),
    }
}

/// The one with the larger value and the other; the second where they are equal.
pub(super) fn order<'a, T>(
    a: &'a Shown<T>,
    b: &'a Shown<T>,
    value: impl Fn(&Shown<T>) -> f64,
) -> (&'a Shown<T>, &'a Shown<T>) {
    if value(b) >= value(a) { (b, a) } else { (a, b) }
}

/// Two values apart by less than this ratio are called equal.
pub(super) const ALIKE: f64 = 1.1;
