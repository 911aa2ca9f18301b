//! What twice the bandwidth, or half the bits, would gain: the same words for both figures.

use super::super::say::{Say, times};
use crate::span::Slot;

/// A gain below this is called none.
const LITTLE: f64 = 1.05;
/// Two gains within this ratio are called alike.
const ALIKE: f64 = 1.03;

/// A model and how many times as fast it would be.
pub(super) type Gain = (Slot, f64);

/// Which of two gains more; `helps` is "更多带宽".
pub(super) fn title(helps: &'static str, a: Gain, b: Gain) -> Say {
    let (first, second) = if a.1 >= b.1 { (a, b) } else { (b, a) };
    if first.1 / second.1 < ALIKE {
        return Say::new().w(helps).w("对两个的帮助一样大");
    }
    Say::new()
        .w(helps)
        .w("对")
        .m(first.0)
        .w("的帮助比对")
        .m(second.0)
        .w("更大")
}

/// "A 的速度变为 1.9 倍，B 的速度变为 1.6 倍" after `what`; nothing where there is no model.
pub(super) fn list(what: &'static str, gains: &[Gain]) -> Say {
    let mut say = Say::new();
    for (at, gain) in gains.iter().take(2).enumerate() {
        say = say.w(if at == 0 { what } else { "，" }).then(one(*gain));
    }
    say
}

fn one((slot, gain): Gain) -> Say {
    let say = Say::new().m(slot);
    if gain < LITTLE {
        return say.w("几乎没有变快");
    }
    say.w("的速度变为原来的").n(gain, times(gain))
}
