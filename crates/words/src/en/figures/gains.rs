//! What twice the bandwidth, or half the bits, would gain: the same words for both figures.

use super::super::N;
use super::say::Say;
use crate::span::Slot;

/// A gain below this is called none.
const LITTLE: f64 = 1.05;
/// Two gains within this ratio are called alike.
const ALIKE: f64 = 1.03;

/// A model and how many times faster it would be.
pub(super) type Gain = (Slot, f64);

/// Which of two gains more; `helps` is "More bandwidth helps".
pub(super) fn title(helps: &'static str, a: Gain, b: Gain) -> Say {
    let (first, second) = if a.1 >= b.1 { (a, b) } else { (b, a) };
    if first.1 / second.1 < ALIKE {
        return Say::new().w(helps).w(" both alike");
    }
    Say::new()
        .w(helps)
        .w(" ")
        .m(first.0)
        .w(" more than ")
        .m(second.0)
}

/// Each model's gain after `what`, with `between` in between; nothing where there is no model.
pub(super) fn list(what: &'static str, between: &'static str, gains: &[Gain]) -> Say {
    let mut say = Say::new();
    for (at, gain) in gains.iter().enumerate() {
        say = say.w(if at == 0 { what } else { between }).then(one(*gain));
    }
    say
}

fn one((slot, times): Gain) -> Say {
    let say = Say::new().m(slot);
    if times < LITTLE {
        return say.w(" hardly faster");
    }
    say.w(" ")
        .n(times, format!("{}\u{a0}times faster", N.ratio(times)))
}
